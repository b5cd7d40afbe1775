package org.sqlvm.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A SELECT over a random schema, made so that SQLite's answer is the only one: a LIMIT comes with
 * an ORDER BY over all columns, and no column stands bare beside an aggregate.
 */
final class RandomQuery {
    /**
     * What makes two answers the same one.
     *
     * @param exact false if of values that compare as equal any may stand for all of them
     * @param keys the columns, from 0, that the rows are in the order of
     */
    record Answer(boolean exact, List<Integer> keys) {
        static final Answer ROWS = new Answer(true, List.of());
    }

    private static final int DEPTH_MAX = 3;

    private final Random random;
    private final RandomSchema schema;

    /** Columns in the query's reach, with their table's name before them where needed. */
    private final List<String> columns = new ArrayList<>();

    private final List<Integer> orderKeys = new ArrayList<>();

    private int nestedCount;
    /** Whether no part lets one of several equal values stand for all. */
    private boolean exact = true;

    final Piece text;
    final Answer answer;

    RandomQuery(Random random, RandomSchema schema) {
        this.random = random;
        this.schema = schema;
        Piece from = from();
        boolean grouped = chance(25);
        boolean distinct = chance(15);
        int width = 1 + random.nextInt(3);
        List<Piece> results = new ArrayList<>();
        List<Piece> keys = new ArrayList<>();
        if (grouped) {
            int keyCount = random.nextInt(3);
            for (int i = 0; i < keyCount; i++) {
                // A lone number would be the number of a column.
                keys.add(chance(70) ? column() : Piece.expression("(", expression(1), " || '')"));
            }
            results.addAll(keys);
            for (int i = 0; i < width; i++) {
                results.add(aggregate());
            }
        } else {
            for (int i = 0; i < width; i++) {
                results.add(expression(DEPTH_MAX));
            }
        }
        Piece where = chance(65) ? Piece.optional(" WHERE ", condition(DEPTH_MAX)) : Piece.fixed();
        Piece group =
                keys.isEmpty() ? Piece.fixed() : Piece.fixed(" GROUP BY ", Piece.list(", ", keys));
        Piece having = grouped && chance(25)
                ? Piece.optional(
                        " HAVING ",
                        Piece.expression(aggregate(), " ", comparison(), " ", literal()))
                : Piece.fixed();
        boolean ordered = chance(40);
        boolean limited = ordered && chance(40);
        Piece order = ordered ? order(results.size(), limited) : Piece.fixed();
        Piece limit = limited ? limit() : Piece.fixed();
        Piece tail = Piece.fixed(order, limit);
        text = Piece.fixed(
                "SELECT ",
                distinct ? "DISTINCT " : "",
                fixedList(results),
                from,
                where,
                group,
                having,
                tail);
        answer = new Answer(exact && !grouped && !distinct && !limited, List.copyOf(orderKeys));
    }

    /** ORDER BY and GROUP BY count the columns, so none may go alone. */
    private static Piece fixedList(List<Piece> pieces) {
        Object[] content = new Object[pieces.size() * 2 - 1];
        for (int i = 0; i < pieces.size(); i++) {
            content[2 * i] = pieces.get(i);
            if (i > 0) {
                content[2 * i - 1] = ", ";
            }
        }
        return Piece.fixed(content);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private Piece from() {
        int count = 1 + (chance(55) ? 0 : 1 + random.nextInt(2));
        List<Object> content = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RandomSchema.Table table = Piece.any(random, schema.tables);
            String alias = "x" + i;
            Piece source = chance(25)
                    ? Piece.fixed(derived(table), " AS ", alias)
                    : Piece.fixed(table.name() + " AS " + alias);
            for (String column : table.columns()) {
                columns.add(alias + "." + column);
            }
            content.add(i == 0 ? Piece.fixed(" FROM ", source) : join(source));
        }
        return Piece.fixed(content.toArray());
    }

