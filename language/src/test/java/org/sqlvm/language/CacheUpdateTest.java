package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The cached columns of a table follow the connection's own changes, partition by partition. */
final class CacheUpdateTest {
    private static final String ID = SqlvmLanguage.ID;

    private static final int PARTITION_ROWS = 13;

    @TempDir
    private Path directory;

    private static Context context() {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", "always")
                .option("sqlvm.VectorRows", "5")
                .option("sqlvm.PartitionRows", Integer.toString(PARTITION_ROWS))
                .allowAllAccess(true)
                .build();
    }

    private static Database open(Context context) {
        return open(context, ":memory:");
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

    /** By column: partitions and rows. */
    private static Map<String, List<Object>> held(Database database) {
        Map<String, List<Object>> held = new TreeMap<>();
        for (List<Object> row : RowLists.query(database, "PRAGMA sqlvm_mirror")) {
            held.put(row.get(1).toString(), List.of(row.get(3), row.get(4)));
        }
        return held;
    }

    /** Ten partitions of a and of b, in the even rowids from 2 to 260. */
    private static void fill(Database database) {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT)");
        database.execute("INSERT INTO t SELECT 2 * value, value, 'b' || value"
                + " FROM generate_series(1, 130)");
        assertEquals(8_515L, value(database, "SELECT sum(a) FROM t"));
        assertEquals("b99", value(database, "SELECT max(b) FROM t"));
    }

    /** That both columns are there shows that nothing was dropped: this reads one of them. */
    private static void assertHeld(
            Database database, Long sum, Long partitions, Long rows, String change) {
        database.execute(change);
        assertEquals(sum, value(database, "SELECT sum(a) FROM t"));
        Map<String, List<Object>> held = held(database);
        assertEquals(List.of(partitions, rows), held.get("a"));
        assertEquals(List.of(partitions, rows), held.get("b"));
        String pairs = "SELECT a, b FROM t NOT INDEXED WHERE a < 10000 ORDER BY a";
        String single = "SELECT a, (SELECT b FROM t AS u WHERE u.id = t.id) FROM t ORDER BY a";
        assertEquals(RowLists.query(database, single), RowLists.query(database, pairs));
    }

    @Test
    void partitionsAreMadeAgainWhereRowsHaveChanged() {
        try (Context context = context();
                Database database = open(context)) {
            fill(database);
            assertHeld(database, 8_525L, 10L, 130L, "UPDATE t SET a = a + 10 WHERE id = 50");
            assertHeld(database, 8_525L, 10L, 130L, "UPDATE t SET b = 'x' WHERE id IN (2, 260)");
            assertHeld(database, 8_524L, 10L, 129L, "DELETE FROM t WHERE id = 2");
        }
    }

    @Test
    void rowsBehindTheLastBecomePartitions() {
        try (Context context = context();
                Database database = open(context)) {
            fill(database);
            assertHeld(database, 8_515L + 1, 11L, 131L, "INSERT INTO t VALUES (NULL, 1, 'p')");
            assertHeld(database, 8_515L + 3, 11L, 132L, "INSERT INTO t VALUES (NULL, 2, 'q')");
            String many = "INSERT INTO t SELECT NULL, 0, 'r' FROM generate_series(1, 100)";
            assertHeld(database, 8_518L, 18L, 232L, many);
        }
    }

    @Test
    void aPartitionThatGrowsIsDivided() {
        try (Context context = context();
                Database database = open(context)) {
            fill(database);
            assertHeld(database, 8_516L, 11L, 131L, "INSERT INTO t VALUES (51, 1, 'p')");
            // A column that is decoded now is divided as the others are.
            assertEquals(131L, value(database, "SELECT count(id) FROM t"));
            assertEquals(17_030L + 51, value(database, "SELECT sum(id) FROM t"));
            assertEquals(
                    List.of(List.of(51L, 1L, "p")),
                    RowLists.query(database, "SELECT id, a, b FROM t NOT INDEXED WHERE b = 'p'"));
            assertEquals(List.of(11L, 131L), held(database).get("rowid"));
        }
    }

