package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Counters;
import org.sqlvm.api.Counters.Instruction;
import org.sqlvm.api.Counters.Step;
import org.sqlvm.api.Counting;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The counts of a run match its work, and runs that are not asked for them count nothing. */
final class CountersTest {
    private static final String ID = SqlvmLanguage.ID;

    /** Rows 1 to 100; in partitions of 13 those are 8. */
    private static final String SCHEMA = """
        CREATE TABLE t(a INTEGER PRIMARY KEY, b INT, c TEXT, d REAL);
        INSERT INTO t SELECT value, value % 10, 'w' || (value % 3), value / 4.0
            FROM generate_series(1, 100);
        CREATE TABLE u(k INTEGER PRIMARY KEY, v INT);
        INSERT INTO u SELECT value, value * 2 FROM generate_series(1, 5);
        """;

    /** By options, so that a program is compiled once for all tests. */
    private static final Map<List<String>, Engine> ENGINES = new HashMap<>();

    @AfterAll
    static void closeEngines() {
        ENGINES.values().forEach(Engine::close);
        ENGINES.clear();
    }

    private static Context context(String... options) {
        Engine engine = ENGINES.computeIfAbsent(List.of(options), _ -> {
            Engine.Builder builder =
                    Engine.newBuilder(ID).option("engine.WarnInterpreterOnly", "false");
            for (int i = 0; i < options.length; i += 2) {
                builder.option("sqlvm." + options[i], options[i + 1]);
            }
            return builder.build();
        });
        return Context.newBuilder(ID).engine(engine).allowAllAccess(true).build();
    }

    private static Context rows() {
        return context("Vectors", "never");
    }

    private static Context vectors(String threads) {
        return context(
                "Vectors", "always", "VectorRows", "7", "PartitionRows", "13", "Threads", threads);
    }

    private static Database open(Context context) {
        Database database = context.getBindings(ID)
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
        database.execute(SCHEMA);
        return database;
    }

    private static Counters counters(Database database, String sql) {
        try (Statement statement = database.prepare(sql).count(Counting.STEPS)) {
            RowLists.all(statement.query());
            return statement.counters();
        }
    }

    /** The lines without times, indented by what they are below. */
    private static String steps(Counters counters) {
        StringBuilder text = new StringBuilder();
        append(counters.steps(), 0, "", text);
        return text.toString();
    }

    private static void append(List<Step> steps, int parent, String indent, StringBuilder text) {
        for (Step step : steps) {
            if (step.parent() == parent) {
                String counts = step.counts().entrySet().stream()
                        .filter(count -> !count.getKey().endsWith("Ns"))
                        .map(count -> " " + count.getKey() + "=" + count.getValue())
                        .collect(Collectors.joining());
                text.append(indent).append(step.detail()).append(counts).append('\n');
                append(steps, step.id(), indent + "  ", text);
            }
        }
    }

    private static String steps(Database database, String sql) {
        return steps(counters(database, sql));
    }

    // ------------------------------------------------------------------ programs of rows

    @Test
    void loopsAndRows() {
        try (Context context = rows();
                Database database = open(context)) {
            assertEquals(
                    "SCAN t loops=1 rows=100\n", steps(database, "SELECT a FROM t WHERE b = 3"));
            assertEquals(
                    "SEARCH t USING INTEGER PRIMARY KEY (rowid>? AND rowid<?) loops=1 rows=9\n",
                    steps(database, "SELECT * FROM t WHERE a > 10 AND a < 20 AND b > 5"));
            assertEquals(
                    "SCAN t loops=1 rows=100\n"
                            + "SEARCH u USING INTEGER PRIMARY KEY (rowid=?) loops=100 rows=50\n",
                    steps(database, "SELECT d, v FROM t CROSS JOIN u ON k = b"));
            assertEquals(
                    "SEARCH t USING INTEGER PRIMARY KEY (rowid=?) loops=1 rows=3\n",
                    steps(database, "SELECT * FROM t WHERE a IN (1, 5, 7, 1000)"));
        }
    }

