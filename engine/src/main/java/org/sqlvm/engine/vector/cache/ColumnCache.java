package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.saved.SavedMirror;
import org.sqlvm.engine.vector.saved.SavedTable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The column cache of a connection: decoded columns of the tables that it has scanned. All columns
 * of a table belong to one state of it. If the connection has changed rows since, the next scan
 * decodes their partitions again ({@link CacheUpdate}). If much of the table has changed, or other
 * connections have changed it so that the changed rows are not known, all of its columns are
 * dropped.
 *
 * <p>The size is bounded, for the connection and for all connections of the process together. The
 * columns that have not been used for the longest time are evicted first. Used by one thread at a
 * time.
 */
public final class ColumnCache implements AutoCloseable {
    /** The size of all column caches of the process, in bytes. */
    private static final AtomicLong ALL = new AtomicLong();

    /** All column caches together take at most one HEAP_SHARE-th of the heap. */
    private static final int HEAP_SHARE = 4;

    /** A smaller table is not worth its columns. */
    public static final int ROWS_MIN = 16_384;

    private record Place(Btree btree, int root) {}

    private final Map<Place, CachedTable> tables = new HashMap<>();
    private long limit = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    private long held;

    /** Counts the uses of columns. */
    private long clock;

    /** Gives the file that the columns of a database are saved in, or null. */
    private Function<Btree, Path> places = _ -> null;

    /** The saved mirrors that have been looked for. */
    private final Map<Btree, Optional<SavedMirror>> mirrors = new HashMap<>();

    /**
     * Sets the size of the cache.
     *
     * @param bytes the most bytes to keep; 0 for none
     */
    public void setLimit(long bytes) {
        assert bytes >= 0 : bytes;
        limit = bytes;
        makeRoom(0, null);
    }

    /**
     * Notes that a program has read all rows of a table. It may do so again, so the next scan may
     * keep columns.
     */
    public void noteScan(BtreeCursor cursor, String name) {
        if (limit > 0) {
            table(cursor.btree(), cursor.root(), name)
                    .noteScan(cursor.btree().versions().ofTree(cursor.root()));
        }
    }

    /** As {@link #table}, but null if nothing is known of the table in its current state. */
    public CachedTable known(Btree btree, int root) {
        if (tables.isEmpty()) {
            return null;
        }
        CachedTable known = tables.get(new Place(btree, root));
        return known != null && isUsable(known, btree.versions().ofTree(root)) ? known : null;
    }

    private static boolean isUsable(CachedTable known, long version) {
        return known.isOf(version) || known.isMostlyOf(version);
    }

    /** Whether columns of a tree are cached, most of which are outdated. */
    public boolean isOutdated(Btree btree, int root) {
        CachedTable known = tables.get(new Place(btree, root));
        return known != null
                && known.isComplete()
                && !isUsable(known, btree.versions().ofTree(root));
    }

    /** Whether these columns of a table are cached, apart from changed partitions. */
    public boolean holds(Btree btree, int root, List<StoredColumn> columns) {
        CachedTable known = known(btree, root);
        return known != null && known.isComplete() && columns.stream().allMatch(known::holds);
    }

    /** Whether columns of a table are cached in the state that its transaction sees. */
    public boolean holds(Btree btree, int root) {
        CachedTable known = known(btree, root);
        return known != null && known.isComplete() && known.size() > 0;
    }

    // ------------------------------------------------------------------ saved columns

    /**
     * Saves columns when a database is closed, and loads those that have been saved.
     *
     * @param files gives the file for a database, or null if its columns are not saved
     */
    public void saveIn(Function<Btree, Path> files) {
        places = files;
    }

    /** The saved columns of a database that is in a transaction; null if there are none. */
    SavedMirror savedMirror(Btree btree) {
        if (limit == 0) {
            return null;
        }
        return mirrors.computeIfAbsent(
                        btree,
                        _ -> Optional.ofNullable(places.apply(btree))
                                .map(path -> SavedMirror.open(path, MirrorSave.form(btree))))
                .orElse(null);
    }

    /**
     * As {@link #holds(Btree, int, List)}; also if the columns have been saved, and may be valid.
     */
    public boolean holdsOrSaved(Btree btree, int root, List<StoredColumn> columns) {
        if (holds(btree, root, columns)) {
            return true;
        }
        CachedTable known = known(btree, root);
        SavedMirror mirror = known == null || known.mayBeSaved() ? savedMirror(btree) : null;
        SavedTable saved = mirror == null ? null : mirror.table(root);
        return saved != null && columns.stream().allMatch(saved::has);
    }

