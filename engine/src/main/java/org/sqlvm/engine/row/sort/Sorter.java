package org.sqlvm.engine.row.sort;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.file.Workspace;

/**
 * Sorts any number of records, stably, by a key. It sorts them in memory as long as the workspace
 * has room. Then it writes sorted runs to a temporary file, and merges them when they are read.
 * With a limit it writes nothing unless the first records up to it do not fit into memory.
 *
 * <p>Use: {@link #add} all, {@link #sort()} once, then {@link #next()} until false.
 */
public final class Sorter implements Records, AutoCloseable {
    private final KeyOrder order;
    private final Workspace workspace;
    private final int limit;
    private final MemorySorter run;

    /** The size of {@link #run} that the workspace has been told. */
    private long counted;

    /** Null while all records are in {@link #run}. */
    private SortedRuns runs;

    /** All runs, once they are read; else null. */
    private Merge merge;

    private int given;

    public Sorter(KeyOrder order, Workspace workspace) {
        this(order, Integer.MAX_VALUE, workspace);
    }

    /** @param limit the number of first records that are kept */
    public Sorter(KeyOrder order, int limit, Workspace workspace) {
        this.order = order;
        this.workspace = workspace;
        this.limit = limit;
        // A part of the workspace, so that it is used up in steps.
        int chunkSizeMax = Math.clamp(workspace.limit() / 16, 256, 1 << 30);
        run = new MemorySorter(order, limit, chunkSizeMax, workspace.interruption());
    }

    /** Takes a record; its bytes are copied. */
    @TruffleBoundary
    public void add(byte[] record, int offset, int length) {
        assert merge == null : "sorted already";
        if (run.growth(length) == 0) {
            run.add(record, offset, length);
        } else if (run.wants(record, offset, length)) {
            makeRoom(length);
            run.add(record, offset, length);
            recount();
        }
    }

    private void makeRoom(int length) {
        if (workspace.mayGrow(run.bytes(), run.growth(length))) {
            return;
        }
        if (run.hasSurplus()) {
            run.keepBest();
            recount();
            if (workspace.mayGrow(run.bytes(), run.growth(length))) {
                return;
            }
        }
        if (run.count() > 0) {
            spill();
        }
    }

    private void spill() {
        if (runs == null) {
            runs = new SortedRuns(order, limit, workspace);
        }
        run.sort();
        runs.add(run);
        run.clear();
        recount();
    }

    private void recount() {
        workspace.take(run.bytes() - counted);
        counted = run.bytes();
    }

    /** Ends the adding; moves before the first record. */
    @TruffleBoundary
    public void sort() {
        if (runs == null) {
            run.sort();
            return;
        }
        spill();
        merge = runs.merge();
    }

    @Override
    public boolean next() {
        return merge == null ? run.next() : nextMerged();
    }

    @TruffleBoundary
    private boolean nextMerged() {
        if (given == limit || !merge.next()) {
            return false;
        }
        given++;
        return true;
    }

    @Override
    public byte[] array() {
        return merge == null ? run.array() : merge.array();
    }

    @Override
    public int offset() {
        return merge == null ? run.offset() : merge.offset();
    }

    @Override
    public int length() {
        return merge == null ? run.length() : merge.length();
    }

    /**
     * Returns the first field of the last record within the limit so far, with texts in UTF-8: a
     * later record is beyond the limit. Null while all records may be within it.
     */
    @TruffleBoundary
    public Object lastWanted() {
        return run.lastWanted();
    }

    /** Records that will come out. */
    public int count() {
        return runs == null ? run.count() : (int) Math.min(limit, runs.count() + run.count());
    }

    /** Forgets all records and is as new. */
    @TruffleBoundary
    public void clear() {
        run.clear();
        recount();
        given = 0;
        merge = null;
        if (runs != null) {
            runs.close();
            runs = null;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
