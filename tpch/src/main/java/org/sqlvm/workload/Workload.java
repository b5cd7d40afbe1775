package org.sqlvm.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Queries over one database, for the {@link Runner}. Their texts are in SQLite's dialect. */
public interface Workload {
    /** Returns the name of the files with results, without a suffix. */
    String name();

    /** Above the plot. */
    String title();

    /** Returns the facts about the data, for the JSON file. */
    Map<String, Object> facts();

    /** The engines that it can run on, apart from those of {@link PythonEngine}. */
    List<String> engines();

    /** The queries are numbered from 1 to this. */
    int queryCount();

    /** The text of a query. */
    String query(int number);

    /** A query as an engine wants it written. */
    default String written(String sql, String engine) {
        return Dialect.of(engine, sql);
    }

    /** Returns the argument of {@link Engine#open}; creates the database unless it exists. */
    Path database(String engine);

    /**
     * Some queries leave it open which rows they give: LIMIT without ORDER BY, or with ties at the
     * end. For those a query that gives, in SQLite, all rows that an answer such as this one may
     * consist of; null if the answer is determined.
     */
    default String candidates(int number, Engine.Answer answer) {
        return null;
    }
}
