package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

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

    /** All rows, if the mirror has all columns that are read; else null. */
    MirroredRows mirrored() {
        MirroredTable held = mirror.table(cursor.btree(), cursor.root(), input.table());
        Chunk[][] known = known(held);
        boolean complete = held.isComplete() && Arrays.stream(known).allMatch(Objects::nonNull);
        return complete ? new MirroredRows(held, known) : null;
    }

    private Chunk[][] known(MirroredTable held) {
        return input.columns().stream().map(held::chunks).toArray(Chunk[][]::new);
    }

    /** All rows; false if the taker has ended it. */
    boolean scan(Taker taker) {
        MirroredRows all = mirrored();
        if (all == null) {
            return read(taker);
        }
        for (int partition = 0; partition < all.partitionCount(); partition++) {
            if (!taker.take(all.chunks(partition), all.rows(partition))) {
                return false;
            }
        }
        return true;
    }

    /** Decodes what the mirror does not have, and leaves it there. */
    private boolean read(Taker taker) {
        MirroredTable held = mirror.table(cursor.btree(), cursor.root(), input.table());
        Chunk[][] known = known(held);
        List<StoredColumn> columns = input.columns();
        boolean[] wanted = new boolean[known.length];
        int readCount = 0;
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = known[i] == null;
            readCount += wanted[i] ? 1 : 0;
        }
        long buffers = (long) partitionRows * readCount * ChunkBuilder.rowSize();
        workspace.take(buffers);
        try {
            PartitionReader reader = new PartitionReader(cursor, columns, wanted, partitionRows);
            MirrorFill fill = new MirrorFill(mirror, held, columns, wanted);
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
                    fill.add(chunks, rows);
                    if (!taker.take(chunks, rows)) {
                        return false;
                    }
                }
            }
            fill.finish();
            return true;
        } finally {
            workspace.take(-buffers);
        }
    }
}
