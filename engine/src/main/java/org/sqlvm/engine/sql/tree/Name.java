package org.sqlvm.engine.sql.tree;

/**
 * An identifier, without its quotes.
 *
 * @param text the name, doubled quotes undone; the case is the user's
 * @param quote how it was written: a name in double quotes that names nothing may be a string
 */
public record Name(String text, Quote quote, Span span) implements Node {

    /** How a name was written. */
    public enum Quote {
        NONE,
        /** {@code "x"}. */
        DOUBLE,
        /** {@code 'x'}, which SQLite accepts as a name in many positions. */
        SINGLE,
        /** {@code [x]}. */
        BRACKET,
        /** {@code `x`}. */
        BACKTICK
    }

    /** Whether this is {@code other}: names differ in more than the case of ASCII letters. */
    public boolean matches(String other) {
        return same(text, other);
    }

    /** Whether both are the same name; {@code right} may be null. */
    public static boolean same(String left, String right) {
        int length = left.length();
        if (right == null || length != right.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (lower(left.charAt(i)) != lower(right.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether this is TRUE or FALSE, which are numbers where no column has that name. */
    public boolean isTruth() {
        return quote == Quote.NONE && (matches("true") || matches("false"));
    }

    /** The name in its quotes, as some messages show it. */
    public String written() {
        return switch (quote) {
            case NONE -> text;
            case DOUBLE -> '"' + text.replace("\"", "\"\"") + '"';
            case SINGLE -> "'" + text.replace("'", "''") + "'";
            case BRACKET -> "[" + text + "]";
            case BACKTICK -> "`" + text.replace("`", "``") + "`";
        };
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    @Override
    public String toString() {
        return text;
    }
}
