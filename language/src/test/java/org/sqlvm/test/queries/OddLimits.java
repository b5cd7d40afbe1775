package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

/** LIMIT and ORDER BY where they are rare or do not belong, with values of every kind. */
final class OddLimits extends OddQuery {
    OddLimits(Dice dice, RandomSchema schema) {
        super(dice, schema);
    }

    @Override
    Piece text() {
        RandomSchema.Table table = table();
        String column = dice.any(table.columns());
        String of = " FROM " + table.name() + " AS o";
        return dice.chance(50) ? inExpressions(column, of) : inFrom(column, of);
    }

    private Piece inExpressions(String column, String of) {
        return switch (dice.below(7)) {
            case 0 -> Piece.query("SELECT ", result("(", limited(column(), column), ")"), of);
            case 1 ->
                Piece.query(
                        "SELECT o.",
                        column,
                        of,
                        " WHERE o.",
                        column,
                        dice.any(" IN (", " NOT IN ("),
                        limited(column(), column),
                        ")");
            case 2 ->
                Piece.query(
                        "SELECT o.",
                        column,
                        of,
                        " WHERE ",
                        dice.any("", "NOT "),
                        "EXISTS (",
                        limited(column(), column),
                        ")");
            case 3 ->
                Piece.query(
                        "SELECT o.",
                        column,
                        ", count(*)",
                        of,
                        " GROUP BY 1",
                        Piece.optional(" HAVING count(*) >= (", limited("1", null), ")"),
                        order(2),
                        limit());
            case 4 ->
                Piece.query(
                        "SELECT o.",
                        column,
                        of,
                        " WHERE o.",
                        column,
                        dice.any(" = ", " > "),
                        "(",
                        limited(column(), column),
                        ") AND ",
                        condition("o." + column));
            case 5 -> Piece.query("SELECT o.", column, of, ordered(column), limit());
            default -> Piece.query("SELECT DISTINCT o.", column, of, order(1), limit());
        };
    }

    private Piece inFrom(String column, String of) {
        return switch (dice.below(7)) {
            case 0 -> Piece.query("SELECT count(*), min(q) FROM (", limited(column(), null), ")");
            case 1 ->
                Piece.query("SELECT * FROM (", limited(column(), null), ")", order(1), limit());
            case 2 ->
                Piece.query(
                        "SELECT * FROM (",
                        limited(column(), null),
                        ")",
                        dice.any(" UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT "),
                        "SELECT * FROM (",
                        limited(column(), null),
                        ")",
                        Piece.optional(dice.chance(50) ? Piece.fixed(order(1), limit()) : ""));
            case 3 -> {
                boolean before = errs(50);
                yield Piece.query(
                        plain(),
                        before ? misplaced() : Piece.none(),
                        dice.any(" UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT "),
                        plain(),
                        order(1),
                        limit());
            }
            case 4 -> values();
            case 5 ->
                Piece.query(
                        "SELECT o.",
                        column,
                        ", s.q",
                        of,
                        dice.any(" LEFT", "", " CROSS"),
                        " JOIN (",
                        limited(column(), null),
                        ") AS s",
                        Piece.optional(" ON s.q = o.", column));
            default ->
                Piece.query(
                        "WITH s AS ",
                        dice.any("", "MATERIALIZED ", "NOT MATERIALIZED "),
                        "(",
                        limited(column(), null),
                        ") SELECT q FROM s",
                        Piece.optional(" WHERE ", condition("q")),
                        Piece.optional(" UNION ALL SELECT q FROM s"));
        };
    }

    private Piece result(Object... parts) {
        return Piece.expression(dice.any("", "1 + ", "typeof"), "(", Piece.fixed(parts), ")");
    }

    private static String column() {
        return "q";
    }

