package org.sqlvm.api;

/**
 * Rows of a result column by column, for those who copy many of them: see {@link Rows#nextBatch}.
 * It stays as it is when the result goes on or is closed.
 *
 * <p>Rows are numbered from 0, in arrays of columns from {@link #start} on. The arrays are the
 * engine's own: they are not to be written to.
 */
public interface RowBatch {
    /** At least one. */
    int rowCount();

    /** Where in the arrays of {@link #longs} and {@link #doubles} the first row is. */
    int start();

    /** The values of a column all of which are INTEGER; else null. */
    long[] longs(int column);

    /** The values of a column all of which are REAL; else null. */
    double[] doubles(int column);

    Rows.Type type(int column, int row);

    /** A value that is INTEGER. */
    long getLong(int column, int row);

    /** A value that is REAL. */
    double getDouble(int column, int row);

    /** The array that has the bytes of a BLOB, or those of a TEXT in UTF-8, among others. */
    byte[] array(int column, int row);

    /** Where in {@link #array} the first of these bytes is. */
    int offset(int column, int row);

    /** How many bytes they are. */
    int length(int column, int row);

    /** The text of any value, as {@link Rows#getText} gives it; null for NULL. */
    String getText(int column, int row);
}
