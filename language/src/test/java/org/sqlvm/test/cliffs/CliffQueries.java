package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.list;
import static org.sqlvm.test.cliffs.Cliff.of;
import static org.sqlvm.test.cliffs.CliffParts.COLUMNS;
import static org.sqlvm.test.cliffs.CliffParts.COMPOUND;
import static org.sqlvm.test.cliffs.CliffParts.JOINS;
import static org.sqlvm.test.cliffs.CliffParts.TABLE;

import java.util.List;
import java.util.stream.Stream;

/** Joins and queries of many parts. */
final class CliffQueries {
    static final List<Cliff> ALL = Stream.of(
                    firstJoins(),
                    secondJoins(),
                    firstQueries(),
                    secondQueries(),
                    thirdQueries(),
                    fourthQueries())
            .flatMap(List::stream)
            .toList();

    private CliffQueries() {}

    private static List<Cliff> firstJoins() {
        return List.of(
                of(
                        "joins in a chain",
                        JOINS,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0 "
                                + list(
                                        n,
                                        " ",
                                        i -> "JOIN t t" + i + " ON t" + i + ".id = t" + (i - 1)
                                                + ".id")),
                of(
                        "joins in a star",
                        JOINS,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0 "
                                + list(n, " ", i -> "JOIN t t" + i + " ON t" + i + ".id = t0.id")),
                of(
                        "joins by commas",
                        JOINS,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0, "
                                + list(n, ", ", i -> "t t" + i) + " WHERE "
                                + list(n, " AND ", i -> "t" + i + ".id = t" + (i - 1) + ".y")),
                of(
                        "LEFT JOINs",
                        JOINS,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0 "
                                + list(
                                        n,
                                        " ",
                                        i -> "LEFT JOIN t t" + i + " ON t" + i + ".id = t" + (i - 1)
                                                + ".y + 1")),
                of(
                        "LEFT JOINs without index",
                        30,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0 "
                                + list(
                                        n,
                                        " ",
                                        i -> "LEFT JOIN t t" + i + " ON t" + i + ".y = t" + (i - 1)
                                                + ".y")),
                of(
                        "FULL JOINs",
                        16,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0 "
                                + list(
                                        n,
                                        " ",
                                        i -> "FULL JOIN t t" + i + " ON t" + i + ".id = t0.id")),
                of(
                        "cross joins of one row",
                        JOINS,
                        List.of("CREATE TABLE o(x)", "INSERT INTO o VALUES (1)"),
                        n -> "SELECT count(*) AS {s} FROM o o0"
                                + list(n, "", i -> " CROSS JOIN o o" + i)));
    }

    private static List<Cliff> secondJoins() {
        return List.of(
                of(
                        "joins of one row",
                        JOINS,
                        List.of("CREATE TABLE o(x)", "INSERT INTO o VALUES (1)"),
                        n -> "SELECT count(*) AS {s} FROM o o0" + list(n, "", i -> ", o o" + i)),
                of(
                        "joins of different tables",
                        JOINS,
                        n -> list(
                                        n,
                                        ";",
                                        i -> "CREATE TABLE t" + i
                                                + "(id INTEGER PRIMARY KEY, x);CREATE INDEX i" + i
                                                + " ON t" + i
                                                + "(x);INSERT INTO t" + i
                                                + " VALUES (1, 1), (2, 2)")
                                .lines()
                                .flatMap(l -> Stream.of(l.split(";")))
                                .toList(),
                        n -> "SELECT count(*) AS {s} FROM " + list(n, ", ", i -> "t" + i)
                                + (n < 2
                                        ? ""
                                        : " WHERE "
                                                + list(
                                                        n - 1,
                                                        " AND ",
                                                        i -> "t" + i + ".x = t" + (i + 1)
                                                                + ".id"))),
                of(
                        "USING",
                        JOINS,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0 "
                                + list(n, " ", i -> "JOIN t t" + i + " USING (id)")));
    }

