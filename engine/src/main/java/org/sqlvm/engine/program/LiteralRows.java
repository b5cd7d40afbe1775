package org.sqlvm.engine.program;

/**
 * Rows that a statement spells out and that the texts of its shape do not have in common: the
 * parameters end with them.
 *
 * @param first number of the first row's first value among the parameters, from 1
 * @param width how many values a row has
 */
public record LiteralRows(int first, int width) {
    @Override
    public String toString() {
        return "rows of " + width + " from parameter(" + first + ")";
    }
}
