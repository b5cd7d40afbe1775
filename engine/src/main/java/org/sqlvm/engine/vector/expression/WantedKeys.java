package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.vector.column.Vector;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Integers that rows look for in an input: its other rows are never found. Threads may add to it at
 * the same time.
 */
public final class WantedKeys {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long least;
    private final long range;
    private final long[] bits;

    /** @param range how many integers there may be from {@code least} on */
    public WantedKeys(long least, long range) {
        this.least = least;
        this.range = range;
        bits = new long[words(range)];
    }

    private static int words(long range) {
        return Math.toIntExact((range + Long.SIZE - 1) / Long.SIZE);
    }

    /** In bytes. */
    public static long size(long range) {
        return (long) Long.BYTES * words(range);
    }

    /** Adds integers, all in the range. */
    public void add(long[] keys, int count) {
        for (int i = 0; i < count; i++) {
            long place = keys[i] - least;
            int word = (int) (place >>> 6);
            long bit = 1L << place;
            if ((bits[word] & bit) == 0) {
                WORDS.getAndBitwiseOr(bits, word, bit);
            }
        }
    }

    /**
     * Keeps of the rows at hand those that may be wanted: all where keys are not integers.
     *
     * @param key its register
     * @param selection has room for them
     */
    public void narrow(VectorRegisters registers, int key, int[] selection) {
        Vector keys = registers.get(key);
        if (keys.kind == Vector.LONGS && !keys.hasNulls) {
            registers.narrow(selection, keep(keys, registers.count(), selection));
        }
    }

    /**
     * The rows that may be wanted.
     *
     * @param selection takes them, in their order
     * @return how many they are
     */
    private int keep(Vector keys, int count, int[] selection) {
        long[] values = keys.longs;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            selection[kept] = i;
            long place = values[i] - least;
            boolean inside = Long.compareUnsigned(place, range) < 0;
            long word = bits[inside ? (int) (place >>> 6) : 0];
            kept += inside ? (int) (word >>> place & 1) : 0;
        }
        return kept;
    }
}
