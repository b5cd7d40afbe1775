package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * Aggregates with FILTER, DISTINCT and ORDER BY in every mixture, with bare columns beside a min or
 * max of a column that decides which row they are of; GROUP BY numbers and names of results; HAVING
 * without GROUP BY.
 */
final class OddGroups extends OddQuery {
    private RandomSchema.Table table;

    OddGroups(Dice dice, RandomSchema schema) {
        super(dice, schema);
    }

    @Override
    Piece text() {
        table = table();
        return switch (dice.below(4)) {
            case 0 -> bare();
            case 1 -> named();
            case 2 -> having();
            default -> mixed();
        };
    }

    private String column() {
        return dice.any(table.columns());
    }

    private Piece from() {
        return Piece.fixed(
                " FROM ",
                table.name(),
                dice.chance(40) ? Piece.optional(" WHERE ", condition(column())) : Piece.none());
    }

    private Piece filter(int percent) {
        if (!dice.chance(percent)) {
            return Piece.none();
        }
        if (errs(4)) {
            return Piece.fixed(
                    " FILTER (WHERE ",
                    dice.any(
                            "count(*) > 1",
                            "nosuch",
                            "row_number() OVER () > 1",
                            "(SELECT 1, 2)",
                            "max(1)"),
                    ")");
        }
        RandomSchema.Table other = table();
        String second = dice.any(other.columns());
        Piece condition = dice.chance(15)
                ? Piece.fixed(
                        "EXISTS (SELECT 1 FROM ",
                        other.name(),
                        " AS s WHERE s.",
                        second,
                        dice.any(" = ", " > "),
                        table.name(),
                        ".",
                        column(),
                        ")")
                : condition(column());
        return Piece.optional(" FILTER (WHERE ", condition, ")");
    }

    /** Values of one row, which a min or max of a key finds. */
    private Piece bare() {
        boolean one = table.key().size() == 1;
        if (!one) {
            return mixed();
        }
        Piece condition = condition(column());
        boolean filtered = dice.chance(60);
        String function = dice.any("min", "max") + "(" + dice.any("", "DISTINCT ")
                + table.key().getFirst() + ")";
        Piece filter = filtered ? Piece.fixed(" FILTER (WHERE ", condition, ")") : Piece.none();
        // Without a row that the filter takes, the bare columns are of any.
        String taken = "count(*)";
        Piece value = Piece.fixed(
                "CASE WHEN ",
                taken,
                filter,
                " > 0 THEN ",
                Piece.expression(dice.any("", "typeof", "quote"), "(", column(), ")"),
                " END");
        List<Piece> results = new ArrayList<>(List.of(Piece.fixed(function, filter), value));
        if (dice.chance(40)) {
            results.add(aggregate());
        }
        if (dice.chance(30)) {
            results.addFirst(Piece.fixed(
                    "CASE WHEN count(*)", filter, " > 0 THEN ", column(), " || '' END"));
        }
        String key = column();
        Piece group = dice.chance(60)
                ? Piece.optional(" GROUP BY ", key, Piece.optional(", ", column()))
                : Piece.none();
        Piece having = dice.chance(20)
                ? Piece.optional(" HAVING ", function, filter, " IS NOT NULL")
                : Piece.none();
        return Piece.query("SELECT ", Piece.fixedList(", ", results), from(), group, having);
    }

    /** GROUP BY what the results are called, or their numbers. */
    private Piece named() {
        String key = column();
        String name = dice.any("k", "k", column());
        Piece expression =
                Piece.expression(dice.any("", "upper", "typeof", "-", "length"), "(", key, ")");
        String group = errs(12)
                ? dice.any(
                        "0",
                        "4",
                        "-1, 9",
                        "n",
                        "nosuch",
                        "count(*)",
                        "(SELECT 1, 2)",
                        "row_number() OVER ()",
                        "2")
                : dice.any(
                        "1",
                        "1",
                        name,
                        name,
                        "k",
                        "1, 1",
                        "'1'",
                        "+1",
                        "1 COLLATE NOCASE",
                        name + " COLLATE NOCASE",
                        key,
                        "NULL",
                        "1, " + key,
                        "(1)");
        // A column that does not determine the groups must not stand alone: a min replaces it.
        boolean decided = group.matches("\\+?1|1, 1|\\(1\\)|1 COLLATE NOCASE|1, .*")
                || (name.equals("k") && group.equals("k"));
        Piece shown = decided ? expression : Piece.fixed("min(", expression, ")");
        Piece order = dice.chance(30)
                ? Piece.optional(
                        dice.any(" ORDER BY 1, 2", " ORDER BY n, 1", " ORDER BY count(*), 1, 2"))
                : Piece.none();
        Piece having = dice.chance(30)
                ? Piece.optional(
                        " HAVING ",
                        dice.any(
                                "n > 1",
                                "count(*) > 1",
                                name + " IS NOT NULL",
                                "k > 1",
                                "max(" + key + ") > 1",
                                "n"))
                : Piece.none();
        return Piece.query(
                "SELECT ",
                shown,
                " AS ",
                name,
                ", ",
                aggregate(),
                " AS n",
                from(),
                " GROUP BY ",
                group,
                having,
                order);
    }

