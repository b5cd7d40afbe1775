package org.sqlvm.jdbc;

import org.sqlvm.api.text.StatementKind;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The relation of a statement to the transaction that the driver manages. */
enum TransactionPart {
    /** Runs in the transaction, and begins it if necessary. */
    WORK,
    /** Begins or ends a transaction itself. */
    BOUNDARY,
    /** Needs no transaction; some of these cannot run in one. */
    SETTING;

    private static final Pattern NOT_WORD = Pattern.compile("\\W+");

    /** The PRAGMAs whose changes a rollback undoes. */
    private static final Set<String> STORED =
            Set.of("user_version", "application_id", "schema_version", "incremental_vacuum");

    static TransactionPart of(StatementKind kind, String sql) {
        return switch (kind) {
            case BEGIN, COMMIT, ROLLBACK, RELEASE -> BOUNDARY;
            case EMPTY, VACUUM, ATTACH, DETACH -> SETTING;
            case PRAGMA -> isStored(sql) ? WORK : SETTING;
            default -> WORK;
        };
    }

    private static boolean isStored(String sql) {
        return NOT_WORD.splitAsStream(sql.toLowerCase(Locale.ROOT)).anyMatch(STORED::contains);
    }
}
