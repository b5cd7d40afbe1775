package org.sqlvm.engine.vector.column;

/**
 * Looks for integers that stand for the reals of a partition: each of them, divided by a scale that
 * all have in common, is exactly its real. Prices such as 9.99 are so.
 */
final class ScaledReals {
    /** The scales that are tried. Prices have two digits, rates up to four. */
    private static final double[] SCALES = {1, 10, 100, 1_000, 10_000};

    /** From this on, what {@link #round} returns is not always the nearest integer. */
    private static final long EXACT_MAX = 1L << 51;

    /** A double that is greater by less than EXACT_MAX has no bits for a fraction. */
    private static final double NO_FRACTION = 0x1.8p52;

    /** The number of reals that are scaled before the result is checked. */
    private static final int ROWS = 1024;

    /** By row: the integer. */
    private long[] numbers = {};

    /** The number of the last partition's scale. */
    private int likelyScale;

    /**
     * The chunk of integers; null if the reals have none.
     *
     * @param bits by row: the bits of the real
     * @param nulls the rows that are NULL; null for none
     */
    Chunk chunk(long[] bits, int count, long[] nulls) {
        if (numbers.length < count) {
            numbers = new long[bits.length];
        }
        boolean likely = scaleAll(bits, count, likelyScale);
        int index = smallestScale(bits, count, likely ? likelyScale : SCALES.length);
        // The last partition's scale should do if a smaller one does, but that is checked and not
        // proved.
        boolean done = index < SCALES.length
                && ((likely && index == likelyScale) || scaleAll(bits, count, index));
        if (!done) {
            return null;
        }
        likelyScale = index;
        return new Chunk.Scaled(Codes.of(numbers, count, nulls), SCALES[index], nulls);
    }

    /**
     * Finds the smallest scale that may do for all values.
     *
     * @param known the number of a scale that does; the number of scales if none is known
     */
    private static int smallestScale(long[] bits, int count, int known) {
        int index = 0;
        for (int i = 0; i < count && index < known; i++) {
            double value = Double.longBitsToDouble(bits[i]);
            while (index < known && !isScaled(value, SCALES[index])) {
                index++;
            }
        }
        return index;
    }

    /** Scales all values into {@link #numbers}; false if that is not possible. */
    private boolean scaleAll(long[] bits, int count, int index) {
        for (int i = 0; i < count; i += ROWS) {
            if (!scale(bits, i, Math.min(count, i + ROWS), SCALES[index], numbers)) {
                return false;
            }
        }
        return true;
    }

    /** Scales some values; false if one has no such integer. */
    private static boolean scale(long[] values, int from, int to, double scale, long[] target) {
        long wrong = 0;
        for (int i = from; i < to; i++) {
            double product = round(Double.longBitsToDouble(values[i]) * scale);
            long number = (long) product;
            wrong |= Double.doubleToRawLongBits(number / scale) ^ values[i];
            wrong |= Math.abs(product) < EXACT_MAX ? 0 : 1;
            target[i] = number;
        }
        return wrong == 0;
    }

    /** As {@link Math#rint} below EXACT_MAX, which C1 compiles to a call. */
    private static double round(double value) {
        return (value + NO_FRACTION) - NO_FRACTION;
    }

    /** Whether there is an integer that gives exactly {@code value} when the scale divides it. */
    private static boolean isScaled(double value, double scale) {
        double product = round(value * scale);
        return Math.abs(product) < EXACT_MAX
                && Double.doubleToRawLongBits((long) product / scale)
                        == Double.doubleToRawLongBits(value);
    }
}
