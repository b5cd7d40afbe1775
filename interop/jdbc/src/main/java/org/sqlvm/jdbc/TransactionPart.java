package org.sqlvm.jdbc;

import org.sqlvm.api.text.StatementKind;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a statement is to the transaction that the driver keeps. */
enum TransactionPart {
    /** Belongs into the transaction, which begins with it. */
    WORK,
    /** Ends it, or begins one itself. */
    BOUNDARY,
    /** Belongs to none, and some of these can be in none. */
    SETTING;

    private static final Pattern NOT_WORD = Pattern.compile("\\W+");

    /** PRAGMAs that change what a rollback brings back. */
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
