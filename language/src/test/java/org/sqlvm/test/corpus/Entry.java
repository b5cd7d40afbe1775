package org.sqlvm.test.corpus;

import java.util.List;

/** One record of a test file. Lines are numbered from 1. */
sealed interface Entry {
    int line();

    /** Returns the conditions that have to hold for the record to count. */
    List<Condition> conditions();

    /**
     * A line before the record: {@code skipif} or {@code onlyif} with the name of an engine;
     * {@code later} with what it waits for: sqlvm cannot do it yet, and such a record has to fail
     * there, so that the mark goes when it is no longer true; or {@code connection} with the name
     * of the connection that runs it.
     */
    record Condition(Kind kind, String text) {
        enum Kind {
            SKIPIF,
            ONLYIF,
            LATER,
            CONNECTION
        }

        boolean holds(List<String> engineNames) {
            return switch (kind) {
                case SKIPIF -> !engineNames.contains(text);
                case ONLYIF -> engineNames.contains(text);
                case LATER, CONNECTION -> true;
            };
        }
    }

    /** Whether sqlvm cannot do it yet. */
    default boolean isLater() {
        return text(Condition.Kind.LATER) != null;
    }

    /** The name of the connection that runs it; null for the first one. */
    default String connection() {
        return text(Condition.Kind.CONNECTION);
    }

    private String text(Condition.Kind kind) {
        for (Condition condition : conditions()) {
            if (condition.kind() == kind) {
                return condition.text();
            }
        }
        return null;
    }

    enum Sort {
        NOSORT,
        ROWSORT,
        VALUESORT
    }

    /** How a result is written. */
    enum Form {
        /** sqllogictest's: a value a line, by type letters; or a count and a hash. */
        VALUES,
        /** A row a line, as literals. */
        ROWS,
        /** The tree of EXPLAIN QUERY PLAN as sqlite3 draws it. */
        PLAN
    }

    /**
     * A statement that gives no rows.
     *
     * @param error null if it succeeds; an empty text for any error; else the message, or the
     *     result code and the message
     */
    record Statement(
            int line, List<Condition> conditions, List<Object> parameters, String sql, String error)
            implements Entry {}

    /**
     * A query.
     *
     * @param types the column types of form VALUES, else empty
     * @param columns whether the first expected line has the names of the columns
     * @param label queries with the same label have the same result; null without
     * @param expected null if the file does not say it yet
     */
    record Query(
            int line,
            List<Condition> conditions,
            List<Object> parameters,
            String sql,
            Form form,
            String types,
            boolean columns,
            Sort sort,
            String label,
            List<String> expected)
            implements Entry {}

    /** The rest of the file does not count. */
    record Halt(int line, List<Condition> conditions) implements Entry {}

    /**
     * From here on results with more than {@code values} values are given as a hash; 0 for never.
     */
    record HashThreshold(int line, List<Condition> conditions, int values) implements Entry {}

    /** SQL that has no directive yet: the recorder makes a statement or a query of it. */
    record Bare(int line, List<Condition> conditions, List<Object> parameters, String sql)
            implements Entry {}
}
