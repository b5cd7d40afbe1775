package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.SharedMemory;
import org.sqlvm.engine.file.TreeUse;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.AutoVacuum;
import org.sqlvm.engine.pager.BusyWait;
import org.sqlvm.engine.pager.Checkpoint;
import org.sqlvm.engine.pager.CheckpointMode;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.PageCopy;
import org.sqlvm.engine.pager.Pager;
import org.sqlvm.engine.pager.PagerSettings;
import org.sqlvm.engine.pager.Pagers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * One connection's handle to one database: its transactions and its trees.
 *
 * <p>One thread at a time. Reading needs a read transaction ({@link #beginRead}), which keeps one
 * snapshot; writing needs a write transaction.
 *
 * <p>Long, because it is all that the layers above see of b-tree and pager: settings, transactions,
 * header and trees, mostly a few lines each.
 */
public final class Btree implements AutoCloseable {
    /** Where the header says which library versions may write and read. */
    private static final int WRITE_FORMAT = 18;

    private static final int READ_FORMAT = 19;

    private static final byte FORMAT_WITHOUT_LOG = 1;
    private static final byte FORMAT_WITH_LOG = 2;

    private static final Pagers<TreePage> PAGERS = new Pagers<>(TreePage::new);

    private final Pager<TreePage> pager;
    private final TreePages pages;

    /** Made when it is first needed, and again if the page size has become another one. */
    private TreeWriter writer;

    /** The open ones; behind them perhaps one that was closed last. */
    private BtreeCursor[] cursors = new BtreeCursor[8];

    private int cursorCount;

    /** Grows whenever a cursor that is closed may have lost its entry. */
    private long changeStamp;

    /**
     * How often {@link #changeStamp} has grown while nothing changed: a transaction has ended, or
     * pages have left the memory.
     */
    private long keptContent;

    /** How often {@link #changeStamp} has grown because one tree changed, and by root page. */
    private long treeChanges;

    private final Map<Integer, TreeChanges> changesByTree = new HashMap<>();

    /** Counts the changes of a tree by this connection. */
    static final class TreeChanges {
        private long count;

        /** Of a table: where its rows have changed; null if nobody wants to know. */
        private ChangedParts parts;
    }

    /** Those who want to know when a row changes. */
    private final List<PayloadCursor> payloads = new ArrayList<>();

    /** Writes are refused: a database without a file that was opened read-only. */
    private boolean readOnly;

    private int readers;
    private int statementDepth;

    /** The pager's generation when a transaction last began. */
    private long seenGeneration = -1;

    /** Of a database in memory that connections share; nothing is noted of others. */
    private final TreeUse use;

    private Btree(Pager<TreePage> pager) {
        this.pager = pager;
        use = pager.treeUse();
        pages = new TreePages(pager);
    }

    /**
     * Opens a database file (or a database in memory, if the options say so). Nothing is read yet:
     * a file that is no database shows at the first transaction.
     */
    public static Btree open(FileSystem fileSystem, OpenOptions options, Pause pause) {
        return open(fileSystem, options, pause, null);
    }

    /**
     * The same.
     *
     * @param workspace for what a large statement needs to be undone; null to keep it in memory
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
     * The same for a temporary table of a statement: it is always in a write transaction and cannot
     * be rolled back.
     */
    public static Btree openEphemeral(Workspace workspace) {
        return openEphemeral(workspace, PagerSettings.ofTemporary());
    }

    /** The same in the form that settings of a database without a file say. */
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

    /** Of a database in memory that connections share; else null. */
    public SharedMemory.Name sharedName() {
        return use.name();
    }

    /** How the database is kept. */
    public PagerSettings settings() {
        return pager.settings();
    }

    /** How long the next wait for a lock may last. */
    public void setBusyTimeoutMs(long millis) {
        pager.locks().setBusyTimeoutMs(millis);
    }

    /** Who is asked instead of waiting for a lock. */
    public void setBusyHandler(IntPredicate again) {
        pager.locks().setBusyHandler(again);
    }

    // ------------------------------------------------------------------ settings

    /** Whether it can only be read: the file, or because the options say so. */
    public boolean isReadOnly() {
        return readOnly || pager.journal().isReadOnly();
    }

    public JournalMode journalMode() {
        return pager.journal().mode();
    }

    /** Nothing happens in a write transaction. Needs a read transaction. */
    public void setJournalMode(JournalMode mode) {
        pager.journal().setMode(mode);
    }

    /**
     * Gives the database a write-ahead log. Needs that no transaction runs.
     *
     * @return false if it cannot have one
     * @throws SqlException SQLITE_BUSY if others use the database
     */
    public boolean enterLog() {
        assert !pager.isReading();
        if (!pager.journal().canHaveLog()) {
            return false;
        }
        setFormat(FORMAT_WITH_LOG);
        pager.journal().enterLog();
        return true;
    }

    /**
     * Takes the write-ahead log away. Needs that no transaction runs.
     *
     * @param next the journal mode, from the transaction on that says so in the header
     * @throws SqlException SQLITE_BUSY if others use the database
     */
    public void leaveLog(JournalMode next) {
        assert !pager.isReading();
        pager.journal().leaveLog(next);
        try {
            setFormat(FORMAT_WITHOUT_LOG);
        } finally {
            pager.journal().endLeavingLog();
        }
    }

    private void setFormat(byte format) {
        beginWrite();
        boolean done = false;
        try {
            TreePage first = pager.get(1);
            if (first.data[WRITE_FORMAT] != format || first.data[READ_FORMAT] != format) {
                pager.write(first);
                first.data[WRITE_FORMAT] = format;
                first.data[READ_FORMAT] = format;
            }
            commit();
            done = true;
        } finally {
            if (!done) {
                rollback(false);
            }
        }
    }

    /**
     * PRAGMA wal_checkpoint.
     *
     * @return null without a log
     * @throws SqlException SQLITE_LOCKED if a transaction runs here, SQLITE_BUSY if another
     *     checkpoint runs
     */
    public Checkpoint.Result checkpoint(CheckpointMode mode) {
        if (pager.isReading()) {
            throw new SqlException(ResultCode.LOCKED, "database table is locked");
        }
        return pager.journal().checkpoint(mode);
    }

    /** PRAGMA locking_mode. Needs a read transaction. */
    public void setExclusiveLocking(boolean on) {
        pager.journal().setExclusiveLocking(on);
    }

    /** PRAGMA max_page_count; not less than there are, and 0 changes nothing. */
    public void setPageCountMax(long pages) {
        pager.setPageCountMax(pages);
    }

    public void setCacheBytes(long bytes) {
        pager.memory().setCacheBytes(bytes);
    }

    /** Of an empty database, what its first transaction will make it. Needs a read transaction. */
    public AutoVacuum autoVacuum() {
        if (pager.pageCount() == 0) {
            return pager.settings().newAutoVacuum();
        }
        if (meta(Meta.LARGEST_ROOT_PAGE) == 0) {
            return AutoVacuum.NONE;
        }
        return meta(Meta.INCREMENTAL_VACUUM) == 0 ? AutoVacuum.FULL : AutoVacuum.INCREMENTAL;
    }

    /**
     * PRAGMA auto_vacuum: what an empty database will be. In a write transaction, one with a
     * pointer map changes between FULL and INCREMENTAL.
     */
    public void setAutoVacuum(AutoVacuum mode) {
        pager.settings().setNewAutoVacuum(mode);
        AutoVacuum now = autoVacuum();
        if (pager.isWriting() && now != AutoVacuum.NONE && mode != AutoVacuum.NONE && now != mode) {
            setMeta(Meta.INCREMENTAL_VACUUM, mode == AutoVacuum.INCREMENTAL ? 1 : 0);
        }
    }

    /**
     * PRAGMA incremental_vacuum: up to {@code count} free pages leave the database, which is one
     * with a pointer map, or else nothing happens.
     */
    public void vacuum(long count) {
        assert pager.isWriting();
        saveAllCursors();
        Vacuum vacuum = writer.vacuum();
        for (long done = 0; vacuum != null && done < count && vacuum.step(); ) {
            done++;
        }
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
        return changed;
    }

    /**
     * A shared database, in a read transaction that goes on: whoever reads one table after the
     * other sees each as it is then, as in SQLite's shared cache.
     */
    private void catchUp(boolean forWriting) {
        if (pager.isOutdated()) {
            saveAllCursors();
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
            invalidateCursors();
            keptContent++;
            pager.endRead();
        }
    }

    public boolean isReading() {
        return pager.isReading();
    }

    /**
     * Begins the write transaction. Nothing happens if it runs already. Needs no beginRead.
     *
     * @throws SqlException SQLITE_BUSY if somebody else goes on writing; at once if a read
     *     transaction runs here, since the other one may be waiting for its end; SQLITE_READONLY
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
            tryBeginWrite(true); // Whoever waits holding a read lock may wait for himself.
        } else if (!pager.locks().isNextToWrite() || !tryBeginWrite(false)) {
            beginWriteInTurn();
        }
        pages.resize();
        boolean autoVacuum = meta(Meta.LARGEST_ROOT_PAGE) != 0;
        if (writer == null || !writer.fits(pager.pageSize(), autoVacuum)) {
            writer = new TreeWriter(pages, autoVacuum);
        }
        statementDepth = 0;
        use.beginWrite();
    }

    private void beginWriteInTurn() {
        BusyWait wait = pager.locks().newWait();
        pager.locks().joinWriters();
        try {
            do {
                wait.pause();
            } while (!pager.locks().isNextToWrite() || !tryBeginWrite(false));
        } finally {
            pager.locks().leaveWriters();
        }
    }

    private boolean tryBeginWrite(boolean throwsBusy) {
        if (!pager.isReading() && !pager.locks().announceWrite()) {
            return false;
        }
        beginRead();
        try {
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
     * Waits until nobody else has the database open for reading, and keeps it so until the end of
     * the write transaction.
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

    /** Whether the file has a write-ahead log. */
    public boolean hasLog() {
        return pager.journal().mode() == JournalMode.WAL;
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
        if (writer.vacuum() != null && autoVacuum() == AutoVacuum.FULL) {
            if (pager.commit().hasChanges()) {
                pager.locks().lockExclusive(); // As SQLite: a commit that is busy has moved no page.
            }
            saveAllCursors();
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
        endIfUnused();
    }

    /**
     * Ends the write transaction and undoes its changes.
     *
     * @param replaced the trees may be other ones now: all cursors are useless. Otherwise those
     *     that only read find their entries again
     */
    public void rollback(boolean replaced) {
        if (pager.isWriting()) {
            changeStamp++;
            changedAll(0);
            for (int i = 0; i < cursorCount; i++) {
                release(cursors[i], replaced || cursors[i].isWritable());
            }
            try {
                pager.rollback();
            } finally {
                statementDepth = 0;
                endIfUnused();
            }
        }
    }

    private static void release(BtreeCursor cursor, boolean trip) {
        if (trip) {
            cursor.trip();
            return;
        }
        try {
            cursor.save();
        } catch (SqlException _) {
            cursor.trip(); // Its entry cannot be read.
        }
    }

    /**
     * Ends the write transaction, in which nothing has been changed: this database becomes what
     * {@code copy} is, an ephemeral one, of no use afterwards. With a write-ahead log both have the
     * same page size.
     *
     * @throws SqlException after which the transaction has to be rolled back
     */
    public void become(Btree copy) {
        assert cursorCount == 0 : cursorCount;
        changeStamp++;
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
        changedAll(0);
        changeStamp++;
        for (int i = 0; i < cursorCount; i++) {
            release(cursors[i], replaced);
        }
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
        return DatabaseHeader.of(pager);
    }

    /**
     * One integer of the header, as the current transaction sees it; 0 in a database of no pages.
     */
    public int meta(Meta meta) {
        return pager.pageCount() == 0 ? 0 : BigEndian.getInt(pager.get(1).data, meta.offset);
    }

    /**
     * Within a transaction: another number if the header may have become another one since a
     * transaction had the first.
     */
    public long firstPageStamp() {
        return pager.firstPageStamp();
    }

    public void setMeta(Meta meta, int value) {
        assert meta != Meta.FREELIST_COUNT : "is kept by the b-tree itself";
        TreePage first = pager.get(1);
        pager.write(first);
        BigEndian.putInt(first.data, meta.offset, value);
        use.writeAll();
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
        saveAllCursors(); // With a pointer map, a page may have to make room for the root.
        settle();
        if (meta(Meta.SCHEMA_FORMAT) == 0) {
            // SQLite leaves it open until there is a table.
            int encoding = meta(Meta.TEXT_ENCODING);
            setMeta(Meta.SCHEMA_FORMAT, 4);
            setMeta(Meta.TEXT_ENCODING, encoding == 0 ? settings().newEncoding() : encoding);
        }
        pager.memory().beginChange();
        try {
            return writer.createTree(table);
        } finally {
            pager.memory().endChange();
        }
    }

    /**
     * Deletes a tree with its root page.
     *
     * @return the root page of the tree that has taken this one's root page; 0 for none
     */
    public int dropTree(int root) {
        assert pager.isWriting();
        saveAllCursors();
        return writer.dropTree(root);
    }

    /**
     * Deletes all entries of a tree.
     *
     * @return how many there were
     */
    public long clearTree(int root) {
        assert pager.isWriting();
        changedAll(root);
        saveAllCursors();
        use.open(root, true);
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

    /** Whether a tree has rowid keys. */
    public boolean isTable(int root) {
        checkRoot(root);
        return pages.page(root).intKey;
    }

    /**
     * Copies all entries of a tree of another database into an empty one here, which then is as
     * small as it can be. Both databases are in a transaction.
     *
     * @param renumber rows get the rowids 1, 2, …
     * @param poll is asked now and then whether to go on
     */
    public void copyTree(Btree source, int sourceRoot, int root, boolean renumber, Runnable poll) {
        if (source.isTable(sourceRoot)) {
            TreeCopy.table(source, sourceRoot, this, root, renumber, poll);
        } else {
            TreeCopy.index(source, sourceRoot, this, root, poll);
        }
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
     * @param poll is asked now and then whether to go on
     */
    public IntegrityCheck checkIntegrity(
            int[] roots, int errorsMax, long[] rowCounts, Runnable poll) {
        IntegrityCheck check = new IntegrityCheck(pages, errorsMax, poll);
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

    /**
     * Another number whenever a read transaction may see something else than the last one, or than
     * the last write transaction of this connection began with.
     */
    public long version() {
        return pager.generation() + pager.commits();
    }

    /** In bytes; of an empty database as of the last transaction. */
    public int pageSize() {
        return pager.pageSize();
    }

    /** For a backup: writes pages of this database over those of {@code target}. */
    public PageCopy copyTo(Btree target) {
        target.changeStamp++;
        target.use.writeAll();
        return new PageCopy(pager, target.pager);
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
        changeStamp++;
        treeChanges++;
        if (changing.changes == null) {
            changing.changes = changesByTree.computeIfAbsent(changing.root, _ -> new TreeChanges());
        }
        changing.changes.count++;
        settle();
        saveCursors(changing.root, changing);
        pager.memory().beginChange();
    }

    private void settle() {
        if (pager.memory().mustSettle()) {
            saveAllCursors();
            keptContent++;
            pager.memory().settle();
        }
    }

    private void saveAllCursors() {
        changeStamp++;
        for (int i = 0; i < cursorCount; i++) {
            cursors[i].save();
        }
    }

    /** The change that began last is done. */
    void endChange() {
        pager.memory().endChange();
    }

    void watch(PayloadCursor payload) {
        payloads.add(payload);
    }

    void unwatch(PayloadCursor payload) {
        payloads.remove(payload);
    }

    /** A row of a table is inserted, replaced or deleted, in a change that has begun. */
    void changed(TableCursor changing, long rowid) {
        ChangedParts parts = changing.changes.parts;
        if (parts != null) {
            parts.note(rowid);
        }
        for (int i = 0; i < payloads.size(); i++) {
            payloads.get(i).changed(changing.root, rowid);
        }
    }

    /**
     * Notes from now on which parts of a table change. Who asked for that before is told nothing
     * more.
     *
     * @param ends the last rowids of the parts, in ascending order
     */
    public ChangedParts noteChanges(int root, long[] ends) {
        ChangedParts parts = new ChangedParts(ends, contentVersion(root));
        changesByTree.computeIfAbsent(root, _ -> new TreeChanges()).parts = parts;
        return parts;
    }

    private void changedAll(int root) {
        payloads.forEach(payload -> payload.changedAll(root));
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
        changeStamp++;
        for (int i = 0; i < cursorCount; i++) {
            cursors[i].invalidate();
        }
    }

    /**
     * Another one for every state of a tree that a transaction of this connection can see: its
     * content is the same as long as this is. Of what others change, and of what is undone, it is
     * not known which trees it has been.
     *
     * @param root of a tree that there is
     */
    public long contentVersion(int root) {
        TreeChanges own = changesByTree.get(root);
        long others = changeStamp - treeChanges - keptContent;
        return (own == null ? 0 : own.count) + others + pager.dataVersion() + pager.generation();
    }

    long changeStamp() {
        return changeStamp;
    }

    void register(BtreeCursor cursor) {
        if (cursorCount == cursors.length) {
            cursors = Arrays.copyOf(cursors, cursorCount * 2);
        }
        if (cursors[cursorCount] != cursor) {
            cursors[cursorCount] = cursor; // A statement that runs again mostly finds its own.
        }
        cursorCount++;
        use.open(cursor.root, cursor.isWritable());
    }

    /** Every change asks all of them whether it concerns them. */
    public int openCursorCount() {
        return cursorCount;
    }

    void unregister(BtreeCursor cursor) {
        for (int i = cursorCount - 1; i >= 0; i--) {
            if (cursors[i] == cursor) {
                cursorCount--;
                if (i < cursorCount) {
                    cursors[i] = cursors[cursorCount];
                    cursors[cursorCount] = null;
                }
                return;
            }
        }
        assert false : "not registered";
    }
}
