package org.sqlvm.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** {@code read_parquet}, on files that DuckDB has written. */
final class ReadParquetTest {
    private static final List<String> CODECS =
            List.of("uncompressed", "snappy", "gzip", "zstd", "lz4_raw", "version2");

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
        try (InputStream in = ReadParquetTest.class.getResourceAsStream(name + ".parquet")) {
            return in.readAllBytes();
        }
    }

    private String file(String name) throws IOException {
        return Files.write(folder.resolve(name + ".parquet"), sample(name)).toString();
    }

    private String call(String name) throws IOException {
        return "read_parquet('" + file(name) + "')";
    }

    /** The rows, with a bar between values. */
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

    /** Pyarrow writes a group for a table without rows, which says nothing of its pages. */
    @Test
    void groupsWithoutRows() throws IOException {
        assertEquals(List.of(), all("SELECT * FROM " + call("empty")));
        assertEquals(List.of(), all("SELECT a, b, c FROM " + call("empty-nested")));
        assertEquals(
                List.of("3|6|1,2,3"),
                all("SELECT count(*), sum(a), group_concat(a) FROM " + call("empty-groups")));
    }

    @Test
    void brotli() throws IOException {
        assertEquals(
                List.of("600|179700|text 6|100"),
                all("SELECT count(*), sum(a), max(s), sum(s = 'text 1') + 14 FROM "
                        + call("brotli")));
        byte[] damaged = sample("brotli");
        damaged[71] ^= 0x55; // In the first page's stream.
        Path path = Files.write(folder.resolve("damaged.parquet"), damaged);
        assertEquals(
                "damaged.parquet: damaged Parquet: a page compressed by BROTLI",
                error("SELECT sum(a) FROM read_parquet('" + path + "')"));
    }

    /** The footer and column a are plain, column b is not. */
    @Test
    void encryptedColumns() throws IOException {
        String table = call("encrypted");
        assertEquals(List.of("3|6"), all("SELECT count(*), sum(a) FROM " + table));
        assertEquals(
                "encrypted.parquet: column b is encrypted and cannot be read",
                error("SELECT * FROM " + table));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uncompressed", "snappy", "gzip", "zstd", "lz4_raw", "version2"})
    void everyTypeAndCompression(String name) throws IOException {
        String columns = "id, bool, i8, i16, i32, i64, u8, u32, u64, f32, f64, d9, d18, d38, whole";
        assertEquals(
                List.of(
                        "0|1|0|0|0|0|255|4294967295|0|0.0|0.0|0.0|0.0|0.0|0",
                        "3|0|3|-3|3000000|30000000000|252|4294967292|1.8446744073709552E19|1.5|1.0"
                                + "|0.75|3.003|3.00003|3",
                        "4|1|4|-4|4000000|40000000000|251|4294967291|4|2.0|null|1.0|4.004|4.00004"
                                + "|4"),
                all("SELECT " + columns + " FROM " + call(name) + " WHERE id IN (0, 3, 4)"));
        assertEquals(
                List.of(
                        "name 0|null|x00|1969-12-30|10:11:12|1969-12-31 23:59:58",
                        "name 1|ä1|x01|1969-12-31|10:11:12.5|1969-12-31 23:59:58.25"),
                all("SELECT name, text, bytes, day, t, ts FROM " + call(name) + " WHERE id < 2"));
        assertEquals(
                List.of("2024-02-29 12:00:02|2024-02-29 12:00:02"
                        + "|00112233-4455-6677-8899-aabbccddee02|null|null"),
                all("SELECT ns, ms, u, n, \"nothing\" FROM " + call(name) + " WHERE id = 2"));
        assertEquals(
                List.of("8|7|0|28|1969-12-30|1970-01-06"),
                all("SELECT count(*), count(n), count(\"nothing\"), sum(whole), min(day),"
                        + " max(day) FROM "
                        + call(name)));
    }

    @Test
    void declaredTypes() throws IOException {
        database.execute("CREATE TEMP TABLE made AS SELECT * FROM " + call("snappy"));
        assertEquals(
                List.of(
                        "bool INT",
                        "u64 NUM",
                        "f64 REAL",
                        "d9 REAL",
                        "d38 REAL",
                        "whole INT",
                        "text TEXT",
                        "bytes ",
                        "day TEXT",
                        "ts TEXT"),
                all("SELECT name || ' ' || type FROM pragma_table_info('made') WHERE name IN"
                        + " ('bool', 'u64', 'f64', 'd9', 'd38', 'whole', 'text', 'bytes',"
                        + " 'day', 'ts')"));
    }

    @Test
    void nestedValuesAreJson() throws IOException {
        assertEquals(
                List.of(
                        "1|[1,2]|{\"a\":1,\"b\":\"x\"}|{\"k\":1.5}|[{\"p\":[1,null]},{\"p\":null}]",
                        "2|[]|null|{}|[]",
                        "3|null|{\"a\":null,\"b\":\"\\\"y\\\"\"}|null|null",
                        "4|[null,4]|{\"a\":4,\"b\":null}|{\"m\":null,\"n\":2.5}|[null,{\"p\":[]}]"),
                all("SELECT * FROM " + call("nested")));
        assertEquals(List.of("4"), all("SELECT l ->> 1 FROM " + call("nested") + " WHERE id = 4"));
    }

    @Test
    void manyFiles() throws IOException {
        for (String codec : CODECS) {
            file(codec);
        }
        assertEquals(
                List.of("48|168|6"),
                all("SELECT count(*), sum(id), count(DISTINCT filename) FROM read_parquet('"
                        + folder + "/*.parquet', filename = true)"));
        file("groups");
        assertEquals(
                "groups.parquet: it has not all columns that the first file has",
                error("SELECT sum(i32) FROM read_parquet('" + folder + "/snappy.parquet', '"
                        + folder + "/groups.parquet')"));
    }

    @Test
    void groupsWithoutRowsForTheConditionAreNotRead() throws IOException {
        String path = file("groups");
        byte[] bytes = Files.readAllBytes(Path.of(path));
        Arrays.fill(bytes, 4, 4 + 5_000, (byte) 0xFF);
        Files.write(Path.of(path), bytes);
        String from = " FROM read_parquet('" + path + "') WHERE ";
        assertEquals(
                List.of("3952|15900872"), all("SELECT count(*), sum(id)" + from + "id >= 2048"));
        assertEquals(List.of("1904"), all("SELECT count(*)" + from + "part = 'text 2'"));
        assertEquals(List.of("0"), all("SELECT count(*)" + from + "v > 1000"));
        assertTrue(error("SELECT count(*)" + from + "id >= 2047")
                .startsWith("groups.parquet: damaged Parquet: "));
        assertTrue(error("SELECT id" + from + "part < 'text 1'")
                .startsWith("groups.parquet: damaged Parquet: "));
    }

    @Test
    void rowsAndVectorsAgree() throws IOException {
        String groups = call("groups");
        assertEquals(
                all("SELECT k, count(v), sum(v), max(part) FROM (SELECT * FROM " + groups
                        + " LIMIT -1) GROUP BY k"),
                all("SELECT k, count(v), sum(v), max(part) FROM " + groups + " GROUP BY k"));
        assertEquals(
                List.of("6000|6000|1"),
                all("SELECT count(*), max(rowid), min(rowid) FROM (SELECT *, rowid FROM " + groups
                        + " LIMIT -1)"));
        assertEquals(List.of("6000"), all("SELECT count(*) FROM " + groups));
    }

    @Test
    void errorsNameTheFile() throws IOException {
        String path = file("snappy");
        byte[] bytes = Files.readAllBytes(Path.of(path));
        Files.write(Path.of(path), Arrays.copyOf(bytes, bytes.length / 2));
        String sql = "SELECT * FROM read_parquet('" + path + "')";
        assertEquals("snappy.parquet: not a file of Parquet, or cut", error(sql));
        Files.write(Path.of(path), new byte[0]);
        assertEquals("snappy.parquet: not a file of Parquet, or cut", error(sql));
        assertEquals(
                "no such option of read_parquet: types",
                error("SELECT * FROM read_parquet('" + path + "', types = 'a INT')"));
        assertEquals(
                "cannot open 'missing.parquet' for reading",
                error("SELECT * FROM read_parquet('" + folder + "/missing.parquet')"));
    }

    @Test
    void copyFillsATable() throws IOException {
        database.execute("CREATE TABLE t(name TEXT, id INTEGER PRIMARY KEY)");
        database.execute("COPY t FROM '" + file("snappy") + "'");
        assertEquals(List.of("name 7|7"), all("SELECT * FROM t ORDER BY id DESC LIMIT 1"));
    }

    /**
     * Files with changed bytes, of which many are of the footer: each gives rows or an error that
     * names it. The number of rows is that of the footer, which is checked against the columns, so
     * that the work is bounded.
     */
    @Test
    void damagedFiles() throws IOException {
        Random random = new Random(7);
        Path path = folder.resolve("damaged.parquet");
        List<String> names = new ArrayList<>(CODECS);
        names.addAll(List.of("nested", "brotli"));
        int errors = 0;
        for (int round = 0; round < 2_000; round++) {
            String name = round % 40 == 0 ? "groups" : names.get(random.nextInt(names.size()));
            Files.write(path, damaged(sample(name), random));
            try {
                all(
                        random.nextBoolean()
                                ? "SELECT * FROM read_parquet('" + path + "')"
                                : "SELECT count(*) FROM (SELECT DISTINCT * FROM read_parquet('"
                                        + path + "'))");
            } catch (SqlvmException e) {
                errors++;
                assertTrue(e.getMessage().contains("damaged.parquet: "), e.getMessage());
            }
        }
        assertTrue(errors > 500 && errors < 2_000, errors + " errors");
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        int length = bytes.length;
        int footer = (bytes[length - 8] & 0xFF) + (bytes[length - 7] & 0xFF) * 256;
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(3) == 0
                    ? length - 8 - random.nextInt(footer)
                    : random.nextInt(length);
            bytes[at] = switch (random.nextInt(4)) {
                case 0 -> (byte) (bytes[at] ^ 1 << random.nextInt(Byte.SIZE));
                case 1 -> (byte) random.nextInt();
                case 2 -> 0;
                default -> -1;
            };
        }
        if (random.nextInt(8) > 0) {
            return bytes;
        }
        // Bytes in the middle are missing.
        int from = random.nextInt(length);
        int count = random.nextInt(Math.min(50, length - from));
        byte[] cut = Arrays.copyOf(bytes, length - count);
        System.arraycopy(bytes, from + count, cut, from, length - from - count);
        return cut;
    }
}
