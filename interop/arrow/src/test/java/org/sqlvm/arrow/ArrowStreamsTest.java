package org.sqlvm.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.arrow.ArrowColumns;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Streams of Arrow's C interface, from here to Arrow's library in C, from it, and from here to
 * here.
 */
@Tag("native")
final class ArrowStreamsTest {
    private static final String ROWS =
            "SELECT i, i * 0.5 AS r, 'text ' || i || ' ä' AS t, CAST(i AS BLOB) AS b,"
                    + " iif(i % 3, i, NULL) AS n, NULL AS none, iif(i % 5, NULL, 'x' || i) AS s"
                    + " FROM (SELECT value AS i FROM generate_series(1, 20000))";

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

    private ArrowColumns columns(String sql) {
        try (Rows rows = database.query(sql)) {
            return ArrowColumns.of(rows);
        }
    }

    private List<String> texts(String sql) {
        List<String> texts = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < rows.columnCount(); i++) {
                    text.append(rows.getText(i)).append('|');
                }
                texts.add(text.toString());
            }
        }
        return texts;
    }

    /** Arrow's library, in C, reads what is exported. */
    @Test
    void exported() throws Exception {
        List<String> expected = texts(ROWS);
        List<String> got = new ArrayList<>();
        try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            columns(ROWS).exportStream(stream.memoryAddress());
            System.gc(); // The columns are kept by the stream.
            try (ArrowReader reader = Data.importArrayStream(allocator, stream)) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                assertEquals(
                        "Schema<i: Int(64, true), r: FloatingPoint(DOUBLE), t: Utf8, b: Binary,"
                                + " n: Int(64, true), none: Null, s: Utf8>",
                        root.getSchema().toString());
                while (reader.loadNextBatch()) {
                    for (int row = 0; row < root.getRowCount(); row++) {
                        StringBuilder text = new StringBuilder();
                        for (FieldVector vector : root.getFieldVectors()) {
                            Object value = vector.getObject(row);
                            text.append(
                                            value instanceof byte[] bytes
                                                    ? new String(bytes, StandardCharsets.UTF_8)
                                                    : value)
                                    .append('|');
                        }
                        got.add(text.toString());
                    }
                }
            }
        }
        assertEquals(expected, got);
    }

    private void importStream(String table, ArrowReader reader) {
        try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            Data.exportArrayStream(allocator, reader, stream);
            database.createModule(table, ArrowStreams.table(stream.memoryAddress()));
        }
    }

    /** Results as Arrow's library has them, exported by it. */
    @Test
    void imported() throws Exception {
        try (ArrowReader reader =
                ArrowRows.of(database.query(ROWS)).batchRows(777).open(allocator)) {
            importStream("f", reader);
        }
        assertEquals(texts(ROWS), texts("SELECT * FROM f"));
        assertEquals(
                List.of("20000|200010000|13334|4000|"),
                texts("SELECT count(*), sum(i), count(n), count(s) FROM f"));
        assertEquals(List.of("text 77 ä|"), texts("SELECT t FROM f WHERE i = 77"));
        assertEquals(
                List.of("integer|real|text|blob|"),
                texts("SELECT typeof(i), typeof(r), typeof(t), typeof(b) FROM f LIMIT 1"));
    }

    /** Texts by their numbers in a dictionary, and unions of all storage classes. */
    @Test
    void importedDictionariesAndUnions() throws Exception {
        try (ArrowReader reader = ArrowRows.of(database.query(
                        "SELECT 1 AS x UNION ALL SELECT 'two' UNION ALL SELECT 3.5 UNION ALL"
                                + " SELECT NULL UNION ALL SELECT x'41'"))
                .mixed(MixedColumns.UNION)
                .open(allocator)) {
            importStream("u", reader);
        }
        assertEquals(
                List.of("integer|1|", "text|two|", "real|3.5|", "null|null|", "blob|A|"),
                texts("SELECT typeof(x), x FROM u"));
        try (ArrowReader reader =
                new ArrowStreamReader(new ByteArrayInputStream(dictionary()), allocator)) {
            importStream("d", reader);
        }
        assertEquals(List.of("red|", "blue|", "null|", "red|"), texts("SELECT color FROM d"));
        assertEquals(
                List.of("blue|1|", "red|2|"),
                texts("SELECT color, count(*) FROM d WHERE color > '' GROUP BY color"));
    }

    private byte[] dictionary() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (VarCharVector entries = vector("entries", "red", "blue");
                VarCharVector plain = vector("color", "red", "blue", null, "red")) {
            Dictionary colors = new Dictionary(entries, new DictionaryEncoding(7, false, null));
            try (FieldVector coded = (FieldVector) DictionaryEncoder.encode(plain, colors)) {
                VectorSchemaRoot root = VectorSchemaRoot.of(coded);
                try (ArrowStreamWriter writer = new ArrowStreamWriter(
                        root, new DictionaryProvider.MapDictionaryProvider(colors), bytes)) {
                    writer.writeBatch();
                }
            }
        }
        return bytes.toByteArray();
    }

    private VarCharVector vector(String name, String... values) {
        VarCharVector vector = new VarCharVector(name, allocator);
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                vector.setNull(i);
            } else {
                vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
            }
        }
        vector.setValueCount(values.length);
        return vector;
    }

    /** Without Arrow's library in between. */
    @Test
    void fromHereToHere() {
        try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            columns(ROWS).exportStream(stream.memoryAddress());
            database.createModule("f", ArrowStreams.table(stream.memoryAddress()));
            assertEquals(texts(ROWS), texts("SELECT * FROM f"));
            assertThrows(SqlvmException.class, () -> ArrowStreams.table(stream.memoryAddress()));
            columns(ROWS + " WHERE i < 0").exportStream(stream.memoryAddress());
            database.createModule("e", ArrowStreams.table(stream.memoryAddress()));
            assertEquals(List.of("0|"), texts("SELECT count(*) FROM e"));
        }
    }

    @Test
    void columnsOfOneType() {
        ArrowColumns numbers = columns("SELECT 1 AS n UNION ALL SELECT 2.5 UNION ALL SELECT 3");
        assertEquals("g", numbers.finish().column(0).format());
        SqlvmException error = assertThrows(
                SqlvmException.class, () -> columns("SELECT 1 AS n UNION ALL SELECT 'x'"));
        assertEquals("column n, row 1: TEXT in a column of INTEGER", error.getMessage());
        assertThrows(
                SqlvmException.class,
                () -> columns("SELECT 9007199254740993 AS n UNION ALL SELECT 0.5"));
        database.execute("CREATE TABLE t(a INTEGER, b TEXT, c)");
        ArrowColumns empty = columns("SELECT * FROM t").finish();
        assertEquals(
                "lun",
                empty.column(0).format()
                        + empty.column(1).format()
                        + empty.column(2).format());
        database.execute("INSERT INTO t(a) VALUES (NULL)");
        assertEquals(1, columns("SELECT * FROM t").finish().column(1).nullCount());
    }
}
