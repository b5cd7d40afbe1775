package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.list;
import static org.sqlvm.test.cliffs.Cliff.of;
import static org.sqlvm.test.cliffs.CliffParts.ARGUMENTS;
import static org.sqlvm.test.cliffs.CliffParts.DEPTH;
import static org.sqlvm.test.cliffs.CliffParts.PARAMETERS;
import static org.sqlvm.test.cliffs.CliffParts.TABLE;
import static org.sqlvm.test.cliffs.CliffParts.TERMS;
import static org.sqlvm.test.cliffs.CliffParts.in;
import static org.sqlvm.test.cliffs.CliffParts.numbers;
import static org.sqlvm.test.cliffs.CliffParts.where;

import java.util.List;
import java.util.stream.Stream;

/** Long lists, chains of operators and deep nesting. */
final class CliffLists {
    static final List<Cliff> ALL = Stream.of(
                    firstLists(),
                    secondLists(),
                    firstChains(),
                    secondChains(),
                    firstDepths(),
                    secondDepths())
            .flatMap(List::stream)
            .toList();

    private CliffLists() {}

    private static List<Cliff> firstLists() {
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
                                + " /*{s}*/"));
    }

    private static List<Cliff> secondLists() {
        return List.of(
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

    private static List<Cliff> firstChains() {
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
                        n -> "SELECT " + list(n, " + ", i -> "" + i) + " AS {s} FROM t"));
    }

    private static List<Cliff> secondChains() {
        return List.of(
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

    private static List<Cliff> firstDepths() {
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
                                + ")".repeat(n)));
    }

    private static List<Cliff> secondDepths() {
        return List.of(
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
}
