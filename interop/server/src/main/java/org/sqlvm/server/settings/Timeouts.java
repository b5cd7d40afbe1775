package org.sqlvm.server.settings;

import java.time.Duration;

/**
 * The time limits of a server; {@link Duration#ZERO} for no limit.
 *
 * @param statement the limit of a statement's computation
 * @param idleTransaction the limit of a client that is idle with an open transaction
 * @param send the limit of a client that does not read the data sent to it
 * @param login the limit of a client's login
 * @param close the limit of running statements when the server ends
 */
public record Timeouts(
        Duration statement,
        Duration idleTransaction,
        Duration send,
        Duration login,
        Duration close) {

    /**
     * Returns the time limit of a statement, in milliseconds; 0 for none.
     *
     * @param own the limit that the client has set, in milliseconds; 0 for none
     */
    public long statementMs(long own) {
        return shorter(own, statement.toMillis());
    }

    /** Returns the shorter of two times, where 0 is no limit. */
    public static long shorter(long first, long second) {
        return first == 0 || second == 0 ? Math.max(first, second) : Math.min(first, second);
    }

    /** @param nanos the time in nanoseconds for which a client has not read the data sent to it */
    public boolean isSendOver(long nanos) {
        return !send.isZero() && nanos > send.toNanos();
    }
}
