package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Ascii;

/**
 * Reads the words of arguments, as fts5 splits them: white space is a space, and a word is a
 * bareword or stands in quotes.
 */
final class ConfigWords {
    /** The position of {@link #skipLiteral} and others where there is none. */
    static final int NONE = -1;

    private static final char SUBSTITUTE = 0x1A;

    private final String text;
    private int position;
    private boolean quoted;

    ConfigWords(String text) {
        this.text = text;
    }

    static boolean isBareword(char c) {
        return Ascii.isDigit(c)
                || (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || c == '_'
                || c == SUBSTITUTE
                || c >= 0x80;
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '[' || c == '`';
    }

    boolean atEnd() {
        return position >= text.length();
    }

    void skipSpaces() {
        position = skipSpaces(text, position);
    }

    static int skipSpaces(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    /** Skips a character if it comes next. */
    boolean skip(char wanted) {
        boolean found = !atEnd() && text.charAt(position) == wanted;
        position += found ? 1 : 0;
        return found;
    }

    /** Whether the last word stood in quotes. */
    boolean wasQuoted() {
        return quoted;
    }

    /** The next word, without quotes; null if there is none. */
    String word() {
        quoted = !atEnd() && isQuote(text.charAt(position));
        return quoted ? quotedWord() : bareword();
    }

    private String bareword() {
        int end = skipBareword(text, position);
        if (end == NONE) {
            return null;
        }
        String word = text.substring(position, end);
        position = end;
        return word;
    }

    /** A word whose last quote is missing ends with the text. */
    private String quotedWord() {
        char quote = text.charAt(position) == '[' ? ']' : text.charAt(position);
        StringBuilder word = new StringBuilder();
        position++;
        while (!atEnd()) {
            char c = text.charAt(position++);
            if (c == quote && !skip(quote)) {
                break;
            }
            word.append(c);
        }
        return word.toString();
    }

    /** The end of a bareword, or {@link #NONE}. */
    static int skipBareword(String text, int from) {
        int at = from;
        while (at < text.length() && isBareword(text.charAt(at))) {
            at++;
        }
        return at == from ? NONE : at;
    }

    /** The end of an SQL literal, or {@link #NONE}. */
    static int skipLiteral(String text, int from) {
        char first = from < text.length() ? text.charAt(from) : 0;
        return switch (first) {
            case 'n', 'N' -> text.regionMatches(true, from, "null", 0, 4) ? from + 4 : NONE;
            case 'x', 'X' -> skipBlob(text, from);
            case '\'' -> skipText(text, from);
            default -> skipNumber(text, from);
        };
    }

    private static int skipBlob(String text, int from) {
        int at = from + 1;
        if (at >= text.length() || text.charAt(at) != '\'') {
            return NONE;
        }
        at++;
        while (at < text.length() && Ascii.hexValue(text.charAt(at)) >= 0) {
            at++;
        }
        boolean closed = at < text.length() && text.charAt(at) == '\'';
        return closed && (at - from) % 2 == 0 ? at + 1 : NONE;
    }

    private static int skipText(String text, int from) {
        int at = from + 1;
        while (at < text.length()) {
            if (text.charAt(at) == '\'') {
                at++;
                if (at >= text.length() || text.charAt(at) != '\'') {
                    return at;
                }
            }
            at++;
        }
        return NONE;
    }

    private static int skipNumber(String text, int from) {
        int at = from;
        if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            at++;
        }
        at = skipDigits(text, at);
        boolean fraction = at + 1 < text.length()
                && text.charAt(at) == '.'
                && Ascii.isDigit(text.charAt(at + 1));
        if (fraction) {
            at = skipDigits(text, at + 2);
        }
        return at == from ? NONE : at;
    }

    private static int skipDigits(String text, int from) {
        int at = from;
        while (at < text.length() && Ascii.isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
