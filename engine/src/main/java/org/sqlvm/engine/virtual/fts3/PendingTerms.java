package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.virtual.tokens.TermBlocks;

import java.util.Arrays;
import java.util.List;

/** The terms since the last segment: for each index a doclist of each term. */
final class PendingTerms {
    /** Bytes that SQLite counts for an entry of its hash table, on 64 bits. */
    private static final int ENTRY_SIZE = 40;

    /** Bytes for the largest addition: the end of a row, a docid, and a position. */
    private static final int ROOM = 1 + Varints.SIZE_MAX + RowPositions.ROOM;

    private static final byte[] ALL = {};

    // The numbers of a term.
    private static final int DOCID = 0;
    private static final int COLUMN = 2;
    private static final int POSITION = 3;
    private static final int NUMBERS = 4;

    private final TermBlocks terms = new TermBlocks(NUMBERS);
    private long size;

    /** A term and its doclist, as a segment has them. */
    record Entry(byte[] term, byte[] doclist, int doclistLength) {}

    /** The bytes that SQLite would have taken, about which the limit is. */
    long size() {
        return size;
    }

    boolean isEmpty() {
        return terms.isEmpty();
    }

    /**
     * Notes a term; its bytes may change afterwards.
     *
     * @param column negative for a row that is deleted
     */
    void add(int index, byte[] token, int length, long docid, int column, int position) {
        int term = terms.findOrAdd((byte) index, token, 0, length);
        int before = terms.length(term);
        int at = terms.reserve(term, ROOM);
        byte[] bytes = terms.bytes();
        long last = 0;
        boolean first = before == 1 + length;
        if (first) {
            size += length + ENTRY_SIZE;
        } else {
            last = terms.getLong(term, DOCID);
        }
        if (first || last != docid) {
            if (!first) {
                bytes[at++] = 0;
            }
            at = Varints.write(bytes, at, docid - last);
            terms.setLong(term, DOCID, docid);
            terms.set(term, COLUMN, 0);
            terms.set(term, POSITION, 0);
        }
        if (column >= 0) {
            int lastColumn = terms.get(term, COLUMN);
            int lastPosition = terms.get(term, POSITION);
            at = RowPositions.write(bytes, at, lastColumn, column, lastPosition, position);
            terms.set(term, COLUMN, column);
            terms.set(term, POSITION, position);
        }
        terms.setEnd(term, at);
        size += terms.length(term) - before;
    }

    void clear() {
        terms.clear();
        size = 0;
    }

    /** The entry of one term, if there is one. */
    List<Entry> find(int index, byte[] token) {
        int term = terms.find((byte) index, token, 0, token.length);
        return term < 0 ? List.of() : List.of(entry(term));
    }

    /** The entries of an index in order. */
    List<Entry> sorted(int index) {
        return sorted(index, ALL);
    }

    /** The entries of the terms that begin so, in order. */
    List<Entry> sorted(int index, byte[] prefix) {
        byte[] key = new byte[1 + prefix.length];
        key[0] = (byte) index;
        System.arraycopy(prefix, 0, key, 1, prefix.length);
        int[] sorted = terms.sorted(key, key.length);
        Entry[] entries = new Entry[sorted.length];
        Arrays.setAll(entries, i -> entry(sorted[i]));
        return List.of(entries);
    }

    private Entry entry(int term) {
        int start = terms.start(term);
        int list = start + terms.keyLength(term);
        int end = terms.end(term);
        byte[] doclist = new byte[end - list + Node.PADDING];
        System.arraycopy(terms.bytes(), list, doclist, 0, end - list);
        return new Entry(
                Arrays.copyOfRange(terms.bytes(), start + 1, list), doclist, end - list + 1);
    }
}
