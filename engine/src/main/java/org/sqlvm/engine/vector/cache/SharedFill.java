package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.pager.Snapshot;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The partitions that one connection is decoding. Others that scan the same table in the same
 * snapshot at the same time follow: they take each partition as soon as it is there. If the one
 * that decodes ends before, or comes to a stop, they go on by themselves.
 */
final class SharedFill {
    /** How many times a follower waits for a millisecond before it decodes by itself. */
    private static final int LOOKS_MAX = 500;

    private final ColumnCache owner;
    private final int root;
    private final Snapshot snapshot;
    private final List<StoredColumn> columns;

    /** As {@link #columns}: whether they are decoded. */
    private final boolean[] decoded;

    /** Columns from this one on need not be decoded. */
    private final int firstSpare;

    /** The number of rows of each partition, as far as they are given; else empty. */
    private final int[] given;

    private final int partitionRows;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changes = lock.newCondition();
    private final List<Part> parts = new ArrayList<>();
    private boolean ended;
    private long bytes = -1;

    /**
     * A partition.
     *
     * @param chunks as the columns
     */
    record Part(Chunk[] chunks, int rows, long lastRowid) {}

    SharedFill(
            ColumnCache owner,
            int root,
            Snapshot snapshot,
            List<StoredColumn> columns,
            boolean[] decoded,
            int firstSpare,
            int[] given,
            int partitionRows) {
        this.owner = owner;
        this.root = root;
        this.snapshot = snapshot;
        this.columns = List.copyOf(columns);
        this.decoded = decoded.clone();
        this.firstSpare = firstSpare;
        this.given = given;
        this.partitionRows = partitionRows;
    }

    /** Whether this decodes, for another connection, all that {@code other} has to. */
    boolean serves(SharedFill other) {
        if (owner == other.owner
                || root != other.root
                || partitionRows != other.partitionRows
                || !Arrays.equals(given, other.given)
                || !snapshot.equals(other.snapshot)) {
            return false;
        }
        for (int i = 0; i < other.firstSpare; i++) {
            if (other.decoded[i] && place(other.columns.get(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The place of a column that is decoded; -1 for another one. */
    int place(StoredColumn column) {
        int place = columns.indexOf(column);
        return place >= 0 && decoded[place] ? place : -1;
    }

    /** Adds the next partition. */
    void add(Chunk[] chunks, int rows, long lastRowid) {
        lock.lock();
        try {
            assert !ended && rows > 0 : rows;
            parts.add(new Part(chunks.clone(), rows, lastRowid));
            changes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * No partition follows.
     *
     * @param size the size of the rows in the file; -1 if there may be more rows
     */
    void end(long size) {
        lock.lock();
        try {
            if (!ended) {
                ended = true;
                bytes = size;
                changes.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether all partitions are there, and {@code count} is their number. */
    boolean endsBehind(int count) {
        lock.lock();
        try {
            return bytes >= 0 && parts.size() == count;
        } finally {
            lock.unlock();
        }
    }

    /** The size of the rows in the file, when the last partition is there. */
    long bytes() {
        lock.lock();
        try {
            assert bytes >= 0;
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a partition.
     *
     * @param poll called now and then; it throws if the one that waits is to end
     * @return null if it does not come
     */
    Part await(int index, Runnable poll) {
        for (int look = 0; look < LOOKS_MAX; look++) {
            poll.run();
            lock.lock();
            try {
                if (parts.size() == index && !ended) {
                    changes.await(1, TimeUnit.MILLISECONDS);
                }
                if (parts.size() > index) {
                    return parts.get(index);
                }
                if (ended) {
                    return null;
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return null;
            } finally {
                lock.unlock();
            }
        }
        return null;
    }
}
