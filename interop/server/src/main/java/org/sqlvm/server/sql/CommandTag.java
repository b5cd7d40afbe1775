package org.sqlvm.server.sql;

/** The tags that say which statement is complete, such as {@code INSERT 0 1}. */
public final class CommandTag {
    private CommandTag() {}

    /**
     * Of the statement that begins at {@code start}.
     *
     * @param start where it begins
     * @return its first words, without a count
     */
    public static String of(String text, int start) {
        SqlTokens tokens = new SqlTokens(text, start).next();
        String word = tokens.word();
        return switch (word) {
            case "VALUES" -> "SELECT";
            case "REPLACE" -> "INSERT";
            case "WITH" -> behindWith(tokens);
            case "CREATE", "DROP", "ALTER" -> word + " " + object(tokens.next());
            default -> word;
        };
    }

    private static String behindWith(SqlTokens tokens) {
        int depth = 0;
        while (tokens.next().kind() != SqlTokens.Kind.END) {
            if (tokens.isSymbol('(')) {
                depth++;
            } else if (tokens.isSymbol(')')) {
                depth--;
            } else if (depth == 0) {
                switch (tokens.word()) {
                    case "SELECT", "VALUES" -> {
                        return "SELECT";
                    }
                    case "INSERT", "REPLACE" -> {
                        return "INSERT";
                    }
                    case "UPDATE", "DELETE" -> {
                        return tokens.word();
                    }
                    default -> {}
                }
            }
        }
        return "SELECT";
    }

    /** What is created, behind words such as TEMP and UNIQUE. */
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
