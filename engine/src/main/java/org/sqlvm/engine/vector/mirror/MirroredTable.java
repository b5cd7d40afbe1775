package org.sqlvm.engine.vector.mirror;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.ChangedParts;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The columns of one table that a {@link Mirror} holds, all of one state. */
public final class MirroredTable {
    /** Of a table with more bytes for each row, nothing is decoded that nobody has asked for. */
    private static final int ROW_BYTES_MAX = 512;

    /**
     * {@link Column#lastUse} of a column that nobody has asked for: it is the first to give way.
     */
    private static final long NEVER = 0;

    private final Mirror mirror;
    private final String name;
    private final long version;
    private final Map<StoredColumn, Column> columns = new HashMap<>();

    /** Those that scans have asked for. */
    private final Set<StoredColumn> asked = new HashSet<>();

    /** What the table takes in the file. */
    private long storedBytes;

    /** By partition; null before the first scan has come to its end. */
    private int[] rows;

    /** Where the partitions end. */
    private long[] lastRowids;

    /** Which of them are not the table's any more; null if nobody tells. */
    private ChangedParts changes;

    /** Somebody has read all rows, and nothing speaks against keeping them. */
    private boolean wanted;

    private long scannedVersion = -1;

    private static final class Column {
        final Chunk[] chunks;
        final long size;
        long lastUse;

        Column(Chunk[] chunks, long size, long lastUse) {
            this.chunks = chunks;
            this.size = size;
            this.lastUse = lastUse;
        }
    }

    MirroredTable(Mirror mirror, String name, long version) {
        this.mirror = mirror;
        this.name = name;
        this.version = version;
    }

    /** Whether this is the table's state when its tree has that content version. */
    public boolean isOf(long contentVersion) {
        return version == contentVersion;
    }

    /**
     * Whether most of it is still the table's when its tree has that content version, and it is
     * known what is not.
     */
    boolean isMostlyOf(long contentVersion) {
        if (changes == null || changes.version() != contentVersion) {
            return false;
        }
        BitSet changed = changedPartitions();
        changed.clear(rows.length);
        return 2 * changed.cardinality() <= rows.length;
    }

    /** Those that are not the table's any more; the one behind the last is what is behind it. */
    BitSet changedPartitions() {
        return changes.changed();
    }

    /** The last rowid of a partition. */
    long lastRowid(int partition) {
        return lastRowids[partition];
    }

    /** All rows have been read one by one, while the table's tree had that content version. */
    void noteScan(long contentVersion) {
        wanted = true;
        scannedVersion = contentVersion;
    }

    /** Whether that was the last version in which all rows have been read one by one. */
    public boolean isScanned(long contentVersion) {
        return scannedVersion == contentVersion;
    }

    /**
     * Whether columns that are not held are worth decoding; who begins to says with
     * {@link #setUnwanted} if it has been in vain.
     */
    public boolean isWanted() {
        return wanted;
    }

    /** There was no room, or nobody has read to the end: another scan by rows has to come first. */
    public void setUnwanted() {
        wanted = false;
    }

    /** Whether it is known how many rows the partitions have. */
    public boolean isComplete() {
        return rows != null;
    }

    int partitionCount() {
        return rows.length;
    }

    /** Rows of all partitions. */
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

    /** How many rows each partition has. */
    int[] partitions() {
        return rows.clone();
    }

    /** By partition; null if the column is not held. */
    Chunk[] chunks(StoredColumn column) {
        asked.add(column);
        Column known = columns.get(column);
        if (known == null) {
            return null;
        }
        known.lastUse = mirror.tick();
        return known.chunks;
    }

    public boolean holds(StoredColumn column) {
        return columns.containsKey(column);
    }

    /**
     * Which columns are worth decoding when others have to be, since the one who asks for them next
     * would read the whole table again: as many as have been asked for so far, so that it has not
     * cost more than what was wanted if nobody does. None in the first scan, which may be the last.
     *
     * @param readable all that there is to read of a row
     * @param wanted those that have to be decoded
     */
    List<StoredColumn> spare(List<StoredColumn> readable, Set<StoredColumn> wanted) {
        if (!isComplete() || storedBytes > ROW_BYTES_MAX * rowCount()) {
            return List.of();
        }
        List<StoredColumn> others = readable.stream()
                .filter(column -> !holds(column) && !wanted.contains(column))
                .limit(asked.size())
                .toList();
        long estimate = storedBytes / Math.max(1, readable.size()) * others.size();
        return mirror.hasRoom(estimate) ? others : List.of();
    }

    /**
     * All rows have been read.
     *
     * @param byPartition how many they are
     * @param ends the last rowids of the partitions
     * @param cursor on the table
     * @param bytes what the rows take in the file
     */
    void setRows(int[] byPartition, long[] ends, BtreeCursor cursor, long bytes) {
        assert rows == null || Arrays.equals(rows, byPartition);
        if (rows == null) {
            rows = byPartition;
            lastRowids = ends;
            if (cursor instanceof TableCursor) {
                changes = cursor.btree().noteChanges(cursor.root(), ends);
            }
        }
        storedBytes = bytes;
    }

    /** Those that are held. */
    List<StoredColumn> columns() {
        return List.copyOf(columns.keySet());
    }

    /**
     * The table in a later state.
     *
     * @param byPartition how many rows it has
     * @param ends the last rowids of the partitions
     * @param held by column of {@link #columns}, by partition; their bytes are not counted yet
     */
    MirroredTable next(int[] byPartition, long[] ends, Chunk[][] held, BtreeCursor cursor) {
        MirroredTable next =
                new MirroredTable(mirror, name, cursor.btree().contentVersion(cursor.root()));
        next.asked.addAll(asked);
        next.wanted = wanted;
        next.scannedVersion = scannedVersion;
        long bytesPerRow = storedBytes / Math.max(1, rowCount());
        next.setRows(byPartition, ends, cursor, 0);
        next.storedBytes = bytesPerRow * next.rowCount();
        int i = 0;
        for (Map.Entry<StoredColumn, Column> entry : columns.entrySet()) {
            Chunk[] chunks = held[i++];
            long size = Arrays.stream(chunks).mapToLong(Chunk::size).sum();
            next.columns.put(entry.getKey(), new Column(chunks, size, entry.getValue().lastUse));
        }
        return next;
    }

    /** The table in another state, of which nothing is held. */
    MirroredTable empty(long contentVersion) {
        return new MirroredTable(mirror, name, contentVersion);
    }

    /** Of a column that is held, by partition. */
    Chunk[] held(StoredColumn column) {
        return columns.get(column).chunks;
    }

    /** Takes a column whose bytes are counted already. */
    void put(StoredColumn column, Chunk[] chunks, long size) {
        long lastUse = asked.contains(column) ? mirror.tick() : NEVER;
        Column before = columns.put(column, new Column(chunks, size, lastUse));
        if (before != null) {
            mirror.count(-before.size);
        }
    }

    /** In bytes. */
    long size() {
        return columns.values().stream().mapToLong(column -> column.size).sum();
    }

    /** When the column was used that was not for the longest. */
    long lastUse() {
        return columns.values().stream()
                .mapToLong(column -> column.lastUse)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Drops that column; gives its size. */
    long dropOldest() {
        StoredColumn oldest = columns.entrySet().stream()
                .min(Comparator.comparingLong(entry -> entry.getValue().lastUse))
                .orElseThrow()
                .getKey();
        wanted = false;
        return columns.remove(oldest).size;
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
                    column.size));
        });
        return described;
    }
}
