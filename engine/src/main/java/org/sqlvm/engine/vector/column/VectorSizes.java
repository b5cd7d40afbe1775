package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.row.RowThreads;

/**
 * How much is done at a time.
 *
 * @param vectorRows the rows that each kernel works on: their values stay in a core's own cache
 * @param partitionRows the rows that are encoded together
 * @param threads the most threads that work on a scan, with that of the caller; 0 for the number of
 *     processors
 */
public record VectorSizes(int vectorRows, int partitionRows, int threads) {
    public VectorSizes {
        assert vectorRows > 0 && partitionRows > 0 : vectorRows + " of " + partitionRows;
        assert threads >= 0 : threads;
    }

    /** The number of threads for a scan. */
    public int threadCount() {
        return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /** The threads for rows in arrays. */
    public RowThreads rowThreads(Interruption interruption) {
        return new RowThreads(threadCount(), partitionRows, interruption);
    }
}
