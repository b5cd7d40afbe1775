package org.sqlvm.server.settings;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

/**
 * The limits of sessions.
 *
 * @param sessionsMax the maximum number of sessions at a time
 * @param memoryLimit the bytes for sorts, groups and joins of each session; 0 for a quarter of the
 *     heap
 * @param rowsMax the maximum number of rows of a result
 * @param messageSizeMax the maximum bytes of a message or a request
 * @param valueSizeMax the maximum bytes of a TEXT or BLOB
 * @param bufferSize the bytes of columns that are sent at a time
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
