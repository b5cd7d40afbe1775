package org.sqlvm.engine.file;

/**
 * Identifies the state of a file: equal stamps mean unchanged content.
 *
 * @param modifiedMs the time of the last write, in milliseconds since 1970
 */
public record FileStamp(long size, long modifiedMs) {
    /** The coarsest clock of file systems: two writes within that time may have one stamp. */
    private static final long CLOCK_MS = 2_000;

    /** Whether another write since would show, if the stamp was taken at this time. */
    public boolean isSettled(long takenMs) {
        return takenMs - modifiedMs > CLOCK_MS;
    }
}
