package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.event.ColumnsEvent;
import org.sqlvm.engine.event.Events;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects what a scan decodes, and puts it into the column cache when the scan has read all rows.
 * If there is no room, nothing is kept. Spare columns, which no scan has asked for, are dropped as
 * soon as other columns would have to be evicted for them.
 */
final class CacheFill {
    private final ColumnCache cache;
    private final CachedTable table;
    private final List<StoredColumn> columns;
    private final boolean[] wanted;
    private final int firstSpare;
    private final List<List<Chunk>> chunks = new ArrayList<>();
    private final long[] sizes;
    private final List<Integer> rows = new ArrayList<>();

    /** By partition: its last rowid. */
    private final List<Long> lastRowids = new ArrayList<>();

    private long total;
    private boolean keeps = true;

    /** Null if it is not recorded. */
    private final ColumnsEvent event = Events.columns();

    /**
     * Creates a fill for a scan.
     *
     * @param wanted as {@code columns}: which are decoded
     * @param firstSpare columns from this one on are spare
     */
    CacheFill(
            ColumnCache cache,
            CachedTable table,
            List<StoredColumn> columns,
            boolean[] wanted,
            int firstSpare) {
        this.cache = cache;
        this.table = table;
        this.columns = columns;
        this.wanted = wanted.clone();
        this.firstSpare = firstSpare;
        this.sizes = new long[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            chunks.add(new ArrayList<>());
        }
    }

    /** Whether the columns will be kept, as far as is known. */
    boolean keeps() {
        return keeps;
    }

    private void drop() {
        keeps = false;
        chunks.forEach(List::clear);
    }

    /** Spare columns are not kept. */
    void dropSpare() {
        for (int i = firstSpare; i < wanted.length; i++) {
            wanted[i] = false;
            chunks.get(i).clear();
            total -= sizes[i];
            sizes[i] = 0;
        }
    }

    /** Adds the next partition. */
    void add(Chunk[] decoded, int count, long lastRowid) {
        if (!keeps) {
            return;
        }
        assert count > 0 && decoded.length == columns.size() : count;
        rows.add(count);
        lastRowids.add(lastRowid);
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                chunks.get(i).add(decoded[i]);
                sizes[i] += decoded[i].size();
                total += decoded[i].size();
            }
        }
        if (!cache.hasRoom(total)) {
            dropSpare();
        }
        if (!cache.makeRoom(total, table)) {
            drop();
        }
    }

    /**
     * Puts the columns into the cache, after all rows have been read.
     *
     * @param cursor a cursor on the table
     * @param bytes the size of the rows in the file
     * @param taken whether another connection has decoded the columns
     * @return whether the columns are cached
     */
    boolean finish(BtreeCursor cursor, long bytes, boolean taken) {
        boolean kept = put(cursor, bytes, taken);
        if (event != null) {
            int count = 0;
            for (boolean each : wanted) {
                count += each ? 1 : 0;
            }
            long rowCount = rows.stream().mapToLong(Integer::longValue).sum();
            event.finish(table.name(), count, rowCount, total, kept);
        }
        return kept;
    }

    private boolean put(BtreeCursor cursor, long bytes, boolean taken) {
        if (!keeps || !cache.makeRoom(total, table)) {
            return false;
        }
        int[] byPartition = rows.stream().mapToInt(Integer::intValue).toArray();
        if (table.isComplete() && !Arrays.equals(byPartition, table.partitions())) {
            return false; // Meanwhile another scan has taken columns in other partitions.
        }
        long[] ends = lastRowids.stream().mapToLong(Long::longValue).toArray();
        table.setRows(byPartition, ends, cursor, bytes);
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                Chunk[] all = chunks.get(i).toArray(Chunk[]::new);
                table.put(columns.get(i), all, 0, taken ? all.length : 0);
            }
        }
        cache.give(table, cursor);
        return true;
    }
}
