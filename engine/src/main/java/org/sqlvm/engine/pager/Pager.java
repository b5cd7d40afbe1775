package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.TreeUse;
import org.sqlvm.engine.file.Workspace;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The pages of one database for one connection, in transactions.
 *
 * <p>A read transaction sees one snapshot: the file under a SHARED lock, or the write-ahead log up
 * to its last commit at the beginning. Cached pages outlive the transaction and are forgotten when
 * the file's change counter (or the log) says that another connection has written.
 *
 * <p>A write transaction changes pages in the cache, and writes them when it commits, or before if
 * they become too many. {@link UndoScope}s in it can be undone alone; a file's transaction as a
 * whole is undone through its journal, that of a database without a file is a scope, too.
 *
 * <p>A pager consists of {@link MemoryControl}, which decides which pages stay in memory;
 * {@link UndoScopes}, the images that undo parts of a transaction; {@link FileSource}, files and
 * logs; {@link LockControl}, {@link JournalControl} and {@link Commit}, which the layer above asks
 * directly.
 *
 * @param <P> the layer above's type of pages
 */
public final class Pager<P extends Page> {
    /** SQLite counts pages in 32 bits; arrays here by int. */
    private static final long PAGE_COUNT_MAX = Integer.MAX_VALUE;

    /** Null for a database that is this connection's own, in memory or temporary. */
    private final FileSource source;

    private final PageFactory<P> factory;
    private final PageCache<P> cache;
    private final MemoryControl<P> memory;
    private final PagerSettings settings;
    private final LockControl locks;
    private final Commit commit;
    private final JournalControl journal;

    /** The pages of a temporary database that have left memory; else null. */
    private final SpilledPages spilled;

    private int pageSize;
    private int pageCount;
    private long dataVersion = 1;
    private boolean reading;
    private boolean writing;

    private final PageVisits visits = new PageVisits();

    private final UndoScopes scopes;

    private long generation;
    /** Grows with every change of page 1. */
    private long firstPageWrites;
    /** Write transactions of this connection that have been kept. */
    private long commits;

    /**
     * See {@link Pagers}.
     *
     * @param source null for a database that is in no file, and {@code busyWait} then, too
     * @param workspace for pages and images that memory has no room for; null to keep them there
     * @param undoable false if nothing is ever undone
     */
    Pager(
            PageFactory<P> factory,
            FileSource source,
            PagerSettings settings,
            BusyWait busyWait,
            Workspace workspace,
            boolean undoable) {
        this.factory = factory;
        this.source = source;
        this.settings = settings;
        pageSize = settings.newPageSize();
        cache = new PageCache<>(Integer.MAX_VALUE);
        boolean temporary = source == null && workspace != null;
        spilled = temporary ? new SpilledPages(workspace, settings, cache) : null;
        memory = new MemoryControl<>(cache, source, spilled, settings);
        memory.setPageSize(pageSize);
        scopes = new UndoScopes(source, workspace, undoable);
        locks = new LockControl(source, busyWait);
        commit = new Commit(this, source, memory);
        journal = new JournalControl(this, source, settings, temporary);
    }

    /** Makes a new database in memory one with these bytes. */
    void load(byte[] image) {
        assert source == null && pageCount == 0 : pageCount;
        byte[] header = Arrays.copyOf(image, HeaderBytes.SIZE);
        HeaderBytes.check(header);
        pageSize = HeaderBytes.pageSize(header);
        pageCount = HeaderBytes.countPages(header, HeaderBytes.pagesIn(image.length, pageSize));
        for (int number = 1; number <= pageCount; number++) {
            int start = (number - 1) * pageSize;
            byte[] data = Arrays.copyOfRange(image, start, start + pageSize);
            memory.keep(factory.make(number, data, false));
        }
    }

    /** The database as the bytes of a database file. Empty for a database of no pages. */
    public byte[] toBytes() {
        assert reading || writing;
        byte[] image = new byte[Math.multiplyExact(pageSize, pageCount)];
        for (int number = 1; number <= pageCount; number++) {
            System.arraycopy(get(number).data, 0, image, (number - 1) * pageSize, pageSize);
        }
        return image;
    }

