package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;

/**
 * Goes through partitions vector by vector, for a program of rows. Rows that a filter refuses are
 * left out.
 */
public final class ChunkRows {
    /** Rows of the first vector: few, as the program may leave the scan at once. */
    private static final int FIRST_ROWS = 128;

    /** The values of the columns for the current rows. */
    public final Vector[] vectors;

    private final int vectorRowsMax;
    private final ScanFilter filter;
    private Chunk[] chunks;
    private int rows;
    private int from;
    private int vectorRows = FIRST_ROWS;

    /** The first row of the current vector, and which rows behind it are given. */
    private int first;

    private int[] selection;

    /** @param filter null to give all rows */
    public ChunkRows(int columnCount, int vectorRowsMax, ScanFilter filter) {
        this.vectorRowsMax = vectorRowsMax;
        this.filter = filter;
        vectors = new Vector[columnCount];
        for (int i = 0; i < columnCount; i++) {
            vectors[i] = new Vector(vectorRowsMax);
        }
    }

    /** Begins a partition. */
    public void enter(Chunk[] columns, int rowCount) {
        chunks = columns;
        rows = rowCount;
        from = 0;
        if (filter != null) {
            filter.enter(columns);
            if (filter.refusesAll()) {
                from = rows;
            }
        }
    }

    /**
     * Loads the next rows of the partition.
     *
     * @return their number; 0 at its end
     */
    public int next() {
        int kept = 0;
        while (kept == 0 && from < rows) {
            int count = Math.min(vectorRows, rows - from);
            kept = filter == null ? count : filter.select(from, count);
            selection = kept == count ? null : filter.selection();
            for (int i = 0; i < vectors.length && kept > 0; i++) {
                chunks[i].load(from, selection, kept, vectors[i]);
            }
            first = from;
            from += count;
            vectorRows = Math.min(2 * vectorRows, vectorRowsMax);
        }
        return kept;
    }

    /** Returns which row of the partition a loaded one is, from 0. */
    public int index(int row) {
        return selection == null ? first + row : first + selection[row];
    }
}
