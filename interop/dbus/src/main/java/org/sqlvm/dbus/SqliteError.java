package org.sqlvm.dbus;

import org.freedesktop.dbus.exceptions.DBusExecutionException;

/**
 * An error of a statement, as the bus has it: its name is that of this class, and the message ends
 * with SQLite's result code in parentheses.
 */
public final class SqliteError extends DBusExecutionException {
    private static final long serialVersionUID = 1L;

    /** One that has come from the bus. */
    public SqliteError(String message) {
        super(message);
    }

    SqliteError(String message, Exception cause) {
        super(message, cause);
    }
}
