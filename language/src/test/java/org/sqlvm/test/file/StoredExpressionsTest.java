package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.PlanTree;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.queries.Comparison;
import org.sqlvm.test.queries.RandomQuery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that SQLite wrote, with generated columns, partial indexes and indexes on expressions, give
 * the same rows through sqlvm, by the same indexes.
 */
final class StoredExpressionsTest {
    private static final List<String> SCHEMA = List.of(
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, n REAL, c GENERATED ALWAYS AS (a*2)"
                    + " VIRTUAL, d INT AS (length(b)) STORED, e TEXT AS (upper(b)) COLLATE NOCASE,"
                    + " f REAL AS (c + d), g AS (coalesce(b, 'none')))",
            "CREATE INDEX tc ON t(c)",
            "CREATE INDEX te ON t(e, c DESC)",
            "CREATE INDEX tx ON t(a + d, lower(b))",
            "CREATE INDEX tp ON t(b) WHERE d > 3",
            "CREATE INDEX tn ON t(n) WHERE b IS NOT NULL AND n > 0.5",
            "CREATE UNIQUE INDEX tu ON t(abs(a - 500), a > 500)",
            "CREATE TABLE w(k TEXT, v INT, s AS (k || v), p AS (v % 5) STORED, PRIMARY KEY(v, k))"
                    + " WITHOUT ROWID",
            "CREATE INDEX wx ON w(v % 7)",
            "CREATE INDEX ws ON w(s) WHERE p <> 0",
            "CREATE TABLE s(x INT, y ANY, z TEXT AS (typeof(y)) STORED) STRICT",
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000)"
                    + " INSERT INTO t(a, b, n) SELECT i, CASE i % 7 WHEN 0 THEN NULL ELSE"
                    + " substr('abcdefghij', 1 + i % 5, i % 9) END, CASE i % 3 WHEN 0 THEN NULL"
                    + " ELSE i / 100.0 END FROM c",
            "INSERT INTO w(k, v) SELECT 'k' || a, a * 37 % 101 FROM t WHERE a <= 300",
            "INSERT INTO s VALUES(1, 'a'), (2, 2.5), (3, x'00'), (NULL, NULL)");

    /** Rows, in the order that ORDER BY asks for. */
    private static final List<String> QUERIES = List.of(
            "SELECT * FROM t ORDER BY a",
            "SELECT c, typeof(c), d, typeof(d), e, f, typeof(f), g FROM t ORDER BY a",
            "SELECT a FROM t WHERE c = 84",
            "SELECT a FROM t WHERE c IN (84, 86, 85) ORDER BY a",
            "SELECT a, c FROM t WHERE c BETWEEN 100 AND 110 ORDER BY c DESC",
            "SELECT a FROM t WHERE e = 'abc' ORDER BY a",
            "SELECT e, count(*) FROM t GROUP BY e ORDER BY e",
            "SELECT a FROM t WHERE e = 'abcd' ORDER BY c DESC",
            "SELECT a FROM t WHERE a + d = 50 ORDER BY a",
            "SELECT lower(b), a + d FROM t WHERE a + d > 990 ORDER BY a + d, lower(b), a",
            "SELECT a + d, count(*) FROM t GROUP BY a + d ORDER BY a + d",
            "SELECT a FROM t WHERE a + d IS NULL ORDER BY a",
            "SELECT max(a + d), min(a + d) FROM t",
            "SELECT a FROM t WHERE b = 'cdef' AND d > 3 ORDER BY a",
            "SELECT count(*) FROM t WHERE d > 3",
            "SELECT b FROM t WHERE d > 3 ORDER BY b, a",
            "SELECT a FROM t WHERE b = 'cdef' ORDER BY a",
            "SELECT a FROM t WHERE n > 0.5 AND n < 2 AND b IS NOT NULL ORDER BY a",
            "SELECT a FROM t WHERE n > 0.5 AND n < 2 AND b > '' ORDER BY a",
            "SELECT a FROM t WHERE n < 2 AND b IS NOT NULL ORDER BY a",
            "SELECT a FROM t WHERE n > 1 AND b IS NOT NULL ORDER BY a",
            "SELECT a FROM t WHERE abs(a - 500) = 3 ORDER BY a",
            "SELECT a FROM t WHERE abs(a - 500) = 3 AND (a > 500) = 1",
            "SELECT a.a, b.a FROM t AS a JOIN t AS b ON a.a + a.d = b.a WHERE a.a < 20 ORDER BY 1",
            "SELECT a.a, b.a FROM t AS a JOIN t AS b ON b.a + b.d = a.a WHERE a.a < 20 ORDER BY 1,"
                    + " 2",
            "SELECT a.a, b.a, b.c, b.g FROM t AS a LEFT JOIN t AS b ON b.a + b.d = a.a * 100"
                    + " WHERE a.a < 20 ORDER BY 1, 2",
            "SELECT a.a, b.g, coalesce(b.e, 'nothing') FROM t AS a LEFT JOIN t AS b ON b.c = a.a"
                    + " WHERE a.a < 20 ORDER BY 1",
            "SELECT a.a, b.a, lower(b.b) FROM t AS a LEFT JOIN t AS b ON b.b = a.b AND b.d > 3"
                    + " WHERE a.a < 20 ORDER BY 1, 2",
            "SELECT a.c, (SELECT count(*) FROM t AS b WHERE b.c < a.c) FROM t AS a WHERE a.a < 9",
            "SELECT g, count(*), sum(f) FROM t GROUP BY g ORDER BY g",
            "SELECT * FROM w ORDER BY v, k",
            "SELECT s FROM w WHERE v % 7 = 3 ORDER BY s",
            "SELECT k, s FROM w WHERE s > 'k5' AND p <> 0 ORDER BY s",
            "SELECT s, p FROM w WHERE v = 5 ORDER BY k",
            "SELECT * FROM s ORDER BY x",
            "SELECT name, hidden FROM pragma_table_xinfo('t') ORDER BY cid",
            "SELECT name, partial FROM pragma_index_list('t') ORDER BY name");

    /**
     * In these SQLite and sqlvm go the same way. An index that holds a virtual column covers it
     * here, and never does in SQLite.
     */
    private static final List<String> PLANS = List.of(
            "SELECT * FROM t WHERE e = 'abc' ORDER BY c DESC",
            "SELECT * FROM t WHERE c = 84",
            "SELECT * FROM t WHERE a + d = 50",
            "SELECT * FROM t WHERE d + a = 50",
            "SELECT lower(b), a + d FROM t WHERE a + d > 990",
            "SELECT * FROM t WHERE a + d IN (3, 6) AND lower(b) = 'abc'",
            "SELECT * FROM t ORDER BY a + d",
            "SELECT * FROM t WHERE b = 'cdef' AND d > 3",
            "SELECT * FROM t WHERE b = 'cdef' AND 3 < d",
            "SELECT * FROM t WHERE b = 'cdef' AND d > 4",
            "SELECT b FROM t WHERE d > 3 ORDER BY b",
            "SELECT * FROM t WHERE n > 0.5 AND b IS NOT NULL",
            "SELECT * FROM t WHERE n > 0.5 AND b > ''",
            "SELECT * FROM t WHERE n > 0.6 AND b IS NOT NULL",
            "SELECT * FROM t WHERE abs(a - 500) = 3 AND (a > 500) = 1",
            "SELECT * FROM w WHERE v % 7 = 3",
            "SELECT * FROM w WHERE s = 'k55' AND p <> 0",
            "SELECT * FROM t INDEXED BY tp WHERE d > 3",
            "SELECT * FROM t AS x JOIN t AS y ON x.a + x.d = y.a WHERE x.b = 'a'");

    @TempDir
    private Path folder;

    @Test
    void sameRowsByTheSameIndexes() throws IOException {
        Path file = folder.resolve("sqlite.db");
        List<Outcome> expected = new ArrayList<>();
        List<List<String>> plans = new ArrayList<>();
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            for (String statement : SCHEMA) {
                assertNull(sqlite.execute(statement).failure(), statement);
            }
            QUERIES.forEach(query -> expected.add(sqlite.execute(query)));
            PLANS.forEach(query -> plans.add(plan(sqlite, query)));
        }
        Path copy = SampleFile.copy(file, folder.resolve("sqlvm.db"));
        try (TestEngine sqlvm = Engines.SQLVM.onFile(copy)) {
            for (int i = 0; i < QUERIES.size(); i++) {
                assertFalse(expected.get(i).failed(), QUERIES.get(i));
                assertNull(
                        Comparison.difference(
                                expected.get(i),
                                sqlvm.execute(QUERIES.get(i)),
                                RandomQuery.Answer.ROWS),
                        QUERIES.get(i));
            }
            List<List<String>> own = new ArrayList<>();
            PLANS.forEach(query -> own.add(plan(sqlvm, query)));
            assertEquals(String.join("\n", shown(plans)), String.join("\n", shown(own)));
            assertEquals(
                    "1 no query solution",
                    sqlvm.execute("SELECT * FROM t INDEXED BY tp WHERE d > 2")
                            .failure()
                            .toString());
        }
    }

    private static List<String> shown(List<List<String>> plans) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            lines.add(PLANS.get(i));
            lines.addAll(plans.get(i));
        }
        return lines;
    }

    private static List<String> plan(TestEngine engine, String query) {
        Outcome outcome = engine.execute("EXPLAIN QUERY PLAN " + query);
        assertTrue(!outcome.failed(), query);
        return PlanTree.draw(outcome.rows());
    }
}
