package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * A recursive query in an odd form: several recursive terms, with joins, queries of their own and
 * mixed operators, under names of tables, or with what SQLite refuses there. Each step adds one to
 * the first column, which has an end.
 */
final class OddRecursion extends OddQuery {
    private static final List<String> OPERATORS = List.of(" UNION ALL ", " UNION ");

    /** The name of the recursive table, which may be a real table's. */
    private final String name;
    /** Whether rows come from tables, so that without ORDER BY they have no order. */
    private boolean free;

    OddRecursion(Dice dice, RandomSchema schema) {
        super(dice, schema);
        name = dice.chance(25) ? table().name() : "w";
    }

    @Override
    Piece text() {
        List<Piece> terms = new ArrayList<>();
        terms.add(recursion());
        if (dice.chance(30)) {
            terms.add(dice.below(2), other());
        }
        return Piece.query(
                dice.chance(70) ? "WITH RECURSIVE " : "WITH ",
                Piece.fixedList(", ", terms),
                " ",
                outer());
    }

    private Piece recursion() {
        String columns = errs(4) ? dice.any("(x)", "(x, y, z)", "(x, x)") : "";
        boolean named = columns.isEmpty();
        boolean implied = named && dice.chance(15);
        Piece nested =
                dice.chance(10) ? Piece.fixed("WITH n(a, b) AS (", start(), ") ") : Piece.none();
        boolean hasNested = !nested.toString().isEmpty();
        List<Object> body = new ArrayList<>();
        body.add(nested);
        body.add(start());
        if (dice.chance(25)) {
            String operator = dice.any(" UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT ");
            body.add(Piece.optional(operator, start()));
        }
        String operator = errs(2) ? dice.any(" EXCEPT ", " INTERSECT ") : dice.any(OPERATORS);
        body.add(operator);
        int more = dice.chance(40) ? dice.between(1, 2) : 0;
        body.add(step(hasNested, more == 0));
        for (int i = more; i > 0; i--) {
            String next = errs(5) ? dice.any(OPERATORS) : operator;
            body.add(Piece.optional(
                    next, errs(3) ? Piece.fixed("SELECT 1, 2") : step(hasNested, i == 1)));
        }
        if (dice.chance(30)) {
            body.add(Piece.optional(order()));
            body.add(limit());
        } else if (!free && dice.chance(25)) {
            body.add(limit());
        }
        String hint = dice.any("", "", "", "MATERIALIZED ", "NOT MATERIALIZED ");
        return Piece.fixed(
                name,
                named && !implied ? "(x, y)" : columns,
                " AS ",
                hint,
                "(",
                Piece.fixed(body.toArray()),
                ")");
    }

    private Piece start() {
        RandomSchema.Table table = table();
        boolean rows = dice.chance(35);
        free |= rows;
        String named = " AS x, ";
        if (rows && !table.name().equals(name)) {
            return Piece.choice(
                    Piece.fixed(
                            "SELECT 1",
                            named,
                            dice.any(table.columns()),
                            " AS y FROM ",
                            table.name()),
                    "SELECT 1 AS x, 1 AS y");
        }
        return dice.chance(30)
                ? Piece.fixed(
                        "SELECT column1 AS x, column2 AS y FROM (VALUES (1, ",
                        schema.literal(),
                        "), (2, ",
                        schema.literal(),
                        "))")
                : Piece.fixed("SELECT 1", named, schema.literal(), " AS y");
    }

