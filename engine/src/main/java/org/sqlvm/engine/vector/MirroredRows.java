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
