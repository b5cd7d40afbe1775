package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The columns that scans on vectors cache are used while they are valid, bounded, and shown. */
final class ColumnCacheTest {
    private static final String ID = SqlvmLanguage.ID;

    private static final String NUMBERS =
            "INSERT INTO t SELECT value, value / 4.0, 'w' || value % 3"
                    + " FROM generate_series(1, 1000)";

    private static final String SUM = "SELECT sum(a) FROM t";

    @TempDir
    private Path directory;

    private static Context context(String vectors, String cache) {
        return context(vectors, cache, "65536");
    }

    private static Context context(String vectors, String cache, String partitionRows) {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", vectors)
                .option("sqlvm.MirrorSize", cache)
                .option("sqlvm.PartitionRows", partitionRows)
                .allowAllAccess(true)
                .build();
    }

    private static Database open(Context context, String path) {
        return context.getBindings(ID)
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
    }

    private static Object value(Database database, String sql) {
        return RowLists.query(database, sql).getFirst().getFirst();
    }

    private static void fill(Database database) {
        database.execute("CREATE TABLE t(a INTEGER, b REAL, c TEXT)");
        database.execute(NUMBERS);
    }

    @Test
    void theProgressHandlerIsAskedWhileVectorsAreScanned() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            fill(database);
            database.execute("INSERT INTO t SELECT t.* FROM t, t AS u LIMIT 20000");
            int[] asked = {0};
            database.setProgressHandler(1000, () -> {
                asked[0]++;
                return false;
            });
            RowLists.query(database, SUM);
            assertTrue(asked[0] >= 20, () -> "asked " + asked[0] + " times");
            database.setProgressHandler(1000, () -> true);
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> RowLists.query(database, SUM));
            assertEquals("interrupted", error.getMessage());
        }
    }

    @Test
    void whatIsHeldIsShown() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            fill(database);
            assertEquals(List.of(), RowLists.query(database, "PRAGMA sqlvm_mirror"));
            assertEquals(500_500L, value(database, SUM + " WHERE b > 0"));
            RowLists.query(database, "SELECT c, count(*) FROM t GROUP BY c");
            List<List<Object>> held = RowLists.query(database, "PRAGMA sqlvm_mirror");
            List<String> columns = new ArrayList<>();
            held.forEach(row -> columns.add(row.subList(0, 5).toString()));
            assertEquals(
                    List.of(
                            "[t, a, int16, 1, 1000]",
                            "[t, b, int16/100, 1, 1000]",
                            "[t, c, dictionary8, 1, 1000]"),
                    columns);
            assertEquals(2_000L, held.get(0).get(5));
            assertEquals(2_000L, held.get(1).get(5));
            assertEquals(
                    List.of(
                            List.of("a", 0L, 1000L, "int16", 2000L, 1L, 1000L),
                            List.of("b", 0L, 1000L, "int16/100", 2000L, 0.25, 250.0)),
                    RowLists.query(database, "PRAGMA sqlvm_mirror(T)").subList(0, 2));
            assertEquals(List.of(), RowLists.query(database, "PRAGMA sqlvm_mirror(u)"));
        }
    }

    @Test
    void rangesOfAllKindsOfColumns() {
        try (Context context = context("always", "0", "3");
                Database database = open(context, ":memory:")) {
            database.execute("CREATE TABLE k(i, r, d, t, m, n)");
            database.execute("INSERT INTO k VALUES (5, 1e300, '2024-02-29', 'é', 7, NULL),"
                    + " (-5, -0.1, '1999-12-31', 'b', 'x', NULL), (NULL, NULL, NULL, 'B', x'01',"
                    + " NULL), (NULL, 2.5, '2000-01-01', NULL, NULL, NULL)");
            RowLists.query(
                    database, "SELECT count(i), count(r), max(d), max(t), max(m), count(n) FROM k");
            List<String> shown = new ArrayList<>();
            for (List<Object> row : RowLists.query(database, "PRAGMA sqlvm_mirror(k)")) {
                Object greatest = row.get(6) instanceof byte[] ? "blob" : row.get(6);
                shown.add(row.get(0) + "" + row.get(1) + ": " + row.get(5) + " to " + greatest);
            }
            assertEquals(
                    List.of(
                            "d0: 1999-12-31 to 2024-02-29",
                            "d1: 2000-01-01 to 2000-01-01",
                            "i0: -5 to 5",
                            "i1: null to null",
                            "m0: 7 to blob",
                            "m1: null to null",
                            "n0: null to null",
                            "n1: null to null",
                            "r0: -0.1 to 1.0E300",
                            "r1: 2.5 to 2.5",
                            "t0: B to é",
                            "t1: null to null"),
                    shown);
        }
    }

    /** An index is read once; then the table, as it is known what changes of that. */
    @Test
    void anIndexIsReadInsteadOfTheTable() {
        try (Context context = context("always", "0", "100");
                Database database = open(context, ":memory:")) {
            fill(database);
            database.execute("CREATE INDEX ta ON t(a DESC)");
            database.execute("CREATE INDEX tb ON t(b)");
            database.execute("CREATE INDEX some ON t(c) WHERE a > 5");
            assertEquals("VECTOR SCAN t USING COVERING INDEX ta", plan(database, SUM));
            assertEquals("VECTOR SCAN t", plan(database, SUM + " NOT INDEXED"));
            assertEquals("VECTOR SCAN t", plan(database, "SELECT count(b) FROM t"));
            assertEquals("VECTOR SCAN t", plan(database, "SELECT count(c) FROM t"));
            assertEquals(500_500L, value(database, SUM));
            assertEquals(List.of("ta.a"), held(database));
            assertEquals(990L, value(database, "SELECT count(rowid) FROM t WHERE a + rowid > 20"));
            assertEquals(List.of("ta.a", "ta.rowid"), held(database));
            database.execute("INSERT INTO t VALUES (7, 1, 'x')");
            assertEquals(500_507L, value(database, SUM));
            assertEquals(List.of("t.a", "ta.a", "ta.rowid"), held(database));
            database.execute("DELETE FROM t WHERE a = 7");
            assertEquals(500_493L, value(database, SUM));
            assertEquals(499_494L, value(database, SUM + " WHERE rowid <> 999"));
            assertTrue(held(database).contains("t.rowid"));
        }
    }

    private static List<String> held(Database database) {
        return RowLists.query(database, "PRAGMA sqlvm_mirror").stream()
                .map(row -> row.get(0) + "." + row.get(1))
                .toList();
    }

    /** Groups in the order of an index come one by one: who wants few does not pay for all. */
    @Test
    void fewGroupsInTheOrderOfAnIndexBeginWithRows() {
        String file = directory.resolve("groups.db").toString();
        try (Context context = context("auto", "0")) {
            try (Database database = open(context, file)) {
                database.execute("CREATE TABLE t(a INTEGER, b TEXT, c TEXT)");
                database.execute("INSERT INTO t SELECT value % 1000, 'b', 'c'"
                        + " FROM generate_series(1, 50000)");
                database.execute("CREATE INDEX ta ON t(a)");
            }
            try (Database database = open(context, file)) {
                String byIndex = "SCAN t USING COVERING INDEX ta";
                String groups = "SELECT a, count(*) FROM t GROUP BY a";
                assertEquals(byIndex, plan(database, groups + " LIMIT 3"));
                assertEquals(byIndex, plan(database, groups + " ORDER BY a LIMIT 3"));
                assertEquals(
                        byIndex, lastLine(database, "SELECT (" + groups.replace("a, ", "") + ")"));
                assertEquals("VECTOR " + byIndex, plan(database, groups));
                assertEquals("VECTOR " + byIndex, plan(database, groups + " ORDER BY 2 LIMIT 3"));
                assertEquals("VECTOR " + byIndex, plan(database, "SELECT sum(a) FROM t"));
                String distinct = "SELECT count(DISTINCT a) FROM t";
                assertEquals("VECTOR " + byIndex, lastLine(database, distinct));
                assertEquals(1000L, value(database, distinct));
                assertEquals(List.of(0L, 50L), RowLists.query(database, groups).getFirst());
                assertEquals(
                        List.of(0L, 50L),
                        RowLists.query(database, groups + " LIMIT 3").getFirst());
            }
        }
    }

    private static Object lastLine(Database database, String sql) {
        return RowLists.query(database, "EXPLAIN QUERY PLAN " + sql).getLast().getLast();
    }

    /** For a table without rowids any change drops all. */
    @Test
    void tablesWithoutRowids() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            database.execute("CREATE TABLE t(c TEXT, a INTEGER PRIMARY KEY, d) WITHOUT ROWID");
            database.execute("INSERT INTO t SELECT 'w' || (value % 3), value, NULL"
                    + " FROM generate_series(1, 1000)");
            database.execute("CREATE INDEX td ON t(d)");
            for (int i = 0; i < 2; i++) {
                assertEquals(500_500L, value(database, SUM + " WHERE c >= 'w'"));
                assertEquals(List.of("t.a", "t.c"), held(database));
            }
            database.execute("INSERT INTO t VALUES ('w1', 1001, 2)");
            assertEquals(501_501L, value(database, SUM + " WHERE c >= 'w'"));
            // The entries of an index end with the key.
            assertEquals(1L, value(database, "SELECT count(d) FROM t WHERE a + d > 5"));
            assertEquals(List.of("t.a", "t.c", "td.a", "td.d"), held(database));
            database.execute("ALTER TABLE t ADD COLUMN e DEFAULT 5");
            assertEquals(5005L, value(database, "SELECT sum(e) FROM t"));
        }
    }

    @Test
    void ownChangesAreSeen() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            fill(database);
            assertEquals(500_500L, value(database, SUM));
            database.execute("INSERT INTO t VALUES (1, 1, 'x')");
            assertEquals(500_501L, value(database, SUM));
            database.execute("BEGIN");
            database.execute("UPDATE t SET a = a + 1 WHERE a < 11");
            assertEquals(500_512L, value(database, SUM));
            database.execute("SAVEPOINT s");
            database.execute("DELETE FROM t");
            assertEquals(0.0, value(database, "SELECT total(a) FROM t"));
            database.execute("ROLLBACK TO s");
            assertEquals(500_512L, value(database, SUM));
            database.execute("ROLLBACK");
            assertEquals(500_501L, value(database, SUM));
            database.execute("DROP TABLE t");
            fill(database);
            database.execute("UPDATE t SET a = 2");
            assertEquals(2_000L, value(database, SUM));
            database.execute("VACUUM");
            assertEquals(2_000L, value(database, SUM));
        }
    }

    @Test
    void changesOfOthersAreSeen() {
        for (String mode : List.of("DELETE", "WAL")) {
            String file = directory.resolve(mode + ".db").toString();
            try (Context one = context("always", "0");
                    Context other = context("never", "0");
                    Database reader = open(one, file);
                    Database writer = open(other, file)) {
                writer.execute("PRAGMA journal_mode = " + mode);
                fill(writer);
                assertEquals(500_500L, value(reader, SUM));
                writer.execute("UPDATE t SET a = 0 WHERE a = 1000");
                assertEquals(499_500L, value(reader, SUM));
                reader.execute("BEGIN");
                assertEquals(499_500L, value(reader, SUM));
                if (mode.equals("WAL")) {
                    writer.execute("UPDATE t SET a = 0 WHERE a = 999");
                    assertEquals(499_500L, value(reader, SUM));
                }
                reader.execute("COMMIT");
                writer.execute("UPDATE t SET a = 0 WHERE a >= 998");
                assertEquals(value(writer, SUM), value(reader, SUM));
            }
        }
    }

    @Test
    void nothingIsHeldWithoutRoom() {
        try (Context context = context("always", "-1");
                Database database = open(context, ":memory:")) {
            fill(database);
            assertEquals(500_500L, value(database, SUM));
            assertEquals(500_500L, value(database, SUM));
            assertEquals(List.of(), RowLists.query(database, "PRAGMA sqlvm_mirror"));
        }
    }

    @Test
    void theColumnThatWasUsedLeastGivesWay() {
        try (Context context = context("always", "5000");
                Database database = open(context, ":memory:")) {
            fill(database);
            database.execute("CREATE TABLE u(d INTEGER)");
            database.execute("INSERT INTO u SELECT a FROM t");
            RowLists.query(database, "SELECT sum(a) FROM t");
            RowLists.query(database, "SELECT sum(b) FROM t");
            RowLists.query(database, "SELECT total(a) FROM t");
            RowLists.query(database, "SELECT sum(d) FROM u");
            assertEquals(List.of("a", "d"), heldColumns(database));
        }
    }

    private static List<Object> heldColumns(Database database) {
        return RowLists.query(database, "PRAGMA sqlvm_mirror").stream()
                .map(row -> row.get(1))
                .toList();
    }

    private static void fillWide(Database database) {
        database.execute("CREATE TABLE w(a, b REAL, id INTEGER PRIMARY KEY, c, v AS (a + 1), d)");
        database.execute(
                "INSERT INTO w SELECT value, value / 4.0, value, 'w' || (value % 3), -value"
                        + " FROM generate_series(1, 1000)");
        database.execute("ALTER TABLE w ADD COLUMN e DEFAULT 'none'");
    }

    /** Who reads a table again for one column may do so for the next one. */
    @Test
    void columnsThatWereNotAskedForAreDecodedAlong() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            fillWide(database);
            assertEquals(500_500L, value(database, "SELECT sum(a) FROM w"));
            assertEquals(List.of("a"), heldColumns(database));
            assertEquals(125_125.0, value(database, "SELECT sum(b) FROM w"));
            assertEquals(List.of("a", "b", "c", "rowid"), heldColumns(database));
            assertEquals(-500_500L, value(database, "SELECT sum(d) FROM w"));
            assertEquals(List.of("a", "b", "c", "d", "e", "rowid"), heldColumns(database));
            assertEquals(
                    List.of(List.of(500_500L, 334L, 501_500L, 1000L)),
                    RowLists.query(
                            database,
                            "SELECT sum(id), sum(c = 'w1'), sum(v), sum(e = 'none') FROM w"));
        }
    }

    @Test
    void columnsThatWereNotAskedForGiveWay() {
        try (Context context = context("always", "14000");
                Database database = open(context, ":memory:")) {
            fillWide(database);
            database.execute("CREATE TABLE x(n)");
            database.execute("INSERT INTO x SELECT 100000 + value FROM generate_series(1, 2100)");
            RowLists.query(database, "SELECT sum(a) FROM w");
            RowLists.query(database, "SELECT sum(b) FROM w");
            assertEquals(List.of("a", "b", "c", "rowid"), heldColumns(database));
            RowLists.query(database, "SELECT sum(n) FROM x");
            List<Object> held = heldColumns(database);
            assertTrue(held.containsAll(List.of("a", "b", "n")), held::toString);
            assertFalse(held.containsAll(List.of("c", "rowid")), held::toString);
        }
    }

    @Test
    void ofLongRowsNothingIsDecodedAlong() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            for (int size : new int[] {400, 520, 9000}) {
                String table = "t" + size;
                database.execute("CREATE TABLE " + table + "(a, b, c)");
                database.execute("INSERT INTO " + table + " SELECT 1, 1, zeroblob(" + size
                        + ") FROM generate_series(1, 1000)");
                RowLists.query(database, "SELECT sum(a) FROM " + table);
                RowLists.query(database, "SELECT sum(b) FROM " + table);
                assertEquals(size > 500, !heldColumns(database).contains("c"), table);
                database.execute("DROP TABLE " + table);
            }
        }
    }

    @Test
    void largeTablesInFilesRunOnVectors() {
        String file = directory.resolve("large.db").toString();
        try (Context context = context("auto", "0")) {
            try (Database database = open(context, file)) {
                fill(database);
            }
            try (Database database = open(context, file)) {
                assertFalse(plan(database).startsWith("VECTOR"));
                for (int i = 0; i < 6; i++) {
                    database.execute("INSERT INTO t SELECT * FROM t");
                }
            }
            try (Database database = open(context, file)) {
                assertTrue(plan(database).startsWith("VECTOR SCAN"));
                assertEquals(64 * 500_500L, value(database, SUM));
            }
        }
    }

    @Test
    void joinsThatReadMuchRunOnVectors() {
        String file = directory.resolve("joined.db").toString();
        try (Context context = context("auto", "0")) {
            try (Database database = open(context, file)) {
                fill(database);
                for (int i = 0; i < 6; i++) {
                    database.execute("INSERT INTO t SELECT * FROM t");
                }
                database.execute("CREATE TABLE u(a INTEGER PRIMARY KEY, d INTEGER)");
                database.execute("INSERT INTO u SELECT DISTINCT a, a % 7 FROM t");
                database.execute("CREATE INDEX ta ON t(a)");
            }
            try (Database database = open(context, file)) {
                String join = "SELECT d, sum(b) FROM t JOIN u USING (a)";
                assertEquals("VECTOR SCAN t", plan(database, join + " GROUP BY d"));
                assertEquals(
                        List.of(142L, 143L, 143L, 143L, 143L, 143L, 143L),
                        RowLists.query(
                                        database,
                                        "SELECT count(*) / 64 FROM t JOIN u USING (a) GROUP BY d")
                                .stream()
                                .map(List::getFirst)
                                .toList());
                assertFalse(plan(database, join + " WHERE a = 5 GROUP BY d").startsWith("VECTOR"));
                assertFalse(plan(database, join + " WHERE u.a IN (5, 6)").startsWith("VECTOR"));
            }
        }
    }

    @Test
    void setsAndOuterJoinsThatReadMuchRunOnVectors() {
        String file = directory.resolve("sets.db").toString();
        try (Context context = context("auto", "0")) {
            try (Database database = open(context, file)) {
                fill(database);
                for (int i = 0; i < 6; i++) {
                    database.execute("INSERT INTO t SELECT * FROM t");
                }
                database.execute("CREATE TABLE u(a INTEGER PRIMARY KEY, d INTEGER)");
                database.execute("INSERT INTO u SELECT DISTINCT a, a % 7 FROM t WHERE a % 2");
                database.execute("CREATE INDEX tab ON t(a, b)");
            }
            try (Database database = open(context, file)) {
                String left = "SELECT d, count(*), count(d) FROM t LEFT JOIN u USING (a)";
                String byIndex = " USING COVERING INDEX tab";
                assertEquals("VECTOR SCAN t" + byIndex, plan(database, left + " GROUP BY d"));
                assertEquals(
                        List.of(List.of(64 * 1000L, 64 * 500L)),
                        RowLists.query(
                                database,
                                "SELECT count(*), count(d) FROM t LEFT JOIN u USING (a)"));
                String outside = "SELECT count(*) FROM t WHERE a NOT IN (SELECT a FROM u)";
                assertEquals("VECTOR SCAN t" + byIndex, plan(database, outside));
                assertEquals(64 * 500L, value(database, outside));
                String other =
                        "SELECT count(*) FROM t x WHERE EXISTS (SELECT * FROM t y WHERE y.a = x.a";
                assertEquals("VECTOR SCAN x", plan(database, other + " AND y.b <> x.b)"));
                assertEquals(0L, value(database, other + " AND y.b <> x.b)"));
                // The index finds a row that is less, or that there is none.
                assertTrue(plan(database, other + " AND y.b < x.b)").startsWith("SCAN x"));
            }
        }
    }

    @Test
    void plansSayWhatBecomesOfARow() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            database.execute("CREATE TABLE t(a INTEGER, b REAL, c TEXT)");
            database.execute("CREATE TABLE u(a INTEGER PRIMARY KEY, d INTEGER)");
            String sql = "SELECT count(u.d) FROM t LEFT JOIN u ON u.a = t.a AND u.d > t.b"
                    + " WHERE t.b NOT IN (SELECT d FROM u)"
                    + " AND EXISTS (SELECT * FROM u AS v WHERE v.d = t.a AND v.a <> t.b)"
                    + " AND NOT EXISTS (SELECT * FROM u AS w WHERE w.d = t.c)"
                    + " AND t.a > (SELECT sum(a) FROM u)";
            List<Object> lines = new ArrayList<>();
            RowLists.query(database, "EXPLAIN QUERY PLAN " + sql)
                    .forEach(row -> lines.add(row.get(3)));
            assertEquals(
                    List.of(
                            "VECTOR SCAN t",
                            "VECTOR LEFT JOIN u (rowid=?)",
                            "VECTOR NOT IN u (d=?)",
                            "VECTOR SEMI JOIN v (d=?)",
                            "VECTOR ANTI JOIN w (d=?)",
                            "SCALAR SUBQUERY 1",
                            "VECTOR SCAN u"),
                    lines);
            List<Object> inputs = RowLists.query(database, "EXPLAIN " + sql).stream()
                    .filter(row -> row.get(1).equals("VectorScan"))
                    .map(row -> row.get(5))
                    .toList();
            assertEquals(
                    List.of(
                            "(rowid)",
                            "t(a,b,c) u(rowid,d) left join by rowid u(d) not in by d"
                                    + " u(d,rowid) semi join by d u(d) anti join by d"),
                    inputs);
        }
    }

    @Test
    void setsAreInterruptedWhileTheyLookForMuch() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            fill(database);
            for (int i = 0; i < 4; i++) {
                database.execute("INSERT INTO t SELECT * FROM t");
            }
            String none = "SELECT count(*) FROM t x WHERE NOT EXISTS"
                    + " (SELECT * FROM t y WHERE y.c = x.c AND y.a < x.a - 100000)";
            assertTrue(plan(database, none).startsWith("VECTOR SCAN"));
            int[] asked = {0};
            database.setProgressHandler(1000, () -> ++asked[0] > 200);
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> RowLists.query(database, none));
            assertEquals("interrupted", error.getMessage());
        }
    }

    @Test
    void joinsAreInterruptedWhileTheyFindMuch() {
        try (Context context = context("always", "0");
                Database database = open(context, ":memory:")) {
            fill(database);
            String join = "SELECT sum(x.a) FROM t x, t y, t z WHERE x.c = y.c AND y.c = z.c";
            assertTrue(plan(database, join).startsWith("VECTOR SCAN"));
            int[] asked = {0};
            database.setProgressHandler(1000, () -> ++asked[0] > 20);
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> RowLists.query(database, join));
            assertEquals("interrupted", error.getMessage());
        }
    }

    private static String plan(Database database) {
        return plan(database, SUM);
    }

    private static String plan(Database database, String sql) {
        return (String)
                RowLists.query(database, "EXPLAIN QUERY PLAN " + sql).getFirst().get(3);
    }

    @Test
    void anUnknownWordIsAnError() {
        assertThrows(
                IllegalArgumentException.class, () -> context("sometimes", "0").close());
    }
}
