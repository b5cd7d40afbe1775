package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;

/**
 * One connection's handle to one database: its transactions and its trees.
 *
 * <p>One thread at a time. Reading needs a read transaction ({@link #beginRead}), which keeps one
 * snapshot; writing needs a write transaction.
 */
public final class Btree implements AutoCloseable {
    private Btree() {}

    /**
     * Opens a database file (or a database in memory, if the options say so). Nothing is read yet:
     * a file that is no database shows at the first transaction.
     */
    public static Btree open(FileSystem fileSystem, OpenOptions options, Pause pause) {
        throw new AssertionError();
    }

    /** A new empty database in memory. */
    public static Btree openMemory() {
        throw new AssertionError();
    }

    /**
     * A new empty database in memory for the temporary tables of one statement: it is always in a
     * write transaction and cannot be rolled back.
     */
    public static Btree openEphemeral() {
        throw new AssertionError();
    }

    /** A database in memory with the content of a database file. */
    public static Btree deserialize(byte[] image) {
        throw new AssertionError();
    }

    /** Absolute path, or an empty string for a database in memory. */
    public String path() {
        throw new AssertionError();
    }

    public boolean isMemory() {
        throw new AssertionError();
    }

    /** May {@link #beginWrite} be called? False for files, as yet. */
    public boolean isWritable() {
        throw new AssertionError();
    }

    /**
     * Begins a read transaction, or takes part in the one that runs: transactions are counted.
     *
     * @return true if the database may have been changed by others since the last transaction here
     */
    public boolean beginRead() {
        throw new AssertionError();
    }

    /** Ends one {@link #beginRead}; the last one ends the transaction. */
    public void endRead() {
        throw new AssertionError();
    }

    public boolean isReading() {
        throw new AssertionError();
    }

    /** Begins the write transaction. Nothing happens if it runs already. Needs no beginRead. */
    public void beginWrite() {
        throw new AssertionError();
    }

    public boolean isWriting() {
        throw new AssertionError();
    }

    /** Ends the write transaction and keeps its changes. Nothing happens without one. */
    public void commit() {
        throw new AssertionError();
    }

    /** Ends the write transaction and undoes its changes. All cursors become invalid. */
    public void rollback() {
        throw new AssertionError();
    }

    /**
     * Begins a part of the write transaction that can be undone alone: a statement, a savepoint.
     * Parts nest; the calls below end the innermost one.
     */
    public void beginStatement() {
        throw new AssertionError();
    }

    public void releaseStatement() {
        throw new AssertionError();
    }

    /** Undoes everything since {@link #beginStatement}. All cursors become invalid. */
    public void rollbackStatement() {
        throw new AssertionError();
    }

    /** How many statements are begun. */
    public int statementDepth() {
        throw new AssertionError();
    }

    /** The header as the current read transaction sees it. */
    public DatabaseHeader header() {
        throw new AssertionError();
    }

    /** One integer of the header, as the current transaction sees it. */
    public int meta(Meta meta) {
        throw new AssertionError();
    }

    public void setMeta(Meta meta, int value) {
        throw new AssertionError();
    }

    /**
     * Creates an empty tree.
     *
     * @param table true for rowid keys, false for an index or a WITHOUT ROWID table
     * @return the number of its root page
     */
    public int createTree(boolean table) {
        throw new AssertionError();
    }

    /** Deletes a tree with its root page. */
    public void dropTree(int root) {
        throw new AssertionError();
    }

    /**
     * Deletes all entries of a tree.
     *
     * @return how many there were
     */
    public long clearTree(int root) {
        throw new AssertionError();
    }

    /**
     * A cursor on a table tree (rowid keys). It stands nowhere until it is moved.
     *
     * @throws org.sqlvm.engine.error.SqlException if there is no such page
     */
    public TableCursor openTable(int root, boolean writable) {
        throw new AssertionError();
    }

    /**
     * A cursor on an index tree (an index or a WITHOUT ROWID table).
     *
     * @param order needed if the tree may change while the cursor is open; null in a database that is
     *     only read
     */
    public IndexCursor openIndex(int root, boolean writable, KeyOrder order) {
        throw new AssertionError();
    }

    /** The database as the bytes of a database file. Empty for a database of no pages. */
    public byte[] serialize() {
        throw new AssertionError();
    }

    /** In pages, as the current transaction sees it. */
    public int pageCount() {
        throw new AssertionError();
    }

    /**
     * A copy of one page's bytes, unchecked, for inspection. Begins and ends a read transaction of its
     * own if none runs.
     *
     * @param number from 1 to {@link #pageCount}
     */
    public byte[] pageBytes(int number) {
        throw new AssertionError();
    }

    @Override
    public void close() {
        throw new AssertionError();
    }
}
