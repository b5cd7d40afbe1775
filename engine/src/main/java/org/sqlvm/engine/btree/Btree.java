package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.SharedMemory;
import org.sqlvm.engine.file.TreeUse;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.AutoVacuum;
import org.sqlvm.engine.pager.BusyWait;
import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.PageCopy;
import org.sqlvm.engine.pager.Pager;
import org.sqlvm.engine.pager.PagerSettings;
import org.sqlvm.engine.pager.Pagers;
import org.sqlvm.engine.pager.Snapshot;
import org.sqlvm.engine.pager.SnapshotChoice;

import java.io.Closeable;
import java.util.function.Supplier;

/**
 * One connection's handle to one database: its transactions and its trees.
 *
 * <p>One thread at a time. Reading needs a read transaction ({@link #beginRead}), which keeps one
 * snapshot; writing needs a write transaction.
 *
 * <p>What it consists of: {@link Trees}, {@link HeaderFields}, {@link StorageControl} and
 * {@link ContentVersions}, which the layers above ask directly; {@link TreePages} and
 * {@link TreeWriter}, which know the pages of trees; {@link OpenCursors}.
 */
public final class Btree implements AutoCloseable {
    private static final Pagers<TreePage> PAGERS = new Pagers<>(TreePage::new);

    private final Pager<TreePage> pager;
    private final TreePages pages;

    /** Made when it is first needed, and again if the page size has become another one. */
    private TreeWriter writer;

    private final ContentVersions versions;

    /** The listener that is told of commits; may be null. */
    private CommitListener commitListener;

    /** The snapshot with which the write transaction began; null if its commit is not reported. */
    private Snapshot before;

    private final OpenCursors cursors;
    private final HeaderFields header;
    private final StorageControl storage;
    private final Trees trees;

    /** Writes are refused: a database without a file that was opened read-only. */
    private boolean readOnly;

    private int readers;
    private int statementDepth;

    /** The pager's generation when a transaction last began. */
    private long seenGeneration = -1;

    /** The connection's use of a shared database in memory; records nothing for other databases. */
    private final TreeUse use;

    private Btree(Pager<TreePage> pager) {
        this.pager = pager;
        use = pager.treeUse();
        pages = new TreePages(pager);
        versions = new ContentVersions(pager);
        cursors = new OpenCursors(versions, use);
        header = new HeaderFields(pager, use);
        storage = new StorageControl(this, pager);
        trees = new Trees(this, pager, use);
    }

    /**
     * Opens a database file (or a database in memory, if the options say so). Nothing is read yet:
     * a file that is no database shows at the first transaction.
     */
    public static Btree open(FileSystem fileSystem, OpenOptions options, Pause pause) {
        return open(fileSystem, options, pause, null);
    }

    /**
     * Opens a database, with a workspace for the undo of large statements.
     *
     * @param workspace the files for the undo images of large statements; null to keep these in
     *     memory
     */
    public static Btree open(
            FileSystem fileSystem, OpenOptions options, Pause pause, Workspace workspace) {
        if (!options.memory()) {
            return new Btree(PAGERS.openFile(fileSystem, options, pause, workspace));
        }
        boolean temporary = options.isTemporary() && workspace != null;
        Btree btree = temporary ? openTemporary(workspace) : openMemory();
        btree.readOnly = options.mode() == OpenMode.READ_ONLY;
        return btree;
    }

    /** A new empty database in memory. */
    public static Btree openMemory() {
        return new Btree(PAGERS.openMemory());
    }

    /**
     * A new empty database that is gone when it is closed. It is in memory as long as the workspace
     * has room, and else in temporary files.
     */
    public static Btree openTemporary(Workspace workspace) {
        return new Btree(PAGERS.openTemporary(workspace));
    }

    /**
     * Creates a temporary b-tree file for a statement: it is always in a write transaction and
     * cannot be rolled back.
     */
    public static Btree openEphemeral(Workspace workspace) {
        return openEphemeral(workspace, PagerSettings.ofTemporary());
    }

