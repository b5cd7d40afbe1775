package org.sqlvm.engine.row.embedding;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * An embedding as text: {@code [1, 2.5, -3e2]}. It is read as sqlite-vec reads it, which is less
 * strict than JSON: commas may be missing or repeated, and what follows the last number may be
 * missing or anything.
 */
final class EmbeddingText {
    private static final String INFINITY = "infinity";

    private final byte[] array;
    private final int end;
    private int at;

    EmbeddingText(Text text) {
        array = text.array;
        at = text.offset;
        end = text.offset + text.length;
    }

    /** The bytes of the elements, which are floats or int8; empty if there are none. */
    byte[] parse(ElementType type) {
        if (at == end) {
            return new byte[0];
        }
        int width = type == ElementType.INT8 ? 1 : Float.BYTES;
        byte[] bytes = new byte[width * (1 + (end - at) / 2)];
        while (at < end && isSpace(array[at])) {
            at++;
        }
        if (at == end || array[at] != '[') {
            throw SqlException.error("JSON array parsing error: Input does not start with '['");
        }
        at++;
        int size = 0;
        while (at < end) {
            int first = at;
            while (at < end && isSpaceOfC(array[at])) {
                at++;
            }
            int start = at;
            if (type == ElementType.INT8) {
                skipInteger();
            } else {
                skipNumber();
            }
            if (at == start) {
                if (array[first] != ']') {
                    throw error();
                }
                break;
            }
            if (type == ElementType.INT8) {
                bytes[size] = toByte(start);
            } else {
                DistanceLoops.putFloat(bytes, size, toFloat(start));
            }
            size += width;
            while (at < end && (isSpace(array[at]) || array[at] == ',')) {
                at++;
            }
            if (at < end && array[at] == ']') {
                break;
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    private static SqlException error() {
        return SqlException.error("JSON parsing error");
    }

    private static boolean isSpace(byte character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r';
    }

    /** Whether strtod and strtol pass over a character. */
    private static boolean isSpaceOfC(byte character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }

    private boolean isDigit() {
        return at < end && array[at] >= '0' && array[at] <= '9';
    }

    private boolean skip(char one, char other) {
        boolean found = at < end && (array[at] == one || array[at] == other);
        at += found ? 1 : 0;
        return found;
    }

    private int skipDigits() {
        int first = at;
        while (isDigit()) {
            at++;
        }
        return at - first;
    }

    /** Goes behind an integer; nowhere if there is none. */
    private void skipInteger() {
        int start = at;
        skip('-', '+');
        if (skipDigits() == 0) {
            at = start;
        }
    }

    /** Goes behind a number, or the name of what is no number; nowhere if there is none. */
    private void skipNumber() {
        int start = at;
        skip('-', '+');
        if (skipWord(INFINITY) || skipWord("inf") || skipWord("nan")) {
            return;
        }
        int digits = skipDigits();
        if (skip('.', '.')) {
            digits += skipDigits();
        }
        if (digits == 0) {
            at = start;
            return;
        }
        int behind = at;
        if (skip('e', 'E')) {
            skip('-', '+');
            if (skipDigits() == 0) {
                at = behind;
            }
        }
    }

    private boolean skipWord(String word) {
        int length = word.length();
        boolean found =
                at + length <= end && word.equals(text(at, at + length).toLowerCase(Locale.ROOT));
        at += found ? length : 0;
        return found;
    }

    private String text(int from, int to) {
        return new String(array, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private byte toByte(int start) {
        long value;
        try {
            value = Long.parseLong(text(start, at));
        } catch (NumberFormatException e) {
            throw error();
        }
        if (value < Byte.MIN_VALUE || value > Byte.MAX_VALUE) {
            throw SqlException.error("JSON parsing error: value out of range for int8");
        }
        return (byte) value;
    }

    /** A double that is rounded again, as in C. */
    private float toFloat(int start) {
        String text = text(start, at);
        if (Character.isLetter(text.charAt(text.length() - 1))) {
            boolean infinite = text.toLowerCase(Locale.ROOT).indexOf('i') >= 0;
            float value = infinite ? Float.POSITIVE_INFINITY : Float.NaN;
            return text.charAt(0) == '-' ? -value : value;
        }
        double value = Double.parseDouble(text);
        boolean isLost = value == 0 && hasDigit(start);
        if (Double.isInfinite(value) || isLost) {
            throw error();
        }
        return (float) value;
    }

    /** Whether the number has a digit other than 0 before its exponent. */
    private boolean hasDigit(int start) {
        for (int i = start; i < at && (array[i] | 0x20) != 'e'; i++) {
            if (array[i] >= '1' && array[i] <= '9') {
                return true;
            }
        }
        return false;
    }
}
