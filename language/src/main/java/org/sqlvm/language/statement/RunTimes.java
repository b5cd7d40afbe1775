package org.sqlvm.language.statement;

/**
 * The shortest runs of a statement on rows and on vectors, by the clock. On a busy machine any run
 * may be long, so the winner is compared with the loser again: rows that follow vectors must be at
 * least as fast as those were, or vectors come back.
 */
final class RunTimes {
    /** Runs before their time counts: the first ones decode, and are interpreted. */
    private static final int TIMED_MIN = 4;

    private static final long UNKNOWN = Long.MAX_VALUE;

    /** All runs do the same work. */
    private final boolean comparable;

    /** The best time of all runs until vectors have come back, in nanoseconds. */
    private long rows = UNKNOWN;
    /** The best time of the runs since rows have replaced vectors, and the number of these runs. */
    private long rowsSince = UNKNOWN;

    private int rowsTimed;

    /** The best time of all runs since vectors have replaced rows, and the number of these runs. */
    private long vectors = UNKNOWN;

    private int vectorsTimed;

    /** The time that rows have to reach since they have replaced vectors. */
    private long mark = UNKNOWN;

    /** @param comparable whether all runs do the same work; if not, neither replaces the other */
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

    /** Returns the shortest time of the runs on vectors. */
    long vectors() {
        assert knowsVectors();
        return vectors;
    }

    /** Notes the time of a run of rows; returns whether vectors are to replace rows. */
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

    /** Notes the time of a run on vectors; returns whether rows are to replace vectors. */
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