    /** A query in FROM with the columns of {@code table}. */
    private Piece derived(RandomSchema.Table table) {
        List<String> outer = List.copyOf(columns);
        columns.clear();
        String alias = "d" + ++nestedCount;
        table.columns().forEach(column -> columns.add(alias + "." + column));
        String names = String.join(", ", table.columns());
        Piece plain = Piece.fixed(
                "SELECT ",
                names,
                " FROM ",
                table.name(),
                " AS ",
                alias,
                Piece.optional(" WHERE ", condition(1)));
        RandomSchema.Table other = Piece.any(random, schema.tables);
        Piece result = plain;
        if (chance(35) && other.columns().size() >= table.columns().size()) {
            String operator =
                    Piece.any(random, List.of("UNION ALL", "UNION", "EXCEPT", "INTERSECT"));
            exact &= operator.equals("UNION ALL");
            List<String> chosen = other.columns().subList(0, table.columns().size());
            result = Piece.fixed(
                    plain,
                    " ",
                    operator,
                    " SELECT ",
                    String.join(", ", chosen),
                    " FROM ",
                    other.name());
        } else if (chance(15)) {
            exact = false;
            result = Piece.fixed("SELECT DISTINCT ", names, " FROM ", table.name());
        }
        columns.clear();
        columns.addAll(outer);
        return chance(15)
                ? Piece.fixed("(WITH q AS (", result, ") SELECT * FROM q)")
                : Piece.fixed("(", result, ")");
    }

    /** A query in a condition, which may read the columns of the query around it. */
    private Piece nested(String before, String after) {
        RandomSchema.Table table = Piece.any(random, schema.tables);
        String alias = "n" + ++nestedCount;
        List<String> outer = List.copyOf(columns);
        List<String> own = new ArrayList<>();
        table.columns().forEach(column -> own.add(alias + "." + column));
        String shown = Piece.any(random, own);
        if (chance(60)) {
            columns.addAll(own);
            columns.addAll(own);
        } else {
            columns.clear();
            columns.addAll(own);
        }
        Piece where = chance(75) ? Piece.optional(" WHERE ", condition(1)) : Piece.fixed();
        columns.clear();
        columns.addAll(outer);
        return Piece.fixed(
                "(SELECT ",
                before,
                shown,
                after,
                " FROM ",
                table.name(),
                " AS ",
                alias,
                where,
                ")");
    }

    private Piece join(Piece table) {
        return switch (random.nextInt(7)) {
            case 0 -> Piece.fixed(", ", table);
            case 1 -> Piece.fixed(" CROSS JOIN ", table);
            case 2 -> Piece.fixed(" JOIN ", table, Piece.optional(" ON ", joinCondition()));
            case 3 -> Piece.fixed(" RIGHT JOIN ", table, " ON ", joinCondition());
            case 4 -> Piece.fixed(" FULL JOIN ", table, " ON ", joinCondition());
            default -> Piece.fixed(" LEFT JOIN ", table, " ON ", joinCondition());
        };
    }

    private Piece joinCondition() {
        Piece equal = Piece.expression(column(), " = ", column());
        return chance(70) ? equal : Piece.expression(equal, " AND ", condition(1));
    }

