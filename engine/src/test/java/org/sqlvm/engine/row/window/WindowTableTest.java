package org.sqlvm.engine.row.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.SmallDisk;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.RowThreads;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.window.WindowSpec.Bound;
import org.sqlvm.engine.row.window.WindowSpec.Call;
import org.sqlvm.engine.row.window.WindowSpec.Exclusion;
import org.sqlvm.engine.row.window.WindowSpec.Frame;
import org.sqlvm.engine.row.window.WindowSpec.Kind;
import org.sqlvm.engine.row.window.WindowSpec.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A window over rows that do not fit into memory gives what it gives where they do. */
final class WindowTableTest {
    /** Columns of a row: partition, order, value, 2, then the results. */
    private static final int VALUE = 2;

    private static final int TWO = 3;
    private static final int RESULTS = 4;

    private static WindowSpec spec(Unit unit, Kind start, Kind end, Exclusion exclusion) {
        List<Call> calls = new ArrayList<>();
        for (WindowFunction function : List.of(
                WindowFunction.ROW_NUMBER,
                WindowFunction.DENSE_RANK,
                WindowFunction.LAG,
                WindowFunction.LEAD,
                WindowFunction.LAST_VALUE)) {
            calls.add(new Call(function, null, Collation.BINARY, List.of(VALUE), -1));
        }
        calls.add(new Call(WindowFunction.NTILE, null, Collation.BINARY, List.of(TWO), -1));
        for (String name : List.of("sum", "group_concat", "max")) {
            AggregateFunction function = (AggregateFunction) Functions.find(name, 1);
            calls.add(new Call(null, function, Collation.BINARY, List.of(VALUE), -1));
        }
        return new WindowSpec(
                List.of(0),
                List.of(new KeyField(Collation.NOCASE, false, false)),
                List.of(1),
                List.of(new KeyField(Collation.BINARY, true, true)),
                new Frame(unit, new Bound(start, TWO), new Bound(end, TWO), exclusion),
                calls,
                RESULTS);
    }

    private static WindowTable table(WindowSpec spec, int threads, Workspace workspace) {
        Set<Integer> read = IntStream.range(0, RESULTS + spec.calls().size())
                .boxed()
                .collect(Collectors.toSet());
        RowThreads shared = new RowThreads(threads, 50, workspace.interruption());
        return new WindowTable(new WindowPlan(List.of(spec), read), shared, workspace);
    }

    private static void fill(WindowTable table, Random random, int partitions) {
        for (int i = 0; i < 600; i++) {
            Object[] row = new Object[RESULTS];
            row[0] = Text.of((random.nextBoolean() ? "p" : "P") + random.nextInt(partitions));
            row[1] = random.nextInt(10) == 0 ? SqlNull.NULL : (Object) (random.nextInt(100) / 2.0);
            row[VALUE] = switch (random.nextInt(5)) {
                case 0 -> SqlNull.NULL;
                case 1 -> JsonText.of(Text.of("[" + i + "]"));
                case 2 -> Text.of("x".repeat(random.nextInt(20)));
                default -> (long) i;
            };
            row[TWO] = 2L;
            add(table, row);
        }
    }

    private static void add(WindowTable table, Object[] row) {
        table.beginRow();
        for (int column = 0; column < row.length; column++) {
            switch (row[column]) {
                case Long number -> table.set(column, ValueKind.LONG, number, null);
                case Double number -> {
                    long bits = Double.doubleToRawLongBits(number);
                    table.set(column, ValueKind.DOUBLE, bits, null);
                }
                case Text text -> table.set(column, ValueKind.TEXT, 0, text);
                default -> table.set(column, ValueKind.NULL, 0, null);
            }
        }
        table.endRow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10_000, 100_000})
    void likeInMemory(long memory) {
        SmallDisk disk = new SmallDisk(Long.MAX_VALUE);
        Workspace workspace = new Workspace(disk, memory);
        for (Unit unit : Unit.values()) {
            for (Exclusion exclusion : Exclusion.values()) {
                for (Kind end : List.of(Kind.CURRENT_ROW, Kind.FOLLOWING)) {
                    for (int partitions : new int[] {1, 5, 300}) {
                        WindowSpec spec = spec(unit, Kind.PRECEDING, end, exclusion);
                        compare(spec, workspace, partitions);
                    }
                }
            }
        }
        assertTrue(disk.opened() > 0);
        assertEquals(0, disk.size());
        assertEquals(0, workspace.used());
        assertEquals(0, workspace.fileCount());
    }

    private static Object[] row(WindowTable table, WindowSpec spec) {
        return IntStream.range(0, RESULTS + spec.calls().size())
                .mapToObj(column -> value(table, column))
                .toArray();
    }

    private static Object value(WindowTable table, int column) {
        return switch (table.kind(column)) {
            case ValueKind.NULL -> SqlNull.NULL;
            case ValueKind.LONG -> (Object) table.number(column);
            case ValueKind.DOUBLE -> (Object) Double.longBitsToDouble(table.number(column));
            default -> table.object(column);
        };
    }

    private static void compare(WindowSpec spec, Workspace workspace, int partitions) {
        try (WindowTable large = table(spec, 3, Workspace.inMemory());
                WindowTable small = table(spec, 1, workspace)) {
            fill(large, new Random(partitions), partitions);
            fill(small, new Random(partitions), partitions);
            large.compute();
            small.compute();
            while (large.next()) {
                assertTrue(small.next());
                assertArrayEquals(row(large, spec), row(small, spec));
                assertEquals(value(large, VALUE).getClass(), value(small, VALUE).getClass());
            }
            assertFalse(small.next());
        }
    }

    @Test
    void aFullDiskIsAnError() {
        SmallDisk disk = new SmallDisk(20_000);
        Workspace workspace = new Workspace(disk, 10_000);
        WindowSpec spec = spec(Unit.ROWS, Kind.PRECEDING, Kind.FOLLOWING, Exclusion.UNSPECIFIED);
        try (WindowTable table = table(spec, 1, workspace)) {
            SqlException error =
                    assertThrows(SqlException.class, () -> fill(table, new Random(1), 1));
            assertEquals(ResultCode.FULL, error.code());
        }
        assertEquals(0, disk.size());
        assertEquals(0, workspace.used());
    }
}
