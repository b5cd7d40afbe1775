package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Backup;
import org.sqlvm.api.Blob;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs that go through a table row by row give the same from columns as from records. */
final class ColumnScanTest {
    private static final String ID = SqlvmLanguage.ID;

    private static final int ROWS = 20_000;

    /** As many rows as a scan has to have read before columns are thought of. */
    private static final String FILL = "INSERT INTO t SELECT value, value / 4.0, 'w' || (value % 3)"
            + " FROM generate_series(1, " + ROWS + ")";

    @TempDir
    private Path directory;

    /** The engine of contexts without options, so that a program is compiled once for all tests. */
    private static Engine engine;

    @BeforeAll
    static void openEngine() {
        engine = Engine.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    @AfterAll
    static void closeEngine() {
        engine.close();
    }

    private static Context context() {
        return Context.newBuilder(ID).engine(engine).allowAllAccess(true).build();
    }

    private static Context context(String... options) {
        Context.Builder builder = Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .allowAllAccess(true);
        for (int i = 0; i < options.length; i += 2) {
            builder.option("sqlvm." + options[i], options[i + 1]);
        }
        return builder.build();
    }

    /** Small vectors and partitions, used by every scan. */
    private static Context always() {
        return context("Vectors", "always", "VectorRows", "7", "PartitionRows", "13");
    }

    private static Database open(Context context, String path) {
        return context.getBindings(ID)
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
    }

    private static List<List<Object>> query(Database database, String sql) {
        List<List<Object>> all = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                all.add(row(rows));
            }
        }
        return all;
    }

    private static List<Object> row(Rows rows) {
        List<Object> row = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            Object value = rows.getObject(i);
            row.add(value instanceof byte[] bytes ? List.of(bytes.length, bytes[0]) : value);
        }
        return row;
    }

    private static void create(Database database) {
        database.execute("CREATE TABLE t(a INTEGER, b REAL, c TEXT)");
        database.execute(FILL);
    }

    private static List<Object> held(Database database) {
        List<Object> names = new ArrayList<>();
        query(database, "PRAGMA sqlvm_mirror").forEach(row -> names.add(row.get(1)));
        return names;
    }

    @Test
    void aTableThatIsReadAgainIsKept() {
        try (Context context = context();
                Database database = open(context, ":memory:")) {
            create(database);
            String sql = "SELECT a, c FROM t";
            List<List<Object>> rows = query(database, sql);
            assertEquals(ROWS, rows.size());
            assertEquals(List.of((long) ROWS, "w" + ROWS % 3), rows.getLast());
            assertEquals(List.of(), held(database));
            assertEquals(rows, query(database, sql));
            assertEquals(List.of("a", "c"), held(database));
            assertEquals(rows, query(database, sql));
            // Another program reads the same columns, and one more by records.
            assertEquals(
                    query(database, "SELECT rowid, b * 2, a FROM t WHERE +a > 19990 ORDER BY a"),
                    query(database, "SELECT a, a / 2.0, rowid FROM t WHERE +a > 19990"));
        }
    }

    /**
     * The conditions at the beginning of a loop are evaluated on columns, whatever their results.
     */
    @Test
    void conditionsAtTheBeginningOfALoop() {
        List<String> conditions = List.of(
                "substr(c, 1, 2) IN ('10', '1b', 'x')",
                "substr(c, 2, 1) = '\u00e4'",
                "'b' = substr(c, 3, 1) AND a > 5",
                "substr(c, 1, 2) = '10' OR a = 7",
                "a = 7 OR substr(c, 1, 1) <> '1'",
                "substr(c, 1, 1) IN ('1', '2') AND substr(c, 2, 2) IN ('1b', '2b')",
                "a IN (3, 5, 7.0, '9', NULL)",
                "a NOT IN (3, 5) AND c IN ('3b', '10b')",
                "c = '3b' OR c = '10b' OR (c = '11b' AND a > 100)",
                "c = '3b' OR (c = '10b' AND a < 100) OR c = '4b'",
                "c COLLATE NOCASE IN ('3B', '4b')",
                "substr(c, 1, 2) IN ('10', 1)",
                "substr(c, a - a + 1, 2) IN ('10', '11')",
                "abs(a)",
                "round(a, 1) = 5",
                "substr(c, 1, NULL) IS NULL AND a IN (1, 2)",
                "a > (SELECT avg(a) FROM t)",
                "a <= (SELECT avg(a) FROM t WHERE a < 0) OR a = 4",
                "(SELECT max(c) FROM t) = c",
                "c > (SELECT max(a) FROM t)",
                "a = (SELECT min(c) FROM t WHERE c > '490')",
                "a = (SELECT '17') OR a = (SELECT 18 FROM t AS u WHERE u.a = t.a + 1)",
                "(SELECT sum(a) FROM t) BETWEEN a AND a * 600 AND a > 300",
                "EXISTS (SELECT 1 FROM t AS u WHERE u.a = 3) AND c < (SELECT max(c) FROM t)",
                "a IN (SELECT u.a + 1 FROM t AS u WHERE u.c < '3') AND a > (SELECT 9)");
        String selected = "SELECT a, c, substr(c, 1, 2) FROM t WHERE ";
        sameAsByRecords(
                " WHEN 1 THEN '' WHEN 2 THEN 'x\u00e4' || value",
                conditions.stream().map(selected::concat).toList());
    }

    /**
     * Returns the results from records, after checking that those from columns are the same,
     * decoded and from the cache.
     *
     * @param special the WHENs for the texts that are not numbers with a b behind
     */
    private static List<List<List<Object>>> sameAsByRecords(String special, List<String> queries) {
        List<List<List<Object>>> results = new ArrayList<>();
        try (Context columns = always();
                Context records = context("Vectors", "never");
                Database one = open(columns, ":memory:");
                Database other = open(records, ":memory:")) {
            for (Database database : List.of(one, other)) {
                database.execute("CREATE TABLE t(a INTEGER, c TEXT)");
                database.execute("INSERT INTO t SELECT value, CASE value % 50 WHEN 0 THEN NULL"
                        + special + " ELSE value || 'b' END FROM generate_series(1, 500)");
            }
            for (String sql : queries) {
                List<List<Object>> expected = query(other, sql);
                assertEquals(expected, query(one, sql), sql);
                assertEquals(expected, query(one, sql), sql);
                results.add(expected);
            }
        }
        return results;
    }

    /** They are compared with what other loops and queries have found before, too. */
    @Test
    void conditionsOnValuesThatAreKnownBeforeALoop() {
        List<String> queries = List.of(
                "SELECT u.a, t.a FROM t AS u CROSS JOIN t WHERE u.a % 90 = 7 AND t.a > u.a * 4",
                "SELECT u.a, t.a FROM t AS u CROSS JOIN t WHERE u.a < 60 AND t.c < u.c",
                "SELECT u.a, (SELECT count(*) FROM t WHERE t.a < u.a) FROM t AS u WHERE u.a < 9",
                "SELECT u.a, (SELECT max(t.c) FROM t WHERE t.c < u.c) FROM t AS u WHERE u.a < 60",
                "WITH r(n) AS (SELECT 1 UNION ALL SELECT n * 3 FROM r WHERE n < 400)"
                        + " SELECT n, a FROM r CROSS JOIN t WHERE t.a >= n AND t.a < n + 4",
                "SELECT s.m, t.a FROM (SELECT max(a) AS m FROM t GROUP BY a / 100) AS s"
                        + " CROSS JOIN t WHERE t.a >= s.m");
        for (List<List<Object>> rows : sameAsByRecords("", queries)) {
            assertTrue(rows.size() > 5, rows::toString);
        }
    }

    /** A query in a condition that reads the loop's table runs first and finds it all. */
    @Test
    void aQueryOverTheSameTableDecodesForTheLoop() {
        try (Context context = context("Vectors", "always");
                Database database = open(context, ":memory:")) {
            create(database);
            String sql = "SELECT printf('%s', c) FROM t WHERE a > (SELECT avg(a) + 9998 FROM t)";
            assertEquals(List.of(List.of("w1"), List.of("w2")), query(database, sql));
            assertEquals(List.of("a", "c"), held(database));
        }
    }

    /** Whether a query fails is told by the first row that asks for its value. */
    @Test
    void aQueryThatFailsDoesSoOnlyIfARowAsks() {
        try (Context context = context("Vectors", "always");
                Database database = open(context, ":memory:")) {
            create(database);
            database.execute("INSERT INTO t VALUES (9223372036854775807, 1, 'x')");
            String sql = "SELECT b FROM t WHERE c = '%s' AND a < (SELECT sum(a) FROM t)";
            assertEquals(List.of(), query(database, sql.formatted("none")));
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> query(database, sql.formatted("x")));
            assertEquals("integer overflow", error.getMessage());
        }
    }

    @Test
    void ownChangesAreSeen() {
        try (Context context = context();
                Database database = open(context, ":memory:")) {
            create(database);
            String sql = "SELECT a FROM t";
            for (int i = 0; i < 3; i++) {
                assertEquals(ROWS, query(database, sql).size());
            }
            database.execute("DELETE FROM t WHERE a = 5");
            assertEquals(ROWS - 1, query(database, sql).size());
            database.execute("BEGIN");
            database.execute("UPDATE t SET a = -1 WHERE a = 1");
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(-1L), query(database, sql).getFirst());
            }
            database.execute("ROLLBACK");
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(1L), query(database, sql).getFirst());
            }
        }
    }

    /** Partitions are made again for who has read all rows in vain, not for a first row. */
    @Test
    void changedPartitionsAreMadeForTheSecondScan() {
        try (Context context = context("PartitionRows", "1000");
                Database database = open(context, ":memory:")) {
            create(database);
            String all = "SELECT a, c FROM t";
            query(database, all);
            query(database, all);
            assertEquals((long) ROWS, heldRows(database));
            database.execute("INSERT INTO t VALUES (77, 1, 'more')");
            String first = all + " LIMIT 1";
            for (int run = 0; run < 3; run++) {
                assertEquals(List.of(List.of(1L, "w1")), query(database, first));
            }
            assertEquals((long) ROWS, heldRows(database));
            assertEquals(List.of(77L, "more"), query(database, all).getLast());
            assertEquals((long) ROWS, heldRows(database));
            assertEquals(List.of(77L, "more"), query(database, all).getLast());
            assertEquals(ROWS + 1L, heldRows(database));
        }
    }

    private static Object heldRows(Database database) {
        return query(database, "PRAGMA sqlvm_mirror").getFirst().get(4);
    }

    @Test
    void changesOfOtherTablesDropNothing() {
        String file = directory.resolve("tables.db").toString();
        try (Context context = context();
                Database database = open(context, file)) {
            create(database);
            database.execute("CREATE TABLE u(x)");
            String sql = "SELECT a FROM t";
            for (int i = 0; i < 3; i++) {
                database.execute("INSERT INTO u VALUES (1)");
                assertEquals(ROWS, query(database, sql).size());
            }
            assertEquals(List.of("a"), held(database));
            database.execute("BEGIN");
            database.execute("DELETE FROM u WHERE x = 1");
            database.execute("INSERT INTO t VALUES (0, 0, 0)");
            assertEquals(ROWS + 1, query(database, sql).size());
            database.execute("COMMIT");
            assertEquals(ROWS + 1, query(database, sql).size());
            database.execute("DELETE FROM t");
            assertEquals(0, query(database, sql).size());
            // The root page of a table that is gone may be another's.
            database.execute("DROP TABLE u");
            database.execute("DROP TABLE t");
            create(database);
            assertEquals(ROWS, query(database, sql).size());
        }
    }

    @Test
    void changesWithoutStatementsAreSeen() {
        try (Context context = context();
                Database source = open(context, ":memory:");
                Database database = open(context, ":memory:")) {
            create(database);
            String sql = "SELECT a, c FROM t";
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(1L, "w1"), query(database, sql).getFirst());
            }
            try (Blob blob = database.openBlob("main", "t", "c", 1, true)) {
                blob.write(0, new byte[] {'x'}, 0, 1);
            }
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(1L, "x1"), query(database, sql).getFirst());
            }
            assertEquals(List.of("a", "c"), held(database));
            create(source);
            source.execute("UPDATE t SET a = -a");
            try (Backup backup = source.backup("main", database, "main")) {
                while (!backup.step(50)) {
                    assertTrue(backup.remaining() > 0);
                }
            }
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(-1L, "w1"), query(database, sql).getFirst());
            }
        }
    }

    @Test
    void changesOfOthersAreSeen() {
        for (String mode : List.of("DELETE", "WAL")) {
            String file = directory.resolve(mode + ".db").toString();
            try (Context context = context();
                    Database reader = open(context, file);
                    Database writer = open(context, file)) {
                writer.execute("PRAGMA journal_mode = " + mode);
                create(writer);
                String sql = "SELECT a FROM t";
                for (int i = 0; i < 3; i++) {
                    assertEquals(List.of(1L), query(reader, sql).getFirst());
                }
                assertEquals(List.of("a"), held(reader));
                writer.execute("UPDATE t SET a = -1 WHERE a = 1");
                for (int i = 0; i < 3; i++) {
                    assertEquals(List.of(-1L), query(reader, sql).getFirst());
                }
            }
        }
    }

    /** Who wants few rows does not pay for all of them. */
    @Test
    void aScanThatIsLeftKeepsNothing() {
        try (Context context = context("PartitionRows", "4096");
                Database database = open(context, ":memory:")) {
            create(database);
            for (int i = 0; i < 4; i++) {
                assertEquals(10, query(database, "SELECT a FROM t LIMIT 10").size());
            }
            assertEquals(ROWS, query(database, "SELECT a FROM t").size());
            for (int i = 0; i < 3; i++) {
                try (Rows rows = database.query("SELECT a FROM t")) {
                    assertTrue(rows.next());
                    assertEquals(1, rows.getLong(0));
                }
                assertEquals(List.of(), held(database));
            }
            assertEquals(10, query(database, "SELECT a FROM t LIMIT 10").size());
            assertEquals(List.of(), held(database));
        }
    }

    @Test
    void withoutRoomRowsAreRead() {
        try (Context context = context("MirrorSize", "1000");
                Database database = open(context, ":memory:")) {
            create(database);
            for (int i = 0; i < 4; i++) {
                assertEquals(ROWS, query(database, "SELECT a, b, c FROM t").size());
                assertEquals(List.of(), held(database));
            }
        }
    }

    /** All there is in a record, and what is not in it. */
    @Test
    void valuesAreThoseOfTheRecords() {
        List<List<List<Object>>> results = new ArrayList<>();
        for (String vectors : List.of("never", "always")) {
            try (Context context =
                            context("Vectors", vectors, "VectorRows", "3", "PartitionRows", "5");
                    Database database = open(context, ":memory:")) {
                database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, n, r REAL, x TEXT,"
                        + " g AS (n || '!'), s AS (n + 1) STORED)");
                database.execute("INSERT INTO t(id, n, r, x) VALUES"
                        + " (1, 1, 1, 'a'), (2, 2, 2.5, 'b'), (3, -3, -0.0, 'a'),"
                        + " (7, 9223372036854775807, 1e300, ''), (8, NULL, NULL, NULL),"
                        + " (9, 1.5, 9007199254740993, 'zwölf'), (10, x'00ff', 3, 'b'),"
                        + " (11, 'text', 4, x'414200'), (12, 0, 0.1, 'a'), (13, NULL, 7, 'c')");
                database.execute(
                        "INSERT INTO t(n, x) SELECT NULL, 'long' || printf('%9000d', value)"
                                + " FROM generate_series(1, 9)");
                database.execute("ALTER TABLE t ADD COLUMN d DEFAULT 'later'");
                database.execute(
                        "INSERT INTO t(n, d) SELECT value, value" + " FROM generate_series(1, 5)");
                List<List<Object>> all = new ArrayList<>();
                for (String sql : List.of(
                        "SELECT * FROM t",
                        "SELECT d, x, id FROM t",
                        "SELECT r, n FROM t WHERE n IS NOT NULL",
                        "SELECT n + 1, r * 2, length(x), typeof(n), typeof(r) FROM t",
                        "SELECT r FROM t UNION ALL SELECT id FROM t UNION ALL SELECT d FROM t",
                        "SELECT t.id, u.x FROM t, t AS u WHERE t.id = u.id + 1",
                        "SELECT id FROM t WHERE id IN (SELECT n FROM t)",
                        "SELECT x FROM t ORDER BY r LIMIT 7",
                        "SELECT id FROM t LIMIT 4 OFFSET 3",
                        "SELECT (SELECT count(*) FROM t AS u WHERE u.id < t.id) FROM t",
                        "SELECT 1 FROM t")) {
                    all.addAll(query(database, sql));
                    all.addAll(query(database, sql));
                }
                results.add(all);
            }
        }
        assertEquals(results.get(0), results.get(1));
        assertEquals(
                2 * 24, results.get(0).stream().filter(row -> row.size() == 7).count());
    }

    /** The same for a file that others have written, whichever thread decodes it. */
    @Test
    void tablesOfAllFormsAreReadByAllThreads() {
        String file = directory.resolve("forms.db").toString();
        try (Context context = context();
                Database database = open(context, file)) {
            create(database);
            database.execute("DELETE FROM t WHERE a % 7 = 3");
            database.execute("UPDATE t SET c = printf('%*d', a % 5000, a) WHERE a % 311 = 0");
            database.execute("ALTER TABLE t ADD COLUMN d DEFAULT 'later'");
            database.execute("UPDATE t SET d = a WHERE a % 13 = 0");
            database.execute("CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID");
            database.execute("INSERT INTO w SELECT a || 'k', b FROM t");
            database.execute("CREATE INDEX i ON t(b)");
            database.execute("PRAGMA journal_mode = WAL");
            database.execute("INSERT INTO t(a, d) SELECT a + 100000, b FROM t WHERE a < 3000");
            List<List<List<Object>>> expected = null;
            for (String threads : List.of("0", "1", "2", "4")) {
                String vectors = threads.equals("0") ? "never" : "always";
                try (Context other = context(
                                "Vectors", vectors, "Threads", threads, "PartitionRows", "997");
                        Database reader = open(other, file)) {
                    List<List<List<Object>>> found = new ArrayList<>();
                    for (String sql : List.of(
                            "SELECT * FROM t",
                            "SELECT rowid, d FROM t WHERE a % 3",
                            "SELECT d, count(*), sum(b), max(length(c)) FROM t GROUP BY d",
                            "SELECT count(*), sum(rowid), min(c) FROM t",
                            "SELECT k, v FROM w",
                            "SELECT count(*), max(k), sum(v) FROM w",
                            "SELECT b FROM t ORDER BY b",
                            "SELECT name, type FROM sqlite_schema")) {
                        found.add(query(reader, sql));
                    }
                    expected = expected == null ? found : expected;
                    assertEquals(expected, found, threads);
                }
            }
        }
    }

    /** SQLite leaves open whether a scan sees changes of its own connection, but not more. */
    @Test
    void aScanGoesOnWhenItsTableChanges() {
        try (Context context = always();
                Database database = open(context, ":memory:")) {
            database.execute("CREATE TABLE t(a INTEGER)");
            database.execute("INSERT INTO t SELECT value FROM generate_series(1, 100)");
            for (String change : List.of("DELETE FROM t WHERE a % 2", "DELETE FROM t")) {
                List<Long> rows = new ArrayList<>();
                try (Rows scan = database.query("SELECT a FROM t")) {
                    while (scan.next()) {
                        rows.add(scan.getLong(0));
                        if (rows.size() == 20) {
                            database.execute(change);
                        }
                    }
                }
                assertTrue(rows.size() >= 20 && rows.size() <= 100, change);
                assertEquals(query(database, "SELECT count(a) FROM t"), List.of(List.of((long)
                        query(database, "SELECT a FROM t").size())));
            }
        }
    }

    @Test
    void aRollbackEndsAScanAsWithRecords() {
        for (String vectors : List.of("never", "always")) {
            try (Context context =
                            context("Vectors", vectors, "VectorRows", "7", "PartitionRows", "500");
                    Database database = open(context, ":memory:")) {
                create(database);
                database.execute("BEGIN");
                database.execute("CREATE TABLE u(x)");
                try (Rows scan = database.query("SELECT a FROM t")) {
                    assertTrue(scan.next());
                    database.execute("ROLLBACK");
                    SqlvmException error = assertThrows(SqlvmException.class, () -> {
                        while (scan.next()) {
                            assertTrue(scan.getLong(0) > 0);
                        }
                    });
                    assertEquals("abort due to ROLLBACK", error.getMessage(), vectors);
                }
            }
        }
    }

    @Test
    void theProgressHandlerIsAskedAndCanEndAScan() {
        try (Context context = context("Vectors", "always");
                Database database = open(context, ":memory:")) {
            create(database);
            int[] asked = {0};
            database.setProgressHandler(1000, () -> {
                asked[0]++;
                return false;
            });
            assertEquals(ROWS, query(database, "SELECT a FROM t").size());
            assertTrue(asked[0] >= ROWS / 1000, () -> "asked " + asked[0] + " times");
            database.setProgressHandler(1000, () -> true);
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> query(database, "SELECT a FROM t"));
            assertEquals("interrupted", error.getMessage());
        }
    }
}
