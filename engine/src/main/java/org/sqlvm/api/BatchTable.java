package org.sqlvm.api;

/**
 * A read-only virtual table that returns its rows as batches of columns. Aggregations and joins
 * process the batches directly; other queries read them row by row. The rowid is the row's number,
 * from 1.
 */
public interface BatchTable extends ModuleTable {
    /** Returns a new cursor; {@link BatchCursor#filter} positions it. */
    BatchCursor openBatches();

    /** Throws UnsupportedOperationException; the engine calls {@link #openBatches} instead. */
    @Override
    default TableCursor open() {
        throw new UnsupportedOperationException("a table of batches has no rows");
    }
}
