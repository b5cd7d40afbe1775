package org.sqlvm.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Makes the readers of a scan, in the executors. */
final class PartReaderFactory implements PartitionReaderFactory {
    private static final long serialVersionUID = 1L;

    private final ScanSpec spec;
    private final TableFacts facts;

    /**
     * @param facts the table's facts, for tasks to compare; null if the driver has compared all
     *     files
     */
    PartReaderFactory(ScanSpec spec, TableFacts facts) {
        this.spec = spec;
        this.facts = facts;
    }

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        return new PartReader(spec, facts, (Part) partition);
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        throw new UnsupportedOperationException("rows come in columns");
    }
}
