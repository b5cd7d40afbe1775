package org.sqlvm.engine.btree;

/**
 * A position in one index b-tree: an index or a WITHOUT ROWID table. See {@link TableCursor} for how
 * long a position and its payload are valid.
 */
public final class IndexCursor implements AutoCloseable {
    IndexCursor() {}

    /** To the first entry. False if the tree is empty. */
    public boolean first() {
        throw new AssertionError();
    }

    /** To the last entry. False if the tree is empty. */
    public boolean last() {
        throw new AssertionError();
    }

    /** To the next entry. False, and invalid, after the last one. */
    public boolean next() {
        throw new AssertionError();
    }

    /** To the previous entry. False, and invalid, before the first one. */
    public boolean previous() {
        throw new AssertionError();
    }

    /**
     * Moves to an entry for which {@code probe} gives 0, or beside the place where it would be.
     *
     * @return 0 on it; negative on a smaller entry, or if the tree is empty (then invalid); positive
     *     on a larger one
     */
    public int seek(KeyProbe probe) {
        throw new AssertionError();
    }

    /** Is the cursor on an entry? */
    public boolean isValid() {
        throw new AssertionError();
    }

    /** The array that holds the local part of the payload, from {@link #payloadOffset} on. */
    public byte[] page() {
        throw new AssertionError();
    }

    public int payloadOffset() {
        throw new AssertionError();
    }

    /** How many bytes of the payload are in {@link #page}. */
    public int localSize() {
        throw new AssertionError();
    }

    /** All of the record. Greater than {@link #localSize} if the rest is on overflow pages. */
    public long payloadSize() {
        throw new AssertionError();
    }

    /** The whole record in a fresh array; follows the overflow chain. */
    public byte[] fullPayload() {
        throw new AssertionError();
    }

    /** Number of entries in the tree. Does not move the cursor. */
    public long count() {
        throw new AssertionError();
    }

    /**
     * Inserts an entry, or replaces the one for which {@code position} gives 0. Afterwards the cursor
     * is on the entry.
     */
    public void insert(byte[] record, int length, KeyProbe position) {
        throw new AssertionError();
    }

    /** Deletes the entry under the cursor. The next {@link #next} goes to the entry after it. */
    public void delete() {
        throw new AssertionError();
    }

    @Override
    public void close() {
        throw new AssertionError();
    }
}
