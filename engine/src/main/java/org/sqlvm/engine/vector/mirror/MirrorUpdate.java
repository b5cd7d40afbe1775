package org.sqlvm.engine.vector.mirror;

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
import java.util.List;

/**
 * Brings what the mirror has of a table to the state in which a scan finds it: partitions in which
 * the connection has changed rows are decoded again, and what is behind the last one is decoded,
 * for all columns that are held. A partition that has become too large becomes several, one without
 * rows is left out. Who reads what was held before goes on with that.
 */
public final class MirrorUpdate {
    /** Of more partitions than so many times what there would be, all are made again. */
    private static final int SPLIT_MAX = 2;

    private static final int PARTITIONS_MIN = 16;

    private final Mirror mirror;
    private final BtreeCursor cursor;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Runnable poll;

    /** What there will be, partition by partition. */
    private final List<Integer> rows = new ArrayList<>();

    private final List<Long> lastRowids = new ArrayList<>();
    private final List<Chunk[]> chunks = new ArrayList<>();

    /**
     * For a scan.
     *
     * @param cursor on the table; it is this update's until the end
     * @param poll called now and then; it throws if the scan is to end
     */
    public MirrorUpdate(
            Mirror mirror,
            BtreeCursor cursor,
            VectorSizes sizes,
            Workspace workspace,
            Runnable poll) {
        this.mirror = mirror;
        this.cursor = cursor;
        this.sizes = sizes;
        this.workspace = workspace;
        this.poll = poll;
    }

    /**
     * What the mirror has of the table in the state in which it is.
     *
     * @param table as {@link Mirror#table} has given it
     */
    public MirroredTable of(MirroredTable table) {
        long version = version();
        if (table.isOf(version)) {
            return table;
        }
        MirroredTable next = null;
        try {
            next = update(table, version);
        } catch (SqlException e) {
            // That may be about a column which the scan does not read.
            if (e.code() != ResultCode.CORRUPT) {
                throw e;
            }
        }
        if (next == null || !mirror.makeRoom(Math.max(0, next.size() - table.size()), table)) {
            next = table.empty(version());
        }
        mirror.replace(cursor, next);
        return next;
    }

    private long version() {
        return cursor.btree().contentVersion(cursor.root());
    }

    /** Null if there are too many partitions, or the table has changed meanwhile. */
    private MirroredTable update(MirroredTable table, long version) {
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
                    chunks.add(Arrays.stream(before)
                            .map(column -> column[place])
                            .toArray(Chunk[]::new));
                }
            }
            partition = Math.max(end, partition + 1);
        }
        boolean done = version() == version && !isFragmented();
        return done ? next(table, columns.size()) : null;
    }

    /** The partitions that have changed, and the last one if it has room for what is behind it. */
    private BitSet toBeRead(MirroredTable table) {
        BitSet changed = table.changedPartitions();
        int last = table.partitionCount() - 1;
        if (changed.get(last + 1) && last >= 0 && table.rows(last) < sizes.partitionRows()) {
            changed.set(last);
        }
        return changed;
    }

    /** Decodes what is in some partitions, one behind the other. */
    private void read(MirroredTable table, List<StoredColumn> columns, int from, int to) {
        boolean[] wanted = new boolean[columns.size()];
        Arrays.fill(wanted, true);
        // Of other trees it is not known what has changed.
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
                chunks.add(decoded.clone());
            }
        }
    }

    private boolean isFragmented() {
        long all = rows.stream().mapToLong(Integer::longValue).sum();
        long usual = all / sizes.partitionRows() + 1;
        return rows.size() > Math.max(PARTITIONS_MIN, SPLIT_MAX * usual);
    }

    private MirroredTable next(MirroredTable table, int columnCount) {
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
                cursor);
    }
}
