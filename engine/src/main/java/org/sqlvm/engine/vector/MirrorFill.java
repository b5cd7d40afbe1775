package org.sqlvm.engine.vector;

import java.util.ArrayList;
import java.util.List;

/**
 * What a scan decodes on its way, for the mirror: it takes the columns when the scan has come to
 * its end. As soon as there is no room, nothing of them is kept.
 */
final class MirrorFill {
    private final Mirror mirror;
    private final MirroredTable table;
    private final List<StoredColumn> columns;
    private final boolean[] wanted;
    private final List<List<Chunk>> chunks = new ArrayList<>();
    private final long[] sizes;
    private final List<Integer> rows = new ArrayList<>();
    private long total;
    private boolean keeps = true;

    /** @param wanted as {@code columns}: which are decoded */
    MirrorFill(Mirror mirror, MirroredTable table, List<StoredColumn> columns, boolean[] wanted) {
        this.mirror = mirror;
        this.table = table;
        this.columns = columns;
        this.wanted = wanted;
        this.sizes = new long[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            chunks.add(new ArrayList<>());
        }
    }

    /** The table has changed meanwhile, or the scan does not go on. */
    void drop() {
        keeps = false;
        chunks.forEach(List::clear);
    }

    /** The next partition. */
    void add(Chunk[] decoded, int count) {
        if (!keeps) {
            return;
        }
        rows.add(count);
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                chunks.get(i).add(decoded[i]);
                sizes[i] += decoded[i].size();
                total += decoded[i].size();
            }
        }
        if (!mirror.makeRoom(total, table)) {
            drop();
        }
    }

    /** All rows have been read. Gives whether the mirror has them now. */
    boolean finish() {
        if (!keeps || !mirror.makeRoom(total, table)) {
            return false;
        }
        table.setRows(rows.stream().mapToInt(Integer::intValue).toArray());
        mirror.count(total);
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                table.put(columns.get(i), chunks.get(i).toArray(Chunk[]::new), sizes[i]);
            }
        }
        return true;
    }
}
