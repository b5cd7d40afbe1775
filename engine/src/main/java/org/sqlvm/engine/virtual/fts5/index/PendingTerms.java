package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/** The terms that have been written since the last flush, with their doclists, in a hash table. */
final class PendingTerms {
    private static final int FIRST_SLOTS = 1024;
    /**
     * Bytes that SQLite counts for a term beside its key and doclist: its Fts5HashEntry on a
     * machine with 64 bits. When it flushes, and so what is in a file, depends on the count.
     */
    private static final int ENTRY_SIZE = 48;

    /** A table with fewer terms than one for this number of slots gets smaller. */
    private static final int SPARSE = 16;

    private static final int MIX = 0x9e3779b1;

    private final Detail detail;
    private PendingTerm[] slots = new PendingTerm[FIRST_SLOTS];
    private int count;
    private long size;

    PendingTerms(Detail detail) {
        this.detail = detail;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Bytes of pending data, as SQLite counts them. */
    long size() {
        return size;
    }

    void clear() {
        if (count * SPARSE < slots.length) {
            slots = new PendingTerm[FIRST_SLOTS];
        } else {
            Arrays.fill(slots, null);
        }
        count = 0;
        size = 0;
    }

    private static int hash(byte index, byte[] token, int start, int length) {
        int hash = index;
        for (int i = start; i < start + length; i++) {
            hash = hash * 31 + token[i];
        }
        hash *= MIX;
        return hash ^ hash >>> Short.SIZE;
    }

    private PendingTerm find(int hash, byte index, byte[] token, int start, int length) {
        PendingTerm term = slots[hash & slots.length - 1];
        while (term != null && !term.hasKey(hash, index, token, start, length)) {
            term = term.next;
        }
        return term;
    }

    /**
     * Adds an occurrence of a token.
     *
     * @param index the first byte of the key
     * @param column below 0 for a deletion of the row
     */
    void add(Row row, int column, int position, byte index, byte[] token, int length) {
        int hash = hash(index, token, row.tokenStart, length);
        PendingTerm term = find(hash, index, token, row.tokenStart, length);
        int before;
        if (term == null) {
            if (count * 2 >= slots.length) {
                grow();
            }
            term = new PendingTerm(detail, hash, index, token, row.tokenStart, length);
            term.start(row.rowid);
            int slot = hash & slots.length - 1;
            term.next = slots[slot];
            slots[slot] = term;
            count++;
            // SQLite ends the key with a byte of 0, which it does not count.
            before = -ENTRY_SIZE;
        } else {
            before = term.length();
        }
        term.add(row.rowid, column, position);
        size += term.length() - before;
    }

    private void grow() {
        PendingTerm[] old = slots;
        slots = new PendingTerm[old.length * 2];
        for (PendingTerm first : old) {
            PendingTerm term = first;
            while (term != null) {
                PendingTerm next = term.next;
                int slot = term.hash & slots.length - 1;
                term.next = slots[slot];
                slots[slot] = term;
                term = next;
            }
        }
    }

    /** The terms with a prefix in their order; null for all. */
    PendingTerm[] sorted(byte[] prefix, int prefixLength) {
        PendingTerm[] sorted = new PendingTerm[count];
        int found = 0;
        for (PendingTerm first : slots) {
            for (PendingTerm term = first; term != null; term = term.next) {
                if (prefix == null || term.startsWith(prefix, prefixLength)) {
                    sorted[found++] = term;
                }
            }
        }
        return sort(sorted, found);
    }

    /** The terms that are not less than a key in their order; null for all. */
    PendingTerm[] sortedFrom(byte[] key, int keyLength) {
        PendingTerm[] all = sorted(null, 0);
        int first = 0;
        while (key != null && first < all.length && all[first].compareTo(key, keyLength) < 0) {
            first++;
        }
        return Arrays.copyOfRange(all, first, all.length);
    }

    /**
     * Sorts terms: first by the start of their keys, as numbers, which leaves little for the sort
     * by whole keys.
     */
    private static PendingTerm[] sort(PendingTerm[] terms, int found) {
        int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(found);
        long indexMask = (1L << indexBits) - 1;
        long[] keys = new long[found];
        for (int i = 0; i < found; i++) {
            // The lowest value is that of the smallest unsigned key.
            keys[i] = ((terms[i].keyStart() ^ Long.MIN_VALUE) & ~indexMask) | i;
        }
        Arrays.sort(keys);
        PendingTerm[] sorted = new PendingTerm[found];
        for (int i = 0; i < found; i++) {
            sorted[i] = terms[(int) (keys[i] & indexMask)];
        }
        Arrays.sort(sorted);
        return sorted;
    }

    /** The doclist of a key, with padding; null if it is not there. */
    byte[] doclist(byte[] key, int keyLength) {
        int hash = hash(key[0], key, 1, keyLength - 1);
        PendingTerm term = find(hash, key[0], key, 1, keyLength - 1);
        return term == null ? null : term.doclist();
    }

    /** The row that is written, and where its token starts in the caller's array. */
    static final class Row {
        long rowid;
        int tokenStart;
    }
}
