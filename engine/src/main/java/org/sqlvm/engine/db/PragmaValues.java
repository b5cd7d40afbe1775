package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.codegen.pragma.PragmaRows;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.HeldLock;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.LockControl;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.NestedStatement;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The results of a connection's PRAGMAs, within a transaction. */
final class PragmaValues {
    /** PRAGMAs whose rows a program computes. */
    private static final List<String> COMPUTED =
            List.of("foreign_key_check", "integrity_check", "optimize", "quick_check");

    /** SQLite's, in KiB: it is negative for a size that is not in pages. */
    private static final long DEFAULT_CACHE_SIZE = -2000;

    private final Databases databases;
    private final Workspace workspace;
    private StatementRunner runner;
    private int analysisLimit;

    PragmaValues(Databases databases, Workspace workspace) {
        this.databases = databases;
        this.workspace = workspace;
    }

    void setStatementRunner(StatementRunner statementRunner) {
        runner = statementRunner;
    }

    /** Runs a statement inside the one that runs. */
    List<Object[]> runStatement(String sql) {
        return runner.run(sql);
    }

    /** Prepares a statement to be run so. */
    NestedStatement prepare(String sql) {
        return runner.prepare(sql);
    }

    void setAnalysisLimit(int limit) {
        analysisLimit = limit;
    }

    /** The value of a PRAGMA about one of the connection's databases, as in a register. */
    Object value(String pragma, int database) {
        Btree btree = databases.btree(database);
        return switch (pragma) {
            case "analysis_limit" -> (long) analysisLimit;
            case "encoding" -> Text.of(databases.encoding().pragmaName);
            case "page_size" -> (long) btree.header().all().pageSize();
            case "page_count" -> (long) btree.pageCount();
            case "freelist_count" -> (long) btree.header().get(Meta.FREELIST_COUNT);
            case "schema_version" -> (long) btree.header().get(Meta.SCHEMA_COOKIE);
            case "user_version" -> (long) btree.header().get(Meta.USER_VERSION);
            case "application_id" -> (long) btree.header().get(Meta.APPLICATION_ID);
            case "data_version" -> btree.header().all().dataVersion();
            case "default_cache_size" -> {
                long stored = btree.header().get(Meta.DEFAULT_CACHE_SIZE);
                yield stored == 0 ? DEFAULT_CACHE_SIZE : Math.abs(stored);
            }
            case "temp_store" -> (long) workspace.store();
            default -> {
                Boolean setting = databases.settings().value(pragma);
                Object constant = PragmaRows.constant(pragma);
                yield setting != null
                        ? setting ? 1L : 0L
                        : constant != null
                                ? constant
                                : databases.get(database).pragmas.value(pragma);
            }
        };
    }

    /**
     * Returns the rows of a PRAGMA.
     *
     * @param database null for all, or main for a PRAGMA about one
     * @param run the asking statement's run; from now on it reads the databases that the rows tell
     *     about
     */
    List<Object[]> rows(Pragma pragma, String argument, String database, StatementRun run) {
        int number = database == null ? DatabaseId.MAIN.number() : databases.find(database);
        if (number < 0) {
            throw SqlException.error("unknown database '" + database + "'");
        }
        if (COMPUTED.contains(pragma.name())) {
            String schemaName = database == null ? "" : Identifiers.quoted(database) + ".";
            String value = argument == null ? "" : "(" + Identifiers.literal(argument) + ")";
            return runner.run("PRAGMA " + schemaName + pragma.name() + value);
        }
        if (pragma.name().equals("database_list")) {
            return databaseList();
        }
        if (pragma.name().equals("sqlvm_statements")) {
            return statements();
        }
        if (pragma.name().equals("sqlvm_locks")) {
            return lookInto(run, this::locks);
        }
        if (pragma.name().equals("sqlvm_log")) {
            return lookInto(run, this::log);
        }
        Schema all;
        Schema asked;
        if (Pragma.isOfConnection(pragma.name())) {
            all = databases.emptySchema();
            asked = all;
        } else {
            boolean asksAll = database == null && pragma.isOfSchema();
            // A view in temp may be of tables in any database.
            if (asksAll || (number == DatabaseId.TEMP.number() && pragma.isOfSchema())) {
                readAll(run);
            } else {
                run.read(number);
            }
            all = databases.schema();
            asked = asksAll ? all : all.database(number);
        }
        Object own = value(pragma.name(), number);
        List<Object[]> rows = own == null
                ? PragmaRows.of(pragma, argument, asked, all)
                : List.<Object[]>of(new Object[] {own});
        if (rows == null) {
            throw SqlException.notSupported("PRAGMA " + pragma.name(), SqlException.NO_POSITION);
        }
        return rows;
    }

    /** Begins to read all databases but temp, which only this connection changes. */
    private void readAll(StatementRun run) {
        for (int i = 0; i < databases.count(); i++) {
            if (i != DatabaseId.TEMP.number()) {
                run.read(i);
            }
        }
    }

    private List<Object[]> statements() {
        List<Object[]> rows = new ArrayList<>();
        for (StatementRunner.KeptStatement kept : runner.kept()) {
            rows.add(new Object[] {
                Text.of(kept.sql()),
                kept.isShape() ? 1L : 0L,
                kept.uses(),
                (long) kept.instructionCount()
            });
        }
        return rows;
    }

    /** Returns rows about the files of all databases but temp, which is the connection's own. */
    private List<Object[]> lookInto(StatementRun run, Function<Schema, List<Object[]>> rowsOf) {
        List<Object[]> rows = new ArrayList<>();
        for (Schema database : databases.emptySchema().databases()) {
            if (database.id().isTemp()) {
                continue;
            }
            int number = database.number();
            if (!databases.btree(number).storage().locks().isLogKnown()) {
                run.read(number);
            }
            rows.addAll(rowsOf.apply(database));
        }
        return rows;
    }

    private List<Object[]> locks(Schema database) {
        List<Object[]> rows = new ArrayList<>();
        LockControl locks = databases.btree(database.number()).storage().locks();
        for (HeldLock lock : locks.held()) {
            rows.add(new Object[] {
                Text.of(database.id().name()),
                Text.of(lock.name()),
                Text.of(lock.exclusive() ? "exclusive" : "shared"),
                (long) lock.connections(),
                lock.own() ? 1L : 0L,
                lock.frame() == null ? SqlNull.NULL : (Object) (long) lock.frame()
            });
        }
        return rows;
    }

    private List<Object[]> log(Schema database) {
        LockControl.LogState log =
                databases.btree(database.number()).storage().locks().log();
        if (log == null) {
            return List.of();
        }
        return List.<Object[]>of(new Object[] {
            Text.of(database.id().name()),
            (long) log.frames(),
            (long) log.copied(),
            (long) log.pageSize(),
            log.size()
        });
    }

    /** temp is one when it has been used: then SQLite has opened it. */
    private List<Object[]> databaseList() {
        List<Object[]> rows = new ArrayList<>();
        for (Schema database : databases.emptySchema().databases()) {
            int number = database.number();
            if (!database.id().isTemp() || databases.get(number).used) {
                rows.add(new Object[] {
                    (long) number,
                    Text.of(database.id().name()),
                    Text.of(databases.btree(number).path())
                });
            }
        }
        return rows;
    }
}
