package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.list;
import static org.sqlvm.test.cliffs.Cliff.of;
import static org.sqlvm.test.cliffs.Cliff.rows;
import static org.sqlvm.test.cliffs.CliffParts.COLUMNS;
import static org.sqlvm.test.cliffs.CliffParts.DEPTH;
import static org.sqlvm.test.cliffs.CliffParts.TABLE;
import static org.sqlvm.test.cliffs.CliffParts.numbers;
import static org.sqlvm.test.cliffs.CliffParts.wide;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Wide tables and results. */
final class CliffColumns {
    static final List<Cliff> ALL = Stream.of(firstColumns(), secondColumns(), thirdColumns())
            .flatMap(List::stream)
            .toList();

    private CliffColumns() {}

    private static List<Cliff> firstColumns() {
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
                        .numbered());
    }

    private static List<Cliff> secondColumns() {
        IntFunction<List<String>> wide = n -> wide(n, 200);
        IntFunction<List<String>> one = n -> wide(n, 1);
        return List.of(
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
                        "SELECT * FROM w UNION SELECT * FROM w /*{s}*/"));
    }

    private static List<Cliff> thirdColumns() {
        return List.of(
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
                        400, // 900 of them overflow the stack of SQLite in Java.
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
}