    /**
     * Creates a temporary b-tree file in the form of the given settings, which are those of a
     * database without a file.
     */
    public static Btree openEphemeral(Workspace workspace, PagerSettings form) {
        Btree btree = new Btree(PAGERS.openEphemeral(workspace, form));
        btree.beginRead();
        btree.beginWrite();
        return btree;
    }

    /** A database in memory with the content of a database file. */
    public static Btree deserialize(byte[] image) {
        return new Btree(PAGERS.openImage(image));
    }

    /** Absolute path, or an empty string for a database in memory. */
    public String path() {
        return pager.path();
    }

    public boolean isMemory() {
        return pager.isMemory();
    }

    /** Returns the name of a shared database in memory; null for any other database. */
    public SharedMemory.Name sharedName() {
        return use.name();
    }

    /** The fields of the file's header. */
    public HeaderFields header() {
        return header;
    }

    /** The trees as wholes. */
    public Trees trees() {
        return trees;
    }

    /** Returns the counters that tell whether trees have changed. */
    public ContentVersions versions() {
        return versions;
    }

    /** How the database is kept. */
    public StorageControl storage() {
        return storage;
    }

    /**
     * Whether it can only be read: the file, because the options say so, or because a later version
     * of the format has written it.
     */
    public boolean isReadOnly() {
        return readOnly || pager.journal().isReadOnly();
    }

    /** Refuses writes from now on. */
    public void setReadOnly() {
        assert !pager.isWriting();
        readOnly = true;
    }

    // ------------------------------------------------------------------ transactions

