package org.sqlvm.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Packed values of every width come back, however many are read at a time. */
final class HybridTest {
    @Test
    void everyWidth() {
        Random random = new Random(9);
        for (int width = 0; width <= Hybrid.WIDTH_MAX; width++) {
            for (int round = 0; round < 20; round++) {
                int groups = 1 + random.nextInt(20);
                int[] expected = new int[8 * groups];
                byte[] page = new byte[1 + groups * width + random.nextInt(12)];
                page[0] = (byte) (groups << 1 | 1);
                for (int bit = 0; bit < expected.length * width; bit++) {
                    if (random.nextBoolean()) {
                        page[1 + bit / 8] |= (byte) (1 << bit % 8);
                        expected[bit / width] |= 1 << bit % width;
                    }
                }
                // The bytes behind the run are not part of it.
                Arrays.fill(page, 1 + groups * width, page.length, (byte) -1);
                Hybrid runs = new Hybrid(page, 0, 1 + groups * width, width);
                int[] found = new int[expected.length];
                int at = 0;
                while (at < found.length) {
                    int count = Math.min(found.length - at, 1 + random.nextInt(40));
                    runs.read(found, at, count);
                    at += count;
                }
                assertArrayEquals(expected, found, width + " bits");
            }
        }
    }
}
