package org.sqlvm.shell;

/**
 * Whether a text ends a statement, as sqlite3_complete decides it: the last token is a semicolon,
 * and if the statement is a CREATE TRIGGER it is the one after END.
 */
final class Completeness {
    // Token classes, the columns of NEXT.
    private static final int SEMICOLON = 0;
    private static final int SPACE = 1;
    private static final int OTHER = 2;
    private static final int EXPLAIN = 3;
    private static final int CREATE = 4;
    private static final int TEMP = 5;
    private static final int TRIGGER = 6;
    private static final int END = 7;

    /** The state after at least one statement has ended. */
    private static final int COMPLETE = 1;

    /** NEXT[state][token]. */
    private static final byte[][] NEXT = {
        /* nothing yet */ {1, 0, 2, 3, 4, 2, 2, 2},
        /* complete */ {1, 1, 2, 3, 4, 2, 2, 2},
        /* in a statement */ {1, 2, 2, 2, 2, 2, 2, 2},
        /* EXPLAIN */ {1, 3, 3, 2, 4, 2, 2, 2},
        /* CREATE */ {1, 4, 2, 2, 2, 4, 5, 2},
        /* in a trigger */ {6, 5, 5, 5, 5, 5, 5, 5},
        /* ; in a trigger */ {6, 6, 5, 5, 5, 5, 5, 7},
        /* ;END of a trigger */ {1, 7, 5, 5, 5, 5, 5, 5},
    };

    private Completeness() {}

    static boolean isComplete(CharSequence sql) {
        int state = 0;
        int length = sql.length();
        int i = 0;
        while (i < length) {
            char c = sql.charAt(i);
            int end = i + 1;
            int token = OTHER;
            if (c == ';') {
                token = SEMICOLON;
            } else if (isSpace(c)) {
                token = SPACE;
            } else if (c == '/' && charAt(sql, i + 1) == '*') {
                end = afterComment(sql, i + 2);
                if (end < 0) {
                    return false;
                }
                token = SPACE;
            } else if (c == '-' && charAt(sql, i + 1) == '-') {
                end = indexOf(sql, '\n', i);
                if (end < 0) {
                    return state == COMPLETE;
                }
                end++;
                token = SPACE;
            } else if (c == '[' || c == '`' || c == '"' || c == '\'') {
                end = indexOf(sql, c == '[' ? ']' : c, i + 1) + 1;
                if (end == 0) {
                    return false;
                }
            } else if (isName(c)) {
                while (end < length && isName(sql.charAt(end))) {
                    end++;
                }
                token = keyword(sql, i, end);
            }
            state = NEXT[state][token];
            i = end;
        }
        return state == COMPLETE;
    }

    private static int keyword(CharSequence sql, int start, int end) {
        return switch (end - start) {
            case 3 -> is("end", sql, start) ? END : OTHER;
            case 4 -> is("temp", sql, start) ? TEMP : OTHER;
            case 6 -> is("create", sql, start) ? CREATE : OTHER;
            case 7 ->
                is("trigger", sql, start) ? TRIGGER : is("explain", sql, start) ? EXPLAIN : OTHER;
            case 9 -> is("temporary", sql, start) ? TEMP : OTHER;
            default -> OTHER;
        };
    }

    private static boolean is(String word, CharSequence sql, int start) {
        for (int i = 0; i < word.length(); i++) {
            if ((sql.charAt(start + i) | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int afterComment(CharSequence sql, int from) {
        for (int i = from; i + 1 < sql.length(); i++) {
            if (sql.charAt(i) == '*' && sql.charAt(i + 1) == '/') {
                return i + 2;
            }
        }
        return -1;
    }

    private static int indexOf(CharSequence text, char c, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == c) {
                return i;
            }
        }
        return -1;
    }

    private static char charAt(CharSequence text, int index) {
        return index < text.length() ? text.charAt(index) : 0;
    }

    /** White space of SQL: no vertical tab. */
    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    }

    private static boolean isName(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || c >= 0x80;
    }
}