    @Test
    void progressOfARunThatCountsNothing() {
        try (Context context = rows();
                Database database = open(context);
                Statement statement = database.prepare("SELECT a FROM t WHERE b < 5")) {
            assertNull(statement.progress());
            try (Rows rows = statement.query()) {
                rows.next();
                Counters progress = statement.progress();
                assertEquals("SCAN t", progress.steps().getFirst().detail());
                assertEquals(Map.of(), progress.steps().getFirst().counts());
                assertEquals(0, progress.instructions().getFirst().executions());
                assertEquals(progress, database.progress());
                while (rows.next()) {}
            }
            assertEquals(50, statement.progress().rows());
            assertNull(statement.counters());
        }
    }

    @Test
    void progressOfARunThatCounts() {
        try (Context context = vectors("1");
                Database database = open(context);
                Statement statement = database.prepare("SELECT b, count(*) FROM t GROUP BY b")) {
            statement.count(Counting.STEPS);
            try (Rows rows = statement.query()) {
                while (rows.next()) {}
            }
            assertTrue(statement.progress().vectors());
            assertEquals(steps(statement.counters()), steps(statement.progress()));
        }
    }

    @Test
    void rowsOfNullsDoNotCount() {
        try (Context context = rows();
                Database database = open(context)) {
            assertEquals(
                    "SCAN t loops=1 rows=100\n"
                            + "SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"
                            + " loops=100 rows=50\n",
                    steps(database, "SELECT d, v FROM t LEFT JOIN u ON k = b"));
        }
    }

    @Test
    void aLimitEndsTheLoop() {
        try (Context context = rows();
                Database database = open(context)) {
            Counters counters = counters(database, "SELECT d FROM t LIMIT 7");
            assertEquals(7, counters.rows());
            assertEquals("SCAN t loops=1 rows=7\n", steps(counters));
        }
    }

    @Test
    void subqueriesAndIndexes() {
        try (Context context = rows();
                Database database = open(context)) {
            database.execute("CREATE INDEX tb ON t(b); CREATE INDEX td ON t(d)");
            assertEquals(
                    "SEARCH t USING INDEX tb (b=?) loops=1 rows=10\n",
                    steps(database, "SELECT c FROM t WHERE b = 4"));
            assertEquals(
                    "SCAN u loops=1 rows=5\n"
                            + "CORRELATED SCALAR SUBQUERY 1\n"
                            + "  SEARCH t USING INDEX tb (b=?) loops=5 rows=50\n",
                    steps(
                            database,
                            "SELECT (SELECT group_concat(c, v) FROM t WHERE b = k) FROM u"));
        }
    }

    @Test
    void statementsThatChangeRows() {
        try (Context context = rows();
                Database database = open(context)) {
            database.execute("CREATE TRIGGER r AFTER UPDATE ON t"
                    + " BEGIN UPDATE u SET v = v + 1 WHERE k = new.b; END");
            try (Statement update = database.prepare("UPDATE t SET c = 'x' WHERE b = 2")) {
                assertEquals(10, update.count(Counting.STEPS).execute());
                assertEquals("SCAN t loops=1 rows=100\n", steps(update.counters()));
                assertEquals(10, executions(update.counters(), "Program"));
            }
        }
    }

    private static long executions(Counters counters, String opcode) {
        return counters.instructions().stream()
                .filter(instruction -> instruction.opcode().equals(opcode))
                .mapToLong(Instruction::executions)
                .sum();
    }

