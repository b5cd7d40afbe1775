package org.sqlvm.engine.data;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 as SQLite reads it: any byte from 0xc0 on begins a character and takes all continuation
 * bytes that follow, however many; a lone continuation byte is a character of its own. Text
 * functions end at a NUL.
 */
public final class Utf8 {
    /** Eight bytes at once, the first of them lowest. */
    public static final VarHandle EIGHT_BYTES = MethodHandles.byteArrayViewVarHandle(
                    long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** A byte times this is that byte eight times. */
    public static final long ONES = 0x0101010101010101L;

    private static final long HIGH_BITS = ONES << 7;
    private static final int REPLACEMENT = 0xfffd;

    /** The bytes that Java writes for half of a surrogate pair, eight times. */
    private static final long QUESTION_MARKS = ONES * '?';

    private Utf8() {}

    /**
     * Returns the UTF-8 bytes of a string.
     *
     * @throws SqlException if the string has an unpaired surrogate, which has no bytes
     */
    public static byte[] encode(String string) {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        if (hasQuestionMark(bytes)) {
            requireUnicode(string, 0, string.length());
        }
        return bytes;
    }

    private static boolean hasQuestionMark(byte[] bytes) {
        int i = 0;
        for (; i <= bytes.length - Long.BYTES; i += Long.BYTES) {
            if (zeroBytes((long) EIGHT_BYTES.get(bytes, i) ^ QUESTION_MARKS) != 0) {
                return true;
            }
        }
        for (; i < bytes.length; i++) {
            if (bytes[i] == '?') {
                return true;
            }
        }
        return false;
    }

    /** @throws SqlException if there is an unpaired surrogate between the indexes */
    public static void requireUnicode(String string, int from, int to) {
        for (int i = from; i < to; i++) {
            char unit = string.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < to
                    && Character.isLowSurrogate(string.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(unit)) {
                throw noUnicode(unit, i - from);
            }
        }
    }

    /** Returns the string with U+FFFD for each unpaired surrogate; or null if it has none. */
    public static String printable(String string) {
        StringBuilder changed = null;
        for (int i = 0; string != null && i < string.length(); i++) {
            char unit = string.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < string.length()
                    && Character.isLowSurrogate(string.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(unit)) {
                changed = changed == null ? new StringBuilder(string) : changed;
                changed.setCharAt(i, (char) REPLACEMENT);
            }
        }
        return changed == null ? string : changed.toString();
    }

    /** Returns the error of a text that has half of a surrogate pair. */
    public static SqlException noUnicode(int surrogate, int position) {
        return new SqlException(
                ResultCode.MISMATCH,
                "no Unicode: lone surrogate U+%04X at position %d".formatted(surrogate, position));
    }

    /** Whether the next eight bytes are characters of one byte each, and none of them is NUL. */
    public static boolean isPlain(byte[] array, int position) {
        long bytes = (long) EIGHT_BYTES.get(array, position);
        return ((bytes & HIGH_BITS) | zeroBytes(bytes)) == 0;
    }

    public static boolean isContinuation(byte value) {
        return (value & 0xc0) == 0x80;
    }

    /** The offset of the character after the one at {@code position}. */
    public static int next(byte[] array, int position, int end) {
        int i = position + 1;
        if ((array[position] & 0xff) >= 0xc0) {
            while (i < end && isContinuation(array[i])) {
                i++;
            }
        }
        return i;
    }

    /** Returns the character at {@code position}; U+FFFD for bytes that are not UTF-8. */
    public static int decode(byte[] array, int position, int end) {
        int first = array[position] & 0xff;
        if (first < 0xc0) {
            return first;
        }
        int bits = first < 0xe0
                ? first & 0x1f
                : first < 0xf0
                        ? first & 0x0f
                        : first < 0xf8
                                ? first & 7
                                : first < 0xfc ? first & 3 : first < 0xfe ? first & 1 : 0;
        for (int i = position + 1; i < end && isContinuation(array[i]); i++) {
            bits = bits << 6 | (array[i] & 0x3f);
        }
        boolean invalid = bits < 0x80 || (bits & 0xfffff800) == 0xd800;
        return invalid ? REPLACEMENT : bits;
    }

    /** How many characters lie between the offsets. */
    public static int count(byte[] array, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i = next(array, i, to)) {
            count++;
        }
        return count;
    }

    /** The offset of the first NUL, or the end. */
    public static int end(Bytes bytes) {
        byte[] array = bytes.array;
        int end = bytes.offset + bytes.length;
        int i = bytes.offset;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            if (zeroBytes((long) EIGHT_BYTES.get(array, i)) != 0) {
                break;
            }
        }
        // The last eight bytes, which overlap the preceding ones.
        if (end - Long.BYTES >= bytes.offset
                && i > end - Long.BYTES
                && zeroBytes((long) EIGHT_BYTES.get(array, end - Long.BYTES)) == 0) {
            return end;
        }
        while (i < end && array[i] != 0) {
            i++;
        }
        return i;
    }

    /** Returns the high bits of the bytes that are zero; bits above the lowest one may be wrong. */
    public static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }

    /** The text before the first NUL. */
    public static Text untilNul(Text text) {
        int length = end(text) - text.offset;
        return length == text.length ? text : new Text(text.array, text.offset, length);
    }
}
