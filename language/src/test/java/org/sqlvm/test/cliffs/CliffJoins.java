package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.rows;
import static org.sqlvm.test.cliffs.CliffParts.PAIRS;
import static org.sqlvm.test.cliffs.CliffParts.series;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Joins of many rows that no index helps. */
final class CliffJoins {
    static final List<Cliff> ALL = Stream.of(firstNested(), secondNested(), thirdNested())
            .flatMap(List::stream)
            .toList();

    private CliffJoins() {}

    private static List<Cliff> firstNested() {
        IntFunction<List<String>> three = n -> List.of(
                "CREATE TABLE p(k INTEGER, v INTEGER)",
                "INSERT INTO p SELECT value, value * 7 % " + n + " FROM " + series(n),
                "CREATE TABLE q AS SELECT k, v + 1 AS v FROM p",
                "CREATE TABLE r AS SELECT k + 5 AS k, v + 2 AS v FROM p");
        int some = 20_000;
        return List.of(
                rows(
                        "a join with a right join",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN"
                                + " (q RIGHT JOIN r ON q.k = r.k) ON p.k = coalesce(q.k, r.k)"),
                rows(
                        "a join with a full join",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN"
                                + " (q FULL JOIN r ON q.k = r.k) ON p.k = coalesce(q.k, r.k)"),
                rows(
                        "a join with a left join",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN"
                                + " (q LEFT JOIN r ON q.k = r.k) ON p.k = coalesce(r.k, q.k)"),
                rows(
                        "a left join of a join",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p LEFT"
                                + " JOIN (q JOIN r ON q.k = r.k) ON p.k = q.k + r.k"),
                rows(
                        "a left join of a left join",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p LEFT"
                                + " JOIN (q LEFT JOIN r ON q.k = r.k) ON p.k = coalesce(r.k, q.k)"),
                rows(
                        "a left join of a right join",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p LEFT JOIN (q RIGHT JOIN r ON q.k = r.k) ON"
                                + " p.k = coalesce(q.k, r.k)"),
                rows(
                        "a full join of full joins",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p FULL JOIN q ON p.k = q.k FULL JOIN r ON r.k"
                                + " = coalesce(p.k, q.k)"),
                rows(
                        "full joins with USING",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p"
                                + " FULL JOIN q USING (k) FULL JOIN r USING (k)"),
                rows(
                        "right joins in a row",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p RIGHT JOIN"
                                + " q ON p.k = q.k RIGHT JOIN r ON r.k = q.k"));
    }

    private static List<Cliff> secondNested() {
        IntFunction<List<String>> three = n -> List.of(
                "CREATE TABLE p(k INTEGER, v INTEGER)",
                "INSERT INTO p SELECT value, value * 7 % " + n + " FROM " + series(n),
                "CREATE TABLE q AS SELECT k, v + 1 AS v FROM p",
                "CREATE TABLE r AS SELECT k + 5 AS k, v + 2 AS v FROM p");
        int some = 20_000;
        return List.of(
                rows(
                        "a join with a query",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN"
                                + " (SELECT k, count(*) AS c FROM q GROUP BY k) g ON p.k = g.k"),
                rows(
                        "a join with a limited query",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p"
                                + " JOIN (SELECT k FROM q ORDER BY v LIMIT 10000) g ON p.k = g.k"),
                rows(
                        "a left join with a query",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p LEFT JOIN (SELECT k, count(*) AS c FROM q"
                                + " GROUP BY k) g ON p.k = g.k"),
                rows(
                        "a join with a union",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN"
                                + " (SELECT k FROM q UNION ALL SELECT k FROM r) g ON p.k = g.k"),
                rows(
                        "a join with VALUES and IN",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p"
                                + " WHERE (k, v) IN (SELECT k, v - 1 FROM q)"),
                rows(
                        "a correlated count",
                        some,
                        three,
                        "SELECT sum((SELECT count(*) FROM q WHERE" + " q.k = p.k)) AS {s} FROM p"),
                rows(
                        "a correlated EXISTS with two keys",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.k ="
                                + " p.k AND q.v = p.v + 1)"),
                rows(
                        "NOT EXISTS",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p WHERE NOT EXISTS"
                                + " (SELECT 1 FROM r WHERE r.k = p.k)"),
                rows(
                        "IS in a join",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN q ON p.k IS" + " q.k"),
                rows(
                        "a join by a collation",
                        some,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN q ON"
                                + " CAST(p.k AS TEXT) = CAST(q.k AS TEXT) COLLATE NOCASE"));
    }

    private static List<Cliff> thirdNested() {
        IntFunction<List<String>> three = n -> List.of(
                "CREATE TABLE p(k INTEGER, v INTEGER)",
                "INSERT INTO p SELECT value, value * 7 % " + n + " FROM " + series(n),
                "CREATE TABLE q AS SELECT k, v + 1 AS v FROM p",
                "CREATE TABLE r AS SELECT k + 5 AS k, v + 2 AS v FROM p");
        return List.of(
                rows(
                        "a join by OR",
                        PAIRS,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN q ON p.k" + " = q.k OR p.v = q.v"),
                rows(
                        "a left join by OR",
                        PAIRS,
                        three,
                        "SELECT count(*) AS {s} FROM p LEFT JOIN q" + " ON p.k = q.k OR p.v = q.v"),
                rows(
                        "a join by inequality",
                        PAIRS,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN q ON" + " p.k < q.k"),
                rows(
                        "a left join by inequality",
                        PAIRS,
                        three,
                        "SELECT count(q.k) AS {s} FROM p" + " LEFT JOIN q ON p.k < q.v"),
                rows(
                        "a correlated sum by inequality",
                        PAIRS,
                        three,
                        "SELECT sum((SELECT sum(v)" + " FROM q WHERE q.k < p.k)) AS {s} FROM p"),
                rows(
                        "a correlated maximum of a group",
                        PAIRS,
                        three,
                        "SELECT count(*) AS {s} FROM"
                                + " p WHERE v = (SELECT max(v) FROM q WHERE q.k % 10 = p.k % 10)"),
                rows(
                        "EXISTS by inequality",
                        PAIRS,
                        three,
                        "SELECT count(*) AS {s} FROM p WHERE"
                                + " EXISTS (SELECT 1 FROM q WHERE q.k > p.k AND q.v < p.v)"),
                rows(
                        "a join by LIKE",
                        1000,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN q ON p.k" + " LIKE q.k || '%'"),
                rows(
                        "a join by BETWEEN",
                        PAIRS,
                        three,
                        "SELECT count(*) AS {s} FROM p JOIN q ON"
                                + " p.k BETWEEN q.v AND q.v + 10"),
                rows(
                        "a scalar query with ORDER BY and LIMIT",
                        PAIRS,
                        three,
                        "SELECT sum((SELECT v FROM q WHERE q.k <= p.k ORDER BY q.k DESC LIMIT 1))"
                                + " AS {s} FROM p"));
    }
}
