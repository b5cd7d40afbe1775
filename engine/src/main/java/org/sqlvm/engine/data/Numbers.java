package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers as text and text as numbers, digit for digit as SQLite does it. */
public final class Numbers {
    /** Digits of a real's text: enough that reading it gives the same real. */
    public static final int DIGITS_DEFAULT = 17;

    /** Numbers of up to 12 digits come out of the long way as they are, whatever the rounding. */
    private static final double SHORT_LIMIT = 1e12;

    private static final int SHORT_FRACTION_MAX = 4;

    /** A sign, 12 digits, a point and a digit behind it. */
    private static final int SHORT_SIZE_MAX = 16;

    private Numbers() {}

    /** The integer that the text begins with, cut to the range of a long; 0 if there is none. */
    @TruffleBoundary
    public static long longOf(Bytes text) {
        return NumberText.parse(text).leadingLong();
    }

    /** The number that the text begins with, as a real; 0 if there is none. */
    @TruffleBoundary
    public static double doubleOf(Bytes text) {
        return NumberText.parse(text).doubleValue();
    }

    /** The number that the whole text is, as a real; NaN if it is none. */
    @TruffleBoundary
    public static double wholeDouble(Bytes text) {
        NumberText number = NumberText.parse(text);
        return number.isComplete() ? number.doubleValue() : Double.NaN;
    }

    /** The number that the text begins with, as arithmetic takes it: a Long or a Double. */
    @TruffleBoundary
    public static Object numberOf(Bytes text) {
        return NumberText.parse(text).operand();
    }

    /** The decimal digits of an integer. */
    @TruffleBoundary
    public static Text text(long value) {
        return Text.of(Long.toString(value).getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * A real as SQL shows it: always with a point or an exponent's, {@code 1.0}, {@code 1.0e+20}.
     */
    @TruffleBoundary
    public static Text text(double value) {
        // An optimization: prices, percentages and whole numbers need none of the long arithmetic.
        double scale = 1;
        for (int digits = 0; digits <= SHORT_FRACTION_MAX; digits++) {
            double scaled = value * scale;
            if (!(Math.abs(scaled) < SHORT_LIMIT)) {
                break;
            }
            long whole = Math.round(scaled);
            if (whole / scale == value) {
                return shortText(whole, digits);
            }
            scale *= 10;
        }
        return Text.of(
                RealText.general(value, DIGITS_DEFAULT).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The text of {@code number / 10^fraction}, where no smaller fraction would do. */
    private static Text shortText(long number, int fraction) {
        byte[] digits = new byte[SHORT_SIZE_MAX];
        int start = SHORT_SIZE_MAX;
        long rest = Math.abs(number);
        if (fraction == 0) {
            digits[--start] = '0';
        }
        for (int i = 0; i < fraction; i++) {
            digits[--start] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        digits[--start] = '.';
        do {
            digits[--start] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (number < 0) {
            digits[--start] = '-';
        }
        return Text.of(Arrays.copyOfRange(digits, start, SHORT_SIZE_MAX));
    }

    /** As {@link #text(double)}. */
    public static String string(double value) {
        return text(value).toString();
    }
}
