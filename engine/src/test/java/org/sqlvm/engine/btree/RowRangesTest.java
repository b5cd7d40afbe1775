package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.TreeSet;

/** Ranges have all rows that were added, and as long as they are few, no others. */
final class RowRangesTest {
    private static boolean has(RowRanges ranges, long rowid) {
        boolean[] found = new boolean[1];
        ranges.forEach((from, to) -> found[0] |= from <= rowid && rowid <= to);
        return found[0];
    }

    @Test
    void neighboursAreOneRange() {
        RowRanges ranges = new RowRanges();
        for (long rowid : new long[] {5, 7, 6, 1, 2, -4, Long.MIN_VALUE, Long.MAX_VALUE}) {
            ranges.add(rowid);
        }
        ranges.add(10, 20);
        ranges.add(15, 22);
        ranges.add(8, 9);
        assertEquals(
                "{-9223372036854775808=-9223372036854775808, -4=-4, 1=2, 5=22,"
                        + " 9223372036854775807=9223372036854775807}",
                ranges.toString());
    }

    @Test
    void manyRangesBecomeFewer() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            RowRanges one = new RowRanges();
            RowRanges other = new RowRanges();
            TreeSet<Long> rows = new TreeSet<>();
            int count = 1 + random.nextInt(300);
            for (int i = 0; i < count; i++) {
                long rowid = random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(2000);
                rows.add(rowid);
                (i % 3 == 0 ? one : other).add(rowid);
            }
            RowRanges both = one.with(other);
            assertTrue(rows.stream().allMatch(row -> has(both, row)));
            long[] ranges = new long[1];
            both.forEach((from, to) -> ranges[0]++);
            assertTrue(ranges[0] <= 64, () -> ranges[0] + " ranges");
            if (count < 50) {
                for (long row = 0; row < 2000; row++) {
                    assertEquals(rows.contains(row), has(both, row));
                }
            }
        }
    }

    @Test
    void rowsEverywhereAreAllRows() {
        RowRanges ranges = new RowRanges();
        for (int i = 0; i < 1000; i++) {
            ranges.add(i * 7919L % 100_003);
        }
        assertEquals("{" + Long.MIN_VALUE + "=" + Long.MAX_VALUE + "}", ranges.toString());
    }
}
