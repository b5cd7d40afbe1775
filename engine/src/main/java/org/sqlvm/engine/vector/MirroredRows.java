package org.sqlvm.engine.vector;

import java.util.Arrays;

/** Columns of a table, all of which the mirror has. Immutable: threads may share it. */
final class MirroredRows {
    private final int[] rows;

    /** By column, by partition. */
    private final Chunk[][] columns;

    MirroredRows(MirroredTable table, Chunk[][] columns) {
        this.columns = columns;
        this.rows = new int[table.partitionCount()];
        Arrays.setAll(rows, table::rows);
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
