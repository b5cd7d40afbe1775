package org.sqlvm.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.SeekableReadChannel;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.arrow.ArrowStreamWriter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Arrow's library reads what is written without it. */
final class ArrowStreamWriterTest {
    private static final String MIXED = "CREATE TABLE m(i INTEGER, x, t TEXT, r REAL, n);"
            + "INSERT INTO m VALUES (1, 1, 'a', 1, NULL), (NULL, 2.5, NULL, 0.5, NULL)";

    private Database database;
    private BufferAllocator allocator;

    @BeforeEach
    void open() {
        database = Sqlvm.open(":memory:");
        allocator = new RootAllocator();
    }

    @AfterEach
    void close() {
        allocator.close();
        database.close();
    }

    private byte[] write(String sql, UnaryOperator<ArrowStreamWriter> options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Rows rows = database.query(sql)) {
            options.apply(ArrowStreamWriter.to(Channels.newChannel(bytes))).write(rows);
        }
        return bytes.toByteArray();
    }

    /** The columns' types, then the rows; one of bytes in hexadecimal. */
    private List<String> read(byte[] stream) throws IOException {
        try (ArrowReader reader =
                new ArrowStreamReader(new ByteArrayInputStream(stream), allocator)) {
            return read(reader);
        }
    }

    private static List<String> read(ArrowReader reader) throws IOException {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        List<String> lines = new ArrayList<>();
        lines.add(String.join(
                ", ",
                root.getSchema().getFields().stream()
                        .map(field -> field.getName() + " " + field.getType())
                        .toList()));
        while (reader.loadNextBatch()) {
            for (int row = 0; row < root.getRowCount(); row++) {
                List<String> values = new ArrayList<>();
                for (FieldVector vector : root.getFieldVectors()) {
                    values.add(text(vector.getObject(row)));
                }
                lines.add(String.join("|", values));
            }
        }
        return lines;
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case byte[] bytes -> "x" + HexFormat.of().formatHex(bytes);
            case Text text -> text.toString();
            default -> value.toString();
        };
    }

    /** The same by the getters of rows. */
    private List<String> expected(String sql) {
        List<String> lines = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    values.add(text(rows.getObject(i)));
                }
                lines.add(String.join("|", values));
            }
        }
        return lines;
    }

    private static <T> List<T> rest(List<T> lines) {
        return lines.subList(1, lines.size());
    }

    @Test
    void columnsHaveTheirTypes() throws IOException {
        database.execute("CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, d DECIMAL(5,2), x);"
                + "INSERT INTO t VALUES (1, 0.5, 'añ€𝄞', x'00ff', 1.25, 'x'),"
                + "(NULL, NULL, NULL, NULL, NULL, NULL), (-5, 3, '', x'', 7, '')");
        assertEquals(
                List.of(
                        "i Int(64, true), r FloatingPoint(DOUBLE), s Utf8, b Binary,"
                                + " d FloatingPoint(DOUBLE), x Utf8, n Null",
                        "1|0.5|añ€𝄞|x00ff|1.25|x|null",
                        "null|null|null|null|null|null|null",
                        "-5|3.0||x|7.0||null"),
                read(write("SELECT *, NULL AS n FROM t", writer -> writer)));
        assertEquals(
                List.of("i Int(64, true), x Null"),
                read(write("SELECT i, x FROM t WHERE 0", writer -> writer)));
    }

    @Test
    void batchesAndBuffersMayBeSmall() throws IOException {
        database.execute("CREATE TABLE t(i INTEGER PRIMARY KEY, r REAL, s TEXT, b BLOB, n INT);"
                + "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5000)"
                + " INSERT INTO t SELECT x, x / 3.0, printf('%0*d', x % 50, x), CAST(x AS BLOB),"
                + " nullif(x % 7, 0) FROM c");
        List<String> expected = expected("SELECT * FROM t");
        for (int rows : List.of(1, 7, 1000, 100_000)) {
            for (int size : List.of(64, 1 << 20)) {
                byte[] bytes = write(
                        "SELECT * FROM t", writer -> writer.batchRows(rows).bufferSize(size));
                assertEquals(expected, rest(read(bytes)), rows + " rows");
            }
        }
    }

    @Test
    void filesHaveAFooter() throws IOException {
        database.execute("CREATE TABLE t(i INTEGER, s TEXT);"
                + "INSERT INTO t VALUES (1, 'a'), (2, NULL), (3, 'ccc')");
        byte[] file = write("SELECT * FROM t", writer -> writer.asFile().batchRows(2));
        try (SeekableReadChannel channel =
                        new SeekableReadChannel(new ByteArrayReadableSeekableByteChannel(file));
                ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
            assertEquals(2, reader.getRecordBlocks().size());
            assertEquals(
                    List.of("i Int(64, true), s Utf8", "1|a", "2|null", "3|ccc"), read(reader));
        }
        byte[] empty = write("SELECT i FROM t WHERE 0", ArrowStreamWriter::asFile);
        try (SeekableReadChannel channel =
                        new SeekableReadChannel(new ByteArrayReadableSeekableByteChannel(empty));
                ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
            assertEquals(List.of("i Int(64, true)"), read(reader));
        }
    }

    @Test
    void aValueOfAnotherKindIsAnError() {
        database.execute(MIXED);
        assertEquals(
                "column x, row 1: REAL in a column of INTEGER",
                assertThrows(
                                SqlvmException.class,
                                () -> write("SELECT x FROM m", writer -> writer.batchRows(1)))
                        .getMessage());
        assertEquals(
                "column t, row 2: INTEGER in a column of TEXT",
                assertThrows(
                                SqlvmException.class,
                                () -> write("SELECT t FROM m UNION ALL SELECT 5", writer -> writer))
                        .getMessage());
    }

    @Test
    void mixedColumnsMayBeTexts() throws IOException {
        database.execute(MIXED + ", ('i', 'three', 3, 'r', 5), (9007199254740993, x'04', 4, 9, 1)");
        UnaryOperator<ArrowStreamWriter> asText = ArrowStreamWriter::mixedAsText;
        assertEquals(
                List.of(
                        "i Utf8, x Binary, t Utf8, r Utf8",
                        "1|x31|a|1.0",
                        "null|x322e35|null|0.5",
                        "i|x7468726565|3|r",
                        "9007199254740993|x04|4|9.0"),
                read(write("SELECT i, x, t, r FROM m", asText)));
        // A column without a known type in the first batch is text, if there are more batches.
        assertEquals(
                List.of("n Utf8", "null", "null", "5", "1"),
                read(write("SELECT n FROM m", writer -> writer.mixedAsText().batchRows(2))));
        assertEquals(
                List.of("n Null", "null", "null"),
                read(write("SELECT n FROM m WHERE n IS NULL", asText)));
    }

    @Test
    void textsAreValid() throws IOException {
        assertEquals(
                List.of("t Utf8", "a\ufffdb", "\ufffd", "ok\u0000€"),
                read(write(
                        "SELECT CAST(x'61ff62' AS TEXT) AS t UNION ALL SELECT CAST(x'c3' AS TEXT)"
                                + " UNION ALL SELECT 'ok' || char(0) || '€'",
                        writer -> writer)));
    }

    @Test
    void manyColumns() throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            names.add(i + " AS c" + i);
        }
        List<String> lines = read(write("SELECT " + String.join(", ", names), writer -> writer));
        assertEquals(1500, lines.getFirst().split(", c").length);
        assertEquals("1499", lines.get(1).substring(lines.get(1).lastIndexOf('|') + 1));
    }

    @Test
    void randomValues() throws IOException {
        Random random = new Random(39);
        for (int round = 0; round < 20; round++) {
            database.execute(
                    "DROP TABLE IF EXISTS t; CREATE TABLE t(i INT, r REAL, s TEXT," + " b BLOB)");
            int count = random.nextInt(3000);
            for (int i = 0; i < count; i++) {
                byte[] bytes = new byte[random.nextInt(20)];
                random.nextBytes(bytes);
                Object[] values = {
                    random.nextLong(),
                    random.nextGaussian(),
                    HexFormat.of().formatHex(bytes) + (random.nextBoolean() ? "é" : ""),
                    bytes
                };
                for (int column = 0; column < values.length; column++) {
                    if (random.nextInt(1 + (round % 5) * 3) > 2) {
                        values[column] = null;
                    }
                }
                database.execute("INSERT INTO t VALUES (?, ?, ?, ?)", values);
            }
            int rows = 1 + random.nextInt(2000);
            byte[] bytes = write(
                    "SELECT * FROM t",
                    writer -> writer.batchRows(rows).bufferSize(64 + random.nextInt(5000)));
            assertEquals(expected("SELECT * FROM t"), rest(read(bytes)), Arrays.toString(bytes));
        }
    }
}
