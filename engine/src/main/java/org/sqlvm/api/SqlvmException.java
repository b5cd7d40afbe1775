package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/** An error in a statement or a file, with SQLite's message and result code. */
public final class SqlvmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final int position;

    public SqlvmException(
            @Nullable String message, int code, int position, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.position = position;
    }

    /** Returns SQLite's result code, the extended one if there is one (sqlite.org/rescode.html). */
    public int code() {
        return code;
    }

    /** Returns the index of the first wrong character in the statement's text, or -1. */
    public int position() {
        return position;
    }

    /**
     * Returns the SQLState of the SQL standard, or one that other databases use; HY000 if neither
     * has one. See docs/reference/errors.md.
     */
    public String sqlState() {
        return SqlStates.of(code, getMessage(), position);
    }
}
