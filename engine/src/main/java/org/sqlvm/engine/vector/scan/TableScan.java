package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.mirror.Mirror;
import org.sqlvm.engine.vector.mirror.MirrorUpdate;
import org.sqlvm.engine.vector.mirror.MirroredRows;
import org.sqlvm.engine.vector.mirror.MirroredTable;
import org.sqlvm.engine.vector.mirror.PartitionSource;
import org.sqlvm.engine.vector.mirror.ScanColumns;
import org.sqlvm.engine.vector.query.StoredIndex;
import org.sqlvm.engine.vector.query.VectorScan;

import java.util.List;

/**
 * Goes through a table partition by partition: columns come from the mirror, or are decoded now,
 * those of the next partitions by other threads while one is taken.
 */
public final class TableScan {
    private final VectorScan.Input input;
    private final BtreeCursor cursor;
    private final Mirror mirror;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Runnable poll;

    /** Null if nobody counts. */
    private final VectorCounts counts;

    private final int number;
    private final ScanColumns columns;

    /** Who takes the partitions. */
    public interface Taker {
        /**
         * Takes one.
         *
         * @param chunks as the input's columns; the array is another partition's afterwards
         * @return false if the scan is to end
         */
        boolean take(Chunk[] chunks, int rows);
    }

    /**
     * A scan.
     *
     * @param counts null if nobody counts
     * @param number of the input
     * @param poll called now and then while rows are decoded
     */
    public TableScan(
            VectorScan.Input input,
            ScanColumns columns,
            BtreeCursor cursor,
            Mirror mirror,
            VectorSizes sizes,
            Workspace workspace,
            VectorCounts counts,
            int number,
            Runnable poll) {
        this.counts = counts;
        this.number = number;
        this.input = input;
        this.columns = columns;
        this.cursor = cursor;
        this.mirror = mirror;
        this.sizes = sizes;
        this.workspace = workspace;
        this.poll = poll;
    }

    /** All rows, if the mirror has all columns that are read; else null. */
    public MirroredRows mirrored() {
        try (BtreeCursor entries = openIndex();
                PartitionSource source = source(entries)) {
            return source.mirrored();
        }
    }

    /**
     * If an index is to be read, since the mirror does not have the table's columns; else null. Of
     * an index it is not known what has changed, so after a change the table is read instead.
     */
    private BtreeCursor openIndex() {
        StoredIndex index = input.index();
        if (index == null
                || mirror.holds(cursor.btree(), cursor.root(), input.columns())
                || (mirror.isOutdated(cursor.btree(), index.root())
                        && !mirror.isOutdated(cursor.btree(), cursor.root()))) {
            return null;
        }
        return cursor.btree().openIndex(index.root(), false, null);
    }

    /** @param entries of the index that is read; or null */
    private PartitionSource source(BtreeCursor entries) {
        if (entries != null) {
            StoredIndex index = input.index();
            return new PartitionSource(
                    mirror,
                    mirror.table(entries.btree(), index.root(), index.name()),
                    entries,
                    new ScanColumns(index.columns(), List.of(), index.readable()),
                    sizes,
                    true,
                    workspace,
                    poll);
        }
        // A temporary table is not read again.
        MirroredTable held = input.stored() == null
                ? null
                : new MirrorUpdate(mirror, cursor, sizes, workspace, poll)
                        .of(mirror.table(cursor.btree(), cursor.root(), input.table()));
        return new PartitionSource(mirror, held, cursor, columns, sizes, true, workspace, poll);
    }

    /** All rows; false if the taker has ended it. */
    public boolean scan(Taker taker) {
        Chunk[] chunks = new Chunk[input.columns().size()];
        try (BtreeCursor entries = openIndex();
                PartitionSource source = source(entries)) {
            boolean counted = counts != null && source.mirrored() == null;
            int rows = next(source, chunks, counted);
            while (rows > 0) {
                if (!taker.take(chunks, rows)) {
                    return false;
                }
                rows = next(source, chunks, counted);
            }
        }
        return true;
    }

    private int next(PartitionSource source, Chunk[] chunks, boolean counted) {
        if (!counted) {
            return source.next(chunks);
        }
        long begun = System.nanoTime();
        int rows = source.next(chunks);
        counts.addDecoded(number, rows > 0 ? 1 : 0, System.nanoTime() - begun);
        return rows;
    }
}
