package org.sqlvm.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** {@code read_arrow}, on files and a stream that pyarrow has written. */
final class ReadArrowTest {
    private static final List<String> NAMES =
            List.of("plain.arrow", "lz4.arrow", "stream.arrows", "union.arrow");

    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = Sqlvm.open(":memory:");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static byte[] sample(String name) throws IOException {
        try (InputStream in = ReadArrowTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private String call(String name) throws IOException {
        return "read_arrow('" + Files.write(folder.resolve(name), sample(name)) + "')";
    }

    /** A UUID is a canonical extension of Arrow; bytes in JSON are hexadecimal. */
    @Test
    void uuids() throws IOException {
        assertEquals(
                List.of(
                        "00000000-0000-0000-0000-000000000001"
                                + "|[\"00000000000000000000000000000001\"]|text",
                        "null|[]|null",
                        "00000010-0000-0000-0000-000000000000|null|text"),
                all("SELECT id, l, typeof(id) FROM " + call("uuid.arrow")));
    }

    /** The files that COPY writes are read back, here and by Arrow's library. */
    @Test
    void written() throws Exception {
        database.execute("CREATE TABLE t AS SELECT value AS i, value * 0.5 AS r,"
                + " 'text ' || value AS s, iif(value % 3, NULL, value) AS n,"
                + " CAST(value AS BLOB) AS b FROM generate_series(1, 3000)");
        Path file = folder.resolve("w.arrow");
        Path stream = folder.resolve("w.arrows");
        database.execute("COPY t TO '" + file + "' (BATCH_ROWS 1000)");
        database.execute("COPY t TO '" + stream + "' (STREAM true, BATCH_ROWS 700)");
        List<String> rows = all("SELECT *, typeof(r), typeof(b) FROM t");
        for (Path path : List.of(file, stream)) {
            assertEquals(
                    rows, all("SELECT *, typeof(r), typeof(b) FROM read_arrow('" + path + "')"));
        }
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader =
                        new ArrowStreamReader(Files.newInputStream(stream), allocator)) {
            int count = 0;
            while (reader.loadNextBatch()) {
                count += reader.getVectorSchemaRoot().getRowCount();
            }
            assertEquals(3000, count);
        }
    }

    @Test
    void writtenTypes() {
        Path file = folder.resolve("w.arrow");
        String copy = "COPY (SELECT 1 AS a UNION ALL SELECT 'x') TO '" + file + "'";
        String message =
                assertThrows(SqlvmException.class, () -> database.execute(copy)).getMessage();
        assertEquals("column a, row 1: TEXT in a column of INTEGER", message);
        assertFalse(Files.exists(file));
        database.execute(copy + " (types = 'a TEXT')");
        String read = "SELECT typeof(a), a FROM read_arrow('" + file + "')";
        assertEquals(List.of("text|1", "text|x"), all(read));
        database.execute("COPY (SELECT NULL AS a) TO '" + file + "' (types = 'a REAL')");
        assertEquals(List.of("null|null"), all(read));
        assertThrows(SqlvmException.class, () -> database.execute(copy + " (batch_rows = 0)"));
    }

    private List<String> all(String sql) {
        List<String> found = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    Object value = rows.getObject(i);
                    row.add(
                            value instanceof byte[] bytes
                                    ? "x" + HexFormat.of().formatHex(bytes)
                                    : String.valueOf(value));
                }
                found.add(String.join("|", row));
            }
        }
        return found;
    }

    private String error(String sql) {
        String message = assertThrows(SqlvmException.class, () -> all(sql)).getMessage();
        return message.replace(folder + "/", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.arrow", "lz4.arrow", "stream.arrows"})
    void everyType(String name) throws IOException {
        assertEquals(
                List.of(
                        "1|-1|100|1|254|4294967294|1.8446744073709552E19|0.5|0.25|0.3333333333333333"
                            + "|0|0.25|1|1",
                        "2|null|200|null|253|4294967293|2|1.0|0.5|null|1|0.5|2|2"),
                all("SELECT id, i8, i16, i32, u8, u32, u64, f16, f32, f64, b, dec, whole, dur FROM "
                        + call(name) + " WHERE id IN (1, 2)"));
        assertEquals(
                List.of(
                        "text ä 1|large 1|a view that is longer than twelve 1|x01|x0101|code 1",
                        "null|large 2|short|x02|x0202|null",
                        "text ä 7|large 7|a view that is longer than twelve 7|x07|x0707|code 1"),
                all("SELECT t, lt, tv, bin, fix, code FROM " + call(name)
                        + " WHERE id IN (1, 2, 7)"));
        assertEquals(
                List.of("1969-12-31|1969-12-31|10:11:12.25|1969-12-31 23:59:58.5|2024-02-29"
                        + " 12:00:01|null"),
                all("SELECT day, day64, time, ts, tz, \"nothing\" FROM " + call(name)
                        + " WHERE id = 1"));
        assertEquals(
                List.of(
                        "[]|[0,1]|null|{\"k\":0}|[{\"x\":0}]",
                        "[1,null]|[1,2]|{\"x\":1,\"y\":\"q\\\"\"}|{\"k\":1}|[{\"x\":1}]",
                        "null|[2,3]|{\"x\":2,\"y\":\"q\\\"\"}|{\"k\":2}|[{\"x\":2}]"),
                all("SELECT list, fl, st, map, lst FROM " + call(name) + " LIMIT 3"));
        assertEquals(
                List.of("12|66|8|13.33"),
                all("SELECT count(*), sum(id), count(code), round(sum(f64), 2) FROM "
                        + call(name)));
    }

    @Test
    void unionsHaveTheirValues() throws IOException {
        assertEquals(
                List.of("7|1", "x|2.5", "null|null", "8|4"),
                all("SELECT * FROM " + call("union.arrow")));
    }

    @Test
    void manyFilesAndRows() throws IOException {
        call("plain.arrow");
        call("lz4.arrow");
        assertEquals(
                List.of("24|2|12"),
                all("SELECT count(*), count(DISTINCT filename), max(rowid) / 2 FROM (SELECT *,"
                        + " rowid FROM read_arrow('" + folder
                        + "/*.arrow', filename = true) LIMIT -1)"));
    }

    @Test
    void otherFilesAreErrors() throws IOException {
        Path path = Files.writeString(folder.resolve("x.arrow"), "no arrow at all, but a text");
        String sql = "SELECT * FROM read_arrow('" + path + "')";
        assertEquals("x.arrow: damaged Arrow: it ends too early", error(sql));
        Files.write(path, new byte[0]);
        assertEquals("x.arrow: not a file of Arrow", error(sql));
        byte[] whole = sample("plain.arrow");
        Files.write(path, Arrays.copyOf(whole, whole.length - 1));
        assertEquals("x.arrow: not a file of Arrow, or cut", error(sql));
    }

    /** Each gives rows or an error that names the file. */
    @Test
    void damagedFiles() throws IOException {
        Random random = new Random(11);
        Path path = folder.resolve("damaged.arrow");
        int errors = 0;
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = sample(NAMES.get(random.nextInt(NAMES.size())));
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                int at = random.nextInt(3) == 0
                        ? bytes.length - 1 - random.nextInt(1_300)
                        : random.nextInt(bytes.length);
                bytes[at] = switch (random.nextInt(4)) {
                    case 0 -> (byte) (bytes[at] ^ 1 << random.nextInt(Byte.SIZE));
                    case 1 -> (byte) random.nextInt();
                    case 2 -> 0;
                    default -> -1;
                };
            }
            Files.write(path, bytes);
            try {
                all("SELECT * FROM read_arrow('" + path + "')");
            } catch (SqlvmException e) {
                errors++;
                assertTrue(e.getMessage().contains("damaged.arrow: "), e.getMessage());
            }
        }
        assertTrue(errors > 500 && errors < 2_000, errors + " errors");
    }
}
