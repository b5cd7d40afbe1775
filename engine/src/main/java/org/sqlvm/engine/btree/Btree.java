package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.BigEndianBytes;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Page;
import org.sqlvm.engine.pager.Pager;

import java.util.Arrays;

/**
 * One connection's handle to one database: its transactions and its trees.
 *
 * <p>One thread at a time. Reading needs a read transaction ({@link #beginRead}), which keeps one
 * snapshot; writing needs a write transaction.
 */
public final class Btree implements AutoCloseable {
    private final Pager pager;
    private final TreePages pages;

    /** Made when it is first needed, and again if the page size has become another one. */
    private TreeWriter writer;

    private BtreeCursor[] cursors = new BtreeCursor[8];
    private int cursorCount;
    private int readers;
    private int statementDepth;

    /** The pager's generation when a transaction last began. */
    private long seenGeneration = -1;

    /** An auto-vacuum database. */
    private final boolean hasPointerMap;

    private Btree(Pager pager, boolean hasPointerMap) {
        this.pager = pager;
        this.hasPointerMap = hasPointerMap;
        pages = new TreePages(pager);
    }

    /**
     * Opens a database file (or a database in memory, if the options say so). Nothing is read yet:
     * a file that is no database shows at the first transaction.
     */
    public static Btree open(FileSystem fileSystem, OpenOptions options, Pause pause) {
        return options.memory()
                ? openMemory()
                : new Btree(Pager.openFile(fileSystem, options, pause), false);
    }

    /** A new empty database in memory. */
    public static Btree openMemory() {
        return new Btree(Pager.openMemory(), false);
    }

    /**
     * A new empty database for a temporary table of a statement, in memory as long as the workspace
     * has room: it is always in a write transaction and cannot be rolled back.
     */
    public static Btree openEphemeral(Workspace workspace) {
        Btree btree = new Btree(Pager.openTemporary(workspace), false);
        btree.beginRead();
        btree.beginWrite();
        return btree;
    }

    /** A database in memory with the content of a database file. */
    public static Btree deserialize(byte[] image) {
        Pager pager = Pager.openImage(image);
        boolean hasPointerMap = image.length > 0
                && BigEndianBytes.getInt(image, Meta.LARGEST_ROOT_PAGE.offset) != 0;
        return new Btree(pager, hasPointerMap);
    }

    /** Absolute path, or an empty string for a database in memory. */
    public String path() {
        return pager.path();
    }

    public boolean isMemory() {
        return pager.isMemory();
    }

    /**
     * May {@link #beginWrite} be called? False for files, as yet, and for an image with pointer-map
     * pages, which nobody here would keep up to date.
     */
    public boolean isWritable() {
        return pager.isMemory() && !hasPointerMap;
    }

    // ------------------------------------------------------------------ transactions

    /**
     * Begins a read transaction, or takes part in the one that runs: transactions are counted.
     *
     * @return true if the database may have been changed by others since the last transaction here
     */
    public boolean beginRead() {
        if (readers++ > 0 || pager.isWriting()) {
            return false;
        }
        boolean done = false;
        try {
            if (!pager.isReading()) {
                pager.beginRead();
            }
            pages.resize();
            done = true;
        } finally {
            if (!done) {
                readers = 0;
                if (pager.isReading()) {
                    pager.endRead();
                }
            }
        }
        boolean changed = pager.generation() != seenGeneration;
        seenGeneration = pager.generation();
        return changed;
    }

    /** Ends one {@link #beginRead}; the last one ends the transaction. */
    public void endRead() {
        assert readers > 0 : readers;
        readers--;
        endIfUnused();
    }

    private void endIfUnused() {
        if (readers == 0 && !pager.isWriting() && pager.isReading()) {
            invalidateCursors();
            pager.endRead();
        }
    }

    public boolean isReading() {
        return pager.isReading();
    }

    /** Begins the write transaction. Nothing happens if it runs already. Needs no beginRead. */
    public void beginWrite() {
        assert isWritable() : path();
        if (pager.isWriting()) {
            return;
        }
        beginRead();
        try {
            pager.beginWrite();
        } finally {
            endRead();
        }
        pages.resize();
        if (writer == null) {
            writer = new TreeWriter(pages);
        }
        statementDepth = 0;
    }

    public boolean isWriting() {
        return pager.isWriting();
    }

    /** Ends the write transaction and keeps its changes. Nothing happens without one. */
    public void commit() {
        if (pager.isWriting()) {
            pager.commit();
            statementDepth = 0;
            endIfUnused();
        }
    }

