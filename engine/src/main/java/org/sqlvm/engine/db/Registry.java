package org.sqlvm.engine.db;

import org.sqlvm.api.TableModule;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.function.RegisteredFunction.Traits;
import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.virtual.CollectionRows;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The functions and collations that a connection's user registers
 * (sqlite.org/c3ref/create_function.html, create_collation.html). A running statement keeps those
 * that it was compiled with.
 */
public final class Registry {
    /** SQLITE_MAX_FUNCTION_ARG. */
    private static final int ARGUMENT_COUNT_MAX = 1000;

    /** In bytes of UTF-8. */
    private static final int NAME_SIZE_MAX = 255;

    private final Databases databases;

    Registry(Databases databases) {
        this.databases = databases;
    }

    /** Returns the current functions, collations and modules. */
    public Registered registered() {
        return databases.settings().registered();
    }

    private void set(Registered changed) {
        databases.setSettings(databases.settings().with(changed));
    }

    /** A virtual table has other columns here than another connection has found. */
    void declare(String table, String columns) {
        set(registered().withDeclared(table, columns));
    }

    /** @param body null removes the function */
    public void scalar(
            String name, int argumentCount, Traits traits, RegisteredFunction.Body body) {
        check(name, argumentCount);
        set(
                body == null
                        ? registered().without(name, argumentCount)
                        : registered().withScalar(name, argumentCount, traits, body));
    }

    /** Whether a function of that name takes this number of arguments. */
    public boolean hasFunction(String name, int argumentCount) {
        return Functions.get(name, argumentCount, registered()) != null;
    }

    /** @param body null removes the function */
    public void aggregate(
            String name,
            int argumentCount,
            Traits traits,
            boolean window,
            RegisteredFunction.AggregateBody body) {
        check(name, argumentCount);
        set(
                body == null
                        ? registered().without(name, argumentCount)
                        : registered().withAggregate(name, argumentCount, traits, window, body));
    }

    private void check(String name, int argumentCount) {
        boolean valid = argumentCount >= -1
                && argumentCount <= ARGUMENT_COUNT_MAX
                && Utf8.encode(name).length <= NAME_SIZE_MAX;
        if (!valid) {
            throw new SqlException(ResultCode.MISUSE, "bad parameter or other API misuse");
        }
        boolean known =
                registered().has(name, argumentCount) || Functions.isBuiltIn(name, argumentCount);
        if (known && databases.transaction().hasRuns()) {
            throw new SqlException(
                    ResultCode.BUSY,
                    "unable to delete/modify user-function due to active statements");
        }
    }

    /** Statements cannot say any other name. */
    private static void requireUnicode(String name) {
        Utf8.requireUnicode(name, 0, name.length());
    }

    /**
     * Registers a collection as a table.
     *
     * @param columns at least one; names differ in more than case
     * @param rowCount the present number of rows; 0 if unknown
     * @param rows null removes the table
     */
    public void table(
            String name, List<RegisteredTable.Column> columns, long rowCount, CollectionRows rows) {
        if (registered().table(name) != null && databases.transaction().hasRuns()) {
            throw new SqlException(
                    ResultCode.BUSY, "unable to delete/modify table due to active statements");
        }
        if (rows == null) {
            set(registered().withoutTable(name));
            return;
        }
        Schema schema = databases.schema();
        if (schema.table(name) != null || schema.view(name) != null) {
            throw SqlException.error("there is already a table named " + name);
        }
        requireUnicode(name);
        Set<String> seen = new HashSet<>();
        for (RegisteredTable.Column column : columns) {
            requireUnicode(column.name());
            if (!seen.add(column.name().toLowerCase(Locale.ROOT))) {
                throw SqlException.error("duplicate column name: " + column.name());
            }
        }
        long rounded = RegisteredTable.rounded(rowCount);
        set(registered().withTable(name, columns, rounded, rows));
    }

    /**
     * Registers a module for virtual tables. It replaces a module of that name, whose tables are
     * then connected again.
     *
     * @param module null removes the existing one
     */
    public void module(String name, TableModule module) {
        if (databases.transaction().hasRuns()) {
            throw new SqlException(
                    ResultCode.BUSY, "unable to delete/modify module due to active statements");
        }
        requireUnicode(name);
        databases.virtualTables().forgetModule(name);
        set(registered().withModule(name, module));
    }

    /**
     * Drops modules, also those that need no registering (sqlite.org/c3ref/drop_modules.html).
     *
     * @param kept the names of the modules that stay, in any case
     */
    public void dropModules(Collection<String> kept) {
        if (databases.transaction().hasRuns()) {
            throw new SqlException(
                    ResultCode.BUSY, "unable to delete/modify module due to active statements");
        }
        databases.virtualTables().forgetModules(kept);
        set(registered().withModulesOf(kept));
    }

    /**
     * Registers a collation.
     *
     * @param order null removes the one that there is
     */
    public void collation(String name, RegisteredCollation.Order order) {
        if (Name.same(name, "BINARY")) {
            // Too much is known of it.
            throw new SqlException(ResultCode.MISUSE, "BINARY cannot be another collation");
        }
        requireUnicode(name);
        boolean known = registered().collation(name) != null || Collation.named(name) != null;
        if (known && databases.transaction().hasRuns()) {
            throw new SqlException(
                    ResultCode.BUSY,
                    "unable to delete/modify collation sequence due to active statements");
        }
        set(
                order == null
                        ? registered().withoutCollation(name)
                        : registered()
                                .withCollation(RegisteredCollation.Registration.of(name, order)));
    }
}
