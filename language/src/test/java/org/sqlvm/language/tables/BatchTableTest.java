package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.api.BatchCursor;
import org.sqlvm.api.BatchTable;
import org.sqlvm.api.ColumnBatch;
import org.sqlvm.api.Database;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableModule;
import org.sqlvm.language.RowLists;
import org.sqlvm.language.SqlvmLanguage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** A table whose rows come column by column answers as one that has the same rows in pages. */
final class BatchTableTest {
    private static final String ID = SqlvmLanguage.ID;

    private static final boolean COMPILED = "compiled".equals(System.getProperty("sqlvm.mode"));

    private static final int ROWS = 5000;

    /** As the batches say it. */
    private static final String STORED = "CREATE TABLE stored AS SELECT value AS id,"
            + " iif(value = 4444, NULL, value / 4.0) AS x, 'w' || (value % 11) AS w,"
            + " iif(value % 3, value % 7, NULL) AS few, CASE value % 4 WHEN 0 THEN NULL WHEN 1 THEN"
            + " value WHEN 2 THEN value / 2.0 ELSE 'm' || (value % 5) END AS mixed"
            + " FROM generate_series(0, " + (ROWS - 1) + ")";

    /** The table that is read is called {@code t}. */
    private static final List<String> QUERIES = List.of(
            "SELECT count(*), count(few), sum(id), sum(x), min(w), max(w), total(few) FROM t",
            "SELECT w, count(*), sum(x), count(few) FROM t GROUP BY w ORDER BY w",
            "SELECT few, count(*), max(mixed) FROM t WHERE id > 100 GROUP BY few ORDER BY few",
            "SELECT mixed, count(*) FROM t GROUP BY mixed ORDER BY mixed LIMIT 30",
            "SELECT typeof(mixed), typeof(x), typeof(few), count(*) FROM t GROUP BY 1, 2, 3"
                    + " ORDER BY 1, 2, 3",
            "SELECT count(*), sum(x) FROM t WHERE id = 77",
            "SELECT count(*), sum(x) FROM t WHERE w = 'w3' AND x < 700 AND id BETWEEN 5 AND 4000",
            "SELECT count(*), sum(x) FROM t WHERE id IN (3, 5, 4999, 70000)",
            "SELECT name, count(*), sum(t.x) FROM t JOIN u ON u.k = t.few GROUP BY name ORDER BY 1",
            "SELECT name, count(t.id), sum(t.x) FROM u LEFT JOIN t ON t.few = u.k AND t.id > 4000"
                    + " GROUP BY name ORDER BY name",
            "SELECT count(*), sum(b.x) FROM t a JOIN t b ON b.id = a.few WHERE a.w <> 'w1'",
            "SELECT count(*) FROM t WHERE few IN (SELECT k FROM u WHERE k > 2)",
            "SELECT count(*) FROM u WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.id = u.k + 4998)",
            "SELECT s, sum(n) FROM (SELECT few AS s, count(*) AS n FROM t GROUP BY few UNION ALL"
                    + " SELECT k, 1 FROM u) GROUP BY s ORDER BY s",
            "SELECT id, x, w, few, mixed FROM t ORDER BY id LIMIT 7 OFFSET 2044",
            "SELECT id, mixed FROM t WHERE id % 1000 = 7 OR x = 1249.75 ORDER BY id",
            "SELECT DISTINCT w, few FROM t ORDER BY 1, 2",
            "SELECT id, sum(x) OVER (ORDER BY id) FROM t ORDER BY id LIMIT 3",
            "SELECT name, (SELECT max(x) FROM t WHERE t.few = u.k) FROM u ORDER BY k",
            "SELECT (SELECT w FROM t WHERE id = 4097), EXISTS (SELECT 1 FROM t WHERE id < 0)");

    /** Numbers from 0, or from the equal one, if that is asked for. */
    private static final class NumbersTable implements BatchTable, TableModule {
        private final List<String> plans = new ArrayList<>();
        private final List<String> used = Collections.synchronizedList(new ArrayList<>());
        private final int partRows;
        private final AtomicInteger open = new AtomicInteger();

        /** @param partRows the number of rows in a part; 0 for no parts */
        NumbersTable(int partRows) {
            this.partRows = partRows;
        }

        @Override
        public ModuleTable connect(Call call) {
            return this;
        }

        @Override
        public boolean isEponymous() {
            return true;
        }

