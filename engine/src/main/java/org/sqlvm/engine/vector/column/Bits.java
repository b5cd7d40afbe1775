package org.sqlvm.engine.vector.column;

import java.util.Arrays;

/** Sets of rows, with a bit for each row, 64 in a long. */
public final class Bits {
    private static final int WORD = 6;

    private Bits() {}

    /** The number of longs that hold {@code count} bits. */
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

    /** Sets the first {@code count} bits and clears the others. */
    public static void fill(long[] bits, int count) {
        assert count <= bits.length * Long.SIZE : count;
        Arrays.fill(bits, 0);
        int whole = count >>> WORD;
        Arrays.fill(bits, 0, whole, -1L);
        if ((count & (Long.SIZE - 1)) != 0) {
            bits[whole] = -1L >>> -count;
        }
    }

    /**
     * Clears the first {@code count} bits that are set in {@code others} from bit {@code from} on.
     */
    static void remove(long[] bits, long[] others, int from, int count) {
        for (int start = 0; start < count; start += Long.SIZE) {
            bits[start >>> WORD] &= ~word(others, from + start);
        }
    }

    /** Sets bits from {@code at} on that are set in {@code others} from {@code from} on. */
    static void add(long[] bits, int at, long[] others, int from, int count) {
        for (int done = 0; done < count; done += Long.SIZE) {
            long found = word(others, from + done);
            if (count - done < Long.SIZE) {
                found &= -1L >>> (done - count);
            }
            int word = (at + done) >>> WORD;
            int shift = (at + done) & (Long.SIZE - 1);
            bits[word] |= found << shift;
            if (shift != 0 && found >>> -shift != 0) {
                bits[word + 1] |= found >>> -shift;
            }
        }
    }

    /** The bits from {@code from} on. */
    private static long word(long[] bits, int from) {
        int word = from >>> WORD;
        int shift = from & (Long.SIZE - 1);
        long found = bits[word] >>> shift;
        return shift != 0 && word + 1 < bits.length ? found | bits[word + 1] << -shift : found;
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

    /** Turns set bits into a selection: their indexes in ascending order. Returns their number. */
    public static int toSelection(long[] bits, int words, int[] selection) {
        int count = 0;
        for (int i = 0; i < words; i++) {
            int base = i << WORD;
            for (long rest = bits[i]; rest != 0; rest &= rest - 1) {
                selection[count++] = base + Long.numberOfTrailingZeros(rest);
            }
        }
        assert Checks.isAscending(selection, count, words * Long.SIZE);
        return count;
    }
}
