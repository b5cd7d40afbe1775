package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Counting;
import org.sqlvm.api.Database;
import org.sqlvm.api.Result;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A run that begins with rows, which turn out to cost more than vectors, goes on with those. */
final class VectorChoiceTest {
    private static final String ID = SqlvmLanguage.ID;

    /** Without ANALYZE a range with both ends is taken for a small part of a table. */
    private static final String JOIN = "SELECT big.k % 7, count(*), sum(big.v), max(small.name)"
            + " FROM small JOIN big ON big.k = small.id WHERE small.g BETWEEN ";

    private static final String GROUPS = " GROUP BY big.k % 7 ORDER BY 1";

    private static final String ALL = JOIN + "0 AND 1000000" + GROUPS;

    /** Tables that each test has a copy of. */
    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    private String file;

    @BeforeAll
    static void createTables() {
        try (Context context = context("auto");
                Database database = open(context, shared.resolve("choice.db").toString())) {
            database.execute("CREATE TABLE big(id INTEGER PRIMARY KEY, k INTEGER, v REAL)");
            database.execute("CREATE INDEX big_k ON big(k)");
            database.execute("CREATE TABLE small(id INTEGER PRIMARY KEY, g INTEGER, name TEXT)");
            database.execute("CREATE INDEX small_g ON small(g)");
            database.execute("INSERT INTO small SELECT value, value * 3, 'n' || value % 1000"
                    + " FROM generate_series(1, 10000)");
            database.execute("INSERT INTO big SELECT value, value % 10000, value / 4.0"
                    + " FROM generate_series(1, 50000)");
            database.execute("CREATE TABLE many(k INTEGER, next INTEGER, v INTEGER)");
            database.execute("CREATE INDEX many_k ON many(k)");
            database.execute("INSERT INTO many SELECT value % 10000, value * 7 % 10000, value"
                    + " FROM generate_series(1, 50000)");
        }
    }

    @BeforeEach
    void copyTables() throws IOException {
        Path copy = directory.resolve("choice.db");
        Files.copy(shared.resolve("choice.db"), copy);
        file = copy.toString();
    }

    private static Context context(String vectors) {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", vectors)
                .allowAllAccess(true)
                .build();
    }

    private Database open(Context context) {
        return open(context, file);
    }

    private static Database open(Context context, String name) {
        return context.getBindings(ID)
                .getMember("open")
                .execute(name)
                .getMember("host")
                .asHostObject();
    }

    private List<List<Object>> byRows(String sql) {
        try (Context context = context("never");
                Database database = open(context)) {
            return RowLists.query(database, sql);
        }
    }

    private static boolean isCached(Database database) {
        return !RowLists.query(database, "PRAGMA sqlvm_mirror").isEmpty();
    }

    private static boolean explainsVectors(Database database, String sql) {
        return RowLists.query(database, "EXPLAIN " + sql).stream()
                .anyMatch(row -> row.get(1).equals("VectorScan"));
    }

    @ParameterizedTest
    @ValueSource(strings = {":memory:", "filled.db"})
    void whoFillsTablesAsksThemOnVectors(String name) {
        String place = name.startsWith(":") ? name : directory.resolve(name).toString();
        String sums = "SELECT k, sum(v) FROM filled GROUP BY k ORDER BY k LIMIT 2";
        try (Context context = context("auto");
                Database database = open(context, place);
                Statement prepared = prepared(database, sums)) {
            assertFalse(explainsVectors(database, sums));
            database.execute("INSERT INTO filled SELECT value % 100, value"
                    + " FROM generate_series(1, 200000)");
            List<List<Object>> expected = List.of(List.of(0L, 200100000L), List.of(1L, 199902000L));
            try (Rows rows = prepared.query()) {
                assertEquals(expected, RowLists.all(rows));
            }
            assertTrue(isCached(database));
            assertTrue(explainsVectors(database, sums));
            database.execute("DELETE FROM filled WHERE k > 0");
            database.execute("VACUUM");
            assertEquals(expected.subList(0, 1), RowLists.query(database, sums));
            assertFalse(explainsVectors(database, sums));
        }
    }

    private static Statement prepared(Database database, String sql) {
        database.execute("CREATE TABLE filled(k INTEGER, v INTEGER)");
        return database.prepare(sql);
    }

    @Test
    void aCostlyRunGoesOnWithVectors() {
        try (Context context = context("auto");
                Database database = open(context)) {
            assertFalse(explainsVectors(database, ALL));
            List<List<Object>> expected = byRows(ALL);
            assertEquals(7, expected.size());
            for (int run = 0; run < 20; run++) {
                assertEquals(expected, RowLists.query(database, ALL));
                assertTrue(isCached(database));
            }
            // From the first turn on, now that the cache has the columns, and after a change.
            database.execute("UPDATE big SET v = 0.5 WHERE id = 77");
            assertEquals(byRows(ALL), RowLists.query(database, ALL));
        }
    }