        @Override
        public String declaration() {
            return "CREATE TABLE x(id INTEGER, x REAL, w TEXT, few INTEGER, mixed)";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            int id = request.find(0, ScanRequest.Operator.EQ);
            return ScanPlan.all()
                    .with(id, true)
                    .withIndex(id < 0 ? 0 : 1)
                    .withCost(ROWS, id < 0 ? ROWS : 1);
        }

        @Override
        public BatchCursor openBatches() {
            return new Numbers(0, 0);
        }

        private final class Numbers implements BatchCursor {
            private int next;
            private int end;

            Numbers(int next, int end) {
                this.next = next;
                this.end = end;
                open.incrementAndGet();
            }

            @Override
            public List<BatchCursor> split() {
                List<BatchCursor> parts = new ArrayList<>();
                for (int from = next; from < end && partRows > 0; from += partRows) {
                    parts.add(new Numbers(from, Math.min(end, from + partRows)));
                }
                return parts;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }

            @Override
            public void filter(ScanPlan plan, Object[] arguments) {
                plans.add(plan.index() + Arrays.toString(arguments));
                next = 0;
                end = ROWS;
                if (plan.index() == 1) {
                    long wanted = arguments[0] instanceof Long number ? number : -1;
                    boolean found = wanted >= 0 && wanted < ROWS;
                    next = found ? (int) wanted : ROWS;
                    end = found ? next + 1 : ROWS;
                }
            }

            @Override
            public int next(ColumnBatch batch) {
                TreeSet<Integer> read = new TreeSet<>();
                int count = Math.min(batch.capacity(), end - next);
                // The last batch is short, the first ones are of odd sizes.
                count = Math.min(count, 1 + next % 1999);
                long[] ids = new long[count + 3];
                for (int column = 0; column < 5; column++) {
                    if (batch.isUsed(column)) {
                        read.add(column);
                    }
                }
                for (int row = 0; row < count; row++) {
                    fill(batch, ids, row, next + row);
                }
                batch.setLongs(0, ids, 3);
                used.add(read.toString());
                next += count;
                return count;
            }

            private static void fill(ColumnBatch batch, long[] ids, int row, int number) {
                ids[row + 3] = number;
                batch.doubles(1)[row] = number == 4444 ? Double.NaN : number / 4.0;
                byte[] text = ("<w" + number % 11 + ">").getBytes(StandardCharsets.UTF_8);
                batch.setText(2, row, text, 1, text.length - 2);
                if (number % 3 == 0) {
                    batch.setNull(3, row);
                } else {
                    batch.longs(3)[row] = number % 7;
                }
                batch.values(4)[row] = switch (number % 4) {
                    case 0 -> null;
                    case 1 -> (long) number;
                    case 2 -> number / 2.0;
                    default -> "m" + number % 5;
                };
            }
        }
    }

    private static Context context(String vectors, int threads) {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", vectors)
                .option("sqlvm.Threads", Integer.toString(threads))
                .option("sqlvm.VectorRows", "7")
                .option("sqlvm.PartitionRows", "1000")
                .allowAllAccess(true)
                .build();
    }

    private static Database open(Context context, TableModule module) {
        Database database = context.getBindings(ID)
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
        database.createModule("numbers", module);
        database.execute(STORED);
        database.execute("CREATE TABLE u(k INTEGER, name TEXT)");
        database.execute("INSERT INTO u SELECT value, 'n' || value FROM generate_series(0, 9)");
        return database;
    }

    private static List<List<Object>> query(Database database, String sql, String table) {
        return RowLists.query(
                database,
                sql.replaceAll("(FROM|JOIN) t\\b", "$1 " + table + " AS t")
                        .replaceAll("AS t ([ab])\\b", "AS $1"));
    }

    @ParameterizedTest
    @CsvSource({
        "always, 1, 0",
        "always, 4, 0",
        "always, 1, 333",
        "always, 4, 333",
        "always, 2, 2500",
        "auto, 2, 0",
        "never, 2, 333"
    })
    void theAnswersAreThoseOfRows(String vectors, int threads, int partRows) {
        // HotSpot compiles scans on vectors, so there is nothing to test with compiled programs.
        assumeFalse(COMPILED && vectors.equals("always"));
        NumbersTable module = new NumbersTable(partRows);
        try (Context context = context(vectors, threads);
                Database database = open(context, module)) {
            for (String sql : QUERIES) {
                assertEquals(query(database, sql, "stored"), query(database, sql, "numbers"), sql);
            }
        }
        assertEquals(0, module.open.get());
    }

