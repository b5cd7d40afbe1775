package org.sqlvm.engine.row.aggregate;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.Text;

/**
 * The arithmetic of sum, total and avg, for one sum in fields and for many in arrays. Integers are
 * added exactly as long as all are integers and the sum fits; reals by Kahan, Babuska and
 * Neumaier's method (A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
 * Summen", 1974), which adds up the rounding errors beside the sum, so that the digits are
 * SQLite's.
 */
public final class CompensatedSum {
    /** From 2^52 on a double does not hold every integer with its neighbours' halves. */
    private static final long SAFE = 1L << 52;

    /** Larger integers are added as a multiple of this and a rest, which are both exact. */
    private static final long SPLIT = 1 << 14;

    private CompensatedSum() {}

    /** Whether {@code next}, which is {@code before + value}, has not overflowed. */
    public static boolean fits(long before, long value, long next) {
        return ((before ^ next) & (value ^ next)) >= 0;
    }

    /**
     * What an integer is to be added without, and separately: {@code value} without it is exact as
     * a double. It is 0 if the integer is.
     */
    public static long rest(long value) {
        return value <= -SAFE || value >= SAFE ? value % SPLIT : 0;
    }

    /** The rounding error of {@code after}, which is {@code before + value}. */
    public static double error(double before, double value, double after) {
        return Math.abs(before) > Math.abs(value)
                ? (before - after) + value
                : (value - after) + before;
    }

    /** The sum with the errors that have come together; an infinite one has none worth adding. */
    public static double total(double sum, double errors) {
        return Double.isFinite(errors) ? sum + errors : sum;
    }

    /**
     * What a text or blob adds: a text that is wholly an integer adds a Long; anything else the
     * Double that it begins with.
     */
    public static Object number(Bytes value) {
        return value instanceof Text text && Affinities.number(text) instanceof Long integer
                ? integer
                : (Object) Numbers.doubleOf(value);
    }
}
