package org.sqlvm.engine.sql;

/** Names as SQLite writes them into statements that it makes itself. */
public final class Identifiers {
    private Identifiers() {}

    /** {@code name} in double quotes. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /**
     * Returns the name that SQLite reads from a text. If the text begins with a quote, that is the
     * text up to the next one.
     */
    public static String unquoted(String text) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        if ("'\"`[".indexOf(first) < 0) {
            return text;
        }
        char last = first == '[' ? ']' : first;
        StringBuilder name = new StringBuilder();
        for (int i = 1; i < text.length(); i++) {
            if (text.charAt(i) == last) {
                if (i + 1 == text.length() || text.charAt(i + 1) != last) {
                    break;
                }
                i++;
            }
            name.append(text.charAt(i));
        }
        return name.toString();
    }

    /** {@code text} as a string literal. */
    public static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /** Returns {@code name}, in double quotes only if it needs them. */
    public static String quotedIfNeeded(String name) {
        boolean plain = !name.isEmpty() && !isDigit(name.charAt(0));
        for (int i = 0; i < name.length() && plain; i++) {
            char c = name.charAt(i);
            plain = isDigit(c) || c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        }
        return plain && TokenKind.ofWord(name) == TokenKind.ID ? name : quoted(name);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
