package org.sqlvm.jdbc;

import org.sqlvm.api.SqlvmException;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;
import java.util.Locale;

/**
 * JDBC's errors. Messages of the engine's are those of sqlite-jdbc, see {@link ResultCode}. The
 * vendor code is SQLite's result code, extended where SQLite has one; the SQLState is that of the
 * standard, or where it has none the one that other databases use.
 */
final class Errors {
    /** Primary result codes (sqlite.org/rescode.html). */
    static final int ERROR = 1;

    static final int INTERRUPT = 9;
    static final int MISUSE = 21;

    private static final int PERM = 3;
    private static final int ABORT = 4;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int NOMEM = 7;
    private static final int READONLY = 8;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    private static final int CONSTRAINT = 19;
    private static final int MISMATCH = 20;
    private static final int AUTH = 23;
    private static final int RANGE = 25;
    private static final int NOTADB = 26;

    private Errors() {}

    /** The error of JDBC for one of the engine. */
    static SQLException of(SqlvmException error) {
        int code = error.code();
        String message = ResultCode.message(code, error.getMessage());
        return switch (code & 0xff) {
            case CONSTRAINT ->
                new SQLIntegrityConstraintViolationException(
                        message, constraintState(code >> 8), code, error);
            case BUSY, LOCKED -> new SQLTransactionRollbackException(message, "40001", code, error);
            case INTERRUPT -> new SQLException(message, "57014", code, error);
            case READONLY -> new SQLException(message, "25006", code, error);
            case ABORT -> new SQLException(message, "25000", code, error);
            case NOMEM -> new SQLException(message, "53200", code, error);
            case FULL -> new SQLException(message, "53100", code, error);
            case IOERR -> new SQLException(message, "58030", code, error);
            case CORRUPT, NOTADB -> new SQLException(message, "XX001", code, error);
            case CANTOPEN -> new SQLNonTransientConnectionException(message, "08001", code, error);
            case PERM, AUTH ->
                new SQLInvalidAuthorizationSpecException(message, "28000", code, error);
            case TOOBIG -> new SQLDataException(message, "22001", code, error);
            case MISMATCH -> new SQLDataException(message, "22018", code, error);
            case RANGE -> new SQLException(message, "07009", code, error);
            case MISUSE -> new SQLException(message, "08003", code, error);
            case ERROR -> statementError(message, error);
            default -> new SQLException(message, "HY000", code, error);
        };
    }

    /** @param kind the extended half of SQLITE_CONSTRAINT_… */
    private static String constraintState(int kind) {
        return switch (kind) {
            case 1 -> "23514"; // CHECK
            case 3 -> "23503"; // FOREIGNKEY
            case 5 -> "23502"; // NOTNULL
            case 6, 8, 10 -> "23505"; // PRIMARYKEY, UNIQUE, ROWID
            default -> "23000";
        };
    }

    /** SQLITE_ERROR is most of all what is wrong with the text of a statement. */
    private static SQLException statementError(String message, SqlvmException error) {
        int code = error.code();
        String lower = error.getMessage().toLowerCase(Locale.ROOT);
        String state = null;
        if (lower.startsWith("no such table") || lower.startsWith("no such view")) {
            state = "42S02";
        } else if (lower.startsWith("no such column") || lower.contains("has no column named")) {
            state = "42S22";
        } else if (lower.startsWith("no such index")) {
            state = "42S12";
        } else if (lower.startsWith("table ") && lower.endsWith("already exists")) {
            state = "42S01";
        } else if (lower.startsWith("index ") && lower.endsWith("already exists")) {
            state = "42S11";
        } else if (lower.startsWith("duplicate column name")) {
            state = "42S21";
        } else if (error.position() >= 0
                || lower.contains("syntax error")
                || lower.equals("incomplete input")) {
            state = "42000";
        }
        return state == null
                ? new SQLException(message, "HY000", code, error)
                : new SQLSyntaxErrorException(message, state, code, error);
    }

    static SQLFeatureNotSupportedException notSupported(String what) {
        return new SQLFeatureNotSupportedException(what + " is not supported by SQLite", "0A000");
    }

    /** @param what what is closed: a connection, statement or result set */
    static SQLException closed(String what) {
        return new SQLException("the " + what + " is closed", "08003", MISUSE);
    }

    /** An argument that means nothing. */
    static SQLException invalid(String message) {
        return new SQLException(message, "HY024", MISUSE);
    }

    /** A value that is not one of the type asked for. */
    static SQLDataException badValue(String value, String type, Throwable cause) {
        return new SQLDataException(
                "Bad value for type " + type + " : " + value, "22018", MISMATCH, cause);
    }

    static SQLDataException outOfRange(Object value, String type) {
        return new SQLDataException(value + " is out of range of " + type, "22003", MISMATCH);
    }
}
