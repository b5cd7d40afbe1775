package org.sqlvm.language.runtime;

import java.util.Arrays;

/**
 * The rowids of the rows that a statement has inserted, in their order: by its last run, or by
 * several.
 */
public final class InsertedRowids {
    private long[] rowids = new long[8];
    private int count;
    /** The number of rowids of earlier runs. */
    private int earlier;
    /** Whether the rowids of earlier runs are kept. */
    private boolean accumulates;

    void add(long rowid) {
        if (count == rowids.length) {
            rowids = Arrays.copyOf(rowids, 2 * count);
        }
        rowids[count++] = rowid;
    }

    /** Makes the following runs add to the present rowids. */
    public void accumulate() {
        accumulates = true;
    }

    /** A run begins. */
    public void beginRun() {
        earlier = accumulates ? count : 0;
        count = earlier;
    }

    /** Forgets the rowids that the run has inserted, since it is undone. */
    public void undoRun() {
        count = earlier;
    }

    public long[] toArray() {
        return Arrays.copyOf(rowids, count);
    }
}
