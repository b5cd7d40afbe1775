package org.sqlvm.engine.virtual.files;

/** Walks over the rows of one file. It stands before the first row. */
public interface RowReader extends AutoCloseable {
    /**
     * Goes to the next row; whether there is one.
     *
     * @throws org.sqlvm.engine.error.SqlException if what comes next is no row
     */
    boolean next();

    /**
     * A value of the row, as in a register; it stays valid. It is read from the file's text when it
     * is asked for.
     *
     * @throws org.sqlvm.engine.error.SqlException if it is not of the column's type
     */
    Object column(int column);

    @Override
    void close();
}