    public String path() {
        return source == null ? "" : source.path();
    }

    /** Whether it is in no file: alone, or shared with other connections. */
    public boolean isMemory() {
        return source == null || source.isMemory();
    }

    public PagerSettings settings() {
        return settings;
    }

    /** How changes are journalled. */
    public JournalControl journal() {
        return journal;
    }

    /** Returns the locks that a write transaction needs. */
    public LockControl locks() {
        return locks;
    }

    /** How a write transaction is kept. */
    public Commit commit() {
        return commit;
    }

    /** Returns the control of which pages stay in memory. */
    public MemoryControl<P> memory() {
        return memory;
    }

    public int pageSize() {
        return pageSize;
    }

    public int pageCount() {
        return pageCount;
    }

    /** Grows whenever another connection was seen to have changed the database. */
    public long dataVersion() {
        return dataVersion;
    }

    /** Grows whenever pages may have been replaced: by others, or by an undo. */
    public long generation() {
        return generation;
    }

    /** Grows whenever page 1 may have become another one, by a change here or in another way. */
    public long firstPageStamp() {
        return generation + firstPageWrites;
    }

    /** Grows with every write transaction of this connection that is kept. */
    public long commits() {
        return commits;
    }

    public boolean isReading() {
        return reading;
    }

    public boolean isWriting() {
        return writing;
    }

    // ------------------------------------------------------------------ settings

    public void setPageCountMax(long pages) {
        if (pages > 0) {
            settings.setPageCountMax(Math.max(pages, pageCount));
        }
    }

    // ------------------------------------------------------------------ reading

