package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.cache.CacheUpdate;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.cache.CachedTable;
import org.sqlvm.engine.vector.cache.ColumnCache;
import org.sqlvm.engine.vector.cache.PartitionSource;
import org.sqlvm.engine.vector.cache.ScanColumns;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.query.StoredIndex;
import org.sqlvm.engine.vector.query.VectorScan;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Scans a table partition by partition. Columns come from the column cache, or are decoded now:
 * other threads decode the next partitions while one is consumed.
 */
public final class TableScan implements InputScan {
    private final VectorScan.Input input;
    private final BtreeCursor cursor;
    private final ColumnCache cache;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Runnable poll;

    /** Takes what is counted; null in a run without counts. */
    private final VectorCounts counts;

    private final int number;
    private final ScanColumns columns;

    /**
     * Creates a scan.
     *
     * @param counts takes what is counted; may be null
     * @param number the number of the input
     * @param poll called now and then while rows are decoded
     */
    public TableScan(
            VectorScan.Input input,
            ScanColumns columns,
            BtreeCursor cursor,
            ColumnCache cache,
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
        this.cache = cache;
        this.sizes = sizes;
        this.workspace = workspace;
        this.poll = poll;
    }

    @Override
    public CachedRows cached() {
        try (BtreeCursor entries = openIndex();
                PartitionSource source = source(entries)) {
            return source.cached();
        }
    }

    /**
     * Opens the covering index if it is to be read instead of the table: the cache does not have
     * the columns, and the table's are not merely outdated. It is not known which parts of an index
     * have changed, so after a change the table is read.
     */
    private BtreeCursor openIndex() {
        StoredIndex index = input.index();
        if (index == null
                || cache.holdsOrFinds(
                        cursor.btree(), cursor.root(), input.columns(), sizes.partitionRows())
                || (cache.isOutdated(cursor.btree(), index.root())
                        && !cache.isOutdated(cursor.btree(), cursor.root()))) {
            return null;
        }
        return cursor.btree().openIndex(index.root(), false, null);
    }

    /**
     * Begins to read the partitions.
     *
     * @param entries a cursor on the index if that is read; else null
     */
    private PartitionSource source(BtreeCursor entries) {
        if (entries != null) {
            StoredIndex index = input.index();
            CachedTable held = cache.table(entries.btree(), index.root(), index.name());
            cache.take(held, entries, index.columns(), sizes.partitionRows());
            return new PartitionSource(
                    cache,
                    held,
                    entries,
                    new ScanColumns(index.columns(), List.of(), index.readable()),
                    sizes,
                    true,
                    workspace,
                    poll);
        }
        // Columns of a temporary table are not cached.
        CachedTable held = input.stored() == null
                ? null
                : new CacheUpdate(cache, cursor, sizes, workspace, poll)
                        .of(
                                cache.table(cursor.btree(), cursor.root(), input.table()),
                                columns.all());
        return new PartitionSource(cache, held, cursor, columns, sizes, true, workspace, poll);
    }

    @Override
    public boolean scan(PartitionSink sink) {
        Chunk[] chunks = new Chunk[input.columns().size()];
        try (BtreeCursor entries = openIndex();
                PartitionSource source = source(entries)) {
            boolean counted = counts != null && source.cached() == null;
            int rows = next(source, chunks, counted);
            while (rows > 0) {
                assert Arrays.stream(chunks).noneMatch(Objects::isNull);
                if (!sink.consume(chunks, rows)) {
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
