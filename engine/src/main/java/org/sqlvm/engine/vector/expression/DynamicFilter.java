package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.vector.column.Vector;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A dynamic filter: a bit map of the integer keys that the probe side has. Rows of the build side
 * with other keys are never found. Threads may add keys at the same time.
 */
public final class DynamicFilter {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long least;
    private final long range;
    private final long[] bits;

    /**
     * Creates an empty filter.
     *
     * @param range the number of integers from {@code least} on that can be keys
     */
    public DynamicFilter(long least, long range) {
        this.least = least;
        this.range = range;
        bits = new long[words(range)];
    }

    private static int words(long range) {
        return Math.toIntExact((range + Long.SIZE - 1) / Long.SIZE);
    }

    /** The size in bytes. */
    public static long size(long range) {
        return (long) Long.BYTES * words(range);
    }

    /** Adds keys, all of them in the range. */
    public void add(long[] keys, int count) {
        assert areInRange(keys, count) : least;
        for (int i = 0; i < count; i++) {
            long offset = keys[i] - least;
            int word = (int) (offset >>> 6);
            long bit = 1L << offset;
            if ((bits[word] & bit) == 0) {
                WORDS.getAndBitwiseOr(bits, word, bit);
            }
        }
    }

    private boolean areInRange(long[] keys, int count) {
        return Arrays.stream(keys, 0, count)
                .allMatch(key -> Long.compareUnsigned(key - least, range) < 0);
    }

    /**
     * Narrows the selection to rows that may be found: to all rows if keys are not integers.
     *
     * @param key the register of the key
     * @param selection a buffer
     */
    public void narrow(VectorRegisters registers, int key, int[] selection) {
        Vector keys = registers.get(key);
        if (keys.kind == Vector.LONGS && !keys.hasNulls) {
            registers.narrow(selection, keep(keys, registers.count(), selection));
        }
    }

    /**
     * Finds the rows whose key is in the filter.
     *
     * @param selection takes the rows, in ascending order
     * @return their number
     */
    private int keep(Vector keys, int count, int[] selection) {
        long[] values = keys.longs;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            selection[kept] = i;
            long offset = values[i] - least;
            boolean inside = Long.compareUnsigned(offset, range) < 0;
            long word = bits[inside ? (int) (offset >>> 6) : 0];
            kept += inside ? (int) (word >>> offset & 1) : 0;
        }
        return kept;
    }
}
