package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlvm.language.classfile.ClassCounts;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Programs that are too long for one method of a class give what SQLite gives. */
final class LongProgramTest {
    private static final String ROWS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1"
            + " FROM r WHERE n < 300) SELECT n, n * 7 % 13, 'x' || n, n / 4.0 FROM r";

    private static String join(int count, String separator, IntFunction<String> term) {
        return IntStream.range(0, count).mapToObj(term).collect(Collectors.joining(separator));
    }

    private static List<String> statements() {
        List<String> all = new ArrayList<>();
        all.add("CREATE TABLE t(a INTEGER PRIMARY KEY, b, c TEXT, d REAL)");
        all.add("INSERT INTO t " + ROWS);
        all.add("CREATE INDEX i ON t(b)");
        addWideTables(all);
        addQueries(all);
        return all;
    }

    private static void addWideTables(List<String> all) {
        for (int width : new int[] {60, 70, 300, 1000}) {
            String name = "w" + width;
            String[] types = {"INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC"};
            all.add("CREATE TABLE " + name + "(id INTEGER PRIMARY KEY, "
                    + join(width, ", ", n -> "c" + n + " " + types[n % 5]) + ")");
            if (width < 1000) {
                all.add("CREATE UNIQUE INDEX u" + name + " ON " + name + "(c3, c5)");
                all.add("CREATE TABLE log" + name + "(what, id, old, new)");
                all.add("CREATE TRIGGER del" + name + " AFTER DELETE ON " + name
                        + " BEGIN INSERT INTO log" + name
                        + " VALUES('delete', OLD.id, OLD.c7, NULL); END");
                all.add("CREATE TRIGGER ins" + name + " AFTER INSERT ON " + name
                        + " BEGIN INSERT INTO log" + name
                        + " VALUES('insert', NEW.id, NULL, NEW.c8); END");
            }
            all.add("INSERT INTO " + name + " VALUES(1, "
                    + join(width, ", ", n -> n % 7 == 0 ? "NULL" : "'" + n + "'") + ")");
            all.add("INSERT INTO " + name + " SELECT a + 10, "
                    + join(width, ", ", n -> n == 3 ? "a" : "b + " + n) + " FROM t WHERE a < 9");
            all.add("REPLACE INTO " + name + " SELECT a + 14, "
                    + join(width, ", ", n -> n == 3 ? "a + 2" : "b + " + n)
                    + " FROM t WHERE a < 9");
            all.add("UPDATE " + name + " SET "
                    + join(
                            width,
                            ", ",
                            n -> "c" + n + " = "
                                    + (n == 3 || n == 5
                                            ? "c" + n
                                            : "c" + n + " || c" + (n + 1) % width))
                    + " WHERE id % 3 = 0");
            all.add("INSERT INTO " + name + "(id, c3) VALUES(12, 0), (1, 0)");
            all.add("SELECT * FROM " + name + " ORDER BY id");
            all.add("SELECT " + join(width, ", ", n -> "c" + n + " + 1") + ", id FROM " + name
                    + " WHERE c1 IS NOT NULL ORDER BY c2, id DESC");
            all.add("SELECT " + join(width, ", ", n -> "max(c" + n + ")") + " FROM " + name
                    + " GROUP BY id % 2");
            if (width < 1000) {
                all.add("SELECT * FROM log" + name + " ORDER BY rowid");
                all.add("DELETE FROM " + name + " WHERE id > 13");
                all.add("SELECT * FROM log" + name + " ORDER BY rowid");
            }
        }
    }

