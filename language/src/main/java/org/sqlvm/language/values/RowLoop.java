package org.sqlvm.language.values;

/** Takes rows of an iterator of a guest language apart, into columns. */
public interface RowLoop {
    /**
     * The rows that the loop has taken.
     *
     * @param columns for each column an array that begins with the values: {@code long[]},
     *     {@code double[]} or, as the language has them, {@code Object[]}. They are the caller's
     * @param odd the row behind these, which the loop cannot take apart or whose values may change
     *     later; null if there was none
     * @param ended whether the iterator has no more rows
     * @param thrown the exception of the iterator after these rows; or null
     */
    record Rows(int count, Object[] columns, Object odd, boolean ended, RuntimeException thrown) {}

    /**
     * Takes at most {@code count} rows.
     *
     * @param before the rows taken last, which likely have values of the same kinds; or null
     */
    Rows take(Object iterator, int count, Rows before);
}
