package org.sqlvm.test;

import static org.sqlvm.test.Cliff.list;
import static org.sqlvm.test.Cliff.of;
import static org.sqlvm.test.Cliff.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The dimensions in which {@code ./sqlvm cliffs} lets statements grow. */
final class Cliffs {
    /** SQLITE_LIMIT_EXPR_DEPTH, less what a statement needs around it. */
    private static final int DEPTH = 900;

    private static final int COLUMNS = 1990;

    /** SQLITE_LIMIT_FUNCTION_ARG of sqlite-jdbc, less one. */
    private static final int ARGUMENTS = 120;

    private static final int PARAMETERS = 32_000;
    private static final int TERMS = 64_000;
    private static final int JOINS = 60;
    private static final int COMPOUND = 490;
    private static final int ROWS = 200_000;

    /** Rows where all pairs are looked at. */
    private static final int PAIRS = 3000;

    private static final int BYTES = 4_000_000;
    private static final int OBJECTS = 1000;

    /** A table of 1,000 rows with an index. */
    private static final List<String> TABLE = List.of(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, x INTEGER, s TEXT, y)",
            "INSERT INTO t SELECT value, value * 7 % 1000, 'text ' || value, value FROM "
                    + series(1000),
            "CREATE INDEX tx ON t(x)");

    static final List<Cliff> ALL = Stream.of(
                    lists(), chains(), depths(), columns(), joins(), queries(), objects(), loops(),
                    nested(), changes(), texts(), json())
            .flatMap(List::stream)
            .toList();

    private Cliffs() {}

    private static List<Cliff> lists() {
        return List.of(
                of("integers in IN", TERMS, TABLE, n -> in("y", n, i -> "" + i)),
                of("texts in IN", TERMS, TABLE, n -> in("s", n, i -> "'text " + i + "'")),
                of("reals in IN", TERMS, TABLE, n -> in("y", n, i -> i + ".5")),
                of("rowids in IN", TERMS, TABLE, n -> in("id", n, i -> "" + i)),
                of("indexed values in IN", TERMS, TABLE, n -> in("x", n, i -> "" + i)),
                of("NOT IN", TERMS, TABLE, n -> in("y NOT", n, i -> "" + 2 * i)),
                of(
                        "IN as a value",
                        TERMS,
                        TABLE,
                        n -> "SELECT sum(y IN (" + numbers(n) + ")) AS {s} FROM t"),
                of("expressions in IN", TERMS, TABLE, n -> in("y", n, i -> i + " + id")),
                of("negative integers in IN", TERMS, TABLE, n -> in("y", n, i -> "-" + i)),
                of("parameters in IN", PARAMETERS, TABLE, n -> in("y", n, _ -> "?"))
                        .numbered(),
                of("parameters in IN of rowids", PARAMETERS, TABLE, n -> in("id", n, _ -> "?"))
                        .numbered(),
                of("named parameters", PARAMETERS, TABLE, n -> in("y", n, i -> ":p" + i))
                        .numbered(),
                of("numbered parameters", PARAMETERS, TABLE, n -> in("y", n, i -> "?" + i))
                        .numbered(),
                of(
                        "rows in IN (VALUES)",
                        TERMS,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t WHERE"
                                + " (id, y) IN (VALUES "
                                + list(n, ", ", i -> "(" + i + "," + i + ")")
                                + ")"),
                of(
                        "rows of VALUES",
                        TERMS,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM (VALUES "
                                + list(n, ", ", i -> "(" + i + ", 'a')") + ")"),
                of(
                        "rows of VALUES joined",
                        TERMS,
                        TABLE,
                        n -> "WITH v(a, b) AS (VALUES "
                                + list(n, ", ", i -> "(" + i + ", 'a')")
                                + ") SELECT count(*) AS {s} FROM v JOIN t ON t.id = v.a"),
                of(
                        "rows of INSERT",
                        TERMS,
                        TABLE,
                        n -> "INSERT INTO t(x, s) VALUES " + list(n, ", ", i -> "(" + i + ", 'a')")
                                + " /*{s}*/"),
                of(
                        "rows of INSERT with expressions",
                        TERMS,
                        TABLE,
                        n -> "INSERT INTO t(x, s)"
                                + " VALUES " + list(n, ", ", i -> "(" + i + " + 1, upper('a'))")
                                + " /*{s}*/"),
                of(
                                "parameters of INSERT",
                                PARAMETERS,
                                TABLE,
                                n -> "INSERT INTO t(x) VALUES " + list(n, ", ", _ -> "(?)")
                                        + " /*{s}*/")
                        .numbered(),
                of(
                        "branches of CASE",
                        30_000,
                        TABLE,
                        n -> "SELECT sum(CASE "
                                + list(n, " ", i -> "WHEN y = " + i + " THEN " + i % 10)
                                + " ELSE 0 END) AS {s} FROM t"),
                of(
                        "branches of CASE with an operand",
                        30_000,
                        TABLE,
                        n -> "SELECT sum(CASE y "
                                + list(n, " ", i -> "WHEN " + i + " THEN " + i % 10)
                                + " ELSE 0 END) AS {s} FROM t"),
                of(
                        "arguments of coalesce",
                        ARGUMENTS,
                        TABLE,
                        n -> "SELECT sum(coalesce(" + list(n, ", ", _ -> "nullif(y, y)")
                                + ", 1)) AS {s} FROM t"),
                of(
                        "arguments of max",
                        ARGUMENTS,
                        TABLE,
                        n -> "SELECT sum(max(" + list(n, ", ", i -> "y % " + i)
                                + ", 1)) AS {s} FROM t"),
                of(
                        "arguments of printf",
                        ARGUMENTS,
                        TABLE,
                        n -> "SELECT length(printf('" + "%d".repeat(n) + "', "
                                + list(n, ", ", _ -> "y") + ")) AS {s} FROM t"),
                of(
                        "arguments of concat",
                        ARGUMENTS,
                        TABLE,
                        n -> "SELECT sum(length(concat(" + list(n, ", ", _ -> "s")
                                + "))) AS {s} FROM t"));
    }

    private static List<Cliff> chains() {
        return List.of(
                of("AND of inequalities", DEPTH, TABLE, n -> where(n, " AND ", i -> "y <> -" + i)),
                of(
                        "AND of different columns",
                        DEPTH,
                        TABLE,
                        n -> where(n, " AND ", i -> (i % 2 == 0 ? "y" : "x") + " + " + i + " > 0")),
                of("OR of equalities", DEPTH, TABLE, n -> where(n, " OR ", i -> "y = " + i)),
                of(
                        "OR of two columns",
                        DEPTH,
                        TABLE,
                        n -> where(n, " OR ", i -> (i % 2 == 0 ? "y" : "x") + " = " + i)),
                of(
                        "OR of indexed columns",
                        DEPTH,
                        TABLE,
                        n -> where(n, " OR ", i -> (i % 2 == 0 ? "id" : "x") + " = " + i)),
                of(
                        "OR of ranges",
                        DEPTH,
                        TABLE,
                        n -> where(n, " OR ", i -> "y BETWEEN " + 3 * i + " AND " + (3 * i + 1))),
                of(
                        "OR of ANDs",
                        DEPTH,
                        TABLE,
                        n -> where(n, " OR ", i -> "(x = " + i + " AND y > " + i + ")")),
                of(
                        "OR of LIKEs",
                        DEPTH,
                        TABLE,
                        n -> where(n, " OR ", i -> "s LIKE '%a" + i + "%'")),
                of(
                        "AND of ORs",
                        DEPTH,
                        TABLE,
                        n -> where(n, " AND ", i -> "(y > " + i + " OR x < " + i + ")")),
                of(
                        "AND of IN lists",
                        DEPTH,
                        TABLE,
                        n -> where(n, " AND ", _ -> "y IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)")),
                of(
                        "AND of equal columns",
                        300,
                        TABLE,
                        n -> where(n, " AND ", i -> i % 2 == 0 ? "x = y" : "y = id")),
                of(
                        "sum of terms",
                        DEPTH,
                        TABLE,
                        n -> "SELECT sum(" + list(n, " + ", _ -> "y") + ") AS {s} FROM t"),
                of(
                        "sum of literals",
                        DEPTH,
                        TABLE,
                        n -> "SELECT " + list(n, " + ", i -> "" + i) + " AS {s} FROM t"),
                of(
                        "concatenation",
                        DEPTH,
                        TABLE,
                        n -> "SELECT sum(length(" + list(n, " || ", _ -> "s") + ")) AS {s} FROM t"),
                of(
                        "HAVING",
                        DEPTH,
                        TABLE,
                        n -> "SELECT x % 10 AS {s} FROM t GROUP BY x % 10 HAVING "
                                + list(n, " AND ", i -> "sum(y) > " + i)));
    }

    private static List<Cliff> depths() {
        return List.of(
                of(
                        "parentheses",
                        DEPTH,
                        TABLE,
                        n -> "SELECT " + "(".repeat(n) + "y" + ")".repeat(n) + " AS {s} FROM t"),
                of(
                        "nested functions",
                        600,
                        TABLE,
                        n -> "SELECT sum(" + "abs(".repeat(n) + "y" + ")".repeat(n)
                                + ") AS {s} FROM t"),
                of(
                        "NOT NOT",
                        DEPTH,
                        TABLE,
                        n -> "SELECT sum(" + "NOT ".repeat(n) + "y) AS {s} FROM t"),
                of("minus", DEPTH, TABLE, n -> "SELECT sum(" + "- ".repeat(n) + "y) AS {s} FROM t"),
                of(
                        "nested CASE",
                        400,
                        TABLE,
                        n -> "SELECT sum("
                                + list(n, "", i -> "CASE WHEN y = " + i + " THEN " + i + " ELSE ")
                                + "0" + " END".repeat(n) + ") AS {s} FROM t"),
                of(
                        "nested scalar queries",
                        60,
                        TABLE,
                        n -> "SELECT " + "(SELECT ".repeat(n) + "1" + ")".repeat(n)
                                + " AS {s} FROM t"),
                of(
                        "nested correlated queries",
                        20,
                        TABLE,
                        n -> "SELECT sum("
                                + list(
                                        n,
                                        "",
                                        i -> "(SELECT max(t" + i + ".id"
                                                + (i == 1 ? "" : " + t" + (i - 1) + ".id") + ") + ")
                                + "1"
                                + list(
                                        n,
                                        "",
                                        i -> " FROM t t" + (n + 1 - i) + " WHERE t" + (n + 1 - i)
                                                + ".id = "
                                                + (i == n ? "o.id" : "t" + (n - i) + ".id") + ")")
                                + ") AS {s} FROM t o WHERE o.id < 10"),
                of(
                        "nested queries in FROM",
                        60,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM " + "(SELECT * FROM ".repeat(n) + "t"
                                + ")".repeat(n)),
                of(
                        "nested aggregates in FROM",
                        60,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM " + "(SELECT sum(y) AS y FROM ".repeat(n)
                                + "t" + ")".repeat(n)),
                of(
                        "nested EXISTS",
                        60,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t t0 WHERE "
                                + list(
                                        n,
                                        "",
                                        i -> "EXISTS (SELECT 1 FROM t t" + i + " WHERE t" + i
                                                + ".id = t" + (i - 1) + ".id AND ")
                                + "1" + ")".repeat(n)),
                of(
                        "nested IN",
                        40,
                        TABLE,
                        n -> "SELECT count(*) AS {s} FROM t WHERE "
                                + "y IN (SELECT y FROM t WHERE ".repeat(n) + "1" + ")".repeat(n)));
    }

    private static List<Cliff> columns() {
        IntFunction<List<String>> wide = n -> wide(n, 200);
        IntFunction<List<String>> one = n -> wide(n, 1);
        return List.of(
                of(
                        "columns of a result",
                        COLUMNS,
                        TABLE,
                        n -> "SELECT " + list(n, ", ", i -> "y + " + i) + " /*{s}*/ FROM t"),
                of(
                        "the same column often",
                        COLUMNS,
                        TABLE,
                        n -> "SELECT " + list(n, ", ", _ -> "y") + " /*{s}*/ FROM t"),
                of(
                        "CREATE TABLE",
                        COLUMNS,
                        TABLE,
                        n -> "CREATE TABLE IF NOT EXISTS c{s}("
                                + list(n, ", ", i -> "c" + i + " TEXT DEFAULT 'a'") + ")"),
                rows("all columns", COLUMNS, wide, "SELECT * FROM w /*{s}*/"),
                of(
                        "sums of all columns",
                        COLUMNS,
                        wide,
                        n -> "SELECT " + list(n, ", ", i -> "sum(c" + i + ")") + " /*{s}*/ FROM w"),
                of(
                        "the sum of all columns",
                        DEPTH,
                        wide,
                        n -> "SELECT " + list(n, " + ", i -> "c" + i) + " AS {s} FROM w"),
                of("the last column", COLUMNS, wide, n -> "SELECT sum(c" + n + ") AS {s} FROM w"),
                of(
                        "a condition on the last column",
                        COLUMNS,
                        wide,
                        n -> "SELECT c1 AS {s} FROM w" + " WHERE c" + n + " > 3"),
                of(
                        "columns backwards",
                        COLUMNS,
                        wide,
                        n -> "SELECT " + list(n, ", ", i -> "c" + (n + 1 - i)) + " /*{s}*/ FROM w"),
                of(
                        "INSERT of columns",
                        COLUMNS,
                        one,
                        n -> "INSERT INTO w VALUES(" + numbers(n) + ") /*{s}*/"),
                of(
                                "INSERT of parameters",
                                COLUMNS,
                                one,
                                n -> "INSERT INTO w VALUES(" + list(n, ", ", _ -> "?")
                                        + ") /*{s}*/")
                        .numbered(),
                rows(
                        "INSERT SELECT of columns",
                        COLUMNS,
                        n -> {
                            List<String> setup = new ArrayList<>(wide(n, 100));
                            setup.add("CREATE TABLE target AS SELECT * FROM w LIMIT 0");
                            return setup;
                        },
                        "INSERT INTO target SELECT * FROM w /*{s}*/"),
                of(
                        "UPDATE of one column",
                        COLUMNS,
                        wide,
                        n -> "UPDATE w SET c" + n + " = c" + n + " + 1 /*{s}*/"),
                of(
                        "UPDATE of all columns",
                        COLUMNS,
                        n -> wide(n, 50),
                        n -> "UPDATE w SET " + list(n, ", ", i -> "c" + i + " = c" + i + " + 1")
                                + " /*{s}*/"),
                of(
                        "RETURNING",
                        COLUMNS,
                        one,
                        n -> "INSERT INTO w SELECT * FROM w LIMIT 5" + " RETURNING "
                                + list(n, ", ", i -> "c" + i) + " /*{s}*/"),
                of(
                        "DISTINCT columns",
                        COLUMNS,
                        wide,
                        n -> "SELECT DISTINCT " + list(n, ", ", i -> "c" + i) + " /*{s}*/ FROM w"),
                of(
                        "ORDER BY terms",
                        COLUMNS,
                        wide,
                        n -> "SELECT c1 AS {s} FROM w ORDER BY " + list(n, ", ", i -> "c" + i)),
                of(
                        "GROUP BY terms",
                        COLUMNS,
                        wide,
                        n -> "SELECT count(*) AS {s} FROM w GROUP BY "
                                + list(n, ", ", i -> "c" + i)),
                of(
                        "columns of an index",
                        COLUMNS,
                        n -> {
                            List<String> setup = new ArrayList<>(wide(n, 50));
                            setup.add("CREATE INDEX wi ON w(" + list(n, ", ", i -> "c" + i) + ")");
                            return setup;
                        },
                        n -> "SELECT count(*) AS {s} FROM w WHERE "
                                + list(Math.min(n, DEPTH), " AND ", i -> "c" + i + " = 1")),
                rows(
                        "columns of a union",
                        COLUMNS,
                        n -> wide(n, 50),
                        "SELECT * FROM w UNION SELECT * FROM w /*{s}*/"),
                rows(
                        "columns of a query in FROM",
                        COLUMNS,
                        n -> wide(n, 50),
                        "SELECT count(*) AS {s} FROM (SELECT * FROM (SELECT * FROM w))"),
                rows(
                        "columns of a view",
                        COLUMNS,
                        n -> {
                            List<String> setup = new ArrayList<>(wide(n, 50));
                            setup.add("CREATE VIEW v AS SELECT * FROM w");
                            return setup;
                        },
                        "SELECT c1 AS {s} FROM v"),
                rows(
                        "NATURAL JOIN",
                        1000,
                        n -> wide(n, 20),
                        "SELECT count(*) AS {s} FROM w a NATURAL JOIN w b"),
                rows(
                        "columns of a join",
                        900,
                        n -> wide(n, 50),
                        "SELECT * FROM w a JOIN w b USING (c1) LIMIT 50 /*{s}*/"),
                of(
                        "generated columns",
                        900,
                        n -> List.of("CREATE TABLE g(c0, "
                                + list(n, ", ", i -> "c" + i + " AS (c" + (i - 1) + " + 1)")
                                + ")"),
                        n -> "INSERT INTO g(c0) VALUES(1) /*{s}*/"),
                of(
                        "CHECK constraints",
                        COLUMNS,
                        n -> List.of("CREATE TABLE g("
                                + list(n, ", ", i -> "c" + i + " DEFAULT 1 CHECK (c" + i + " > 0)")
                                + ")"),
                        n -> "INSERT INTO g(c1) VALUES(1) /*{s}*/"),
                of(
                        "NOT NULL columns",
                        COLUMNS,
                        n -> List.of("CREATE TABLE g("
                                + list(n, ", ", i -> "c" + i + " INTEGER NOT NULL DEFAULT 1")
                                + ")"),
                        n -> "INSERT INTO g(c1) VALUES(1) /*{s}*/"));
    }

    private static List<Cliff> joins() {
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
                                + list(n, "", i -> " CROSS JOIN o o" + i)),
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

    private static List<Cliff> queries() {
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
                                + " /*{s}*/ FROM t o WHERE o.id < 20"),
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
                                + " SELECT 1 AS {s}"),
                of(
                        "common table expressions that double",
                        8,
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
                                + " /*{s}*/ FROM t WHERE id < 50"),
                of(
                        "windows",
                        100,
                        TABLE,
                        n -> "SELECT "
                                + list(n, ", ", i -> "row_number() OVER (ORDER BY y % " + i + ")")
                                + " /*{s}*/ FROM t WHERE id < 50"));
    }

    private static List<Cliff> objects() {
        return List.of(
                rows(
                        "tables in the schema",
                        OBJECTS,
                        n -> statements(n, i -> "CREATE TABLE a" + i + "(x, y)"),
                        "SELECT x AS {s} FROM a1"),
                rows(
                        "CREATE in a schema of tables",
                        OBJECTS,
                        n -> statements(n, i -> "CREATE TABLE a" + i + "(x, y)"),
                        "CREATE TABLE IF NOT EXISTS n{s}(x)"),
                rows(
                        "indexes, INSERT",
                        OBJECTS,
                        Cliffs::indexes,
                        "INSERT INTO t(x) VALUES (1) /*{s}*/"),
                rows(
                        "indexes, UPDATE",
                        OBJECTS,
                        Cliffs::indexes,
                        "UPDATE t SET y = y + 1 WHERE" + " id = 5 /*{s}*/"),
                rows(
                        "indexes, DELETE",
                        OBJECTS,
                        Cliffs::indexes,
                        "DELETE FROM t WHERE id = 5" + " /*{s}*/"),
                rows(
                        "indexes, SELECT",
                        OBJECTS,
                        Cliffs::indexes,
                        "SELECT y AS {s} FROM t WHERE" + " x = 5"),
                rows(
                        "indexes, join",
                        OBJECTS,
                        Cliffs::indexes,
                        "SELECT count(*) AS {s} FROM t a"
                                + " JOIN t b ON a.x = b.y JOIN t c ON b.x = c.y WHERE a.id < 3"),
                rows(
                        "partial indexes",
                        OBJECTS,
                        n -> and(TABLE, n, i -> "CREATE INDEX p" + i + " ON t(y) WHERE y > " + i),
                        "SELECT x AS {s} FROM t WHERE y = 77"),
                rows(
                        "indexes on expressions",
                        OBJECTS,
                        n -> and(TABLE, n, i -> "CREATE INDEX p" + i + " ON t(y + " + i + ")"),
                        "SELECT x AS {s} FROM t WHERE y + 5 = 77"),
                rows(
                        "triggers",
                        400,
                        n -> and(
                                TABLE,
                                n,
                                i -> "CREATE TRIGGER r" + i
                                        + " AFTER INSERT ON t BEGIN UPDATE t SET y = y + 1 WHERE"
                                        + " id = 1; END"),
                        "INSERT INTO t(x) VALUES (1) /*{s}*/"),
                rows(
                        "statements in a trigger",
                        400,
                        n -> and(
                                TABLE,
                                1,
                                _ -> "CREATE TRIGGER r AFTER INSERT ON t BEGIN "
                                        + list(
                                                n,
                                                " ",
                                                i -> "UPDATE t SET y = y + 1 WHERE id = " + i + ";")
                                        + " END"),
                        "INSERT INTO t(x) VALUES (1) /*{s}*/"),
                rows(
                        "nested triggers",
                        200,
                        n -> {
                            List<String> setup =
                                    statements(n + 1, i -> "CREATE TABLE a" + i + "(x)");
                            for (int i = 1; i <= n; i++) {
                                setup.add("CREATE TRIGGER r" + i + " AFTER INSERT ON a" + i
                                        + " BEGIN INSERT INTO a" + (i + 1)
                                        + " VALUES (new.x + 1); END");
                            }
                            return setup;
                        },
                        "INSERT INTO a1 VALUES (1) /*{s}*/"),
                rows(
                        "foreign keys",
                        400,
                        n -> {
                            List<String> setup = new ArrayList<>(TABLE);
                            setup.add("PRAGMA foreign_keys = ON");
                            setup.addAll(statements(
                                    n,
                                    i -> "CREATE TABLE k" + i
                                            + "(x REFERENCES t ON DELETE CASCADE)"));
                            return setup;
                        },
                        "DELETE FROM t WHERE id = 7 /*{s}*/"),
                rows(
                        "nested views",
                        100,
                        n -> and(
                                TABLE,
                                n,
                                i -> "CREATE VIEW v" + i + " AS SELECT y + 1 AS y FROM "
                                        + (i == 1 ? "t" : "v" + (i - 1))),
                        "SELECT count(*) AS {s} FROM v1"),
                of(
                        "the last of nested views",
                        100,
                        n -> and(
                                TABLE,
                                n,
                                i -> "CREATE VIEW v" + i + " AS SELECT y + 1 AS y FROM "
                                        + (i == 1 ? "t" : "v" + (i - 1))),
                        n -> "SELECT sum(y) AS {s} FROM v" + n));
    }

    private static List<Cliff> loops() {
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
                        "SELECT count(*) AS {s} FROM p JOIN p q ON p.v = q.v"),
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
                                + " OVER w AS {s} FROM p WINDOW w AS (ORDER BY v)"),
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
                rows("CREATE INDEX", ROWS, two, "CREATE INDEX IF NOT EXISTS i{s} ON p(s, v)"),
                rows(
                        "sum of a view of unions",
                        ROWS,
                        two,
                        "SELECT sum(v) AS {s} FROM (SELECT v"
                                + " FROM p UNION ALL SELECT v FROM q) WHERE v > 10"));
    }

    private static List<Cliff> nested() {
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
                                + " q ON p.k = q.k RIGHT JOIN r ON r.k = q.k"),
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
                                + " CAST(p.k AS TEXT) = CAST(q.k AS TEXT) COLLATE NOCASE"),
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

    private static List<Cliff> changes() {
        IntFunction<List<String>> table = n -> List.of(
                "CREATE TABLE p(id INTEGER PRIMARY KEY, v INTEGER, s TEXT)",
                "INSERT INTO p SELECT value, value * 7 % " + n + ", 'text ' || value FROM "
                        + series(n),
                "CREATE INDEX pv ON p(v)",
                "CREATE TABLE q AS SELECT id AS k, v FROM p",
                "CREATE TABLE log(x)");
        int some = 50_000;
        return List.of(
                rows(
                        "INSERT SELECT",
                        some,
                        table,
                        "INSERT INTO p(v, s) SELECT v, s FROM p WHERE id"
                                + " <= (SELECT count(*) FROM q) /*{s}*/"),
                rows("UPDATE of rows", some, table, "UPDATE p SET v = v + 1 /*{s}*/"),
                rows("UPDATE of keys", some, table, "UPDATE p SET id = -id /*{s}*/"),
                rows(
                        "UPDATE FROM",
                        some,
                        table,
                        "UPDATE p SET s = q.v FROM q WHERE q.k = p.id" + " /*{s}*/"),
                rows(
                        "UPDATE FROM without index",
                        some,
                        table,
                        "UPDATE q SET v = q.v + 1 FROM q" + " AS o WHERE q.k = o.k /*{s}*/"),
                rows(
                        "UPDATE with a query",
                        some,
                        table,
                        "UPDATE p SET s = (SELECT v FROM q WHERE" + " q.k = p.v) /*{s}*/"),
                rows(
                        "UPSERT",
                        some,
                        table,
                        "INSERT INTO p(id, v) SELECT k, v FROM q WHERE true ON"
                                + " CONFLICT (id) DO UPDATE SET v = excluded.v + 1 /*{s}*/"),
                rows("REPLACE", some, table, "REPLACE INTO p SELECT k, v, 'new' FROM q /*{s}*/"),
                rows(
                        "INSERT OR IGNORE",
                        some,
                        table,
                        "INSERT OR IGNORE INTO p SELECT k, v, 'new'" + " FROM q /*{s}*/"),
                rows(
                        "DELETE with a query",
                        some,
                        table,
                        "DELETE FROM p WHERE v IN (SELECT v FROM" + " q WHERE k % 2 = 0) /*{s}*/"),
                rows(
                        "DELETE correlated",
                        some,
                        table,
                        "DELETE FROM q WHERE EXISTS (SELECT 1 FROM"
                                + " q o WHERE o.v = q.v AND o.k < q.k) /*{s}*/"),
                rows("DELETE of all", some, table, "DELETE FROM p WHERE id > 0 /*{s}*/"),
                rows(
                        "INSERT with a trigger",
                        some,
                        n -> {
                            List<String> setup = new ArrayList<>(table.apply(n));
                            setup.add(
                                    "CREATE TRIGGER r AFTER INSERT ON log BEGIN UPDATE p SET v = v"
                                            + " + 1 WHERE id = new.x; END");
                            return setup;
                        },
                        "INSERT INTO log SELECT k FROM q /*{s}*/"),
                rows(
                        "DELETE with foreign keys",
                        some,
                        n -> List.of(
                                "PRAGMA foreign_keys = ON",
                                "CREATE TABLE p(id INTEGER PRIMARY KEY)",
                                "INSERT INTO p SELECT value FROM " + series(n),
                                "CREATE TABLE c(x REFERENCES p ON DELETE CASCADE)",
                                "INSERT INTO c SELECT id FROM p",
                                "CREATE INDEX ci ON c(x)"),
                        "DELETE FROM p WHERE id > 0 /*{s}*/"),
                rows("DROP TABLE", some, table, "DROP TABLE IF EXISTS p /*{s}*/"),
                rows(
                        "ALTER TABLE ADD COLUMN",
                        some,
                        table,
                        "ALTER TABLE p ADD COLUMN {s} DEFAULT" + " 1"),
                rows("VACUUM", some, table, "VACUUM /*{s}*/"),
                rows("ANALYZE", some, table, "ANALYZE /*{s}*/"),
                rows("integrity_check", some, table, "PRAGMA integrity_check /*{s}*/"));
    }

    private static List<Cliff> texts() {
        List<String> none = List.of();
        IntFunction<List<String>> text = n -> List.of(
                "CREATE TABLE x(s TEXT, b BLOB)",
                "INSERT INTO x VALUES (replace(hex(zeroblob(" + n / 4 + " + 1)), '0000', 'abca'),"
                        + " zeroblob(" + n + "))");
        return List.of(
                of(
                        "length of a literal",
                        BYTES,
                        none,
                        n -> "SELECT '" + "a".repeat(n) + "' AS {s}"),
                of(
                        "length of a blob literal",
                        BYTES,
                        none,
                        n -> "SELECT x'" + "ab".repeat(n / 2) + "' AS {s}"),
                of(
                        "length of a comment",
                        BYTES,
                        none,
                        n -> "SELECT 1 AS {s} /*" + "a".repeat(n) + "*/"),
                of("blanks", BYTES, none, n -> "SELECT 1 AS {s}" + " ".repeat(n) + ", 2"),
                of("length of a name", BYTES, none, n -> "SELECT 1 AS {s}" + "a".repeat(n)),
                of(
                        "digits of a number",
                        BYTES,
                        none,
                        n -> "SELECT 1" + "0".repeat(n) + ".5 AS" + " {s}"),
                of(
                        "quotes in a literal",
                        BYTES,
                        none,
                        n -> "SELECT '" + "''".repeat(n / 2) + "' AS {s}"),
                rows("length()", BYTES, text, "SELECT length(s) AS {s} FROM x"),
                rows("LIKE with one %", BYTES, text, "SELECT s LIKE '%b%z' AS {s} FROM x"),
                rows("LIKE with many %", 4000, text, "SELECT s LIKE '%a%b%c%a%z' AS {s} FROM x"),
                rows("GLOB", BYTES, text, "SELECT s GLOB '*b*z' AS {s} FROM x"),
                rows("instr", BYTES, text, "SELECT instr(s, 'bb') AS {s} FROM x"),
                of(
                        "instr of a long text",
                        40_000,
                        text,
                        n -> "SELECT instr(s, '" + "abca".repeat(n / 8 + 1) + "z') AS {s} FROM x"),
                rows(
                        "replace",
                        BYTES,
                        text,
                        "SELECT length(replace(s, 'a', 'xyz')) AS {s} FROM" + " x"),
                rows("substr at the end", BYTES, text, "SELECT substr(s, -3) AS {s} FROM x"),
                rows("upper", BYTES, text, "SELECT length(upper(s)) AS {s} FROM x"),
                rows("trim", BYTES, text, "SELECT length(trim(s, 'abc')) AS {s} FROM x"),
                rows("hex", BYTES, text, "SELECT length(hex(b)) AS {s} FROM x"),
                rows("unhex", BYTES, text, "SELECT length(unhex(hex(b))) AS {s} FROM x"),
                rows("quote", BYTES, text, "SELECT length(quote(s)) AS {s} FROM x"),
                rows("printf", BYTES, text, "SELECT length(printf('%s-%q', s, s)) AS {s} FROM x"),
                rows("comparison", BYTES, text, "SELECT s < s || 'a' AS {s} FROM x"),
                rows(
                        "CAST",
                        BYTES,
                        text,
                        "SELECT CAST(s AS INTEGER) + CAST(b AS TEXT) AS {s} FROM" + " x"),
                rows(
                        "a text read again",
                        BYTES,
                        text,
                        "SELECT sum(length(substr(s, 1, 10))) AS {s}" + " FROM x, " + series(20)),
                rows(
                        "UPDATE of a text",
                        BYTES,
                        text,
                        "UPDATE x SET s = substr(s, 2) || 'a'" + " /*{s}*/"),
                rows(
                        "a text that grows",
                        3000,
                        n -> List.of(),
                        "WITH RECURSIVE c(s, i) AS (SELECT '', 0 UNION ALL SELECT s || 'abcdefgh',"
                                + " i + 1 FROM c WHERE i < 2000) SELECT max(length(s)) AS {s} FROM"
                                + " c"));
    }

    private static List<Cliff> json() {
        IntFunction<List<String>> array = n -> List.of(
                "CREATE TABLE x(j TEXT)",
                "INSERT INTO x SELECT json_group_array(json_object('k', value, 't', 'text ' ||"
                        + " value)) FROM " + series(n));
        IntFunction<List<String>> object = n -> List.of(
                "CREATE TABLE x(j TEXT)",
                "INSERT INTO x SELECT json_group_object('key' || value, value) FROM" + " "
                        + series(n));
        IntFunction<List<String>> lines = n -> List.of(
                "CREATE TABLE x(j TEXT)",
                "INSERT INTO x SELECT json_object('k', value, 't', 'text ' || value, 'a',"
                        + " json_array(1, 2, 3)) FROM " + series(n));
        int some = 50_000;
        return List.of(
                rows("json of an array", some, array, "SELECT length(json(j)) AS {s} FROM x"),
                rows("the last element", some, array, "SELECT j ->> '$[#-1].t' AS {s} FROM x"),
                rows(
                        "json_array_length",
                        some,
                        array,
                        "SELECT json_array_length(j) AS {s} FROM" + " x"),
                rows(
                        "json_each",
                        some,
                        array,
                        "SELECT sum(value ->> 'k') AS {s} FROM x," + " json_each(j)"),
                rows(
                        "json_tree",
                        some / 2,
                        array,
                        "SELECT count(*) AS {s} FROM x, json_tree(j)" + " WHERE atom IS NOT NULL"),
                rows(
                        "json_each of an object",
                        some,
                        object,
                        "SELECT max(key), sum(value) AS {s}" + " FROM x, json_each(j)"),
                rows("the last key", some, object, "SELECT j ->> ('$.key' || 1) AS {s} FROM x"),
                rows(
                        "json_set of a large object",
                        some,
                        object,
                        "SELECT length(json_set(j," + " '$.new', 1)) AS {s} FROM x"),
                rows("json_patch", 4000, object, "SELECT length(json_patch(j, j)) AS {s} FROM x"),
                rows("jsonb", some, array, "SELECT length(jsonb(j)) AS {s} FROM x"),
                of(
                        "depth of an array",
                        DEPTH,
                        List.of(),
                        n -> "SELECT json_valid('" + "[".repeat(n) + "]".repeat(n) + "') AS {s}"),
                of(
                        "paths of json_set",
                        50,
                        List.of(),
                        n -> "SELECT json_set('{}', " + list(n, ", ", i -> "'$.k" + i + "', " + i)
                                + ") AS {s}"),
                of(
                        "paths of json_extract",
                        ARGUMENTS - 1,
                        array,
                        n -> "SELECT json_extract(j, " + list(n, ", ", i -> "'$[" + i + "].k'")
                                + ") AS {s} FROM x"),
                of(
                        "json_object",
                        50,
                        List.of(),
                        n -> "SELECT json_object(" + list(n, ", ", i -> "'k" + i + "', " + i)
                                + ") AS {s}"),
                rows(
                        "JSON in rows",
                        some,
                        lines,
                        "SELECT sum(j ->> 'k') AS {s} FROM x WHERE j ->>" + " 't' <> 'a'"),
                rows(
                        "json_each in rows",
                        some,
                        lines,
                        "SELECT sum(value) AS {s} FROM x, json_each(j," + " '$.a')"),
                rows(
                        "json_group_array",
                        some,
                        lines,
                        "SELECT length(json_group_array(j)) AS {s}" + " FROM x"),
                rows(
                        "json_group_object",
                        some,
                        lines,
                        "SELECT length(json_group_object(j ->>" + " 't', 1)) AS {s} FROM x"));
    }

    /** The numbers from 1 to n as a term of FROM. */
    private static String series(int n) {
        return "(WITH RECURSIVE c(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM c WHERE value"
                + " < " + n + ") SELECT value FROM c)";
    }

    private static String numbers(int n) {
        return list(n, ", ", i -> "" + i);
    }

    private static String in(String operand, int n, IntFunction<String> value) {
        return "SELECT count(*) AS {s} FROM t WHERE " + operand + " IN (" + list(n, ", ", value)
                + ")";
    }

    private static String where(int n, String operator, IntFunction<String> term) {
        return "SELECT count(*) AS {s} FROM t WHERE " + list(n, operator, term);
    }

    /** A table w of columns c1 to cn, whose rows have different values. */
    private static List<String> wide(int n, int count) {
        return List.of(
                "CREATE TABLE w(" + list(n, ", ", i -> "c" + i) + ")",
                "INSERT INTO w SELECT " + list(n, ", ", i -> "value % " + (i % 100 + 1)) + " FROM "
                        + series(count));
    }

    private static List<String> indexes(int n) {
        return and(TABLE, n, i -> "CREATE INDEX i" + i + " ON t(y, s)");
    }

    private static List<String> and(List<String> setup, int n, IntFunction<String> statement) {
        List<String> all = new ArrayList<>(setup);
        all.addAll(statements(n, statement));
        return all;
    }

    private static List<String> statements(int n, IntFunction<String> statement) {
        List<String> all = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            all.add(statement.apply(i));
        }
        return all;
    }
}
