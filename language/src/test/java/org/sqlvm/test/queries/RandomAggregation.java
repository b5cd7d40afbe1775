package org.sqlvm.test.queries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Random tables, and aggregations over them, over their joins and over what queries ask of them
 * that run on vectors where they may.
 */
final class RandomAggregation {
    /** The values of columns; $ is a small random number. */
    private static final List<String> COLUMNS = List.of(
            "INTEGER: $ % 7",
            "INTEGER: $ * 1000003",
            "INTEGER: 9223372036854775807 - $ * ($ % 3)",
            "REAL: $ / 100.0",
            "REAL: $ / 7.0",
            "REAL: $ * 1e14 / 3",
            "TEXT: 'w' || ($ % 5)",
            "TEXT: 'text ' || ($ * 7919 % 1009)",
            "TEXT: substr('w2text\u00e4\u00f6', $ % 7, $ % 5) || $",
            "TEXT: datetime('2011-12-20', ($ * 79) || ' minutes')",
            "TEXT: datetime(1330000000 + $ * 3571, 'unixepoch') || substr('Z', 1, $ % 500 = 7)",
            "ANY: CASE $ % 5 WHEN 0 THEN $ WHEN 1 THEN $ + 0.5 WHEN 2 THEN 't' || $"
                    + " WHEN 3 THEN ($ % 9) || '' ELSE x'0102' END",
            "TEXT: CASE WHEN $ % 3 THEN '' || ($ % 50) ELSE $ / 4.0 || 'x' END");

    /** The same for tables that are joined: many rows find some. */
    private static final List<String> JOINED_COLUMNS = List.of(
            "INTEGER: $ % 13 - 3",
            "INTEGER: $ % 29",
            "INTEGER: $ % 29 * 1000000007",
            "INTEGER: 9007199254740993 - $ % 7",
            "REAL: $ % 13",
            "REAL: $ / 100.0",
            "REAL: 9007199254740992.0 - $ % 7 * 2",
            "TEXT: $ % 13",
            "TEXT: 'w' || ($ % 5)",
            "NUMERIC: CASE WHEN $ % 5 THEN $ % 11 ELSE $ % 7 / 2.0 END",
            "ANY: CASE $ % 5 WHEN 0 THEN $ % 9 WHEN 1 THEN $ % 9 + 0.5 WHEN 2 THEN $ % 9 + 0.0"
                    + " WHEN 3 THEN ($ % 9) || '' ELSE x'0102' END");

    private static final String[] FUNCTIONS = {
        "abs",
        "ceil",
        "floor",
        "hex",
        "instr",
        "length",
        "lower",
        "max",
        "min",
        "nullif",
        "octet_length",
        "quote",
        "replace",
        "round",
        "sign",
        "trim",
        "trunc",
        "typeof",
        "unicode",
        "upper"
    };

    private static final List<String> CONSTANTS = List.of(
            "0",
            "3",
            "-1",
            "500",
            "4.99",
            "5.0",
            "1e13",
            "'w2'",
            "'te'",
            "'tex\u00e4'",
            "'5'",
            "'text 5'",
            "'2012-01-15 10:00:00'",
            "'2012-03'",
            "NULL",
            "x'01'",
            "9223372036854775807",
            "9.5e18",
            "2 + 1");

    private final Random random;

    /** The random numbers of changes: queries are the same with and without them. */
    private final Random changes;

    /** Draws tables that are UNION ALLs, and FULL JOINs: the rest is the same without them. */
    private final Random unions;

    /** The rows of tables must differ by their ids. */
    private boolean haveIds;

    /** The names of all columns of all tables, qualified by their tables' names. */
    private final List<String> allNames = new ArrayList<>();

    /** The columns that an expression may name. */
    private List<String> names = allNames;

    /** By table: its columns. */
    private final List<List<String>> columns = new ArrayList<>();

    /** By table: the declared types of its columns. */
    private final List<List<String>> types = new ArrayList<>();

    /** By table: what the values of its columns are, but for the rowid's. */
    private final List<List<String>> makers = new ArrayList<>();

