package org.sqlite;

import org.sqlite.core.DB;

import java.sql.Connection;
import java.sql.SQLException;

/** Decides whether to wait for a lock that another connection has. */
public abstract class BusyHandler {
    /** For subclasses. */
    protected BusyHandler() {}

    /**
     * Sets the handler of a connection, which replaces its busy timeout; null removes the handler.
     */
    public static final void setHandler(Connection connection, BusyHandler handler)
            throws SQLException {
        DB.of(connection).busy_handler(handler == null ? null : handler::callback, handler);
    }

    /** Takes the handler of a connection away. */
    public static final void clearHandler(Connection connection) throws SQLException {
        setHandler(connection, null);
    }

    /**
     * The lock is not free.
     *
     * @param attempts how often this has been called for the same lock
     * @return 0 to give up
     */
    protected abstract int callback(int attempts) throws SQLException;
}