    /** Ends the write transaction and undoes its changes. All cursors become invalid. */
    public void rollback() {
        if (pager.isWriting()) {
            invalidateCursors();
            pager.rollback();
            statementDepth = 0;
            endIfUnused();
        }
    }

    /**
     * Begins a part of the write transaction that can be undone alone: a statement, a savepoint.
     * Parts nest; the calls below end the innermost one.
     */
    public void beginStatement() {
        pager.openScope();
        statementDepth++;
    }

    public void releaseStatement() {
        assert statementDepth > 0 : statementDepth;
        statementDepth--;
        pager.releaseScope();
    }

    /** Undoes everything since {@link #beginStatement}. All cursors become invalid. */
    public void rollbackStatement() {
        assert statementDepth > 0 : statementDepth;
        invalidateCursors();
        statementDepth--;
        pager.rollbackScope();
    }

    /** How many statements are begun. */
    public int statementDepth() {
        return statementDepth;
    }

    // ------------------------------------------------------------------ header

    /** The header as the current read transaction sees it. */
    public DatabaseHeader header() {
        byte[] bytes = new byte[HeaderBytes.SIZE];
        if (pager.pageCount() > 0) {
            System.arraycopy(pager.get(1).data, 0, bytes, 0, bytes.length);
        } else {
            bytes[18] = 1;
            bytes[19] = 1;
        }
        return new DatabaseHeader(
                pager.pageSize(),
                bytes[18] & 0xff,
                bytes[19] & 0xff,
                HeaderBytes.reservedBytes(bytes),
                BigEndianBytes.getU32(bytes, HeaderBytes.CHANGE_COUNTER),
                pager.pageCount(),
                BigEndianBytes.getU32(bytes, Meta.FREELIST_COUNT.offset),
                BigEndianBytes.getU32(bytes, Meta.SCHEMA_COOKIE.offset),
                BigEndianBytes.getInt(bytes, Meta.SCHEMA_FORMAT.offset),
                BigEndianBytes.getU32(bytes, Meta.DEFAULT_CACHE_SIZE.offset),
                BigEndianBytes.getU32(bytes, Meta.LARGEST_ROOT_PAGE.offset),
                BigEndianBytes.getInt(bytes, Meta.TEXT_ENCODING.offset),
                BigEndianBytes.getU32(bytes, Meta.USER_VERSION.offset),
                BigEndianBytes.getInt(bytes, Meta.INCREMENTAL_VACUUM.offset) != 0,
                BigEndianBytes.getU32(bytes, Meta.APPLICATION_ID.offset),
                BigEndianBytes.getU32(bytes, HeaderBytes.VERSION_VALID_FOR),
                BigEndianBytes.getU32(bytes, HeaderBytes.LIBRARY_VERSION),
                pager.dataVersion());
    }

    /**
     * One integer of the header, as the current transaction sees it; 0 in a database of no pages.
     */
    public int meta(Meta meta) {
        return pager.pageCount() == 0 ? 0 : BigEndianBytes.getInt(pager.get(1).data, meta.offset);
    }

    public void setMeta(Meta meta, int value) {
        assert meta != Meta.FREELIST_COUNT : "is kept by the b-tree itself";
        Page first = pager.get(1);
        pager.write(first);
        BigEndianBytes.putInt(first.data, meta.offset, value);
    }

    // ------------------------------------------------------------------ trees

    /**
     * Creates an empty tree.
     *
     * @param table true for rowid keys, false for an index or a WITHOUT ROWID table
     * @return the number of its root page
     */
    public int createTree(boolean table) {
        assert pager.isWriting();
        pager.beginChange();
        int root = writer.createTree(table);
        pager.endChange();
        return root;
    }

    /** Deletes a tree with its root page. */
    public void dropTree(int root) {
        assert pager.isWriting();
        saveCursors(root, null);
        writer.dropTree(root);
    }

    /**
     * Deletes all entries of a tree.
     *
     * @return how many there were
     */
    public long clearTree(int root) {
        assert pager.isWriting();
        saveCursors(root, null);
        return writer.clearTree(root);
    }

    /**
     * Makes an ephemeral database as it was when it was new, and an empty tree in it. All cursors
     * become invalid.
     *
     * @return the number of the tree's root page
     */
    public int restart(boolean table) {
        invalidateCursors();
        pager.restart();
        return createTree(table);
    }