    /** @param tableCount 1, or how many are joined */
    RandomAggregation(long seed, int tableCount) {
        random = new Random(seed);
        changes = new Random(~seed);
        unions = new Random(seed * 31 + 7);
        for (int i = 0; i < tableCount; i++) {
            columns.add(new ArrayList<>());
        }
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** The statements that make the tables. */
    List<String> tables() {
        List<String> statements = new ArrayList<>();
        for (int table = 0; table < columns.size(); table++) {
            addTable(table, statements);
        }
        return statements;
    }

    private void addTable(int table, List<String> statements) {
        boolean joined = columns.size() > 1;
        List<String> own = new ArrayList<>();
        makers.add(own);
        List<String> ownTypes = new ArrayList<>();
        types.add(ownTypes);
        String name = "t" + table;
        List<String> declared = new ArrayList<>();
        int count = 2 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String[] column = one(joined ? JOINED_COLUMNS : COLUMNS).split(": ", 2);
            columns.get(table).add("c" + i);
            own.add(column[1]);
            ownTypes.add(column[0]);
            declared.add("c" + i + " " + column[0]);
        }
        boolean withoutRowid = changes.nextInt(3) == 0;
        declared.add(
                changes.nextInt(count + 1),
                "id INTEGER PRIMARY KEY" + (withoutRowid && changes.nextBoolean() ? " DESC" : ""));
        statements.add("CREATE TABLE " + name + "(" + String.join(", ", declared) + ")"
                + (withoutRowid ? " WITHOUT ROWID" : ""));
        int rows = random.nextInt(60);
        boolean nulls = random.nextBoolean();
        int step = joined ? 1 : 3;
        for (int row = 0; row < rows; row++) {
            List<String> values = new ArrayList<>();
            for (String maker : own) {
                String number = Integer.toString(random.nextInt(1000));
                boolean isNull = nulls && random.nextInt(6) == 0;
                values.add(isNull ? "NULL" : maker.replace("$", number));
            }
            int id = row * step + random.nextInt(step);
            statements.add(
                    "INSERT INTO " + into(table) + id + ", " + String.join(", ", values) + ")");
        }
        columns.get(table).add("id");
        ownTypes.add("INTEGER");
        columns.get(table).forEach(column -> allNames.add(name + "." + column));
    }

    /** Indexes that vectors may read instead of the tables. */
    List<String> indexes() {
        List<String> statements = new ArrayList<>();
        for (int table = 0; table < columns.size(); table++) {
            List<String> own = columns.get(table);
            for (int i = changes.nextInt(3); i > 0; i--) {
                List<String> indexed = new ArrayList<>();
                for (int j = 1 + changes.nextInt(2); j > 0; j--) {
                    indexed.add(own.get(changes.nextInt(own.size()))
                            + (changes.nextInt(3) == 0 ? " DESC" : ""));
                }
                statements.add("CREATE INDEX t" + table + "i" + i + " ON t" + table + "("
                        + String.join(", ", indexed) + ")");
            }
        }
        return statements;
    }

    /** Returns the text before the values of a row. */
    private String into(int table) {
        List<String> named = columns.get(table).stream()
                .filter(column -> !column.equals("id"))
                .toList();
        return "t" + table + "(id, " + String.join(", ", named) + ") VALUES (";
    }

    /** A statement that changes a row, or a few, in one of the tables. */
    String change() {
        int table = changes.nextInt(columns.size());
        int id = changes.nextInt(columns.size() > 1 ? 60 : 180);
        List<String> values = makers.get(table).stream().map(this::changed).toList();
        String row = String.join(", ", values);
        return switch (changes.nextInt(5)) {
            case 0 -> "DELETE FROM t" + table + " WHERE id = " + id;
            case 1 ->
                "INSERT INTO " + into(table) + "(SELECT coalesce(max(id), 0) + 1 FROM t" + table
                        + "), " + row + ")";
            case 2 -> "INSERT OR REPLACE INTO " + into(table) + id + ", " + row + ")";
            default -> {
                int column = changes.nextInt(values.size());
                yield "UPDATE t" + table + " SET c" + column + " = " + values.get(column)
                        + " WHERE id BETWEEN " + id + " AND " + (id + changes.nextInt(9));
            }
        };
    }

