package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.RowPages;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The rows of a table, partition by partition. Cached columns come from the column cache; the
 * others are decoded now, with spare columns, and cached when all rows have been read.
 *
 * <p>If the table is changed meanwhile, a scan that decodes goes on in the new state behind the
 * rows so far; a scan whose columns are all cached goes on in the state in which it began.
 */
public final class PartitionSource implements AutoCloseable {
    private final BtreeCursor cursor;

    /** The cached columns; null for a table that is not cached. */
    private final CachedTable held;

    /** By column that is read, by partition; null for columns that are decoded. */
    private final Chunk[][] known;

    /** Null if all columns are cached. */
    private final PartitionReader reader;

    /** The chunks that the reader decodes: columns of {@link #known}, then others. */
    private final Chunk[] decoded;

    /** Null if nothing is to be cached. */
    private CacheFill fill;

    private long version;
    private int partition;
    private boolean isKept;

    /**
     * Creates a scan of the table.
     *
     * @param cursor a cursor on the table, which the scan uses until it is closed
     * @param held the cached columns of the table; null if it is not cached
     * @param toEnd whether all rows will be read
     * @param poll called now and then; it throws if the scan is to end
     */
    public PartitionSource(
            ColumnCache cache,
            CachedTable held,
            BtreeCursor cursor,
            ScanColumns columns,
            VectorSizes sizes,
            boolean toEnd,
            Workspace workspace,
            Runnable poll) {
        this.cursor = cursor;
        this.held = held;
        known = new Chunk[columns.own().size()][];
        for (int i = 0; i < known.length; i++) {
            known[i] = held == null ? null : held.chunks(columns.own().get(i));
        }
        if (held != null && isComplete(held, known)) {
            reader = null;
            decoded = null;
            return;
        }
        List<StoredColumn> all = new ArrayList<>(columns.own());
        int firstSpare = all.size();
        if (held != null) {
            Set<StoredColumn> asked = columns.asked(held);
            all = new ArrayList<>(asked);
            firstSpare = all.size();
            all.addAll(held.spare(columns.readable(), asked));
        }
        decoded = new Chunk[all.size()];
        boolean[] wanted = wanted();
        version = version();
        reader = new PartitionReader(
                RowPages.of(cursor), all, wanted, sizes, toEnd, workspace, poll);
        if (held != null && held.isComplete()) {
            reader.readAs(held.partitions());
        }
        fill = held == null ? null : new CacheFill(cache, held, all, wanted, firstSpare);
    }

    private static boolean isComplete(CachedTable held, Chunk[][] known) {
        return held.isComplete() && Arrays.stream(known).noneMatch(chunks -> chunks == null);
    }

    private long version() {
        return cursor.btree().versions().ofTree(cursor.root());
    }

    /** As the columns: which are decoded. */
    private boolean[] wanted() {
        boolean[] wanted = new boolean[decoded.length];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = i >= known.length || known[i] == null;
        }
        return wanted;
    }

    /** All rows, if all columns are cached; else null. */
    public CachedRows cached() {
        return reader == null ? new CachedRows(held, known) : null;
    }

    /**
     * Reads the next partition.
     *
     * @param chunks takes the columns
     * @return the number of rows; 0 at the end
     */
    public int next(Chunk[] chunks) {
        assert chunks.length == known.length : chunks.length;
        int rows = reader == null ? nextCached() : read(chunks);
        for (int i = 0; i < known.length && rows > 0; i++) {
            if (known[i] != null) {
                chunks[i] = known[i][partition];
            }
        }
        partition++;
        return rows;
    }

    private int nextCached() {
        return partition < held.partitionCount() ? held.rows(partition) : 0;
    }

    private int read(Chunk[] chunks) {
        long now = version();
        if (now != version) {
            version = now;
            Arrays.fill(known, null);
            readAlone();
        }
        int rows = decode();
        System.arraycopy(decoded, 0, chunks, 0, known.length);
        if (fill != null) {
            if (rows > 0) {
                fill.add(decoded, rows, reader.lastRowid());
            }
            if (reader.isAtEnd()) {
                isKept = fill.finish(cursor, reader.bytesRead());
                fill = null;
            }
        }
        return rows;
    }

    private int decode() {
        try {
            return reader.read(decoded);
        } catch (SqlException e) {
            if (decoded.length == known.length || e.code() != ResultCode.CORRUPT) {
                throw e;
            }
        }
        // The error may be in a column that this scan does not read.
        readAlone();
        return reader.read(decoded);
    }

    /** From now on decodes only columns that are read, and caches nothing. */
    private void readAlone() {
        fill = null;
        boolean[] wanted = wanted();
        Arrays.fill(wanted, known.length, wanted.length, false);
        reader.restart(wanted);
    }

    /** Whether all columns are cached, from the start or since the last row was read. */
    public boolean isKept() {
        return reader == null || isKept;
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
