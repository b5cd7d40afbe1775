package org.sqlvm.jdbc.error;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.client.ClientException;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;

/**
 * JDBC's errors. Messages of the engine's are those of sqlite-jdbc, see {@link ResultCode}. The
 * vendor code is SQLite's result code, extended where SQLite has one; the SQLState is
 * {@link SqlvmException#sqlState}.
 */
public final class Errors {
    /** Primary result codes (sqlite.org/rescode.html). */
    public static final int ERROR = 1;

    public static final int INTERRUPT = 9;
    public static final int MISUSE = 21;

    private static final int PERM = 3;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    private static final int CONSTRAINT = 19;
    private static final int MISMATCH = 20;
    private static final int AUTH = 23;

    private Errors() {}

    /** The error of JDBC for one of the engine. */
    public static SQLException of(SqlvmException error) {
        int code = error.code();
        if (error.getCause() instanceof ClientException lost && lost.isConnectionLost()) {
            return ofConnection(lost, code, error);
        }
        String state = error.sqlState();
        String message = ResultCode.message(code, error.getMessage());
        return switch (code & 0xff) {
            case CONSTRAINT ->
                new SQLIntegrityConstraintViolationException(message, state, code, error);
            case BUSY, LOCKED -> new SQLTransactionRollbackException(message, state, code, error);
            case CANTOPEN -> new SQLNonTransientConnectionException(message, state, code, error);
            case PERM, AUTH ->
                new SQLInvalidAuthorizationSpecException(message, state, code, error);
            case TOOBIG, MISMATCH -> new SQLDataException(message, state, code, error);
            default ->
                state.startsWith("42")
                        ? new SQLSyntaxErrorException(message, state, code, error)
                        : new SQLException(message, state, code, error);
        };
    }

    /** The connection to a server has ended, or there is none. */
    private static SQLException ofConnection(ClientException lost, int code, Throwable cause) {
        return code == AUTH
                ? new SQLInvalidAuthorizationSpecException(
                        lost.getMessage(), lost.sqlState(), code, cause)
                : new SQLNonTransientConnectionException(
                        lost.getMessage(), lost.sqlState(), code, cause);
    }

    /** @param what the feature that only a database of this process has */
    public static SQLFeatureNotSupportedException embeddedOnly(String what) {
        return new SQLFeatureNotSupportedException(
                "a server has the database, so that there is not " + what, "0A000");
    }

    public static SQLFeatureNotSupportedException notSupported(String what) {
        return new SQLFeatureNotSupportedException(what + " is not supported by SQLite", "0A000");
    }

    /** @param what the closed object: a connection, statement or result set */
    public static SQLException closed(String what) {
        return new SQLException("the " + what + " is closed", "08003", MISUSE);
    }

    /** An argument that means nothing. */
    public static SQLException invalid(String message) {
        return new SQLException(message, "HY024", MISUSE);
    }

    /** A value that is not one of the type asked for. */
    public static SQLDataException badValue(String value, String type, Throwable cause) {
        return new SQLDataException(
                "Bad value for type " + type + " : " + value, "22018", MISMATCH, cause);
    }

    public static SQLDataException outOfRange(Object value, String type) {
        return new SQLDataException(value + " is out of range of " + type, "22003", MISMATCH);
    }
}