    private String changed(String maker) {
        return maker.replace("$", Integer.toString(changes.nextInt(1000)));
    }

    private String value(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return random.nextInt(4) == 0 ? one(CONSTANTS) : one(names);
        }
        return switch (random.nextInt(13)) {
            case 0 -> one(List.of("-", "-", "~")) + one(names);
            case 1 -> "+" + one(names);
            case 2 ->
                "CASE WHEN " + condition(1) + " THEN " + value(depth - 1) + " WHEN " + condition(1)
                        + " THEN " + value(depth - 1)
                        + one(List.of(" END", " ELSE " + one(names) + " END"));
            case 3 ->
                "CASE " + one(names) + " WHEN " + value(0) + " THEN " + value(depth - 1) + " ELSE "
                        + value(0) + " END";
            case 4 ->
                one(List.of(
                        "coalesce(" + one(names) + ", " + value(0) + ")",
                        "iif(" + condition(0) + ", 1, 0)",
                        "(" + condition(1) + ")"));
            case 5 ->
                one(List.of(
                        "substr(" + one(names) + ", 2)",
                        "length(" + one(names) + ")",
                        "CAST(" + one(names) + " AS " + one(List.of("INTEGER", "TEXT", "REAL"))
                                + ")",
                        "CAST(substr(" + one(names) + ", 2, 3) AS INTEGER)",
                        "substr(" + one(names) + ", 1, " + one(List.of("2", "4", "10", "13", "19"))
                                + ")",
                        "round(" + one(names) + ")",
                        "date(" + one(names) + ")",
                        "CAST(strftime('%Y', " + one(names) + ") AS INTEGER)",
                        "strftime('" + one(List.of("%m", "%j %w", "%H", "%d %H:%M", "%s")) + "', "
                                + one(names) + ")"));
            case 6 -> call(one(Arrays.asList(FUNCTIONS)), depth);
            case 7 ->
                "(" + value(depth - 1) + " " + one(List.of("&", "|", "<<", ">>", "||")) + " "
                        + value(0) + ")";
            default ->
                "(" + value(depth - 1) + " " + one(List.of("+", "-", "*", "/", "%")) + " "
                        + value(depth - 1) + ")";
        };
    }

    /** A call of a function of one or two arguments. */
    private String call(String function, int depth) {
        return switch (function) {
            case "nullif", "max", "min", "instr" ->
                function + "(" + one(names) + ", " + value(0) + ")";
            case "replace" -> "replace(" + one(names) + ", '1', 'two')";
            default -> function + "(" + (depth > 1 ? value(depth - 1) : one(names)) + ")";
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
                (random.nextInt(3) == 0 ? value(1) : one(names)) + not + " IN (" + one(CONSTANTS)
                        + ", " + one(CONSTANTS) + ", " + value(1) + ")";
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
        List<String> tested = new ArrayList<>(List.of("count(*)"));
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String filter = random.nextInt(5) > 0 ? "" : " FILTER (WHERE " + condition(1) + ")";
            String distinct = random.nextInt(5) > 0 ? "" : "DISTINCT ";
            String function = one(List.of("count", "sum", "total", "avg", "min", "max"));
            String argument = value(2);
            String call = function + "(" + distinct + argument + ")";
            if (columns.size() == 1 && random.nextInt(5) == 0) {
                // The length of the texts alone: with an index rows may come in another order.
                call = one(List.of(
                        "length(group_concat(" + distinct + argument + "))",
                        "median(" + distinct + "length(" + argument + "))",
                        "percentile(CAST(" + argument + " AS INTEGER), 30)",
                        "percentile_disc(octet_length(" + argument + "), 0.7)"));
                filter = "";
            }
            results.add(call + filter);
            // The last digit of a sum of reals depends on the order in which a join gives rows.
            if (columns.size() == 1 || !List.of("sum", "total", "avg").contains(function)) {
                tested.add(results.getLast());
            }
        }
        if (keys.isEmpty()) {
            return "SELECT " + String.join(", ", results) + from();
        }
        keys.stream().filter(allNames::contains).forEach(tested::add);
        return "SELECT " + String.join(", ", results) + from() + " GROUP BY "
                + String.join(", ", keys) + (random.nextInt(3) > 0 ? "" : having(tested));
    }

    /** @param tested keys and aggregates of the query */
    private String having(List<String> tested) {
        List<String> conditions = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            conditions.add("(" + over(tested, () -> condition(2)) + ")");
        }
        if (conditions.isEmpty() || random.nextInt(3) == 0) {
            int table = random.nextInt(columns.size());
            List<String> own =
                    columns.get(table).stream().map(column -> "s." + column).toList();
            String value = one(List.of(
                    one(List.of("max", "min", "count", "avg")) + "(" + one(own) + ")", one(own)));
            String rows = " FROM t" + table + " AS s WHERE " + over(own, () -> condition(1));
            conditions.add(
                    random.nextInt(conditions.size() + 1),
                    one(tested) + one(List.of(" < ", " >= ", " IS NOT ", " <> ")) + "(SELECT "
                            + value + rows + " ORDER BY s.id)");
        }
        return " HAVING " + String.join(" AND ", conditions);
    }

    /** A query of rows: what the scan keeps away from the loop must not be missed there. */
    String rows() {
        List<String> conditions = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String column = one(names);
            String comparison = one(List.of("=", "<", "<=", ">", ">=", "<>"));
            conditions.add(
                    switch (random.nextInt(4)) {
                        case 0 -> one(CONSTANTS) + " " + comparison + " " + column;
                        case 1 -> condition(1);
                        default -> column + " " + comparison + " " + one(CONSTANTS);
                    });
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        String key = one(names) + one(List.of("", " DESC", " NULLS LAST", " DESC NULLS FIRST"));
        String order = random.nextInt(3) == 0
                ? ""
                : " ORDER BY " + key + ", +id LIMIT " + random.nextInt(12);
        if (unions.nextBoolean() && !order.isEmpty()) {
            order = " ORDER BY " + key + ", id";
        }
        return "SELECT id, " + one(names) + " FROM t0" + where + order;
    }

    /**
     * A query of the rows of a join, or of groups that vectors do not make. Its conditions and
     * values may have functions that vectors do not know.
     */
    String joinedRows() {
        String unknown = one(List.of("replace(1, 2, ", "abs(", "printf('%s', ")) + one(names) + ")";
        haveIds = unions.nextInt(3) > 0;
        boolean ordered = haveIds;
        String from = from();
        haveIds = false;
        if (random.nextInt(3) == 0) {
            from += (from.contains(" WHERE ") ? " AND " : " WHERE ")
                    + unknown
                    + one(List.of(" <> ", " >= ", " < "))
                    + value(1);
        }
        if (random.nextInt(4) == 0) {
            return "SELECT " + one(names) + ", count(" + unknown + "), max(hex(" + one(names) + "))"
                    + from + " GROUP BY 1";
        }
        List<String> results = new ArrayList<>();
        List<String> order = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            results.add(random.nextBoolean() ? one(names) : value(2));
        }
        results.add(unknown);
        for (int table = 0; table < columns.size(); table++) {
            order.add("t" + table + ".id" + one(List.of("", " DESC")));
        }
        if (random.nextInt(3) == 0) {
            order.addFirst(one(names) + one(List.of("", " DESC", " NULLS LAST")));
        }
        if (random.nextInt(4) == 0) {
            return "SELECT DISTINCT " + String.join(", ", results) + from;
        }
        int kind = random.nextInt(3);
        return "SELECT " + String.join(", ", results) + from
                + switch (ordered ? kind : 0) {
                    case 0 -> "";
                    case 1 -> " ORDER BY " + String.join(", ", order);
                    default ->
                        " ORDER BY " + String.join(", ", order) + " LIMIT " + random.nextInt(30)
                                + " OFFSET " + random.nextInt(3);
                };
    }

    /**
     * A query with windows over the rows of a table or a join. The ids put rows into one order
     * where an answer depends on it.
     */
    String windows() {
        haveIds = true;
        String from = from();
        haveIds = false;
        List<String> ids = IntStream.range(0, columns.size())
                .mapToObj(table -> "t" + table + ".id")
                .toList();
        List<String> results = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String order = one(names)
                    + one(List.of("", " DESC", " NULLS LAST", " DESC NULLS FIRST"))
                    + ", "
                    + String.join(", ", ids)
                    + one(List.of("", " DESC"));
            String partition = random.nextInt(3) == 0
                    ? ""
                    : "PARTITION BY " + (random.nextInt(3) == 0 ? value(1) : one(names)) + " ";
            String value = random.nextInt(3) == 0 ? value(1) : one(names);
            results.add(
                    switch (random.nextInt(5)) {
                        case 0 ->
                            one(List.of("rank()", "dense_rank()", "max(" + value + ")")) + " OVER ("
                                    + partition + "ORDER BY " + one(names) + ")";
                        case 1 -> "count(" + value + ") OVER (" + partition + ")";
                        case 2 ->
                            one(List.of("lag", "lead", "last_value")) + "(" + value + ") OVER ("
                                    + partition + "ORDER BY " + order + ")";
                        case 3 -> "row_number() OVER (" + partition + "ORDER BY " + order + ")";
                        default ->
                            one(List.of("sum", "total", "min", "count", "group_concat")) + "("
                                    + value + ") FILTER (WHERE " + condition(0) + ") OVER ("
                                    + partition + "ORDER BY " + order
                                    + one(List.of("", " ROWS 2 PRECEDING", " GROUPS 1 PRECEDING"))
                                    + ")";
                    });
        }
        String rows = "SELECT " + String.join(", ", ids) + ", " + String.join(", ", results) + from;
        return switch (random.nextInt(3)) {
            case 0 -> "SELECT DISTINCT " + results.getLast() + from;
            case 1 -> rows + " ORDER BY " + one(names) + ", " + String.join(" DESC, ", ids);
            default -> rows;
        };
    }

    /** Returns a table, or instead a UNION ALL whose columns may be those of other tables. */
    private String rows(int table) {
        if (haveIds || unions.nextInt(6) > 0) {
            return "t" + table;
        }
        List<String> selects = new ArrayList<>();
        for (int i = 1 + unions.nextInt(3); i > 0; i--) {
            int other = unions.nextInt(3) > 0 ? table : unions.nextInt(columns.size());
            String where = unions.nextInt(3) > 0
                    ? ""
                    : " WHERE " + columns.get(other).getFirst()
                            + List.of(" < ", " >= ", " IS NOT ").get(unions.nextInt(3))
                            + CONSTANTS.get(unions.nextInt(CONSTANTS.size()));
            selects.add("SELECT " + values(table, other) + " FROM t" + other + where);
        }
        selects.add("SELECT " + String.join(", ", columns.get(table)) + " FROM t" + table);
        return "(" + String.join(" UNION ALL ", selects) + ") AS t" + table;
    }

    /** The columns of a table, made of columns of another one that have their types. */
    private String values(int table, int other) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.get(table).size(); i++) {
            String column = columns.get(table).get(i);
            String type = types.get(table).get(i);
            String value = column;
            if (other != table || unions.nextInt(9) == 0) {
                List<String> fitting = IntStream.range(0, columns.get(other).size())
                        .filter(place -> types.get(other).get(place).equals(type))
                        .mapToObj(place -> columns.get(other).get(place))
                        .toList();
                value = fitting.isEmpty() ? "NULL" : fitting.get(unions.nextInt(fitting.size()));
            }
            values.add(value + " AS " + column);
        }
        return String.join(", ", values);
    }

    private String outerJoin() {
        return !haveIds && unions.nextInt(3) == 0 ? " FULL JOIN " : " LEFT JOIN ";
    }

    private String from() {
        List<String> conditions = new ArrayList<>();
        StringBuilder from = new StringBuilder(" FROM " + rows(0));
        for (int table = 1; table < columns.size(); table++) {
            boolean outer = random.nextInt(4) == 0;
            String rows = rows(table);
            if (random.nextInt(8) == 0) {
                rows = "(SELECT DISTINCT * FROM t" + table + ") AS t" + table;
            }
            from.append(outer ? outerJoin() : ", ").append(rows);
            List<String> own = new ArrayList<>();
            for (int i = random.nextInt(5) > 0 ? 1 : 2; i > 0; i--) {
                int other = random.nextInt(table);
                own.add("t" + table + "." + one(columns.get(table)) + " = t" + other + "."
                        + one(columns.get(other)));
            }
            if (!outer) {
                conditions.addAll(own);
                continue;
            }
            if (random.nextInt(2) == 0) {
                List<String> known = new ArrayList<>();
                for (int i = 0; i <= table; i++) {
                    for (String column : columns.get(i)) {
                        known.add("t" + i + "." + column);
                    }
                }
                own.add("(" + over(known, () -> condition(1)) + ")");
            }
            from.append(" ON ").append(String.join(" AND ", own));
        }
        if (columns.size() == 1) {
            // A comparison of the rowid alone would be a search.
            conditions.add("(" + condition(2) + ") AND +id >= 0");
        } else if (random.nextInt(2) == 0) {
            conditions.add("(" + condition(2) + ")");
        }
        while (random.nextInt(3) == 0) {
            conditions.add(asked());
        }
        return conditions.isEmpty()
                ? from.toString()
                : from + " WHERE " + String.join(" AND ", conditions);
    }

    private String over(List<String> others, Supplier<String> maker) {
        List<String> before = names;
        names = others;
        String made = maker.get();
        names = before;
        return made;
    }

    /** A condition that asks for rows of a query, or compares with a value of one. */
    private String asked() {
        int table = random.nextInt(columns.size());
        List<String> own =
                columns.get(table).stream().map(column -> "s." + column).toList();
        String rows = " FROM t" + table + " AS s";
        List<String> inside = new ArrayList<>();
        if (random.nextInt(2) == 0) {
            inside.add("(" + over(own, () -> condition(1)) + ")");
        }
        if (random.nextInt(8) < 2) {
            String value =
                    one(List.of("avg", "max", "min", "count", "3 + count")) + "(" + one(own) + ")";
            if (random.nextInt(3) > 0) {
                inside.add(one(own) + " = " + one(names));
            }
            return one(names) + one(List.of(" < ", " >= ", " IS NOT ")) + "(SELECT " + value + rows
                    + where(inside) + ")";
        }
        String not = one(List.of("", "NOT "));
        String asked;
        if (random.nextInt(2) == 0) {
            for (int i = random.nextInt(5) > 0 ? 1 : 2; i > 0; i--) {
                inside.add(one(own) + " = " + (random.nextInt(5) > 0 ? one(names) : value(1)));
            }
            if (random.nextInt(3) == 0) {
                inside.add(one(own) + one(List.of(" <> ", " < ", " >= ", " IS NOT ")) + one(names));
            }
            asked = not + "EXISTS (SELECT *" + rows + where(inside) + ")";
        } else {
            String key = one(own);
            String groups = random.nextInt(4) > 0 ? "" : " GROUP BY 1 HAVING count(*) > 1";
            asked = (random.nextInt(5) > 0 ? one(names) : value(1)) + " " + not + "IN (SELECT "
                    + key + rows + where(inside) + groups + ")";
        }
        return random.nextInt(4) > 0
                ? asked
                : one(List.of("NOT (" + asked + ")", "(" + asked + ") IS TRUE"));
    }

    private static String where(List<String> conditions) {
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }
}
