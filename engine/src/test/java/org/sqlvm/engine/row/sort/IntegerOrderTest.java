package org.sqlvm.engine.row.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.ValueKind;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

/** Rows come in the order that comparing their keys one by one gives. */
final class IntegerOrderTest {
    private static byte[] integers(int count) {
        byte[] kinds = new byte[count];
        Arrays.fill(kinds, (byte) ValueKind.LONG);
        return kinds;
    }

    private static void check(long[][] keys, boolean[] descending) {
        int count = keys[0].length;
        byte[][] kinds = new byte[keys.length][];
        Arrays.setAll(kinds, _ -> integers(count));
        Comparator<Integer> order = (left, right) -> {
            int compared = 0;
            for (int key = 0; key < keys.length && compared == 0; key++) {
                compared = Long.compare(keys[key][left], keys[key][right]);
                compared = descending[key] ? -compared : compared;
            }
            return compared;
        };
        int[] expected = IntStream.range(0, count)
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
        assertArrayEquals(expected, IntegerOrder.sort(kinds, keys, descending, count));
    }

    @Test
    void anyKeys() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            int count = 1 + random.nextInt(300);
            long[][] keys = new long[1 + random.nextInt(3)][count];
            boolean[] descending = new boolean[keys.length];
            for (int key = 0; key < keys.length; key++) {
                long base = random.nextLong() >> random.nextInt(64);
                int range = 1 + random.nextInt(1 << random.nextInt(17));
                Arrays.setAll(keys[key], _ -> base + random.nextInt(range));
                descending[key] = random.nextBoolean();
            }
            check(keys, descending);
        }
    }

    @Test
    void endsOfAllIntegers() {
        long most = Long.MAX_VALUE;
        check(new long[][] {{most, most - 2, most - 1, most}}, new boolean[] {false});
        long least = Long.MIN_VALUE;
        check(new long[][] {{least + 2, least, least + 1, least}}, new boolean[] {true});
        check(new long[][] {{0, 1L << 59, 5, 1}}, new boolean[] {true});
    }

    @Test
    void notOfOtherKeys() {
        boolean[] ascending = {false};
        long[][] far = {{0, Long.MAX_VALUE, 1}};
        assertNull(IntegerOrder.sort(new byte[][] {integers(3)}, far, ascending, 3));
        long[][] farther = {{Long.MIN_VALUE, Long.MAX_VALUE, 1}};
        assertNull(IntegerOrder.sort(new byte[][] {integers(3)}, farther, ascending, 3));
        byte[][] kinds = {integers(3)};
        kinds[0][1] = ValueKind.NULL;
        assertNull(IntegerOrder.sort(kinds, new long[][] {{1, 2, 3}}, ascending, 3));
    }
}
