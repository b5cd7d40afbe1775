package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.codegen.PragmaRows;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.Pragma;

import java.util.List;

/** What a connection answers to PRAGMAs, within a transaction. */
final class PragmaValues {
    /** PRAGMAs whose rows a program computes. */
    private static final List<String> COMPUTED =
            List.of("foreign_key_check", "integrity_check", "optimize", "quick_check");

    /** SQLite's, in KiB: it is negative for a size that is not in pages. */
    private static final long DEFAULT_CACHE_SIZE = -2000;

    private final Btree btree;
    private final Workspace workspace;
    private final StoragePragmas storage;
    private StatementRunner runner;
    private int analysisLimit;

    PragmaValues(Btree btree, Workspace workspace, StoragePragmas storage) {
        this.btree = btree;
        this.workspace = workspace;
        this.storage = storage;
    }

    void setStatementRunner(StatementRunner statementRunner) {
        runner = statementRunner;
    }

    void setAnalysisLimit(int limit) {
        analysisLimit = limit;
    }

    /** The value of a PRAGMA about this connection's database, as in a register. */
    Object value(String pragma) {
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
            default -> storage.value(pragma);
        };
    }

    /** The rows of a PRAGMA, as its table gives them. */
    List<Object[]> rows(Pragma pragma, String argument, String database, Schema schema) {
        Schema asked = schema;
        if (database != null && !database.equalsIgnoreCase("main")) {
            if (!database.equalsIgnoreCase("temp")) {
                throw SqlException.error("unknown database '" + database + "'");
            }
            asked = Schema.empty(schema.encoding());
        }
        if (pragma.name().equals("database_list")) {
            return List.<Object[]>of(new Object[] {0L, Text.of("main"), value(pragma.name())});
        }
        Object own = value(pragma.name());
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
}
