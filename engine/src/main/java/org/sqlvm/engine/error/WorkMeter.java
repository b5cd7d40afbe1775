package org.sqlvm.engine.error;

/**
 * Counts the work of one call of a function, which may be long for large values, and checks
 * regularly whether its statement is to end.
 */
public final class WorkMeter {
    /** Bytes that are looked at between two looks: some milliseconds. */
    private static final long STEP = 1L << 24;

    private long left = STEP;

    /** Counts from nothing. */
    public WorkMeter() {}

    /**
     * Some work is about to be done.
     *
     * @param bytes how many are looked at, at most
     * @throws SqlException SQLITE_INTERRUPT
     */
    public void spend(long bytes) {
        left -= bytes;
        if (left < 0) {
            left = STEP;
            Interruption.checkCurrent();
        }
    }
}
