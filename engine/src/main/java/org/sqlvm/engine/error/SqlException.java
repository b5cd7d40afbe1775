package org.sqlvm.engine.error;

/**
 * An error in the user's SQL, data or file, in SQLite's words and with SQLite's result code. A bug
 * of ours is an assertion, never this.
 */
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@link #position()} of an error that belongs to no position in the text. */
    public static final int NO_POSITION = -1;

    private final int code;
    private final int position;
    private final Undo undo;
    /** Whether the cause is an exception of the user's own code. */
    private final boolean callback;

    public SqlException(int code, String message) {
        this(code, message, NO_POSITION);
    }

    /** @param undo how many of the changes are undone */
    public SqlException(int code, String message, Undo undo) {
        super(message);
        assert code != ResultCode.OK : message;
        this.code = code;
        this.position = NO_POSITION;
        this.undo = undo;
        this.callback = false;
    }

    /**
     * @param code a constant of {@link ResultCode}, extended where SQLite has one
     * @param message SQLite's message, without prefix
     * @param position index of the first character (UTF-16 unit) in the statement's text that is to
     *     blame, or {@link #NO_POSITION}
     */
    public SqlException(int code, String message, int position) {
        super(message);
        assert code != ResultCode.OK : message;
        this.code = code;
        this.position = position;
        this.undo = Undo.STATEMENT;
        this.callback = false;
    }

    private SqlException(int code, String message, Throwable cause, boolean callback) {
        this(code, message, cause, callback, Undo.STATEMENT);
    }

    private SqlException(int code, String message, Throwable cause, boolean callback, Undo undo) {
        super(message, cause);
        this.code = code;
        this.position = NO_POSITION;
        this.undo = undo;
        this.callback = callback;
    }

    /** Returns the same error with another extent of undo. */
    public SqlException undoing(Undo other) {
        return new SqlException(code, getMessage(), getCause(), callback, other);
    }

    /** A plain SQL error (SQLITE_ERROR). */
    public static SqlException error(String message) {
        return new SqlException(ResultCode.ERROR, message);
    }

    /** Returns a plain SQL error (SQLITE_ERROR) with its position in the text. */
    public static SqlException error(String message, int position) {
        return new SqlException(ResultCode.ERROR, message, position);
    }

    /** A statement that parses but cannot run yet. */
    public static SqlException notSupported(String what, int position) {
        return new SqlException(ResultCode.ERROR, "not supported: " + what, position);
    }

    /**
     * Returns the error of a damaged file. All readers of file bytes use it, so an error always
     * names the page.
     *
     * @param page the page number, from 1; 0 when the damage is not in a page
     * @param what the finding, as a short phrase
     */
    public static SqlException corrupt(long page, String what) {
        String where = page > 0 ? " (page " + page + ": " + what + ")" : " (" + what + ")";
        return new SqlException(ResultCode.CORRUPT, "database disk image is malformed" + where);
    }

    /** Returns the error for an exception of a user's function or hook, which becomes its cause. */
    public static SqlException ofCallback(Throwable cause) {
        return ofCallback(ResultCode.ERROR, cause);
    }

    /** Returns the error for an exception of a user's function or hook, with a code. */
    public static SqlException ofCallback(int code, Throwable cause) {
        String message = cause.getMessage();
        return new SqlException(code, message == null ? cause.toString() : message, cause, true);
    }

    /** An error with a cause that is not the user's. */
    public static SqlException ofCause(int code, String message, Throwable cause) {
        return new SqlException(code, message, cause, false);
    }

    /** The operating system refused a read, write, sync or lock. */
    public static SqlException io(int code, String message, java.io.IOException cause) {
        return new SqlException(code, message, cause, false);
    }

    /** Whether the cause is an exception of the user's own code. */
    public boolean isCallback() {
        return callback;
    }

    /** SQLite's result code, extended where SQLite has one. */
    public int code() {
        return code;
    }

    /** How much it undoes. */
    public Undo undo() {
        return undo;
    }

    /** Index of the first character to blame in the statement's text, or {@link #NO_POSITION}. */
    public int position() {
        return position;
    }
}