    @Test
    void instructionsHaveTimes() {
        try (Context context = rows();
                Database database = open(context);
                Statement statement = database.prepare("SELECT sum(d) FROM t WHERE b < 5")) {
            List<List<Object>> plain = RowLists.all(statement.query());
            assertNull(statement.counters());
            assertEquals(
                    plain, RowLists.all(statement.count(Counting.INSTRUCTIONS).query()));
            Counters timed = statement.counters();
            assertEquals(100, executions(timed, "Next"));
            assertEquals(50, executions(timed, "AggStep"));
            long sum = 0;
            for (Instruction instruction : timed.instructions()) {
                assertEquals(instruction.executions() > 0, instruction.timeNs() > 0);
                sum += instruction.timeNs();
            }
            assertTrue(sum > 0 && sum <= timed.timeNs(), sum + " of " + timed.timeNs());
            assertEquals(plain, RowLists.all(statement.count(Counting.STEPS).query()));
            assertEquals(100, executions(statement.counters(), "Next"));
            assertTrue(statement.counters().instructions().stream()
                    .allMatch(instruction -> instruction.timeNs() == 0));
        }
    }

    @Test
    void nothingIsCountedUnasked() {
        try (Context context = rows();
                Database database = open(context);
                Statement statement = database.prepare("SELECT * FROM u")) {
            assertNull(statement.counters());
            RowLists.all(statement.query());
            assertNull(statement.counters());
            RowLists.all(statement.count(Counting.STEPS).query());
            assertNotNull(statement.counters());
            RowLists.all(statement.count(Counting.NOTHING).query());
            assertNull(statement.counters());
        }
    }

    @Test
    void aPlanIsNotCounted() {
        try (Context context = rows();
                Database database = open(context)) {
            assertNull(counters(database, "EXPLAIN SELECT * FROM t"));
            assertNull(counters(database, "EXPLAIN QUERY PLAN SELECT * FROM t"));
        }
    }

    @Test
    void whatIsStillRunning() {
        try (Context context = rows();
                Database database = open(context);
                Statement statement = database.prepare("SELECT a FROM t").count(Counting.STEPS);
                Rows rows = statement.query()) {
            assertTrue(rows.next());
            assertEquals(1, statement.counters().rows());
        }
    }

    // ------------------------------------------------------------------ columns under loops

    @Test
    void loopsOverColumns() {
        try (Context context = vectors("1");
                Database database = open(context)) {
            String columns = "  COLUMNS rowid int8, c text\n";
            assertEquals(
                    "SCAN t loops=1 rows=100 read=100 partitions=8 skipped=0 decoded=8\n" + columns,
                    steps(database, "SELECT a, c FROM t"));
            assertEquals(
                    "SCAN t loops=1 rows=100 read=100 partitions=8 skipped=0 decoded=0\n" + columns,
                    steps(database, "SELECT a, c FROM t"));
            // Partitions 1 to 13, …, 40 to 52 are passed over, and 53 to 60 within theirs.
            assertEquals(
                    "SCAN t loops=1 rows=40 read=48 partitions=8 skipped=4 decoded=8\n"
                            + "  COLUMNS d int16/100, c text\n",
                    steps(database, "SELECT c FROM t WHERE d > 15"));
        }
    }

    // ------------------------------------------------------------------ vectors

