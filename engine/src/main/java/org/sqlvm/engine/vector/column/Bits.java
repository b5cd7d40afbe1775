package org.sqlvm.engine.vector.column;

import java.util.Arrays;

/** Sets of rows: one bit each, 64 in a long. */
public final class Bits {
    private static final int WORD = 6;

    private Bits() {}

    /** Longs that hold {@code count} bits. */
    public static int words(int count) {
        return (count + Long.SIZE - 1) >>> WORD;
    }

    public static boolean get(long[] bits, int index) {
        return (bits[index >>> WORD] >>> index & 1) != 0;
    }

    public static void set(long[] bits, int index) {
        bits[index >>> WORD] |= 1L << index;
    }

    public static void clear(long[] bits, int index) {
        bits[index >>> WORD] &= ~(1L << index);
    }

    /** The first {@code count} bits are set, the others are not. */
    public static void fill(long[] bits, int count) {
        Arrays.fill(bits, 0);
        int whole = count >>> WORD;
        Arrays.fill(bits, 0, whole, -1L);
        if ((count & (Long.SIZE - 1)) != 0) {
            bits[whole] = -1L >>> -count;
        }
    }

    /**
     * Takes out of {@code bits} what others have in the places behind {@code from}.
     *
     * @param count of places
     */
    static void remove(long[] bits, long[] others, int from, int count) {
        int shift = from & (Long.SIZE - 1);
        for (int start = 0; start < count; start += Long.SIZE) {
            int word = (from + start) >>> WORD;
            long found = others[word] >>> shift;
            if (shift != 0 && word + 1 < others.length) {
                found |= others[word + 1] << -shift;
            }
            bits[start >>> WORD] &= ~found;
        }
    }

    public static int count(long[] bits, int words) {
        int count = 0;
        for (int i = 0; i < words; i++) {
            count += Long.bitCount(bits[i]);
        }
        return count;
    }

    public static boolean isEmpty(long[] bits, int words) {
        long any = 0;
        for (int i = 0; i < words; i++) {
            any |= bits[i];
        }
        return any == 0;
    }

    /** The places of the set bits, in order. Gives how many there are. */
    public static int toSelection(long[] bits, int words, int[] selection) {
        int count = 0;
        for (int i = 0; i < words; i++) {
            int base = i << WORD;
            for (long rest = bits[i]; rest != 0; rest &= rest - 1) {
                selection[count++] = base + Long.numberOfTrailingZeros(rest);
            }
        }
        return count;
    }
}
