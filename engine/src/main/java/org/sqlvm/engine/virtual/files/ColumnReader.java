package org.sqlvm.engine.virtual.files;

/** Reads the rows of a group, some at a time. One thread at a time. */
public interface ColumnReader extends AutoCloseable {
    /**
     * Reads the next rows.
     *
     * @return their number, at most {@link ColumnValues#ROWS_MAX}; 0 at the end, or if of many rows
     *     none was of use
     * @throws org.sqlvm.engine.error.SqlException if the file is damaged
     */
    int read();

    /** Whether there are no more rows, if {@link #read} has returned 0. */
    default boolean isAtEnd() {
        return true;
    }

    /** Which row one of those is that were read last, of all that were gone through for them. */
    default int place(int row) {
        return row;
    }

    /**
     * How many rows were gone through.
     *
     * @param read how many have been read
     */
    default int passed(int read) {
        return read;
    }

    /** The values of a column that is used, of the rows that were read last. */
    ColumnValues column(int column);

    @Override
    void close();
}
