package org.sqlvm.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random table, and aggregations over it that run on vectors where they may. */
final class RandomAggregation {
    /** What a column's values are; $ is a small random number. */
    private static final List<String> COLUMNS = List.of(
            "INTEGER: $ % 7",
            "INTEGER: $ * 1000003",
            "INTEGER: 9223372036854775807 - $ * ($ % 3)",
            "REAL: $ / 100.0",
            "REAL: $ / 7.0",
            "REAL: $ * 1e14 / 3",
            "TEXT: 'w' || ($ % 5)",
            "TEXT: 'text ' || ($ * 7919 % 1009)",
            "ANY: CASE $ % 5 WHEN 0 THEN $ WHEN 1 THEN $ + 0.5 WHEN 2 THEN 't' || $"
                    + " WHEN 3 THEN ($ % 9) || '' ELSE x'0102' END",
            "TEXT: CASE WHEN $ % 3 THEN '' || ($ % 50) ELSE $ / 4.0 || 'x' END");

    private static final List<String> CONSTANTS = List.of(
            "0",
            "3",
            "-1",
            "500",
            "4.99",
            "5.0",
            "1e13",
            "'w2'",
            "'5'",
            "'text 5'",
            "NULL",
            "x'01'",
            "9223372036854775807",
            "9.5e18",
            "2 + 1");

    private final Random random;
    private final List<String> names = new ArrayList<>();

    RandomAggregation(long seed) {
        random = new Random(seed);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** The statements that make the table. */
    List<String> table() {
        List<String> makers = new ArrayList<>();
        StringBuilder create = new StringBuilder("CREATE TABLE t(id INTEGER PRIMARY KEY");
        int columns = 2 + random.nextInt(4);
        for (int i = 0; i < columns; i++) {
            String[] column = one(COLUMNS).split(": ", 2);
            names.add("c" + i);
            makers.add(column[1]);
            create.append(", c").append(i).append(' ').append(column[0]);
        }
        List<String> statements = new ArrayList<>(List.of(create + ")"));
        int rows = random.nextInt(60);
        boolean nulls = random.nextBoolean();
        for (int row = 0; row < rows; row++) {
            List<String> values = new ArrayList<>();
            for (String maker : makers) {
                String number = Integer.toString(random.nextInt(1000));
                boolean isNull = nulls && random.nextInt(6) == 0;
                values.add(isNull ? "NULL" : maker.replace("$", number));
            }
            int id = row * 3 + random.nextInt(3);
            statements.add("INSERT INTO t VALUES (" + id + ", " + String.join(", ", values) + ")");
        }
        names.add("id");
        return statements;
    }

    private String value(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return random.nextInt(4) == 0 ? one(CONSTANTS) : one(names);
        }
        return switch (random.nextInt(6)) {
            case 0 -> "-" + one(names);
            case 1 -> "+" + one(names);
            default ->
                "(" + value(depth - 1) + " " + one(List.of("+", "-", "*", "/", "%")) + " "
                        + value(depth - 1) + ")";
        };
    }

    private String condition(int depth) {
        if (depth > 0 && random.nextInt(2) == 0) {
            return switch (random.nextInt(4)) {
                case 0 -> "NOT (" + condition(depth - 1) + ")";
                case 1 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
                case 2 ->
                    "(" + condition(depth - 1) + ") IS " + one(List.of("", "NOT "))
                            + one(List.of("TRUE", "FALSE"));
                default -> condition(depth - 1) + " AND " + condition(depth - 1);
            };
        }
        String not = one(List.of("", " NOT"));
        return switch (random.nextInt(8)) {
            case 0 -> one(names) + not + " BETWEEN " + one(CONSTANTS) + " AND " + value(1);
            case 1 ->
                one(names) + not + " IN (" + one(CONSTANTS) + ", " + one(CONSTANTS) + ", "
                        + value(1) + ")";
            case 2 -> value(1) + " IS" + not + " NULL";
            case 3 ->
                one(names) + not + " LIKE '" + one(List.of("%5%", "w_", "1%", "text %7")) + "'";
            case 4 -> value(2);
            default ->
                value(1) + " "
                        + one(List.of("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT")) + " "
                        + value(1);
        };
    }

    String query() {
        List<String> results = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            keys.add(random.nextInt(5) == 0 ? value(1) : one(names));
        }
        results.addAll(keys);
        results.add("count(*)");
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            results.add(one(List.of("count", "sum", "total", "avg", "min", "max")) + "(" + value(2)
                    + ")");
        }
        // A comparison of the rowid alone would be a search.
        String where = " WHERE (" + condition(2) + ") AND +id >= 0";
        String group = keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys);
        String having = keys.isEmpty() || random.nextInt(4) > 0 ? "" : " HAVING count(*) > 1";
        return "SELECT " + String.join(", ", results) + " FROM t" + where + group + having;
    }
}
