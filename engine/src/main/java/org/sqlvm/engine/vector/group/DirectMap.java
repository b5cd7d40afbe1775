package org.sqlvm.engine.vector.group;

/**
 * A direct-mapped array from integers that are close together to their groups: no integer is
 * hashed.
 */
final class DirectMap {
    /** This many integers may always have slots, whatever the number of groups. */
    private static final int RANGE_MIN = 1 << 10;

    /** A larger range may have as many slots for each group. */
    private static final int RANGE_PER_GROUP = 4;

    private static final int LENGTH_MAX = Integer.MAX_VALUE / 4;

    /** By integer less {@link #base}: its group + 1, or 0. */
    int[] slots = {};

    long base;

    /** All integers that were asked for lie between these; without meaning if there are none. */
    private long lowest;

    private long highest;

    long lowest() {
        return lowest;
    }

    long highest() {
        return highest;
    }

    /** Bytes of the slots. */
    long size() {
        return (long) Integer.BYTES * slots.length;
    }

    /** Whether the integers from {@code low} to {@code high} have slots: they are asked for. */
    boolean has(long low, long high) {
        assert low <= high : low;
        boolean inside = low >= base && Long.compareUnsigned(high - base, slots.length) < 0;
        if (inside) {
            lowest = Math.min(lowest, low);
            highest = Math.max(highest, high);
        }
        return inside;
    }

    /**
     * How many slots there have to be for these integers, too; 0 if they, and those that were asked
     * for before, are not close together.
     *
     * @param groupCount how many groups there may be
     */
    int lengthFor(long low, long high, int groupCount) {
        boolean known = slots.length > 0;
        long newLow = known ? Math.min(low, lowest) : low;
        long newHigh = known ? Math.max(high, highest) : high;
        long range = newHigh - newLow + 1;
        long most = Math.max(RANGE_MIN, (long) RANGE_PER_GROUP * groupCount);
        // A range of more than 63 bits is negative.
        if (range <= 0 || range > most || range > LENGTH_MAX) {
            return 0;
        }
        // Where they grow they will grow further, but for the ends of all integers. Twice the range
        // that is allowed: else one close to it would be made longer with every vector.
        long longer = known ? Math.max(range, Math.min(2 * most, 2L * slots.length)) : range;
        boolean fits = newLow < Long.MAX_VALUE - longer && newHigh > Long.MIN_VALUE + longer;
        return (int) (fits ? longer : range);
    }

    /**
     * Makes slots for these integers, too.
     *
     * @param length what {@link #lengthFor} says
     */
    void widen(long low, long high, int length) {
        boolean known = slots.length > 0;
        long newLow = known ? Math.min(low, lowest) : low;
        long newHigh = known ? Math.max(high, highest) : high;
        long newBase = known && low < lowest ? newHigh - length + 1 : newLow;
        assert newBase <= newLow && newHigh - newBase < length : length;
        int[] wider = new int[length];
        if (known) {
            int count = (int) (highest - lowest + 1);
            System.arraycopy(slots, (int) (lowest - base), wider, (int) (lowest - newBase), count);
        }
        slots = wider;
        base = newBase;
        lowest = newLow;
        highest = newHigh;
    }
}
