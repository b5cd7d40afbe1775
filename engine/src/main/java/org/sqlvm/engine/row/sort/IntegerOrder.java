package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.data.ValueKind;

import java.util.Arrays;

/**
 * Sorts rows by integer keys of small ranges. It packs the distances of a row's keys from their
 * minima and the row's number into one {@code long}, and sorts these.
 */
public final class IntegerOrder {
    private IntegerOrder() {}

    /**
     * The numbers of {@code count} rows in the order of their keys, equal ones as they came.
     *
     * @param kinds by key and row, as {@code numbers}
     * @param descending by key
     * @return null if keys are something else, or their ranges too large
     */
    public static int[] sort(byte[][] kinds, long[][] numbers, boolean[] descending, int count) {
        int rowBits = Long.SIZE - Long.numberOfLeadingZeros(count);
        int bits = rowBits;
        long[] packed = new long[count];
        for (int key = 0; key < descending.length; key++) {
            long least = Long.MAX_VALUE;
            long greatest = Long.MIN_VALUE;
            for (int row = 0; row < count; row++) {
                if (kinds[key][row] != ValueKind.LONG) {
                    return null;
                }
                least = Math.min(least, numbers[key][row]);
                greatest = Math.max(greatest, numbers[key][row]);
            }
            // As an unsigned number.
            int width = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
            bits += width;
            if (bits >= Long.SIZE) {
                return null;
            }
            for (int row = 0; row < count; row++) {
                long number = numbers[key][row];
                long distance = descending[key] ? greatest - number : number - least;
                packed[row] = packed[row] << width | distance;
            }
        }
        for (int row = 0; row < count; row++) {
            packed[row] = packed[row] << rowBits | row;
        }
        Arrays.sort(packed);
        int[] rows = new int[count];
        long mask = (1L << rowBits) - 1;
        for (int i = 0; i < count; i++) {
            rows[i] = (int) (packed[i] & mask);
        }
        return rows;
    }
}
