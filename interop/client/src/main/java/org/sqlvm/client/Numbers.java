package org.sqlvm.client;

import java.nio.charset.StandardCharsets;

/** Conversions between numbers and texts, as SQLite makes them (sqlite.org/c3ref/column_blob). */
final class Numbers {
    private Numbers() {}

    /** The integer that a text begins with, limited to the range; 0 if there is none. */
    static long longOf(byte[] bytes, int offset, int length) {
        assert 0 <= length && length <= bytes.length - offset : offset + ", " + length;
        int end = offset + length;
        int at = skipSpace(bytes, offset, end);
        boolean isNegative = at < end && bytes[at] == '-';
        if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
            at++;
        }
        long value = 0;
        while (at < end && isDigit(bytes[at])) {
            int digit = bytes[at++] - '0';
            if (value < (Long.MIN_VALUE + digit) / 10) {
                return isNegative ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
            value = value * 10 - digit; // The range has one more negative number.
        }
        if (isNegative) {
            return value;
        }
        return value == Long.MIN_VALUE ? Long.MAX_VALUE : -value;
    }

    /** The number that a text begins with; 0 if there is none. */
    static double doubleOf(byte[] bytes, int offset, int length) {
        assert 0 <= length && length <= bytes.length - offset : offset + ", " + length;
        int end = offset + length;
        int start = skipSpace(bytes, offset, end);
        int at = start;
        if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
            at++;
        }
        int digits = at;
        at = skipDigits(bytes, at, end);
        int count = at - digits;
        if (at < end && bytes[at] == '.') {
            int fraction = at + 1;
            at = skipDigits(bytes, fraction, end);
            count += at - fraction;
        }
        if (count == 0) {
            return 0;
        }
        at = skipExponent(bytes, at, end);
        return Double.parseDouble(new String(bytes, start, at - start, StandardCharsets.US_ASCII));
    }

    private static int skipExponent(byte[] bytes, int from, int end) {
        int at = from;
        if (at == end || (bytes[at] | 0x20) != 'e') {
            return from;
        }
        at++;
        if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
            at++;
        }
        int after = skipDigits(bytes, at, end);
        return after == at ? from : after;
    }

    private static int skipSpace(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && (bytes[at] == ' ' || (bytes[at] >= '\t' && bytes[at] <= '\r'))) {
            at++;
        }
        return at;
    }

    private static int skipDigits(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && isDigit(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    /**
     * The shortest text that is read as the same real, in SQLite's form: {@code 1.0},
     * {@code 1.0e+20}. SQLite itself shows 17 digits where it does not find a shorter text.
     */
    static String text(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "Inf" : "-Inf";
        }
        String text = Double.toString(Math.abs(value));
        int exponentAt = text.indexOf('E');
        int exponent = exponentAt < 0 ? 0 : Integer.parseInt(text.substring(exponentAt + 1));
        String mantissa = exponentAt < 0 ? text : text.substring(0, exponentAt);
        String sign = value < 0 ? "-" : "";
        if (exponentAt < 0) {
            return sign + text;
        }
        String digits = mantissa.replace(".", "");
        int point = mantissa.indexOf('.') + exponent;
        if (point > 17 || point < -3) {
            String shown = Math.abs(exponent) < 10 ? "0" : "";
            return sign + mantissa + (exponent < 0 ? "e-" : "e+") + shown + Math.abs(exponent);
        }
        if (point <= 0) {
            return sign + "0." + "0".repeat(-point) + trimmed(digits);
        }
        String padded = digits + "0".repeat(Math.max(0, point + 1 - digits.length()));
        return sign + padded.substring(0, point) + "." + trimmed(padded.substring(point));
    }

    /** Returns the digits without zeros at the end, but at least one digit. */
    private static String trimmed(String digits) {
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }
}
