package org.sqlvm.language.runtime;

import java.util.Arrays;

/** Rowids in the order in which they come. */
public final class RowidList {
    private long[] rowids = new long[8];
    private int size;

    public void add(long rowid) {
        if (size == rowids.length) {
            rowids = Arrays.copyOf(rowids, 2 * size);
        }
        rowids[size++] = rowid;
    }

    public int size() {
        return size;
    }

    /** Drops all but the first {@code count}. */
    public void truncate(int count) {
        assert count <= size : count;
        size = count;
    }

    public long[] toArray() {
        return Arrays.copyOf(rowids, size);
    }
}
