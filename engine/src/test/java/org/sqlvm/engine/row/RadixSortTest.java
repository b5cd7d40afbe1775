package org.sqlvm.engine.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.error.Interruption;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Numbers are in their order afterwards, each with its row, and equal ones as they came. */
final class RadixSortTest {
    @Test
    void likeComparing() {
        Random random = new Random(1);
        for (int bits = 0; bits <= Long.SIZE; bits++) {
            for (int count : new int[] {0, 1, 2, 100, 5000}) {
                long mask = bits == 0 ? 0 : -1L >>> (Long.SIZE - bits);
                long[] keys = random.longs(count).map(key -> key & mask).toArray();
                int[] rows = IntStream.range(0, count).toArray();
                long[] sorted = keys.clone();
                RadixSort.sort(sorted, rows, bits, new Interruption());
                int[] expected = IntStream.range(0, count)
                        .boxed()
                        .sorted((a, b) -> Long.compareUnsigned(keys[a], keys[b]))
                        .mapToInt(Integer::intValue)
                        .toArray();
                assertArrayEquals(expected, rows);
                assertArrayEquals(
                        Arrays.stream(rows).mapToLong(row -> keys[row]).toArray(), sorted);
            }
        }
    }
}
