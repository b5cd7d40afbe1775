package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.CommitListener;
import org.sqlvm.engine.btree.CommittedChanges;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.pager.Snapshot;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.engine.vector.saved.SavedMirror;
import org.sqlvm.engine.vector.saved.SavedTable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The column cache of a connection: decoded columns of the tables that it has scanned. All columns
 * of a table belong to one state of it. If the connection has changed rows since, the next scan
 * decodes their partitions again ({@link CacheUpdate}). If much of the table has changed, or other
 * connections have changed it so that the changed rows are not known, all of its columns are
 * dropped.
 *
 * <p>What it has decoded, other connections of the process to the same file can take if they see
 * the same snapshot of it, and the other way round ({@link SharedColumns}).
 *
 * <p>The size is bounded, for the connection and for all connections of the process together. The
 * columns that have not been used for the longest time are evicted first. Used by one thread at a
 * time.
 */
public final class ColumnCache implements AutoCloseable {
    /** A smaller table is not worth its columns. */
    public static final int ROWS_MIN = 16_384;

    private record Place(Btree btree, int root) {}

    private final Map<Place, CachedTable> tables = new HashMap<>();
    private final Map<Btree, Shared> shared = new HashMap<>();
    private long limit = CacheMemory.max();
    private long held;

    /** The columns of files that are read as one table. */
    private final FileColumns fileColumns = new FileColumns(limit);

    /** Counts the uses of columns. */
    private long clock;

    /** Gives the file that the columns of a database are saved in, or null. */
    private Function<Btree, Path> files = _ -> null;

    /** The rules for these files; null if there are none. */
    private MirrorPlace place;

    /** The saved mirrors that have been looked for. */
    private final Map<Btree, OpenMirror> mirrors = new HashMap<>();

    /**
     * A saved mirror that has been looked for.
     *
     * @param file null if there is none
     * @param first the database's content then, before anything was decoded; null if the times of
     *     its file do not tell of the next write
     */
    record OpenMirror(SavedMirror file, ContentStamp first) {
        private static final OpenMirror NONE = new OpenMirror(null, null);
    }

    /**
     * Sets the size of the cache.
     *
     * @param bytes the most bytes to keep; 0 for none
     */
    public void setLimit(long bytes) {
        assert bytes >= 0 : bytes;
        limit = bytes;
        makeRoom(0, null);
        fileColumns.setLimit(bytes);
    }

    /** Returns the cache of columns of files that are not open. */
    public FileColumns fileColumns() {
        return fileColumns;
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
     * @param where the rules for saved mirrors
     * @param files gives the file for a database, or null if its columns are not saved
     */
    public void saveIn(MirrorPlace where, Function<Btree, Path> files) {
        place = where;
        this.files = files;
    }

    /** The saved columns of a database that is in a transaction; null if there are none. */
    SavedMirror savedMirror(Btree btree) {
        if (limit == 0) {
            return null;
        }
        return mirrors.computeIfAbsent(btree, this::openMirror).file;
    }

    private OpenMirror openMirror(Btree btree) {
        Path path = files.apply(btree);
        if (path == null) {
            return OpenMirror.NONE;
        }
        ContentStamp now = btree.stamp();
        SavedMirror file = null;
        try {
            if (Files.exists(path) && place.allows(path, Path.of(btree.path()))) {
                file = SavedMirror.open(path, MirrorSave.form(btree));
            }
            if (file != null) {
                place.use(path);
            }
        } catch (IOException _) {
            // The columns are decoded.
        }
        return new OpenMirror(file, now != null && place.trusts(now) ? now : null);
    }

    /**
     * As {@link #holds(Btree, int, List)}; also if other connections have decoded the columns, or
     * they have been saved and may be valid.
     *
     * @param rowsMax the most rows of a partition
     */
    public boolean holdsOrFinds(Btree btree, int root, List<StoredColumn> columns, int rowsMax) {
        if (holds(btree, root, columns) || isShared(btree, root, columns, rowsMax)) {
            return true;
        }
        CachedTable known = known(btree, root);
        SavedMirror mirror = known == null || known.mayBeSaved() ? savedMirror(btree) : null;
        SavedTable saved = mirror == null ? null : mirror.table(root);
        return saved != null && columns.stream().allMatch(saved::has);
    }

    /** Saves the columns of a database that is about to be closed. */
    private void save(Btree btree) {
        Path path = files.apply(btree);
        if (path != null) {
            Map<Integer, CachedTable> own = new TreeMap<>();
            tables.forEach((place, table) -> {
                if (place.btree() == btree) {
                    own.put(place.root(), table);
                }
            });
            OpenMirror old = mirrors.getOrDefault(btree, OpenMirror.NONE);
            new MirrorSave(btree, place, path, old, own).run();
        }
        closeMirror(btree);
    }

    private void closeMirror(Btree btree) {
        OpenMirror mirror = mirrors.remove(btree);
        if (mirror != null && mirror.file != null) {
            mirror.file.close();
        }
    }

    /** Drops the tables of a database, and deletes its saved mirror. */
    public void drop(Btree btree) {
        closeMirror(btree);
        SharedColumns others = sharedColumns(btree);
        remove(btree);
        if (others != null) {
            others.dropUnused();
        }
        Path path = files.apply(btree);
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
            CachedTable next = carried(known, btree);
            if (next != null) {
                tables.put(place, next);
                next.hold();
            }
            known.release();
            known = next;
        }
        if (known == null) {
            long version = btree.versions().ofTree(root);
            known = new CachedTable(this, shared(btree).columns, root, name, version);
            tables.put(place, known);
        }
        return known;
    }