    /** Each run alone costs less than decoding the tables. */
    @Test
    void manyRunsPayForTheColumns() {
        try (Context context = context("auto");
                Database database = open(context)) {
            String sql = JOIN + "0 AND 900" + GROUPS;
            List<List<Object>> expected = byRows(sql);
            assertEquals(expected, RowLists.query(database, sql));
            assertFalse(isCached(database));
            for (int run = 0; run < 8; run++) {
                assertEquals(expected, RowLists.query(database, sql));
            }
            assertTrue(isCached(database));
        }
    }

    @Test
    void aCheapRunStaysWithRows() {
        try (Context context = context("auto");
                Database database = open(context)) {
            String sql = JOIN + "30 AND 60" + GROUPS;
            List<List<Object>> expected = byRows(sql);
            assertEquals(7, expected.size());
            for (int run = 0; run < 50; run++) {
                assertEquals(expected, RowLists.query(database, sql));
            }
            assertFalse(isCached(database));
        }
    }

    /** Kernels are compiled by then, and a new program of rows is not. */
    @Test
    void interpretedTurnsCountMoreWhereTheCacheHasTheColumns() {
        try (Context context = context("auto");
                Database database = open(context)) {
            database.execute("INSERT INTO big SELECT value + 50000, -value, 0"
                    + " FROM generate_series(1, 100000)");
        }
        String some = JOIN + "0 AND 900" + GROUPS;
        List<List<Object>> expected = byRows(some);
        try (Engine engine = interpreter();
                Context context = Context.newBuilder(ID)
                        .engine(engine)
                        .option("sqlvm.Vectors", "auto")
                        .allowAllAccess(true)
                        .build();
                Database database = open(context)) {
            assertFalse(beginsAgain(database, some, expected));
            assertFalse(isCached(database));
            RowLists.query(database, ALL);
            assertTrue(isCached(database));
            assertTrue(beginsAgain(database, JOIN + "1 AND 900" + GROUPS, expected));
        }
    }

    private static Engine interpreter() {
        Engine.Builder builder = Engine.newBuilder()
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false");
        try (Engine plain = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            // Without a compiler there is no option to say so.
            return plain.getOptions().get("engine.Compilation") == null
                    ? builder.build()
                    : builder.option("engine.Compilation", "false").build();
        }
    }

    private static boolean beginsAgain(Database database, String sql, List<List<Object>> expected) {
        try (Statement statement = database.prepare(sql)) {
            statement.count(Counting.STEPS);
            try (Rows rows = statement.query()) {
                assertEquals(expected, RowLists.all(rows));
            }
            return statement.counters().restarted();
        }
    }

    @Test
    void parametersMakeRunsCheapAndCostly() {
        try (Context context = context("auto");
                Database database = open(context);
                Statement statement = database.prepare(JOIN + "?1 AND ?2" + GROUPS)) {
            List<List<Object>> many = byRows(JOIN + "30 AND 1000000" + GROUPS);
            List<List<Object>> few = byRows(JOIN + "30 AND 60" + GROUPS);
            for (int run = 0; run < 40; run++) {
                boolean costly = run % 10 < 6;
                statement.bindAll(30L, costly ? 1_000_000L : 60L);
                try (Rows rows = statement.query()) {
                    assertEquals(costly ? many : few, RowLists.all(rows));
                }
            }
        }
    }

    /** Vectors would cost less, should the range have as many rows as is guessed. */
    private static final String LONG_JOIN = "SELECT small.g % 5, count(*), sum(a.v + b.v)"
            + " FROM small JOIN many a ON a.k = small.id JOIN many b ON b.k = a.next"
            + " WHERE small.";

    private static final String FIFTHS = " GROUP BY small.g % 5 ORDER BY 1";

    @ParameterizedTest
    @ValueSource(strings = {"id BETWEEN ?1 AND ?2", "g > ?1 * 3 - 3 AND g <= ?2 * 3"})
    void aRangeIsMeasuredBeforeItIsRead(String range) {
        String sql = LONG_JOIN + range + FIFTHS;
        List<List<Object>> few = byRows(numbered(sql, 21, 22));
        List<List<Object>> many = byRows(numbered(sql, 1, 10_000));
        try (Context context = context("auto");
                Database database = open(context);
                Statement statement = database.prepare(sql)) {
            assertFalse(explainsVectors(database, sql));
            for (int run = 0; run < 10; run++) {
                assertFalse(beginsAgain(statement, few, 21L, 22L));
            }
            assertFalse(isCached(database));
            // However often the other has won: it is not a matter of guessing.
            for (int run = 0; run < 10; run++) {
                assertTrue(beginsAgain(statement, many, 1L, 10_000L));
                assertTrue(isCached(database));
                assertFalse(beginsAgain(statement, few, 21L, 22L));
                assertFalse(beginsAgain(statement, List.of(), 22L, 21L));
                assertFalse(beginsAgain(statement, List.of(), null, 21L));
            }
        }
    }

