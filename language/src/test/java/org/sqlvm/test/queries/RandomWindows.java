package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/** Calls of window functions, and the windows they look through. */
final class RandomWindows {
    private static final List<String> EXCLUSIONS = List.of(
            " EXCLUDE NO OTHERS", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES");

    /** Distances of lag and lead that are no small numbers. */
    private static final List<String> OFFSETS = List.of(
            "NULL",
            "0.5",
            "1.0",
            "'1'",
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
            "1e300");

    /** Distances of frames at the edges of numbers. */
    private static final List<String> DISTANCES =
            List.of("'1'", "1.0", "9223372036854775807", "4611686018427387904", "1 + 1");

    private final Dice dice;
    private final RandomExpression expressions;

    RandomWindows(Dice dice, RandomExpression expressions) {
        this.dice = dice;
        this.expressions = expressions;
    }

    /** A function over a window of the scope's or one of its own. */
    Piece call(Scope scope) {
        Piece argument = dice.chance(75)
                ? expressions.column(scope)
                : expressions.value(scope, RandomExpression.Place.ROW, 1);
        boolean total = dice.chance(70);
        // In a window whose rows have no order of their own, only these have one answer.
        int choice = total ? dice.below(14) : dice.below(8);
        Object[] function = switch (choice) {
            case 0 -> new Object[] {"rank()"};
            case 1 -> new Object[] {"dense_rank()"};
            case 2 -> new Object[] {dice.any("percent_rank()", "cume_dist()")};
            case 3 -> new Object[] {"count(*)", expressions.filter(scope)};
            case 8 -> new Object[] {"row_number()"};
            case 9 -> new Object[] {"ntile(", String.valueOf(dice.between(1, 4)), ")"};
            case 10 -> new Object[] {dice.any("lag(", "lead("), argument, offset(), ")"};
            case 11 -> new Object[] {dice.any("first_value(", "last_value("), argument, ")"};
            case 12 ->
                new Object[] {"nth_value(", argument, ", ", String.valueOf(dice.between(1, 3)), ")"
                };
            case 13 -> new Object[] {"group_concat(", argument, ")", expressions.filter(scope)};
            default ->
                new Object[] {
                    dice.any("sum(", "count(", "avg(", "min(", "max(", "total("),
                    argument,
                    ")",
                    expressions.filter(scope)
                };
        };
        List<Object> parts = new ArrayList<>(List.of(function));
        parts.add(" OVER ");
        List<String> named = total ? scope.totalWindows : scope.windows;
        if (!named.isEmpty() && dice.chance(40)) {
            parts.add(dice.any(named));
        } else {
            parts.add(Piece.fixed("(", definition(scope, false, total), ")"));
        }
        return Piece.expression(parts.toArray());
    }

    private Piece offset() {
        return switch (dice.below(5)) {
            case 0 -> Piece.optional(", ", String.valueOf(dice.below(3)));
            case 1 -> Piece.optional(", 1, ", expressions.literal());
            case 2 -> Piece.optional(", ", dice.any(OFFSETS), ", ", expressions.literal());
            default -> Piece.none();
        };
    }

    /**
     * A WINDOW clause with one window, or several: one that builds on it, or one of the same name,
     * which counts.
     */
    Piece clause(Scope scope, boolean total) {
        Piece definition = definition(scope, true, total);
        List<String> names = total ? scope.totalWindows : scope.windows;
        names.add("w0");
        if (dice.chance(60)) {
            return Piece.fixed(" WINDOW w0 AS (", definition, ")");
        }
        if (dice.chance(30)) {
            return Piece.fixed(
                    " WINDOW w0 AS (",
                    definition(scope, true, true),
                    "), W0 AS (",
                    definition,
                    ")");
        }
        names.add("w1");
        Piece frame = frame(total, false);
        return Piece.fixed(" WINDOW w0 AS (", definition, "), w1 AS (w0", frame, ")");
    }

    /**
     * Returns the text between the parentheses.
     *
     * @param base whether others build on it: then it has no frame
     * @param total whether its order is that of rows that are all different
     */
    Piece definition(Scope scope, boolean base, boolean total) {
        Piece start = !base && !scope.windows.isEmpty() && !total && dice.chance(10)
                ? Piece.optional(scope.windows.getFirst(), " ")
                : Piece.none();
        Piece partition = dice.chance(45)
                ? Piece.optional("PARTITION BY ", Piece.list(", ", terms(scope, 1)), " ")
                : Piece.none();
        boolean single = !total && dice.chance(60);
        List<Piece> order = terms(scope, single ? 0 : 1);
        order.replaceAll(term -> Piece.fixed(term, direction()));
        if (total) {
            scope.key.forEach(column -> order.add(Piece.fixed(column, direction())));
        }
        boolean ordered = total || dice.chance(85);
        Piece ordering =
                ordered ? Piece.fixed("ORDER BY ", Piece.fixedList(", ", order)) : Piece.none();
        Piece frame =
                base || dice.chance(45) ? Piece.none() : frame(total, ordered && order.size() == 1);
        return Piece.fixed(start, partition, ordering, frame);
    }

    private List<Piece> terms(Scope scope, int more) {
        List<Piece> terms = new ArrayList<>();
        for (int i = dice.below(more + 1); i >= 0; i--) {
            terms.add(
                    dice.chance(85)
                            ? expressions.column(scope)
                            : expressions.value(scope, RandomExpression.Place.ROW, 1));
        }
        return terms;
    }

    private String direction() {
        return dice.any("", "", "", " DESC", " ASC", " NULLS LAST", " DESC NULLS FIRST");
    }

    /** @param single whether ORDER BY has one term */
    private Piece frame(boolean total, boolean single) {
        String mode = total ? dice.any("ROWS", "GROUPS", "RANGE") : dice.any("GROUPS", "RANGE");
        // A distance in a RANGE is one of values, and wants a single term in ORDER BY.
        boolean counts = !mode.equals("RANGE") || (single && dice.chance(60));
        int start = bound(counts, 0, 3);
        int end = bound(counts, Math.max(start, 1), 4);
        Piece exclude = dice.chance(25) ? Piece.optional(dice.any(EXCLUSIONS)) : Piece.none();
        if (start < 3 && dice.chance(15)) {
            return Piece.optional(" ", mode, " ", bound(start), exclude);
        }
        return Piece.optional(" ", mode, " BETWEEN ", bound(start), " AND ", bound(end), exclude);
    }

    /** The number of a kind of bound, in their order; 1 and 3 are those with a distance. */
    private int bound(boolean counts, int least, int most) {
        int bound = dice.between(least, most);
        boolean distance = bound == 1 || bound == 3;
        return counts || !distance ? bound : least <= 2 ? 2 : 4;
    }

    private String bound(int kind) {
        String distance = dice.chance(85) ? String.valueOf(dice.below(4)) : dice.any(DISTANCES);
        return switch (kind) {
            case 0 -> "UNBOUNDED PRECEDING";
            case 1 -> distance + " PRECEDING";
            case 2 -> "CURRENT ROW";
            case 3 -> distance + " FOLLOWING";
            default -> "UNBOUNDED FOLLOWING";
        };
    }
}
