package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Chunk;

/** Reads an input of a {@link org.sqlvm.engine.vector.query.VectorScan} partition by partition. */
public interface InputScan {
    /** Consumes partitions. */
    interface PartitionSink {
        /**
         * Consumes a partition.
         *
         * @param chunks as the input's columns; the next partition reuses the array
         * @return false if the scan is to end
         */
        boolean consume(Chunk[] chunks, int rows);
    }

    /** All rows, if the column cache has all columns that are read; else null. */
    CachedRows cached();

    /** Whether partitions may be much smaller than there are rows for. */
    default boolean hasSmallPartitions() {
        return false;
    }

    /** Scans all rows; false if the sink has ended the scan. */
    boolean scan(PartitionSink sink);
}
