package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.util.ArrayList;
import java.util.List;

/** What threads do together is what one does, and what rows give, to the last bit. */
final class ThreadsTest {
    private static final String ID = SqlvmLanguage.ID;

    /** Groups are more than a segment may have, which is 16,384. */
    private static final int ROWS = 40_000;

    private static final String FILL = "INSERT INTO t SELECT value, value % 7, value % 20011,"
            + " CASE value % 5 WHEN 0 THEN NULL WHEN 1 THEN value ELSE value / 7.0 END,"
            + " CASE WHEN value % 3 THEN 'w' || value % 11 END,"
            + " CASE value WHEN 100 THEN 6000000000000000000 WHEN 9000 THEN 6000000000000000000"
            + " WHEN 19000 THEN -6000000000000000000 ELSE value END"
            + " FROM generate_series(1, " + ROWS + ")";

    private static final List<String> QUERIES = List.of(
            "SELECT count(*), count(x), sum(x), avg(x), total(x), min(x), max(x), min(w) FROM t",
            "SELECT few, count(*), sum(x), avg(id), max(w), sum(id * 0.1) FROM t GROUP BY few",
            "SELECT w, few, count(x), sum(id), sum(x * few) FROM t WHERE x > 3 GROUP BY w, few",
            "SELECT many, count(*), sum(x) FROM t GROUP BY many",
            "SELECT id / 3, sum(id), max(few) FROM t WHERE id > 1000 GROUP BY id / 3",
            "SELECT CASE WHEN id % 2 THEN 1 ELSE 1.0 END k, count(*), sum(x) FROM t GROUP BY k",
            "SELECT name, count(*), sum(x), min(big) FROM t JOIN u ON u.id = t.few GROUP BY name",
            "SELECT sum(x), count(*) FROM t JOIN u ON u.id = t.many WHERE name LIKE '%3'",
            "SELECT total(big), avg(big), count(big) FROM t",
            "SELECT few, sum(big) FROM t WHERE id < 9000 GROUP BY few",
            "SELECT count(*) FROM t WHERE w LIKE '%1' OR id % 10 = 3");

    private static Context context(String vectors, int threads, int partitionRows, long mirror) {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", vectors)
                .option("sqlvm.Threads", Integer.toString(threads))
                .option("sqlvm.VectorRows", "97")
                .option("sqlvm.PartitionRows", Integer.toString(partitionRows))
                .option("sqlvm.MirrorSize", Long.toString(mirror))
                .allowAllAccess(true)
                .build();
    }

    private static Database create(Context context) {
        Database database = context.getBindings(ID)
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, few INTEGER, many INTEGER, x, w"
                + " TEXT, big INTEGER)");
        database.execute(FILL);
        database.execute("CREATE TABLE u(id INTEGER PRIMARY KEY, name TEXT)");
        database.execute("INSERT INTO u SELECT value, 'n' || value FROM generate_series(0, 500)");
        return database;
    }

    private static List<List<Object>> query(Database database, String sql) {
        List<List<Object>> all = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(rows.getObject(i));
                }
                all.add(row);
            }
        }
        return all;
    }

    /** All answers, each asked for twice: the mirror has the columns then. */
    private static List<List<List<Object>>> answers(Context context) {
        List<List<List<Object>>> answers = new ArrayList<>();
        try (Database database = create(context)) {
            for (String sql : QUERIES) {
                List<List<Object>> first = query(database, sql);
                assertEquals(first, query(database, sql), sql);
                answers.add(first);
            }
            // 2^63 is passed on the way, though not in the end.
            SqlvmException error = assertThrows(
                    SqlvmException.class, () -> query(database, "SELECT sum(big) FROM t"));
            assertEquals("integer overflow", error.getMessage());
        }
        return answers;
    }

    @Test
    void theAnswersAreTheSame() {
        List<List<List<Object>>> expected;
        try (Context context = context("never", 1, 65_536, -1)) {
            expected = answers(context);
        }
        for (int threads : new int[] {1, 2, 4}) {
            check(expected, threads, 97, 0);
        }
        check(expected, 4, 1000, 0);
        check(expected, 2, 1000, -1);
        check(expected, 2, 3001, 0);
    }

    /** @param mirror in bytes; 0 for as much as there is, -1 for none */
    private static void check(
            List<List<List<Object>>> expected, int threads, int partitionRows, long mirror) {
        try (Context context = context("always", threads, partitionRows, mirror)) {
            List<List<List<Object>>> found = answers(context);
            for (int i = 0; i < expected.size(); i++) {
                String where = QUERIES.get(i) + ": " + threads + " threads, " + partitionRows
                        + " rows, mirror " + mirror;
                assertEquals(expected.get(i), found.get(i), where);
            }
        }
    }
}
