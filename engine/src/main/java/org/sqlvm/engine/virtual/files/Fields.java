package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;

/** Values in texts of files. */
final class Fields {
    /** Integers of at most this many digits are exact as reals. */
    private static final int EXACT_DIGITS = 15;

    /** So are these powers of ten: a division of the two rounds once, as it should. */
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    /** Digits that fit into a long in any case. */
    private static final int LONG_DIGITS = 18;

    private static final long HIGH_BITS = Utf8.ONES << 7;

    private Fields() {}

    /** Where a byte first stands; {@code to} if it does not. */
    static int find(int wanted, byte[] bytes, int from, int to) {
        long all = Utf8.ONES * wanted;
        int at = from;
        while (at + Long.BYTES <= to
                && Utf8.zeroBytes((long) Utf8.EIGHT_BYTES.get(bytes, at) ^ all) == 0) {
            at += Long.BYTES;
        }
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Whether bytes are characters of UTF-8. */
    static boolean isUtf8(byte[] bytes, int from, int to) {
        int at = from;
        // An optimization: most texts are ASCII, of which eight bytes are looked at at once.
        while (at + Long.BYTES <= to && ((long) Utf8.EIGHT_BYTES.get(bytes, at) & HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        while (at < to) {
            int size = characterSize(bytes, at, to);
            if (size == 0) {
                return false;
            }
            at += size;
        }
        return true;
    }

    /** How many bytes the character at {@code at} has; 0 if it is none. */
    private static int characterSize(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        if (lead < 0x80) {
            return 1;
        }
        int size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (lead < 0xC2 || lead > 0xF4 || at + size > to) {
            return 0;
        }
        for (int i = 1; i < size; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xFF;
        boolean tooLong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
        boolean surrogate = lead == 0xED && second >= 0xA0;
        boolean tooLarge = lead == 0xF4 && second >= 0x90;
        return tooLong || surrogate || tooLarge ? 0 : size;
    }

    /** The integer that a text is, or null. Spaces around it do not count. */
    static Long integer(byte[] bytes, int from, int to) {
        int start = afterSpaces(bytes, from, to);
        int end = beforeSpaces(bytes, start, to);
        boolean negative = start < end && bytes[start] == '-';
        int at = negative ? start + 1 : start;
        if (at == end || end - at > LONG_DIGITS) {
            return end - at > LONG_DIGITS ? longInteger(bytes, start, end) : null;
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return null;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    private static Long longInteger(byte[] bytes, int from, int to) {
        for (int i = bytes[from] == '-' ? from + 1 : from; i < to; i++) {
            if (!Ascii.isDigit(bytes[i])) {
                return null;
            }
        }
        try {
            return Long.parseLong(new Text(bytes, from, to - from).toString());
        } catch (NumberFormatException _) {
            return null;
        }
    }

    /** The number that a text is, as a real; NaN if it is none. */
    static double real(byte[] bytes, int from, int to) {
        int start = afterSpaces(bytes, from, to);
        int end = beforeSpaces(bytes, start, to);
        if (start == end) {
            return Double.NaN;
        }
        boolean negative = bytes[start] == '-';
        int at = negative ? start + 1 : start;
        if (end - at <= EXACT_DIGITS + 1) {
            long digits = 0;
            int count = 0;
            int point = -1;
            for (; at < end; at++) {
                int c = bytes[at];
                if (c == '.' && point < 0) {
                    point = count;
                } else if (c >= '0' && c <= '9') {
                    digits = digits * 10 + (c - '0');
                    count++;
                } else {
                    break;
                }
            }
            if (at == end && count > 0 && count <= EXACT_DIGITS) {
                double value = point < 0 ? digits : digits / POWERS[count - point];
                return negative ? -value : value;
            }
        }
        return Numbers.wholeDouble(new Text(bytes, start, end - start));
    }

    /** Whether a text has zeros before a number, or the digits of more than 64 bits. */
    static boolean isCode(byte[] bytes, int from, int to) {
        int start = afterSpaces(bytes, from, to);
        int end = beforeSpaces(bytes, start, to);
        if (isPadded(bytes, start, end)) {
            return true;
        }
        return end - start > LONG_DIGITS
                && isDigits(bytes, start, end)
                && integer(bytes, start, end) == null;
    }

    private static boolean isPadded(byte[] bytes, int from, int to) {
        int start = from < to && bytes[from] == '-' ? from + 1 : from;
        return start + 1 < to && bytes[start] == '0' && Ascii.isDigit(bytes[start + 1]);
    }

    /** Whether a text that is an integer is written as a number is: without zeros before it. */
    static boolean isPlainNumber(byte[] bytes, int from, int to) {
        int start = from < to && bytes[from] == '-' ? from + 1 : from;
        return start < to
                && !isPadded(bytes, from, to)
                && (Ascii.isDigit(bytes[start]) || bytes[start] == '.')
                && Ascii.isDigit(bytes[to - 1]);
    }

    /** Whether there is nothing but digits behind a sign. */
    static boolean isDigits(byte[] bytes, int from, int to) {
        for (int i = from < to && bytes[from] == '-' ? from + 1 : from; i < to; i++) {
            if (!Ascii.isDigit(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    static int afterSpaces(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] == ' ') {
            at++;
        }
        return at;
    }

    static int beforeSpaces(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && bytes[at - 1] == ' ') {
            at--;
        }
        return at;
    }
}
