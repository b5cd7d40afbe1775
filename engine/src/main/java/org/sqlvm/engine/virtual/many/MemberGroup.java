package org.sqlvm.engine.virtual.many;

import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Chunk;

/** Neighbouring files that are in memory, whose rows a program of rows takes together. */
final class MemberGroup {
    /** The numbers of the files. */
    private final int[] members;

    private final CachedRows rows;

    /** By file: the number of rows that end with its own. */
    private final long[] ends;

    /** The next partition. */
    private int next;

    MemberGroup(int[] members, CachedRows rows, long[] ends) {
        assert members.length == ends.length : ends.length;
        this.members = members;
        this.rows = rows;
        this.ends = ends;
    }

    /**
     * Takes the next partition.
     *
     * @return the number of rows; 0 at the end
     */
    int next(Chunk[] target) {
        if (next == rows.partitionCount()) {
            return 0;
        }
        Chunk[] chunks = rows.chunks(next);
        System.arraycopy(chunks, 0, target, 0, chunks.length);
        return rows.rows(next++);
    }

    /** Returns the index of the file that a row of the group is of. */
    private int index(long row) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (row < ends[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        assert row < ends[low] : row;
        return low;
    }

    /** Returns the number of the file that a row of the group is of. */
    int member(long row) {
        return members[index(row)];
    }

    /** Returns which row of its file a row of the group is, from 0. */
    long number(long row) {
        int index = index(row);
        return index == 0 ? row : row - ends[index - 1];
    }
}
