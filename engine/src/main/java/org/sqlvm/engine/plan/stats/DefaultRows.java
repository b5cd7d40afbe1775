package org.sqlvm.engine.plan.stats;

/**
 * How many rows things are taken to have of which nothing is known. Where SQLite has such a number,
 * it is SQLite's ({@code sqlite3DefaultRowEst} and the sources named below), so that plans of
 * tables without statistics are SQLite's.
 */
public final class DefaultRows {
    /** A table: SQLite's, which is 2 to the 20th. */
    public static final double TABLE = 1_048_576;

    /** Rows left by equalities on the first 1, 2, … columns of an index: SQLite's. */
    private static final double[] EQUAL = {10, 9, 8, 7, 6, 5};

    /** A range with two ends that is taken to be narrow: ours, as an equality. */
    public static final double NARROW_RANGE = EQUAL[0];

    /** Rows of VALUES that differ from text to text: ours. */
    static final double SHARED_VALUES = 16;

    /** A recursive query: ours. */
    static final double RECURSIVE = TABLE / 1000;

    /** Rows of a group: ours, the reciprocal of {@link Selectivity#EQUAL}. */
    static final double GROUP = 10;

    /** Values of IN with a query: SQLite's (whereLoopAddBtreeIndex). */
    static final double IN_QUERY = 25;

    /** Runs of a query that depends on a row of the query around it: ours. */
    public static final double CORRELATED_RUNS = 100;

    /**
     * Fewer equal entries of an index are not worth a search to skip them: SQLite's
     * (whereLoopAddBtreeIndex).
     */
    public static final long SKIPPED_MIN = 18;

    /**
     * The least that a loop of a join gives for a row of the loops around it: ours. Conditions that
     * were guessed too small do not make all loops inside cost nothing.
     */
    public static final double JOINED_MIN = 0.01;

    private DefaultRows() {}

    /** Rows left by equalities on the first {@code columns} columns of an index. */
    public static double equal(int columns) {
        return EQUAL[Math.min(columns, EQUAL.length) - 1];
    }
}
