package org.sqlvm.engine.row.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.SmallDisk;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.function.Functions;

import java.util.List;
import java.util.Random;

/** A hash table with little memory does what one with enough does. */
final class HashTableTest {
    private static final List<KeyField> FIELDS = List.of(
            new KeyField(Collation.NOCASE, true, false),
            new KeyField(Collation.binary(TextEncoding.UTF16LE), false, false));

    private static final int KEYS = FIELDS.size();

    /** Both tables, which are asked the same. */
    private static final class Pair implements AutoCloseable {
        final Workspace workspace;
        final HashTable small;
        final HashTable large;

        Pair(SmallDisk disk, long memory, int valueCount) {
            workspace = new Workspace(disk, memory);
            small = new HashTable(FIELDS, valueCount, workspace);
            large = new HashTable(FIELDS, valueCount, Workspace.inMemory());
        }

        void probe(Object[] keys) {
            for (int i = 0; i < KEYS; i++) {
                probe(small, i, keys[i]);
                probe(large, i, keys[i]);
            }
        }

        private static void probe(HashTable table, int key, Object value) {
            table.probe(key, kind(value), number(value), value);
        }

        boolean find() {
            boolean found = large.find();
            assertEquals(found, small.find());
            return found;
        }

        boolean findNext() {
            boolean found = large.findNext();
            assertEquals(found, small.findNext());
            return found;
        }

        void insert() {
            large.insert();
            small.insert();
        }

        void set(int column, Object value) {
            large.set(column, kind(value), number(value), value);
            small.set(column, kind(value), number(value), value);
        }

        void compareRows() {
            for (int column = 0; column < large.width(); column++) {
                assertEquals(read(large, column), read(small, column));
                assertSame(read(large, column).getClass(), read(small, column).getClass(), "JSON");
            }
        }

        void compareAll(boolean inOrder) {
            large.rewind(inOrder);
            small.rewind(inOrder);
            while (large.step()) {
                assertTrue(small.step());
                compareRows();
            }
            assertFalse(small.step());
        }

        @Override
        public void close() {
            small.close();
            large.close();
            assertEquals(0, workspace.used());
            assertEquals(0, workspace.fileCount());
            workspace.close();
        }
    }

    private static int kind(Object value) {
        return switch (value) {
            case Long _ -> ValueKind.LONG;
            case Double _ -> ValueKind.DOUBLE;
            case Text _ -> ValueKind.TEXT;
            case Blob _ -> ValueKind.BLOB;
            case Accumulator _ -> ValueKind.INTERNAL;
            default -> ValueKind.NULL;
        };
    }

