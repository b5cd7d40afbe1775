package org.sqlvm.engine.vector.column;

import java.util.Arrays;

/**
 * The reals of a partition that is read once. The array they are copied into becomes that of the
 * {@link Chunk}.
 */
final class RealRows {
    /** Raw bits without the sign that are greater than these are NaN. */
    static final long INFINITY_BITS = 0x7ff0_0000_0000_0000L;

    private final int capacity;

    /** Null if no rows are here. */
    private double[] values;

    /** Room for rows at first: the last partition is a measure for the next. */
    private int roomFirst;

    RealRows(int capacity, int roomFirst) {
        this.capacity = capacity;
        this.roomFirst = roomFirst;
    }

    /** Whether the rows of the partition so far are here. */
    boolean areHere() {
        return values != null;
    }

    /**
     * Adds reals if all rows so far are here.
     *
     * @param count the number of the rows so far
     * @return false if nothing was added, since there are other rows, or NaN, which is NULL
     */
    boolean add(int count, double[] source, int first, int rows) {
        if ((count > 0 && values == null) || hasNaN(source, first, rows)) {
            return false;
        }
        if (values == null) {
            values = new double[Math.max(rows, roomFirst)];
        } else if (count + rows > values.length) {
            int least = Math.max(count + rows, 2 * values.length);
            values = Arrays.copyOf(values, Math.min(capacity, least));
        }
        System.arraycopy(source, first, values, count, rows);
        return true;
    }

    private static boolean hasNaN(double[] values, int first, int rows) {
        long found = 0;
        for (int i = first; i < first + rows; i++) {
            found |= INFINITY_BITS - (Double.doubleToRawLongBits(values[i]) & Long.MAX_VALUE);
        }
        return found < 0;
    }

    /** Moves all rows to where those of any kind are. */
    void moveTo(long[] bits, int count) {
        for (int i = 0; i < count; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        values = null;
    }

    /** Takes the rows away, in an array that may have room for more. */
    double[] take() {
        double[] taken = values;
        roomFirst = taken.length;
        values = null;
        return taken;
    }
}
