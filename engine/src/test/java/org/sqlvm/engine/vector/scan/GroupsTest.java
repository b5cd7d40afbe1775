package org.sqlvm.engine.vector.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.SmallDisk;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkTest;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Call;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** Groups on vectors are those that the row engine's accumulators make, to the last bit. */
final class GroupsTest {
    private static final List<Function<Random, Object>> COLUMNS = List.of(
            random -> (long) random.nextInt(5),
            random -> random.nextInt(9000) / 100.0,
            random -> random.nextDouble() * 1e17,
            random -> Text.of("k" + random.nextInt(4)),
            random -> random.nextInt(5) == 0 ? Long.MAX_VALUE : random.nextLong(),
            random -> switch (random.nextInt(5)) {
                case 0 -> (Object) (long) random.nextInt(3);
                case 1 -> (double) random.nextInt(3);
                case 2 -> Text.of("" + random.nextInt(3));
                case 3 -> Text.of(random.nextInt(3) + "x");
                default -> SqlNull.NULL;
            });

    private static final List<String> NAMES =
            List.of("count", "sum", "total", "avg", "min", "max", "group_concat");

    private static AggregateFunction function(String name, int arguments) {
        return (AggregateFunction) Functions.all().stream()
                .filter(function -> function instanceof AggregateFunction
                        && function.name().equals(name)
                        && function.argumentCountMin() == arguments)
                .findFirst()
                .orElseThrow();
    }

    private static List<Call> calls(int argument) {
        List<Call> calls = new ArrayList<>();
        calls.add(new Call(function("count", 0), List.of(), false));
        for (int i = 0; i < NAMES.size(); i++) {
            AggregateFunction function = function(NAMES.get(i), 1);
            calls.add(new Call(function, List.of(argument), false));
            calls.add(new Call(function, List.of(argument), true));
        }
        return calls;
    }

