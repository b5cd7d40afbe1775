package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;
import java.util.List;

/**
 * Goes through a table partition by partition: columns come from the mirror, or are decoded now.
 */
final class TableScan {
    private final VectorScan.Input input;
    private final TableCursor cursor;
    private final Mirror mirror;
    private final int partitionRows;
    private final Workspace workspace;
    private final Runnable poll;

    /** Who takes the partitions. */
    interface Taker {
        /**
         * Takes one.
         *
         * @param chunks as the input's columns; the array is another partition's afterwards
         * @return false if the scan is to end
         */
        boolean take(Chunk[] chunks, int rows);
    }

    /** @param poll called now and then while rows are decoded */
    TableScan(
            VectorScan.Input input,
            TableCursor cursor,
            Mirror mirror,
            int partitionRows,
            Workspace workspace,
            Runnable poll) {
        this.input = input;
        this.cursor = cursor;
        this.mirror = mirror;
        this.partitionRows = partitionRows;
        this.workspace = workspace;
        this.poll = poll;
    }

    /** All rows; false if the taker has ended it. */
    boolean scan(Taker taker) {
        List<StoredColumn> columns = input.columns();
        if (!input.stored()) {
            boolean[] all = new boolean[columns.size()];
            Arrays.fill(all, true);
            return read(taker, null, new Chunk[columns.size()][], all);
        }
        MirroredTable held = mirror.table(cursor.btree(), cursor.root(), input.table());
        Chunk[][] known = new Chunk[columns.size()][];
        boolean[] wanted = new boolean[columns.size()];
        boolean complete = held.isComplete();
        for (int i = 0; i < known.length; i++) {
            known[i] = held.chunks(columns.get(i));
            wanted[i] = known[i] == null;
            complete &= !wanted[i];
        }
        return complete ? scanMirror(taker, held, known) : read(taker, held, known, wanted);
    }

    private static boolean scanMirror(Taker taker, MirroredTable held, Chunk[][] known) {
        Chunk[] chunks = new Chunk[known.length];
        for (int partition = 0; partition < held.partitionCount(); partition++) {
            int at = partition;
            Arrays.setAll(chunks, i -> known[i][at]);
            if (!taker.take(chunks, held.rows(partition))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Decodes what the mirror does not have, and leaves it there.
     *
     * @param held null for a table that the mirror does not take
     */
    private boolean read(Taker taker, MirroredTable held, Chunk[][] known, boolean[] wanted) {
        List<StoredColumn> columns = input.columns();
        int readCount = 0;
        for (boolean each : wanted) {
            readCount += each ? 1 : 0;
        }
        long buffers = (long) partitionRows * readCount * ChunkBuilder.rowSize();
        workspace.take(buffers);
        try {
            PartitionReader reader = new PartitionReader(cursor, columns, wanted, partitionRows);
            MirrorFill fill = held == null ? null : new MirrorFill(mirror, held, columns, wanted);
            Chunk[] chunks = new Chunk[known.length];
            int rows = partitionRows;
            for (int partition = 0; rows == partitionRows; partition++) {
                rows = reader.read(chunks, poll);
                for (int i = 0; i < known.length; i++) {
                    if (known[i] != null && rows > 0) {
                        chunks[i] = known[i][partition];
                    }
                }
                if (rows > 0) {
                    if (fill != null) {
                        fill.add(chunks, rows);
                    }
                    if (!taker.take(chunks, rows)) {
                        return false;
                    }
                }
            }
            if (fill != null) {
                fill.finish();
            }
            return true;
        } finally {
            workspace.take(-buffers);
        }
    }
}
