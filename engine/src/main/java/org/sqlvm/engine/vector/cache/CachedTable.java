package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.ChangedParts;
import org.sqlvm.engine.btree.RowRanges;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.pager.Snapshot;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkRange;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.saved.SavedTable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The cached columns of one table, all of one state. */
public final class CachedTable {
    /** No spare columns are decoded if rows are larger than this. */
    private static final int ROW_BYTES_MAX = 512;

    /** {@link Column#lastUse} of a column that no scan has asked for: it is evicted first. */
    private static final long NEVER = 0;

    private final ColumnCache cache;

    /** What connections share of the table's database; null if it is this connection's alone. */
    private final SharedColumns shared;

    private final int root;
    private final String name;
    private final long version;
    private final Map<StoredColumn, Column> columns = new HashMap<>();

    /** The columns that scans have asked for. */
    private final Set<StoredColumn> asked = new HashSet<>();

    /** The size of the rows in the file. */
    private long storedBytes;

    /** By partition: the number of rows; null before a scan has read all rows. */
    private int[] rows;

    /** By partition: the last rowid. */
    private long[] lastRowids;

    /** Tells which partitions have changed; null if that is not known. */
    private ChangedParts changes;

    /**
     * Whether columns are worth decoding: a program has read all rows, and they are not known to be
     * too large.
     */
    private boolean wanted;

    private long scannedVersion = -1;

    /** Where columns have been saved; null if the rows have other partitions there. */
    private SavedTable saved;

    /** With {@link #saved}, by partition: the number of the partition there; -1 for none. */
    private int[] savedPartitions;

    /** The partitions whose pages have changed since they were saved; null for none. */
    private BitSet stale;

    /** The columns of {@link #saved} that are decoded nevertheless. */
    private final Set<StoredColumn> unloadable = new HashSet<>();

    /** Whether {@link #saved} has been looked for. */
    private boolean restored;

    /** What these columns are of, since they were given to other connections; null before. */
    private Snapshot given;

    /** The version of the database, and the number of columns, when columns were last given. */
    private long givenVersion = -1;

    private int givenColumns;

    private static final class Column {
        final Chunk[] chunks;
        final long size;

        /** The number of chunks that have not been decoded, but loaded from the saved mirror. */
        final int loaded;

        /** The number of chunks that have been taken from another connection. */
        final int taken;

        long lastUse;

        Column(Chunk[] chunks, long size, int loaded, int taken, long lastUse) {
            this.chunks = chunks;
            this.size = size;
            this.loaded = loaded;
            this.taken = taken;
            this.lastUse = lastUse;
        }
    }

    CachedTable(ColumnCache cache, SharedColumns shared, int root, String name, long version) {
        this.cache = cache;
        this.shared = shared;
        this.root = root;
        this.name = name;
        this.version = version;
    }

    /** Whether the columns belong to this content version of the table's tree. */
    public boolean isOf(long contentVersion) {
        return version == contentVersion;
    }

    /**
     * Whether at least half of the partitions belong to this content version, and it is known
     * which.
     */
    boolean isMostlyOf(long contentVersion) {
        if (changes == null || changes.version() != contentVersion) {
            return false;
        }
        BitSet changed = changedPartitions();
        changed.clear(rows.length);
        return 2 * changed.cardinality() <= rows.length;
    }

    /** The partitions that have changed; the one behind the last stands for the rows behind it. */
    BitSet changedPartitions() {
        BitSet changed = changes.changed();
        if (stale != null) {
            changed.or(stale);
        }
        return changed;
    }

    // ------------------------------------------------------------------ saved columns

    /** Whether it is not known yet what has been saved of the table. */
    boolean mayBeSaved() {
        return !restored && rows == null;
    }

    /** Notes that nothing of use has been saved. */
    void setNotSaved() {
        restored = true;
    }

    /**
     * The table as it has been saved, without columns in memory.
     *
     * @param from its entry in the saved mirror
     * @param ends by partition: a rowid that no row of the partition is above, and all of the next
     *     one are
     * @param valid by partition: whether the rows are the same
     * @param outdated the partitions that are not; one more for rows behind the last partition
     */
    CachedTable restored(
            SavedTable from, long[] ends, boolean[] valid, BitSet outdated, BtreeCursor cursor) {
        CachedTable next = new CachedTable(cache, shared, root, name, version);
        next.asked.addAll(asked);
        next.wanted = wanted;
        next.scannedVersion = scannedVersion;
        next.restored = true;
        next.setRows(from.rows(), ends, cursor, from.storedBytes());
        next.saved = from;
        next.savedPartitions = new int[valid.length];
        Arrays.setAll(next.savedPartitions, i -> valid[i] ? i : -1);
        next.stale = outdated.isEmpty() ? null : outdated;
        return next;
    }

