package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.CommittedChanges;
import org.sqlvm.engine.btree.RowRanges;
import org.sqlvm.engine.pager.Snapshot;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The columns of one file that its connections in this process share. A connection gives what it
 * has decoded together with the {@link Snapshot} that its transaction sees; another one takes it if
 * its own transaction sees the same. Chunks are immutable, so both then have the same ones.
 *
 * <p>It also knows which rows the connections of this process have committed since, so who has the
 * columns of an earlier snapshot decodes only the partitions with these rows again.
 *
 * <p>Columns stay until the last connection closes the file, a later snapshot replaces them, or
 * memory is short and no connection holds them. Used by all threads.
 */
final class SharedColumns implements Closeable {
    /** The most commits that are known, of those between which columns were read. */
    private static final int COMMITS_MAX = 64;

    private static final Set<SharedColumns> ALL = ConcurrentHashMap.newKeySet();

    /** What is known of a table in one snapshot. */
    private static final class Table {
        private final Snapshot snapshot;
        private final Partitions partitions;
        private final Map<StoredColumn, Chunk[]> columns = new HashMap<>();

        Table(Snapshot snapshot, Partitions partitions) {
            this.snapshot = snapshot;
            this.partitions = partitions;
        }
    }

    /**
     * How a table is divided. The arrays are not changed.
     *
     * @param rows by partition: the number of rows
     * @param ends by partition: the last rowid
     * @param bytes the size of the rows in the file
     */
    record Partitions(int[] rows, long[] ends, long bytes) {
        boolean isSame(Partitions other) {
            return Arrays.equals(rows, other.rows) && Arrays.equals(ends, other.ends);
        }

