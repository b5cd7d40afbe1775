package org.sqlvm.engine.row.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.row.RowThreads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Rows are sorted as by comparing them, equal ones stay in their order, and where keys change is
 * known.
 */
final class RowOrderTest {
    private static final List<KeyField> FIELDS = List.of(
            new KeyField(Collation.BINARY, false, false),
            new KeyField(Collation.BINARY, true, false),
            new KeyField(Collation.BINARY, false, true),
            new KeyField(Collation.BINARY, true, true),
            new KeyField(Collation.NOCASE, false, false));

    /** Returns a value of a column. */
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
            int width = random.nextInt(5);
            int[] kinds = random.ints(width, 0, 9).toArray();
            boolean nulls = random.nextBoolean();
            List<RowKey> keys = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                keys.add(new RowKey(i, FIELDS.get(random.nextInt(FIELDS.size()))));
            }
            Object[][] rows = new Object[count][width];
            for (Object[] row : rows) {
                for (int i = 0; i < width; i++) {
                    boolean isNull = nulls && random.nextInt(5) == 0;
                    row[i] = value(random, isNull ? 8 : kinds[i]);
                }
            }
            check(rows, keys, random.nextInt(width + 1), "seed " + seed);
        }
    }

    private static ValueColumn[] columns(Object[][] rows, int width) {
        ValueColumn[] columns = new ValueColumn[width];
        for (int column = 0; column < width; column++) {
            columns[column] = new ValueColumn();
            columns[column].grow(rows.length);
            for (int row = 0; row < rows.length; row++) {
                columns[column].set(row, rows[row][column]);
            }
        }
        return columns;
    }

    private static int compare(Object[] a, Object[] b, List<RowKey> keys) {
        for (RowKey key : keys) {
            int compared = key.field().compare(a[key.column()], b[key.column()]);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private static void check(
            Object[][] rows, List<RowKey> keys, int partitionKeys, String message) {
        Interruption interruption = new Interruption();
        RowOrder order = RowOrder.of(
                columns(rows, keys.size()),
                rows.length,
                keys,
                partitionKeys,
                new RowThreads(1 + rows.length % 4, 7, interruption),
                interruption);
        int[] expected = IntStream.range(0, rows.length)
                .boxed()
                .sorted((a, b) -> compare(rows[a], rows[b], keys))
                .mapToInt(Integer::intValue)
                .toArray();
        assertArrayEquals(expected, order.rows(), message);
        int[] asGiven = IntStream.range(0, rows.length).toArray();
        assertEquals(Arrays.equals(asGiven, expected), order.isGiven(), message);
        byte[] starts = order.starts();
        List<RowKey> partition = keys.subList(0, partitionKeys);
        for (int i = 0; i < rows.length; i++) {
            Object[] row = rows[expected[i]];
            Object[] before = i == 0 ? null : rows[expected[i - 1]];
            boolean begins = i == 0 || compare(before, row, partition) != 0;
            boolean differs = i == 0 || compare(before, row, keys) != 0;
            assertEquals(begins, (starts[i] & RowOrder.NEW_PARTITION) != 0, message);
            assertEquals(differs, (starts[i] & RowOrder.NEW_PLACE) != 0, message);
        }
    }

    /** Keys that take more bits than one number has. */
    @Test
    void manyWideKeys() {
        Random random = new Random(1);
        Object[][] rows = new Object[2000][];
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            keys.add(new RowKey(i, FIELDS.get(i)));
        }
        for (int row = 0; row < rows.length; row++) {
            long one = random.nextLong() << random.nextInt(63);
            double two = random.nextInt(4) == 0 ? random.nextDouble() : 0.5;
            Text three = Text.of(random.nextInt(3) + "-" + random.nextInt(3) + " of these texts");
            rows[row] = new Object[] {random.nextBoolean() ? 1L : one, two, three, (long) row / 9};
        }
        for (int partitionKeys = 0; partitionKeys <= keys.size(); partitionKeys++) {
            check(rows, keys, partitionKeys, "wide");
        }
    }

    @Test
    void numbersWithOtherTexts() {
        Random random = new Random(2);
        for (int round = 0; round < 200; round++) {
            Object[][] rows = new Object[50][];
            for (int row = 0; row < rows.length; row++) {
                Object text = Text.of("ab\0\0\uffff".substring(random.nextInt(6)));
                rows[row] = new Object[] {
                    random.nextInt(4) == 0 ? SqlNull.NULL : text, (long) random.nextInt(3)
                };
            }
            KeyField field = FIELDS.get(random.nextInt(4));
            check(rows, List.of(new RowKey(0, field), new RowKey(1, FIELDS.get(0))), 1, "texts");
        }
    }
}
