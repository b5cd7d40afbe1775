package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** A whole SELECT over a random schema, and how its answer is to be looked at. */
public final class RandomQuery {
    /**
     * The criterion for two answers to be the same.
     *
     * @param keys the columns, from 0, that the rows are ordered by
     */
    public record Answer(List<Integer> keys) {
        public static final Answer ROWS = new Answer(List.of());
    }

    final Piece text;
    final Answer answer;

    RandomQuery(Dice dice, RandomSchema schema) {
        RandomSelect select = new RandomSelect(dice, schema);
        RandomSelect.Made made = select.top();
        boolean wrapped = dice.chance(5);
        text = wrapped ? Piece.query("SELECT * FROM (", made.text(), ")") : made.text();
        boolean ordered = made.names() != null && !wrapped;
        answer = new Answer(ordered ? select.orderKeys() : List.of());
    }

    private RandomQuery(Piece text) {
        this.text = text;
        this.answer = Answer.ROWS;
    }

    /** One of the forms that {@link RandomSelect} does not draw. */
    static RandomQuery odd(Dice dice, RandomSchema schema) {
        return new RandomQuery(OddQuery.of(dice, schema));
    }
}
