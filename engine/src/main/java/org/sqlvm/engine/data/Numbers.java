package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import java.nio.charset.StandardCharsets;

/** Numbers as text and text as numbers, digit for digit as SQLite does it. */
public final class Numbers {
    /** Digits of a real's text: enough that reading it gives the same real. */
    public static final int DIGITS_DEFAULT = 17;

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
        return Text.of(string(value).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** As {@link #text(double)}. */
    @TruffleBoundary
    public static String string(double value) {
        return RealText.general(value, DIGITS_DEFAULT);
    }
}
