package org.sqlvm.engine.virtual.files;

import java.io.IOException;

/** Takes the rows that are written to a file. */
public interface RowWriter {
    /**
     * Writes a row.
     *
     * @param values as in registers; valid until this returns
     * @throws org.sqlvm.engine.error.SqlException if the format cannot hold one of them
     */
    void row(Object[] values) throws IOException;

    /** There are no more rows. What they are written to is closed by its owner. */
    void finish() throws IOException;
}
