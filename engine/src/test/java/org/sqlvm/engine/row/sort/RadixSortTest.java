package org.sqlvm.engine.row.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.row.RowThreads;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Numbers are in the order of some bits afterwards, and equal ones as they came. */
final class RadixSortTest {
    @Test
    void likeComparing() {
        Random random = new Random(1);
        for (int bits = 0; bits <= Long.SIZE - 13; bits++) {
            long mask = (1L << bits) - 1;
            for (int count : new int[] {0, 1, 2, 3, 100, 101, 5000}) {
                for (int threads = 1; threads <= 5; threads += 2) {
                    long[] numbers = new long[count];
                    Arrays.setAll(numbers, i -> (random.nextLong() & mask) << 13 | i);
                    long[] expected = IntStream.range(0, count)
                            .mapToObj(i -> numbers[i])
                            .sorted(Long::compareUnsigned)
                            .mapToLong(Long::longValue)
                            .toArray();
                    RowThreads shared = new RowThreads(threads, 3, new Interruption());
                    assertArrayEquals(expected, RadixSort.sort(numbers, 13, bits, shared));
                }
            }
        }
    }
}
