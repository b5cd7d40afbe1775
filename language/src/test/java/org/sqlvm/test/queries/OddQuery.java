package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/** The common parts of the queries that {@link RandomSelect} does not draw. */
abstract class OddQuery {
    final Dice dice;
    final RandomSchema schema;

    /** Whether the query already has something that SQLite refuses: of two it may name either. */
    private boolean refused;

    OddQuery(Dice dice, RandomSchema schema) {
        this.dice = dice;
        this.schema = schema;
    }

    /** The whole query. */
    abstract Piece text();

    static Piece of(Dice dice, RandomSchema schema) {
        OddQuery query = switch (dice.below(3)) {
            case 0 -> new OddRecursion(dice, schema);
            case 1 -> new OddLimits(dice, schema);
            default -> new OddGroups(dice, schema);
        };
        return query.text();
    }

    /** Whether to put in something that is refused; at most once in a query. */
    final boolean errs(int percent) {
        if (refused || !dice.chance(percent)) {
            return false;
        }
        refused = true;
        return true;
    }

    final boolean refused() {
        return refused;
    }

    final RandomSchema.Table table() {
        return dice.any(schema.tables);
    }

    /** The columns that {@code *} has. */
    static List<String> visible(RandomSchema.Table table) {
        return table.columns().stream()
                .filter(name -> !name.matches("(?i)_?(row|o)id_?"))
                .toList();
    }

    /** A simple condition on a column. */
    final Piece condition(String column) {
        return Piece.expression(
                column,
                switch (dice.below(6)) {
                    case 0 -> " IS NOT NULL";
                    case 1 -> " IN (" + schema.literal() + ", " + schema.literal() + ")";
                    case 2 -> " BETWEEN " + schema.literal() + " AND " + schema.literal();
                    case 3 -> " LIKE 'a%'";
                    default -> dice.any(" = ", " > ", " <> ", " <= ") + schema.literal();
                });
    }

    /** All columns by their numbers, in any order. */
    final Piece order(int width) {
        int first = dice.below(width);
        List<Piece> terms = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            terms.add(Piece.fixed(
                    String.valueOf((first + i) % width + 1),
                    dice.chance(30) ? Piece.optional(" DESC") : Piece.none(),
                    dice.chance(15)
                            ? Piece.optional(dice.any(" NULLS LAST", " NULLS FIRST"))
                            : Piece.none()));
        }
        return Piece.fixed(" ORDER BY ", Piece.fixedList(", ", terms));
    }
}
