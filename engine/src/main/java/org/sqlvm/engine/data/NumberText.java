package org.sqlvm.engine.data;

/**
 * Parses a text as a number: {@code [+-]digits[.digits][e[+-]digits]} between white space, or the
 * longest prefix that has this form. A NUL ends the text, almost. Reals are as exact as SQLite's:
 * the first 19 digits count.
 */
final class NumberText {
    /** From here on another digit might not fit into an unsigned long. */
    private static final long MANTISSA_FULL = Long.divideUnsigned(-1L - 9, 10);

    private static final int EXPONENT_MAX = 10000;

    /** Below this magnitude SQLite trusts a real to be the integer it equals. */
    private static final long CAST_LIMIT = 1L << 51;

    private final byte[] array;
    private final int end;
    private int position;

    private boolean anyDigit;
    private boolean real;
    private boolean complete;
    /** The number is complete, and behind it comes a NUL instead of the text's end. */
    private boolean endsByNul;

    private double value;

    private boolean whole;
    private boolean wholeFits;
    private boolean wholeEndsText;
    private long wholeValue;

    private NumberText(Bytes text) {
        array = text.array;
        position = text.offset;
        end = text.offset + text.length;
    }

    static NumberText parse(Bytes bytes) {
        Bytes text = bytes instanceof WideBlob blob ? blob.asText() : bytes;
        NumberText number = new NumberText(text);
        number.scanReal();
        number.position = text.offset;
        number.scanInteger();
        return number;
    }

    /** The whole text is a number. */
    boolean isComplete() {
        return complete;
    }

    /** There is neither point nor exponent in the number. */
    boolean isInteger() {
        return !real;
    }

    /** The whole text is an integer that fits a long. */
    boolean fitsLong() {
        boolean ends = wholeEndsText
                || (endsByNul && wholeValue >= -CAST_LIMIT && wholeValue < CAST_LIMIT);
        return wholeFits && ends;
    }

    /** The integer, if it fits. */
    long longValue() {
        assert wholeFits : wholeValue;
        return wholeValue;
    }

    /** The number as a real; 0 if there is none. */
    double doubleValue() {
        return value;
    }

    /** The integer the text begins with, cut to the range; 0 if there is none. */
    long leadingLong() {
        return wholeValue;
    }

    /**
     * Returns the number that the text begins with, as an operand of arithmetic: a Long or a
     * Double.
     */
    Object operand() {
        if (endsByNul) {
            return value;
        }
        if (!real && (wholeFits || !anyDigit)) {
            return wholeValue;
        }
        return value;
    }

    /** {@code CAST(text AS NUMERIC)}: as an operand, but a real that is an integer becomes one. */
    Object castToNumeric() {
        if (!real && (wholeFits || !anyDigit)) {
            return wholeValue;
        }
        long cut = (long) value;
        boolean same = cut == value && cut >= -CAST_LIMIT && cut < CAST_LIMIT;
        return same ? (Object) cut : (Object) value;
    }

    private int peek() {
        return position < end ? array[position] : 0;
    }

    private void skipSpace() {
        while (Ascii.isSpace(peek())) {
            position++;
        }
    }

    private void scanReal() {
        skipSpace();
        boolean negative = peek() == '-';
        if (negative || peek() == '+') {
            position++;
        }
        long mantissa = 0;
        int exponent = 0;
        for (; Ascii.isDigit(peek()); position++) {
            anyDigit = true;
            if (Long.compareUnsigned(mantissa, MANTISSA_FULL) < 0) {
                mantissa = mantissa * 10 + (peek() - '0');
            } else {
                exponent++;
            }
        }
        if (peek() == '.') {
            position++;
            boolean before = anyDigit;
            for (; Ascii.isDigit(peek()); position++) {
                anyDigit = true;
                if (Long.compareUnsigned(mantissa, MANTISSA_FULL) < 0) {
                    mantissa = mantissa * 10 + (peek() - '0');
                    exponent--;
                }
            }
            real = before || anyDigit;
        }
        if (!anyDigit) {
            return;
        }
        exponent += scanExponent();
        value = mantissa == 0 ? 0 : PowersOfTen.toDouble(mantissa, exponent);
        if (negative) {
            value = -value;
        }
        skipSpace();
        endsByNul = position < end && array[position] == 0;
        complete = position == end || endsByNul;
    }

    /** An exponent without digits is none: then the number ends before the letter. */
    private int scanExponent() {
        int start = position;
        if ((peek() | 0x20) != 'e') {
            return 0;
        }
        position++;
        boolean negative = peek() == '-';
        if (negative || peek() == '+') {
            position++;
        }
        if (!Ascii.isDigit(peek())) {
            position = start;
            return 0;
        }
        int exponent = 0;
        for (; Ascii.isDigit(peek()); position++) {
            exponent = exponent < EXPONENT_MAX ? exponent * 10 + (peek() - '0') : EXPONENT_MAX;
        }
        real = true;
        return negative ? -exponent : exponent;
    }

    private void scanInteger() {
        skipSpace();
        boolean negative = peek() == '-';
        if (negative || peek() == '+') {
            position++;
        }
        boolean fits = true;
        long magnitude = 0; // Negative, because that side has one number more.
        for (; Ascii.isDigit(peek()); position++) {
            whole = true;
            int digit = peek() - '0';
            if (magnitude < (Long.MIN_VALUE + digit) / 10) {
                fits = false;
            } else {
                magnitude = magnitude * 10 - digit;
            }
        }
        if (!negative && magnitude == Long.MIN_VALUE) {
            fits = false;
        }
        if (!fits) {
            wholeValue = negative ? Long.MIN_VALUE : Long.MAX_VALUE;
        } else {
            wholeValue = negative ? magnitude : -magnitude;
        }
        wholeFits = whole && fits;
        skipSpace();
        wholeEndsText = position == end;
    }
}
