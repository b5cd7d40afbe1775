package org.sqlvm.client;

/** An error of the database, with SQLite's result code, or of the connection to the server. */
public final class ClientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** SQLStates of the connection. */
    static final String LOST = "08006";

    static final String CLOSED = "08003";
    static final String NOT_OPENED = "08001";

    /** SQLite's result codes (sqlite.org/rescode.html). */
    static final int ERROR = 1;

    static final int IO_ERROR = 10;
    static final int CANNOT_OPEN = 14;
    static final int MISMATCH = 20;
    static final int MISUSE = 21;
    static final int RANGE = 25;

    private final int code;
    private final int position;
    private final String sqlState;
    private final boolean isLost;

    private ClientException(
            String message,
            int code,
            int position,
            String sqlState,
            boolean isLost,
            Throwable cause) {
        super(message, cause);
        this.code = code;
        this.position = position;
        this.sqlState = sqlState;
        this.isLost = isLost;
    }

    /** Makes an exception for an error that the server has reported. */
    static ClientException ofServer(String message, int code, int position, String sqlState) {
        return new ClientException(message, code, position, sqlState, false, null);
    }

    /**
     * Makes an exception after which there is no connection, or for one that could not be opened.
     */
    static ClientException lost(String message, int code, String sqlState, Throwable cause) {
        return new ClientException(message, code, -1, sqlState, true, cause);
    }

    static ClientException closed(String what) {
        return new ClientException("the " + what + " is closed", MISUSE, -1, CLOSED, false, null);
    }

    static ClientException misuse(String message) {
        return new ClientException(message, MISUSE, -1, "HY024", false, null);
    }

    /**
     * Returns this error with its position in a longer text, in which the statement begins at
     * {@code start}.
     */
    ClientException within(int start) {
        return position < 0
                ? this
                : new ClientException(
                        getMessage(), code, position + start, sqlState, isLost, getCause());
    }

    /** Returns SQLite's result code, the extended one if there is one. */
    public int code() {
        return code;
    }

    /** Returns the index of the first wrong character in the statement's text, or -1. */
    public int position() {
        return position;
    }

    /**
     * Returns the SQLState of the standard, or one that other databases use; 08… for connection
     * errors.
     */
    public String sqlState() {
        return sqlState;
    }

    /** Returns whether the connection was lost or could not be opened. */
    public boolean isConnectionLost() {
        return isLost;
    }
}