    /** Whether partitions have changed since they were saved, and have not been read since. */
    boolean isStale() {
        return stale != null;
    }

    /** Whether chunks of a column may be in the saved mirror. */
    boolean isSaved(StoredColumn column) {
        return saved != null && saved.has(column) && !unloadable.contains(column);
    }

    /** Notes that too few chunks of a column can be loaded. */
    void setUnloadable(StoredColumn column) {
        unloadable.add(column);
    }

    SavedTable saved() {
        return saved;
    }

    /** The number of a partition in the saved mirror; -1 if it is not there. */
    int savedPartition(int partition) {
        return saved == null ? -1 : savedPartitions[partition];
    }

    String name() {
        return name;
    }

    /** The size of the rows in the file. */
    long storedBytes() {
        return storedBytes;
    }

    /** Whether the table is one with rowids, all of whose rows have been read. */
    boolean hasKnownRows() {
        return changes != null;
    }

    /** The last rowid of a partition. */
    long lastRowid(int partition) {
        return lastRowids[partition];
    }

    /** Notes that a program of rows has read all rows in this content version. */
    void noteScan(long contentVersion) {
        wanted = true;
        scannedVersion = contentVersion;
    }

    /** Whether this is the content version in which a program of rows last read all rows. */
    public boolean isScanned(long contentVersion) {
        return scannedVersion == contentVersion;
    }

    /**
     * Whether columns that are missing are worth decoding. If that turns out to be in vain, the
     * scan calls {@link #setUnwanted}.
     */
    public boolean isWanted() {
        return wanted;
    }

    /**
     * Notes that decoding was in vain: there was no room, or the scan was not read to its end. A
     * program of rows has to read all rows before it is tried again.
     */
    public void setUnwanted() {
        wanted = false;
    }

    /** Whether the partitions are known. */
    public boolean isComplete() {
        return rows != null;
    }

    int partitionCount() {
        return rows.length;
    }

    /** The number of rows. */
    public long rowCount() {
        long count = 0;
        for (int partition = 0; partition < partitionCount(); partition++) {
            count += rows(partition);
        }
        return count;
    }

    int rows(int partition) {
        return rows[partition];
    }

    /** By partition: the number of rows. */
    int[] partitions() {
        return rows.clone();
    }

    /** The chunks of a column by partition; null if it is not cached. Counts as a use. */
    Chunk[] chunks(StoredColumn column) {
        asked.add(column);
        Column known = columns.get(column);
        if (known == null) {
            return null;
        }
        known.lastUse = cache.tick();
        return known.chunks;
    }

    public boolean holds(StoredColumn column) {
        return columns.containsKey(column);
    }

    /**
     * The spare columns: those that are decoded along with others, since the scan that asks for
     * them next would have to read the whole table again. There are as many as have been asked for
     * so far, so that the cost at most doubles. There are none in the first scan, which may be the
     * last, and none if columns have been saved: those of all processes add up.
     *
     * @param readable all columns that can be read of a row
     * @param wanted the columns that are decoded in any case
     */
    List<StoredColumn> spare(List<StoredColumn> readable, Set<StoredColumn> wanted) {
        if (!isComplete() || saved != null || storedBytes > ROW_BYTES_MAX * rowCount()) {
            return List.of();
        }
        List<StoredColumn> others = readable.stream()
                .filter(column -> !holds(column) && !isSaved(column))
                .filter(column -> !wanted.contains(column))
                .limit(asked.size())
                .toList();
        long estimate = storedBytes / Math.max(1, readable.size()) * others.size();
        return cache.hasRoom(estimate) ? others : List.of();
    }

    /**
     * Sets the partitions, after all rows have been read.
     *
     * @param byPartition the number of rows in each
     * @param ends the last rowid of each
     * @param cursor a cursor on the table
     * @param bytes the size of the rows in the file
     */
    void setRows(int[] byPartition, long[] ends, BtreeCursor cursor, long bytes) {
        assert rows == null || Arrays.equals(rows, byPartition);
        assert byPartition.length == ends.length : byPartition.length + " and " + ends.length;
        assert !(cursor instanceof TableCursor) || isAscending(ends);
        if (rows == null) {
            rows = byPartition;
            lastRowids = ends;
            if (cursor instanceof TableCursor) {
                changes = cursor.btree().versions().noteChanges(cursor.root(), ends);
            }
        }
        storedBytes = bytes;
    }