    /** What is left of columns when others have committed; null for nothing. */
    private CachedTable carried(CachedTable known, Btree btree) {
        Snapshot now = snapshot(btree);
        return now == null ? null : known.carried(btree, now);
    }

    /**
     * Replaces the cached columns of the table under a cursor.
     *
     * @param next the columns in the table's current state
     */
    void replace(BtreeCursor cursor, CachedTable next) {
        CachedTable before = tables.put(new Place(cursor.btree(), cursor.root()), next);
        next.hold();
        before.release();
    }

    /** Drops the tables of a database that the connection is about to close. */
    public void forget(Btree btree) {
        save(btree);
        remove(btree);
    }

    private void remove(Btree btree) {
        shared.remove(btree);
        tables.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().btree() == btree;
            if (gone) {
                entry.getValue().release();
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
        return makeOwnRoom(bytes, user) && makeRoomForAll(bytes, user);
    }

    /** The same within the limit of this connection. */
    private boolean makeOwnRoom(long bytes, CachedTable user) {
        if (bytes > limit) {
            return false;
        }
        while (held + bytes > limit) {
            if (!evict(user, false)) {
                return false;
            }
        }
        return true;
    }

    /** The same within the limit of all connections. */
    private boolean makeRoomForAll(long bytes, CachedTable user) {
        if (!CacheMemory.hasRoom(bytes)) {
            SharedColumns.dropAllUnused();
        }
        while (!CacheMemory.hasRoom(bytes)) {
            // What others hold, too, stays in memory.
            if (!evict(user, true)) {
                return false;
            }
        }
        return true;
    }

    private boolean evict(CachedTable user, boolean alone) {
        CachedTable oldest = tables.values().stream()
                .filter(table -> table != user && table.lastUse(alone) < Long.MAX_VALUE)
                .min(Comparator.comparingLong(table -> table.lastUse(alone)))
                .orElse(null);
        if (oldest != null) {
            oldest.dropOldest(alone);
        }
        return oldest != null;
    }

    /** As {@link #makeRoom} for chunks that are in memory already. */
    boolean makeRoomForTaken(Chunk[] chunks, CachedTable user) {
        return makeOwnRoom(Arrays.stream(chunks).mapToLong(Chunk::size).sum(), user);
    }

    /** Whether there is room for {@code bytes} more without evicting columns. */
    boolean hasRoom(long bytes) {
        return held + bytes <= limit && CacheMemory.hasRoom(bytes);
    }

    /** Adds chunks to what the connection holds; returns their size. */
    long hold(Chunk[] chunks) {
        long bytes = CacheMemory.hold(chunks);
        held += bytes;
        return bytes;
    }

    /** Takes chunks off what the connection holds. */
    void release(Chunk[] chunks) {
        held -= CacheMemory.release(chunks);
        assert held >= 0 : held;
    }

    // ------------------------------------------------------------------ shared columns

    /** What is shared of one database. */
    private static final class Shared {
        /** Null if the database is this connection's alone. */
        final SharedColumns columns;

        /** What the last transaction that was asked saw, and {@link Btree#version} then. */
        private Snapshot snapshot;

        private long version = -1;

        /** As above, and {@link SharedColumns#additions}, when nothing was found by root page. */
        private final Map<Integer, Missing> missing = new HashMap<>();

        private record Missing(long version, long additions) {}

        Shared(SharedColumns columns) {
            this.columns = columns;
        }

        /**
         * What the transaction sees; null if it cannot be compared. That is so, too, if the
         * connection has seen something else before, but does not know of a change.
         */
        Snapshot snapshot(Btree btree) {
            Snapshot now = columns == null ? null : btree.snapshot();
            if (now != null && version != btree.version()) {
                version = btree.version();
                snapshot = now;
            }
            return now != null && now.equals(snapshot) ? now : null;
        }
    }

    /** Tells the columns that connections share of what this connection commits. */
    private final class Commits implements CommitListener {
        private final Btree btree;

        Commits(Btree btree) {
            this.btree = btree;
        }

        @Override
        public boolean wantsNext() {
            SharedColumns columns = sharedColumns(btree);
            return columns != null && columns.isUsed();
        }

        @Override
        public void committed(Snapshot before, Snapshot after, CommittedChanges changes) {
            sharedColumns(btree).committed(before, after, changes);
        }
    }

    /** Has a database of this connection tell others what it commits. */
    public void listen(Btree btree) {
        if (!btree.isMemory()) {
            btree.setCommitListener(new Commits(btree));
        }
    }

    private Shared shared(Btree btree) {
        return shared.computeIfAbsent(btree, each -> new Shared(SharedColumns.of(each)));
    }

    /** What a transaction sees, to be compared with what others see; null if it cannot be. */
    Snapshot snapshot(Btree btree) {
        return shared(btree).snapshot(btree);
    }

    /** The columns that connections share of a database; null if it is this connection's alone. */
    SharedColumns sharedColumns(Btree btree) {
        return shared(btree).columns;
    }

    /**
     * How other connections have divided a table in the state that its transaction sees; null if
     * they have not read it.
     *
     * @param rowsMax the most rows of a partition
     */
    private SharedColumns.Partitions partitions(Btree btree, int root, int rowsMax) {
        Shared known = shared(btree);
        if (limit == 0 || known.columns == null) {
            return null;
        }
        Shared.Missing now = new Shared.Missing(btree.version(), known.columns.additions());
        if (now.equals(known.missing.get(root))) {
            return null;
        }
        Snapshot snapshot = known.columns.knows(root) ? known.snapshot(btree) : null;
        SharedColumns.Partitions found =
                snapshot == null ? null : known.columns.partitions(root, snapshot);
        if (found == null || found.rowsMax() > rowsMax) {
            known.missing.put(root, now);
            return null;
        }
        return found;
    }

    /**
     * Whether other connections have decoded these columns of a table in the state that its
     * transaction sees.
     *
     * @param rowsMax the most rows of a partition
     */
    boolean isShared(Btree btree, int root, List<StoredColumn> columns, int rowsMax) {
        return partitions(btree, root, rowsMax) != null
                && sharedColumns(btree).columns(root, snapshot(btree)).containsAll(columns);
    }

    /**
     * As {@link #known}, with columns that other connections have decoded.
     *
     * @param name the name that {@code PRAGMA sqlvm_mirror} shows
     * @param rowsMax the most rows of a partition
     */
    public CachedTable knownOrShared(
            BtreeCursor cursor, String name, List<StoredColumn> columns, int rowsMax) {
        CachedTable known = known(cursor.btree(), cursor.root());
        if ((known == null || known.lacks(columns))
                && isShared(cursor.btree(), cursor.root(), columns, rowsMax)) {
            known = table(cursor.btree(), cursor.root(), name);
            if (known.isOf(cursor.btree().versions().ofTree(cursor.root()))) {
                take(known, cursor, columns, rowsMax);
            }
        }
        return known;
    }

    /**
     * Takes columns of a table that other connections have decoded, if the transaction sees what
     * they saw.
     *
     * @param table in the state that the transaction sees
     * @param rowsMax the most rows of a partition
     */
    public void take(
            CachedTable table, BtreeCursor cursor, Collection<StoredColumn> wanted, int rowsMax) {
        SharedColumns.Partitions found =
                table.lacks(wanted) ? partitions(cursor.btree(), cursor.root(), rowsMax) : null;
        if (found == null) {
            return;
        }
        if (!table.isComplete()) {
            table.take(found, cursor);
        }
        table.take(wanted, snapshot(cursor.btree()));
    }

    /** Gives the columns of a table to other connections, if they can tell what they are of. */
    void give(CachedTable table, BtreeCursor cursor) {
        Btree btree = cursor.btree();
        if (table.isToBeGiven(btree.version())
                && table.isOf(btree.versions().ofTree(cursor.root()))) {
            Snapshot snapshot = snapshot(btree);
            if (snapshot != null) {
                table.give(snapshot, btree.version());
            }
        }
    }

    long tick() {
        return ++clock;
    }

    /**
     * The rows of {@code PRAGMA sqlvm_mirror}, one for each column: table, column, encodings,
     * partitions, rows, bytes, partitions that have been loaded from the saved mirror, and that
     * have been taken from another connection.
     */
    public List<List<Object>> rows() {
        List<List<Object>> rows = new ArrayList<>();
        tables.values().forEach(table -> rows.addAll(table.describe()));
        rows.sort(Comparator.comparing((List<Object> row) -> row.get(0).toString())
                .thenComparing(row -> row.get(1).toString()));
        return rows;
    }

    /**
     * The rows of {@code PRAGMA sqlvm_mirror(table)}, one for each partition of each column:
     * column, partition, rows, encoding, bytes, the least and the greatest value.
     *
     * @param name in any case
     */
    public List<List<Object>> partitions(String name) {
        List<List<Object>> rows = new ArrayList<>();
        tables.values().stream()
                .filter(table -> table.isCalled(name))
                .forEach(table -> rows.addAll(table.describePartitions()));
        rows.sort(Comparator.comparing((List<Object> row) -> row.get(0).toString())
                .thenComparing(row -> (Long) row.get(1)));
        return rows;
    }

    @Override
    public void close() {
        for (Btree btree : List.copyOf(mirrors.keySet())) {
            save(btree);
        }
        assert held == tables.values().stream().mapToLong(CachedTable::size).sum() : held;
        tables.values().forEach(CachedTable::release);
        tables.clear();
        shared.clear();
        fileColumns.clear();
        assert held == 0 : held;
    }
}
