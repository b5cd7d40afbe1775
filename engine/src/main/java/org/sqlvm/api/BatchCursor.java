package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Reads the rows of a {@link BatchTable}, a batch of rows at a time. */
public interface BatchCursor extends AutoCloseable {
    /**
     * Starts a scan and positions the cursor before its first row. May be called any number of
     * times.
     *
     * @param arguments the values of {@link ScanPlan#arguments}, each a Long, Double, String,
     *     byte[] or null
     */
    void filter(ScanPlan plan, @Nullable Object[] arguments);

    /**
     * Fills an empty batch with the next rows.
     *
     * @return the number of rows, at most {@link ColumnBatch#capacity}; 0 at the end
     */
    int next(ColumnBatch batch);

    /**
     * Splits the scan that {@link #filter} has started into parts that several threads read at the
     * same time. Returns one cursor for each part, positioned before the part's first row, in the
     * order of the rows. Best are several parts for each thread, of at least some ten thousand
     * rows. All of these cursors are closed before this one is used again. Only scans of queries
     * with an aggregation or a join are split.
     *
     * @return an empty list if all rows are to be read with this cursor
     */
    default List<BatchCursor> split() {
        return List.of();
    }

    @Override
    default void close() {}
}
