package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.ColumnBatch;
import org.sqlvm.api.files.FormatReader;

/**
 * A reader of the engine's own formats, whose columns vectors take as they are: dictionaries, and
 * texts that stay where they were read. What the rows are read of may be gone through faster than
 * by rows.
 */
public interface ColumnReader extends FormatReader {
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

    /** Is not called. */
    @Override
    default int next(ColumnBatch batch) {
        throw new AssertionError("has columns of its own");
    }

    @Override
    void close();
}