    /** A cursor on a table tree (rowid keys). It stands nowhere until it is moved. */
    public TableCursor openTable(int root, boolean writable) {
        checkRoot(root);
        return new TableCursor(this, root, writable);
    }

    /**
     * A cursor on an index tree (an index or a WITHOUT ROWID table).
     *
     * @param order needed if the tree may change while the cursor is open; null in a database that
     *     is only read
     */
    public IndexCursor openIndex(int root, boolean writable, KeyOrder order) {
        checkRoot(root);
        return new IndexCursor(this, root, writable, order);
    }

    /**
     * Roughly how many entries a tree has, from one path down; 0 for a tree that cannot be read.
     * Needs a transaction.
     */
    public long estimateEntries(int root) {
        try {
            checkRoot(root);
            return TreeWalk.estimateEntries(pages, root);
        } catch (SqlException e) {
            return 0; // Damage shows when the tree is used.
        }
    }

    private void checkRoot(int root) {
        assert pager.isReading() || pager.isWriting() : "no transaction";
        if (root < 1 || (root > pager.pageCount() && root != 1)) {
            throw SqlException.corrupt(Integer.toUnsignedLong(root), "no such root page");
        }
    }

    // ------------------------------------------------------------------ whole database

    /** The database as the bytes of a database file. Empty for a database of no pages. */
    public byte[] serialize() {
        beginRead();
        try {
            int pageSize = pager.pageSize();
            byte[] image = new byte[Math.multiplyExact(pageSize, pager.pageCount())];
            for (int number = 1; number <= pager.pageCount(); number++) {
                System.arraycopy(
                        pager.get(number).data, 0, image, (number - 1) * pageSize, pageSize);
            }
            return image;
        } finally {
            endRead();
        }
    }

    /**
     * Looks at the pages of trees, and at the rest of the database; needs a transaction.
     *
     * @param roots page 0 as the first one: the database need not consist of these trees alone
     * @param errorsMax of so many problems at most
     * @param rowCounts gets the number of entries of each tree
     */
    public IntegrityCheck checkIntegrity(int[] roots, int errorsMax, long[] rowCounts) {
        IntegrityCheck check = new IntegrityCheck(pages, errorsMax);
        check.run(roots, rowCounts);
        return check;
    }

    /** In pages, as the current transaction sees it. */
    public int pageCount() {
        return pager.pageCount();
    }

    /**
     * A copy of one page's bytes, unchecked, for inspection. Begins and ends a read transaction of
     * its own if none runs.
     *
     * @param number from 1 to {@link #pageCount}
     */
    public byte[] pageBytes(int number) {
        beginRead();
        try {
            return pager.get(number).data.clone();
        } finally {
            endRead();
        }
    }

    @Override
    public void close() {
        invalidateCursors();
        pager.close();
        readers = 0;
    }

    // ------------------------------------------------------------------ for the cursors

    TreePages pages() {
        return pages;
    }

    TreeWriter writer() {
        return writer;
    }

    /** A cursor is about to change its tree: the others on it remember where they are. */
    void beginChange(BtreeCursor changing) {
        assert pager.isWriting() && changing.isWritable() : changing.root;
        if (pager.mustSettle()) {
            for (int i = 0; i < cursorCount; i++) {
                cursors[i].save();
            }
            pager.settle();
        }
        saveCursors(changing.root, changing);
        pager.beginChange();
    }

    /** The change that began last is done. */
    void endChange() {
        pager.endChange();
    }

    private void saveCursors(int root, BtreeCursor except) {
        for (int i = 0; i < cursorCount; i++) {
            BtreeCursor cursor = cursors[i];
            if (cursor.root == root && cursor != except) {
                cursor.save();
            }
        }
    }

    private void invalidateCursors() {
        for (int i = 0; i < cursorCount; i++) {
            cursors[i].invalidate();
        }
    }

    void register(BtreeCursor cursor) {
        if (cursorCount == cursors.length) {
            cursors = Arrays.copyOf(cursors, cursorCount * 2);
        }
        cursors[cursorCount++] = cursor;
    }

    /** Every change asks all of them whether it concerns them. */
    public int openCursorCount() {
        return cursorCount;
    }

    void unregister(BtreeCursor cursor) {
        for (int i = cursorCount - 1; i >= 0; i--) {
            if (cursors[i] == cursor) {
                cursors[i] = cursors[--cursorCount];
                cursors[cursorCount] = null;
                return;
            }
        }
        assert false : "not registered";
    }
}
