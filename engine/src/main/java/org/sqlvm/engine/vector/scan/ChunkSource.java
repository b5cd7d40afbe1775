package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.List;

/** Gives the rows of a table in partitions whose columns are chunks already. */
public interface ChunkSource extends ColumnSource {
    /**
     * Returns all rows of what has been begun if their columns are in memory; else null.
     *
     * @param columns by index in the table
     */
    CachedRows cached(List<StoredColumn> columns, VectorSizes sizes);

    /**
     * Reads the next partition.
     *
     * @param columns by index in the table; the same for all partitions
     * @param target as the columns
     * @return the number of rows, at most {@code sizes.partitionRows()}; 0 at the end
     */
    int next(List<StoredColumn> columns, VectorSizes sizes, Chunk[] target);

    /** Is not called. */
    @Override
    default int read(int[] columns) {
        throw new AssertionError("gives chunks");
    }

    /** Is not called. */
    @Override
    default void give(int column, int from, int to, ChunkBuilder target) {
        throw new AssertionError("gives chunks");
    }
}
