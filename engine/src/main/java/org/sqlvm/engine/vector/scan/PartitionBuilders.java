package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The builders of a scan's partitions, which its threads lend each other: a builder that has made a
 * partition has room for the next, and expects the same kind of values.
 */
final class PartitionBuilders {
    private final List<StoredColumn> columns;
    private final VectorSizes sizes;
    private final Deque<ChunkBuilder[]> free = new ConcurrentLinkedDeque<>();

    PartitionBuilders(List<StoredColumn> columns, VectorSizes sizes) {
        this.columns = List.copyOf(columns);
        this.sizes = sizes;
    }

    int partitionRows() {
        return sizes.partitionRows();
    }

    VectorSizes sizes() {
        return sizes;
    }

    List<StoredColumn> columns() {
        return columns;
    }

    /** The columns' places in their table. */
    int[] places() {
        return columns.stream().mapToInt(StoredColumn::place).toArray();
    }

    /** One builder for each column, without rows. */
    ChunkBuilder[] take() {
        ChunkBuilder[] taken = free.poll();
        return taken != null
                ? taken
                : columns.stream()
                        .map(column -> new ChunkBuilder(column, partitionRows(), false))
                        .toArray(ChunkBuilder[]::new);
    }

    /** Gives builders back that have no rows. */
    void giveBack(ChunkBuilder[] builders) {
        free.push(builders);
    }
}
