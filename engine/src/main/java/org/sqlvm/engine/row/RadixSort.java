package org.sqlvm.engine.row;

import org.sqlvm.engine.error.Interruption;

/**
 * A stable sort of numbers without a comparison: by one group of bits after the other, from the
 * last to the first, each time putting a number behind those that have come with the same bits.
 */
final class RadixSort {
    /** So many bits at a time: the ends of the places of their values stay in a core's cache. */
    private static final int DIGIT_BITS = 11;

    private RadixSort() {}

    /**
     * Sorts {@code keys} as unsigned numbers, and {@code rows} with them.
     *
     * @param bits how many of the lowest there are; the others are 0
     */
    static void sort(long[] keys, int[] rows, int bits, Interruption interruption) {
        int passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
        long[] fromKeys = keys;
        int[] fromRows = rows;
        long[] toKeys = new long[keys.length];
        int[] toRows = new int[rows.length];
        for (int pass = 0; pass < passes; pass++) {
            interruption.check();
            int shift = bits * pass / passes;
            int width = bits * (pass + 1) / passes - shift;
            move(fromKeys, fromRows, toKeys, toRows, shift, width);
            long[] emptyKeys = fromKeys;
            int[] emptyRows = fromRows;
            fromKeys = toKeys;
            fromRows = toRows;
            toKeys = emptyKeys;
            toRows = emptyRows;
        }
        if (fromKeys != keys) {
            System.arraycopy(fromKeys, 0, keys, 0, keys.length);
            System.arraycopy(fromRows, 0, rows, 0, rows.length);
        }
    }

    private static void move(
            long[] fromKeys, int[] fromRows, long[] toKeys, int[] toRows, int shift, int width) {
        int mask = (1 << width) - 1;
        int[] places = new int[1 << width];
        for (long key : fromKeys) {
            places[(int) (key >>> shift) & mask]++;
        }
        int place = 0;
        for (int digit = 0; digit < places.length; digit++) {
            int count = places[digit];
            places[digit] = place;
            place += count;
        }
        for (int i = 0; i < fromKeys.length; i++) {
            long key = fromKeys[i];
            int target = places[(int) (key >>> shift) & mask]++;
            toKeys[target] = key;
            toRows[target] = fromRows[i];
        }
    }
}
