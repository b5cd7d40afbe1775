package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.btree.TableLeaves;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.Arrays;
import java.util.List;

/**
 * Columns of a range of rowids as vectors, decoded by the caller's thread and kept nowhere: for
 * programs that read the parts of a table in tasks of their own.
 */
public final class RangeScan implements AutoCloseable {
    /** The most rows of a vector. */
    public static final int VECTOR_ROWS = 1024;

    private static final int PARTITION_ROWS = 16 * VECTOR_ROWS;

    private final TableCursor cursor;
    private final PartitionReader reader;
    private final Chunk[] chunks;

    /** The rows of the chunks, and those that have been returned. */
    private int rows;

    private int at;

    /**
     * Begins a scan, in a read transaction.
     *
     * @param cursor a cursor on the table, which is closed with the scan
     * @param behind the range begins behind this rowid; Long.MIN_VALUE for the first row
     * @param to the last rowid of the range
     * @param poll called now and then; it throws if the scan is to end
     */
    public RangeScan(
            TableCursor cursor,
            List<StoredColumn> columns,
            long behind,
            long to,
            Workspace workspace,
            Runnable poll) {
        this.cursor = cursor;
        TableLeaves leaves = new TableLeaves(cursor);
        if (behind != Long.MIN_VALUE) {
            leaves.readBehind(behind);
        }
        leaves.readTo(to);
        boolean[] wanted = new boolean[columns.size()];
        Arrays.fill(wanted, true);
        VectorSizes sizes = new VectorSizes(VECTOR_ROWS, PARTITION_ROWS, 1);
        reader = new PartitionReader(leaves, columns, wanted, sizes, true, workspace, poll);
        chunks = new Chunk[columns.size()];
    }

    /**
     * Reads the next rows.
     *
     * @param vectors takes the columns; each for VECTOR_ROWS rows
     * @return the number of rows; 0 at the end
     */
    public int next(Vector[] vectors) {
        assert vectors.length == chunks.length : vectors.length;
        if (at == rows) {
            rows = reader.read(chunks);
            at = 0;
        }
        int count = Math.min(VECTOR_ROWS, rows - at);
        for (int i = 0; i < vectors.length && count > 0; i++) {
            chunks[i].load(at, null, count, vectors[i]);
        }
        at += count;
        return count;
    }

    @Override
    public void close() {
        reader.close();
        cursor.close();
    }
}
