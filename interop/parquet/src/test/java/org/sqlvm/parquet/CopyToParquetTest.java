package org.sqlvm.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** COPY to files of Parquet, read again. */
final class CopyToParquetTest {
    @TempDir
    Path folder;

    private Database database;
    private String path;

    @BeforeEach
    void open() {
        database = Sqlvm.open(":memory:");
        path = folder.resolve("t.parquet").toString();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private List<String> all(String sql) {
        List<String> found = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(String.valueOf(rows.getObject(i)));
                }
                found.add(String.join("|", row));
            }
        }
        return found;
    }

    private void copy(String query, String options) {
        database.execute("COPY (" + query + ") TO '" + path + "'" + options);
    }

    private List<String> written() {
        return all("SELECT * FROM read_parquet('" + path + "')");
    }

    @ParameterizedTest
    @CsvSource({
        "none, 122880",
        "snappy, 100",
        "gzip, 7",
        "zstd, 1000",
        "snappy, 1",
        "zstd, 3000",
        "gzip, 99"
    })
    void everyValueComesBack(String compression, int groupRows) {
        database.execute(
                "CREATE TABLE t(id INTEGER PRIMARY KEY, k INT, v REAL, name TEXT, late, big)");
        database.execute("INSERT INTO t SELECT value, value % 7, value / 4.0,"
                + " CASE value % 3 WHEN 0 THEN NULL ELSE 'text ' || (value % 50) END,"
                + " CASE WHEN value > 900 THEN 'ä' || value END,"
                + " value * 1000000007 * (1 - value % 2 * 2) FROM generate_series(1, 1000)");
        copy(
                "SELECT *, NULL AS n FROM t",
                " (COMPRESSION " + compression + ", ROW_GROUP_SIZE " + groupRows + ")");
        assertEquals(all("SELECT *, NULL FROM t"), written());
        String where = " WHERE big > 5 AND name = 'text 7' AND v < 100.25";
        assertEquals(
                all("SELECT count(*), sum(id) FROM t" + where),
                all("SELECT count(*), sum(id) FROM read_parquet('" + path + "')" + where));
    }

    /** Vectors take the numbers of texts in a dictionary; dates among them become numbers. */
    @Test
    void dictionariesOfDatesAndOtherTexts() {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, d TEXT, e TEXT)");
        database.execute("INSERT INTO t SELECT value,"
                + " CASE WHEN value % 7 = 0 THEN NULL WHEN value > 5000 AND value % 5 = 0"
                + " THEN 'no date ' || (value % 3)"
                + " ELSE date('2024-01-01', (value % 50) || ' days') END,"
                + " CASE WHEN value < 3000 THEN 'e' || (value % 9) ELSE 'f' || value END"
                + " FROM generate_series(1, 9000)");
        copy("SELECT * FROM t", " (ROW_GROUP_SIZE 8000)");
        for (String query : List.of(
                "SELECT d, count(*), min(id) FROM %s GROUP BY d ORDER BY d",
                "SELECT min(d), max(d), count(d), count(DISTINCT d) FROM %s",
                "SELECT count(*), sum(id) FROM %s WHERE d < '2024-01-10'",
                "SELECT count(DISTINCT e), max(e), count(*) FROM %s WHERE d IS NOT NULL")) {
            assertEquals(
                    all(String.format(Locale.ROOT, query, "t")),
                    all(String.format(Locale.ROOT, query, "read_parquet('" + path + "')")),
                    query);
        }
    }

    @Test
    void typesOfColumns() {
        copy("SELECT 1 AS a, x'00FF' AS b UNION ALL SELECT 2.5, NULL", "");
        assertEquals(
                List.of("1.0|X'00FF'", "2.5|NULL"),
                all("SELECT a, quote(b) FROM read_parquet('" + path + "')"));
        copy("SELECT 1 AS a, 2 AS b UNION ALL SELECT 'x', 3.5", " (TYPES 'a TEXT, b REAL')");
        assertEquals(List.of("1|2.0", "x|3.5"), written());
        copy("SELECT 1 AS a, 2 AS A WHERE 0", "");
        assertEquals(List.of(), written());
        copy("SELECT 9e999 AS a UNION ALL SELECT -9e999 UNION ALL SELECT 0.5", "");
        assertEquals(List.of("Infinity", "-Infinity", "0.5"), written());
    }

    @Test
    void mixedColumnsAreTextsIfThatIsWanted() {
        copy(
                "SELECT 1 AS a, 2.5 AS b, 3 AS c, 'd' AS d UNION ALL SELECT 2.5, 4, 'x', x'00'"
                        + " UNION ALL SELECT NULL, 'y', 9223372036854775807, 5"
                        + " UNION ALL SELECT 9007199254740993, NULL, 0.1, 'z'",
                " (MIXED_AS_TEXT)");
        assertEquals(
                List.of(
                        "text|text|text|blob",
                        "1|2.5|3|X'64'",
                        "2.5|4|x|X'00'",
                        "null|y|9223372036854775807|X'35'",
                        "9007199254740993|null|0.1|X'7A'"),
                all("SELECT 'text', typeof(b), typeof(c), typeof(d) FROM read_parquet('" + path
                        + "') WHERE rowid = 1 UNION ALL SELECT a, b, c, quote(d) FROM"
                        + " read_parquet('"
                        + path + "')"));
        // Behind the first group it is too late for numbers.
        assertEquals(
                "column 1 (a) of the file has INTEGERs, and cannot hold the TEXT value: CAST it, or"
                        + " say types = '…'",
                error("SELECT 1 AS a UNION ALL SELECT 'x'", " (MIXED_AS_TEXT, ROW_GROUP_SIZE 1)"));
    }

    @Test
    void whatCannotBeWrittenIsAnErrorAndLeavesTheFile() throws IOException {
        copy("SELECT 7 AS old", "");
        assertEquals(
                "column 1 (a) of the file has INTEGERs, and cannot hold the TEXT value: CAST it, or"
                        + " say types = '…'",
                error("SELECT 1 AS a UNION ALL SELECT 'x'", ""));
        assertEquals(
                "column 1 (a) of the file has INTEGERs, and cannot hold the REAL 2.5: CAST it, or"
                        + " say types = '…'",
                error("SELECT 1 AS a UNION ALL SELECT 2.5", " (ROW_GROUP_SIZE 1)"));
        assertEquals(
                "option compression must be none, snappy, gzip or zstd, not 'lzo'",
                error("SELECT 1 AS a", " (COMPRESSION lzo)"));
        assertEquals(
                "option row_group_size must be from 1 to 16777216, not '0'",
                error("SELECT 1 AS a", " (ROW_GROUP_SIZE 0)"));
        assertEquals("no such option of COPY to parquet: header", error("SELECT 1", " (HEADER)"));
        assertEquals(List.of("7"), written());
        try (var files = Files.list(folder)) {
            assertEquals(1, files.count());
        }
    }

    private String error(String query, String options) {
        return assertThrows(SqlvmException.class, () -> copy(query, options)).getMessage();
    }

    @Test
    void textsThatRepeatTakeLittle() throws IOException {
        copy(
                "SELECT 'a rather long text, number ' || (value % 4) AS t FROM"
                        + " generate_series(1, 10000)",
                " (COMPRESSION none)");
        assertTrue(Files.size(Path.of(path)) < 4_000, Files.size(Path.of(path)) + " bytes");
    }

    @Test
    void snappyGivesBackWhatItTook() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            byte[] bytes = new byte[random.nextInt(round < 290 ? 2_000 : 300_000)];
            int kinds = 1 + random.nextInt(40);
            for (int i = 0; i < bytes.length; i++) {
                int back = random.nextInt(70_000);
                bytes[i] = i > back && random.nextInt(8) > 0
                        ? bytes[i - back]
                        : (byte) random.nextInt(kinds);
            }
            byte[] packed = Snappy.compress(bytes, bytes.length);
            byte[] again = new byte[bytes.length];
            Snappy.decompress(packed, 0, packed.length, again);
            assertEquals(Arrays.hashCode(bytes), Arrays.hashCode(again), "round " + round);
        }
    }
}
