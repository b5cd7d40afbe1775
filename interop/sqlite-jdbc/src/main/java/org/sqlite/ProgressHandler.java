package org.sqlite;

import org.sqlite.core.DB;

import java.sql.Connection;
import java.sql.SQLException;

/** Is called while statements run, and may end them. */
public abstract class ProgressHandler {
    /** For subclasses. */
    protected ProgressHandler() {}

    /**
     * Sets the handler of a connection; null takes it away.
     *
     * @param instructions about how many of the bytecode's run between two calls
     */
    public static final void setHandler(
            Connection connection, int instructions, ProgressHandler handler) throws SQLException {
        DB database = DB.of(connection);
        if (handler == null) {
            database.clear_progress_handler();
        } else {
            database.register_progress_handler(instructions, handler::progress, handler);
        }
    }

    /** Takes the handler of a connection away. */
    public static final void clearHandler(Connection connection) throws SQLException {
        DB.of(connection).clear_progress_handler();
    }

    /** Returns something other than 0 to end the statement. */
    protected abstract int progress() throws SQLException;
}
