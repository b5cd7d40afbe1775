package org.sqlvm.server.sql;

import org.sqlvm.api.text.StatementKind;

/** The tags that say which statement is complete, such as {@code INSERT 0 1}. */
public final class CommandTag {
    private CommandTag() {}

    /**
     * Returns the tag of a statement, without a count: its first words.
     *
     * @param start the index at which the statement begins
     * @return its first words, without a count
     */
    public static String of(String text, int start) {
        SqlTokens tokens = new SqlTokens(text, start).next();
        String word = tokens.word();
        return switch (word) {
            case "WITH" -> behindWith(tokens);
            case "CREATE", "DROP", "ALTER" -> word + " " + object(tokens.next());
            default -> ofWord(word);
        };
    }

    private static String ofWord(String word) {
        return switch (StatementKind.ofWord(word)) {
            case QUERY -> "SELECT";
            case INSERT -> "INSERT";
            default -> word;
        };
    }

    /** As {@link StatementKind#of} does, with PostgreSQL's tokens. */
    private static String behindWith(SqlTokens tokens) {
        int depth = 0;
        boolean closed = false;
        while (tokens.next().kind() != SqlTokens.Kind.END) {
            boolean goesOn = tokens.isWord("AS") || tokens.isSymbol(',');
            if (closed && !goesOn) {
                boolean isOther = StatementKind.ofWord(tokens.word()) == StatementKind.OTHER;
                return isOther ? "SELECT" : ofWord(tokens.word());
            }
            depth += tokens.isSymbol('(') ? 1 : tokens.isSymbol(')') ? -1 : 0;
            closed = depth == 0 && tokens.isSymbol(')');
        }
        return "SELECT";
    }

    /** Returns the kind of the object, after words such as TEMP and UNIQUE. */
    private static String object(SqlTokens tokens) {
        while (true) {
            switch (tokens.word()) {
                case "TEMP", "TEMPORARY", "UNIQUE", "VIRTUAL", "OR", "REPLACE" -> tokens.next();
                default -> {
                    return tokens.word();
                }
            }
        }
    }

    /** With the count that belongs to it. */
    public static String withCount(String tag, long count) {
        return switch (tag) {
            case "INSERT" -> "INSERT 0 " + count;
            case "SELECT", "UPDATE", "DELETE", "FETCH", "MOVE", "COPY" -> tag + " " + count;
            default -> tag;
        };
    }
}
