package org.sqlvm.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.util.List;
import java.util.stream.IntStream;

/** Which literals the shape of a statement leaves out; here they are in «». */
final class StatementShapeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t WHERE a = «17»",
                "SELECT * FROM t WHERE a >= «-1.5» AND 1=1 AND -2 = -2",
                "SELECT a = 5 FROM t WHERE b <> «'it''s'»",
                "DELETE FROM t WHERE a BETWEEN «1» AND «-9» AND 2 AND b NOT BETWEEN «3» AND c",
                "SELECT 1 FROM t JOIN u ON x = «'a'» ORDER BY 1, a = 2",
                "SELECT 1 WHERE a = «1» GROUP BY b = 2 HAVING c = 3 LIMIT 4 OFFSET «5»",
                "SELECT (SELECT b FROM u WHERE c = 1) FROM (SELECT * FROM t WHERE d = «2»)",
                "SELECT * FROM t WHERE e IN (SELECT f = 1 FROM g WHERE h = «3» LIMIT 4)",
                "SELECT * FROM t WHERE a IN («1», …) OR b NOT IN («'x'») OR b = f(1, c < «2»)",
                "SELECT * FROM t WHERE a IN (1, 'x') OR a IN (1, NULL) OR a IN (1, 2 + 3) OR b ="
                        + " «1»",
                "SELECT * FROM t WHERE (a, b) IN ((1, 2)) OR a IN (f(1), 2) OR a IN () OR b = «1»",
                "SELECT a IN (1, 2) FROM t WHERE b IN (SELECT 1 UNION SELECT c FROM u WHERE d ="
                        + " «1»)",
                "DELETE FROM t WHERE a IN (1, ?) OR a IN (1, 2, b) OR a IN (1 COLLATE c) OR b ="
                        + " «1»",
                "SELECT count(*) FILTER (WHERE a = 1) FROM t WHERE b < «2»",
                "WITH c AS (SELECT * FROM t WHERE a = «1») SELECT * FROM c WHERE b LIKE 'x%'",
                "INSERT INTO t(a, b) VALUES («1», «'x'») RETURNING a = 1",
                "REPLACE INTO t VALUES («-1», abs(2), «3.0»)",
                "INSERT INTO t VALUES («1») ON CONFLICT (a) WHERE b = 'x' DO UPDATE SET c = «2»",
                "UPDATE t SET a = «1», b = b + 1 WHERE d = «2» RETURNING a = 1",
                "SELECT * FROM t WHERE a = 0x10 AND b = 1_000 AND c = «1»",
                "SELECT * FROM t WHERE a = 9223372036854775808 AND b = «1»",
                "SELECT * FROM t WHERE a = «1» AND b = :b AND c = ?",
                "EXPLAIN SELECT * FROM t WHERE a = «1»"
            })
    void leavesOutWhatIsComparedAssignedOrInserted(String marked) {
        String sql = marked.replace("», …", ", 22, -3").replace("«", "").replace("»", "");
        StatementShape shape = StatementShape.of(sql, 0);
        assertNotNull(shape);
        assertEquals(marked.replaceAll("«[^»]*»", "?"), StatementShape.shown(shape.key()));
    }

    /** Their text is known again as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1, a = 2 FROM t ORDER BY 3 LIMIT 4",
                "SELECT * FROM t WHERE a = ?",
                "INSERT INTO t VALUES (1), (2, 3)",
                "INSERT INTO t VALUES (1), (abs(2))",
                "INSERT INTO t VALUES (1), (2) UNION SELECT 3",
                "INSERT INTO t VALUES (1), (2), ",
                "VALUES (1)"
            })
    void someHaveNoLiteralsToLeaveOut(String sql) {
        StatementShape shape = StatementShape.of(sql, 0);
        assertNotNull(shape);
        assertNull(shape.key());
        assertEquals(sql.length(), shape.end());
    }

    /** Other statements, and what is no SQL. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE t(a CHECK (a = 1))",
                "EXPLAIN QUERY PLAN SELECT * FROM t WHERE a = 1",
                "PRAGMA user_version = 1",
                "SELECT * FROM t WHERE a = 'open",
                "",
                ";"
            })
    void someStatementsHaveNone(String sql) {
        assertNull(StatementShape.of(sql, 0));
    }

    @Test
    void valuesAreThoseOfTheText() {
        String script = "SELECT 1;  UPDATE t SET a = -7, b = 'it''s' WHERE c < 1e3 ; SELECT 2";
        StatementShape shape = StatementShape.of(script, 9);
        assertEquals(3, shape.literalCount());
        assertEquals(-7L, shape.value(1));
        assertEquals(Text.of("it's"), shape.value(2));
        assertEquals(1000.0, shape.value(3));
        assertEquals(script.indexOf(" SELECT 2"), shape.end());
    }

    @Test
    void rowsOfLiteralsAreLeftOutTogether() {
        StatementShape shape = StatementShape.of(
                "INSERT INTO t(a, b) VALUES (1, 'x'), (-2.5,NULL), (x'0f', -3)"
                        + " ON CONFLICT DO UPDATE SET a = 7 WHERE b > 'y'",
                0);
        assertEquals(8, shape.literalCount());
        List<Object> values = IntStream.rangeClosed(1, 8).mapToObj(shape::value).toList();
        List<Object> expected = List.of(
                7L,
                Text.of("y"),
                1L,
                Text.of("x"),
                -2.5,
                SqlNull.NULL,
                Blob.of(new byte[] {15}),
                -3L);
        assertEquals(expected, values);
        assertEquals(
                "INSERT INTO t(a, b) VALUES (?, ?), …"
                        + " ON CONFLICT DO UPDATE SET a = ? WHERE b > ?",
                StatementShape.shown(shape.key()));
        assertEquals(
                shape.key(),
                StatementShape.of(
                                "INSERT INTO t(a, b) VALUES (NULL, NULL),(1,2)"
                                        + " ON CONFLICT DO UPDATE SET a = 8 WHERE b > ''",
                                0)
                        .key());
    }

    /** Else a text that is wrong would run the program of one that is right. */
    @ParameterizedTest
    @ValueSource(strings = {"1,, 2", ", 1, 2", "1, 2,", "1 2", "1, - , 2", "1, 2", ""})
    void aListHasNothingButLiteralsAndCommas(String list) {
        String right = StatementShape.of("SELECT a FROM t WHERE a IN (1, 2)", 0).key();
        StatementShape shape = StatementShape.of("SELECT a FROM t WHERE a IN (" + list + ")", 0);
        assertEquals(list.equals("1, 2"), right.equals(shape.key()));
    }

    @Test
    void listsAreAsLongAsAPowerOfTwo() {
        StatementShape shape = StatementShape.of("SELECT 1 WHERE a IN (7, -8, 9) AND b = 5", 0);
        assertEquals(5, shape.literalCount());
        List<Object> values = IntStream.rangeClosed(1, 5).mapToObj(shape::value).toList();
        assertEquals(List.of(7L, -8L, 9L, 9L, 5L), values);
        String four = "SELECT 1 WHERE a IN (1, 2, 3, 4) AND b = 6";
        assertEquals(shape.key(), StatementShape.of(four, 0).key());
        String five = "SELECT 1 WHERE a IN (1, 2, 3, 4, 5) AND b = 6";
        assertNotEquals(shape.key(), StatementShape.of(five, 0).key());
        String texts = "SELECT 1 WHERE a IN ('1', '2', '3') AND b = 6";
        assertNotEquals(shape.key(), StatementShape.of(texts, 0).key());
    }

    @Test
    void typesArePartOfTheShape() {
        String integer = StatementShape.of("DELETE FROM t WHERE a = 1", 0).key();
        assertEquals(integer, StatementShape.of("DELETE FROM t WHERE a = -2", 0).key());
        assertNotEquals(
                integer, StatementShape.of("DELETE FROM t WHERE a = 1.0", 0).key());
        assertNotEquals(
                integer, StatementShape.of("DELETE FROM t WHERE a = '1'", 0).key());
    }
}
