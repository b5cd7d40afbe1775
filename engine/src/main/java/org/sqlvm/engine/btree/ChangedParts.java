package org.sqlvm.engine.btree;

import java.util.BitSet;

/**
 * Records the parts of a table in which rows were inserted, replaced or deleted since it was read.
 * A cache of the table has to read only those parts again. A part ends with a rowid, and has all
 * rows above the part before it; the last one has what is above all of these.
 */
public final class ChangedParts {
    private final long[] ends;
    private final BitSet changed;

    /** The tree's {@link ContentVersions#ofTree} if only the noted parts have changed. */
    private long version;

    /** A change of a row above the first of these, up to the second, is known. */
    private long knownAbove = Long.MAX_VALUE;

    private long knownTo = Long.MIN_VALUE;

    /**
     * Creates parts without changes.
     *
     * @param ends the last rowid of each part, in ascending order
     */
    ChangedParts(long[] ends, long version) {
        this.ends = ends;
        this.version = version;
        changed = new BitSet(ends.length + 1);
    }

    /** A row has changed, which is one more version of the tree. */
    void note(long rowid) {
        version++;
        if (rowid <= knownAbove || rowid > knownTo) {
            int part = part(rowid);
            changed.set(part);
            knownAbove = part == 0 ? Long.MIN_VALUE : ends[part - 1];
            knownTo = part == ends.length ? Long.MAX_VALUE : ends[part];
        }
    }

    /** Rows from one rowid to another have changed, which is one more version of the tree. */
    void note(long first, long last) {
        note(first);
        if (last > knownTo) {
            changed.set(part(first), part(last) + 1);
        }
    }

    private int part(long rowid) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] < rowid) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the content version of the tree at which all parts not noted here are unchanged. */
    public long version() {
        return version;
    }

    /** The parts with changes. */
    public BitSet changed() {
        return (BitSet) changed.clone();
    }
}
