package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.btree.TableLeaves;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Brings the cached columns of a table to the table's current state: decodes the partitions in
 * which the connection has changed rows, and the rows behind the last partition. A partition that
 * has become too large is split; one without rows is removed. Running scans keep the columns that
 * they began with.
 */
public final class CacheUpdate {
    /** With more partitions than SPLIT_MAX times the usual number, all are decoded again. */
    private static final int SPLIT_MAX = 2;

    private static final int PARTITIONS_MIN = 16;

    private final ColumnCache cache;
    private final BtreeCursor cursor;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Runnable poll;

    /** The result, partition by partition. */
    private final List<Integer> rows = new ArrayList<>();

    private final List<Long> lastRowids = new ArrayList<>();
    private final List<Chunk[]> chunks = new ArrayList<>();
    private final List<Integer> savedAs = new ArrayList<>();

    /**
     * Creates an update for a scan.
     *
     * @param cursor a cursor on the table, which the update uses until it is done
     * @param poll called now and then; it throws if the scan is to end
     */
    public CacheUpdate(
            ColumnCache cache,
            BtreeCursor cursor,
            VectorSizes sizes,
            Workspace workspace,
            Runnable poll) {
        this.cache = cache;
        this.cursor = cursor;
        this.sizes = sizes;
        this.workspace = workspace;
        this.poll = poll;
    }

    /**
     * The cached columns of the table in its current state.
     *
     * @param table the result of {@link ColumnCache#table}
     * @param wanted the columns that will be read: those that other connections have decoded are
     *     taken, and those that have been saved are loaded
     */
    public CachedTable of(CachedTable table, Collection<StoredColumn> wanted) {
        MirrorLoad load = new MirrorLoad(cache, cursor, sizes, workspace, poll);
        int rowsMax = sizes.partitionRows();
        CachedTable known = table;
        boolean outdated =
                !table.isOf(version()) || (table.isStale() && !table.columns().isEmpty());
        if (outdated && cache.isShared(cursor.btree(), cursor.root(), table.columns(), rowsMax)) {
            // Another connection has brought the columns to this state already.
            known = table.empty(version());
            cache.replace(cursor, known);
        }
        if (known.isOf(version())) {
            cache.take(known, cursor, wanted, rowsMax);
        }
        CachedTable now = current(load.restore(known));
        cache.take(now, cursor, wanted, rowsMax);
        load.columns(now, wanted);
        cache.give(now, cursor);
        return now;
    }

    private CachedTable current(CachedTable table) {
        long version = version();
        if (table.isOf(version) && !table.isStale()) {
            return table;
        }
        CachedTable next = null;
        try {
            next = update(table, version);
        } catch (SqlException e) {
            // The error may be in a column that the scan does not read.
            if (e.code() != ResultCode.CORRUPT) {
                throw e;
            }
        }
        if (next == null || !cache.makeRoom(Math.max(0, next.size() - table.size()), table)) {
            next = table.empty(version());
        }
        cache.replace(cursor, next);
        return next;
    }

    private long version() {
        return cursor.btree().versions().ofTree(cursor.root());
    }

    /**
     * The table in its current state; null if there would be too many partitions, or the table has
     * changed again.
     */
    private CachedTable update(CachedTable table, long version) {
        List<StoredColumn> columns = table.columns();
        Chunk[][] before = columns.stream().map(table::held).toArray(Chunk[][]::new);
        BitSet changed = toBeRead(table);
        int count = table.partitionCount();
        int partition = 0;
        while (partition <= count) {
            int end = changed.get(partition)
                    ? changed.nextClearBit(partition)
                    : Math.min(changed.nextSetBit(partition) & Integer.MAX_VALUE, count);
            if (changed.get(partition)) {
                read(table, columns, partition, end);
            } else {
                for (int kept = partition; kept < end; kept++) {
                    int place = kept;
                    rows.add(table.rows(kept));
                    lastRowids.add(table.lastRowid(kept));
                    savedAs.add(table.savedPartition(kept));
                    chunks.add(Arrays.stream(before)
                            .map(column -> column[place])
                            .toArray(Chunk[]::new));
                }
            }
            partition = Math.max(end, partition + 1);
        }
        assert rows.size() == chunks.size() && rows.size() == lastRowids.size() : rows.size();
        boolean done = version() == version && !isFragmented(table);
        return done ? next(table, columns.size()) : null;
    }

    /** The partitions that have changed; the last one also if rows behind it have room there. */
    private BitSet toBeRead(CachedTable table) {
        BitSet changed = table.changedPartitions();
        int last = table.partitionCount() - 1;
        if (changed.get(last + 1) && last >= 0 && table.rows(last) < sizes.partitionRows()) {
            changed.set(last);
        }
        return changed;
    }

    /** Decodes consecutive partitions. */
    private void read(CachedTable table, List<StoredColumn> columns, int from, int to) {
        boolean[] wanted = new boolean[columns.size()];
        Arrays.fill(wanted, true);
        // Changes are only known for table b-trees.
        TableLeaves pages = new TableLeaves((TableCursor) cursor);
        if (from > 0) {
            pages.readBehind(table.lastRowid(from - 1));
        }
        if (to <= table.partitionCount()) {
            pages.readTo(table.lastRowid(to - 1));
        }
        try (PartitionReader reader =
                new PartitionReader(pages, columns, wanted, sizes, true, workspace, poll)) {
            Chunk[] decoded = new Chunk[columns.size()];
            for (int count = reader.read(decoded); count > 0; count = reader.read(decoded)) {
                rows.add(count);
                lastRowids.add(reader.lastRowid());
                savedAs.add(-1);
                chunks.add(decoded.clone());
            }
        }
    }

    private boolean isFragmented(CachedTable table) {
        long all = rows.stream().mapToLong(Integer::longValue).sum();
        long ofLong = table.storedBytes() / PartitionReader.PARTITION_BYTES;
        long usual = Math.max(all / sizes.partitionRows(), ofLong) + 1;
        return rows.size() > Math.max(PARTITIONS_MIN, SPLIT_MAX * usual);
    }

    private CachedTable next(CachedTable table, int columnCount) {
        Chunk[][] columns = new Chunk[columnCount][rows.size()];
        for (int column = 0; column < columnCount; column++) {
            for (int partition = 0; partition < rows.size(); partition++) {
                columns[column][partition] = chunks.get(partition)[column];
            }
        }
        return table.next(
                rows.stream().mapToInt(Integer::intValue).toArray(),
                lastRowids.stream().mapToLong(Long::longValue).toArray(),
                columns,
                savedAs.stream().mapToInt(Integer::intValue).toArray(),
                cursor);
    }
}
