package org.sqlvm.engine.row;

/** A sink of rows of values, which takes them one by one or several at once. */
public interface RowTarget {
    /** The number of rows that have come. */
    int rowCount();

    /** Begins a row: {@link #set} follows for each of its columns, and {@link #endRow}. */
    void beginRow();

    /**
     * Sets a value of the row that has begun.
     *
     * @param kind see {@link org.sqlvm.engine.data.ValueKind}
     * @param number an integer, or the raw bits of a real
     * @param object a text or a blob, which may be borrowed
     */
    void set(int column, int kind, long number, Object object);

    void endRow();

    /**
     * Makes room for some rows at once, which may begin then: one of the three that set values of
     * theirs follows for each column, and {@link #endRows}.
     *
     * @return false if they have to come one by one
     */
    boolean beginRows(int count);

    /** @param nulls whether each value is NULL; null if none is */
    void setLongs(int column, long[] values, boolean[] nulls, int count);

    /** @param nulls whether each value is NULL; null if none is */
    void setDoubles(int column, double[] values, boolean[] nulls, int count);

    /** Sets values of any kinds, whose bytes do not change later. */
    void setObjects(int column, Object[] values, int count);

    void endRows(int count);
}