    private static long number(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> Double.doubleToRawLongBits(number);
            default -> 0;
        };
    }

    private static Object read(HashTable table, int column) {
        return switch (table.kind(column)) {
            case ValueKind.NULL -> SqlNull.NULL;
            case ValueKind.LONG -> table.number(column);
            case ValueKind.DOUBLE -> Double.longBitsToDouble(table.number(column));
            case ValueKind.INTERNAL -> ((Accumulator) table.object(column)).result();
            default -> table.object(column);
        };
    }

    private static Object any(Random random, int variety) {
        int number = random.nextInt(variety);
        return switch (random.nextInt(8)) {
            case 0 -> SqlNull.NULL;
            case 1 -> (double) number;
            case 2 -> number / 7.0;
            case 3 -> Text.of((random.nextBoolean() ? "text " : "TEXT ") + number);
            case 4 -> Text.of(random.nextBoolean() ? "\uD83D\uDE00" : "\uFFFD");
            case 5 -> Blob.of(("blob " + number).getBytes(TextEncoding.UTF8.charset));
            default -> (long) number;
        };
    }

    private static Object payload(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> Text.of("x".repeat(random.nextInt(30_000)));
            case 1 -> JsonText.of(Text.of("{}"));
            default -> any(random, 1000);
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10_000, 100_000, 1_000_000})
    void joins(long memory) {
        Random random = new Random(memory);
        SmallDisk disk = new SmallDisk(Long.MAX_VALUE);
        try (Pair pair = new Pair(disk, memory, 2)) {
            for (int i = 0; i < 3_000; i++) {
                pair.probe(new Object[] {any(random, 20), any(random, 20)});
                pair.insert();
                pair.set(KEYS, payload(random));
                pair.set(KEYS + 1, payload(random));
            }
            assertEquals(1, pair.workspace.fileCount());
            for (int i = 0; i < 2_000; i++) {
                pair.probe(new Object[] {any(random, 25), any(random, 25)});
                for (boolean found = pair.find(); found; found = pair.findNext()) {
                    pair.compareRows();
                }
            }
            pair.compareAll(false);
            pair.compareAll(true);
        }
        assertEquals(0, disk.size());
    }

    private static final String[] CALLS = {
        "sum",
        "total",
        "avg",
        "min",
        "max",
        "count",
        "group_concat",
        "json_group_array",
        "jsonb_group_array",
        "median"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 10_000, 100_000})
    void groups(long memory) {
        Random random = new Random(memory);
        SmallDisk disk = new SmallDisk(Long.MAX_VALUE);
        int bareColumn = KEYS + CALLS.length;
        try (Pair pair = new Pair(disk, memory, CALLS.length + 1)) {
            for (int i = 0; i < 10_000; i++) {
                pair.probe(new Object[] {any(random, 20), any(random, 20)});
                if (!pair.find()) {
                    pair.insert();
                }
                Object value = any(random, 1_000);
                for (int call = 0; call < CALLS.length; call++) {
                    boolean numeric = CALLS[call].equals("median");
                    Object argument = numeric && !(value instanceof Number) ? 1L : value;
                    if (argument instanceof Blob && CALLS[call].startsWith("json")) {
                        argument = SqlNull.NULL;
                    }
                    step(pair.large, KEYS + call, CALLS[call], argument);
                    step(pair.small, KEYS + call, CALLS[call], argument);
                }
                if (random.nextInt(3) == 0) {
                    pair.set(bareColumn, payload(random));
                }
                pair.large.setChanged();
                pair.small.setChanged();
            }
            assertTrue(pair.workspace.fileCount() > 0);
            pair.compareAll(false);
            pair.compareAll(true);
        }
        assertEquals(0, disk.size());
    }

    /** As a program does it: the state is loaded, changed and put back. */
    private static void step(HashTable table, int column, String call, Object argument) {
        Accumulator state = (Accumulator)
                (table.kind(column) == ValueKind.INTERNAL ? table.object(column) : null);
        if (state == null) {
            AggregateFunction function = (AggregateFunction) Functions.find(call, 1);
            state = function.accumulator(Collation.BINARY);
        }
        state.step(new Object[] {argument});
        table.set(column, ValueKind.INTERNAL, 0, state);
    }

    @Test
    void aFullDiskIsAnError() {
        SmallDisk disk = new SmallDisk(200_000);
        try (Pair pair = new Pair(disk, 10_000, 1)) {
            SqlException error = assertThrows(SqlException.class, () -> {
                for (long i = 0; i < 100_000; i++) {
                    pair.probe(new Object[] {i, Text.of("text " + i)});
                    pair.insert();
                }
            });
            assertEquals(ResultCode.FULL, error.code());
        }
        assertEquals(0, disk.size());
    }

    @Test
    void withEnoughMemoryThereIsNoFile() {
        SmallDisk disk = new SmallDisk(0);
        try (Pair pair = new Pair(disk, 10_000_000, 1)) {
            for (long i = 0; i < 10_000; i++) {
                pair.probe(new Object[] {i, Text.of("text " + i)});
                pair.insert();
            }
            assertTrue(pair.workspace.used() > 500_000);
            pair.compareAll(true);
        }
        assertEquals(0, disk.opened());
    }
}
