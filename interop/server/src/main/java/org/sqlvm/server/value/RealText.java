package org.sqlvm.server.value;

import org.sqlvm.server.message.MessageWriter;

/**
 * Reals as PostgreSQL writes them: the shortest text that is read as the same number, {@code 1},
 * {@code 1e+20}. SQLite's text of a real ({@link org.sqlvm.api.JavaValues#toText}) has a point or
 * an exponent in any case, and 17 digits.
 */
final class RealText {
    private static final long[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};
    /** Numbers with up to 15 digits differ as reals, too. */
    private static final double DIGITS_MAX = 1e15;

    /** As many numbers in use have few digits, these need no object. */
    private RealText() {}

    static void write(MessageWriter out, double value) {
        for (int i = 0; i < POWERS.length; i++) {
            double scaled = value * POWERS[i];
            if (!(Math.abs(scaled) < DIGITS_MAX)) {
                break;
            }
            long digits = Math.round(scaled);
            if ((double) digits / POWERS[i] == value && !isNegativeZero(value)) {
                writeDecimal(out, digits, i);
                return;
            }
        }
        out.writeText(text(value));
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && 1 / value < 0;
    }

    private static void writeDecimal(MessageWriter out, long digits, int places) {
        long whole = digits / POWERS[places];
        long rest = Math.abs(digits % POWERS[places]);
        if (digits < 0 && whole == 0) {
            out.writeByte('-');
        }
        out.writeDigits(whole);
        if (places > 0) {
            out.writeByte('.');
            for (int i = places - 1; i > 0 && rest < POWERS[i]; i--) {
                out.writeByte('0');
            }
            out.writeDigits(rest);
        }
    }

    /** The text of a number with many digits, or a large or small one. */
    static String text(double value) {
        String text = Double.toString(value);
        int exponentAt = text.indexOf('E');
        String mantissa = exponentAt < 0 ? text : text.substring(0, exponentAt);
        if (mantissa.endsWith(".0")) {
            mantissa = mantissa.substring(0, mantissa.length() - 2);
        }
        if (exponentAt < 0) {
            return mantissa;
        }
        int exponent = Integer.parseInt(text.substring(exponentAt + 1));
        String digits =
                Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + digits;
    }
}
