package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;

/** Classes of bytes in JSON text, which is read as bytes of UTF-8 and ends at a NUL. */
final class Characters {
    private Characters() {}

    /** Space, tab, line feed and carriage return: white space of JSON. */
    static boolean isSpace(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** A byte that stands for itself in a string, whichever quote encloses it. */
    static boolean isPlain(int c) {
        return c >= ' ' && c != '"' && c != '\'' && c != '\\';
    }

    static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isLetterOrDigit(int c) {
        return isLetter(c) || Ascii.isDigit(c);
    }

    /**
     * Whether a label without quotes may begin with it: a letter, {@code _}, {@code $}, beyond
     * ASCII.
     */
    static boolean startsName(int c) {
        return isLetter(c) || c == '_' || c == '$' || c >= 0x80;
    }

    static boolean continuesName(int c) {
        return startsName(c) || Ascii.isDigit(c);
    }

    static boolean isHex(int c) {
        return Ascii.hexValue(c) >= 0;
    }
}
