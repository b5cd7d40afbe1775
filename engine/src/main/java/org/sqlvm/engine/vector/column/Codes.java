package org.sqlvm.engine.vector.column;

import java.util.Arrays;

/**
 * The integers of one column of a partition in the narrowest array that holds them. Each method
 * exists for four widths. The loops are small, static and without calls, so that the JIT compiler
 * vectorizes them.
 *
 * <p>A method that takes a {@code selection} works on the rows {@code from + selection[i]}; if it
 * is null, on consecutive rows from {@code from} on.
 */
public final class Codes {
    private final byte[] bytes;
    private final short[] shorts;
    private final int[] ints;
    private final long[] longs;

    /** The least and the greatest of the values that are not NULL. */
    public final long least;

    public final long greatest;

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
     * Encodes the first {@code count} values. Where these are NULL, {@code values} is changed.
     *
     * @param nulls the rows that are NULL, not all of them; or null for none
     */
    public static Codes of(long[] values, int count, long[] nulls) {
        if (nulls != null) {
            fill(values, count, nulls, firstPresent(values, count, nulls));
        }
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            long value = values[i];
            least = value < least ? value : least;
            greatest = value > greatest ? value : greatest;
        }
        if (nulls != null) {
            fill(values, count, nulls, least);
        }
        if (least == (byte) least && greatest == (byte) greatest) {
            return new Codes(toBytes(values, count), null, null, null, least, greatest);
        }
        if (least == (short) least && greatest == (short) greatest) {
            return new Codes(null, toShorts(values, count), null, null, least, greatest);
        }
        if (least == (int) least && greatest == (int) greatest) {
            return new Codes(null, null, toInts(values, count), null, least, greatest);
        }
        return new Codes(null, null, null, Arrays.copyOf(values, count), least, greatest);
    }

    // A method each, so that only the loops that a process needs are compiled.

    private static byte[] toBytes(long[] values, int count) {
        byte[] narrow = new byte[count];
        for (int i = 0; i < count; i++) {
            narrow[i] = (byte) values[i];
        }
        return narrow;
    }

    private static short[] toShorts(long[] values, int count) {
        short[] narrow = new short[count];
        for (int i = 0; i < count; i++) {
            narrow[i] = (short) values[i];
        }
        return narrow;
    }

    private static int[] toInts(long[] values, int count) {
        int[] narrow = new int[count];
        for (int i = 0; i < count; i++) {
            narrow[i] = (int) values[i];
        }
        return narrow;
    }

    private static long firstPresent(long[] values, int count, long[] nulls) {
        int row = 0;
        while (row < count && Bits.get(nulls, row)) {
            row++;
        }
        assert row < count || count == 0 : count;
        return count == 0 ? 0 : values[row];
    }

    /** Sets values that are NULL. */
    private static void fill(long[] values, int count, long[] nulls, long value) {
        for (int word = 0; word < Bits.words(count); word++) {
            for (long rest = nulls[word]; rest != 0; rest &= rest - 1) {
                values[word * Long.SIZE + Long.numberOfTrailingZeros(rest)] = value;
            }
        }
    }

    /** Writes the values for {@link #read}. */
    void write(ChunkBytes target) {
        target.putByte(width());
        target.putInt(count());
        target.putLong(least);
        target.putLong(greatest);
        if (bytes != null) {
            target.putBytes(bytes);
        } else if (shorts != null) {
            target.putShorts(shorts);
        } else if (ints != null) {
            target.putInts(ints);
        } else {
            target.putLongs(longs);
        }
    }

    /** Reads what {@link #write} has written. */
    static Codes read(ChunkBytes source) {
        int width = source.getByte();
        int count = source.getCount(width);
        long least = source.getLong();
        long greatest = source.getLong();
        return switch (width) {
            case Byte.BYTES -> new Codes(source.getBytes(count), null, null, null, least, greatest);
            case Short.BYTES ->
                new Codes(null, source.getShorts(count), null, null, least, greatest);
            case Integer.BYTES ->
                new Codes(null, null, source.getInts(count), null, least, greatest);
            case Long.BYTES -> new Codes(null, null, null, source.getLongs(count), least, greatest);
            default -> throw new ChunkBytes.Damaged("codes of " + width + " bytes");
        };
    }

    /** The width of a value in bytes. */
    int width() {
        return bytes != null
                ? Byte.BYTES
                : shorts != null ? Short.BYTES : ints != null ? Integer.BYTES : Long.BYTES;
    }

    /** The size of the array in bytes. */
    long size() {
        return bytes != null
                ? bytes.length
                : shorts != null
                        ? 2L * shorts.length
                        : ints != null ? 4L * ints.length : 8L * longs.length;
    }

    /** The number of values. */
    public int count() {
        return (int) (size() / width());
    }

    long get(int row) {
        return bytes != null
                ? bytes[row]
                : shorts != null ? shorts[row] : ints != null ? ints[row] : longs[row];
    }

    /** Copies the values of {@code count} rows. */
    public void copy(int from, int[] selection, int count, long[] target) {
        if (selection == null) {
            copy(from, count, target);
        } else if (bytes != null) {
            gather(bytes, from, selection, count, target);
        } else if (shorts != null) {
            gather(shorts, from, selection, count, target);
        } else if (ints != null) {
            gather(ints, from, selection, count, target);
        } else {
            gather(longs, from, selection, count, target);
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

    private static void gather(byte[] values, int from, int[] selection, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + selection[i]];
        }
    }

    private static void gather(
            short[] values, int from, int[] selection, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + selection[i]];
        }
    }

    private static void gather(int[] values, int from, int[] selection, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + selection[i]];
        }
    }

    private static void gather(long[] values, int from, int[] selection, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = values[from + selection[i]];
        }
    }

    /**
     * Divides the values by {@code scale}. Multiplying by 1 / scale would sometimes give another
     * real.
     */
    void divide(int from, int[] selection, int count, double scale, double[] target) {
        if (bytes != null) {
            divide(bytes, from, selection, count, scale, target);
        } else if (shorts != null) {
            divide(shorts, from, selection, count, scale, target);
        } else if (ints != null) {
            divide(ints, from, selection, count, scale, target);
        } else {
            divide(longs, from, selection, count, scale, target);
        }
    }

    private static void divide(
            byte[] values, int from, int[] selection, int count, double scale, double[] target) {
        if (selection == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] / scale;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + selection[i]] / scale;
            }
        }
    }

    private static void divide(
            short[] values, int from, int[] selection, int count, double scale, double[] target) {
        if (selection == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] / scale;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + selection[i]] / scale;
            }
        }
    }

    private static void divide(
            int[] values, int from, int[] selection, int count, double scale, double[] target) {
        if (selection == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] / scale;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + selection[i]] / scale;
            }
        }
    }

    private static void divide(
            long[] values, int from, int[] selection, int count, double scale, double[] target) {
        for (int i = 0; i < count; i++) {
            int row = selection == null ? from + i : from + selection[i];
            target[i] = values[row] / scale;
        }
    }

    /** Whether values fit into an int. */
    public boolean areNarrow() {
        return longs == null;
    }

    /**
     * Looks up each value, minus {@code base}, in {@code map}. Values must be narrow.
     *
     * @return negative if one of the results is
     */
    int translate(int from, int count, int base, int[] map, int[] target) {
        return bytes != null
                ? translate(bytes, from, count, base, map, target)
                : shorts != null
                        ? translate(shorts, from, count, base, map, target)
                        : translate(ints, from, count, base, map, target);
    }

    private static int translate(
            byte[] values, int from, int count, int base, int[] map, int[] target) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            int found = map[values[from + i] - base];
            target[i] = found;
            all |= found;
        }
        return all;
    }

    private static int translate(
            short[] values, int from, int count, int base, int[] map, int[] target) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            int found = map[values[from + i] - base];
            target[i] = found;
            all |= found;
        }
        return all;
    }

    private static int translate(
            int[] values, int from, int count, int base, int[] map, int[] target) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            int found = map[values[from + i] - base];
            target[i] = found;
            all |= found;
        }
        return all;
    }

    /** Subtracts {@code base}; the differences must fit into an int. */
    void subtract(int from, int[] selection, int count, long base, int[] target) {
        if (bytes != null) {
            subtract(bytes, from, selection, count, (int) base, target);
        } else if (shorts != null) {
            subtract(shorts, from, selection, count, (int) base, target);
        } else if (ints != null) {
            subtract(ints, from, selection, count, (int) base, target);
        } else {
            for (int i = 0; i < count; i++) {
                target[i] =
                        (int) (longs[selection == null ? from + i : from + selection[i]] - base);
            }
        }
    }

    private static void subtract(
            byte[] values, int from, int[] selection, int count, int base, int[] target) {
        if (selection == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] - base;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + selection[i]] - base;
            }
        }
    }

    private static void subtract(
            short[] values, int from, int[] selection, int count, int base, int[] target) {
        if (selection == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] - base;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + selection[i]] - base;
            }
        }
    }

    private static void subtract(
            int[] values, int from, int[] selection, int count, int base, int[] target) {
        if (selection == null) {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + i] - base;
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[i] = values[from + selection[i]] - base;
            }
        }
    }

    /**
     * Clears the bits of rows whose value is not in a range, both ends included.
     *
     * @param flags a buffer with a byte for each bit of {@code selected}
     */
    public void keepRange(int from, int count, long low, long high, byte[] flags, long[] selected) {
        if (bytes != null) {
            keepRangeOfBytes(from, count, low, high, selected);
        } else if (longs != null) {
            CodeTests.keepRange(longs, from, count, low, high, selected);
        } else if (CodeTests.isSparse(count, selected)) {
            if (shorts != null) {
                CodeTests.keepRange(shorts, from, count, low, high, selected);
            } else {
                CodeTests.keepRange(ints, from, count, low, high, selected);
            }
        } else {
            if (shorts != null) {
                CodeTests.flagOutside(shorts, from, count, low, high, flags);
            } else {
                CodeTests.flagOutside(ints, from, count, low, high, flags);
            }
            CodeTests.dropFlagged(flags, count, selected);
        }
    }

    /**
     * Whether values have the same width as those of another, which is neither one byte nor eight.
     */
    public boolean areWideAs(Codes other) {
        return (shorts != null && other.shorts != null) || (ints != null && other.ints != null);
    }

    /**
     * Sets {@code flags[i]} to 1 where the value is less than that of {@code other} plus
     * {@code more}, else to 0.
     */
    public void flagBelow(
            int from, Codes other, int otherFrom, long more, int count, byte[] flags) {
        if (shorts != null) {
            CodeTests.flagBelow(shorts, from, other.shorts, otherFrom, more, count, flags);
        } else {
            CodeTests.flagBelow(ints, from, other.ints, otherFrom, more, count, flags);
        }
    }

    /**
     * Keeps bytes in a range. The range may be wider than bytes, as a dictionary may have entries
     * without rows.
     */
    private void keepRangeOfBytes(int from, int count, long low, long high, long[] selected) {
        long first = Math.max(low, Byte.MIN_VALUE);
        long last = Math.min(high, Byte.MAX_VALUE);
        if (first > last) {
            Bits.fill(selected, 0);
        } else if (first == last) {
            CodeTests.keepAmong(bytes, from, count, new byte[] {(byte) first}, selected);
        } else {
            CodeTests.keepRange(bytes, from, count, (byte) first, (byte) last, selected);
        }
    }

    /**
     * Clears the bits of rows whose value is not in a list.
     *
     * @param kept by value minus {@code base}: 1 if the value is in the list, else 0
     * @param few the indexes in {@code kept} of the list's values, if they are few; else null
     */
    public void keepListed(
            int from, int count, long base, byte[] kept, int[] few, long[] selected) {
        if (bytes != null && few != null) {
            byte[] wanted = new byte[few.length];
            int found = 0;
            for (int index : few) {
                long code = base + index;
                if (code == (byte) code) {
                    wanted[found++] = (byte) code;
                }
            }
            CodeTests.keepAmong(bytes, from, count, Arrays.copyOf(wanted, found), selected);
        } else if (bytes != null) {
            CodeTests.keepListed(bytes, from, count, (int) base, kept, selected);
        } else if (shorts != null) {
            CodeTests.keepListed(shorts, from, count, (int) base, kept, selected);
        } else if (ints != null) {
            CodeTests.keepListed(ints, from, count, (int) base, kept, selected);
        } else {
            CodeTests.keepListed(longs, from, count, base, kept, selected);
        }
    }
}