    /** Who comes first decodes what the other reads of the same table. */
    @Test
    void aTableThatIsReadTwiceIsDecodedOnce() {
        try (Context context = vectors("1");
                Database database = open(context)) {
            String steps = steps(
                    database,
                    "SELECT count(*) FROM t x WHERE EXISTS"
                            + " (SELECT * FROM t y WHERE y.b = x.d AND y.a <> x.a)");
            assertTrue(
                    steps.contains("BUILD t in=100 out=100 partitions=8 skipped=0 decoded=8"),
                    steps);
            assertTrue(
                    steps.contains("READ t in=100 out=100 partitions=8 skipped=0 decoded=0"),
                    steps);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void scansOfVectors(String threads) {
        String sql = "SELECT b, sum(a) FROM t WHERE a > 60 GROUP BY b";
        try (Context context = vectors(threads);
                Database database = open(context)) {
            String expected = """
                VECTOR SCAN t loops=1
                  READ t in=48 out=40 partitions=8 skipped=4 decoded=%d
                  COLUMNS rowid int8, b int8
                  GROUPS in=40 out=10
                HASH GROUP BY
                """;
            assertEquals(expected.formatted(8), steps(database, sql));
            assertEquals(expected.formatted(0), steps(database, sql));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void joinsOnVectors(String threads) {
        String sql = "SELECT sum(a), count(v) FROM t JOIN u ON k = b WHERE v < 9 AND a <= 50";
        try (Context context = vectors(threads);
                Database database = open(context)) {
            // 5 of the rows to 50 have each of 1 to 4 as b; the partitions from 53 on are skipped.
            String expected = """
                VECTOR SCAN t loops=1
                  READ t in=52 out=50 partitions=8 skipped=4 decoded=%d
                  COLUMNS b int8, rowid int8
                  GROUPS in=20 out=1
                  VECTOR HASH JOIN u (rowid=?) in=50 out=20
                    BUILD u in=5 out=4 partitions=1 skipped=0 decoded=%d
                    COLUMNS rowid int8, v int8
                    TABLE in=4 out=4
                """;
            assertEquals(expected.formatted(8, 1), steps(database, sql));
            assertEquals(expected.formatted(0, 0), steps(database, sql));
        }
    }

    /** If a table rejects no rows, only the keys are kept that rows of another one look up. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void searchesForKeys(String threads) {
        String sql = "SELECT p.c, count(*), sum(big.a) FROM big JOIN t ON t.a = big.t"
                + " JOIN t AS p ON p.a = t.b WHERE t.d = 16.75 GROUP BY 1";
        try (Context context = vectors(threads);
                Database database = open(context)) {
            database.execute("CREATE TABLE big(a INTEGER PRIMARY KEY, t INT)");
            database.execute(
                    "INSERT INTO big SELECT value, value % 100 FROM" + " generate_series(1, 500)");
            String expected = """
                VECTOR SCAN big loops=1
                  READ big in=500 out=500 partitions=39 skipped=0 decoded=0
                  COLUMNS t int8, rowid int16 (30) int8 (9)
                  GROUPS in=5 out=1
                  VECTOR HASH JOIN t (rowid=?) in=500 out=5
                    SEARCH FOR KEYS in=13 out=1 partitions=8 skipped=7 decoded=0
                    BUILD t in=1 out=1 partitions=8 skipped=0 decoded=0
                    COLUMNS b int8, rowid int8, d int16/100
                    TABLE in=1 out=1
                    VECTOR HASH JOIN p (rowid=?) in=1 out=1
                      BUILD t in=100 out=100 partitions=8 skipped=0 decoded=0
                      COLUMNS rowid int8, c text
                      TABLE in=100 out=1
                HASH GROUP BY
                """;
            steps(database, sql); // It is decoded.
            assertEquals(expected, steps(database, sql));
        }
    }

    @Test
    void encodingsByPartition() {
        try (Context context = vectors("1");
                Database database = open(context)) {
            database.execute("UPDATE t SET b = 1000 + b WHERE a BETWEEN 20 AND 25");
            database.execute("UPDATE t SET b = 'x' WHERE a = 100");
            String steps = steps(database, "SELECT sum(b) FROM t");
            assertTrue(steps.contains("COLUMNS b int16 (1) int8 (6) mixed (1)\n"), steps);
        }
    }

    @Test
    void timesOfVectors() {
        try (Context context = vectors("2");
                Database database = open(context)) {
            Counters counters =
                    counters(database, "SELECT c, count(*) FROM t JOIN u ON k = b GROUP BY c");
            for (Step step : counters.steps()) {
                if (step.counts().containsKey("timeNs")) {
                    assertTrue(step.counts().get("timeNs") > 0, step::toString);
                }
            }
            Step scan = counters.steps().getFirst();
            assertTrue(scan.counts().get("timeNs") <= counters.timeNs(), counters::toString);
        }
    }
}
