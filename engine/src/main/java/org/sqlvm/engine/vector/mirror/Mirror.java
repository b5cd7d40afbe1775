package org.sqlvm.engine.vector.mirror;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Columns of a connection's tables, decoded: a cache of what scans have read, for those that read
 * it again. A table's columns are all of one state. When the connection has changed rows since, the
 * next scan decodes their partitions again ({@link MirrorUpdate}); when that is much of the table,
 * or it is not known which rows they are, since others have changed them, all columns are dropped.
 *
 * <p>What it holds is bounded, for the connection and for all connections of the process together.
 * Columns that were not asked for the longest give way. One thread at a time.
 */
public final class Mirror implements AutoCloseable {
    /** Of all mirrors, in bytes. */
    private static final AtomicLong ALL = new AtomicLong();

    /** All mirrors together take no more than this part of the heap. */
    private static final int HEAP_SHARE = 4;

    /** A table of fewer rows is done before an array has been made. */
    public static final int ROWS_MIN = 16_384;

    private record Place(Btree btree, int root) {}

    private final Map<Place, MirroredTable> tables = new HashMap<>();
    private long limit = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    private long held;

    /** Counts the uses of columns. */
    private long clock;

    /** @param bytes the most to hold; 0 for nothing */
    public void setLimit(long bytes) {
        assert bytes >= 0 : bytes;
        limit = bytes;
        makeRoom(0, null);
    }

    /**
     * A program has read all rows of a table, and is likely to do so again: then it may be worth
     * keeping them.
     */
    public void noteScan(BtreeCursor cursor, String name) {
        if (limit > 0) {
            table(cursor.btree(), cursor.root(), name)
                    .noteScan(cursor.btree().contentVersion(cursor.root()));
        }
    }

    /** As {@link #table}, but null if nothing is known of the table in that state. */
    public MirroredTable known(Btree btree, int root) {
        if (tables.isEmpty()) {
            return null;
        }
        MirroredTable known = tables.get(new Place(btree, root));
        return known != null && isUsable(known, btree.contentVersion(root)) ? known : null;
    }

    private static boolean isUsable(MirroredTable known, long version) {
        return known.isOf(version) || known.isMostlyOf(version);
    }

    /** Whether columns of a tree were held, but most of them are not those of its state. */
    public boolean isOutdated(Btree btree, int root) {
        MirroredTable known = tables.get(new Place(btree, root));
        return known != null && known.isComplete() && !isUsable(known, btree.contentVersion(root));
    }

    /** Whether these columns of a table are held, but for what has changed of it. */
    public boolean holds(Btree btree, int root, List<StoredColumn> columns) {
        MirroredTable known = known(btree, root);
        return known != null && known.isComplete() && columns.stream().allMatch(known::holds);
    }

    /** Whether columns of a table are held in the state in which its transaction sees it. */
    public boolean holds(Btree btree, int root) {
        MirroredTable known = known(btree, root);
        return known != null && known.isComplete() && known.size() > 0;
    }

    /**
     * What is held of a table in the state in which its transaction sees it, or in one that a
     * {@link MirrorUpdate} brings to that.
     *
     * @param name for those who look at the mirror
     */
    public MirroredTable table(Btree btree, int root, String name) {
        Place place = new Place(btree, root);
        MirroredTable known = tables.get(place);
        if (known != null && !isUsable(known, btree.contentVersion(root))) {
            count(-known.size());
            known = null;
        }
        if (known == null) {
            known = new MirroredTable(this, name, btree.contentVersion(root));
            tables.put(place, known);
        }
        return known;
    }

    /**
     * The table under a cursor is in another state than what is held of it.
     *
     * @param next which is that state
     */
    void replace(BtreeCursor cursor, MirroredTable next) {
        MirroredTable before = tables.put(new Place(cursor.btree(), cursor.root()), next);
        count(next.size() - before.size());
    }

    /** Drops what is held of a database that is not the connection's any more. */
    public void forget(Btree btree) {
        tables.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().btree() == btree;
            if (gone) {
                count(-entry.getValue().size());
            }
            return gone;
        });
    }

    /**
     * Whether {@code bytes} more may be held; other columns give way.
     *
     * @param user whose columns stay; null for nobody's
     */
    boolean makeRoom(long bytes, MirroredTable user) {
        if (bytes > limit) {
            return false;
        }
        long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        while (held + bytes > limit || (ALL.get() + bytes > most && held > 0)) {
            MirroredTable oldest = tables.values().stream()
                    .filter(table -> table != user && table.size() > 0)
                    .min(Comparator.comparingLong(MirroredTable::lastUse))
                    .orElse(null);
            if (oldest == null) {
                return false;
            }
            count(-oldest.dropOldest());
        }
        return ALL.get() + bytes <= most;
    }

    /** Whether {@code bytes} more may be held, and no column has to give way. */
    boolean hasRoom(long bytes) {
        long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        return held + bytes <= limit && ALL.get() + bytes <= most;
    }

    /** Counts {@code bytes} more; a negative number gives back. */
    void count(long bytes) {
        held += bytes;
        ALL.addAndGet(bytes);
    }

    long tick() {
        return ++clock;
    }

    /** What is held, a row for each column: table, column, encodings, partitions, rows, bytes. */
    public List<List<Object>> rows() {
        List<List<Object>> rows = new ArrayList<>();
        tables.values().forEach(table -> rows.addAll(table.describe()));
        rows.sort(Comparator.comparing((List<Object> row) -> row.get(0).toString())
                .thenComparing(row -> row.get(1).toString()));
        return rows;
    }

    @Override
    public void close() {
        tables.clear();
        count(-held);
    }
}
