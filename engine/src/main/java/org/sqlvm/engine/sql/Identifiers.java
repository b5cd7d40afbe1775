package org.sqlvm.engine.sql;

/** Names as SQLite writes them into statements that it makes itself. */
public final class Identifiers {
    private Identifiers() {}

    /** {@code name} in double quotes. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** {@code text} as a string literal. */
    public static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /** {@code name}, in double quotes only if it could not stand without. */
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