    private Piece order(int width, boolean total) {
        int count = total ? width : 1 + random.nextInt(width);
        int first = random.nextInt(width);
        List<Piece> terms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int key = (first + i) % width;
            orderKeys.add(key);
            StringBuilder term = new StringBuilder().append(key + 1);
            term.append(chance(30) ? " DESC" : "");
            term.append(chance(10) ? " NULLS LAST" : chance(10) ? " NULLS FIRST" : "");
            terms.add(Piece.fixed(term.toString()));
        }
        return Piece.fixed(" ORDER BY ", fixedList(terms));
    }

    private Piece limit() {
        String count = String.valueOf(random.nextInt(8) - 1);
        return chance(40)
                ? Piece.optional(
                        " LIMIT ", count, " OFFSET ", String.valueOf(random.nextInt(5) - 1))
                : Piece.optional(" LIMIT ", count);
    }

    private Piece column() {
        return Piece.expression(Piece.any(random, columns));
    }

    private Piece literal() {
        return Piece.expression(RandomSchema.literal(random));
    }

    private String comparison() {
        return Piece.any(random, List.of("=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"));
    }

    private Piece aggregate() {
        Piece argument = chance(75) ? column() : expression(1);
        Piece filter =
                chance(12) ? Piece.optional(" FILTER (WHERE ", condition(1), ")") : Piece.fixed();
        String distinct = chance(20) ? "DISTINCT " : "";
        return switch (random.nextInt(7)) {
            case 0 -> Piece.fixed("count(*)", filter);
            case 1 -> Piece.fixed("count(", distinct, argument, ")", filter);
            case 2 -> Piece.fixed("sum(", distinct, argument, ")", filter);
            case 3 -> Piece.fixed("avg(", distinct, argument, ")", filter);
            case 4 -> Piece.fixed("total(", argument, ")", filter);
            case 5 -> Piece.fixed("min(", argument, ")", filter);
            default -> Piece.fixed("max(", argument, ")", filter);
        };
    }

    /** An expression that a WHERE can make use of: comparisons of columns, joined by AND and OR. */
    private Piece condition(int depth) {
        if (depth > 0 && chance(35)) {
            String operator = chance(65) ? " AND " : " OR ";
            return Piece.expression("(", condition(depth - 1), operator, condition(depth - 1), ")");
        }
        Piece left = chance(80) ? column() : expression(1);
        return switch (random.nextInt(depth > 0 ? 13 : 10)) {
            case 10 -> Piece.expression(left, negation(), " IN ", nested("", ""));
            case 11 -> Piece.expression(chance(30) ? "NOT " : "", "EXISTS ", nested("", ""));
            case 12 ->
                Piece.expression(
                        left,
                        " ",
                        comparison(),
                        " ",
                        nested(Piece.any(random, List.of("count(", "sum(", "max(", "min(")), ")"));
            case 0 -> Piece.expression(left, chance(50) ? " IS NULL" : " IS NOT NULL");
            case 1 ->
                Piece.expression(left, negation(), " BETWEEN ", literal(), " AND ", literal());
            case 2 ->
                Piece.expression(left, negation(), " IN (", Piece.list(", ", literals()), ")");
            case 3 -> Piece.expression(left, negation(), " LIKE ", pattern("%", "_"));
            case 4 -> Piece.expression(left, negation(), " GLOB ", pattern("*", "?"));
            case 5 -> Piece.expression(left, " ", comparison(), " ", column());
            case 6 -> Piece.expression("NOT ", condition(0));
            default -> Piece.expression(left, collate(), " ", comparison(), " ", literal());
        };
    }

    private String collate() {
        return chance(12)
                ? " COLLATE " + Piece.any(random, List.of("BINARY", "NOCASE", "RTRIM"))
                : "";
    }

    private String negation() {
        return chance(20) ? " NOT" : "";
    }

    private List<Piece> literals() {
        List<Piece> list = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            list.add(literal());
        }
        return list;
    }

    private Piece pattern(String many, String one) {
        List<String> parts = List.of("a", "A", "b", many, one, "1", "", many, ".", "ä", " ");
        StringBuilder text = new StringBuilder("'");
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(Piece.any(random, parts));
        }
        return Piece.expression(text.append('\'').toString());
    }

    private Piece expression(int depth) {
        if (depth == 0 || chance(30)) {
            return chance(70) ? column() : literal();
        }
        return switch (random.nextInt(9)) {
            case 0, 1 ->
                Piece.expression(
                        "(", expression(depth - 1), arithmetic(), expression(depth - 1), ")");
            case 2 -> Piece.expression("(", condition(depth - 1), ")");
            case 3 ->
                Piece.expression(
                        "CASE WHEN ",
                        condition(depth - 1),
                        " THEN ",
                        expression(depth - 1),
                        " ELSE ",
                        expression(depth - 1),
                        " END");
            case 4 ->
                Piece.expression(
                        "CASE ",
                        expression(depth - 1),
                        " WHEN ",
                        expression(depth - 1),
                        " THEN ",
                        expression(depth - 1),
                        " END");
            case 5 ->
                Piece.expression(
                        "CAST(",
                        expression(depth - 1),
                        " AS ",
                        Piece.any(random, List.of("INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB")),
                        ")");
            case 6 ->
                Piece.expression(
                        Piece.any(random, List.of("-", "+", "~", "NOT ")),
                        "(",
                        expression(depth - 1),
                        ")");
            default -> function(depth - 1);
        };
    }

    private String arithmetic() {
        return Piece.any(
                random,
                List.of(" + ", " - ", " * ", " / ", " % ", " || ", " & ", " | ", " << ", " >> "));
    }

    private Piece function(int depth) {
        String one = Piece.any(
                random,
                List.of(
                        "typeof", "length", "upper", "lower", "hex", "quote", "trim", "round",
                        "unicode", "sign"));
        String two = Piece.any(
                random,
                List.of("coalesce", "ifnull", "nullif", "min", "max", "instr", "substr", "rtrim"));
        return switch (random.nextInt(5)) {
            case 0, 1 -> Piece.expression(one, "(", expression(depth), ")");
            case 2 ->
                Piece.expression(
                        "substr(", expression(depth), ", ", literal(), ", ", literal(), ")");
            case 3 ->
                Piece.expression(
                        "replace(", expression(depth), ", ", literal(), ", ", literal(), ")");
            default -> Piece.expression(two, "(", expression(depth), ", ", expression(depth), ")");
        };
    }
}
