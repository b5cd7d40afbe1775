package org.sqlvm.api;

/**
 * A virtual table whose rows come column by column. Aggregations and joins take them as they are;
 * other queries go through them row by row, and number them from 1 for the rowid. It cannot be
 * written to.
 */
public interface BatchTable extends ModuleTable {
    /** A cursor that stands nowhere yet. */
    BatchCursor openBatches();

    /** Is not called. */
    @Override
    default TableCursor open() {
        throw new UnsupportedOperationException("a table of batches has no rows");
    }
}