    private static List<Cliff> firstQueries() {
        return List.of(
                of(
                        "UNION ALL",
                        COMPOUND,
                        TABLE,
                        n -> list(n, " UNION ALL ", i -> "SELECT y AS {s} FROM t WHERE id = " + i)),
                of(
                        "UNION ALL in FROM",
                        COMPOUND,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM ("
                                + list(n, " UNION ALL ", i -> "SELECT y FROM t WHERE id = " + i)
                                + ")"),
                of(
                        "UNION ALL of scans",
                        COMPOUND,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM ("
                                + list(n, " UNION ALL ", _ -> "SELECT y FROM t") + ") WHERE y = 3"),
                of(
                        "UNION",
                        COMPOUND,
                        TABLE,
                        n -> list(n, " UNION ", i -> "SELECT y AS {s} FROM t WHERE id = " + i)),
                of(
                        "EXCEPT",
                        COMPOUND,
                        TABLE,
                        n -> "SELECT y AS {s} FROM t EXCEPT "
                                + list(n - 1, " EXCEPT ", i -> "SELECT y FROM t WHERE id = " + i)),
                of(
                        "UNION ALL ordered",
                        COMPOUND,
                        TABLE,
                        n -> list(n, " UNION ALL ", i -> "SELECT y AS {s} FROM t WHERE id = " + i)
                                + " ORDER BY 1"),
                of(
                        "scalar queries",
                        COLUMNS,
                        TABLE,
                        n -> "SELECT "
                                + list(n, ", ", i -> "(SELECT y FROM t WHERE id = " + i + ")")
                                + " /*{s}*/"),
                of(
                        "correlated queries",
                        500,
                        TABLE,
                        n -> "SELECT "
                                + list(
                                        n,
                                        ", ",
                                        i -> "(SELECT y FROM t WHERE id = o.id + " + i + ")")
                                + " /*{s}*/ FROM t o WHERE o.id < 20"));
    }

    private static List<Cliff> secondQueries() {
        return List.of(
                of(
                        "correlated sums",
                        200,
                        TABLE,
                        n -> "SELECT "
                                + list(
                                        n,
                                        ", ",
                                        i -> "(SELECT sum(y) FROM t WHERE x = o.id + " + i + ")")
                                + " /*{s}*/ FROM t o WHERE o.id < 20"),
                of(
                        "EXISTS in AND",
                        400,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t o WHERE "
                                + list(
                                        n,
                                        " AND ",
                                        i -> "EXISTS (SELECT 1 FROM t WHERE id = o.id AND y >= "
                                                + -i + ")")),
                of(
                        "IN queries in OR",
                        400,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t o WHERE "
                                + list(
                                        n,
                                        " OR ",
                                        i -> "y IN (SELECT x FROM t WHERE id = " + i + ")")),
                of(
                        "common table expressions",
                        400,
                        TABLE,
                        n -> "WITH c0 AS (SELECT 1 AS x), "
                                + list(
                                        n,
                                        ", ",
                                        i -> "c" + i + " AS (SELECT x + 1 AS x FROM c" + (i - 1)
                                                + ")")
                                + " SELECT x AS {s} FROM c" + n),
                of(
                        "unused common table expressions",
                        5000,
                        TABLE,
                        n -> "WITH "
                                + list(n, ", ", i -> "c" + i + " AS (SELECT y + 1 AS x FROM t)")
                                + " SELECT 1 AS {s}"));
    }

    private static List<Cliff> thirdQueries() {
        return List.of(
                of(
                        "common table expressions that double",
                        5,
                        TABLE,
                        n -> "WITH c0(x) AS (SELECT"
                                + " 1), "
                                + list(
                                        n,
                                        ", ",
                                        i -> "c" + i + "(x) AS (SELECT a.x + b.x FROM c" + (i - 1)
                                                + " a, c" + (i - 1) + " b)")
                                + " SELECT x AS {s} FROM c" + n),
                of(
                        "materialized common table expressions",
                        200,
                        TABLE,
                        n -> "WITH c0 AS MATERIALIZED (SELECT y AS x FROM t), "
                                + list(
                                        n,
                                        ", ",
                                        i -> "c" + i
                                                + " AS MATERIALIZED (SELECT x + 1 AS x FROM c"
                                                + (i - 1)
                                                + ")")
                                + " SELECT sum(x) AS {s} FROM c" + n),
                of(
                        "aggregates",
                        COLUMNS,
                        TABLE,
                        n -> "SELECT " + list(n, ", ", i -> "sum(y + " + i + ")")
                                + " /*{s}*/ FROM t"),
                of(
                        "aggregates in groups",
                        COLUMNS,
                        TABLE,
                        n -> "SELECT x % 10, " + list(n, ", ", i -> "sum(y + " + i + ")")
                                + " /*{s}*/ FROM t GROUP BY 1"),
                of(
                        "FILTER",
                        COLUMNS,
                        TABLE,
                        n -> "SELECT " + list(n, ", ", i -> "count(*) FILTER (WHERE y = " + i + ")")
                                + " /*{s}*/ FROM t"),
                of(
                        "DISTINCT aggregates",
                        400,
                        TABLE,
                        n -> "SELECT " + list(n, ", ", i -> "count(DISTINCT y % " + i + ")")
                                + " /*{s}*/ FROM t"),
                of(
                        "window functions",
                        400,
                        TABLE,
                        n -> "SELECT " + list(n, ", ", i -> "sum(y + " + i + ") OVER (ORDER BY id)")
                                + " /*{s}*/ FROM t WHERE id < 50"));
    }

    private static List<Cliff> fourthQueries() {
        return List.of(of(
                "windows",
                100,
                TABLE,
                n -> "SELECT "
                        + list(n, ", ", i -> "row_number() OVER (ORDER BY y % " + i + ")")
                        + " /*{s}*/ FROM t WHERE id < 50"));
    }
}
