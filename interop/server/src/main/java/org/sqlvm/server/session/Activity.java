package org.sqlvm.server.session;

import org.sqlvm.server.page.SessionActivity;
import org.sqlvm.server.value.Dates;

import java.time.Instant;

/**
 * The current activity of a session, to be shown to others: the session's thread writes it, any
 * other may read it.
 */
public final class Activity {
    /** In the words of pg_stat_activity. */
    enum State {
        IDLE("idle"),
        ACTIVE("active"),
        IN_TRANSACTION("idle in transaction"),
        FAILED("idle in transaction (aborted)");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** @param status the status of the transaction, as in ReadyForQuery */
        private static State of(char status) {
            return switch (status) {
                case 'T' -> IN_TRANSACTION;
                case 'E' -> FAILED;
                default -> IDLE;
            };
        }
    }

    /** The text that is shown instead of another user's statement. */
    public static final String HIDDEN = "<insufficient privilege>";

    private final int processId;
    private final String user;
    private final String address;
    private final Counters counters;
    private final Instant begun = Instant.now();
    private volatile String application = "";
    private volatile String query = "";
    private volatile Instant queryBegun;
    private volatile Instant changed = begun;
    private volatile State state = State.IDLE;

    /** Bytes that have been counted. */
    private long received;

    private long sent;

    public Activity(int processId, String user, String address, Counters counters) {
        this.processId = processId;
        this.user = user;
        this.address = address;
        this.counters = counters;
        counters.sessions().increment();
    }

    /** A statement begins. */
    public void begin(String text) {
        Instant now = Instant.now();
        query = text;
        queryBegun = now;
        changed = now;
        state = State.ACTIVE;
        counters.statements().increment();
    }

    /** Whether it waits for the client with a transaction open. */
    boolean isInTransaction() {
        return state == State.IN_TRANSACTION || state == State.FAILED;
    }

    /** Returns when the session came into its state. */
    public Instant changed() {
        return changed;
    }

    public String user() {
        return user;
    }

    public boolean isActive() {
        return state == State.ACTIVE;
    }

    public void fail() {
        counters.errors().increment();
    }

    /**
     * Ends a request; the session then waits for the client.
     *
     * @param status the status of the transaction, as in ReadyForQuery
     */
    public void end(char status, String applicationName, long receivedBytes, long sentBytes) {
        application = applicationName;
        changed = Instant.now();
        state = State.of(status);
        counters.received().add(receivedBytes - received);
        counters.sent().add(sentBytes - sent);
        received = receivedBytes;
        sent = sentBytes;
    }

    /** The columns of pg_stat_activity. Statements are shown to their own user. */
    public Object[] row(long database, String databaseName, String reader) {
        boolean isOwn = user.equals(reader);
        return new Object[] {
            database,
            databaseName,
            (long) processId,
            user,
            application,
            address,
            time(begun),
            time(queryBegun),
            time(changed),
            state.text,
            isOwn ? query : HIDDEN
        };
    }

    /** For the program that runs the server, which may see all statements. */
    public SessionActivity snapshot() {
        return new SessionActivity(
                processId, user, application, address, begun, queryBegun, state.text, query);
    }

    private static String time(Instant instant) {
        return instant == null ? null : Dates.timestamp(instant);
    }
}