    private static boolean isAscending(long[] ends) {
        for (int i = 1; i < ends.length; i++) {
            if (ends[i - 1] >= ends[i]) {
                return false;
            }
        }
        return true;
    }

    boolean isCalled(String other) {
        return name.equalsIgnoreCase(other);
    }

    /** The cached columns. */
    List<StoredColumn> columns() {
        return List.copyOf(columns.keySet());
    }

    /**
     * The table in a later state.
     *
     * @param byPartition the number of rows in each partition
     * @param ends the last rowid of each partition
     * @param held by column of {@link #columns}, by partition; their size has not been counted
     * @param savedAs by partition: its number in the saved mirror
     */
    CachedTable next(
            int[] byPartition, long[] ends, Chunk[][] held, int[] savedAs, BtreeCursor cursor) {
        long now = cursor.btree().versions().ofTree(cursor.root());
        CachedTable next = new CachedTable(cache, shared, root, name, now);
        next.asked.addAll(asked);
        next.wanted = wanted;
        next.scannedVersion = scannedVersion;
        next.restored = restored;
        next.saved = saved;
        next.unloadable.addAll(unloadable);
        next.savedPartitions = saved == null ? null : savedAs;
        long bytesPerRow = storedBytes / Math.max(1, rowCount());
        next.setRows(byPartition, ends, cursor, 0);
        next.storedBytes = bytesPerRow * next.rowCount();
        assert held.length == columns.size() : held.length;
        int i = 0;
        for (Map.Entry<StoredColumn, Column> entry : columns.entrySet()) {
            Chunk[] chunks = held[i++];
            long size = Arrays.stream(chunks).mapToLong(Chunk::size).sum();
            Column before = entry.getValue();
            int loaded = Math.min(before.loaded, chunks.length);
            int taken = Math.min(before.taken, chunks.length);
            next.columns.put(
                    entry.getKey(), new Column(chunks, size, loaded, taken, before.lastUse));
        }
        return next;
    }

    /** The table in another state, without columns. */
    CachedTable empty(long contentVersion) {
        CachedTable empty = new CachedTable(cache, shared, root, name, contentVersion);
        empty.restored = restored;
        return empty;
    }

    /** The chunks of a cached column. Does not count as a use. */
    Chunk[] held(StoredColumn column) {
        return columns.get(column).chunks;
    }

    /**
     * Puts a column.
     *
     * @param loaded the number of chunks that have been loaded from the saved mirror
     * @param taken the number of chunks that have been taken from another connection
     */
    void put(StoredColumn column, Chunk[] chunks, int loaded, int taken) {
        assert chunks.length == rows.length : chunks.length + " of " + rows.length;
        long size = cache.hold(chunks);
        long lastUse = asked.contains(column) ? cache.tick() : NEVER;
        Column before = columns.put(column, new Column(chunks, size, loaded, taken, lastUse));
        if (before != null) {
            cache.release(before.chunks);
        }
    }

    /** Counts the columns of a table that was made by {@link #next}. */
    void hold() {
        columns.values().forEach(column -> cache.hold(column.chunks));
    }

    /** The columns are not used any more. */
    void release() {
        columns.values().forEach(column -> cache.release(column.chunks));
        columns.clear();
    }

    // ------------------------------------------------------------------ shared columns

    /** How the table is divided, for other connections. */
    private SharedColumns.Partitions division() {
        return new SharedColumns.Partitions(rows, lastRowids, storedBytes);
    }

    /** Whether there is something to give to other connections since the last time. */
    boolean isToBeGiven(long databaseVersion) {
        return shared != null
                && isComplete()
                && !isStale()
                && !columns.isEmpty()
                && (givenVersion != databaseVersion || givenColumns != columns.size());
    }

    /** Gives the columns to other connections. The table is in the state of the snapshot. */
    void give(Snapshot snapshot, long databaseVersion) {
        Map<StoredColumn, Chunk[]> all = new HashMap<>();
        columns.forEach((stored, column) -> all.put(stored, column.chunks));
        shared.add(root, snapshot, division(), all);
        given = snapshot;
        givenVersion = databaseVersion;
        givenColumns = columns.size();
    }

