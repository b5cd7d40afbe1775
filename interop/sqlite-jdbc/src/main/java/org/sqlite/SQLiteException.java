package org.sqlite;

import java.sql.SQLException;

/** An error of the database. */
public class SQLiteException extends SQLException {
    private static final long serialVersionUID = 1;

    private final SQLiteErrorCode resultCode;

    /** With a message that names the code already. */
    public SQLiteException(String message, SQLiteErrorCode resultCode) {
        this(message, null, resultCode, null);
    }

    SQLiteException(String message, String state, SQLiteErrorCode resultCode, Throwable cause) {
        super(message, state, resultCode.code & 0xff, cause);
        this.resultCode = resultCode;
    }

    /** The extended code, if SQLite has one. */
    public SQLiteErrorCode getResultCode() {
        return resultCode;
    }
}