    /** SELECT of one column, called {@code name}, with an order and a limit. */
    private Piece limited(String name, String outer) {
        RandomSchema.Table table = table();
        String column = "i." + dice.any(table.columns());
        Piece where = dice.chance(40)
                ? Piece.optional(
                        " WHERE ",
                        outer == null || dice.chance(50)
                                ? condition(column)
                                : Piece.fixed(column, dice.any(" = ", " < ", " <> "), "o.", outer))
                : Piece.none();
        Piece base = Piece.fixed(
                "SELECT ",
                dice.chance(15) ? Piece.optional("DISTINCT ") : Piece.none(),
                column,
                " AS ",
                name.equals("1") ? "q" : name,
                " FROM ",
                table.name(),
                " AS i",
                where);
        if (dice.chance(15)) {
            base = Piece.fixed(base, dice.any(" UNION ALL ", " UNION ", " EXCEPT "), plain());
            return Piece.fixed(base, order(1), limit());
        }
        return Piece.fixed(base, ordered(column), limit());
    }

    private Piece plain() {
        RandomSchema.Table table = table();
        return dice.chance(15)
                ? Piece.fixed("VALUES (", schema.literal(), "), (", schema.literal(), ")")
                : Piece.fixed("SELECT ", dice.any(table.columns()), " AS q FROM ", table.name());
    }

    private Piece misplaced() {
        return Piece.fixed(dice.any(
                " ORDER BY 1", " LIMIT 1", " ORDER BY 1 LIMIT 1", " LIMIT nosuch", " ORDER BY 7"));
    }

    private Piece values() {
        Piece rows = Piece.fixed("VALUES (", schema.literal(), "), (", schema.literal(), ")");
        return switch (dice.below(4)) {
            case 0 -> Piece.query(rows, errs(50) ? misplaced() : Piece.none());
            case 1 -> Piece.query("SELECT * FROM (", rows, ")", order(1), limit());
            case 2 -> Piece.query(plain(), " UNION ALL ", rows, errs(50) ? misplaced() : order(1));
            default -> Piece.query("SELECT 1 IN (", rows, errs(20) ? misplaced() : "", ")");
        };
    }

    /** An order by the column, which decides all that there is to see. */
    private Piece ordered(String column) {
        // SQLite only resolves the names in an ORDER BY that does not matter.
        if (errs(8)) {
            return Piece.fixed(
                    " ORDER BY ",
                    dice.any(
                            "0",
                            "2",
                            "-1, 7",
                            "nosuch",
                            "row_number() OVER (), nosuch",
                            "i.nosuch"));
        }
        return switch (dice.below(5)) {
            case 0 -> Piece.fixed(" ORDER BY ", column, ", 1");
            case 1 -> Piece.fixed(" ORDER BY ", dice.any("1 + 1", "'a'", "NULL", "- - 2.5"), ", 1");
            default -> order(1);
        };
    }

    private Piece limit() {
        String count = value(6);
        return switch (dice.below(5)) {
            case 0 -> Piece.none();
            case 1 -> Piece.optional(" LIMIT ", count, Piece.optional(" OFFSET ", value(6)));
            case 2 -> Piece.optional(" LIMIT ", value(6), ", ", count);
            default -> Piece.optional(" LIMIT ", count);
        };
    }

    private String value(int errors) {
        if (errs(errors)) {
            return dice.any(
                    "NULL",
                    "'x'",
                    "1.5",
                    "x'31'",
                    "x''",
                    "''",
                    "c0",
                    "o.c0",
                    "nosuch",
                    "count(*)",
                    "max(1)",
                    "(SELECT NULL)",
                    "(SELECT 'a')",
                    "row_number() OVER ()",
                    "ALL",
                    "1e300",
                    "'1x'",
                    "9223372036854775808",
                    "nosuch()",
                    "?1",
                    "'1.5'",
                    "(SELECT 1 WHERE 0)",
                    "q",
                    "i.c0",
                    "sum(c0)",
                    "RAISE(IGNORE)");
        }
        return dice.any(
                "0",
                "1",
                "2",
                "3",
                "1",
                "2",
                "-1",
                "-3",
                "'2'",
                "2.0",
                "1 + 1",
                "(SELECT 2)",
                "TRUE",
                "9223372036854775807",
                "-9223372036854775808",
                "abs(-1)",
                "'1e0'",
                "- 1",
                "' 1 '",
                "max(1, 2)",
                "(SELECT count(*) FROM " + table().name() + ")",
                "0x2",
                "1e0",
                "NOT 0",
                "CAST('2' AS INT)",
                "CASE WHEN 1 THEN 1 END",
                "2 COLLATE NOCASE",
                "~0");
    }
}
