package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.file.FileIdentity;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBounds;
import org.sqlvm.engine.vector.column.ChunkJoin;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.saved.MirrorPlace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decoded columns of tables in files that are not open: each with the state of its file. They are
 * used only if the file has the same state. Threads may call at the same time.
 *
 * <p>The size is bounded by that of the column cache. Columns that a scan has used give way to
 * those of a later scan only, so that a scan of more than fits keeps what it began with. The bounds
 * of columns are kept for longer.
 */
public final class FileColumns {
    /** The most tables of files of which anything is known. */
    private static final int TABLES_MAX = 1 << 17;

    /** The rows of a partition for programs of rows, which may end soon. */
    private static final int PARTITION_ROWS = 1 << 14;

    private final ReentrantLock lock = new ReentrantLock();

    /** The least recently used first. */
    private final Map<Key, Held> tables = new LinkedHashMap<>(16, 0.75f, true);

    /** By the first of several tables, as long as they have the states of these. */
    private final Map<Key, Joined> joined = new HashMap<>();

    private long limit;
    private long size;
    private long clock;
    private volatile long ageMs = MirrorPlace.AGE_MS;
    private volatile int partitionRowsMax = PARTITION_ROWS;

    /**
     * A table of a file.
     *
     * @param path the canonical path
     * @param table its name in lower case
     */
    public record Key(String path, String table) {}

    /**
     * The state of a database's files.
     *
     * @param log the write-ahead log; null if the database has none with content
     */
    public record State(FileIdentity database, FileIdentity log) {
        /** The later one of the last changes, in nanoseconds since 1970. */
        public long lastChangeNs() {
            return log == null
                    ? database.lastChangeNs()
                    : Math.max(database.lastChangeNs(), log.lastChangeNs());
        }
    }

    /**
     * A table with its decoded columns. Immutable but for the time of its last use.
     *
     * @param hasLog whether commits go to a log
     * @param rows the number of rows of each partition; null if they have not been read
     * @param columns their chunks, by partition
     * @param bounds the columns' bounds, also of those that have been evicted
     */
    public record Held(
            State state,
            boolean hasLog,
            int[] rows,
            Map<StoredColumn, Chunk[]> columns,
            Map<StoredColumn, ChunkBounds> bounds,
            long[] used) {
        /** Returns the chunks of a column by partition; null if they are not held. */
        public Chunk[] chunks(StoredColumn column) {
            return columns.get(column);
        }

        /** Whether all these columns are held. */
        public boolean has(List<StoredColumn> wanted) {
            return rows != null && columns.keySet().containsAll(wanted);
        }
    }

    /**
     * Columns of several tables, each one chunk.
     *
     * @param used the time of the last use
     */
    private record Joined(List<State> states, Map<StoredColumn, Chunk> columns, long[] used) {}

    FileColumns(long limit) {
        this.limit = limit;
    }

