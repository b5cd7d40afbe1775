package org.sqlvm.engine.data;

/**
 * Classes of bytes as SQLite sees them: only ASCII has letters, digits and white space, in every
 * locale.
 */
public final class Ascii {
    private Ascii() {}

    /** 'A' to 'Z' become 'a' to 'z'; anything else stays. */
    public static int toLower(int character) {
        return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
    }

    /** 'a' to 'z' become 'A' to 'Z'; anything else stays. */
    public static int toUpper(int character) {
        return character >= 'a' && character <= 'z' ? character - ('a' - 'A') : character;
    }

    /** The text with every letter of ASCII as a capital. */
    public static String toUpper(String text) {
        char[] letters = text.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) toUpper(letters[i]);
        }
        return new String(letters);
    }

    public static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    /** Space, tab, line feed, vertical tab, form feed, carriage return. */
    public static boolean isSpace(int character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }

    /** The value of a hexadecimal digit, or -1. */
    public static int hexValue(int character) {
        if (character >= '0' && character <= '9') {
            return character - '0';
        }
        int lower = character | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}