    private Piece step(boolean hasNested, boolean last) {
        RandomSchema.Table table = table();
        boolean joins = dice.chance(40);
        String alias = dice.chance(70) ? name : "z";
        String own = alias.equals(name) ? name : name + " AS z";
        Object from = own;
        String other = "NULL";
        if (joins) {
            free = true;
            boolean nested = hasNested && dice.chance(50);
            String column = nested ? "b" : dice.any(table.columns());
            other = "r." + column;
            String second = nested ? "n AS r" : source(table) + " AS r";
            String on = " ON "
                    + dice.any(
                            other + " = " + alias + ".y",
                            other + " > " + alias + ".x",
                            "1",
                            other + " IS " + alias + ".y");
            from = switch (dice.below(7)) {
                case 0 -> own + ", " + second;
                case 1 -> own + " LEFT JOIN " + second + on;
                case 2 -> second + " LEFT JOIN " + own + on;
                case 3 -> second + " JOIN " + own + on;
                case 4 -> own + " CROSS JOIN " + second;
                case 5 -> own + dice.any(" RIGHT", " FULL") + " JOIN " + second + on;
                default -> own + " JOIN " + second + on;
            };
        } else if (errs(8)) {
            from = dice.any(
                    own + ", " + name + " AS z2",
                    "(SELECT * FROM " + name + ") AS " + alias,
                    own + " JOIN (SELECT x AS q FROM " + name + ") AS s",
                    name.equals("w") ? "main.w AS " + alias : own + ", " + own,
                    "(" + own + " JOIN (SELECT 1))");
        } else if (dice.chance(8)) {
            from = "(" + own + ")";
        }
        String end = alias + ".x < " + dice.between(1, joins ? 3 : 6);
        Piece condition = dice.chance(40)
                ? Piece.optional(" AND ", condition(joins && dice.chance(50) ? other : "y"))
                : Piece.none();
        if (errs(4)) {
            condition = Piece.fixed(
                    " AND ",
                    dice.any(
                            "x IN " + name,
                            "EXISTS (SELECT 1 FROM " + name + ")",
                            "(SELECT count(*) FROM " + name + ") < 3",
                            "x IN (SELECT x FROM " + name + " WHERE x > 1)",
                            "count(*) > 0"));
        }
        Piece tail = errs(3)
                ? Piece.fixed(dice.any(" GROUP BY x", " GROUP BY x, y", " HAVING count(*) > 1"))
                : Piece.none();
        String distinct = dice.chance(10) ? "DISTINCT " : "";
        return Piece.fixed(
                "SELECT ",
                Piece.optional(distinct),
                alias,
                ".x + 1, ",
                value(alias, other, last),
                " FROM ",
                from,
                " WHERE ",
                end,
                condition,
                tail);
    }

    /** A table; one of the recursive table's name is told by its database. */
    private String source(RandomSchema.Table table) {
        return table.name().equals(name) ? "main." + table.name() : table.name();
    }

    private Piece value(String alias, String other, boolean last) {
        String y = alias + ".y";
        // SQLite looks for windows in the last term only, which is not what its manual says.
        if (last && errs(3)) {
            return Piece.fixed(dice.any(
                    "row_number() OVER ()",
                    "sum(1) OVER (ORDER BY " + y + ")",
                    "max(" + y + ") OVER ()"));
        }
        if (errs(6)) {
            return Piece.fixed(dice.any(
                    "count(*)",
                    "max(" + y + ")",
                    "sum(" + y + ") FILTER (WHERE 1)",
                    "(SELECT max(x) FROM " + name + ")",
                    "nosuch",
                    "1, 2"));
        }
        RandomSchema.Table table = table();
        return Piece.expression(
                switch (dice.below(9)) {
                    case 0 -> y + " || 'a'";
                    case 1 -> schema.literal();
                    case 2 -> other;
                    case 3 -> "coalesce(" + y + ", " + other + ")";
                    case 4 ->
                        "(SELECT " + dice.any("min", "max", "count") + "("
                                + dice.any(table.columns()) + ") FROM " + source(table) + ")";
                    case 5 ->
                        "(SELECT count(*) FROM " + source(table) + " AS s WHERE s."
                                + dice.any(table.columns()) + " <> " + y + ")";
                    case 6 -> "typeof(" + y + ")";
                    case 7 -> "CASE WHEN " + alias + ".x > 2 THEN " + y + " ELSE " + other + " END";
                    default -> y;
                });
    }

