package org.sqlvm.api;

import java.util.List;

/** Walks over the rows of a {@link BatchTable}, many at a time. */
public interface BatchCursor extends AutoCloseable {
    /**
     * Finds the rows, and stands before the first. May be called any number of times.
     *
     * @param arguments the values that the plan has asked for: Long, Double, String, byte[] or null
     */
    void filter(ScanPlan plan, Object[] arguments);

    /**
     * Puts the next rows into a batch, which is empty.
     *
     * @return how many they are, at most {@link ColumnBatch#capacity}; 0 at the end
     */
    int next(ColumnBatch batch);

    /**
     * Divides what {@link #filter} has found, so that several threads may read it: into cursors
     * that each stand before the first row of their part, in the order of the rows. Several parts
     * for each thread are best, of some ten thousand rows at least. Different threads read
     * different parts at the same time, and all are closed before this cursor is used again. Rows
     * of a query that wants no aggregation and no join are not divided.
     *
     * @return no cursors if all rows are to be read with this one
     */
    default List<BatchCursor> split() {
        return List.of();
    }

    @Override
    default void close() {}
}
