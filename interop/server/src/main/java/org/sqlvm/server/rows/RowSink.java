package org.sqlvm.server.rows;

import org.sqlvm.api.RowBatch;

/** Takes the rows of a result. */
public interface RowSink {
    /** The columns that each row has. */
    int columnCount();

    /** @param row its number in the batch */
    void write(RowBatch batch, int row);

    /**
     * The same for several rows.
     *
     * @param until the number behind the last
     */
    default void write(RowBatch batch, int from, int until) {
        for (int i = from; i < until; i++) {
            write(batch, i);
        }
    }
}
