package org.sqlvm.jdbc;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the driver itself must know of a statement's text: how it begins. */
final class SqlText {
    /** What a statement is to the transaction that the driver keeps. */
    enum Kind {
        /** Belongs into the transaction, which begins with it. */
        WORK,
        /** Ends it, or begins one itself. */
        BOUNDARY,
        /** Belongs to none, and some of these can be in none. */
        SETTING
    }

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern RETURNING =
            Pattern.compile("\\bRETURNING\\b", Pattern.CASE_INSENSITIVE);

    /** PRAGMAs that change what a rollback brings back. */
    private static final Set<String> STORED =
            Set.of("user_version", "application_id", "schema_version", "incremental_vacuum");

    private SqlText() {}

    /** Behind blanks, comments, and the semicolons of empty statements. */
    private static int wordStart(String sql) {
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (c <= ' ' || c == ';' || c == BYTE_ORDER_MARK) {
                i++;
            } else if (sql.startsWith("--", i)) {
                int end = sql.indexOf('\n', i);
                i = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", i)) {
                int end = sql.indexOf("*/", i + 2);
                i = end < 0 ? sql.length() : end + 2;
            } else {
                break;
            }
        }
        return i;
    }

    /** The first word in capitals; empty if there is none. */
    static String firstWord(String sql) {
        int start = wordStart(sql);
        int end = start;
        while (end < sql.length() && isWordPart(sql.charAt(end))) {
            end++;
        }
        return sql.substring(start, end).toUpperCase(Locale.ROOT);
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_';
    }

    /** Whether a text begins with a word, in any case of its letters. */
    static boolean beginsWith(String sql, String word) {
        int start = wordStart(sql);
        return sql.regionMatches(true, start, word, 0, word.length());
    }

    static Kind kind(String sql) {
        return switch (firstWord(sql)) {
            case "BEGIN", "COMMIT", "END", "ROLLBACK", "RELEASE" -> Kind.BOUNDARY;
            case "PRAGMA" -> isStored(sql) ? Kind.WORK : Kind.SETTING;
            case "VACUUM", "ATTACH", "DETACH", "BACKUP", "RESTORE", "" -> Kind.SETTING;
            default -> Kind.WORK;
        };
    }

    private static boolean isStored(String sql) {
        Matcher word = WORD.matcher(sql);
        while (word.find()) {
            if (STORED.contains(word.group().toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    /** Whether it may insert rows. */
    static boolean inserts(String sql) {
        String word = firstWord(sql);
        return word.equals("INSERT") || word.equals("REPLACE") || word.equals("WITH");
    }

    /** Whether it only asks: running it for a count of changes is a mistake. */
    static boolean onlyAsks(String sql) {
        String word = firstWord(sql);
        return word.equals("SELECT") || word.equals("VALUES");
    }

    static boolean hasReturning(String sql) {
        return RETURNING.matcher(sql).find();
    }

    /** As a name in SQL that is nothing but a name. */
    static String quoted(String name) {
        return name.indexOf(']') < 0 ? "[" + name + "]" : "`" + name.replace("`", "``") + "`";
    }
}
