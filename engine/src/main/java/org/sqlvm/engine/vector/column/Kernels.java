package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Arithmetic;

import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/**
 * Loops over the arrays of vectors: small static methods, each for one kind of value, so that the
 * JIT compiler sees only that kind.
 */
public final class Kernels {
    private Kernels() {}

    // ------------------------------------------------------------------ arithmetic

    /** Adds integers; false if a sum overflows. */
    public static boolean add(long[] left, long[] right, int count, long[] target) {
        long overflows = 0;
        for (int i = 0; i < count; i++) {
            long a = left[i];
            long b = right[i];
            long sum = a + b;
            overflows |= (a ^ sum) & (b ^ sum);
            target[i] = sum;
        }
        return overflows >= 0;
    }

    public static boolean subtract(long[] left, long[] right, int count, long[] target) {
        long overflows = 0;
        for (int i = 0; i < count; i++) {
            long a = left[i];
            long b = right[i];
            long difference = a - b;
            overflows |= (a ^ b) & (a ^ difference);
            target[i] = difference;
        }
        return overflows >= 0;
    }

    public static boolean multiply(long[] left, long[] right, int count, long[] target) {
        long overflows = 0;
        for (int i = 0; i < count; i++) {
            long a = left[i];
            long b = right[i];
            long product = a * b;
            overflows |= Math.multiplyHigh(a, b) ^ (product >> 63);
            target[i] = product;
        }
        return overflows == 0;
    }

    /** Divides integers; false if a quotient overflows or is NULL. */
    public static boolean divide(long[] left, long[] right, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            long a = left[i];
            long b = right[i];
            if (!Arithmetic.isDivisible(a, b)) {
                return false;
            }
            target[i] = a / b;
        }
        return true;
    }

    /** Remainders of integers, with the sign of the dividend; false if one is NULL. */
    public static boolean remainder(long[] left, long[] right, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            if (right[i] == 0) {
                return false;
            }
            target[i] = Arithmetic.remainder(left[i], right[i]);
        }
        return true;
    }

    /** Turns the signs of integers; false if one has no opposite. */
    public static boolean negate(long[] values, int count, long[] target) {
        boolean fit = true;
        for (int i = 0; i < count; i++) {
            fit &= values[i] != Long.MIN_VALUE;
            target[i] = -values[i];
        }
        return fit;
    }

    /** Always true, as for all operators on bits. */
    public static boolean bitAnd(long[] left, long[] right, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = left[i] & right[i];
        }
        return true;
    }

    public static boolean bitOr(long[] left, long[] right, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = left[i] | right[i];
        }
        return true;
    }

    public static boolean shiftLeft(long[] left, long[] right, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = Arithmetic.shiftLeft(left[i], right[i]);
        }
        return true;
    }

    public static boolean shiftRight(long[] left, long[] right, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = Arithmetic.shiftRight(left[i], right[i]);
        }
        return true;
    }

    // ------------------------------------------------------------------ functions

    public static void apply(LongUnaryOperator function, long[] values, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = function.applyAsLong(values[i]);
        }
    }

    /** Whether no result is NaN. */
    public static boolean apply(
            LongToDoubleFunction function, long[] values, int count, double[] target) {
        boolean numbers = true;
        for (int i = 0; i < count; i++) {
            double result = function.applyAsDouble(values[i]);
            numbers &= !Double.isNaN(result);
            target[i] = result;
        }
        return numbers;
    }

    public static void apply(
            DoubleToLongFunction function, double[] values, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = function.applyAsLong(values[i]);
        }
    }

    /** Whether no result is NaN. */
    public static boolean apply(
            DoubleUnaryOperator function, double[] values, int count, double[] target) {
        boolean numbers = true;
        for (int i = 0; i < count; i++) {
            double result = function.applyAsDouble(values[i]);
            numbers &= !Double.isNaN(result);
            target[i] = result;
        }
        return numbers;
    }

    /** Adds reals; false if a sum is NaN. */
    public static boolean add(double[] left, double[] right, int count, double[] target) {
        boolean numbers = true;
        for (int i = 0; i < count; i++) {
            double sum = left[i] + right[i];
            numbers &= !Double.isNaN(sum);
            target[i] = sum;
        }
        return numbers;
    }

    public static boolean subtract(double[] left, double[] right, int count, double[] target) {
        boolean numbers = true;
        for (int i = 0; i < count; i++) {
            double difference = left[i] - right[i];
            numbers &= !Double.isNaN(difference);
            target[i] = difference;
        }
        return numbers;
    }

    public static boolean multiply(double[] left, double[] right, int count, double[] target) {
        boolean numbers = true;
        for (int i = 0; i < count; i++) {
            double product = left[i] * right[i];
            numbers &= !Double.isNaN(product);
            target[i] = product;
        }
        return numbers;
    }

    /** Divides reals; false if a quotient is NULL, as it is for each division by 0. */
    public static boolean divide(double[] left, double[] right, int count, double[] target) {
        boolean numbers = true;
        for (int i = 0; i < count; i++) {
            double quotient = left[i] / right[i];
            numbers &= !Double.isNaN(quotient) && right[i] != 0;
            target[i] = quotient;
        }
        return numbers;
    }

    // ------------------------------------------------------------------ comparisons

    /** Clears the bits of rows for which {@code left < right} is false. */
    public static void keepLess(long[] left, long[] right, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (left[i] < right[i] ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept;
        }
    }

    public static void keepNotGreater(long[] left, long[] right, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (left[i] <= right[i] ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept;
        }
    }

    /** Clears the bits of rows whose value is not in a range, both ends included. */
    public static void keepRange(
            double[] values, int from, double low, double high, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                double value = values[from + i];
                kept |= (value >= low & value <= high ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept;
        }
    }

    /** Keeps the rows where both are equal, or those where they are not. */
    public static void keepEqual(
            long[] left, long[] right, int count, boolean equal, long[] selected) {
        long inverted = equal ? 0 : -1L;
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (left[i] == right[i] ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept ^ inverted;
        }
    }

    public static void keepLess(double[] left, double[] right, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (left[i] < right[i] ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept;
        }
    }

    public static void keepNotGreater(double[] left, double[] right, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (left[i] <= right[i] ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept;
        }
    }

    public static void keepEqual(
            double[] left, double[] right, int count, boolean equal, long[] selected) {
        long inverted = equal ? 0 : -1L;
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (left[i] == right[i] ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept ^ inverted;
        }
    }

    /** Clears the bits of rows whose value is not in a range, both ends included. */
    public static void keepRange(long[] values, long low, long high, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (values[i] >= low & values[i] <= high ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= kept;
        }
    }

    /**
     * Clears the bits of rows whose value is not in a list.
     *
     * @param passing by value minus {@code base}: 1 if the value is in the list, else 0
     */
    public static void keepListed(
            long[] values, long base, byte[] passing, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            int end = Math.min(count, start + Long.SIZE);
            long kept = 0;
            for (int i = start; i < end; i++) {
                kept |= (long) passing[(int) (values[i] - base)] << i;
            }
            selected[start >>> 6] &= kept;
        }
    }
}
