package org.sqlvm.engine.virtual.files;

/** Reads the rows of a group, some at a time. One thread at a time. */
public interface ColumnReader extends AutoCloseable {
    /**
     * Reads the next rows.
     *
     * @return their number, at most {@link ColumnValues#ROWS_MAX}; 0 at the end
     * @throws org.sqlvm.engine.error.SqlException if the file is damaged
     */
    int read();

    /** The values of a column that is used, of the rows that were read last. */
    ColumnValues column(int column);

    @Override
    void close();
}
