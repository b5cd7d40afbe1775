package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.rows;
import static org.sqlvm.test.cliffs.CliffParts.ROWS;
import static org.sqlvm.test.cliffs.CliffParts.series;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Queries over many rows. */
final class CliffRows {
    static final List<Cliff> ALL = Stream.of(
                    firstLoops(), secondLoops(), thirdLoops(), fourthLoops())
            .flatMap(List::stream)
            .toList();

    private CliffRows() {}

    private static List<Cliff> firstLoops() {
        IntFunction<List<String>> two = n -> List.of(
                "CREATE TABLE p(k INTEGER, v INTEGER, s TEXT)",
                "INSERT INTO p SELECT value, value * 7 % " + n + ", 'text ' || value FROM "
                        + series(n),
                "CREATE TABLE q AS SELECT k, v + 1 AS v, s FROM p");
        return List.of(
                rows("rows counted", ROWS, two, "SELECT count(v) AS {s} FROM p WHERE v % 3 = 1"),
                rows(
                        "rows grouped",
                        ROWS,
                        two,
                        "SELECT v % 100, count(*) AS {s} FROM p GROUP BY" + " 1"),
                rows("groups", ROWS, two, "SELECT v, count(*) AS {s} FROM p GROUP BY v"),
                rows("groups of texts", ROWS, two, "SELECT s, count(*) AS {s} FROM p GROUP BY s"),
                rows("rows sorted", ROWS, two, "SELECT v AS {s} FROM p ORDER BY v"),
                rows("texts sorted", ROWS, two, "SELECT s AS {s} FROM p ORDER BY s DESC"),
                rows("DISTINCT rows", ROWS, two, "SELECT DISTINCT v, s AS {s} FROM p"),
                rows("UNION of rows", ROWS, two, "SELECT v AS {s} FROM p UNION SELECT v FROM q"),
                rows(
                        "INTERSECT of rows",
                        ROWS,
                        two,
                        "SELECT v AS {s} FROM p INTERSECT SELECT v" + " FROM q"),
                rows("EXCEPT of rows", ROWS, two, "SELECT v AS {s} FROM p EXCEPT SELECT v FROM q"),
                rows(
                        "rows joined",
                        ROWS,
                        two,
                        "SELECT count(*) AS {s} FROM p JOIN q ON p.v" + " = q.v"),
                rows(
                        "rows joined by texts",
                        ROWS,
                        two,
                        "SELECT count(*) AS {s} FROM p JOIN q ON" + " p.s = q.s"),
                rows(
                        "rows joined by expressions",
                        ROWS,
                        two,
                        "SELECT count(*) AS {s} FROM p JOIN" + " q ON p.v + 1 = q.v * 2"),
                rows(
                        "rows left joined",
                        ROWS,
                        two,
                        "SELECT count(q.v) AS {s} FROM p LEFT JOIN q"
                                + " ON p.v = q.v AND q.k > 7"),
                rows(
                        "rows right joined",
                        ROWS,
                        two,
                        "SELECT count(q.v) AS {s} FROM p RIGHT JOIN q" + " ON p.v = q.v"),
                rows(
                        "rows full joined",
                        ROWS,
                        two,
                        "SELECT count(q.v) AS {s} FROM p FULL JOIN q" + " ON p.v = q.v"),
                rows(
                        "NULLs joined",
                        ROWS,
                        n -> List.of(
                                "CREATE TABLE p(k, v)",
                                "INSERT INTO p SELECT value, NULL FROM " + series(n)),
                        "SELECT count(*) AS {s} FROM p JOIN p q ON p.v = q.v"));
    }

    private static List<Cliff> secondLoops() {
        IntFunction<List<String>> two = n -> List.of(
                "CREATE TABLE p(k INTEGER, v INTEGER, s TEXT)",
                "INSERT INTO p SELECT value, value * 7 % " + n + ", 'text ' || value FROM "
                        + series(n),
                "CREATE TABLE q AS SELECT k, v + 1 AS v, s FROM p");
        return List.of(
                rows(
                        "IN of a query",
                        ROWS,
                        two,
                        "SELECT count(*) AS {s} FROM p WHERE v IN (SELECT" + " v FROM q)"),
                rows(
                        "NOT IN of a query",
                        ROWS,
                        two,
                        "SELECT count(*) AS {s} FROM p WHERE v NOT IN" + " (SELECT v FROM q)"),
                rows(
                        "EXISTS",
                        ROWS,
                        two,
                        "SELECT count(*) AS {s} FROM p JOIN (SELECT DISTINCT v FROM q) USING (v)"
                                + " WHERE EXISTS (SELECT 1 FROM q WHERE q.k = p.k)"),
                rows("window sum", ROWS, two, "SELECT sum(v) OVER (ORDER BY k) AS {s} FROM p"),
                rows(
                        "window by partitions",
                        ROWS,
                        two,
                        "SELECT rank() OVER (PARTITION BY v % 100" + " ORDER BY k) AS {s} FROM p"),
                rows(
                        "window of one partition a row",
                        ROWS,
                        two,
                        "SELECT sum(k) OVER (PARTITION BY" + " v) AS {s} FROM p"),
                rows(
                        "moving sum",
                        ROWS,
                        two,
                        "SELECT sum(v) OVER (ORDER BY k ROWS BETWEEN 9"
                                + " PRECEDING AND CURRENT ROW) AS {s} FROM p"),
                rows(
                        "moving minimum",
                        ROWS,
                        two,
                        "SELECT min(v) OVER (ORDER BY k ROWS BETWEEN 99"
                                + " PRECEDING AND CURRENT ROW) AS {s} FROM p"),
                rows(
                        "moving range",
                        ROWS,
                        two,
                        "SELECT count(*) OVER (ORDER BY k RANGE BETWEEN 50"
                                + " PRECEDING AND 50 FOLLOWING) AS {s} FROM p"),
                rows(
                        "lag and lead",
                        ROWS,
                        two,
                        "SELECT lag(v) OVER w, lead(v, 10) OVER w AS {s}"
                                + " FROM p WINDOW w AS (ORDER BY k)"),
                rows(
                        "ntile and percent_rank",
                        ROWS,
                        two,
                        "SELECT ntile(10) OVER w, percent_rank()"
                                + " OVER w AS {s} FROM p WINDOW w AS (ORDER BY v)"));
    }