    private Piece order() {
        if (errs(12)) {
            return Piece.fixed(dice.any(
                    " ORDER BY x",
                    " ORDER BY 3",
                    " ORDER BY 0",
                    " ORDER BY y + 1",
                    " ORDER BY nosuch",
                    " ORDER BY max(x)",
                    " ORDER BY 1 COLLATE nosuch"));
        }
        return order(2);
    }

    private Piece limit() {
        String count = dice.any("0", "1", "2", "3", "5", "-1", "1 + 1", "(SELECT 2)", "'2'");
        if (errs(4)) {
            count = dice.any("NULL", "x", "'x'", "1.5", "count(*)", "x'31'");
        }
        return switch (dice.below(4)) {
            case 0 -> Piece.none();
            case 1 ->
                Piece.optional(
                        " LIMIT ",
                        count,
                        Piece.optional(" OFFSET ", dice.any("0", "1", "3", "-1")));
            case 2 -> Piece.optional(" LIMIT ", dice.any("0", "1", "2", "-1"), ", ", count);
            default -> Piece.optional(" LIMIT ", count);
        };
    }

    /** Another table of WITH, before or after the recursive one. */
    private Piece other() {
        String column = dice.any("(v)", "(v)", "");
        if (errs(8)) {
            return Piece.fixed(dice.any(
                    name + "(v) AS (SELECT 1)",
                    "o(v) AS (SELECT v FROM o)",
                    "o(v, w) AS (SELECT 1)",
                    "o(v) AS (SELECT nosuch FROM " + name + ")"));
        }
        return Piece.fixed(
                "o",
                column,
                " AS ",
                dice.any("", "", "MATERIALIZED ", "NOT MATERIALIZED "),
                dice.any(
                        "(SELECT x AS v FROM " + name + " WHERE x > 1)",
                        "(SELECT count(*) AS v FROM " + name + ")",
                        "(SELECT 2 AS v UNION ALL SELECT 3)",
                        "(SELECT max(x) AS v FROM " + name + " GROUP BY y)"));
    }

    private Piece outer() {
        RandomSchema.Table table = table();
        String column = dice.any(table.columns());
        return switch (dice.below(9)) {
            case 0 -> Piece.fixed("SELECT count(*), sum(x), max(x) FROM ", name);
            // SQLite's message differs for a wrong table that is named twice.
            case 1 ->
                refused()
                        ? Piece.fixed("SELECT x FROM ", name)
                        : Piece.fixed(
                                "SELECT a.x, b.x FROM ",
                                name,
                                " AS a JOIN ",
                                name,
                                " AS b ON a.x = b.x - 1");
            case 2 -> Piece.fixed("SELECT x FROM ", name, " WHERE ", condition("y"));
            case 3 ->
                Piece.fixed(
                        "SELECT s.",
                        column,
                        ", x FROM ",
                        source(table),
                        " AS s LEFT JOIN ",
                        name,
                        " ON x = s.",
                        column);
            case 4 ->
                Piece.fixed(
                        "SELECT s.",
                        column,
                        " FROM ",
                        source(table),
                        " AS s WHERE s.",
                        column,
                        dice.any(" IN (SELECT x FROM ", " NOT IN (SELECT y FROM "),
                        name,
                        ")");
            case 5 ->
                Piece.fixed(
                        "SELECT x, y FROM ",
                        name,
                        order(2),
                        " LIMIT ",
                        String.valueOf(dice.below(5)));
            case 6 ->
                Piece.fixed(
                        "SELECT (SELECT count(*) FROM ",
                        name,
                        " WHERE x > s.",
                        column,
                        ") FROM ",
                        source(table),
                        " AS s");
            case 7 -> Piece.fixed("SELECT DISTINCT x FROM ", name);
            default -> Piece.fixed("SELECT * FROM ", name);
        };
    }
}
