package org.sqlvm.workload;

import java.nio.file.Path;
import java.util.List;

/** A database system with one database open. */
public interface Engine extends AutoCloseable {
    /**
     * Runs a query, written as the engine wants it, and fetches all of its rows; cells are Long,
     * Double, String or null.
     */
    Answer run(String sql);

    /**
     * Returns the time that the last run has taken, in milliseconds.
     *
     * @param clock the time of it by the clock of the caller
     */
    default double milliseconds(double clock) {
        return clock;
    }

    /** Prepares the process for any queries, if the engine has something for that. */
    default void warmUp() {}

    @Override
    void close();

    /** Opens a database: a file, H2's base name for H2, a folder for {@link PythonEngine}. */
    static Engine open(String engine, Path database) {
        return switch (engine) {
            case "sqlvm", "sqlvm-files" -> new SqlvmEngine(database);
            case "sqlite", "sqlite-analyzed" -> JdbcEngine.sqlite(database);
            case "h2" -> JdbcEngine.h2(database);
            case "duckdb1" -> JdbcEngine.duckdb(database, 1);
            case "duckdb2" -> JdbcEngine.duckdb(database, 2);
            case "hyper", "datafusion" -> new PythonEngine(engine, database);
            default -> throw new IllegalArgumentException("no such engine: " + engine);
        };
    }

    /** The answer to a query. */
    record Answer(List<String> columns, List<List<Object>> rows) {}
}
