package org.sqlvm.engine.row.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Interruption;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The sorter against a sort of lists: same order, equal records as they came, with and without
 * limit.
 */
final class MemorySorterTest {
    private static final List<KeyField> FIELDS = List.of(
            new KeyField(Collation.NOCASE, false, true),
            new KeyField(Collation.BINARY, true, false));

    private static Object any(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> SqlNull.NULL;
            case 1 -> random.nextInt(10) / 2.0;
            case 2 -> Text.of("same beginning " + random.nextInt(20));
            default -> (long) random.nextInt(20);
        };
    }

    private static List<Object[]> sorted(List<Object[]> rows, KeyOrder order, int limit) {
        List<Object[]> list = new ArrayList<>(rows);
        list.sort((left, right) -> {
            int first = order.compareValues(0, left[0], right[0]);
            return first != 0 ? first : order.compareValues(1, left[1], right[1]);
        });
        return list.subList(0, Math.min(limit, list.size()));
    }

    @Test
    void sortsStably() {
        Random random = new Random(5);
        KeyOrder order = new KeyOrder(FIELDS, TextEncoding.UTF8);
        int[] limits = {Integer.MAX_VALUE, 0, 1, 10, 1000, 5000};
        for (int count : new int[] {0, 1, 2, 11, 12, 13, 100, 1000, 20_000}) {
            for (int limit : limits) {
                MemorySorter sorter = new MemorySorter(order, limit, 1 << 20, new Interruption());
                for (int round = 0; round < 2; round++) {
                    List<Object[]> rows = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        Object[] row = {any(random), any(random), (long) i};
                        rows.add(row);
                        byte[] record = RecordWriter.write(row, 0, 3, TextEncoding.UTF8);
                        sorter.add(record, 0, record.length);
                    }
                    sorter.sort();
                    List<Object[]> expected = sorted(rows, order, limit);
                    assertEquals(expected.size(), sorter.count());
                    for (Object[] row : expected) {
                        assertEquals(true, sorter.next());
                        Object[] read = new Object[3];
                        RecordReader.columns(
                                sorter.array(),
                                sorter.offset(),
                                sorter.length(),
                                read,
                                TextEncoding.UTF8);
                        assertArrayEquals(
                                row, read, () -> Arrays.toString(row) + Arrays.toString(read));
                    }
                    assertFalse(sorter.next());
                    sorter.clear();
                }
            }
        }
    }

    @Test
    void recordsLargerThanAChunk() {
        MemorySorter sorter =
                new MemorySorter(new KeyOrder(FIELDS.subList(0, 1), TextEncoding.UTF8));
        for (int i = 0; i < 5; i++) {
            Object[] row = {(long) (5 - i), Text.of("x".repeat(100_000))};
            byte[] record = RecordWriter.write(row, 0, 2, TextEncoding.UTF8);
            sorter.add(record, 0, record.length);
        }
        sorter.sort();
        for (long i = 1; i <= 5; i++) {
            sorter.next();
            assertEquals(
                    i,
                    RecordReader.column(
                            sorter.array(),
                            sorter.offset(),
                            sorter.length(),
                            0,
                            TextEncoding.UTF8));
        }
    }
}