    private static List<Cliff> thirdLoops() {
        IntFunction<List<String>> two = n -> List.of(
                "CREATE TABLE p(k INTEGER, v INTEGER, s TEXT)",
                "INSERT INTO p SELECT value, value * 7 % " + n + ", 'text ' || value FROM "
                        + series(n),
                "CREATE TABLE q AS SELECT k, v + 1 AS v, s FROM p");
        return List.of(
                rows(
                        "recursion",
                        ROWS,
                        two,
                        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x <"
                                + " (SELECT count(*) FROM p)) SELECT sum(x) AS {s} FROM c"),
                rows(
                        "recursion without doubles",
                        ROWS,
                        two,
                        "WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT x + 1 FROM c WHERE x <"
                                + " (SELECT count(*) FROM p)) SELECT sum(x) AS {s} FROM c"),
                rows(
                        "recursion over a tree",
                        ROWS,
                        n -> List.of(
                                "CREATE TABLE e(a, b)",
                                "INSERT INTO e SELECT value / 2, value FROM " + series(n),
                                "CREATE INDEX ei ON e(a)"),
                        "WITH RECURSIVE c(x, d) AS (SELECT 1, 0 UNION ALL SELECT b, d + 1 FROM c"
                                + " JOIN e ON a = x) SELECT max(d) AS {s} FROM c"),
                rows(
                        "recursion in order",
                        ROWS / 4,
                        n -> List.of(
                                "CREATE TABLE e(a, b)",
                                "INSERT INTO e SELECT value / 2, value FROM " + series(n),
                                "CREATE INDEX ei ON e(a)"),
                        "WITH RECURSIVE c(x, d) AS (SELECT 1, 0 UNION ALL SELECT b, d + 1 FROM c"
                                + " JOIN e ON a = x ORDER BY 2 DESC) SELECT max(d) AS {s} FROM c"),
                rows(
                        "LIMIT behind OFFSET",
                        ROWS,
                        two,
                        "SELECT v AS {s} FROM p LIMIT 1 OFFSET" + " (SELECT count(*) - 1 FROM p)"),
                rows(
                        "ORDER BY with LIMIT",
                        ROWS,
                        two,
                        "SELECT v AS {s} FROM p ORDER BY v LIMIT" + " 10"),
                rows("group_concat", ROWS, two, "SELECT length(group_concat(s)) AS {s} FROM p"),
                rows(
                        "group_concat in order",
                        ROWS,
                        two,
                        "SELECT length(group_concat(s, ',' ORDER" + " BY v)) AS {s} FROM p"),
                rows(
                        "count of distinct texts",
                        ROWS,
                        two,
                        "SELECT count(DISTINCT s) AS {s} FROM" + " p"),
                rows(
                        "count of distinct values in groups",
                        ROWS,
                        two,
                        "SELECT k % 100," + " count(DISTINCT v) AS {s} FROM p GROUP BY 1"),
                rows("CREATE INDEX", ROWS, two, "CREATE INDEX IF NOT EXISTS i{s} ON p(s, v)"));
    }

    private static List<Cliff> fourthLoops() {
        IntFunction<List<String>> two = n -> List.of(
                "CREATE TABLE p(k INTEGER, v INTEGER, s TEXT)",
                "INSERT INTO p SELECT value, value * 7 % " + n + ", 'text ' || value FROM "
                        + series(n),
                "CREATE TABLE q AS SELECT k, v + 1 AS v, s FROM p");
        return List.of(rows(
                "sum of a view of unions",
                ROWS,
                two,
                "SELECT sum(v) AS {s} FROM (SELECT v"
                        + " FROM p UNION ALL SELECT v FROM q) WHERE v > 10"));
    }
}
