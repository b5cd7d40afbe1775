package org.sqlvm.language.statement;

/**
 * The shortest runs of a statement on rows and on vectors, by the clock. A machine that does other
 * work makes any run long, so that what has won is tried against the other again: rows that follow
 * vectors must be at least as fast as those were, or vectors come back.
 */
final class RunTimes {
    /** Runs before their time counts: the first ones decode, and are interpreted. */
    private static final int TIMED_MIN = 4;

    private static final long UNKNOWN = Long.MAX_VALUE;

    /** All runs do the same work. */
    private final boolean comparable;

    /** Of all runs until vectors have come back, in nanoseconds. */
    private long rows = UNKNOWN;
    /** Of those since rows have taken the place of vectors, and how many there were. */
    private long rowsSince = UNKNOWN;

    private int rowsTimed;

    /** Of all runs since vectors have taken the place of rows, and how many there were. */
    private long vectors = UNKNOWN;

    private int vectorsTimed;

    /** What rows have to reach since they have taken the place of vectors. */
    private long mark = UNKNOWN;

    /** @param comparable whether all runs do the same work; else none takes the place of others */
    RunTimes(boolean comparable) {
        this.comparable = comparable;
    }

    /** Whether a run of rows has come to its end. */
    boolean knowsRows() {
        return rows != UNKNOWN;
    }

    /** Whether there was a run of vectors since these were chosen. */
    boolean knowsVectors() {
        return vectors != UNKNOWN;
    }

    /** The shortest of those runs. */
    long vectors() {
        assert knowsVectors();
        return vectors;
    }

    /** Gives whether vectors are to take the place of rows. */
    boolean noteRows(long time) {
        rows = Math.min(rows, time);
        rowsSince = Math.min(rowsSince, time);
        rowsTimed++;
        if (mark == UNKNOWN || rowsTimed < TIMED_MIN || rowsSince <= mark) {
            return false;
        }
        rows = rowsSince;
        mark = UNKNOWN;
        return true;
    }

    /** Gives whether rows are to take the place of vectors. */
    boolean noteVectors(long time) {
        vectors = Math.min(vectors, time);
        vectorsTimed++;
        if (!comparable || vectorsTimed < TIMED_MIN || vectors <= rows) {
            return false;
        }
        mark = vectors;
        vectors = UNKNOWN;
        vectorsTimed = 0;
        rowsSince = UNKNOWN;
        rowsTimed = 0;
        return true;
    }
}
