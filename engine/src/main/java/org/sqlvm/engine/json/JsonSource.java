package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Bytes;

/**
 * The text that {@link JsonParser} reads: UTF-8 that ends at its first NUL, with the white space,
 * comments and words of JSON5.
 */
final class JsonSource {
    private final byte[] text;
    private final int start;
    private final int length;

    JsonSource(Bytes text) {
        this.text = text.array;
        this.start = text.offset;
        this.length = text.length;
    }

    int length() {
        return length;
    }

    /** The byte at an offset; 0 at the end. */
    int at(int i) {
        return i < length ? text[start + i] & 0xff : 0;
    }

    /** Copies the text between two offsets. */
    void copy(int from, int to, byte[] target, int targetOffset) {
        System.arraycopy(text, start + from, target, targetOffset, to - from);
    }

    /** The offset behind the white space of plain JSON. */
    int skipSpace(int from) {
        int i = from;
        while (Characters.isSpace(at(i))) {
            i++;
        }
        return i;
    }

    /** Whether there is {@code \}{@code u} with four digits. */
    boolean isEscape(int i) {
        return at(i) == '\\' && at(i + 1) == 'u' && hasHex(i + 2, 4);
    }

    boolean hasHex(int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (!Characters.isHex(at(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text at {@code from} begins with these lower-case letters, in any case. */
    boolean startsWith(int from, String letters) {
        for (int i = 0; i < letters.length(); i++) {
            if (Ascii.toLower(at(from + i)) != letters.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the text at {@code from} has exactly these letters, and no letter or digit behind
     * them.
     */
    boolean isWord(int from, String letters) {
        for (int i = 0; i < letters.length(); i++) {
            if (at(from + i) != letters.charAt(i)) {
                return false;
            }
        }
        return !Characters.isLetterOrDigit(at(from + letters.length()));
    }

    /** The offset behind the word, in any case; -1 if it is not there. */
    int extendedWord(int from, String name) {
        int behind = from + name.length();
        boolean there = startsWith(from, name) && !Characters.isLetterOrDigit(at(behind));
        return there ? behind : -1;
    }

    /** The offset behind the white space and comments of JSON5. */
    int skipExtendedSpace(int from) {
        int i = from;
        while (true) {
            int behind = at(i) == '/' ? comment(i) : i + spaceLength(i);
            if (behind == i) {
                return i;
            }
            i = behind;
        }
    }

    /** Bytes of the white space character at {@code i}; 0 if it is none. */
    private int spaceLength(int i) {
        int second = at(i + 1);
        int third = at(i + 2);
        return switch (at(i)) {
            case ' ', '\t', '\n', 0x0b, 0x0c, '\r' -> 1;
            case 0xc2 -> second == 0xa0 ? 2 : 0; // No-break space.
            case 0xe1 -> second == 0x9a && third == 0x80 ? 3 : 0; // Ogham space mark.
            case 0xe2 -> {
                // Quads and spaces of many widths, line and paragraph separator.
                boolean general = second == 0x80
                        && ((third >= 0x80 && third <= 0x8a)
                                || third == 0xa8
                                || third == 0xa9
                                || third == 0xaf);
                yield general || (second == 0x81 && third == 0x9f) ? 3 : 0;
            }
            case 0xe3 -> second == 0x80 && third == 0x80 ? 3 : 0; // Ideographic space.
            case 0xef -> second == 0xbb && third == 0xbf ? 3 : 0; // Byte order mark.
            default -> 0;
        };
    }

    /** The offset behind a comment; {@code from} if there is none or it does not end. */
    private int comment(int from) {
        if (at(from + 1) == '*' && at(from + 2) != 0) {
            int i = from + 3;
            while (at(i) != '/' || at(i - 1) != '*') {
                if (at(i) == 0) {
                    return from;
                }
                i++;
            }
            return i + 1;
        }
        if (at(from + 1) != '/') {
            return from;
        }
        int i = from + 2;
        while (at(i) != 0) {
            int c = at(i);
            if (c == '\n' || c == '\r') {
                return i + 1;
            }
            if (c == 0xe2 && at(i + 1) == 0x80 && (at(i + 2) == 0xa8 || at(i + 2) == 0xa9)) {
                return i + 3;
            }
            i++;
        }
        return i;
    }
}
