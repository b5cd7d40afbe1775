package org.sqlvm.server.session;

import org.sqlvm.api.Database;

/** A connected client of any protocol, with a thread of its own. */
public interface ClientConnection {
    /** Its number, which is that of its session. */
    int processId();

    /** Whether this is the key by which it may be cancelled. */
    default boolean hasSecret(int other) {
        return false;
    }

    /** Whether it counts as a session. */
    boolean isLoggedIn();

    /** Returns the client's activity; null before the login. */
    Activity activity();

    /**
     * Returns the connection in which its statements run, for what any thread may ask; null if it
     * has none at the moment.
     */
    default Database database() {
        return null;
    }

    void start();

    /** Ends the statement that runs, if one does. */
    void cancel();

    /** Ends the client after its current request; at once if it waits for a message. */
    void end();

    /**
     * Ends it if the server has waited for it too long.
     *
     * @param now by {@link System#nanoTime}
     */
    default void checkTime(long now) {}

    /** Ends it without a farewell. */
    void kill();

    void join(long millis) throws InterruptedException;
}
