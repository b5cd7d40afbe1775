package org.sqlvm.engine.sql;

/**
 * Whether a text ends with a complete statement: SQLite's state machine of sqlite3_complete, which
 * knows no grammar but strings, comments, and that a trigger ends with {@code ;END;}.
 */
final class CompleteStatement {
    private static final int INVALID = 0;
    private static final int START = 1;
    private static final int NORMAL = 2;
    private static final int EXPLAIN = 3;
    private static final int CREATE = 4;
    private static final int TRIGGER = 5;
    private static final int SEMI = 6;
    private static final int END = 7;

    /** By state and word: SEMI, space, other, EXPLAIN, CREATE, TEMP, TRIGGER, END. */
    private static final int[][] NEXT = {
        {START, INVALID, NORMAL, EXPLAIN, CREATE, NORMAL, NORMAL, NORMAL},
        {START, START, NORMAL, EXPLAIN, CREATE, NORMAL, NORMAL, NORMAL},
        {START, NORMAL, NORMAL, NORMAL, NORMAL, NORMAL, NORMAL, NORMAL},
        {START, EXPLAIN, EXPLAIN, NORMAL, CREATE, NORMAL, NORMAL, NORMAL},
        {START, CREATE, NORMAL, NORMAL, NORMAL, CREATE, TRIGGER, NORMAL},
        {SEMI, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER},
        {SEMI, SEMI, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER, END},
        {START, END, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER},
    };

    private CompleteStatement() {}

    static boolean isComplete(String sql) {
        int state = INVALID;
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            int end = i + 1;
            int word;
            if (c == ';') {
                word = 0;
            } else if (Lexer.isSpace(c)) {
                word = 1;
            } else if (sql.startsWith("/*", i)) {
                int close = sql.indexOf("*/", i + 2);
                if (close < 0) {
                    return false;
                }
                end = close + 2;
                word = 1;
            } else if (sql.startsWith("--", i)) {
                int close = sql.indexOf('\n', i);
                if (close < 0) {
                    return state == START;
                }
                end = close + 1;
                word = 1;
            } else if (c == '[' || c == '`' || c == '"' || c == '\'') {
                int close = sql.indexOf(c == '[' ? ']' : c, i + 1);
                if (close < 0) {
                    return false;
                }
                end = close + 1;
                word = 2;
            } else if (Lexer.isIdentifierPart(c)) {
                while (end < sql.length() && Lexer.isIdentifierPart(sql.charAt(end))) {
                    end++;
                }
                word = wordOf(sql.substring(i, end));
            } else {
                word = 2;
            }
            state = NEXT[state][word];
            i = end;
        }
        return state == START;
    }

    private static int wordOf(String word) {
        return switch (TokenKind.ofWord(word)) {
            case EXPLAIN -> 3;
            case CREATE -> 4;
            case TEMP -> 5;
            case TRIGGER -> 6;
            case END -> 7;
            default -> 2;
        };
    }
}
