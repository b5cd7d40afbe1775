package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.codegen.PragmaRows;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.virtual.Pragma;

import java.util.ArrayList;
import java.util.List;

/** What a connection answers to PRAGMAs, within a transaction. */
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

    void setAnalysisLimit(int limit) {
        analysisLimit = limit;
    }

    /** The value of a PRAGMA about one of the connection's databases, as in a register. */
    Object value(String pragma, int database) {
        Btree btree = databases.btree(database);
        return switch (pragma) {
            case "analysis_limit" -> (long) analysisLimit;
            case "database_list" -> Text.of(btree.path());
            case "page_size" -> (long) btree.header().pageSize();
            case "page_count" -> (long) btree.pageCount();
            case "freelist_count" -> (long) btree.meta(Meta.FREELIST_COUNT);
            case "schema_version" -> (long) btree.meta(Meta.SCHEMA_COOKIE);
            case "user_version" -> (long) btree.meta(Meta.USER_VERSION);
            case "application_id" -> (long) btree.meta(Meta.APPLICATION_ID);
            case "data_version" -> btree.header().dataVersion();
            case "default_cache_size" -> {
                long stored = btree.meta(Meta.DEFAULT_CACHE_SIZE);
                yield stored == 0 ? DEFAULT_CACHE_SIZE : Math.abs(stored);
            }
            case "temp_store" -> (long) workspace.store();
            default -> databases.get(database).pragmas.value(pragma);
        };
    }

    /** The rows of a PRAGMA, as its table gives them. */
    List<Object[]> rows(Pragma pragma, String argument, String database, Schema schema) {
        Schema asked = schema;
        if (database != null) {
            asked = schema.database(new Name(database, Name.Quote.DOUBLE, new Span(0, 0)));
            if (asked == null) {
                throw SqlException.error("unknown database '" + database + "'");
            }
        }
        if (pragma.name().equals("database_list")) {
            return databaseList(schema);
        }
        Object own = value(pragma.name(), asked.number());
        if (own != null) {
            return List.<Object[]>of(new Object[] {own});
        }
        if (COMPUTED.contains(pragma.name())) {
            String schemaName = database == null ? "" : Identifiers.quoted(database) + ".";
            String value = argument == null ? "" : "(" + Identifiers.literal(argument) + ")";
            return runner.run("PRAGMA " + schemaName + pragma.name() + value);
        }
        List<Object[]> rows = PragmaRows.of(pragma, argument, asked);
        if (rows == null) {
            throw SqlException.notSupported("PRAGMA " + pragma.name(), SqlException.NO_POSITION);
        }
        return rows;
    }

    /** temp is one only when there is something in it. */
    private List<Object[]> databaseList(Schema schema) {
        List<Object[]> rows = new ArrayList<>();
        for (Schema database : schema.databases()) {
            if (!database.id().isTemp() || !database.tables().isEmpty()) {
                rows.add(new Object[] {
                    (long) database.number(),
                    Text.of(database.id().name()),
                    value("database_list", database.number())
                });
            }
        }
        return rows;
    }
}