    /** Saves the columns of a database that is about to be closed. */
    private void save(Btree btree) {
        Path path = places.apply(btree);
        if (path != null) {
            Map<Integer, CachedTable> own = new TreeMap<>();
            tables.forEach((place, table) -> {
                if (place.btree() == btree) {
                    own.put(place.root(), table);
                }
            });
            SavedMirror old = mirrors.getOrDefault(btree, Optional.empty()).orElse(null);
            new MirrorSave(btree, path, old, own).run();
        }
        closeMirror(btree);
    }

    private void closeMirror(Btree btree) {
        Optional<SavedMirror> mirror = mirrors.remove(btree);
        if (mirror != null) {
            mirror.ifPresent(SavedMirror::close);
        }
    }

    /** Drops the tables of a database, and deletes its saved mirror. */
    public void drop(Btree btree) {
        closeMirror(btree);
        remove(btree);
        Path path = places.apply(btree);
        try {
            if (path != null) {
                SavedMirror.delete(path);
            }
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_DELETE, e);
        }
    }

    /**
     * The cached columns of a table in the state that its transaction sees, or in one that a
     * {@link CacheUpdate} brings to that state.
     *
     * @param name the name that {@code PRAGMA sqlvm_mirror} shows
     */
    public CachedTable table(Btree btree, int root, String name) {
        Place place = new Place(btree, root);
        CachedTable known = tables.get(place);
        if (known != null && !isUsable(known, btree.versions().ofTree(root))) {
            count(-known.size());
            known = null;
        }
        if (known == null) {
            known = new CachedTable(this, name, btree.versions().ofTree(root));
            tables.put(place, known);
        }
        return known;
    }

    /**
     * Replaces the cached columns of the table under a cursor.
     *
     * @param next the columns in the table's current state
     */
    void replace(BtreeCursor cursor, CachedTable next) {
        CachedTable before = tables.put(new Place(cursor.btree(), cursor.root()), next);
        count(next.size() - before.size());
    }

    /** Drops the tables of a database that the connection is about to close. */
    public void forget(Btree btree) {
        save(btree);
        remove(btree);
    }

    private void remove(Btree btree) {
        tables.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().btree() == btree;
            if (gone) {
                count(-entry.getValue().size());
            }
            return gone;
        });
    }

    /**
     * Whether there is room for {@code bytes} more, after other columns have been evicted.
     *
     * @param user the table whose columns are not evicted; may be null
     */
    boolean makeRoom(long bytes, CachedTable user) {
        assert bytes >= 0 : bytes;
        if (bytes > limit) {
            return false;
        }
        long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        while (held + bytes > limit || (ALL.get() + bytes > most && held > 0)) {
            CachedTable oldest = tables.values().stream()
                    .filter(table -> table != user && table.size() > 0)
                    .min(Comparator.comparingLong(CachedTable::lastUse))
                    .orElse(null);
            if (oldest == null) {
                return false;
            }
            count(-oldest.dropOldest());
        }
        return ALL.get() + bytes <= most;
    }

    /** Whether there is room for {@code bytes} more without evicting columns. */
    boolean hasRoom(long bytes) {
        long most = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        return held + bytes <= limit && ALL.get() + bytes <= most;
    }

    /** Adds to the size of the cache; a negative number takes off. */
    void count(long bytes) {
        held += bytes;
        long all = ALL.addAndGet(bytes);
        assert held >= 0 && all >= 0 : held + " of " + all;
    }

    long tick() {
        return ++clock;
    }

    /**
     * The rows of {@code PRAGMA sqlvm_mirror}, one for each column: table, column, encodings,
     * partitions, rows, bytes, partitions that have been loaded from the saved mirror.
     */
    public List<List<Object>> rows() {
        List<List<Object>> rows = new ArrayList<>();
        tables.values().forEach(table -> rows.addAll(table.describe()));
        rows.sort(Comparator.comparing((List<Object> row) -> row.get(0).toString())
                .thenComparing(row -> row.get(1).toString()));
        return rows;
    }

    @Override
    public void close() {
        for (Btree btree : List.copyOf(mirrors.keySet())) {
            save(btree);
        }
        assert held == tables.values().stream().mapToLong(CachedTable::size).sum() : held;
        tables.clear();
        count(-held);
    }
}