    /** A column's chunks, and its values one after the other. */
    private record Column(List<Chunk> chunks, List<Object> values) {
        static Column of(Function<Random, Object> maker, int partitions, int seed) {
            List<Chunk> chunks = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                List<Object> some = ChunkTest.random(31 * seed + i, (seed + i) % 2 == 0, maker);
                chunks.add(ChunkTest.chunk(some));
                values.addAll(some);
            }
            return new Column(chunks, values);
        }
    }

    private static HashTable table(int keys, int width, Workspace workspace) {
        return new HashTable(
                Collections.nCopies(keys, new KeyField(Collation.BINARY, false, false)),
                width,
                workspace);
    }

    private static boolean feed(VectorSink sink, VectorQuery query, List<Column> columns) {
        int size = 7;
        VectorRegisters registers = new VectorRegisters(query.rows(), new Object[0], null, size);
        for (int partition = 0; partition < columns.get(0).chunks.size(); partition++) {
            int at = partition;
            Chunk[] chunks =
                    columns.stream().map(column -> column.chunks.get(at)).toArray(Chunk[]::new);
            registers.enter(chunks);
            sink.enter(registers, size);
            for (int from = 0; from < 200; from += size) {
                registers.move(from, Math.min(size, 200 - from));
                if (!sink.consume(registers)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** What the row engine makes of the rows: by group its keys, then accumulators. */
    private static List<Object[]> expected(List<Column> keys, Column argument, List<Call> calls) {
        List<Object[]> groups = new ArrayList<>();
        Map<Object[], List<Object>> seen = new IdentityHashMap<>();
        for (int row = 0; row < argument.values.size(); row++) {
            Object value = argument.values.get(row);
            Object[] found = null;
            for (Object[] group : groups) {
                boolean same = true;
                for (int key = 0; key < keys.size(); key++) {
                    same &= Values.equal(
                            group[key], keys.get(key).values.get(row), Collation.BINARY);
                }
                found = same ? group : found;
            }
            if (found == null) {
                found = new Object[keys.size() + calls.size()];
                for (int key = 0; key < keys.size(); key++) {
                    found[key] = keys.get(key).values.get(row);
                }
                for (int i = 0; i < calls.size(); i++) {
                    found[keys.size() + i] = calls.get(i).function().accumulator(Collation.BINARY);
                }
                groups.add(found);
            }
            List<Object> before = seen.computeIfAbsent(found, _ -> new ArrayList<>());
            boolean repeated =
                    before.stream().anyMatch(other -> Values.equal(other, value, Collation.BINARY));
            before.add(value);
            for (int i = 0; i < calls.size(); i++) {
                if (!repeated || !calls.get(i).distinct()) {
                    ((Accumulator) found[keys.size() + i]).step(new Object[] {value});
                }
            }
        }
        return groups;
    }

    private static Object value(HashTable table, int column) {
        return switch (table.kind(column)) {
            case ValueKind.NULL -> SqlNull.NULL;
            case ValueKind.LONG -> table.number(column);
            case ValueKind.DOUBLE -> Double.longBitsToDouble(table.number(column));
            default -> table.object(column);
        };
    }

    private static Object result(Object value) {
        try {
            return value instanceof Accumulator accumulator ? accumulator.result() : value;
        } catch (SqlException e) {
            return e.getMessage();
        }
    }

    private static void checkTable(HashTable table, List<Object[]> expected) {
        table.rewind(false);
        for (Object[] group : expected) {
            assertTrue(table.step());
            for (int column = 0; column < group.length; column++) {
                assertEquals(result(group[column]), result(value(table, column)));
            }
        }
        assertFalse(table.step());
    }

    @Test
    void sameAsOneRowAfterTheOther() {
        int seed = 0;
        for (int keyCount = 0; keyCount <= 2; keyCount++) {
            for (Function<Random, Object> maker : COLUMNS) {
                for (Function<Random, Object> keyMaker : COLUMNS) {
                    check(keyCount, keyMaker, maker, seed++);
                }
            }
        }
    }

    private static void check(
            int keyCount,
            Function<Random, Object> keyMaker,
            Function<Random, Object> maker,
            int seed) {
        List<Column> keys = new ArrayList<>();
        List<Integer> registers = new ArrayList<>();
        for (int key = 0; key < keyCount; key++) {
            // The second partition has other values: groups are found by other codes, and anew.
            Function<Random, Object> other = key == 0 ? keyMaker : COLUMNS.get(0);
            keys.add(Column.of(other, 3, seed + key));
            registers.add(key);
        }
        Column argument = Column.of(maker, 3, seed + 7);
        List<Column> columns = new ArrayList<>(keys);
        columns.add(argument);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            steps.add(new Step.Load(0, i));
        }
        List<Call> calls = calls(keyCount);
        VectorQuery query =
                new VectorQuery(new VectorPipeline(steps, List.of(), List.of()), registers, calls);
        List<Object[]> expected = expected(keys, argument, calls);
        Workspace enough = Workspace.inMemory();
        Groups groups = new Groups(List.of(query), new Object[0], 7, enough, Integer.MAX_VALUE);
        assertTrue(feed(groups, query, columns));
        try (HashTable table = table(keyCount, calls.size() + 1, enough)) {
            new FoundGroups(groups, new VectorSizes(8, 64, 1)).give(table);
            groups.release();
            checkTable(table, expected);
        }
        assertEquals(0, enough.used());
        if (keyCount > 0) {
            checkSpilling(query, columns, expected);
        }
    }

    private static void checkSpilling(
            VectorQuery query, List<Column> columns, List<Object[]> expected) {
        SmallDisk disk = new SmallDisk(Long.MAX_VALUE);
        try (Workspace little = new Workspace(disk, 1);
                HashTable table =
                        table(query.keys().size(), query.aggregates().size() + 1, little)) {
            Groups groups = new Groups(List.of(query), new Object[0], 7, little, Integer.MAX_VALUE);
            assertFalse(feed(groups, query, columns));
            groups.release();
            try (RowGroups slow = new RowGroups(List.of(query), table, little)) {
                assertTrue(feed(slow, query, columns));
            }
            checkTable(table, expected);
        }
    }
}