    private Piece having() {
        boolean plain = errs(15);
        Piece results = plain
                ? Piece.fixed(dice.any(column(), "1", "*"))
                : Piece.fixed(aggregate(), " AS n");
        Piece condition = plain
                ? Piece.fixed(dice.any("1", "0", column() + " > 1", "typeof(1)"))
                : Piece.fixed(dice.any(
                        "count(*) > 1",
                        "n > 1",
                        "0",
                        "1",
                        "NULL",
                        "max(" + column() + ") > 1",
                        "n IS NOT NULL",
                        "sum(" + column() + ") > (SELECT 1)",
                        "min(" + column() + ") IN (SELECT " + column() + " FROM " + table.name()
                                + ")",
                        "count(*) FILTER (WHERE " + column() + " > 1) > 0",
                        "(SELECT n) > 1"));
        return Piece.query(
                "SELECT ",
                results,
                from(),
                " HAVING ",
                condition,
                dice.chance(20) ? Piece.optional(" ORDER BY 1") : Piece.none(),
                dice.chance(20)
                        ? Piece.optional(" LIMIT ", dice.any("1", "0", "-1"))
                        : Piece.none());
    }

    private Piece mixed() {
        List<Piece> results = new ArrayList<>();
        for (int i = dice.between(1, 4); i > 0; i--) {
            results.add(aggregate());
        }
        boolean grouped = dice.chance(50);
        String key = column();
        if (grouped) {
            results.addFirst(Piece.fixed(key, " || ''"));
        }
        return Piece.query(
                "SELECT ",
                Piece.fixedList(", ", results),
                from(),
                grouped ? Piece.fixed(" GROUP BY ", key, " || ''") : Piece.none(),
                dice.chance(20)
                        ? Piece.optional(" HAVING ", aggregate(), " IS NOT NULL")
                        : Piece.none());
    }

    private Piece aggregate() {
        String column = column();
        Piece argument =
                Piece.expression(dice.any("", "", "", "typeof", "quote", "-"), "(", column, ")");
        Piece filter = filter(40);
        if (errs(5)) {
            return Piece.fixed(
                    dice.any(
                            "count(* ORDER BY 1)",
                            "abs(" + column + ")",
                            "count(DISTINCT *)",
                            "sum(DISTINCT " + column + ", 1)",
                            "count(DISTINCT)",
                            "max()",
                            "nosuch(1)",
                            "sum(count(*))",
                            "group_concat(DISTINCT " + column + ", ',')",
                            "max(1, 2)",
                            "min(" + column + " ORDER BY nosuch)",
                            "abs(DISTINCT 1)",
                            "abs(1 ORDER BY 1)",
                            "row_number()",
                            "count(1, 2)",
                            "max(" + column + ", 1 ORDER BY 1)"),
                    filter);
        }
        boolean distinct = dice.chance(40);
        Piece first = distinct ? Piece.optional("DISTINCT ") : Piece.none();
        String whole = dice.any("", " DESC", " NULLS LAST");
        // Equal values are told apart by their texts.
        Piece quoted = distinct ? Piece.none() : Piece.fixed(", quote(", argument, ")");
        Piece other = distinct
                ? Piece.fixed(" ORDER BY ", argument, whole)
                : Piece.fixed(
                        " ORDER BY ", dice.any(column(), argument), whole, ", ", argument, quoted);
        Piece some = dice.chance(40) ? Piece.optional(other) : Piece.none();
        return switch (dice.below(10)) {
            case 0 -> Piece.expression("count(*)", filter);
            case 1 -> Piece.expression("count(", first, argument, some, ")", filter);
            case 2 -> Piece.expression("sum(", first, argument, some, ")", filter);
            case 3 -> Piece.expression("avg(", first, argument, some, ")", filter);
            case 4 -> Piece.expression("total(", first, argument, some, ")", filter);
            case 5 -> Piece.expression("min(", first, argument, some, ")", filter);
            case 6 -> Piece.expression("max(", first, argument, some, ")", filter);
            case 7 -> Piece.expression("group_concat(", first, argument, other, ")", filter);
            case 8 -> Piece.expression("json_group_array(", first, argument, other, ")", filter);
            default ->
                distinct
                        ? Piece.expression("count(DISTINCT ", argument, ")", filter)
                        : Piece.expression(
                                dice.any("string_agg(", "group_concat("),
                                argument,
                                ", ",
                                dice.any("';'", "''", "NULL", "1"),
                                other,
                                ")",
                                filter);
        };
    }
}
