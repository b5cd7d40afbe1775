package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Utf8;

/**
 * Loops that test the codes of a column and clear the bits of rows that fail. Bytes are tested
 * eight at a time in a long. Wider codes are compared without branches: the sign of {@code (value -
 * low) | (high - value)} says whether one of the two is negative. The signs are stored as bytes for
 * the whole vector, a loop that the JIT compiler vectorizes. If few words of the bit set have rows,
 * these are tested one by one.
 */
public final class CodeTests {
    private static final long HIGH_BITS = Utf8.ONES << 7;

    /** All bits of each byte except the highest. */
    private static final long LOW_BITS = ~HIGH_BITS;

    /**
     * Multiplied by this, the lowest bits of eight bytes are moved into the highest byte, in order.
     */
    private static final long GATHER = 0x0102040810204080L;

    /** All rows are tested at once if at least one of SPARSE words has rows. */
    private static final int SPARSE = 4;

    private CodeTests() {}

    // ------------------------------------------------------------------ bytes

    static void keepRange(
            byte[] values, int from, int count, byte low, byte high, long[] selected) {
        // Shift to unsigned, from 0 to 255.
        long least = (Byte.toUnsignedLong(low) ^ 0x80) * Utf8.ONES;
        long greatest = (Byte.toUnsignedLong(high) ^ 0x80) * Utf8.ONES;
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long inside = 0;
            int i = 0;
            for (; i + Long.BYTES <= end; i += Long.BYTES) {
                long codes = (long) Utf8.EIGHT_BYTES.get(values, at + i) ^ HIGH_BITS;
                inside |= gather(notBelow(codes, least) & notBelow(greatest, codes)) << i;
            }
            for (; i < end; i++) {
                inside |= (values[at + i] >= low & values[at + i] <= high ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= inside;
        }
    }

    /** In the highest bit of each byte: whether it is not below the other byte, unsigned. */
    private static long notBelow(long bytes, long others) {
        // Compares the lower bits, where the highest are equal; nothing is borrowed from the next
        // byte.
        long lower = (bytes | HIGH_BITS) - (others & LOW_BITS);
        return (bytes & ~others) | (~(bytes ^ others) & lower);
    }

    /**
     * Keeps rows with one of a few codes.
     *
     * @param wanted the codes
     */
    static void keepAmong(byte[] values, int from, int count, byte[] wanted, long[] selected) {
        long[] patterns = new long[wanted.length];
        for (int i = 0; i < patterns.length; i++) {
            patterns[i] = Byte.toUnsignedLong(wanted[i]) * Utf8.ONES;
        }
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long found = 0;
            int i = 0;
            for (; i + Long.BYTES <= end; i += Long.BYTES) {
                long codes = (long) Utf8.EIGHT_BYTES.get(values, at + i);
                long equal = 0;
                for (long pattern : patterns) {
                    equal |= zeros(codes ^ pattern);
                }
                found |= gather(equal) << i;
            }
            for (; i < end; i++) {
                for (byte code : wanted) {
                    found |= (values[at + i] == code ? 1L : 0L) << i;
                }
            }
            selected[start >>> 6] &= found;
        }
    }

    /** In the highest bit of each byte: whether the byte is 0. Nothing is carried. */
    private static long zeros(long bytes) {
        return ~(((bytes & LOW_BITS) + LOW_BITS) | bytes | LOW_BITS);
    }

    /** Collects the highest bits of the bytes in the lowest byte. */
    private static long gather(long bytes) {
        return (((bytes & HIGH_BITS) >>> 7) * GATHER) >>> 56;
    }

    // ------------------------------------------------------------------ flags

    /** Whether so few words have rows that it is faster to test these only. */
    static boolean isSparse(int count, long[] selected) {
        int words = Bits.words(count);
        int filled = 0;
        for (int i = 0; i < words; i++) {
            filled += selected[i] == 0 ? 0 : 1;
        }
        return SPARSE * filled < words;
    }

    /** Sets flags to 1 where a code is outside the range, else to 0. */
    static void flagOutside(
            short[] values, int from, int count, long low, long high, byte[] flags) {
        for (int i = 0; i < count; i++) {
            long value = values[from + i];
            flags[i] = (byte) (((value - low) | (high - value)) >>> 63);
        }
    }