    /**
     * The table in the state of a later snapshot: the same columns, and partitions that are to be
     * decoded again.
     *
     * @param btree of the database, in a read transaction
     * @return null if it is not known which, or they are most
     */
    CachedTable carried(Btree btree, Snapshot now) {
        boolean possible = shared != null && given != null && changes != null && !isStale();
        RowRanges changed = possible ? shared.changes(root, given, now) : null;
        if (changed == null) {
            return null;
        }
        BitSet read = new BitSet(rows.length + 1);
        changed.forEach((from, to) -> read.set(partition(from), partition(to) + 1));
        int outdated = read.cardinality() - (read.get(rows.length) ? 1 : 0);
        if (2 * outdated > rows.length) {
            return null;
        }
        CachedTable next =
                new CachedTable(cache, shared, root, name, btree.versions().ofTree(root));
        next.asked.addAll(asked);
        next.wanted = wanted;
        next.restored = true;
        next.rows = rows;
        next.lastRowids = lastRowids;
        next.changes = btree.versions().noteChanges(root, lastRowids);
        next.storedBytes = storedBytes;
        next.columns.putAll(columns);
        next.stale = read.isEmpty() ? null : read;
        return next;
    }

    /** The partition that a row is in; one more for rows behind the last. */
    private int partition(long rowid) {
        int found = Arrays.binarySearch(lastRowids, rowid);
        return found >= 0 ? found : -found - 1;
    }

    /** Divides the table as another connection has done in the same snapshot. */
    void take(SharedColumns.Partitions partitions, BtreeCursor cursor) {
        restored = true;
        setRows(partitions.rows(), partitions.ends(), cursor, partitions.bytes());
    }

    /** Takes columns that other connections have decoded in the same snapshot. */
    void take(Collection<StoredColumn> wanted, Snapshot snapshot) {
        SharedColumns.Partitions own = division();
        for (StoredColumn column : wanted) {
            Chunk[] chunks = holds(column) ? null : shared.column(root, snapshot, own, column);
            if (chunks != null && cache.makeRoomForTaken(chunks, this)) {
                put(column, chunks, 0, chunks.length);
            }
        }
    }

    /** Whether columns are missing. */
    boolean lacks(Collection<StoredColumn> wanted) {
        return !isComplete() || !columns.keySet().containsAll(wanted);
    }

    /** Whether no other connection holds the column, so that memory is free if it is dropped. */
    private boolean isAlone(StoredColumn stored, Column column) {
        int here = shared != null && shared.has(root, stored, column.chunks) ? 2 : 1;
        return Arrays.stream(column.chunks).allMatch(chunk -> chunk.holders() <= here);
    }

    /** The size in bytes. */
    long size() {
        return columns.values().stream().mapToLong(column -> column.size).sum();
    }

    /**
     * The last use of the column that was used least recently; Long.MAX_VALUE if there is none.
     *
     * @param alone whether only columns count that no other connection holds
     */
    long lastUse(boolean alone) {
        Map.Entry<StoredColumn, Column> oldest = oldest(alone);
        return oldest == null ? Long.MAX_VALUE : oldest.getValue().lastUse;
    }

    private Map.Entry<StoredColumn, Column> oldest(boolean alone) {
        return columns.entrySet().stream()
                .filter(entry -> !alone || isAlone(entry.getKey(), entry.getValue()))
                .min(Comparator.comparingLong(entry -> entry.getValue().lastUse))
                .orElse(null);
    }

    /** Evicts the column that was used least recently; as {@link #lastUse}. */
    void dropOldest(boolean alone) {
        Map.Entry<StoredColumn, Column> oldest = oldest(alone);
        StoredColumn stored = oldest.getKey();
        Chunk[] chunks = oldest.getValue().chunks;
        wanted = false;
        columns.remove(stored);
        cache.release(chunks);
        if (shared != null) {
            shared.dropUnused(root, stored, chunks);
        }
    }

    /** The same for each partition of each column: see {@link ColumnCache#partitions}. */
    List<List<Object>> describePartitions() {
        List<List<Object>> described = new ArrayList<>();
        columns.forEach((stored, column) -> {
            for (int i = 0; i < column.chunks.length; i++) {
                Chunk chunk = column.chunks[i];
                ChunkRange range = ChunkRange.of(chunk, rows[i]);
                described.add(List.of(
                        Text.of(stored.name()),
                        (long) i,
                        (long) rows[i],
                        Text.of(chunk.encoding()),
                        chunk.size(),
                        range.least(),
                        range.greatest()));
            }
        });
        return described;
    }

    List<List<Object>> describe() {
        List<List<Object>> described = new ArrayList<>();
        columns.forEach((stored, column) -> {
            Set<String> encodings = new LinkedHashSet<>();
            for (Chunk chunk : column.chunks) {
                encodings.add(chunk.encoding());
            }
            described.add(List.of(
                    Text.of(name),
                    Text.of(stored.name()),
                    Text.of(String.join(",", encodings)),
                    (long) column.chunks.length,
                    Arrays.stream(rows).asLongStream().sum(),
                    column.size,
                    (long) column.loaded,
                    (long) column.taken));
        });
        return described;
    }
}
