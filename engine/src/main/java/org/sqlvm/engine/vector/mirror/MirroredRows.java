package org.sqlvm.engine.vector.mirror;

import org.sqlvm.engine.vector.column.Chunk;

import java.util.Arrays;

/** Columns of a table, all of which the mirror has. Immutable: threads may share it. */
public final class MirroredRows {
    private final int[] rows;

    /** By column, by partition. */
    private final Chunk[][] columns;

    /** By partition: the only rows that are of interest. Null if all are. */
    private final int[][] passing;

    MirroredRows(MirroredTable table, Chunk[][] columns) {
        this.columns = columns;
        this.rows = new int[table.partitionCount()];
        this.passing = null;
        Arrays.setAll(rows, table::rows);
    }

    private MirroredRows(MirroredRows all, int[][] passing) {
        this.columns = all.columns;
        this.rows = all.rows;
        this.passing = passing;
    }

    /** The same where only some rows are of interest. */
    public MirroredRows of(int[][] some) {
        return new MirroredRows(this, some);
    }

    /** The rows of a partition that are of interest; null for all. */
    public int[] passing(int partition) {
        return passing == null ? null : passing[partition];
    }

    /** All rows. */
    public long count() {
        long count = 0;
        for (int partitionRows : rows) {
            count += partitionRows;
        }
        return count;
    }

    /** The least and the greatest value of a column; null if not all are integers or NULL. */
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
