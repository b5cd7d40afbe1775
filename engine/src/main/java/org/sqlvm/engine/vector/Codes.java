package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.Utf8;

/**
 * The integers of a partition's column in the narrowest array that holds all of them. Methods come
 * in four widths each; the loops are small, static, and without calls, which is what the JIT
 * compiler makes vector instructions of.
 *
 * <p>Where a method takes {@code lanes}, it works on the rows {@code from + lanes[i]}, and without
 * them (null) on the rows from {@code from} on.
 */
final class Codes {
    /** All bits of each byte but the highest. */
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

    /** Times this, the lowest bits of eight bytes come to stand in the highest byte, in order. */
    private static final long GATHER = 0x0102040810204080L;

    private final byte[] bytes;
    private final short[] shorts;
    private final int[] ints;
    private final long[] longs;

    /** Of the values that are not NULL. */
    final long least;

    final long greatest;

    private Codes(
            byte[] bytes, short[] shorts, int[] ints, long[] longs, long least, long greatest) {
        this.bytes = bytes;
        this.shorts = shorts;
        this.ints = ints;
        this.longs = longs;
        this.least = least;
        this.greatest = greatest;
    }

    /**
     * The first {@code count} of {@code values}; where those are NULL, {@code values} is changed.
     *
     * @param nulls the rows that are NULL, or null for none; not all of them
     */
    static Codes of(long[] values, int count, long[] nulls) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            if (nulls == null || !Bits.get(nulls, i)) {
                least = Math.min(least, values[i]);
                greatest = Math.max(greatest, values[i]);
            }
        }
        if (nulls != null) {
            for (int i = 0; i < count; i++) {
                if (Bits.get(nulls, i)) {
                    values[i] = least;
                }
            }
        }
        if (least == (byte) least && greatest == (byte) greatest) {
            byte[] narrow = new byte[count];
            for (int i = 0; i < count; i++) {
                narrow[i] = (byte) values[i];
            }
            return new Codes(narrow, null, null, null, least, greatest);
        }
        if (least == (short) least && greatest == (short) greatest) {
            short[] narrow = new short[count];
            for (int i = 0; i < count; i++) {
                narrow[i] = (short) values[i];
            }
            return new Codes(null, narrow, null, null, least, greatest);
        }
        if (least == (int) least && greatest == (int) greatest) {
            int[] narrow = new int[count];
            for (int i = 0; i < count; i++) {
                narrow[i] = (int) values[i];
            }
            return new Codes(null, null, narrow, null, least, greatest);
        }
        long[] same = new long[count];
        System.arraycopy(values, 0, same, 0, count);
        return new Codes(null, null, null, same, least, greatest);
    }

    /** Bytes for each value. */
    int width() {
        return bytes != null
                ? Byte.BYTES
                : shorts != null ? Short.BYTES : ints != null ? Integer.BYTES : Long.BYTES;
    }

    /** Of the array, in bytes. */
    long size() {
        return bytes != null
                ? bytes.length
                : shorts != null
                        ? 2L * shorts.length
                        : ints != null ? 4L * ints.length : 8L * longs.length;
    }

    /** How many values there are. */
    int count() {
        return (int) (size() / width());
    }

    long get(int row) {
        return bytes != null
                ? bytes[row]
                : shorts != null ? shorts[row] : ints != null ? ints[row] : longs[row];
    }

    /** {@code target[i]} becomes the value of each of {@code count} rows. */
    void copy(int from, int[] lanes, int count, long[] target) {
        if (lanes == null) {
            copy(from, count, target);
        } else if (bytes != null) {
            gather(bytes, from, lanes, count, target);
        } else if (shorts != null) {
            gather(shorts, from, lanes, count, target);
        } else if (ints != null) {
            gather(ints, from, lanes, count, target);
        } else {
            gather(longs, from, lanes, count, target);
        }
    }

    private void copy(int from, int count, long[] target) {
        if (bytes != null) {
            copy(bytes, from, count, target);
        } else if (shorts != null) {
            copy(shorts, from, count, target);
        } else if (ints != null) {
            copy(ints, from, count, target);
        } else {
            System.arraycopy(longs, from, target, 0, count);
        }
    }

    private static void copy(byte[] values, int from, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + i];
        }
    }

    private static void copy(short[] values, int from, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + i];
        }
    }

    private static void copy(int[] values, int from, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + i];
        }
    }

    private static void gather(byte[] values, int from, int[] lanes, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + lanes[i]];
        }
    }

    private static void gather(short[] values, int from, int[] lanes, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + lanes[i]];
        }
    }

    private static void gather(int[] values, int from, int[] lanes, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + lanes[i]];
        }
    }

    private static void gather(long[] values, int from, int[] lanes, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + lanes[i]];
        }
    }

    /**
     * The values divided by {@code scale}. It is a division on purpose: a product with 1 / scale is
     * another real now and then.
     */
    void divide(int from, int[] lanes, int count, double scale, double[] target) {
        if (bytes != null) {
            divide(bytes, from, lanes, count, scale, target);
        } else if (shorts != null) {
            divide(shorts, from, lanes, count, scale, target);
        } else if (ints != null) {
            divide(ints, from, lanes, count, scale, target);
        } else {
            divide(longs, from, lanes, count, scale, target);
        }
    }

    private static void divide(
            byte[] values, int from, int[] lanes, int count, double scale, double[] target) {
        if (lanes == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] / scale;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + lanes[i]] / scale;
            }
        }
    }

    private static void divide(
            short[] values, int from, int[] lanes, int count, double scale, double[] target) {
        if (lanes == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] / scale;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + lanes[i]] / scale;
            }
        }
    }

    private static void divide(
            int[] values, int from, int[] lanes, int count, double scale, double[] target) {
        if (lanes == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] / scale;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + lanes[i]] / scale;
            }
        }
    }

    private static void divide(
            long[] values, int from, int[] lanes, int count, double scale, double[] target) {
        for (int i = 0; i < count; i++) {
            int row = lanes == null ? from + i : from + lanes[i];
            target[i] = values[row] / scale;
        }
    }

    /** Whether values are ints at most. */
    boolean areNarrow() {
        return longs == null;
    }

    /**
     * {@code target[i]} becomes what {@code map} has at the value less {@code base}, where values
     * are narrow.
     *
     * @return below 0 if one of the results is
     */
    int look(int from, int count, int base, int[] map, int[] target) {
        return bytes != null
                ? look(bytes, from, count, base, map, target)
                : shorts != null
                        ? look(shorts, from, count, base, map, target)
                        : look(ints, from, count, base, map, target);
    }

    private static int look(byte[] values, int from, int count, int base, int[] map, int[] target) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            int found = map[values[from + i] - base];
            target[i] = found;
            all |= found;
        }
        return all;
    }

    private static int look(
            short[] values, int from, int count, int base, int[] map, int[] target) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            int found = map[values[from + i] - base];
            target[i] = found;
            all |= found;
        }
        return all;
    }

    private static int look(int[] values, int from, int count, int base, int[] map, int[] target) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            int found = map[values[from + i] - base];
            target[i] = found;
            all |= found;
        }
        return all;
    }

    /** The values less {@code base}, which must be ints then. */
    void subtract(int from, int[] lanes, int count, long base, int[] target) {
        if (bytes != null) {
            subtract(bytes, from, lanes, count, (int) base, target);
        } else if (shorts != null) {
            subtract(shorts, from, lanes, count, (int) base, target);
        } else if (ints != null) {
            subtract(ints, from, lanes, count, (int) base, target);
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = (int) (longs[lanes == null ? from + i : from + lanes[i]] - base);
            }
        }
    }

    private static void subtract(
            byte[] values, int from, int[] lanes, int count, int base, int[] target) {
        if (lanes == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] - base;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + lanes[i]] - base;
            }
        }
    }

    private static void subtract(
            short[] values, int from, int[] lanes, int count, int base, int[] target) {
        if (lanes == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] - base;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + lanes[i]] - base;
            }
        }
    }

    private static void subtract(
            int[] values, int from, int[] lanes, int count, int base, int[] target) {
        if (lanes == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] - base;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + lanes[i]] - base;
            }
        }
    }

    /** Keeps of {@code selected} the rows whose value is in a range, both ends included. */
    void keepRange(int from, int count, long low, long high, long[] selected) {
        if (bytes != null) {
            keepRange(bytes, from, count, (int) low, (int) high, selected);
        } else if (shorts != null) {
            keepRange(shorts, from, count, (int) low, (int) high, selected);
        } else if (ints != null) {
            keepRange(ints, from, count, low, high, selected);
        } else {
            keepRange(longs, from, count, low, high, selected);
        }
    }

    // Branch-free for the rows of a word: the sign of (value - low) | (high - value) says whether
    // one
    // of them is negative. A word without any selected row is passed over.

    private static void keepRange(
            byte[] values, int from, int count, int low, int high, long[] selected) {
        // A dictionary may have entries that no code here is large enough for.
        if (low == high && low == (byte) low) {
            keepEqual(values, from, count, (byte) low, selected);
            return;
        }
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long outside = 0;
            for (int i = 0; i < end; i++) {
                int value = values[at + i];
                outside |= (((value - low) | (high - value)) >>> 31 & 1L) << i;
            }
            selected[start >>> 6] &= ~outside;
        }
    }

    /** Eight bytes at a time: those that differ from {@code wanted} in no bit are 0 after XOR. */
    private static void keepEqual(
            byte[] values, int from, int count, byte wanted, long[] selected) {
        long pattern = Byte.toUnsignedLong(wanted) * Utf8.ONES;
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long equal = 0;
            int i = 0;
            for (; i + Long.BYTES <= end; i += Long.BYTES) {
                long differences = (long) Utf8.EIGHT_BYTES.get(values, at + i) ^ pattern;
                // The highest bit of each byte becomes 1 unless the byte is 0; nothing is carried.
                long others = ((differences & LOW_BITS) + LOW_BITS) | differences | LOW_BITS;
                equal |= (((~others >>> 7) * GATHER) >>> 56) << i;
            }
            for (; i < end; i++) {
                equal |= (values[at + i] == wanted ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= equal;
        }
    }

    private static void keepRange(
            short[] values, int from, int count, int low, int high, long[] selected) {
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long outside = 0;
            for (int i = 0; i < end; i++) {
                int value = values[at + i];
                outside |= (((value - low) | (high - value)) >>> 31 & 1L) << i;
            }
            selected[start >>> 6] &= ~outside;
        }
    }

    private static void keepRange(
            int[] values, int from, int count, long low, long high, long[] selected) {
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

    private static void keepRange(
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
                // The difference of two longs may overflow.
                outside |= (value < low || value > high ? 1L : 0L) << i;
            }
            selected[start >>> 6] &= ~outside;
        }
    }

    /**
     * Keeps of {@code selected} the rows whose value is one where {@code kept}, which begins with
     * {@code base}, is 1.
     */
    void keepListed(int from, int count, long base, byte[] kept, long[] selected) {
        int first = (int) base;
        for (int start = 0; start < count; start += Long.SIZE) {
            if (selected[start >>> 6] == 0) {
                continue;
            }
            int end = Math.min(count - start, Long.SIZE);
            int at = from + start;
            long inside = 0;
            if (bytes != null) {
                for (int i = 0; i < end; i++) {
                    inside |= (long) kept[bytes[at + i] - first] << i;
                }
            } else if (shorts != null) {
                for (int i = 0; i < end; i++) {
                    inside |= (long) kept[shorts[at + i] - first] << i;
                }
            } else if (ints != null) {
                for (int i = 0; i < end; i++) {
                    inside |= (long) kept[ints[at + i] - first] << i;
                }
            } else {
                for (int i = 0; i < end; i++) {
                    inside |= (long) kept[(int) (longs[at + i] - base)] << i;
                }
            }
            selected[start >>> 6] &= inside;
        }
    }
}
