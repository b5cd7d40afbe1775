package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Spark's words for SQLite's, as docs/guides/which-engine.md lists them. */
class DialectTest {
    @Test
    void wordsOfSparkHaveTheAnswersOfSqlite() {
        String rows = " FROM VALUES (1, 'a', '{\"a\": 7}'), (2, 'B', NULL) AS t(x, s, j)";
        assertEquals(
                List.of("[null,null,true,true,a,B]"),
                Sessions.rows("SELECT try_divide(1, 0), try_add(9223372036854775807L, 1L),"
                        + " 'ABC' ILIKE 'abc', 'abc' COLLATE UTF8_LCASE = 'ABC',"
                        + " min(s) FILTER (WHERE x = 1), max_by(s, x)" + rows));
        assertEquals(
                List.of("[a,B,7,3.0,small]"),
                Sessions.rows("SELECT listagg(s, ',') WITHIN GROUP (ORDER BY x),"
                        + " max(get_json_object(j, '$.a')), coalesce(sum(CAST(x AS DOUBLE)), 0.0),"
                        + " if(count(*) < 9, 'small', 'large')" + rows));
        assertEquals(
                List.of("[2026,27,true,a1]"),
                Sessions.rows("SELECT date_format(DATE'2026-11-28', 'yyyy'),"
                        + " datediff(DATE'2026-11-28', DATE'2026-11-01'),"
                        + " 'x1' RLIKE '^x[0-9]$', 'a' || 1"));
    }

    @Test
    void valuesOfSqliteAreErrorsInSpark() {
        assertThrows(Exception.class, () -> Sessions.rows("SELECT id / 0 FROM range(1)"));
        assertThrows(
                Exception.class,
                () -> Sessions.rows("SELECT id + 9223372036854775807 FROM range(2)"));
        assertThrows(Exception.class, () -> Sessions.rows("SELECT 'a' || id = 5 FROM range(1)"));
    }
}
