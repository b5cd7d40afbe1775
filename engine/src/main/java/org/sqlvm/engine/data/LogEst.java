package org.sqlvm.engine.data;

/** SQLite's logarithms: ten times the logarithm to base 2, rounded, as its planner keeps sizes. */
public final class LogEst {
    /** The logarithms of 8 to 15 eighths, in tenths. */
    private static final int[] FRACTIONS = {0, 2, 3, 5, 6, 7, 8, 9};

    private LogEst() {}

    /** The logarithm of {@code number}; 0 for anything below 2. */
    public static int of(long number) {
        if (number < 2) {
            return 0;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(number);
        int eighths = (int) (exponent >= 3 ? number >>> (exponent - 3) : number << (3 - exponent));
        return 10 * exponent + FRACTIONS[eighths & 7];
    }
}
