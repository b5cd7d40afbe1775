package org.sqlvm.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.Interruption;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Rows are sorted as by comparing them, and equal ones stay in their order. */
final class RowSortTest {
    private static final List<KeyField> FIELDS = List.of(
            new KeyField(Collation.BINARY, false, false),
            new KeyField(Collation.BINARY, true, false),
            new KeyField(Collation.BINARY, false, true),
            new KeyField(Collation.BINARY, true, true),
            new KeyField(Collation.NOCASE, false, false));

    /** What a column holds. */
    private static Object value(Random random, int kind) {
        return switch (kind) {
            case 0 -> (long) random.nextInt(50);
            case 1 -> random.nextInt(100) / 4.0;
            case 2 ->
                List.of(
                                0L,
                                0.0,
                                -0.0,
                                1L << 53,
                                (1L << 53) + 1,
                                0x1p53,
                                Long.MAX_VALUE,
                                1e300,
                                -1e300,
                                Double.NEGATIVE_INFINITY,
                                Long.MIN_VALUE,
                                Double.POSITIVE_INFINITY)
                        .get(random.nextInt(12));
            case 3 -> Text.of("199" + random.nextInt(10) + "-0" + random.nextInt(1, 10) + "-11");
            case 4 -> Text.of("common" + "x".repeat(random.nextInt(12)) + random.nextInt(3));
            case 5 -> Text.of(random.nextBoolean() ? "" : "\0".repeat(random.nextInt(3)));
            case 6 -> Text.of("aAbB".substring(random.nextInt(4)));
            case 7 -> value(random, random.nextInt(7));
            default -> SqlNull.NULL;
        };
    }

    @Test
    void asByComparing() {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            int count = random.nextInt(seed % 50 == 0 ? 40_000 : 80);
            int width = random.nextInt(4);
            int[] kinds = random.ints(width, 0, 9).toArray();
            boolean nulls = random.nextBoolean();
            List<RowKey> keys = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                keys.add(new RowKey(i, FIELDS.get(random.nextInt(FIELDS.size()))));
            }
            Object[][] rows = new Object[count + random.nextInt(3)][];
            for (int row = 0; row < count; row++) {
                rows[row] = new Object[width];
                for (int i = 0; i < width; i++) {
                    boolean isNull = nulls && random.nextInt(5) == 0;
                    rows[row][i] = value(random, isNull ? 8 : kinds[i]);
                }
            }
            Comparator<Object[]> order = (a, b) -> {
                for (RowKey key : keys) {
                    int compared = key.field().compare(a[key.column()], b[key.column()]);
                    if (compared != 0) {
                        return compared;
                    }
                }
                return 0;
            };
            Object[][] expected = Arrays.copyOf(rows, count);
            Arrays.sort(expected, order);
            RowSort.SortedKeys sorted = RowSort.sort(rows, count, keys, order, new Interruption());
            for (int row = 0; row < count; row++) {
                assertSame(expected[row], rows[row], "seed " + seed);
            }
            if (sorted != null) {
                checkKeys(rows, count, keys.get(0), sorted.firsts(), sorted.firstExact());
            }
            if (sorted != null && sorted.seconds() != null) {
                checkKeys(rows, count, keys.get(1), sorted.seconds(), sorted.secondExact());
            }
        }
    }

    /** Numbers that differ are of values that do; if exact, those that are the same, too. */
    private static void checkKeys(
            Object[][] rows, int count, RowKey key, long[] numbers, boolean exact) {
        for (int row = 1; row < count; row++) {
            Object before = rows[row - 1][key.column()];
            boolean same = key.field().compare(before, rows[row][key.column()]) == 0;
            if (numbers[row - 1] != numbers[row]) {
                assertFalse(same);
            } else if (exact) {
                assertTrue(same);
            }
        }
    }

    /** What numbers say is not asked of the rows. */
    @Test
    void numbersAreComparedWithoutTheRows() {
        Object[][] rows = new Object[1000][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new Object[] {(long) (i * 7 % 10), Text.of("d" + 100 * (i % 3))};
        }
        List<RowKey> keys = List.of(new RowKey(0, FIELDS.get(0)), new RowKey(1, FIELDS.get(0)));
        RowSort.sort(
                rows,
                rows.length,
                keys,
                (a, b) -> {
                    assertEquals(0, Values.compare(a[0], b[0], Collation.BINARY));
                    return Values.compare(a[1], b[1], Collation.BINARY);
                },
                new Interruption());
        assertEquals(0L, rows[99][0]);
        assertEquals(Text.of("d0"), rows[0][1]);
    }
}
