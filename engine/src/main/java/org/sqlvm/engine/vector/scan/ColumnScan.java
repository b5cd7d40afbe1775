package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.vector.cache.CacheUpdate;
import org.sqlvm.engine.vector.cache.CachedTable;
import org.sqlvm.engine.vector.cache.ColumnCache;
import org.sqlvm.engine.vector.cache.PartitionReader;
import org.sqlvm.engine.vector.cache.PartitionSource;
import org.sqlvm.engine.vector.cache.ScanColumns;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.List;
import java.util.function.Supplier;

/**
 * Scans all rows of a table for a program of rows: the program reads from vectors instead of
 * decoding each record. The column cache has the columns, or they are decoded now, a partition at a
 * time.
 *
 * <p>The program sees the table as it was when the partition was decoded, or, from the cache, when
 * the scan began. Its own connection may have changed rows since; SQLite leaves open whether a
 * running scan sees that.
 */
public final class ColumnScan implements AutoCloseable {
    /** Rows of the first vector: few, as the program may leave the scan at once. */
    private static final int FIRST_ROWS = 128;

    /** The values of the columns for the current rows. */
    public final Vector[] vectors;

    private final TableCursor cursor;
    private final CachedTable held;
    private final PartitionSource source;

    private final int vectorRowsMax;
    private final Runnable poll;

    /** Keeps rows from the program; null if it is given all. */
    private final ScanFilter filter;

    private final Chunk[] chunks;
    private int rows;
    private int from;
    private int vectorRows;
    private boolean ended;

    /** Takes what is counted; null in a run without counts. */
    private ScanCounts counts;

    private ColumnScan(
            ColumnCache cache,
            TableCursor cursor,
            CachedTable held,
            List<StoredColumn> columns,
            Supplier<ScanFilter> filter,
            boolean always,
            VectorSizes sizes,
            Workspace workspace,
            Runnable poll) {
        this.cursor = cursor;
        this.held = held;
        this.poll = poll;
        vectorRowsMax = sizes.vectorRows();
        vectorRows = Math.min(FIRST_ROWS, vectorRowsMax);
        vectors = new Vector[columns.size()];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = new Vector(vectorRowsMax);
        }
        chunks = new Chunk[columns.size()];
        // A filter costs more than it saves if the table is small.
        boolean large = !isCached(held, columns) || held.rowCount() >= ColumnCache.ROWS_MIN;
        this.filter = large || always ? filter.get() : null;
        source = new PartitionSource(
                cache, held, cursor, ScanColumns.only(columns), sizes, false, workspace, poll);
    }

    private static boolean isCached(CachedTable held, List<StoredColumn> columns) {
        return held.isComplete() && columns.stream().allMatch(held::holds);
    }

    /**
     * Begins a scan, before its first vector.
     *
     * @param cursor a cursor on the table, which the scan uses until it is closed
     * @param filter makes what keeps rows from the program; may give null
     * @param decodes whether columns that are not in the cache may be decoded, if the table has
     *     been read before
     * @param always whether they are decoded in any case
     * @param poll called now and then; it throws if the program is to end
     * @return null if the program is to read row by row
     */
    public static ColumnScan begin(
            ColumnCache cache,
            TableCursor cursor,
            String table,
            List<StoredColumn> columns,
            Supplier<ScanFilter> filter,
            boolean decodes,
            boolean always,
            VectorSizes sizes,
            Workspace workspace,
            Runnable poll) {
        CachedTable held = always
                ? cache.table(cursor.btree(), cursor.root(), table)
                : cache.knownOrShared(cursor, table, columns, sizes.partitionRows());
        if (held == null) {
            return null;
        }
        long version = cursor.btree().versions().ofTree(cursor.root());
        // A program that reads only the first rows should not wait until all changed partitions are
        // decoded.
        if (!always && !held.isOf(version) && !held.isScanned(version)) {
            return null;
        }
        if (!always && !isCached(held, columns)) {
            long buffers = PartitionReader.size(columns.size(), sizes.partitionRows());
            if (!decodes || !held.isWanted() || !workspace.mayGrow(0, buffers)) {
                return null;
            }
        }
        CachedTable now = new CacheUpdate(cache, cursor, sizes, workspace, poll).of(held, columns);
        return new ColumnScan(cache, cursor, now, columns, filter, always, sizes, workspace, poll);
    }

    /** Counts what is read from now on. */
    public void countInto(ScanCounts target) {
        counts = target;
    }

    /**
     * Loads the next rows.
     *
     * @return their number; 0 at the end
     */
    public int next() {
        cursor.checkTransaction();
        int kept = 0;
        while (kept == 0 && !isEmpty()) {
            assert from < rows : from;
            int count = Math.min(vectorRows, rows - from);
            kept = filter == null ? count : filter.select(from, count);
            int[] selection = kept == count ? null : filter.selection();
            for (int i = 0; i < chunks.length && kept > 0; i++) {
                chunks[i].load(from, selection, kept, vectors[i]);
            }
            from += count;
            vectorRows = Math.min(2 * vectorRows, vectorRowsMax);
            if (kept == 0) {
                poll.run();
            }
        }
        return kept;
    }

    /** Whether all rows have been given. */
    public boolean isEmpty() {
        return from == rows && !nextPartition();
    }

    /**
     * Puts the next rows into a batch. The batch need not become full.
     *
     * @param batch an empty batch
     * @param columns by column of the batch: the column of this scan
     * @return the number of rows; 0 at the end
     */
    public int fill(Batch batch, int[] columns) {
        cursor.checkTransaction();
        if (isEmpty()) {
            return 0;
        }
        int count = Math.min(batch.capacity(), rows - from);
        for (int i = 0; i < columns.length; i++) {
            Vector values = new Vector(batch.capacity());
            values.longs = batch.longs()[i];
            values.doubles = batch.doubles()[i];
            values.objects = batch.objects()[i];
            chunks[columns[i]].load(from, null, count, values);
            values.give(batch, i, count);
        }
        assert count > 0 && from + count <= rows : count;
        batch.endRows(count);
        from += count;
        return count;
    }

    private boolean nextPartition() {
        if (ended) {
            return false;
        }
        from = 0;
        rows = source.next(chunks);
        if (counts != null && rows > 0) {
            count();
        }
        if (rows == 0) {
            ended = true;
            if (!source.isKept()) {
                held.setUnwanted();
            }
            source.close();
        } else if (filter != null) {
            filter.enter(chunks);
            if (counts != null && filter.refusesAll()) {
                counts.skip(rows);
            }
        }
        return rows > 0;
    }

    private void count() {
        counts.enter(chunks, rows);
        if (source.cached() == null) {
            counts.decode();
        }
    }

    @Override
    public void close() {
        if (!ended && !source.isKept()) {
            held.setUnwanted();
        }
        ended = true;
        source.close();
    }
}
