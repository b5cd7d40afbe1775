package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.list;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The parts that statements of several dimensions are made of, and their maximum sizes. */
final class CliffParts {
    /** SQLITE_LIMIT_EXPR_DEPTH, less what a statement needs around it. */
    static final int DEPTH = 900;

    static final int COLUMNS = 1990;

    /** SQLITE_LIMIT_FUNCTION_ARG of sqlite-jdbc, less one. */
    static final int ARGUMENTS = 120;

    static final int PARAMETERS = 32_000;
    static final int TERMS = 64_000;
    static final int JOINS = 60;
    static final int COMPOUND = 490;
    static final int ROWS = 200_000;

    /** Rows where all pairs are looked at. */
    static final int PAIRS = 3000;

    static final int BYTES = 4_000_000;
    static final int OBJECTS = 1000;

    /** A table of 1,000 rows with an index. */
    static final List<String> TABLE = List.of(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, x INTEGER, s TEXT, y)",
            "INSERT INTO t SELECT value, value * 7 % 1000, 'text ' || value, value FROM "
                    + series(1000),
            "CREATE INDEX tx ON t(x)");

    private CliffParts() {}

    /** The numbers from 1 to n as a term of FROM. */
    static String series(int n) {
        return "(WITH RECURSIVE c(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM c WHERE value"
                + " < " + n + ") SELECT value FROM c)";
    }

    static String numbers(int n) {
        return list(n, ", ", i -> "" + i);
    }

    static String in(String operand, int n, IntFunction<String> value) {
        return "SELECT count(*) AS {s} FROM t WHERE " + operand + " IN (" + list(n, ", ", value)
                + ")";
    }

    static String where(int n, String operator, IntFunction<String> term) {
        return "SELECT count(*) AS {s} FROM t WHERE " + list(n, operator, term);
    }

    /** A table w of columns c1 to cn, whose rows have different values. */
    static List<String> wide(int n, int count) {
        return List.of(
                "CREATE TABLE w(" + list(n, ", ", i -> "c" + i) + ")",
                "INSERT INTO w SELECT " + list(n, ", ", i -> "value % " + (i % 100 + 1)) + " FROM "
                        + series(count));
    }

    static List<String> indexes(int n) {
        return and(TABLE, n, i -> "CREATE INDEX i" + i + " ON t(y, s)");
    }

    static List<String> and(List<String> setup, int n, IntFunction<String> statement) {
        List<String> all = new ArrayList<>(setup);
        all.addAll(statements(n, statement));
        return all;
    }

    static List<String> statements(int n, IntFunction<String> statement) {
        List<String> all = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            all.add(statement.apply(i));
        }
        return all;
    }
}
