package org.sqlvm.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** Record batches have what the rows have, and give back all memory. */
final class ArrowRowsTest {
    private static final String MIXED = "CREATE TABLE m(x);"
            + "INSERT INTO m VALUES (1), (NULL), (2.5), ('three'), (x'04'), (5)";

    private Database database;
    private BufferAllocator allocator;

    @BeforeEach
    void open() {
        database = Sqlvm.open(":memory:");
        allocator = new RootAllocator();
    }

    /** The allocator fails if anything of it is still in use. */
    @AfterEach
    void close() {
        allocator.close();
        database.close();
    }

    private ArrowRows rows(String sql) {
        return ArrowRows.of(database.query(sql));
    }

    /** The values as a getter of the rows would give them. */
    private static List<List<Object>> values(ArrowReader reader) throws IOException {
        List<List<Object>> all = new ArrayList<>();
        while (reader.loadNextBatch()) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            for (int row = 0; row < root.getRowCount(); row++) {
                List<Object> values = new ArrayList<>();
                for (FieldVector vector : root.getFieldVectors()) {
                    values.add(plain(vector.getObject(row)));
                }
                all.add(values);
            }
        }
        return all;
    }

    private static Object plain(Object value) {
        return switch (value) {
            case org.apache.arrow.vector.util.Text text -> text.toString();
            case byte[] bytes -> bytesOf(bytes);
            case null, default -> value;
        };
    }

    private static List<Byte> bytesOf(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte each : bytes) {
            list.add(each);
        }
        return list;
    }

    private static List<String> types(ArrowReader reader) throws IOException {
        return reader.getVectorSchemaRoot().getSchema().getFields().stream()
                .map(field -> field.getName() + " " + field.getType())
                .toList();
    }

    private List<List<Object>> read(ArrowRows rows) throws IOException {
        try (ArrowReader reader = rows.open(allocator)) {
            return values(reader);
        }
    }

    // ------------------------------------------------------------------ types

    @Test
    void eachTypeAndNull() throws IOException {
        database.execute("CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB)");
        database.execute(
                "INSERT INTO t VALUES (?, ?, ?, ?), (NULL, NULL, NULL, NULL), (?, ?, ?, ?)",
                Long.MIN_VALUE,
                -0.5,
                "é😀",
                new byte[] {0, -1},
                Long.MAX_VALUE,
                1e300,
                "",
                new byte[0]);
        try (ArrowReader reader = rows("SELECT * FROM t").open(allocator)) {
            assertEquals(
                    List.of("i Int(64, true)", "r FloatingPoint(DOUBLE)", "s Utf8", "b Binary"),
                    types(reader));
            assertEquals(
                    List.of(
                            List.of(Long.MIN_VALUE, -0.5, "é😀", List.of((byte) 0, (byte) -1)),
                            Arrays.asList(null, null, null, null),
                            List.of(Long.MAX_VALUE, 1e300, "", List.of())),
                    values(reader));
        }
    }

    @Test
    void expressionsAreOfTheTypesOfTheirValues() throws IOException {
        try (ArrowReader reader =
                rows("SELECT 1 AS i, 0.5 AS r, 'a' AS s, x'00' AS b, NULL AS n").open(allocator)) {
            assertEquals(
                    List.of(
                            "i Int(64, true)",
                            "r FloatingPoint(DOUBLE)",
                            "s Utf8",
                            "b Binary",
                            "n Null"),
                    types(reader));
            assertEquals(
                    List.of(Arrays.asList(1L, 0.5, "a", List.of((byte) 0), null)), values(reader));
        }
    }

    @Test
    void emptyResultsHaveTypes() throws IOException {
        database.execute(
                "CREATE TABLE t(i INT, r DOUBLE, s VARCHAR(9), b BLOB, d DECIMAL(9,2), n)");
        try (ArrowReader reader = rows("SELECT *, i + 1 AS e FROM t").open(allocator)) {
            assertEquals(
                    List.of(
                            "i Int(64, true)",
                            "r FloatingPoint(DOUBLE)",
                            "s Utf8",
                            "b Binary",
                            "d FloatingPoint(DOUBLE)",
                            "n Null",
                            "e Null"),
                    types(reader));
            assertFalse(reader.loadNextBatch());
            assertEquals(0, reader.getVectorSchemaRoot().getRowCount());
        }
    }

    @Test
    void integersAmongReals() throws IOException {
        database.execute("CREATE TABLE t(d DECIMAL, x); INSERT INTO t VALUES (1, 1), (2.5, 0.5)");
        assertEquals(List.of(List.of(1.0, 1.0), List.of(2.5, 0.5)), read(rows("SELECT * FROM t")));
        database.execute("INSERT INTO t VALUES (9007199254740993, 3)");
        SqlvmException error =
                assertThrows(SqlvmException.class, () -> read(rows("SELECT d FROM t")));
        assertEquals("column d, row 2: INTEGER in a column of REAL", error.getMessage());
        assertEquals(
                List.of(List.of(1L), List.of(2.5), List.of(9007199254740993L)),
                read(rows("SELECT d FROM t").mixed(MixedColumns.UNION)));
    }

    // ------------------------------------------------------------------ mixed columns

    @Test
    void mixedColumnsAreErrors() {
        database.execute(MIXED);
        SqlvmException error = assertThrows(
                SqlvmException.class, () -> read(rows("SELECT x FROM m WHERE x <> 2.5")));
        assertEquals("column x, row 1: TEXT in a column of INTEGER", error.getMessage());
        assertEquals(20, error.code());
    }

    @Test
    void mixedColumnsAreUnions() throws IOException {
        database.execute(MIXED);
        List<List<Object>> expected = new ArrayList<>();
        for (Object value : Arrays.asList(1L, null, 2.5, "three", List.of((byte) 4), 5L)) {
            expected.add(Arrays.asList(value, 7L));
        }
        try (ArrowReader reader =
                rows("SELECT x, 7 FROM m").mixed(MixedColumns.UNION).open(allocator)) {
            List<Field> fields = reader.getVectorSchemaRoot().getSchema().getFields();
            assertEquals(
                    "Union(Dense, [0, 1, 2, 3, 4])", fields.get(0).getType().toString());
            assertEquals("Int(64, true)", fields.get(1).getType().toString());
            assertEquals(expected, values(reader));
        }
    }

    @Test
    void whatIsMixedLaterIsAnErrorUnlessItIsSaid() throws IOException {
        database.execute(MIXED);
        for (MixedColumns choice : MixedColumns.values()) {
            String sql = "SELECT x FROM m ORDER BY x";
            ArrowRows rows = rows(sql).batchRows(2).mixed(choice);
            SqlvmException error = assertThrows(SqlvmException.class, () -> read(rows));
            assertEquals("column x, row 2: REAL in a column of INTEGER", error.getMessage());
            assertEquals(
                    List.of("null", "1", "2.5", "5", "three", "[4]"),
                    read(rows(sql).batchRows(2).mixed(choice).union("X")).stream()
                            .map(row -> String.valueOf(row.get(0)))
                            .toList());
        }
    }

    @Test
    void aTypeThatIsAskedFor() throws IOException {
        database.execute("CREATE TABLE t(x); INSERT INTO t VALUES (NULL), (1), (2.5)");
        assertEquals(
                List.of(Arrays.asList((Object) null), List.of(1.0), List.of(2.5)),
                read(rows("SELECT x FROM t").batchRows(1).column("x", Rows.Type.REAL)));
        ArrowRows asText = rows("SELECT x FROM t").column("x", Rows.Type.TEXT);
        SqlvmException error = assertThrows(SqlvmException.class, () -> read(asText));
        assertEquals("column x, row 1: INTEGER in a column of TEXT", error.getMessage());
        ArrowRows asNothing = rows("SELECT x FROM t").column("x", Rows.Type.NULL);
        assertThrows(SqlvmException.class, () -> read(asNothing));
        ArrowRows other = rows("SELECT x FROM t");
        assertThrows(IllegalArgumentException.class, () -> other.column("y", Rows.Type.TEXT));
        read(other);
    }

    // ------------------------------------------------------------------ batches

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000, 1024, 5000, 100_000})
    void severalBatches(int size) throws IOException {
        int count = 5000;
        String sql = "SELECT value, value / 8.0, CASE WHEN value % 3 THEN 'n' || value END"
                + " FROM generate_series(1, " + count + ")";
        try (ArrowReader reader = rows(sql).batchRows(size).open(allocator)) {
            int row = 0;
            while (reader.loadNextBatch()) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                assertEquals(Math.min(size, count - row), root.getRowCount());
                for (int i = 0; i < root.getRowCount(); i++) {
                    row++;
                    assertEquals((long) row, root.getVector(0).getObject(i));
                    assertEquals(row / 8.0, root.getVector(1).getObject(i));
                    Object text = plain(root.getVector(2).getObject(i));
                    assertEquals(row % 3 == 0 ? null : "n" + row, text);
                }
            }
            assertEquals(count, row);
        }
    }

    @Test
    void aResultFromItsMiddleOn() throws IOException {
        Rows rows = database.query("SELECT value FROM generate_series(1, 10)");
        assertTrue(rows.next());
        assertTrue(rows.next());
        assertEquals(
                "[[3], [4], [5], [6], [7], [8], [9], [10]]",
                read(ArrowRows.of(rows)).toString());
    }

    /** A statement fills its small batches again, except those that are still being read. */
    @Test
    void runsOfOneStatement() throws IOException {
        try (Statement statement =
                database.prepare("SELECT ? + value FROM generate_series(1, 3)")) {
            for (long i = 0; i < 4; i++) {
                statement.bindLong(1, 10 * i);
                assertEquals(
                        List.of(List.of(10 * i + 1), List.of(10 * i + 2), List.of(10 * i + 3)),
                        read(ArrowRows.of(statement.query()).batchRows(2)));
            }
        }
    }

    @Test
    void anErrorInTheMiddle() throws IOException {
        ArrowRows rows = rows("SELECT abs(-9223372036854775807 - value / 100)"
                        + " FROM generate_series(1, 200)")
                .batchRows(10);
        try (ArrowReader reader = rows.open(allocator)) {
            SqlvmException error = assertThrows(SqlvmException.class, () -> values(reader));
            assertEquals("integer overflow", error.getMessage());
        }
    }

    @Test
    void closingInTheMiddleEndsTheQuery() throws IOException {
        database.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)");
        try (ArrowReader reader =
                rows("SELECT a FROM t, generate_series(1, 100000)").batchRows(5).open(allocator)) {
            assertTrue(reader.loadNextBatch());
            assertTrue(allocator.getAllocatedMemory() > 0);
        }
        assertEquals(0, allocator.getAllocatedMemory());
        database.execute("DROP TABLE t");
    }

    @Test
    void noMemory() throws IOException {
        try (BufferAllocator small = new RootAllocator(1 << 12);
                ArrowReader reader =
                        rows("SELECT value FROM generate_series(1, 5000)").open(small)) {
            assertThrows(OutOfMemoryException.class, reader::loadNextBatch);
        }
    }

    /** Other programs read the stream format, which is Arrow's own. */
    @Test
    void throughAStream() throws IOException {
        database.execute(MIXED);
        String sql = "SELECT x, rowid, 'r' || rowid FROM m";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ArrowReader reader =
                        rows(sql).mixed(MixedColumns.UNION).batchRows(4).open(allocator);
                ArrowStreamWriter writer = new ArrowStreamWriter(
                        reader.getVectorSchemaRoot(), null, Channels.newChannel(bytes))) {
            while (reader.loadNextBatch()) {
                writer.writeBatch();
            }
            writer.end();
        }
        byte[] stream = bytes.toByteArray();
        try (ArrowReader reader =
                new ArrowStreamReader(new ByteArrayInputStream(stream), allocator)) {
            assertEquals(read(rows(sql).mixed(MixedColumns.UNION)), values(reader));
        }
    }

    // ------------------------------------------------------------------ JDBC

    /** The same random queries through both. */
    @Test
    void theSameAsJdbc() throws SQLException, IOException {
        Random random = new Random(42);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm::memory:")) {
            Database own = connection.unwrap(Database.class);
            own.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b INT, c REAL, d TEXT, e BLOB, f)");
            for (int i = 0; i < 3000; i++) {
                own.execute("INSERT INTO t VALUES (NULL, ?, ?, ?, ?, ?)", values(random));
            }
            for (int i = 0; i < 40; i++) {
                String sql = query(random);
                List<List<Object>> expected = new ArrayList<>();
                try (java.sql.Statement statement = connection.createStatement();
                        ResultSet results = statement.executeQuery(sql)) {
                    while (results.next()) {
                        expected.add(row(results));
                    }
                }
                ArrowRows rows = ArrowRows.of(own.query(sql))
                        .mixed(MixedColumns.UNION)
                        .union("f")
                        .batchRows(1 + random.nextInt(4000));
                assertEquals(expected, read(rows), sql);
            }
        }
    }

    private static Object[] values(Random random) {
        Object[] values = {
            (long) random.nextInt(100),
            random.nextGaussian(),
            "t" + random.nextInt(1000) + "é".repeat(random.nextInt(3)),
            Long.toString(random.nextLong()).getBytes(StandardCharsets.UTF_8),
            switch (random.nextInt(4)) {
                case 0 -> random.nextLong();
                case 1 -> random.nextDouble();
                case 2 -> "x";
                default -> new byte[] {1, 2};
            }
        };
        for (int i = 0; i < values.length; i++) {
            if (random.nextInt(10) == 0) {
                values[i] = null;
            }
        }
        return values;
    }

    private static String query(Random random) {
        List<String> columns = new ArrayList<>(List.of("a", "b", "c", "d", "e", "b + 1", "c * a"));
        StringJoiner chosen = new StringJoiner(", ");
        for (int i = 0; i <= random.nextInt(5); i++) {
            chosen.add(columns.remove(random.nextInt(columns.size())));
        }
        String order = random.nextBoolean() ? "a" : "b, a";
        return "SELECT f, " + chosen + " FROM t WHERE a % " + (1 + random.nextInt(3)) + " = 0"
                + " AND b " + (random.nextBoolean() ? "IS NULL" : "< " + random.nextInt(120))
                + " ORDER BY " + order;
    }

    private static List<Object> row(ResultSet results) throws SQLException {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= results.getMetaData().getColumnCount(); i++) {
            Object value = results.getObject(i);
            row.add(value instanceof Integer small ? (Object) (long) small : plain(value));
        }
        return row;
    }
}
