package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Text;

/** Reads the payload of a string character by character, its escapes decoded. */
final class Escapes {
    /** An escape that means no character. */
    static final int INVALID = 0x99999;

    private final byte[] array;
    private final int offset;
    private final int length;
    private int position;

    Escapes(Text payload) {
        array = payload.array;
        offset = payload.offset;
        length = payload.length;
    }

    /** Bytes read so far. */
    int position() {
        return position;
    }

    boolean atEnd() {
        return position >= length;
    }

    /** Whether an escape comes next. */
    boolean atEscape() {
        return at(position) == '\\';
    }

    private int at(int i) {
        return i < length ? array[offset + i] & 0xff : 0;
    }

    /** Returns the next raw byte. */
    int nextByte() {
        return at(position++);
    }

    /** The next character: decoded from UTF-8 or an escape, or {@link #INVALID}. */
    int next() {
        return atEscape() ? escape() : nextUnescaped();
    }

    /** The next character of UTF-8; a backslash is one. */
    int nextUnescaped() {
        return at(position) < 0xc0 ? nextByte() : utf8();
    }

    private int utf8() {
        int first = nextByte();
        int bits = first < 0xe0 ? first & 0x1f : first < 0xf0 ? first & 0x0f : first & 7;
        for (int i = 1; i < 4 && (at(position) & 0xc0) == 0x80; i++) {
            bits = bits << 6 | (nextByte() & 0x3f);
        }
        return bits;
    }

    private int invalid(int to) {
        position = to;
        return INVALID;
    }

    private int escape() {
        int from = position;
        int left = length - from;
        if (left < 2) {
            return invalid(length);
        }
        position = from + 2;
        int kind = at(from + 1);
        switch (kind) {
            case 'u' -> {
                return left < 6 ? invalid(length) : unicode(from);
            }
            case 'b' -> {
                return '\b';
            }
            case 'f' -> {
                return '\f';
            }
            case 'n' -> {
                return '\n';
            }
            case 'r' -> {
                return '\r';
            }
            case 't' -> {
                return '\t';
            }
            case 'v' -> {
                return 0x0b;
            }
            case '0' -> {
                return Ascii.isDigit(at(from + 2)) ? INVALID : 0;
            }
            case '\'', '"', '/', '\\' -> {
                return kind;
            }
            case 'x' -> {
                return left < 4 ? invalid(length) : hexadecimal(from);
            }
            case 0xe2, '\r', '\n' -> {
                return afterNewlines(from);
            }
            default -> {
                return INVALID;
            }
        }
    }

    private int hexadecimal(int from) {
        position = from + 4;
        return digits(from + 2, 2);
    }

    private int unicode(int from) {
        int unit = digits(from + 2, 4);
        position = from + 6;
        if ((unit & 0xfc00) == 0xd800
                && length - from >= 12
                && at(from + 6) == '\\'
                && at(from + 7) == 'u') {
            int low = digits(from + 8, 4);
            if ((low & 0xfc00) == 0xdc00) {
                position = from + 12;
                return ((unit & 0x3ff) << 10) + (low & 0x3ff) + 0x10000;
            }
        }
        return unit;
    }

    /** The number that hexadecimal digits make; other characters count as some digit. */
    private int digits(int from, int count) {
        int number = 0;
        for (int i = from; i < from + count; i++) {
            int c = at(i);
            number = number << 4 | ((c + 9 * (c >> 6 & 1)) & 0xf);
        }
        return number;
    }

    /** Skips escaped line ends: the character is the one behind them. */
    private int afterNewlines(int from) {
        int i = from;
        while (i + 1 < length && at(i) == '\\') {
            int c = at(i + 1);
            if (c == '\n') {
                i += 2;
            } else if (c == '\r') {
                i += at(i + 2) == '\n' ? 3 : 2;
            } else if (isSeparator(i + 1)) {
                i += 4;
            } else {
                break;
            }
        }
        if (i == from) {
            return invalid(length);
        }
        position = i;
        if (i >= length) {
            return 0;
        }
        return next();
    }

    /** U+2028 or U+2029. */
    private boolean isSeparator(int i) {
        return at(i) == 0xe2 && at(i + 1) == 0x80 && (at(i + 2) == 0xa8 || at(i + 2) == 0xa9);
    }
}
