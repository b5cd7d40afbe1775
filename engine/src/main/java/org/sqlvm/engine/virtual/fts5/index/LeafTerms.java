package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/**
 * The terms of a page, for a binary search: on the page itself each depends on the one before. A
 * page that is searched again has one.
 */
final class LeafTerms {
    /** The largest size of all terms, in pages: terms of a page may have a long common prefix. */
    private static final int PAGES_MAX = 2;

    int count;
    private byte[] keys;
    /** Where each term starts in {@link #keys}; one more for the end. */
    private int[] keyStarts = new int[64];
    /** Where the term stands on the page, and where its doclist starts. */
    private int[] starts = new int[64];

    private int[] doclists = new int[64];
    /** Where in the footer the offset of the next term stands. */
    private int[] footers = new int[64];

    private LeafTerms(int size) {
        keys = new byte[size];
    }

    /** Reads the terms of a page; null if it is damaged, or has too long ones or none. */
    static LeafTerms of(Leaf leaf) {
        LeafTerms terms = new LeafTerms(leaf.size * PAGES_MAX);
        int start = 0;
        int footer = leaf.dataEnd;
        while (footer < leaf.size) {
            start += Varints.readInt(leaf.data, footer);
            footer += Varints.size(leaf.data, footer);
            if (!terms.add(leaf, start, footer)) {
                return null;
            }
        }
        if (terms.count == 0) {
            return null;
        }
        terms.keys = Arrays.copyOf(terms.keys, terms.keyStarts[terms.count]);
        return terms;
    }

    private boolean add(Leaf leaf, int start, int footer) {
        byte[] data = leaf.data;
        if (start < Leaf.HEADER_SIZE || start >= leaf.dataEnd) {
            return false;
        }
        int at = start;
        int common = 0;
        if (count > 0) {
            common = Varints.readInt(data, at);
            at += Varints.size(data, at);
        }
        int size = Varints.readInt(data, at);
        at += Varints.size(data, at);
        int from = keyStarts[count];
        int before = count == 0 ? 0 : keyStarts[count - 1];
        if (size < 1
                || common > from - before
                || at + (long) size > leaf.dataEnd
                || from + (long) common + size > keys.length) {
            return false;
        }
        int to = from + common + size;
        System.arraycopy(keys, before, keys, from, common);
        System.arraycopy(data, at, keys, from + common, size);
        if (count > 0 && Arrays.compareUnsigned(keys, before, from, keys, from, to) >= 0) {
            return false;
        }
        if (count + 1 == keyStarts.length) {
            keyStarts = Arrays.copyOf(keyStarts, count * 2 + 2);
            starts = Arrays.copyOf(starts, count * 2 + 2);
            doclists = Arrays.copyOf(doclists, count * 2 + 2);
            footers = Arrays.copyOf(footers, count * 2 + 2);
        }
        starts[count] = start;
        doclists[count] = at + size;
        footers[count++] = footer;
        keyStarts[count] = to;
        return true;
    }

    private int compare(int term, byte[] key, int length) {
        return Arrays.compareUnsigned(keys, keyStarts[term], keyStarts[term + 1], key, 0, length);
    }

    /** Returns the index of the first term that is not less than a key; if none, the count. */
    int find(byte[] key, int length) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, key, length) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    boolean isEqual(int term, byte[] key, int length) {
        return compare(term, key, length) == 0;
    }

    /** Has rows that stand on the page go to a term. */
    void take(int term, SegmentRows rows) {
        rows.term.set(keys, keyStarts[term], keyStarts[term + 1] - keyStarts[term]);
        rows.offset = doclists[term];
        rows.footerOffset = footers[term];
        rows.doclistEnd = starts[term];
        rows.startDoclist();
        rows.loadPositions();
    }
}
