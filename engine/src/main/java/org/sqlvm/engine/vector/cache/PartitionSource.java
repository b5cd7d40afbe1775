package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.RowPages;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.Snapshot;
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

    private final ColumnCache cache;
    private final VectorSizes sizes;
    private final Runnable poll;

    /** The columns of {@link #decoded}. */
    private final List<StoredColumn> columns;

    private final int firstSpare;

    /** Where connections find each other; null if none has been looked for. */
    private SharedColumns shared;

    /** What this scan decodes for other connections, if there are any; else null. */
    private SharedFill leading;

    /** What another connection decodes for this scan; else null. */
    private SharedFill following;

    /** Whether other connections may decode for this scan, or it for them. */
    private boolean joins;

    /** The rows that another connection has decoded, and the rowid of the last. */
    private long followed;

    private long followedTo;

    private long version;
    private int partition;
    private boolean isKept;

    /**
     * Creates a scan of the table.
     *
     * @param cursor a cursor on the table, which the scan uses until it is closed
     * @param held the cached columns of the table; null if it is not cached
     * @param asked the columns that are read
     * @param toEnd whether all rows will be read
     * @param poll called now and then; it throws if the scan is to end
     */
    public PartitionSource(
            ColumnCache cache,
            CachedTable held,
            BtreeCursor cursor,
            ScanColumns asked,
            VectorSizes sizes,
            boolean toEnd,
            Workspace workspace,
            Runnable poll) {
        this.cache = cache;
        this.cursor = cursor;
        this.held = held;
        this.sizes = sizes;
        this.poll = poll;
        known = new Chunk[asked.own().size()][];
        for (int i = 0; i < known.length; i++) {
            known[i] = held == null ? null : held.chunks(asked.own().get(i));
        }
        if (held != null && isComplete(held, known)) {
            reader = null;
            decoded = null;
            columns = List.of();
            firstSpare = 0;
            return;
        }
        List<StoredColumn> all = new ArrayList<>(asked.own());
        int read = all.size();
        if (held != null) {
            Set<StoredColumn> needed = asked.asked(held);
            all = new ArrayList<>(needed);
            read = all.size();
            all.addAll(held.spare(asked.readable(), needed));
        }
        columns = all;
        firstSpare = read;
        joins = held != null && toEnd && cursor instanceof TableCursor;
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
        if (joins) {
            joins = false;
            join();
        }
        int rows = following == null ? decode() : follow();
        System.arraycopy(decoded, 0, chunks, 0, known.length);
        if (fill != null) {
            add(rows);
        }
        return rows;
    }

    /** Puts the partition that has been read last into the cache, and all of them at the end. */
    private void add(int rows) {
        long lastRowid = following == null ? reader.lastRowid() : followedTo;
        if (rows > 0) {
            fill.add(decoded, rows, lastRowid);
            if (leading != null) {
                lead(rows, lastRowid);
            }
        }
        boolean taken = following != null;
        if (taken ? following.endsBehind(partition + (rows > 0 ? 1 : 0)) : reader.isAtEnd()) {
            long bytes = taken ? following.bytes() : reader.bytesRead();
            isKept = fill.finish(cursor, bytes, taken);
            fill = null;
            endLead(bytes);
        }
    }

    // ------------------------------------------------------------------ several connections

    /** Looks for another connection that decodes the same. */
    private void join() {
        shared = cache.sharedColumns(cursor.btree());
        Snapshot snapshot = shared == null ? null : cache.snapshot(cursor.btree());
        if (snapshot == null) {
            return;
        }
        SharedFill own = new SharedFill(
                cache,
                cursor.root(),
                snapshot,
                columns,
                wanted(),
                firstSpare,
                held.isComplete() ? held.partitions() : new int[0],
                sizes.partitionRows());
        SharedFill first = shared.join(own);
        if (first == own) {
            leading = own;
        } else {
            following = first;
            fill.dropSpare();
        }
    }

    private void lead(int rows, long lastRowid) {
        if (fill.keeps()) {
            leading.add(decoded, rows, lastRowid);
        } else {
            endLead(-1);
        }
    }

    /** @param bytes as {@link SharedFill#end} */
    private void endLead(long bytes) {
        if (leading != null) {
            leading.end(bytes);
            shared.leave(leading);
            leading = null;
        }
    }

    /** Takes the next partition from the connection that decodes. */
    private int follow() {
        if (following.endsBehind(partition)) {
            return 0;
        }
        SharedFill.Part part = following.await(partition, poll);
        if (part == null) {
            if (following.endsBehind(partition)) {
                return 0;
            }
            endFollowing();
            return decode();
        }
        for (int i = 0; i < decoded.length; i++) {
            int place = following.place(columns.get(i));
            decoded[i] = place < 0 ? null : part.chunks()[place];
        }
        followed += part.rows();
        followedTo = part.lastRowid();
        return part.rows();
    }

    /** From now on this scan decodes. */
    private void endFollowing() {
        if (following != null) {
            following = null;
            boolean[] wanted = wanted();
            Arrays.fill(wanted, firstSpare, wanted.length, false);
            reader.skip(partition, followed, followedTo, wanted);
        }
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
        joins = false;
        endLead(-1);
        endFollowing();
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
        endLead(-1);
        if (reader != null) {
            reader.close();
        }
    }
}
