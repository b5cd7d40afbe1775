package org.sqlvm.engine.vector;

import java.util.Arrays;

/** Columns of a table, all of which the mirror has. Immutable: threads may share it. */
final class MirroredRows {
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
    MirroredRows of(int[][] some) {
        return new MirroredRows(this, some);
    }

    /** The rows of a partition that are of interest; null for all. */
    int[] passing(int partition) {
        return passing == null ? null : passing[partition];
    }

    /** All rows. */
    long count() {
        long count = 0;
        for (int partitionRows : rows) {
            count += partitionRows;
        }
        return count;
    }

    /** The least and the greatest value of a column; null if not all are integers or NULL. */
    long[] integers(int column) {
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

    int partitionCount() {
        return rows.length;
    }

    int rows(int partition) {
        return rows[partition];
    }

    Chunk[] chunks(int partition) {
        Chunk[] chunks = new Chunk[columns.length];
        Arrays.setAll(chunks, i -> columns[i][partition]);
        return chunks;
    }
}
