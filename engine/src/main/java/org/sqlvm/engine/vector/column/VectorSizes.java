package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.row.RowThreads;

/**
 * How much is done at a time.
 *
 * @param vectorRows rows that each kernel works on: what it needs stays in a core's own cache
 * @param partitionRows rows that are encoded together
 * @param threads that work on a scan at most, the caller's among them; 0 for as many as there are
 *     processors
 */
public record VectorSizes(int vectorRows, int partitionRows, int threads) {
    public VectorSizes {
        assert vectorRows > 0 && partitionRows > 0 : vectorRows + " of " + partitionRows;
        assert threads >= 0 : threads;
    }

    /** The threads that there are for a scan. */
    public int threadCount() {
        return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /** The threads that there are for rows in arrays. */
    public RowThreads rowThreads(Interruption interruption) {
        return new RowThreads(threadCount(), partitionRows, interruption);
    }
}
