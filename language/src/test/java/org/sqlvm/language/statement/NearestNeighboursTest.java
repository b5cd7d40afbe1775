package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.language.RowLists;
import org.sqlvm.language.SqlvmLanguage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Nearest neighbours are the same by rows, by vectors of any number of threads, and in Java. */
final class NearestNeighboursTest {
    private static final String ID = SqlvmLanguage.ID;
    private static final int ROWS = 600;
    private static final int SIZE = 5;

    private final Random random = new Random(Long.getLong("sqlvm.seed", 11));

    private static Context context(String vectors, int threads) {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("sqlvm.Vectors", vectors)
                .option("sqlvm.VectorRows", "7")
                .option("sqlvm.PartitionRows", "13")
                .option("sqlvm.Threads", Integer.toString(threads))
                .build();
    }

    private static Database open(Context context) {
        return context.getBindings(ID)
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
    }

    /** Few different elements, so that many distances are equal. */
    private float[] vector() {
        float[] vector = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            vector[i] = random.nextInt(-2, 3);
        }
        return vector;
    }

    private static byte[] blob(float[] vector) {
        ByteBuffer bytes =
                ByteBuffer.allocate(Float.BYTES * vector.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float each : vector) {
            bytes.putFloat(each);
        }
        return bytes.array();
    }

    private static void fill(Database database, List<float[]> vectors) {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, v BLOB)");
        try (Statement insert = database.prepare("INSERT INTO t(g, v) VALUES (?, ?)")) {
            for (int i = 0; i < vectors.size(); i++) {
                insert.bindLong(1, i % 4).bindBlob(2, blob(vectors.get(i))).execute();
            }
        }
    }

    private static boolean isOnVectors(Database database, String sql) {
        return RowLists.query(database, "EXPLAIN " + sql).stream()
                .anyMatch(row -> row.get(1).equals("VectorScan"));
    }

    private static List<List<Object>> rows(Database database, String sql, Object... values) {
        try (Rows rows = database.query(sql, values)) {
            return RowLists.all(rows);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void agreeWithRows(int threads) {
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            vectors.add(vector());
        }
        try (Context byRows = context("never", 1);
                Context byVectors = context("always", threads);
                Database rows = open(byRows);
                Database columns = open(byVectors)) {
            fill(rows, vectors);
            fill(columns, vectors);
            for (int round = 0; round < 60; round++) {
                String sql = statement();
                byte[] wanted = blob(vector());
                long limit = random.nextInt(10) == 0 ? -1 : random.nextInt(30);
                long offset = random.nextInt(8);
                assertTrue(isOnVectors(columns, sql), sql);
                assertEquals(
                        rows(rows, sql, wanted, limit, offset),
                        rows(columns, sql, wanted, limit, offset),
                        () -> sql + " limit " + limit + " offset " + offset);
            }
        }
    }

    private String statement() {
        String[] distances = {"l2", "cosine", "dot", "l1"};
        String distance = "vec_distance_" + distances[random.nextInt(distances.length)];
        String order = distance + "(" + (random.nextBoolean() ? "v, ?1" : "?1, v") + ")";
        String[] terms = {"", " DESC", " NULLS LAST", " DESC NULLS FIRST"};
        String[] conditions = {"", " WHERE g = 2", " WHERE g > 0 AND id < 400"};
        return "SELECT id, " + (random.nextBoolean() ? "g, " : "") + order
                + " FROM t"
                + conditions[random.nextInt(conditions.length)]
                + " ORDER BY " + order + terms[random.nextInt(terms.length)]
                + (random.nextBoolean() ? ", id DESC" : "")
                + " LIMIT ?2 OFFSET ?3";
    }

    /** Equal ones come in the order of the rows. */
    @Test
    void agreeWithJava() {
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            vectors.add(vector());
        }
        float[] wanted = vector();
        List<Long> expected = new ArrayList<>();
        for (long i = 0; i < ROWS; i++) {
            expected.add(i + 1);
        }
        expected.sort(
                Comparator.comparingDouble(id -> squares(vectors.get((int) (id - 1)), wanted)));
        try (Context context = context("always", 2);
                Database database = open(context)) {
            fill(database, vectors);
            for (int round = 0; round < 3; round++) {
                List<Long> found = new ArrayList<>();
                rows(database, "SELECT id FROM t ORDER BY vec_distance_l2(v, ?) LIMIT 50", (Object)
                                blob(wanted))
                        .forEach(row -> found.add((Long) row.getFirst()));
                assertEquals(expected.subList(0, 50), found);
            }
        }
    }

    private static double squares(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }

    /** The error is that of the first row that fails, whichever thread comes there. */
    @ParameterizedTest
    @ValueSource(strings = {"never", "always"})
    void firstErrors(String vectors) {
        String sql = "SELECT id FROM t ORDER BY vec_distance_l2(v, ?) LIMIT 3";
        try (Context context = context(vectors, 2);
                Database database = open(context)) {
            List<float[]> all = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                all.add(vector());
            }
            fill(database, all);
            byte[] wanted = blob(vector());
            assertEquals(3, rows(database, sql, (Object) wanted).size());
            database.execute("UPDATE t SET v = x'00' WHERE id = 500");
            assertError(database, sql, wanted, "Must be divisible by 4, found 1");
            database.execute("UPDATE t SET v = NULL WHERE id = 300");
            assertError(database, sql, wanted, "found NULL");
            database.execute("UPDATE t SET v = x'00000000' WHERE id = 20");
            assertError(database, sql, wanted, "First vector has 1 dimensions");
            assertError(database, sql, new byte[3], "Error reading 2nd vector");
            database.execute("UPDATE t SET v = '[1,2,3,4,5]' WHERE id IN (20, 300, 500)");
            assertEquals(3, rows(database, sql, (Object) wanted).size());
        }
    }

    private static void assertError(Database database, String sql, byte[] wanted, String message) {
        SqlvmException error =
                assertThrows(SqlvmException.class, () -> rows(database, sql, (Object) wanted));
        assertTrue(error.getMessage().contains(message), error.getMessage());
    }

    /** A limit that is no integer is SQLite's error, and one that is a text of one is none. */
    @ParameterizedTest
    @ValueSource(strings = {"never", "always"})
    void oddLimits(String vectors) {
        String sql = "SELECT id FROM t ORDER BY vec_distance_l2(v, '[0,0,0,0,0]') LIMIT ?";
        try (Context context = context(vectors, 2);
                Database database = open(context)) {
            List<float[]> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(vector());
            }
            fill(database, all);
            assertEquals(4, rows(database, sql, "4").size());
            assertEquals(4, rows(database, sql, 4.0).size());
            assertEquals(40, rows(database, sql, -1L).size());
            assertEquals(40, rows(database, sql, Long.MAX_VALUE).size());
            assertEquals(0, rows(database, sql, 0L).size());
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> rows(database, sql, "x"));
            assertEquals("datatype mismatch", error.getMessage());
        }
    }

    /** Long rows make partitions of 16 MB, also behind a change. */
    @Test
    void longRows() {
        try (Context context = Context.newBuilder(ID)
                        .option("engine.WarnInterpreterOnly", "false")
                        .allowAllAccess(true)
                        .option("sqlvm.Vectors", "always")
                        .build();
                Database database = open(context)) {
            database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)");
            String insert =
                    "INSERT INTO t(v) SELECT zeroblob(1000000)" + " FROM generate_series(1, 20)";
            String nearest = "SELECT id FROM t ORDER BY vec_distance_l2(v, zeroblob(1000000)), id"
                    + " DESC LIMIT 1";
            for (long rows = 20; rows <= 60; rows += 20) {
                database.execute(insert);
                assertEquals(List.of(List.of(rows)), RowLists.query(database, nearest));
                assertEquals(List.of(List.of(rows)), RowLists.query(database, nearest));
                String count = "SELECT count(*), sum(length(v)) FROM t";
                assertEquals(
                        List.of(List.of(rows, rows * 1_000_000)), RowLists.query(database, count));
            }
            List<Object> sizes = new ArrayList<>();
            for (List<Object> row : RowLists.query(database, "PRAGMA sqlvm_mirror(t)")) {
                if (row.getFirst().equals("v")) {
                    sizes.add(row.get(2));
                }
            }
            assertEquals(List.of(18L, 18L, 18L, 6L), sizes);
        }
    }

    /** A query for one value, or of another query's rows, runs on vectors, too. */
    @Test
    void inOtherQueries() {
        String first = "SELECT id FROM t ORDER BY vec_distance_l2(v, '[1,1,1,1,1]'), id LIMIT ";
        List<String> queries = List.of(
                "SELECT (" + first + "1)",
                "SELECT count(*), sum(id) FROM (" + first + "20)",
                "SELECT g FROM t WHERE id IN (" + first + "5) ORDER BY id",
                "SELECT a.id, b.id FROM (" + first + "3) AS a JOIN t AS b ON b.id = a.id + 1",
                "WITH near AS MATERIALIZED (" + first + "4) SELECT max(id) FROM near",
                "SELECT EXISTS (" + first + "1)",
                first + "2 OFFSET 3");
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            vectors.add(vector());
        }
        try (Context byRows = context("never", 1);
                Context byVectors = context("always", 2);
                Database rows = open(byRows);
                Database columns = open(byVectors)) {
            fill(rows, vectors);
            fill(columns, vectors);
            for (String sql : queries) {
                assertEquals(RowLists.query(rows, sql), RowLists.query(columns, sql), sql);
            }
            assertTrue(isOnVectors(columns, queries.getFirst()));
        }
    }
}
