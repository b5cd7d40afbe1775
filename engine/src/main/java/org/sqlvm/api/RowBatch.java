package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * A batch of a result's rows, stored by column, for programs that copy many rows; see
 * {@link Rows#nextBatch}. It stays valid when the result moves on or is closed.
 *
 * <p>Rows are numbered from 0. In the arrays of {@link #longs} and {@link #doubles}, row 0 is at
 * index {@link #start}. The arrays belong to the engine and must not be written to.
 */
public interface RowBatch {
    /** Returns the number of rows, at least 1. */
    int rowCount();

    /** Returns the index of row 0 in the arrays of {@link #longs} and {@link #doubles}. */
    int start();

    /** Returns the values of a column if all of them are INTEGER; else null. */
    long @Nullable [] longs(int column);

    /** Returns the values of a column if all of them are REAL; else null. */
    double @Nullable [] doubles(int column);

    Rows.Type type(int column, int row);

    /** Returns a value that must be INTEGER. */
    long getLong(int column, int row);

    /** Returns a value that must be REAL. */
    double getDouble(int column, int row);

    /** Returns an array that contains the bytes of a BLOB, or of a TEXT in UTF-8. */
    byte[] array(int column, int row);

    /** Returns the index of the value's first byte in {@link #array}. */
    int offset(int column, int row);

    /** Returns the number of the value's bytes in {@link #array}. */
    int length(int column, int row);

    /** Returns any value as text, like {@link Rows#getText}; null for NULL. */
    @Nullable
    String getText(int column, int row);
}
