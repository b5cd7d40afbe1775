package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * A buffer that a {@link BatchCursor} fills with rows, column by column. Columns are numbered from
 * 0 as the table declares them, rows from 0. Each used column is filled by one of the methods
 * below; the values of a column that is not filled are NULL. Values should have the column's
 * declared type. Integers in a column that is declared REAL become reals.
 */
public interface ColumnBatch {
    /** Returns the maximum number of rows. */
    int capacity();

    /** Returns whether the query reads the column; others need not be filled. */
    boolean isUsed(int column);

    /** Returns the array to fill for a column whose values are all INTEGER or NULL. */
    long[] longs(int column);

    /**
     * Sets the values of such a column to an array of the table's own, without a copy. It must not
     * change until the next batch is asked for.
     *
     * @param first the index of row 0 in {@code values}
     */
    void setLongs(int column, long[] values, int first);

    /** Returns the array to fill for a column whose values are all REAL or NULL. NaN is NULL. */
    double[] doubles(int column);

    /** Sets the values of such a column to an array of the table's own; see {@link #setLongs}. */
    void setDoubles(int column, double[] values, int first);

    /**
     * Sets one value of a column whose values are all TEXT or NULL.
     *
     * @param utf8 holds the text's bytes; must not change until the next batch is asked for
     */
    void setText(int column, int row, byte[] utf8, int offset, int length);

    /** Returns the array to fill for any other column: Long, Double, String, byte[] or null. */
    @Nullable
    Object[] values(int column);

    /** Makes a value NULL, whatever the column's array holds for the row. */
    void setNull(int column, int row);
}
