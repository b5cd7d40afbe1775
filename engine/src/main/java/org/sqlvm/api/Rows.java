package org.sqlvm.api;

/**
 * The rows of a result, read forward one after the other. Reading a column costs a few nanoseconds:
 * rows arrive in columnar batches, and compiled code reads the batch's arrays.
 *
 * <p>Columns are numbered from 0. A getter converts as SQLite's {@code sqlite3_column_*} do
 * (sqlite.org/c3ref/column_blob.html): {@link #getLong} of TEXT takes the leading number,
 * {@link #getText} of a number its text, anything of NULL is 0, 0.0 or null. Not safe for use by
 * two threads at a time.
 */
public interface Rows extends AutoCloseable {

    /** Storage class of a value. */
    enum Type {
        INTEGER,
        REAL,
        TEXT,
        BLOB,
        NULL
    }

    /**
     * Moves to the next row.
     *
     * @return false after the last row
     * @throws org.sqlvm.api.SqlvmException for an error that this row ran into
     */
    boolean next();

    int columnCount();

    String columnName(int column);

    /** The declared type of the table column that column {@code column} shows, or null. */
    String columnDeclaredType(int column);

    Type type(int column);

    boolean isNull(int column);

    long getLong(int column);

    double getDouble(int column);

    /** The text, or null for NULL. */
    String getText(int column);

    /** A fresh array, or null for NULL. */
    byte[] getBlob(int column);

    /** A Long, Double, String, byte[] or null. */
    Object getObject(int column);

    /** Ends the statement's run and its read transaction, if it holds one. */
    @Override
    void close();
}