    static void flagOutside(int[] values, int from, int count, long low, long high, byte[] flags) {
        for (int i = 0; i < count; i++) {
            long value = values[from + i];
            flags[i] = (byte) (((value - low) | (high - value)) >>> 63);
        }
    }

    /**
     * Sets flags to 1 where {@code left < right + more}, else to 0; the differences must fit into a
     * long.
     */
    public static void flagBelow(long[] left, long[] right, long more, int count, byte[] flags) {
        for (int i = 0; i < count; i++) {
            flags[i] = (byte) ((left[i] - right[i] - more) >>> 63);
        }
    }

    /** The same for values from given rows on. */
    public static void flagBelow(
            short[] left,
            int leftFrom,
            short[] right,
            int rightFrom,
            long more,
            int count,
            byte[] flags) {
        for (int i = 0; i < count; i++) {
            long one = left[leftFrom + i];
            long other = right[rightFrom + i];
            flags[i] = (byte) ((one - other - more) >>> 63);
        }
    }

    public static void flagBelow(
            int[] left,
            int leftFrom,
            int[] right,
            int rightFrom,
            long more,
            int count,
            byte[] flags) {
        for (int i = 0; i < count; i++) {
            long one = left[leftFrom + i];
            long other = right[rightFrom + i];
            flags[i] = (byte) ((one - other - more) >>> 63);
        }
    }

    /**
     * Clears the bits of rows whose flag is 1. There must be a flag for each bit of a word,
     * whatever the count.
     */
    public static void dropFlagged(byte[] flags, int count, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            long dropped = 0;
            for (int i = 0; i < Long.SIZE; i += Long.BYTES) {
                long eight = (long) Utf8.EIGHT_BYTES.get(flags, start + i);
                dropped |= ((eight * GATHER) >>> 56) << i;
            }
            selected[start >>> 6] &= ~dropped;
        }
    }

    // ------------------------------------------------------------------ word by word

    static void keepRange(
            short[] values, int from, int count, long low, long high, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long outside = 0;
            for (int i = 0; i < end; i++) {
                long value = values[at + i];
                outside |= ((value - low) | (high - value)) >>> 63 << i;
            }
            selected[start >>> 6] &= ~outside;
        }
    }

    static void keepRange(int[] values, int from, int count, long low, long high, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long outside = 0;
            for (int i = 0; i < end; i++) {
                long value = values[at + i];
                outside |= ((value - low) | (high - value)) >>> 63 << i;
            }
            selected[start >>> 6] &= ~outside;
        }
    }

    static void keepRange(
            long[] values, int from, int count, long low, long high, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long outside = 0;
            for (int i = 0; i < end; i++) {
                long value = values[at + i];
                // The difference of two longs may overflow, so they are compared.
                outside |= (value < low || value > high ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= ~outside;
        }
    }

    // ------------------------------------------------------------------ lists

    /**
     * Keeps rows whose code is in a list.
     *
     * @param kept by code minus {@code base}: 1 if the code is in the list, else 0
     */
    static void keepListed(
            byte[] values, int from, int count, int base, byte[] kept, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long inside = 0;
            for (int i = 0; i < end; i++) {
                inside |= (long) kept[values[at + i] - base] << i;
            }
            selected[start >>> 6] &= inside;
        }
    }

    static void keepListed(
            short[] values, int from, int count, int base, byte[] kept, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long inside = 0;
            for (int i = 0; i < end; i++) {
                inside |= (long) kept[values[at + i] - base] << i;
            }
            selected[start >>> 6] &= inside;
        }
    }

    static void keepListed(
            int[] values, int from, int count, int base, byte[] kept, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long inside = 0;
            for (int i = 0; i < end; i++) {
                inside |= (long) kept[values[at + i] - base] << i;
            }
            selected[start >>> 6] &= inside;
        }
    }

    static void keepListed(
            long[] values, int from, int count, long base, byte[] kept, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long inside = 0;
            for (int i = 0; i < end; i++) {
                inside |= (long) kept[(int) (values[at + i] - base)] << i;
            }
            selected[start >>> 6] &= inside;
        }
    }
}
