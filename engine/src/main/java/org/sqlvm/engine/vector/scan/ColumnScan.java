package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.mirror.Mirror;
import org.sqlvm.engine.vector.mirror.MirrorUpdate;
import org.sqlvm.engine.vector.mirror.MirroredTable;
import org.sqlvm.engine.vector.mirror.PartitionReader;
import org.sqlvm.engine.vector.mirror.PartitionSource;
import org.sqlvm.engine.vector.mirror.ScanColumns;

import java.util.List;
import java.util.function.Supplier;

/**
 * A scan of all rows of a table for a program that works row by row: instead of decoding record
 * after record, the program reads from vectors, whose columns the mirror has, or which are decoded
 * for it now, a partition at a time.
 *
 * <p>What the program sees is the table as it was when a partition was decoded or, from the mirror,
 * when the scan began: its own connection may have changed rows since, and SQLite leaves open
 * whether a running scan sees that.
 */
public final class ColumnScan implements AutoCloseable {
    /** Rows of the first vector: of a scan that is left at once, little is in vain. */
    private static final int FIRST_ROWS = 128;

    /** The columns' values for the rows at hand. */
    public final Vector[] vectors;

    private final TableCursor cursor;
    private final MirroredTable held;
    private final PartitionSource source;

    private final int vectorRowsMax;
    private final Runnable poll;

    /** Null if all rows are given. */
    private final ScanFilter filter;

    private final Chunk[] chunks;
    private int rows;
    private int from;
    private int vectorRows;
    private boolean ended;

    /** Null if nobody counts. */
    private ScanCounts counts;

    private ColumnScan(
            Mirror mirror,
            TableCursor cursor,
            MirroredTable held,
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
        // Of few rows a filter would cost more than it spares.
        boolean large = !isMirrored(held, columns) || held.rowCount() >= Mirror.ROWS_MIN;
        this.filter = large || always ? filter.get() : null;
        source = new PartitionSource(
                mirror, held, cursor, ScanColumns.only(columns), sizes, false, workspace, poll);
    }

    private static boolean isMirrored(MirroredTable held, List<StoredColumn> columns) {
        return held.isComplete() && columns.stream().allMatch(held::holds);
    }

    /**
     * Begins a scan, before its first vector.
     *
     * @param cursor on the table; it is this scan's until the end
     * @param filter makes what keeps rows from the program, or gives null
     * @param decodes whether columns that the mirror does not have may be decoded, if the table has
     *     been read before
     * @param always they are decoded in any case
     * @param poll called now and then; it throws if the program is to end
     * @return null if the program is to read row by row
     */
    public static ColumnScan begin(
            Mirror mirror,
            TableCursor cursor,
            String table,
            List<StoredColumn> columns,
            Supplier<ScanFilter> filter,
            boolean decodes,
            boolean always,
            VectorSizes sizes,
            Workspace workspace,
            Runnable poll) {
        MirroredTable held = always
                ? mirror.table(cursor.btree(), cursor.root(), table)
                : mirror.known(cursor.btree(), cursor.root());
        if (held == null) {
            return null;
        }
        long version = cursor.btree().contentVersion(cursor.root());
        // Who wants the first rows alone does not wait for what has changed to be decoded.
        if (!always && !held.isOf(version) && !held.isScanned(version)) {
            return null;
        }
        if (!always && !isMirrored(held, columns)) {
            long buffers = PartitionReader.size(columns.size(), sizes.partitionRows());
            if (!decodes || !held.isWanted() || !workspace.mayGrow(0, buffers)) {
                return null;
            }
        }
        MirroredTable now = new MirrorUpdate(mirror, cursor, sizes, workspace, poll).of(held);
        return new ColumnScan(mirror, cursor, now, columns, filter, always, sizes, workspace, poll);
    }

    /** Has what is read from now on counted. */
    public void countInto(ScanCounts target) {
        counts = target;
    }

    /**
     * Goes to the next rows.
     *
     * @return how many they are; 0 at the end
     */
    public int next() {
        cursor.checkTransaction();
        int kept = 0;
        while (kept == 0 && !isEmpty()) {
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

    /** Whether there is no row behind those that have been given. */
    public boolean isEmpty() {
        return from == rows && !nextPartition();
    }

    /**
     * Puts the next rows into a batch: not always as many as it has room for.
     *
     * @param batch an empty one
     * @param columns by column of the batch, the column of this scan
     * @return how many rows they are; 0 at the end
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
        if (source.mirrored() == null) {
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
