package org.sqlvm.api;

/**
 * A BLOB or TEXT value of a row that is read and written in place (sqlite.org/c3ref/blob.html). Its
 * length is fixed. While it is open, so is its transaction.
 *
 * <p>If its row is changed by other means, the handle expires: its methods then fail with
 * SQLITE_ABORT (4) until {@link #reopen} is called.
 */
public interface Blob extends AutoCloseable {
    /** Returns the length in bytes. */
    int length();

    /** @throws SqlvmException SQLITE_ERROR (1) for bytes that are not there */
    void read(int position, byte[] target, int offset, int length);

    /**
     * Changes bytes.
     *
     * @throws SqlvmException SQLITE_ERROR (1) for bytes that are not there, SQLITE_READONLY (8) if
     *     it was opened for reading
     */
    void write(int position, byte[] source, int offset, int length);

    /** Moves to another row of the same table and column. */
    void reopen(long rowid);

    @Override
    void close();
}
