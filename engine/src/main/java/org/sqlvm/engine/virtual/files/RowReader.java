package org.sqlvm.engine.virtual.files;

/** Walks over the records of a file, each of which is a row. It stands before the first one. */
interface RowReader {
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

    /**
     * Puts a value of the row among those of a column.
     *
     * @param row its place there
     * @throws org.sqlvm.engine.error.SqlException if it is not of the column's type
     */
    void put(int column, ColumnValues target, int row);
}
