package org.sqlvm.api;

/** An error of a statement or a file, for Java callers: SQLite's message and result code. */
public final class SqlvmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final int position;

    public SqlvmException(String message, int code, int position, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.position = position;
    }

    /** SQLite's result code, extended where SQLite has one (sqlite.org/rescode.html). */
    public int code() {
        return code;
    }

    /** Index of the first character to blame in the statement's text, or -1. */
    public int position() {
        return position;
    }

    /**
     * The SQLState of the standard, or where it has none the one that other databases use; HY000
     * for an error that none tells of. See docs/reference/errors.md.
     */
    public String sqlState() {
        return SqlStates.of(code, getMessage(), position);
    }
}
