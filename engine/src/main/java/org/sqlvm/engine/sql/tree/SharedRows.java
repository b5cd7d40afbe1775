package org.sqlvm.engine.sql.tree;

import java.util.List;

/**
 * Rows of literals that may differ between texts of the statement's shape, as may their number.
 *
 * @param number the first value's number among those literals, from 1; the others follow
 * @param width the number of values in each row
 * @param values the values of this text, row after row
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
