package org.sqlvm.api;

/**
 * Room for rows that a {@link BatchCursor} gives. Columns are numbered as the table declares them,
 * rows from 0. Each column that is used is filled in one of the ways below; if it is not, its
 * values are NULL. A column should have values of its declared type. Integers in a column that is
 * declared REAL become reals.
 */
public interface ColumnBatch {
    /** How many rows have room. */
    int capacity();

    /** Whether the column is read; others need not be filled. */
    boolean isUsed(int column);

    /** An array for the values of a column all of which are INTEGER, or NULL. */
    long[] longs(int column);

    /**
     * Gives such values in an array of the table's own, which must stay as it is until the next
     * batch is asked for.
     *
     * @param first the place of row 0
     */
    void setLongs(int column, long[] values, int first);

    /** An array for the values of a column all of which are REAL, or NULL. NaN is NULL, too. */
    double[] doubles(int column);

    /** As {@link #setLongs}. */
    void setDoubles(int column, double[] values, int first);

    /**
     * Sets a TEXT of a column all of which are TEXT, or NULL.
     *
     * @param utf8 holds its bytes, and must stay as it is until the next batch is asked for
     */
    void setText(int column, int row, byte[] utf8, int offset, int length);

    /** An array for the values of any other column: Long, Double, String, byte[] or null. */
    Object[] values(int column);

    /** Makes a value NULL, whatever the column's array has there. */
    void setNull(int column, int row);
}
