package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The rows of a table, all of whose columns are cached. Immutable, so threads may share it. */
public final class CachedRows {
    private final int[] rows;

    /** By column, by partition. */
    private final Chunk[][] columns;

    /** By partition: the selection of rows that can pass; null if all can. */
    private final int[][] passing;

    CachedRows(CachedTable table, Chunk[][] columns) {
        this.columns = columns;
        this.rows = new int[table.partitionCount()];
        this.passing = null;
        Arrays.setAll(rows, table::rows);
    }

    /**
     * Creates rows of several tables.
     *
     * @param rows by partition: the number of rows
     * @param columns by column, by partition
     */
    public CachedRows(int[] rows, Chunk[][] columns) {
        assert Arrays.stream(columns).allMatch(chunks -> chunks.length == rows.length);
        this.columns = columns;
        this.rows = rows;
        this.passing = null;
    }

    private CachedRows(CachedRows all, int[][] passing) {
        this.columns = all.columns;
        this.rows = all.rows;
        this.passing = passing;
    }

    /** The same rows with a selection for each partition. */
    public CachedRows of(int[][] some) {
        assert areSelections(some);
        return new CachedRows(this, some);
    }

    private boolean areSelections(int[][] some) {
        return some.length == rows.length
                && IntStream.range(0, rows.length)
                        .allMatch(i -> Checks.isAscending(some[i], some[i].length, rows[i]));
    }

    /** The selection of a partition; null for all rows. */
    public int[] passing(int partition) {
        return passing == null ? null : passing[partition];
    }

    /** The number of rows, without regard to selections. */
    public long count() {
        long count = 0;
        for (int partitionRows : rows) {
            count += partitionRows;
        }
        return count;
    }

    /**
     * The least and the greatest value of a column; null if it has values other than integers and
     * NULL.
     */
    public long[] integers(int column) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (Chunk chunk : columns[column]) {
            if (chunk instanceof Chunk.Longs integers) {
                least = Math.min(least, integers.codes.least);
                greatest = Math.max(greatest, integers.codes.greatest);
            } else if (!(chunk instanceof Chunk.Nulls)) {
                return null;
            }
        }
        return least <= greatest ? new long[] {least, greatest} : null;
    }

    public int partitionCount() {
        return rows.length;
    }

    public int rows(int partition) {
        return rows[partition];
    }

    public Chunk[] chunks(int partition) {
        Chunk[] chunks = new Chunk[columns.length];
        Arrays.setAll(chunks, i -> columns[i][partition]);
        return chunks;
    }
}