    /** Seven rows in a page: where a partition ends, sometimes a page does. */
    @Test
    void partitionsEndAnywhereInPages() {
        try (Context context = context();
                Database database = open(context)) {
            database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT)");
            database.execute("INSERT INTO t SELECT value, value, printf('%500d', value)"
                    + " FROM generate_series(1, 400)");
            long sum = 80_200;
            assertEquals(sum, value(database, "SELECT sum(a) FROM t"));
            for (int id = 3; id <= 400; id += 4) {
                database.execute("DELETE FROM t WHERE id = " + id);
                sum -= id;
                assertEquals(sum, value(database, "SELECT sum(a) FROM t"));
            }
        }
    }

    @Test
    void withoutRowsThereIsNoPartition() {
        try (Context context = context();
                Database database = open(context)) {
            fill(database);
            String delete = "DELETE FROM t WHERE id BETWEEN 27 AND 78";
            assertHeld(database, 8_515L - 689, 8L, 104L, delete);
            assertHeld(database, 8_515L - 688, 9L, 105L, "INSERT INTO t VALUES (30, 1, 'p')");
        }
    }

    /** Pages that leave the memory for the file are no change, nor is the commit. */
    @Test
    void aLargeTransactionIsFollowed() {
        try (Context context = context();
                Database database = open(context, directory.resolve("large.db").toString())) {
            database.execute("PRAGMA cache_size = 10");
            fill(database);
            String rows = "INSERT INTO t SELECT NULL, 1, printf('%500d', value)"
                    + " FROM generate_series(1, 500)";
            assertHeld(database, 9_015L, 49L, 630L, rows);
        }
    }

    @Test
    void whatIsUndoneIsForgotten() {
        try (Context context = context();
                Database database = open(context)) {
            fill(database);
            database.execute("BEGIN");
            assertHeld(database, 8_525L, 10L, 130L, "UPDATE t SET a = a + 10 WHERE id = 50");
            database.execute("ROLLBACK");
            assertEquals(8_515L, value(database, "SELECT sum(a) FROM t"));
            assertEquals(1, held(database).size());
        }
    }

    @Test
    void aScanThatRunsGoesOnWithWhatItBeganWith() {
        try (Context context = context();
                Database database = open(context)) {
            fill(database);
            try (Rows rows = database.query("SELECT a FROM t")) {
                assertTrue(rows.next());
                database.execute("UPDATE t SET a = 1000 WHERE id = 50");
                assertEquals(8_515L - 25 + 1000, value(database, "SELECT sum(a) FROM t"));
                long count = 1;
                while (rows.next()) {
                    count++;
                }
                assertEquals(130, count);
            }
        }
    }

    /** A model of the table, with what a savepoint goes back to. */
    private static final class Model {
        final TreeMap<Long, Long> rows = new TreeMap<>();
        final Deque<TreeMap<Long, Long>> saved = new ArrayDeque<>();

        List<List<Object>> list() {
            List<List<Object>> list = new ArrayList<>();
            rows.forEach((id, value) -> list.add(List.of(id, value, "v" + value % 7)));
            return list;
        }

        List<Object> totals() {
            long sum = rows.values().stream().mapToLong(Long::longValue).sum();
            return List.of((long) rows.size(), sum, rows.firstKey(), rows.lastKey());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void randomChangesAreSeen(int seed) {
        Random random = new Random(seed);
        Model model = new Model();
        try (Context context = context();
                Database database = open(context)) {
            database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT)");
            for (long id = 1; id <= 300; id++) {
                put(database, model, 3 * id, id);
            }
            for (int round = 0; round < 120; round++) {
                for (int change = random.nextInt(4); change >= 0; change--) {
                    change(database, model, random);
                }
                String totals = "SELECT count(*), sum(a), min(id), max(id) FROM t";
                assertEquals(List.of(model.totals()), RowLists.query(database, totals));
                if (random.nextBoolean()) {
                    String all = "SELECT id, a, b FROM t";
                    assertEquals(model.list(), RowLists.query(database, all));
                }
            }
        }
    }

    private static void put(Database database, Model model, long id, long value) {
        String row = id + ", " + value + ", 'v" + value % 7 + "'";
        database.execute("INSERT OR REPLACE INTO t VALUES (" + row + ")");
        model.rows.put(id, value);
    }

    private static void change(Database database, Model model, Random random) {
        long some = random.nextLong(3 + model.rows.lastKey());
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> put(database, model, model.rows.lastKey() + 1, random.nextInt(100));
            case 3, 4, 5 -> put(database, model, some, random.nextInt(100));
            case 6 -> {
                long end = some + random.nextInt(40);
                if (model.rows.size() > 100) {
                    database.execute("DELETE FROM t WHERE id BETWEEN " + some + " AND " + end);
                    model.rows.subMap(some, true, end, true).clear();
                }
            }
            case 7 -> {
                long end = some + random.nextInt(20);
                String range = " WHERE id BETWEEN " + some + " AND " + end;
                database.execute("UPDATE t SET a = a + 7" + range);
                model.rows.subMap(some, true, end, true).replaceAll((_, value) -> value + 7);
            }
            case 8, 9 -> {
                database.execute("SAVEPOINT s" + model.saved.size());
                model.saved.push(new TreeMap<>(model.rows));
            }
            case 10 -> {
                if (!model.saved.isEmpty()) {
                    model.rows.clear();
                    model.rows.putAll(model.saved.pop());
                    database.execute("ROLLBACK TO s" + model.saved.size());
                    database.execute("RELEASE s" + model.saved.size());
                }
            }
            default -> {
                if (!model.saved.isEmpty()) {
                    model.saved.pop();
                    database.execute("RELEASE s" + model.saved.size());
                }
            }
        }
    }
}
