package org.sqlvm.engine.vector;

/**
 * How much is done at a time.
 *
 * @param vectorRows rows that each kernel works on: what it needs stays in a core's own cache
 * @param partitionRows rows that are encoded together
 */
public record VectorSizes(int vectorRows, int partitionRows) {
    public VectorSizes {
        assert vectorRows > 0 && partitionRows > 0 : vectorRows + " of " + partitionRows;
    }
}
