package org.sqlvm.api;

/**
 * A BLOB or TEXT in a row, read and written in place (sqlite.org/c3ref/blob.html). Its length does
 * not change. Keeps a transaction open.
 *
 * <p>When its row is changed otherwise it is over: SQLITE_ABORT (4) from then on, until
 * {@link #reopen}.
 */
public interface Blob extends AutoCloseable {
    /** In bytes. */
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

    /** Goes to another row of the same table, and its column of the same name. */
    void reopen(long rowid);

    @Override
    void close();
}
