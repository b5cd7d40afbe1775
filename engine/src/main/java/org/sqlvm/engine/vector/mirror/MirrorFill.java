package org.sqlvm.engine.vector.mirror;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.List;

/**
 * What a scan decodes on its way, for the mirror: it takes the columns when the scan has come to
 * its end. As soon as there is no room, nothing of them is kept; of spare columns, for which nobody
 * has asked, already when others would have to give way.
 */
final class MirrorFill {
    private final Mirror mirror;
    private final MirroredTable table;
    private final List<StoredColumn> columns;
    private final boolean[] wanted;
    private final int firstSpare;
    private final List<List<Chunk>> chunks = new ArrayList<>();
    private final long[] sizes;
    private final List<Integer> rows = new ArrayList<>();

    /** By partition, as {@link #rows}. */
    private final List<Long> lastRowids = new ArrayList<>();

    private long total;
    private boolean keeps = true;

    /**
     * For a scan.
     *
     * @param wanted as {@code columns}: which are decoded
     * @param firstSpare the columns from this one on are spare
     */
    MirrorFill(
            Mirror mirror,
            MirroredTable table,
            List<StoredColumn> columns,
            boolean[] wanted,
            int firstSpare) {
        this.mirror = mirror;
        this.table = table;
        this.columns = columns;
        this.wanted = wanted.clone();
        this.firstSpare = firstSpare;
        this.sizes = new long[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            chunks.add(new ArrayList<>());
        }
    }

    private void drop() {
        keeps = false;
        chunks.forEach(List::clear);
    }

    private void dropSpare() {
        for (int i = firstSpare; i < wanted.length; i++) {
            wanted[i] = false;
            chunks.get(i).clear();
            total -= sizes[i];
            sizes[i] = 0;
        }
    }

    /** The next partition. */
    void add(Chunk[] decoded, int count, long lastRowid) {
        if (!keeps) {
            return;
        }
        rows.add(count);
        lastRowids.add(lastRowid);
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                chunks.get(i).add(decoded[i]);
                sizes[i] += decoded[i].size();
                total += decoded[i].size();
            }
        }
        if (!mirror.hasRoom(total)) {
            dropSpare();
        }
        if (!mirror.makeRoom(total, table)) {
            drop();
        }
    }

    /**
     * All rows have been read.
     *
     * @param cursor on the table
     * @param bytes what they take in the file
     * @return whether the mirror has them now
     */
    boolean finish(BtreeCursor cursor, long bytes) {
        if (!keeps || !mirror.makeRoom(total, table)) {
            return false;
        }
        table.setRows(
                rows.stream().mapToInt(Integer::intValue).toArray(),
                lastRowids.stream().mapToLong(Long::longValue).toArray(),
                cursor,
                bytes);
        mirror.count(total);
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                table.put(columns.get(i), chunks.get(i).toArray(Chunk[]::new), sizes[i]);
            }
        }
        return true;
    }
}
