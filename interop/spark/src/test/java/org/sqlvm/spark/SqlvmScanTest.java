package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Values of all types, parts of tables, and values that a column's type does not take. */
class SqlvmScanTest {
    @TempDir
    Path folder;

    private static Dataset<Row> table(String file, String table, String... options) {
        var reader = Sessions.get().read().format("sqlvm").option("table", table);
        for (int i = 0; i < options.length; i += 2) {
            reader = reader.option(options[i], options[i + 1]);
        }
        return reader.load(file);
    }

    private static List<String> rows(Dataset<Row> data) {
        return data.collectAsList().stream().map(Row::toString).toList();
    }

    @Test
    void valuesOfAllTypes() {
        String file = Sessions.file(
                folder,
                "types.db",
                "CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, d DATE, l DATETIME,"
                        + " z TIMESTAMPTZ, f BOOLEAN, x);"
                        + "INSERT INTO t VALUES(1, 1.5, 'ä', x'4142', '2024-02-29',"
                        + " '2024-02-29 12:34:56.5', '2024-02-29T12:00:00+01:00', 1, 7),"
                        + "(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),"
                        + "(-9223372036854775808, 3, '', x'', '0001-01-01', '1969-12-31',"
                        + " '1969-12-31 23:59', 0, 8)");
        assertEquals(
                List.of(
                        "[1,1.5,ä,AB,2024-02-29,2024-02-29T12:34:56.500,2024-02-29 11:00:00.0,"
                                + "true,7]",
                        "[null,null,null,null,null,null,null,null,null]",
                        "[-9223372036854775808,3.0,,,0001-01-01,1969-12-31T00:00,"
                                + "1969-12-31 23:59:00.0,false,8]"),
                rows(table(file, "t")
                        .selectExpr("i", "r", "s", "CAST(b AS STRING)", "d", "l", "z", "f", "x")));
    }

    @Test
    void partsHaveEachRowOnce() {
        String file = Sessions.file(
                folder,
                "parts.db",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT);"
                        // Most of the range of rowids has no rows.
                        + "INSERT INTO t SELECT value * value * value, hex(zeroblob(50))"
                        + " FROM generate_series(-2000, 5000);"
                        + "CREATE TABLE w(k TEXT COLLATE NOCASE, n INTEGER, PRIMARY KEY(k, n))"
                        + " WITHOUT ROWID;"
                        + "INSERT INTO w SELECT printf(iif(value % 2, 'Key%d', 'kEY%d'),"
                        + " value / 3), value FROM generate_series(1, 5000);");
        Dataset<Row> rowids = table(file, "t", "partitions", "7");
        assertEquals(7, rowids.rdd().getNumPartitions());
        assertEquals(
                List.of("[7001,7001,124625005500000000]".replace("124625005500000000", sum())),
                rows(rowids.selectExpr("count(*)", "count(DISTINCT id)", "sum(id)")));
        Dataset<Row> keys = table(file, "w", "partitions", "4");
        assertTrue(keys.rdd().getNumPartitions() >= 3, "" + keys.rdd().getNumPartitions());
        assertEquals(
                List.of("[5000,5000,12502500]"),
                rows(keys.selectExpr("count(*)", "count(DISTINCT n)", "sum(n)")));
    }

    private static String sum() {
        long sum = 0;
        for (long i = -2000; i <= 5000; i++) {
            sum += i * i * i;
        }
        return String.valueOf(sum);
    }

    @Test
    void manyFilesAreOneTable() {
        for (int month = 1; month <= 3; month++) {
            Sessions.file(
                    folder,
                    "2026-0" + month + ".db",
                    "CREATE TABLE rides(id INTEGER PRIMARY KEY, fare REAL);"
                            + "INSERT INTO rides SELECT value, value FROM generate_series(1, "
                            + 10 * month + ")");
        }
        String pattern = folder + "/2026-*.db";
        Dataset<Row> rides = table(pattern, "rides");
        assertEquals(List.of("[60,730.0]"), rows(rides.selectExpr("count(*)", "sum(fare)")));
        assertEquals(List.of("[10]"), rows(rides.where("id > 20").selectExpr("count(*)")));
        Sessions.file(
                folder, "2026-04.db", "CREATE TABLE rides(id INTEGER PRIMARY KEY, fare TEXT)");
        Exception error = assertThrows(Exception.class, () -> rows(table(pattern, "rides")));
        String all = error.getMessage() + error.getCause();
        assertTrue(all.contains("2026-04.db") && all.contains("the column fare"), all);
    }

    @Test
    void mixedValuesAreAnErrorThatNamesTheRow() {
        String file = Sessions.file(
                folder,
                "mixed.db",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, d DATE);"
                        + "INSERT INTO t VALUES(1, 1, '2024-01-01'), (2, NULL, NULL),"
                        + " (77, 'seven', '1.1.2024')");
        for (String column : List.of("n", "d")) {
            Exception error =
                    assertThrows(Exception.class, () -> rows(table(file, "t").select(column)));
            String all = error.getMessage() + error.getCause();
            assertTrue(all.contains("column " + column + ", rowid 77"), all);
            assertTrue(all.contains("mixed.db"), all);
        }
        assertEquals(
                List.of("[1,1,2024-01-01]", "[2,null,null]", "[77,seven,1.1.2024]"),
                rows(table(file, "t", "mixed", "string")));
        assertEquals(
                List.of("[77]"),
                rows(table(file, "t", "mixed", "string").where("n > '2'").select("id")));
    }

    /** Spark compares all bytes of a text; substr would stop at the zero byte. */
    @Test
    void endOfATextIsBehindItsZeroBytes() {
        String file = Sessions.file(
                folder,
                "zero.db",
                "CREATE TABLE t(s TEXT);"
                        + "INSERT INTO t VALUES('a' || char(0) || 'b'), ('b' || char(0)), ('ab')");
        for (String pushDown : List.of("none", "all")) {
            Dataset<Row> texts = table(file, "t", "pushDown", pushDown);
            assertEquals(2, texts.where("s LIKE '%b'").count());
            assertEquals(1, texts.where("s LIKE 'b%'").count());
            assertEquals(3, texts.where("s LIKE '%b%'").count());
        }
    }
}