    private static void addQueries(List<String> all) {
        all.add(join(40, " UNION ALL ", n -> "SELECT a, b + " + n + " FROM t WHERE b = " + n));
        all.add(join(40, " UNION ALL ", n -> "SELECT a + " + n + ", c FROM t WHERE a < 9")
                + " ORDER BY 1, 2");
        all.add(join(12, " UNION ", n -> "SELECT b * " + n + " FROM t"));
        all.add("SELECT sum(CASE " + join(400, " ", n -> "WHEN a * 3 = " + n + " THEN b + " + n)
                + " ELSE -1 END) FROM t");
        all.add("SELECT a, CASE b " + join(300, " ", n -> "WHEN " + n + " THEN 'v" + n + "'")
                + " END FROM t");
        all.add("SELECT count(*) FROM t WHERE " + join(300, " AND ", n -> "a * 2 <> " + 7 * n));
        all.add("SELECT x.a, y.a FROM t x JOIN t y ON x.b = y.b WHERE "
                + join(200, " AND ", n -> "x.a + y.a <> " + 3 * n) + " ORDER BY 1, 2");
        all.add("SELECT "
                + join(
                        60,
                        ", ",
                        n -> "(SELECT max(a) + " + n + " FROM t WHERE b = x.b" + " AND a <> " + n
                                + ")")
                + " FROM t x WHERE a < 20");
        all.add("SELECT " + join(90, ", ", n -> "sum(b + " + n + "), count(c)")
                + " FROM t GROUP BY b ORDER BY 1");
        all.add("SELECT " + join(100, " || ", n -> "substr(c, " + n % 3 + ")") + " FROM t");
        for (int n = 0; n < 10; n++) {
            all.add("CREATE TABLE s" + n + "(a, b, c)");
            all.add("CREATE INDEX s" + n + "ab ON s" + n + "(a, b)");
            all.add("INSERT INTO s" + n + " SELECT a % 9, b, c FROM t WHERE a % 10 <= " + n);
        }
        all.add("ANALYZE");
        all.add("SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY 1, 2");
        all.add("SELECT count(*) FROM " + join(8, ", ", n -> "s" + n) + " WHERE "
                + join(
                        7,
                        " AND ",
                        n -> "s" + n + ".a = s" + (n + 1) + ".a AND s" + n + ".b = s" + (n + 1)
                                + ".b"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CLASSES", "CLASS_PARTS", "TIERED"})
    void answersAreThoseOfSqlite(Engines kind) {
        long before = ClassCounts.partedCount();
        try (TestEngine engine = kind.inMemory();
                TestEngine sqlite = Engines.SQLITE.inMemory()) {
            for (String sql : statements()) {
                compare(sql, sqlite.execute(sql), engine.execute(sql));
            }
        }
        long made = ClassCounts.partedCount() - before;
        assertTrue(made >= 20, () -> made + " programs in several methods");
    }

    @Test
    void parametersAndLaterRunsAreRight() {
        String sql = "SELECT " + join(80, ", ", n -> "?" + (n + 1) + " + a") + ", b FROM t"
                + " WHERE b = ?1 AND " + join(150, " AND ", n -> "a <> ?2 + " + n);
        try (TestEngine engine = Engines.CLASSES.inMemory();
                TestEngine sqlite = Engines.SQLITE.inMemory()) {
            for (TestEngine each : List.of(engine, sqlite)) {
                each.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b, c, d)");
                each.execute("INSERT INTO t " + ROWS);
            }
            for (long run = 0; run < 30; run++) {
                List<Object> values = new ArrayList<>();
                for (int n = 0; n < 80; n++) {
                    values.add(run + n);
                }
                compare(sql, sqlite.execute(sql, values), engine.execute(sql, values));
            }
        }
    }

    private static void compare(String sql, Outcome expected, Outcome actual) {
        String shown = sql.substring(0, Math.min(100, sql.length()));
        assertEquals(
                expected.failed() ? expected.failure().toString() : "",
                actual.failed() ? actual.failure().toString() : "",
                shown);
        assertEquals(expected.rows().size(), actual.rows().size(), shown);
        for (int row = 0; row < expected.rows().size(); row++) {
            assertArrayEquals(expected.rows().get(row), actual.rows().get(row), shown);
        }
    }
}
