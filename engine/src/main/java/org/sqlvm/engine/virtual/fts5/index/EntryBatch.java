package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/** Entries of a term that follow each other on a page, with all of their positions. */
final class EntryBatch {
    /** The page. */
    byte[] data;

    long[] rowids = {};
    /** Where each entry's positions start on the page. */
    int[] starts = {};

    int[] lengths = {};
    int count;

    void add(long rowid, int start, int length) {
        if (count == rowids.length) {
            int larger = Math.max(8, count * 2);
            rowids = Arrays.copyOf(rowids, larger);
            starts = Arrays.copyOf(starts, larger);
            lengths = Arrays.copyOf(lengths, larger);
        }
        rowids[count] = rowid;
        starts[count] = start;
        lengths[count++] = length;
    }
}