    /** The module of the documentation. */
    @Test
    void documentedModule() throws IOException {
        long[] times = LongStream.range(0, 250_000).toArray();
        double[] values = Arrays.stream(times).mapToDouble(time -> time / 2.0).toArray();
        try (Context context = context("auto", 3);
                Database database = open(context, new SensorModule(times, values))) {
            assertEquals(
                    List.of(List.of(124_999.5, 249_000L)),
                    RowLists.query(
                            database,
                            "SELECT max(value), count(*) FROM numbers WHERE time >= 1000"));
        }
        Path home = Path.of("").toAbsolutePath().getParent();
        String page = Files.readString(home.resolve("docs/internals/virtual-tables.md"));
        String source = Files.readString(
                home.resolve("language/src/test/java/org/sqlvm/language/tables/SensorModule.java"));
        assertTrue(page.contains(source.substring(source.indexOf("/** {@code FROM sensor}"))));
    }

    private static String plan(Database database, String sql) {
        return RowLists.query(database, "EXPLAIN QUERY PLAN " + sql).toString();
    }

    @Test
    void aggregationsAndJoinsTakeWholeBatches() {
        NumbersTable module = new NumbersTable(0);
        try (Context context = context("auto", 2);
                Database database = open(context, module)) {
            String sums = "SELECT sum(id), count(few) FROM numbers WHERE x > 3";
            assertTrue(plan(database, sums).contains("VECTOR SCAN numbers"), plan(database, sums));
            RowLists.query(database, sums);
            assertEquals(List.of("0[]"), module.plans);
            assertEquals("[0, 1, 3]", module.used.getFirst());
            String join = "SELECT name, sum(x) FROM numbers JOIN u ON k = few GROUP BY name";
            assertTrue(plan(database, join).contains("VECTOR SCAN u"), plan(database, join));
            String some = "SELECT sum(x) FROM numbers WHERE id = ?";
            assertTrue(plan(database, some).contains("VECTOR SCAN numbers"), plan(database, some));
            assertTrue(plan(database, some).contains("1:"), plan(database, some));
            String rows = "SELECT * FROM numbers WHERE id > 7";
            assertFalse(plan(database, rows).contains("VECTOR"), plan(database, rows));
            assertEquals(
                    List.of(List.of(5000L, 4999L, 1L)),
                    RowLists.query(
                            database,
                            "SELECT max(rowid), max(id), min(rowid) FROM numbers WHERE rowid > 0"));
        }
    }

    /** A batch that says more rows than it has room for, and a table that throws. */
    @Test
    void badBatches() {
        try (Context context = context("auto", 2);
                Database database = open(context, new NumbersTable(0))) {
            for (int rows : new int[] {-1, 1 << 20}) {
                database.createModule("bad", badModule(rows));
                for (String sql : List.of("SELECT sum(a) FROM bad", "SELECT a FROM bad")) {
                    SqlvmException error =
                            assertThrows(SqlvmException.class, () -> RowLists.query(database, sql));
                    assertEquals("a batch of " + rows + " rows: at most 2048", error.getMessage());
                }
            }
            database.createModule("bad", badModule(0));
            // Exceptions of Java come out unchanged.
            IllegalStateException error = assertThrows(
                    IllegalStateException.class,
                    () -> RowLists.query(database, "SELECT sum(a) FROM bad"));
            assertEquals("out of paper", error.getMessage());
        }
    }

    private static TableModule badModule(int rows) {
        return new TableModule() {
            @Override
            public boolean isEponymous() {
                return true;
            }

            @Override
            public ModuleTable connect(Call call) {
                return badTable(rows);
            }
        };
    }

    private static BatchTable badTable(int rows) {
        return new BatchTable() {
            @Override
            public String declaration() {
                return "CREATE TABLE x(a)";
            }

            @Override
            public BatchCursor openBatches() {
                return new BatchCursor() {
                    @Override
                    public void filter(ScanPlan plan, Object[] arguments) {}

                    @Override
                    public int next(ColumnBatch batch) {
                        if (rows == 0) {
                            throw new IllegalStateException("out of paper");
                        }
                        return rows;
                    }
                };
            }
        };
    }
}
