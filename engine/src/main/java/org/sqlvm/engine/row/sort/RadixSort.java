package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.row.RowThreads;

/**
 * A stable radix sort of numbers, from the least significant digit to the most significant. If
 * threads share the work, each sorts a range, and the sorted ranges are merged.
 */
final class RadixSort {
    /** Bits of a digit: the ends of its values' ranges stay in a core's cache. */
    private static final int DIGIT_BITS = 11;

    /** Where numbers are, and where they go next. */
    private final long[][] arrays;

    private final int lowest;
    private final int bits;
    private final int passes;
    private final RowThreads threads;

    private RadixSort(long[] numbers, int lowest, int bits, RowThreads threads) {
        this.arrays = new long[][] {numbers, new long[numbers.length]};
        this.lowest = lowest;
        this.bits = bits;
        this.threads = threads;
        passes = Math.ceilDiv(bits, DIGIT_BITS);
    }

    /**
     * Sorts numbers, no two of which are the same, as unsigned ones.
     *
     * @param lowest numbers that are equal from this bit on are in order already
     * @param bits the number of bits from {@code lowest} on; higher bits are 0
     * @return the numbers, in the same array or another
     */
    static long[] sort(long[] numbers, int lowest, int bits, RowThreads threads) {
        return new RadixSort(numbers, lowest, bits, threads).sort();
    }

    private long[] sort() {
        int count = arrays[0].length;
        int ranges = threads.rangeCount(count);
        threads.run(count, this::sort);
        int current = passes & 1;
        for (int width = 1; width < ranges; width *= 2) {
            long[] from = arrays[current];
            long[] to = arrays[1 - current];
            int runWidth = width;
            threads.runAll(ranges / width, half -> {
                int first = half / 2 * 2 * runWidth;
                int start = threads.rangeStart(count, first);
                int middle = threads.rangeStart(count, first + runWidth);
                int end = threads.rangeStart(count, first + 2 * runWidth);
                if ((half & 1) == 0) {
                    mergeFirst(from, start, middle, to);
                } else {
                    mergeLast(from, start, middle, end, to);
                }
            });
            current = 1 - current;
        }
        return arrays[current];
    }

    private void sort(int start, int end) {
        for (int pass = 0; pass < passes; pass++) {
            int shift = bits * pass / passes;
            int width = bits * (pass + 1) / passes - shift;
            move(arrays[pass & 1], arrays[1 - (pass & 1)], start, end, lowest + shift, width);
        }
    }

    private static void move(long[] from, long[] to, int start, int end, int shift, int width) {
        int mask = (1 << width) - 1;
        int[] places = new int[1 << width];
        for (int i = start; i < end; i++) {
            places[(int) (from[i] >>> shift) & mask]++;
        }
        int place = start;
        for (int digit = 0; digit < places.length; digit++) {
            int count = places[digit];
            places[digit] = place;
            place += count;
        }
        for (int i = start; i < end; i++) {
            long number = from[i];
            to[places[(int) (number >>> shift) & mask]++] = number;
        }
    }

    /**
     * Merges the first numbers of two runs, as many as there are in the first, which is not longer.
     */
    private static void mergeFirst(long[] from, int start, int middle, long[] to) {
        int left = start;
        int right = middle;
        for (int i = start; i < middle; i++) {
            long one = from[left];
            long other = from[right];
            boolean isFirst = Long.compareUnsigned(one, other) < 0;
            to[i] = isFirst ? one : other;
            left += isFirst ? 1 : 0;
            right += isFirst ? 0 : 1;
        }
    }

    /** The others, which are as many as there are in the second. */
    private static void mergeLast(long[] from, int start, int middle, int end, long[] to) {
        int left = middle - 1;
        int right = end - 1;
        for (int i = end - 1; i >= middle; i--) {
            // A shorter first run may end before the last number.
            boolean isLast = left < start || Long.compareUnsigned(from[left], from[right]) < 0;
            to[i] = isLast ? from[right] : from[left];
            left -= isLast ? 0 : 1;
            right -= isLast ? 1 : 0;
        }
    }
}
