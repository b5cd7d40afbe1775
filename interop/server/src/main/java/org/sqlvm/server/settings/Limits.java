package org.sqlvm.server.settings;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

/**
 * How much sessions may take.
 *
 * @param sessionsMax the most at a time
 * @param memoryLimit bytes of sorts, groups and joins of each; 0 for a quarter of the heap
 * @param rowsMax of a result
 * @param messageSizeMax bytes of a message or a request
 * @param valueSizeMax bytes of a TEXT or BLOB
 * @param bufferSize bytes of columns that are sent at a time
 */
public record Limits(
        int sessionsMax,
        long memoryLimit,
        long rowsMax,
        int messageSizeMax,
        int valueSizeMax,
        int bufferSize) {

    /** Refuses results that are longer than allowed. */
    public void checkRowCount(long count) {
        if (count > rowsMax) {
            throw new ServerError(
                    SqlState.LIMIT_EXCEEDED, "a result has more than " + rowsMax + " rows");
        }
    }
}