    /**
     * Begins a read transaction, or takes part in the one that runs: transactions are counted.
     *
     * @return true if the database may have been changed by others since the last transaction here
     */
    public boolean beginRead() {
        if (readers++ > 0 || pager.isWriting()) {
            catchUp(false);
            return false;
        }
        boolean done = false;
        try {
            if (!pager.isReading()) {
                pager.beginRead();
                use.begin();
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
        if (changed) {
            readOnly |= HeaderBytes.isWrittenLater(pager);
        }
        return changed;
    }

    /**
     * Catches up with the commits to a shared database, in a read transaction: a connection that
     * reads one table after the other sees each in its latest state, as in SQLite's shared cache.
     */
    private void catchUp(boolean forWriting) {
        if (pager.isOutdated()) {
            cursors.saveAll();
            pager.catchUp(forWriting);
            pages.resize();
        }
    }

    /** Ends one {@link #beginRead}; the last one ends the transaction. */
    public void endRead() {
        assert readers > 0 : readers;
        readers--;
        endIfUnused();
    }

    private void endIfUnused() {
        if (readers == 0 && !pager.isWriting() && pager.isReading()) {
            cursors.invalidateAll();
            versions.keep();
            pager.endRead();
        }
    }

    public boolean isReading() {
        return pager.isReading();
    }

    /**
     * Begins the write transaction. Nothing happens if it runs already. Needs no beginRead.
     *
     * @throws SqlException SQLITE_BUSY if another connection goes on writing; at once if a read
     *     transaction runs here, since the other connection may be waiting for its end;
     *     SQLITE_READONLY
     */
    public void beginWrite() {
        if (pager.isWriting()) {
            return;
        }
        if (readOnly) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        if (pager.isReading()) {
            catchUp(true);
            tryBeginWrite(true); // A connection that waits with a read lock may wait for itself.
        } else if (pager.locks().hasWaitingWriters() || !tryBeginWrite(false)) {
            pager.locks().awaitTurn(() -> tryBeginWrite(false));
        }
        pages.resize();
        boolean autoVacuum = header.get(Meta.LARGEST_ROOT_PAGE) != 0;
        if (writer == null || !writer.fits(pager.pageSize(), autoVacuum)) {
            writer = new TreeWriter(pages, autoVacuum);
        }
        statementDepth = 0;
        use.beginWrite();
        if (before == null) {
            versions.dropRecording(); // VACUUM ends without a commit here.
        } else {
            versions.beginRecording();
        }
    }

    private boolean tryBeginWrite(boolean throwsBusy) {
        if (!pager.isReading() && !pager.locks().announceWrite()) {
            return false;
        }
        beginRead();
        try {
            if (readOnly) {
                throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
            }
            before = commitListener != null && commitListener.wantsNext() ? snapshot() : null;
            pager.beginWrite();
            return true;
        } catch (SqlException e) {
            if (pager.isWriting()) {
                pager.rollback();
            }
            if (throwsBusy || !BusyWait.isLock(e)) {
                throw e;
            }
            return false;
        } finally {
            endRead();
        }
    }

    /**
     * PRAGMA incremental_vacuum: up to {@code count} free pages leave the database, which is one
     * with a pointer map, or else nothing happens.
     */
    public void vacuum(long count) {
        assert pager.isWriting();
        cursors.saveAll();
        Vacuum vacuum = writer.vacuum();
        for (long done = 0; vacuum != null && done < count && vacuum.step(); ) {
            done++;
        }
    }

    /**
     * Waits until no other connection has the database open for reading, and keeps it so until the
     * end of the write transaction.
     */
    public void lockExclusive() {
        pager.locks().lockExclusive();
    }

    public boolean isWriting() {
        return pager.isWriting();
    }

    /**
     * Ends the write transaction and keeps its changes. Nothing happens without one.
     *
     * @throws SqlException SQLITE_BUSY if others go on reading: the transaction goes on. After any
     *     other error it has to be rolled back
     */
    public void commit() {
        if (pager.isWriting()) {
            prepareCommit(null);
            finishCommit(false);
        }
    }

    /** Whether a file is going to be changed by the commit. */
    public boolean hasChanges() {
        return pager.commit().hasChanges();
    }

    /**
     * The name of the rollback journal, if the file can be a part of a commit of several; else
     * null.
     */
    public String superJournalUser() {
        return pager.commit().superJournalUser();
    }

    /**
     * The first half of {@link #commit}: brings all changes to the disk. With a write-ahead log
     * that is all of it, else the transaction can still be rolled back.
     *
     * @param superJournal the file whose end is the commit; null if this database has its own
     */
    public void prepareCommit(String superJournal) {
        if (writer.vacuum() != null && header.autoVacuum() == AutoVacuum.FULL) {
            if (pager.commit().hasChanges()) {
                pager.locks()
                        .lockExclusive(); // As SQLite: a commit that is busy has moved no page.
            }
            cursors.saveAll();
            writer.vacuum().all();
        }
        pager.commit().prepare(superJournal);
    }

    /**
     * The second half.
     *
     * @param decided the super-journal is gone: nothing can fail any more
     */
    public void finishCommit(boolean decided) {
        pager.commit().finish(decided);
        statementDepth = 0;
        tellCommit();
        endIfUnused();
    }

    /** Reports the commit, before other connections may commit behind it. */
    private void tellCommit() {
        if (before == null) {
            return;
        }
        CommittedChanges changes = versions.endRecording();
        Snapshot after = changes == null ? null : snapshot();
        if (after != null) {
            commitListener.committed(before, after, changes);
        }
        before = null;
    }

    /** Sets the listener that is told of commits from now on. */
    public void setCommitListener(CommitListener listener) {
        commitListener = listener;
    }

    /**
     * Ends the write transaction and undoes its changes.
     *
     * @param replaced whether the trees may be other ones now, so that all cursors are useless; if
     *     not, cursors that only read find their entries again
     */
    public void rollback(boolean replaced) {
        if (pager.isWriting()) {
            cursors.allRowsChange(0);
            cursors.undo(replaced, true);
            try {
                pager.rollback();
            } finally {
                statementDepth = 0;
                before = null;
                versions.dropRecording();
                endIfUnused();
            }
        }
    }

    /**
     * Ends a write transaction without changes by replacing the database with {@code copy}, an
     * ephemeral one, which is unusable afterwards. With a write-ahead log both have the same page
     * size.
     *
     * @throws SqlException after which the transaction has to be rolled back
     */
    public void become(Btree copy) {
        assert cursors.count() == 0 : cursors.count();
        versions.anyChanges();
        use.writeAll();
        pager.become(copy.pager);
        statementDepth = 0;
        endIfUnused();
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

    /**
     * Undoes everything since {@link #beginStatement}.
     *
     * @param replaced as for {@link #rollback}
     */
    public void rollbackStatement(boolean replaced) {
        assert statementDepth > 0 : statementDepth;
        cursors.allRowsChange(0);
        cursors.undo(replaced, false);
        statementDepth--;
        pager.rollbackScope();
    }

    /** How many statements are begun. */
    public int statementDepth() {
        return statementDepth;
    }

    // ------------------------------------------------------------------ trees

    /**
     * Resets an ephemeral database to a new one, with one empty tree. All cursors become invalid.
     *
     * @return the number of the tree's root page
     */
    public int restart(boolean table) {
        cursors.invalidateAll();
        pager.restart();
        return trees.create(table);
    }

    /** A cursor on a table tree (rowid keys). It has no position until it is moved. */
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

    void checkRoot(int root) {
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
            return pager.toBytes();
        } finally {
            endRead();
        }
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

    /**
     * Another number whenever a read transaction may see something else than the last one, or than
     * the last write transaction of this connection began with.
     */
    public long version() {
        return pager.generation() + pager.commits();
    }

    /** See {@link Pager#snapshot}. */
    public Snapshot snapshot() {
        return pager.snapshot();
    }

    /** Sets the content that the next read transactions see. */
    public void setSnapshot(SnapshotChoice choice) {
        pager.settings().setSnapshot(choice);
    }

    /** See {@link SnapshotChoice#describe}, after {@link SnapshotChoice#check}. */
    public byte[] describeSnapshot(SnapshotChoice choice) {
        choice.check(pager);
        return SnapshotChoice.describe(pager);
    }

    /** See {@link Pager#stamp}. */
    public ContentStamp stamp() {
        return pager.stamp();
    }

    /** See {@link org.sqlvm.engine.file.DatabaseFile#shared}. */
    public Closeable shared(Supplier<Closeable> maker) {
        return pager.shared(maker);
    }

    /** In bytes; of an empty database as of the last transaction. */
    public int pageSize() {
        return pager.pageSize();
    }

    /** Returns the size of a page without the bytes reserved at its end. */
    public int usableSize() {
        return pages.usableSize;
    }

    /** Returns a writer of pages over those of {@code target}, for a backup. */
    public PageCopy copyTo(Btree target) {
        target.versions.anyChanges();
        target.use.writeAll();
        return new PageCopy(pager, target.pager);
    }

    @Override
    public void close() {
        cursors.invalidateAll();
        pager.close();
        readers = 0;
    }

    // ------------------------------------------------------------------ for the cursors

    OpenCursors cursors() {
        return cursors;
    }

    TreePages pages() {
        return pages;
    }

    TreeWriter writer() {
        return writer;
    }

    /** A cursor is about to change its tree: the others on it remember where they are. */
    void beginChange(BtreeCursor changing) {
        assert pager.isWriting() && changing.isWritable() : changing.root;
        versions.treeChanges(changing);
        settle();
        cursors.saveBeside(changing);
        pager.memory().beginChange();
    }

    void settle() {
        if (pager.memory().mustSettle()) {
            cursors.saveAll();
            versions.keep();
            pager.memory().settle();
        }
    }

    /** The change that began last is done. */
    void endChange() {
        pager.memory().endChange();
    }

    /** A row of a table is inserted, replaced or deleted, in a change that has begun. */
    void changed(TableCursor changing, long rowid) {
        versions.rowChanges(changing, rowid);
        cursors.rowChanges(changing.root, rowid);
    }

    /** Rows from one rowid to another are inserted, in a change that has begun. */
    void changed(TableCursor changing, long first, long last) {
        versions.rowsChange(changing, first, last);
    }

    /** Every change asks all of them whether it concerns them. */
    public int openCursorCount() {
        return cursors.count();
    }
}
