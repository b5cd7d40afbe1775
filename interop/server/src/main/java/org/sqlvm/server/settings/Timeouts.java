package org.sqlvm.server.settings;

import java.time.Duration;

/**
 * How long the server waits; {@link Duration#ZERO} for any time.
 *
 * @param statement for a statement to compute
 * @param idleTransaction for a client that has a transaction open and says nothing
 * @param send for a client to take what it is sent
 * @param login for a client to log in
 * @param close for statements, when the server ends
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

    /** The shorter one of two times, of which 0 is the longest. */
    public static long shorter(long first, long second) {
        return first == 0 || second == 0 ? Math.max(first, second) : Math.min(first, second);
    }

    /** @param nanos how long a client has taken nothing of what it is sent */
    public boolean isSendOver(long nanos) {
        return !send.isZero() && nanos > send.toNanos();
    }
}