    /** Begins a read transaction. Waits for locks up to the timeout of the options. */
    public void beginRead() {
        assert !reading;
        if (source == null) {
            if (pageCount == 0) {
                pageSize = settings.newPageSize();
            }
        } else {
            try {
                takeSize(source.begin());
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_READ, e);
            }
        }
        reading = true;
    }

    /** @param replaced the pages in the cache may be old ones */
    private void takeSize(boolean replaced) {
        if (replaced || pageSize != source.pageSize()) {
            pageSize = source.pageSize();
            memory.clear();
            memory.setPageSize(pageSize);
            dataVersion++;
            generation++;
        }
        pageCount = source.pageCount();
    }

    /** Returns the record of the trees that are read and written in a shared database. */
    public TreeUse treeUse() {
        return source == null ? TreeUse.NONE : source.file().treeUse();
    }

    /**
     * Returns the read transaction's snapshot; null in a write transaction, and if it cannot be
     * compared with what other connections see.
     */
    public Snapshot snapshot() {
        if (source == null || !reading || writing) {
            return null;
        }
        try {
            return source.snapshot();
        } catch (IOException _) {
            return null;
        }
    }

    /**
     * Identifies what the read transaction sees, for later processes; null in a write transaction,
     * and if it cannot be identified.
     */
    public ContentStamp stamp() {
        if (source == null || !reading || writing) {
            return null;
        }
        try {
            return source.stamp();
        } catch (IOException _) {
            return null;
        }
    }

    /** See {@link org.sqlvm.engine.file.DatabaseFile#shared}. */
    public Closeable shared(Supplier<Closeable> maker) {
        return source == null ? null : source.file().shared(maker);
    }

    /**
     * Whether other connections of a shared database have committed since the read transaction
     * began.
     */
    public boolean isOutdated() {
        return reading && !writing && source != null && source.file().isOutdated();
    }

    /**
     * Catches up with the commits of others, if they have not changed trees that this read
     * transaction has read. No page may be held.
     *
     * @param forWriting whether a write transaction is going to begin
     */
    public void catchUp(boolean forWriting) {
        assert reading && !writing;
        try {
            if (source.catchUp(forWriting)) {
                takeSize(true);
            }
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_READ, e);
        }
    }

    public void endRead() {
        assert reading && !writing;
        reading = false;
        if (source != null) {
            try {
                source.end();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_LOCK, e);
            }
        }
    }

    /** The page; unchecked if its type is 0. */
    public P get(int number) {
        P page = cache.find(number);
        return page != null ? page : load(number);
    }

    /**
     * Returns the page, for a search that ends in it. A page with few visits does not go into the
     * cache: most pages of a large file are read once, and an array that is used again costs less
     * than a new one for each.
     *
     * @param last the {@link Page#unkept} page of the caller's former visit, which it does not need
     *     any more: its array is used again; or null
     * @return the page, unkept if it is not going to be changed: its holder looks it up again when
     *     its tree is changed
     */
    public P visit(int number, P last) {
        P page = cache.find(number);
        if (page != null) {
            return page;
        }
        checkNumber(number);
        return source == null || writing || !visits.isRare(number, pageCount)
                ? load(number)
                : loadUnkept(number, last);
    }

    private P loadUnkept(int number, P last) {
        byte[] array = last != null && last.data.length == pageSize
                ? last.data
                : PageMemory.allocate(settings.memory(), pageSize);
        read(number, array, 0);
        return factory.make(number, array, true);
    }

    private P load(int number) {
        checkNumber(number);
        P page = newPage(number);
        read(number, page.data, 0);
        memory.keep(page);
        return page;
    }

    private void checkNumber(int number) {
        assert reading || writing;
        if (number <= 0 || number > pageCount) {
            throw SqlException.corrupt(
                    Integer.toUnsignedLong(number), "no such page, there are " + pageCount);
        }
    }

    private void read(int number, byte[] target, int offset) {
        if (spilled != null) {
            spilled.read(number, target, offset);
        } else if (source != null) {
            try {
                source.read(number, target, offset);
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_READ, e);
            }
        }
    }

    /**
     * Copies a page's content into an array, from {@code offset} on. The page is not kept: a scan
     * of a whole table would evict other pages from the cache, and burden the garbage collector
     * with the whole table.
     */
    public void copy(int number, byte[] target, int offset) {
        Page page = cache.find(number);
        if (page != null) {
            System.arraycopy(page.data, 0, target, offset, pageSize);
        } else {
            checkNumber(number);
            read(number, target, offset);
        }
    }

    private P newPage(int number) {
        return factory.make(number, PageMemory.allocate(settings.memory(), pageSize), false);
    }

    // ------------------------------------------------------------------ write transactions

    /**
     * Begins a write transaction in the read transaction; makes page 1 of an empty database. Does
     * not wait.
     *
     * @throws SqlException SQLITE_BUSY if another connection writes
     */
    public void beginWrite() {
        assert reading && !writing;
        if (source != null) {
            try {
                source.beginWrite();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_LOCK, e);
            }
        }
        writing = true;
        commit.begin();
        memory.begin();
        scopes.begin(pageSize);
        if (source == null) {
            openScope();
        }
        if (pageCount == 0) {
            makeFirstPage();
        }
    }

    private void makeFirstPage() {
        P first = append();
        write(first);
        HeaderBytes.initialize(first.data, settings);
        first.forgetContent();
    }

    /** Ends the write transaction and undoes its changes. */
    public void rollback() {
        assert writing;
        if (source == null) {
            while (scopes.innermost() != null) {
                rollbackScope();
            }
            endWrite();
            return;
        }
        memory.endChange();
        generation++;
        memory.rollback();
        pageCount = source.pageCount();
        endWrite();
        rollbackSource();
        if (source.isLost()) {
            memory.clear();
        }
    }

    /**
     * Ends a write transaction without changes by replacing the database with {@code copy},
     * including the page size. The pages do not go through the cache.
     *
     * @param copy the new content, with the same page size if there is a log; unusable afterwards
     * @throws SqlException after which the transaction has to be rolled back
     */
    public void become(Pager<P> copy) {
        assert writing && !memory.hasChanges();
        assert journal.mode() != JournalMode.WAL || copy.pageSize == pageSize : copy.pageSize;
        Page first = copy.get(1);
        copy.write(first);
        HeaderBytes.succeed(first.data, get(1).data);
        if (source == null) {
            memory.takeFrom(copy, factory);
        } else {
            try {
                source.become(copy);
            } catch (IOException e) {
                throw FileErrors.writing(e);
            }
            memory.clear();
        }
        pageSize = copy.pageSize;
        pageCount = copy.pageCount;
        generation++;
        memory.setPageSize(pageSize);
        endWrite();
    }

    void rollbackSource() {
        try {
            source.rollback();
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
    }

    /** Ends the write transaction, whose changes are kept. */
    void endCommitted() {
        commits++;
        endWrite();
    }

    private void endWrite() {
        scopes.end();
        writing = false;
    }

    // ------------------------------------------------------------------ changes

    /** Must be called before {@code page.data} is changed. */
    public void write(Page page) {
        assert writing && cache.find(page.number) == page : page;
        if (page.number == 1) {
            firstPageWrites++;
        }
        if (page.savedIn != scopes.mark()) {
            scopes.save(page);
            memory.markChanged(page);
        }
    }

    /** A new page of zeros at the end of the database, not yet written in the header. */
    public P append() {
        assert writing;
        int number = pageCount + 1;
        if (number == HeaderBytes.lockBytePage(pageSize)) {
            number++;
        }
        if (number < 0 || number > settings.pageCountMax() || number == PAGE_COUNT_MAX) {
            throw new SqlException(ResultCode.FULL, "database or disk is full");
        }
        P page = newPage(number);
        pageCount = number;
        memory.keep(page);
        return page;
    }

    /** Drops the pages above {@code newCount}. No page is held. */
    public void truncate(int newCount) {
        assert writing && newCount >= 1 && newCount <= pageCount : newCount;
        for (int number = newCount + 1; number <= pageCount; number++) {
            if (wantsImage(number)) {
                settle();
                write(get(number));
            }
        }
        memory.truncate(newCount);
        pageCount = newCount;
    }

    private void settle() {
        if (memory.mustSettle()) {
            memory.settle();
        }
    }

    private boolean wantsImage(int number) {
        return number != HeaderBytes.lockBytePage(pageSize) && scopes.need(number);
    }

    // ------------------------------------------------------------------ parts of a transaction

    /** Begins a part of the transaction that can be undone alone. */
    public void openScope() {
        assert writing;
        scopes.open(pageCount);
    }

    /** Ends the innermost scope; its changes become those of the scope around it. */
    public void releaseScope() {
        scopes.close();
    }

    /** Undoes the innermost part and ends it. No page is held. */
    public void rollbackScope() {
        if (!scopes.isUndoable()) {
            return;
        }
        memory.endChange();
        generation++;
        commit.begin();
        UndoScope undone = scopes.innermost();
        if (pageCount > undone.pageCount) {
            memory.truncate(undone.pageCount);
        }
        pageCount = undone.pageCount;
        scopes.read(pageSize, this::restore);
        scopes.close();
    }

    private void restore(int number, byte[] image) {
        if (number > pageCount) {
            return;
        }
        settle();
        P page = cache.find(number);
        if (page == null) {
            page = newPage(number);
            memory.keep(page);
        }
        // The page is in the journal already, and no scope needs an image of its present content.
        memory.markChanged(page);
        System.arraycopy(image, 0, page.data, 0, pageSize);
        page.forgetContent();
        page.savedIn = 0;
    }

    // ------------------------------------------------------------------ temporary tables

    /** Resets a database that cannot be undone to a new one. */
    public void restart() {
        assert !scopes.isUndoable() && writing;
        memory.clear();
        pageCount = 0;
        makeFirstPage();
    }

    public void close() {
        try {
            if (writing && source != null) {
                rollback();
            }
        } finally {
            memory.clear();
            reading = false;
            closeSource();
        }
    }

    private void closeSource() {
        if (source != null) {
            try {
                source.close();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR, e);
            }
        }
    }
}