    void setLimit(long bytes) {
        lock.lock();
        try {
            limit = bytes;
            makeRoom(0, Long.MAX_VALUE);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sets how long ago the last change of a file must be for its columns to be kept: then a later
     * change has another time. Negative to keep none.
     */
    public void setAgeMs(long millis) {
        ageMs = millis;
    }

    /** Sets the most rows that the partitions of scans on vectors may have. */
    public void setPartitionRowsMax(int rows) {
        partitionRowsMax = rows;
    }

    /** Returns the rows of a partition for a program of rows. */
    public int partitionRows() {
        return Math.min(PARTITION_ROWS, partitionRowsMax);
    }

    /** Returns the most rows of a partition that several files are joined in. */
    public int joinedRows() {
        return partitionRowsMax;
    }

    /** Returns whether a later change of a file in this state has another time. */
    public boolean isSettled(State state) {
        long nowNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        return ageMs >= 0 && nowNs - state.lastChangeNs() > TimeUnit.MILLISECONDS.toNanos(ageMs);
    }

    /** Begins a scan; returns its time, by which it tells its own columns from others. */
    public long begin() {
        lock.lock();
        try {
            return ++clock;
        } finally {
            lock.unlock();
        }
    }

    /** Returns what is known of a table, whatever state its file has now; or null. */
    public Held find(Key key, long scan) {
        lock.lock();
        try {
            Held held = tables.get(key);
            if (held != null) {
                held.used[0] = scan;
            }
            return held;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds columns of a table; what was known of another state of its file is dropped.
     *
     * @param added columns that are not held
     */
    public void add(
            Key key,
            State state,
            boolean hasLog,
            int[] rows,
            Map<StoredColumn, Chunk[]> added,
            long scan) {
        Map<StoredColumn, ChunkBounds> bounds = new HashMap<>();
        added.forEach((column, chunks) -> {
            ChunkBounds all = bounds(chunks, rows);
            if (all != null) {
                bounds.put(column, all);
            }
        });
        add(key, state, hasLog, rows, added, bounds, scan);
    }

    /** Adds bounds of columns of a table whose rows have not been read. */
    public void addBounds(
            Key key,
            State state,
            boolean hasLog,
            Map<StoredColumn, ChunkBounds> bounds,
            long scan) {
        Held before = find(key, scan);
        int[] rows = before != null && before.state.equals(state) ? before.rows : null;
        add(key, state, hasLog, rows, Map.of(), bounds, scan);
    }

    private void add(
            Key key,
            State state,
            boolean hasLog,
            int[] rows,
            Map<StoredColumn, Chunk[]> added,
            Map<StoredColumn, ChunkBounds> bounds,
            long scan) {
        lock.lock();
        try {
            Held before = tables.get(key);
            boolean same = before != null
                    && before.state.equals(state)
                    && (before.rows == null || Arrays.equals(before.rows, rows));
            if (before != null && !same) {
                drop(before);
            }
            Map<StoredColumn, Chunk[]> columns =
                    same ? new HashMap<>(before.columns) : new HashMap<>();
            Map<StoredColumn, ChunkBounds> known =
                    same ? new HashMap<>(before.bounds) : new HashMap<>();
            known.putAll(bounds);
            added.forEach((column, chunks) -> {
                if (!columns.containsKey(column) && makeRoom(sizeOf(chunks), scan)) {
                    size += CacheMemory.hold(chunks);
                    columns.put(column, chunks);
                }
            });
            tables.put(
                    key,
                    new Held(
                            state,
                            hasLog,
                            rows,
                            Map.copyOf(columns),
                            Map.copyOf(known),
                            new long[] {scan}));
            if (tables.size() > TABLES_MAX) {
                drop(tables.remove(tables.keySet().iterator().next()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the chunks of a column of several tables; null if one of them does not have it. */
    public static Chunk[] chunks(Held[] tables, StoredColumn column) {
        List<Chunk> all = new ArrayList<>();
        for (Held table : tables) {
            Chunk[] own = table.chunks(column);
            if (own == null) {
                return null;
            }
            all.addAll(List.of(own));
        }
        return all.toArray(Chunk[]::new);
    }

    /**
     * Returns columns of tables whose rows become one partition. Their own chunks are dropped.
     *
     * @param held the tables with their columns
     * @return null if columns are missing, or cannot be joined
     */
    public Chunk[] joined(List<Key> keys, Held[] held, List<StoredColumn> columns, long scan) {
        List<State> states = Arrays.stream(held).map(Held::state).toList();
        Map<StoredColumn, Chunk> known = known(keys.getFirst(), states, scan);
        int[] rows = Arrays.stream(held)
                .flatMapToInt(each -> Arrays.stream(each.rows()))
                .toArray();
        Map<StoredColumn, Chunk> added = new HashMap<>();
        Chunk[] all = new Chunk[columns.size()];
        for (int i = 0; i < all.length; i++) {
            StoredColumn column = columns.get(i);
            all[i] = known.get(column);
            if (all[i] == null) {
                Chunk[] parts = chunks(held, column);
                all[i] = parts == null ? null : ChunkJoin.of(parts, rows);
                if (all[i] == null) {
                    return null;
                }
                added.put(column, all[i]);
            }
        }
        if (!added.isEmpty()) {
            join(keys, states, added, scan);
        }
        return all;
    }

    private Map<StoredColumn, Chunk> known(Key first, List<State> states, long scan) {
        lock.lock();
        try {
            Joined found = joined.get(first);
            if (found == null || !found.states.equals(states)) {
                return Map.of();
            }
            found.used[0] = scan;
            return found.columns;
        } finally {
            lock.unlock();
        }
    }

    private void join(
            List<Key> keys, List<State> states, Map<StoredColumn, Chunk> added, long scan) {
        lock.lock();
        try {
            for (int i = 0; i < keys.size(); i++) {
                Held before = tables.get(keys.get(i));
                if (before == null || !before.state.equals(states.get(i))) {
                    return;
                }
            }
            keys.forEach(key -> dropColumns(key, added.keySet()));
            Joined before = joined.get(keys.getFirst());
            boolean same = before != null && before.states.equals(states);
            Map<StoredColumn, Chunk> all = same ? new HashMap<>(before.columns) : new HashMap<>();
            if (before != null && !same) {
                drop(before);
            }
            added.forEach((column, chunk) -> {
                if (!all.containsKey(column) && makeRoom(chunk.size(), scan)) {
                    size += CacheMemory.hold(new Chunk[] {chunk});
                    all.put(column, chunk);
                }
            });
            joined.put(keys.getFirst(), new Joined(states, Map.copyOf(all), new long[] {scan}));
        } finally {
            lock.unlock();
        }
    }

    private void dropColumns(Key key, Set<StoredColumn> columns) {
        Held held = tables.get(key);
        Map<StoredColumn, Chunk[]> left = new HashMap<>(held.columns);
        for (StoredColumn column : columns) {
            Chunk[] chunks = left.remove(column);
            if (chunks != null) {
                size -= CacheMemory.release(chunks);
            }
        }
        tables.put(
                key,
                new Held(
                        held.state,
                        held.hasLog,
                        held.rows,
                        Map.copyOf(left),
                        held.bounds,
                        held.used));
    }

    private void drop(Joined old) {
        old.columns.values().forEach(chunk -> size -= CacheMemory.release(new Chunk[] {chunk}));
    }

    private static ChunkBounds bounds(Chunk[] chunks, int[] rows) {
        ChunkBounds all = ChunkBounds.EMPTY;
        for (int i = 0; i < chunks.length && all != null; i++) {
            all = all.with(ChunkBounds.of(chunks[i], rows[i]));
        }
        return all;
    }

    private static long sizeOf(Chunk[] chunks) {
        long bytes = 0;
        for (Chunk chunk : chunks) {
            bytes += chunk.size();
        }
        return bytes;
    }

    /** Whether columns of this size may be kept at all. */
    public boolean mayHold(long bytes) {
        return bytes <= limit;
    }

    /**
     * Evicts columns that scans before {@code scan} have used last; false if that is too little.
     */
    private boolean makeRoom(long bytes, long scan) {
        if (hasRoom(bytes)) {
            return true;
        }
        for (Key key : new ArrayList<>(tables.keySet())) {
            Held held = tables.get(key); // Moves it to the end, as all others.
            if (held.used[0] < scan && !held.columns.isEmpty()) {
                drop(held);
                tables.put(
                        key,
                        new Held(
                                held.state,
                                held.hasLog,
                                held.rows,
                                Map.of(),
                                held.bounds,
                                held.used));
                if (hasRoom(bytes)) {
                    return true;
                }
            }
        }
        for (Key key : List.copyOf(joined.keySet())) {
            if (joined.get(key).used[0] < scan && !hasRoom(bytes)) {
                drop(joined.remove(key));
            }
        }
        return hasRoom(bytes);
    }

    private boolean hasRoom(long bytes) {
        return size + bytes <= limit && CacheMemory.hasRoom(bytes);
    }

    private void drop(Held held) {
        held.columns.values().forEach(chunks -> size -= CacheMemory.release(chunks));
        assert size >= 0 : size;
    }

    /** Returns the bytes of all columns. */
    public long size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all columns. */
    public void clear() {
        lock.lock();
        try {
            tables.values().forEach(this::drop);
            tables.clear();
            joined.values().forEach(this::drop);
            joined.clear();
        } finally {
            lock.unlock();
        }
    }
}
