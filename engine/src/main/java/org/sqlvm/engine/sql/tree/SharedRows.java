package org.sqlvm.engine.sql.tree;

import java.util.List;

/**
 * Rows of literals that texts of the statement's shape do not have in common, not even their
 * number.
 *
 * @param number of the first value among those literals, from 1; the others follow
 * @param width how many values each row has
 * @param values of this text's rows, one row after the other
 */
public record SharedRows(int number, int width, List<Object> values, SharedLiterals literals) {
    /** The number of rows in this text; it is another one in other texts. */
    public int exampleCount() {
        return values.size() / width;
    }

    /** Where a program finds the first value; the last one ends the parameters. */
    public int place() {
        return literals.place(number);
    }
}
