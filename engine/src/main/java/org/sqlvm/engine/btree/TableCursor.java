package org.sqlvm.engine.btree;

/**
 * A position in one table b-tree.
 *
 * <p>Payload access is valid while {@link #isValid()} holds and until the next move or write. When
 * another cursor of the connection changes the tree, this one is saved and finds its row again at the
 * next move.
 */
public final class TableCursor implements AutoCloseable {
    TableCursor() {}

    /** To the first row. False if the table is empty. */
    public boolean first() {
        throw new AssertionError();
    }

    /** To the last row. False if the table is empty. */
    public boolean last() {
        throw new AssertionError();
    }

    /** To the next row. False, and invalid, after the last one. */
    public boolean next() {
        throw new AssertionError();
    }

    /** To the previous row. False, and invalid, before the first one. */
    public boolean previous() {
        throw new AssertionError();
    }

    /**
     * Moves to the row {@code target}, or beside the place where it would be.
     *
     * @return 0 on the row; negative on a smaller one, or if the table is empty (then invalid);
     *     positive on a larger one
     */
    public int seek(long target) {
        throw new AssertionError();
    }

    /** Moves to the row {@code target}. If there is none, false: the position is beside it. */
    public boolean seekExact(long target) {
        throw new AssertionError();
    }

    /** Is the cursor on a row? */
    public boolean isValid() {
        throw new AssertionError();
    }

    public long rowid() {
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

    /** Number of rows in the table. Does not move the cursor. */
    public long count() {
        throw new AssertionError();
    }

    /**
     * Inserts a row, or replaces the one with the same rowid. Afterwards the cursor is on the row.
     *
     * @param append the caller expects that the rowid is greater than all others
     */
    public void insert(long rowid, byte[] record, int length, boolean append) {
        throw new AssertionError();
    }

    /** Deletes the row under the cursor. The next {@link #next} goes to the row after it. */
    public void delete() {
        throw new AssertionError();
    }

    @Override
    public void close() {
        throw new AssertionError();
    }
}
