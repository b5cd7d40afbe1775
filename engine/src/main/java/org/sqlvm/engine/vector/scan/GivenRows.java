package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.Arrays;
import java.util.List;

/** Makes partitions of the rows of a {@link ColumnSource}. One thread at a time. */
final class GivenRows {
    final ColumnSource source;
    private final int partitionRows;

    /** The columns that are read, by place in the table. */
    private final int[] columns;

    private final List<StoredColumn> stored;

    /** Null before the first rows, and at the end: there may be thousands of parts. */
    private ChunkBuilder[] builders;

    /** How many rows were read last, and how many of them are in partitions. */
    private int batchRows;

    private int taken;

    /** Rows with their columns. */
    record Partition(Chunk[] chunks, int rows) {}

    GivenRows(ColumnSource source, List<StoredColumn> columns, int partitionRows) {
        this.source = source;
        this.partitionRows = partitionRows;
        this.columns = columns.stream().mapToInt(StoredColumn::place).toArray();
        this.stored = columns;
    }

    /**
     * The next rows; null at the end.
     *
     * @param poll called with every batch; it throws if the run is to end
     */
    Partition next(Runnable poll) {
        if (builders == null) {
            builders = stored.stream()
                    .map(column -> new ChunkBuilder(column, partitionRows, false))
                    .toArray(ChunkBuilder[]::new);
        }
        int rows = 0;
        while (rows < partitionRows && hasRows(poll)) {
            int count = Math.min(batchRows - taken, partitionRows - rows);
            for (int i = 0; i < columns.length; i++) {
                source.give(columns[i], taken, taken + count, builders[i]);
            }
            taken += count;
            rows += count;
        }
        if (rows == 0) {
            builders = null;
            return null;
        }
        return new Partition(finish(), rows);
    }

    private Chunk[] finish() {
        return Arrays.stream(builders).map(ChunkBuilder::finish).toArray(Chunk[]::new);
    }

    /** Whether there are rows that are in no partition yet. */
    private boolean hasRows(Runnable poll) {
        if (taken < batchRows) {
            return true;
        }
        poll.run();
        taken = 0;
        batchRows = source.read(columns);
        assert batchRows >= 0 && batchRows <= ColumnSource.BATCH_ROWS : batchRows;
        return batchRows > 0;
    }
}
