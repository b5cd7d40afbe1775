package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/**
 * Queries that must say the same: over all rows, and over the rows for which a condition is true,
 * false and NULL (M. Rigger and Z. Su, Finding Bugs in Database Systems via Query Partitioning,
 * OOPSLA 2020); and the count of rows that a WHERE leaves, which indexes may find, beside the count
 * of rows for which the condition is true, which none can (their NoREC, FSE 2020).
 */
final class RandomPartition {
    final Piece whole;
    final Piece parts;
    final Piece counted;
    final Piece summed;

    RandomPartition(Dice dice, RandomSchema schema) {
        RandomSelect select = new RandomSelect(dice, schema);
        Scope rows = Scope.of(null);
        Piece from = select.from(rows);
        Piece condition = select.condition(rows);
        String column = dice.any(rows.columns);
        Piece query = Piece.fixed("SELECT ", column, ", ", dice.any(rows.columns), from);
        whole = query;
        parts = Piece.fixedList(
                " UNION ALL ",
                List.of(
                        Piece.fixed(query, " WHERE ", condition),
                        Piece.fixed(query, " WHERE NOT (", condition, ")"),
                        Piece.fixed(query, " WHERE (", condition, ") IS NULL")));
        counted = Piece.fixed("SELECT count(*)", from, " WHERE ", condition);
        summed = Piece.fixed("SELECT coalesce(sum((", condition, ") IS TRUE), 0)", from);
    }
}