    private static String numbered(String sql, int low, int high) {
        return sql.replace("?1", "" + low).replace("?2", "" + high);
    }

    private static boolean beginsAgain(
            Statement statement, List<List<Object>> expected, Object... values) {
        statement.bindAll(values);
        statement.count(Counting.STEPS);
        try (Rows rows = statement.query()) {
            assertEquals(expected, RowLists.all(rows));
        }
        return statement.counters().restarted();
    }

    /** A run that has given rows goes on with rows, however wide its next range is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT -1, 0, 0 UNION ALL %s UNION ALL SELECT 9, 9, 9",
                "SELECT id, g, 0 FROM small UNION ALL %s",
                "SELECT * FROM (SELECT -1 AS k, 0, 0 UNION ALL %s) WHERE k < 3",
                "SELECT * FROM (SELECT -1 AS k, 0, 0 UNION ALL %s) ORDER BY k",
                "SELECT value, (SELECT sum(n) FROM (SELECT count(*) AS n FROM (%s)))"
                        + " FROM generate_series(1, 2)"
            })
    void aRangeBehindRowsIsReadAsRows(String around) {
        String sql = String.format(around, LONG_JOIN + "id BETWEEN ?1 AND ?2 GROUP BY small.g % 5");
        Map<Integer, List<List<Object>>> expected = Map.of(
                22, byRows(numbered(sql, 21, 22)), 10_000, byRows(numbered(sql, 21, 10_000)));
        try (Context context = context("auto");
                Database database = open(context);
                Statement statement = database.prepare(sql)) {
            for (int high : new int[] {22, 10_000, 22, 10_000}) {
                statement.bindAll(21L, high);
                try (Rows rows = statement.query()) {
                    assertEquals(expected.get(high), RowLists.all(rows));
                }
            }
        }
    }

    /** Nothing is tried that could not be given up. */
    @Test
    void whatIsSeenOrChangesBeginsOnVectors() {
        try (Context context = context("auto");
                Database database = open(context)) {
            database.createFunction("seen", 1, (Arguments in, Result out) -> out.setLong(1));
            String range = LONG_JOIN + "id BETWEEN 21 AND 30" + FIFTHS;
            assertFalse(explainsVectors(database, range));
            String called =
                    "SELECT seen(n), * FROM (" + range.replace("count(*)", "count(*) n") + ")";
            assertTrue(explainsVectors(database, called));
            database.execute("CREATE TABLE into_it(a, b, c)");
            String insert = "INSERT INTO into_it " + range;
            assertTrue(explainsVectors(database, insert));
            database.execute(insert);
            assertEquals(byRows(range), RowLists.query(database, "SELECT * FROM into_it"));
        }
    }

    /** Rows that were given are not given again. */
    @Test
    void aRunThatHasGivenRowsStaysWithThem() {
        try (Context context = context("auto");
                Database database = open(context)) {
            String sql = "SELECT small.g, count(*) FROM small JOIN big ON big.k = small.id"
                    + " WHERE small.g BETWEEN 0 AND 1000000 GROUP BY small.g ORDER BY small.g";
            List<List<Object>> expected = byRows(sql);
            assertEquals(9_999, expected.size());
            assertEquals(expected, RowLists.query(database, sql));
            assertFalse(isCached(database));
            // But the next run knows.
            assertEquals(expected, RowLists.query(database, sql));
            assertTrue(isCached(database));
        }
    }

    @Test
    void theTimeStaysThatOfTheFirstRow() {
        try (Context context = context("auto");
                Database database = open(context)) {
            String now = "strftime('%f', 'now')";
            String sql = "SELECT (SELECT " + now + ") = " + now + ", sum(n) FROM ("
                    + JOIN.replace("count(*)", "count(*) n") + "0 AND 1000000" + GROUPS + ")";
            assertEquals(List.of(List.of(1L, 49_995L)), RowLists.query(database, sql));
            assertTrue(isCached(database));
        }
    }

    /** Functions that the user has registered are called once for each row. */
    @Test
    void whatMayBeSeenRunsOnce() {
        try (Context context = context("auto");
                Database database = open(context)) {
            long[] calls = {0};
            database.createFunction("seen", 1, (Arguments in, Result out) -> {
                calls[0]++;
                out.setLong(in.getLong(0));
            });
            String sql = JOIN + "seen(0) AND 1000000" + GROUPS;
            assertEquals(byRows(ALL), RowLists.query(database, sql));
            assertFalse(isCached(database));
            assertEquals(10_000, calls[0]);
        }
    }
}
