package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBuilder;

import java.util.Arrays;

/** Makes partitions of the rows of a {@link ColumnSource}. One thread at a time. */
final class GivenRows {
    final ColumnSource source;
    private final PartitionBuilders builders;

    /** The columns that are read, by place in the table. */
    private final int[] columns;

    /** How many rows were read last, and how many of them are in partitions. */
    private int batchRows;

    private int taken;

    /** Rows with their columns. */
    record Partition(Chunk[] chunks, int rows) {}

    GivenRows(ColumnSource source, PartitionBuilders builders) {
        this.source = source;
        this.builders = builders;
        this.columns = builders.places();
    }

    /**
     * The next rows; null at the end.
     *
     * @param poll called with every batch; it throws if the run is to end
     */
    Partition next(Runnable poll) {
        if (source instanceof ChunkSource whole) {
            return nextOf(whole, poll);
        }
        if (!hasRows(poll)) {
            return null;
        }
        ChunkBuilder[] targets = builders.take();
        int most = builders.partitionRows();
        int rows = 0;
        while (rows < most && hasRows(poll)) {
            int count = Math.min(batchRows - taken, most - rows);
            for (int i = 0; i < columns.length; i++) {
                source.give(columns[i], taken, taken + count, targets[i]);
            }
            taken += count;
            rows += count;
        }
        Chunk[] chunks = Arrays.stream(targets).map(ChunkBuilder::finish).toArray(Chunk[]::new);
        builders.giveBack(targets);
        return new Partition(chunks, rows);
    }

    private Partition nextOf(ChunkSource whole, Runnable poll) {
        poll.run();
        Chunk[] chunks = new Chunk[columns.length];
        int rows = whole.next(builders.columns(), builders.sizes(), chunks);
        return rows == 0 ? null : new Partition(chunks, rows);
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
