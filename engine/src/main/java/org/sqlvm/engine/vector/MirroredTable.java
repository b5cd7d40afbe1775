package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.Text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The columns of one table that a {@link Mirror} holds, all of one state. */
final class MirroredTable {
    private final Mirror mirror;
    private final String name;
    private final long version;
    private final Map<StoredColumn, Column> columns = new HashMap<>();

    /** By partition; null before the first scan has come to its end. */
    private int[] rows;

    /** Somebody has read all rows, and nothing speaks against keeping them. */
    private boolean wanted;

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

    /** What the table's tree had for a version. */
    long version() {
        return version;
    }

    /** All rows have been read one by one. */
    void noteScan() {
        wanted = true;
    }

    /**
     * Whether columns that are not held are worth decoding; who begins to says with
     * {@link #setUnwanted} if it has been in vain.
     */
    boolean isWanted() {
        return wanted;
    }

    /** There was no room, or nobody has read to the end: another scan by rows has to come first. */
    void setUnwanted() {
        wanted = false;
    }

    /** Whether it is known how many rows the partitions have. */
    boolean isComplete() {
        return rows != null;
    }

    int partitionCount() {
        return rows.length;
    }

    /** Rows of all partitions. */
    long rowCount() {
        long count = 0;
        for (int partition = 0; partition < partitionCount(); partition++) {
            count += rows(partition);
        }
        return count;
    }

    int rows(int partition) {
        return rows[partition];
    }

    /** By partition; null if the column is not held. */
    Chunk[] chunks(StoredColumn column) {
        Column known = columns.get(column);
        if (known == null) {
            return null;
        }
        known.lastUse = mirror.tick();
        return known.chunks;
    }

    boolean holds(StoredColumn column) {
        return columns.containsKey(column);
    }

    void setRows(int[] byPartition) {
        assert rows == null || Arrays.equals(rows, byPartition);
        rows = byPartition;
    }

    /** Takes a column whose bytes are counted already. */
    void put(StoredColumn column, Chunk[] chunks, long size) {
        Column before = columns.put(column, new Column(chunks, size, mirror.tick()));
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