        int rowsMax() {
            return Arrays.stream(rows).max().orElse(0);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();

    /** By root page. */
    private final Map<Integer, List<Table>> tables = new HashMap<>();

    /** What connections of this process have committed, one behind the other. */
    private final Deque<Commit> commits = new ArrayDeque<>();

    /** The partitions that are being decoded. */
    private final List<SharedFill> fills = new ArrayList<>();

    /** Counts what connections have given. */
    private final AtomicLong additions = new AtomicLong();

    private SharedColumns() {
        ALL.add(this);
    }

    /** The columns of a database's file; null if the database is this connection's alone. */
    static SharedColumns of(Btree btree) {
        return (SharedColumns) btree.shared(SharedColumns::new);
    }

    /** Grows with what connections give. */
    long additions() {
        return additions.get();
    }

    private Table find(int root, Snapshot snapshot) {
        for (Table table : tables.getOrDefault(root, List.of())) {
            if (table.snapshot.equals(snapshot)) {
                return table;
            }
        }
        return null;
    }

    /** Whether there is anything of a table, in whatever snapshot. */
    boolean knows(int root) {
        lock.lock();
        try {
            return tables.containsKey(root);
        } finally {
            lock.unlock();
        }
    }

    /** How a table is divided; null if nothing of it is known in this snapshot. */
    Partitions partitions(int root, Snapshot snapshot) {
        lock.lock();
        try {
            Table table = find(root, snapshot);
            return table == null ? null : table.partitions;
        } finally {
            lock.unlock();
        }
    }

    /** The columns of a table that are there. */
    Set<StoredColumn> columns(int root, Snapshot snapshot) {
        lock.lock();
        try {
            Table table = find(root, snapshot);
            return table == null ? Set.of() : Set.copyOf(table.columns.keySet());
        } finally {
            lock.unlock();
        }
    }

    /** The chunks of a column of a table that is divided in this way; null if there are none. */
    Chunk[] column(int root, Snapshot snapshot, Partitions partitions, StoredColumn column) {
        lock.lock();
        try {
            Table table = find(root, snapshot);
            return table == null || !table.partitions.isSame(partitions)
                    ? null
                    : table.columns.get(column);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the columns that a connection holds of a table. */
    void add(
            int root,
            Snapshot snapshot,
            Partitions partitions,
            Map<StoredColumn, Chunk[]> columns) {
        lock.lock();
        try {
            List<Table> known = tables.computeIfAbsent(root, _ -> new ArrayList<>());
            Table table = find(root, snapshot);
            if (table != null && !table.partitions.isSame(partitions)) {
                if (table.columns.size() >= columns.size()) {
                    return;
                }
                known.remove(table);
                table.columns.values().forEach(CacheMemory::release);
                table = null;
            }
            if (table == null) {
                table = new Table(snapshot, partitions);
                known.add(table);
            }
            for (Map.Entry<StoredColumn, Chunk[]> entry : columns.entrySet()) {
                if (!table.columns.containsKey(entry.getKey())) {
                    CacheMemory.hold(entry.getValue());
                    table.columns.put(entry.getKey(), entry.getValue());
                }
            }
            dropOthers(known, table);
            additions.incrementAndGet();
        } finally {
            lock.unlock();
        }
    }

    /** Drops columns of other snapshots, unless connections hold them. */
    private static void dropOthers(List<Table> known, Table current) {
        for (Iterator<Table> each = known.iterator(); each.hasNext(); ) {
            Table table = each.next();
            if (table != current) {
                dropUnused(table);
                if (table.columns.isEmpty()) {
                    each.remove();
                }
            }
        }
    }

    private static void dropUnused(Table table) {
        table.columns.values().removeIf(chunks -> {
            boolean unused = isUnused(chunks);
            if (unused) {
                CacheMemory.release(chunks);
            }
            return unused;
        });
    }

    /** Whether nothing but one table here holds the chunks. */
    private static boolean isUnused(Chunk[] chunks) {
        return Arrays.stream(chunks).allMatch(chunk -> chunk.holders() == 1);
    }

    /** Whether these chunks are here. */
    boolean has(int root, StoredColumn column, Chunk[] chunks) {
        lock.lock();
        try {
            return tables.getOrDefault(root, List.of()).stream()
                    .anyMatch(table -> Arrays.equals(table.columns.get(column), chunks));
        } finally {
            lock.unlock();
        }
    }

    /** Drops the columns that no connection holds. */
    void dropUnused() {
        lock.lock();
        try {
            for (Iterator<List<Table>> each = tables.values().iterator(); each.hasNext(); ) {
                List<Table> known = each.next();
                dropOthers(known, null);
                if (known.isEmpty()) {
                    each.remove();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops the columns of all files that no connection holds. */
    static void dropAllUnused() {
        ALL.forEach(SharedColumns::dropUnused);
    }

    /** Drops a column, unless a connection holds it. */
    void dropUnused(int root, StoredColumn column, Chunk[] chunks) {
        lock.lock();
        try {
            List<Table> known = tables.getOrDefault(root, List.of());
            for (Table table : List.copyOf(known)) {
                if (Arrays.equals(table.columns.get(column), chunks) && isUnused(chunks)) {
                    table.columns.remove(column);
                    CacheMemory.release(chunks);
                    if (table.columns.isEmpty()) {
                        known.remove(table);
                    }
                }
            }
            if (known.isEmpty()) {
                tables.remove(root);
            }
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------------ commits

    /** A commit, or several that nobody has read in between. */
    private record Commit(Snapshot before, Snapshot after, CommittedChanges changes) {}

    /** Whether there are any columns. */
    boolean isUsed() {
        lock.lock();
        try {
            return !tables.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes what a connection has committed.
     *
     * @param before what its transaction saw when it began
     * @param after what there is now
     */
    void committed(Snapshot before, Snapshot after, CommittedChanges changes) {
        lock.lock();
        try {
            if (before.equals(after)) {
                return;
            }
            Commit last = commits.peekLast();
            Commit added = new Commit(before, after, changes);
            if (last != null && last.after.equals(before) && !isRead(before)) {
                commits.removeLast();
                added = new Commit(last.before, after, last.changes.then(changes));
            } else if (last != null && !last.after.equals(before)) {
                // Another process has committed: what was before leads to nothing.
                commits.clear();
            }
            commits.add(added);
            while (commits.size() > COMMITS_MAX || !isRead(commits.getFirst().before)) {
                commits.removeFirst();
                if (commits.isEmpty()) {
                    break;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether there are columns of a snapshot. */
    private boolean isRead(Snapshot snapshot) {
        return tables.values().stream()
                .flatMap(List::stream)
                .anyMatch(table -> table.snapshot.equals(snapshot));
    }

    /**
     * The rows of a table that commits of this process have changed from one snapshot to another;
     * null if that is not known.
     */
    RowRanges changes(int root, Snapshot from, Snapshot to) {
        lock.lock();
        try {
            RowRanges changed = null;
            Snapshot at = from;
            for (Commit commit : commits) {
                if (changed == null && !commit.before.equals(from)) {
                    continue;
                }
                if (!commit.before.equals(at) || !commit.changes.knows(root)) {
                    return null;
                }
                RowRanges rows = commit.changes.rows().get(root);
                RowRanges known = changed == null ? new RowRanges() : changed;
                changed = rows == null ? known : known.with(rows);
                at = commit.after;
                if (at.equals(to)) {
                    return changed;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------------ being decoded

    /**
     * What decodes columns of a table: another connection that has begun to, or this one.
     *
     * @param fill what this connection would decode
     */
    SharedFill join(SharedFill fill) {
        lock.lock();
        try {
            for (SharedFill other : fills) {
                if (other.serves(fill)) {
                    return other;
                }
            }
            fills.add(fill);
            return fill;
        } finally {
            lock.unlock();
        }
    }

    /** The fill has come to an end. */
    void leave(SharedFill fill) {
        lock.lock();
        try {
            fills.remove(fill);
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------------ the end

    /** The last connection has closed the file. */
    @Override
    public void close() {
        lock.lock();
        try {
            tables.values()
                    .forEach(known -> known.forEach(
                            table -> table.columns.values().forEach(CacheMemory::release)));
            tables.clear();
            commits.clear();
        } finally {
            lock.unlock();
        }
        ALL.remove(this);
    }
}
