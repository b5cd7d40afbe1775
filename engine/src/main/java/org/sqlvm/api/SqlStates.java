package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * The SQLStates of errors: those of the SQL standard if there is one, else those that other
 * databases use.
 */
final class SqlStates {
    /** Primary result codes (sqlite.org/rescode.html). */
    private static final int ERROR = 1;

    private static final int PERM = 3;
    private static final int ABORT = 4;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int NOMEM = 7;
    private static final int READONLY = 8;
    private static final int INTERRUPT = 9;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    private static final int CONSTRAINT = 19;
    private static final int MISMATCH = 20;
    private static final int MISUSE = 21;
    private static final int AUTH = 23;
    private static final int RANGE = 25;
    private static final int NOTADB = 26;

    private static final String GENERAL = "HY000";

    private SqlStates() {}

    /** @param code a primary or extended result code */
    static String of(int code, @Nullable String message, int position) {
        return switch (code & 0xff) {
            case CONSTRAINT -> ofConstraint(code >> 8);
            case BUSY, LOCKED -> "40001";
            case INTERRUPT -> "57014";
            case READONLY -> "25006";
            case ABORT -> "25000";
            case NOMEM -> "53200";
            case FULL -> "53100";
            case IOERR -> "58030";
            case CORRUPT, NOTADB -> "XX001";
            case CANTOPEN -> "08001";
            case PERM, AUTH -> "28000";
            case TOOBIG -> "22001";
            case MISMATCH -> "22018";
            case RANGE -> "07009";
            case MISUSE -> "08003";
            case ERROR -> ofStatement(message == null ? "" : message, position);
            default -> GENERAL;
        };
    }

    /** @param kind the extended half of SQLITE_CONSTRAINT_… */
    private static String ofConstraint(int kind) {
        return switch (kind) {
            case 1 -> "23514"; // CHECK
            case 3 -> "23503"; // FOREIGNKEY
            case 5 -> "23502"; // NOTNULL
            case 6, 8, 10 -> "23505"; // PRIMARYKEY, UNIQUE, ROWID
            default -> "23000";
        };
    }

    /**
     * Returns the SQLState of an SQLITE_ERROR, which in most cases is an error in the statement's
     * text.
     */
    private static String ofStatement(String message, int position) {
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.startsWith("no such table") || lower.startsWith("no such view")) {
            return "42S02";
        }
        if (lower.startsWith("no such column") || lower.contains("has no column named")) {
            return "42S22";
        }
        if (lower.startsWith("no such index")) {
            return "42S12";
        }
        if (lower.startsWith("table ") && lower.endsWith("already exists")) {
            return "42S01";
        }
        if (lower.startsWith("index ") && lower.endsWith("already exists")) {
            return "42S11";
        }
        if (lower.startsWith("duplicate column name")) {
            return "42S21";
        }
        boolean isSyntax =
                position >= 0 || lower.contains("syntax error") || lower.equals("incomplete input");
        return isSyntax ? "42000" : GENERAL;
    }
}
