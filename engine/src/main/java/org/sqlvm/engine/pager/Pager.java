package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.TreeUse;
import org.sqlvm.engine.file.Workspace;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntPredicate;

/**
 * The pages of one database for one connection, in transactions.
 *
 * <p>A read transaction sees one snapshot: the file under a SHARED lock, or the write-ahead log up
 * to its last commit at the beginning. Cached pages outlive the transaction and are forgotten when
 * the file's change counter (or the log) says that somebody has written.
 *
 * <p>A write transaction changes pages in the cache, and writes them when it commits, or before if
 * they become too many. {@link UndoScope}s in it can be undone alone; a file's transaction as a
 * whole is undone through its journal, that of a database without a file is a scope, too.
 *
 * <p>A page that leaves the cache must not be changed any more by one who still holds it. So a
 * change is announced ({@link #mustSettle}, {@link #beginChange}): whoever holds pages lets go of
 * them if any may have left, and while it lasts none leaves.
 *
 * <p>Long, because the cache and the changed pages in it hold only together. Files and logs are
 * {@link FileSource}'s, the images that undo parts of a transaction {@link UndoScopes}'.
 */
public final class Pager {
    /** SQLite counts pages in 32 bits; arrays here by int. */
    private static final long PAGE_COUNT_MAX = Integer.MAX_VALUE;

    /** Of the pages in memory, this part may be changed ones before they go to the file. */
    private static final int CHANGED_SHARE = 2;

    /** So many pages that a change has done with leave memory together, if it is short. */
    private static final int FINISHED_MAX = 32;

    /** Null for a database that is this connection's own, in memory or temporary. */
    private final FileSource source;

    private final PageCache cache;
    private final PagerSettings settings;
    private final BusyWait busyWait;
    private final JournalControl journal;
    /** Of a temporary database; else null. */
    private final SpilledPages spilled;

    /** False for the temporary tables of a statement: nothing of them is ever undone. */
    private final boolean undoable;

    private int pageSize;
    private int pageCount;
    private long dataVersion = 1;
    private boolean reading;
    private boolean writing;

    private final ChangedPages changed;

    private final PageVisits visits = new PageVisits();

    /** When {@link #changed} has more, they go to the file. */
    private int changedMax;
    /** Some have gone there in this transaction. */
    private boolean hasSpilled;

    /** The header in page 1 has counted this transaction, as a commit that is busy leaves it. */
    private boolean counted;

    private final UndoScopes scopes;

    private long generation;
    /** Grows with every change of page 1. */
    private long firstPageWrites;
    /** Write transactions of this connection that have been kept. */
    private long commits;

    /** A page has left the cache that somebody may hold. */
    private boolean stale;

    private boolean changing;

    /** Pages that the change which runs has done with. */
    private final Page[] finished = new Page[FINISHED_MAX];

    private int finishedCount;

    private Pager(
            FileSource source,
            PagerSettings settings,
            BusyWait busyWait,
            Workspace workspace,
            boolean undoable) {
        this.source = source;
        this.settings = settings;
        this.busyWait = busyWait;
        this.undoable = undoable;
        pageSize = settings.newPageSize();
        cache = new PageCache(Integer.MAX_VALUE);
        changed = new ChangedPages(cache);
        boolean temporary = source == null && workspace != null;
        spilled = temporary ? new SpilledPages(workspace, settings, cache) : null;
        scopes = new UndoScopes(workspace);
        journal = new JournalControl(this, source, settings, temporary);
        setLimits();
    }

    private void setLimits() {
        if (source != null) {
            int pages = Math.clamp(settings.cacheBytes() / pageSize, 16, Integer.MAX_VALUE / 2);
            cache.setLimit(pages);
            changedMax = pages / CHANGED_SHARE;
        }
    }

    /** @param workspace for what a large statement needs to be undone; null to keep it in memory */
    public static Pager openFile(
            FileSystem fileSystem, OpenOptions options, Pause pause, Workspace workspace) {
        PagerSettings settings = new PagerSettings(options.cacheBytes());
        BusyWait busyWait = new BusyWait(options.busyTimeoutMs(), pause, options.hasTableLocks());
        FileSource source = FileSource.open(fileSystem, options, settings, busyWait);
        Workspace files = workspace != null && fileSystem.hasTemporaryFiles() ? workspace : null;
        return new Pager(source, settings, busyWait, files, true);
    }

    public static Pager openMemory() {
        return new Pager(null, PagerSettings.ofMemory(), null, null, true);
    }

    /**
     * For a temporary database: its pages, and what undoes them, are in memory as long as the
     * workspace has room.
     */
    public static Pager openTemporary(Workspace workspace) {
        return workspace.isInMemory()
                ? openMemory()
                : new Pager(null, PagerSettings.ofTemporary(), null, workspace, true);
    }

    /** For the temporary tables of a statement: the same, but nothing can be undone. */
    public static Pager openEphemeral(Workspace workspace, PagerSettings form) {
        return new Pager(null, form, null, workspace, false);
    }

    /** A database in memory with these bytes. */
    public static Pager openImage(byte[] image) {
        Pager pager = openMemory();
        if (image.length > 0) {
            byte[] header = Arrays.copyOf(image, HeaderBytes.SIZE);
            HeaderBytes.check(header);
            pager.pageSize = HeaderBytes.pageSize(header);
            pager.pageCount = HeaderBytes.countPages(
                    header, HeaderBytes.pagesIn(image.length, pager.pageSize));
            for (int number = 1; number <= pager.pageCount; number++) {
                int start = (number - 1) * pager.pageSize;
                byte[] data = Arrays.copyOfRange(image, start, start + pager.pageSize);
                pager.cache.add(new Page(number, data), false);
            }
        }
        return pager;
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

    /** For a wait of the caller's own, as long as the options say. */
    public BusyWait newWait() {
        return busyWait == null ? new BusyWait(0, Pause.THREAD_SLEEP, false) : busyWait.another();
    }

    public void setBusyTimeoutMs(long millis) {
        if (busyWait != null) {
            busyWait.setTimeoutMs(millis);
        }
    }

    /** Who is asked instead of waiting. */
    public void setBusyHandler(IntPredicate again) {
        if (busyWait != null) {
            busyWait.setHandler(again);
        }
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

    public void setCacheBytes(long bytes) {
        settings.setCacheBytes(bytes);
        setLimits();
        if (spilled != null) {
            spilled.setLimit(bytes);
        }
    }

    // ------------------------------------------------------------------ reading

    /** Begins a read transaction. Waits for locks as long as the options say. */
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
            cache.clear();
            setLimits();
            dataVersion++;
            generation++;
        }
        pageCount = source.pageCount();
    }

    /** What a database in memory that is shared has to be told. */
    public TreeUse treeUse() {
        return source == null ? TreeUse.NONE : source.file().treeUse();
    }

    /** Of a shared one: whether others have committed since the read transaction began. */
    public boolean isOutdated() {
        return reading && !writing && source != null && source.file().isOutdated();
    }

    /**
     * Goes on with what others have committed, if that is nothing that this read transaction has
     * seen. Nobody holds a page.
     *
     * @param forWriting so that a write transaction can begin
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
    public Page get(int number) {
        Page page = cache.find(number);
        return page != null ? page : load(number);
    }

    /**
     * The page, for a search that ends in it. As long as few have come by it does not go into the
     * cache: of a large file's pages most are asked for once, and an array that is used again costs
     * less than a new one for each.
     *
     * @param last the {@link Page#unkept} page that the caller has been given before, and has done
     *     with: its array is used again; or null
     * @return unkept, if nobody is going to change it: who holds it looks it up again when its tree
     *     is changed
     */
    public Page visit(int number, Page last) {
        Page page = cache.find(number);
        if (page != null) {
            return page;
        }
        checkNumber(number);
        return source == null || writing || !visits.isRare(number, pageCount)
                ? load(number)
                : loadUnkept(number, last);
    }

    private Page loadUnkept(int number, Page last) {
        byte[] array = last != null && last.data.length == pageSize
                ? last.data
                : PageMemory.allocate(settings.memory(), pageSize);
        read(number, array, 0);
        return new Page(number, array, true);
    }

    private Page load(int number) {
        checkNumber(number);
        Page page = newPage(number);
        read(number, page.data, 0);
        keep(page);
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
     * Copies a page's content into an array, from {@code offset} on. The page is not kept: who goes
     * through a whole table would drive others out of the cache, and give the garbage collector all
     * of it to carry along.
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

    private Page newPage(int number) {
        return new Page(number, PageMemory.allocate(settings.memory(), pageSize));
    }

    private void keep(Page page) {
        if (spilled != null) {
            spilled.add(pageSize);
        }
        stale |= cache.add(page, !changing);
    }

    // ------------------------------------------------------------------ write transactions

    /**
     * The read transaction that is going to begin is for a write transaction.
     *
     * @return false if another connection writes
     */
    public boolean announceWrite() {
        assert !reading;
        try {
            return source == null || source.announceWrite();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_LOCK, e);
        }
    }

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
        counted = false;
        hasSpilled = false;
        scopes.begin(pageSize);
        if (source == null) {
            openScope();
        }
        if (pageCount == 0) {
            makeFirstPage();
        }
    }

    /** Whether no other connection of this process has waited longer to write to the file. */
    public boolean isNextToWrite() {
        return source == null || source.file().isNextInQueue();
    }

    /** Joins the queue of those who wait to write; {@link #leaveWriters} must follow. */
    public void joinWriters() {
        if (source != null) {
            source.file().joinQueue();
        }
    }

    public void leaveWriters() {
        if (source != null) {
            source.file().leaveQueue();
        }
    }

    /** BEGIN EXCLUSIVE: waits until nobody else reads. */
    public void lockExclusive() {
        assert writing;
        if (source != null) {
            try {
                source.lockExclusive();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_LOCK, e);
            }
        }
    }

    private void makeFirstPage() {
        Page first = append();
        write(first);
        HeaderBytes.initialize(first.data, settings);
        first.type = 0;
    }

    /** Whether the file is not going to be what it was; never without a file. */
    public boolean hasChanges() {
        return source != null && (changed.count() > 0 || hasSpilled);
    }

    /**
     * The name of the rollback journal, if the file can be a part of a commit of several; else
     * null.
     */
    public String superJournalUser() {
        return source == null ? null : source.superJournalUser();
    }

    /**
     * The first half of a commit: brings what there is to write to the disk. With a write-ahead log
     * that is all of it, else the transaction can still be rolled back.
     *
     * @param superJournal the file whose end is the commit; null if this file has its own
     * @throws SqlException SQLITE_BUSY if others go on reading the file: the transaction goes on,
     *     and this may be tried again. After any other error it has to be rolled back
     */
    public void prepareCommit(String superJournal) {
        assert writing;
        if (!hasChanges()) {
            return;
        }
        Page first = get(1);
        if (!source.isWal() || hasSpilled) {
            write(first);
        }
        if (!counted && first.changed) {
            counted = true;
            HeaderBytes.countChange(first.data);
        }
        try {
            changed.sort();
            source.prepare(changed.pages(), changed.count(), pageCount, superJournal);
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
    }

    /**
     * The second half of a commit: ends the write transaction and keeps its changes.
     *
     * @param decided the super-journal is gone: what cannot be done any more does not matter
     * @throws SqlException else, if the journal cannot be taken away: the transaction has to be
     *     rolled back
     */
    public void finishCommit(boolean decided) {
        assert writing;
        if (hasChanges()) {
            Page first = changed.pages()[0].number == 1 ? changed.pages()[0] : null;
            try {
                source.finish(first, pageCount);
            } catch (IOException | SqlException e) {
                if (!decided) {
                    throw e instanceof IOException io ? FileErrors.writing(io) : (SqlException) e;
                }
                abandonJournal();
            }
            changed.forget();
            if (cache.isTooLarge()) {
                cache.shrink();
                stale = true;
            }
        } else if (source != null) {
            rollbackSource(); // Nothing has happened but locks.
        }
        commits++;
        endWrite();
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
        endChange();
        generation++;
        if (hasSpilled) {
            cache.clear();
        } else {
            cache.removeChanged();
        }
        changed.forget();
        pageCount = source.pageCount();
        endWrite();
        rollbackSource();
    }

    /**
     * Ends the write transaction, in which nothing has been changed: the database becomes what
     * {@code copy} is, page size and all. The pages do not go through the cache.
     *
     * @param copy of the same page size if there is a log; of no use afterwards
     * @throws SqlException after which the transaction has to be rolled back
     */
    public void become(Pager copy) {
        assert writing && changed.count() == 0 && !hasSpilled : changed.count();
        assert journal.mode() != JournalMode.WAL || copy.pageSize == pageSize : copy.pageSize;
        Page first = copy.get(1);
        copy.write(first);
        HeaderBytes.succeed(first.data, get(1).data);
        if (spilled != null) {
            cache.takeFrom(copy.cache);
            spilled.takeFrom(copy.spilled);
        } else if (source == null) {
            takePages(copy);
        } else {
            try {
                source.become(copy);
            } catch (IOException e) {
                throw FileErrors.writing(e);
            }
            cache.clear();
        }
        pageSize = copy.pageSize;
        pageCount = copy.pageCount;
        generation++;
        setLimits();
        endWrite();
    }

    private void takePages(Pager copy) {
        Page[] taken = new Page[copy.pageCount + 1];
        for (int number = 1; number <= copy.pageCount; number++) {
            if (number != HeaderBytes.lockBytePage(copy.pageSize)) {
                taken[number] = new Page(number, copy.get(number).data);
            }
        }
        cache.clear();
        for (Page page : taken) {
            if (page != null) {
                cache.add(page, false);
            }
        }
    }

    private void rollbackSource() {
        try {
            source.rollback();
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
    }

    private void abandonJournal() {
        try {
            source.abandonJournal();
        } catch (IOException _) {
            // The files are closed all the same.
        }
    }

    private void endWrite() {
        scopes.end();
        writing = false;
    }

    // ------------------------------------------------------------------ changes

    /**
     * Whether whoever holds pages has to let go of them, and call {@link #settle}, before the next
     * change.
     */
    public boolean mustSettle() {
        return spilled != null
                ? spilled.isStale()
                : stale || changed.count() > changedMax || cache.isTooLarge();
    }

    /** Nobody holds a page: what is too much for memory leaves it. */
    public void settle() {
        if (spilled != null) {
            spilled.shrink();
        } else if (source != null) {
            stale = false;
            if (changed.count() > changedMax) {
                spill();
            }
            cache.shrink();
        }
    }

    /** Writes all changed pages to the file, if that is possible now. */
    private void spill() {
        setLimits();
        if (!settings.isSpilling()) {
            changedMax = Integer.MAX_VALUE;
            return;
        }
        changed.sort();
        try {
            if (source.spill(changed.pages(), changed.count())) {
                changed.forget();
                hasSpilled = true;
            } else {
                changedMax = changed.count() + changedMax / 8; // Try again somewhat later.
            }
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
    }

    /** Pages that are held may be changed, until {@link #endChange}. */
    public void beginChange() {
        changing = true;
        if (spilled != null) {
            spilled.setChanging(true);
        }
    }

    public void endChange() {
        changing = false;
        finishedCount = 0;
        if (spilled != null) {
            spilled.setChanging(false);
        }
    }

    /**
     * The change that runs has done with a page, which nobody holds any more: it may leave memory.
     * The pages of one huge value would need as much of it as the value otherwise.
     */
    public void letGo(Page page) {
        if (source != null) {
            finished[finishedCount++] = page;
            if (finishedCount == FINISHED_MAX) {
                finishedCount = 0;
                if (settings.isSpilling() && (changed.count() > changedMax || cache.isTooLarge())) {
                    leave();
                }
            }
        }
    }

    private void leave() {
        Page[] written = Arrays.stream(finished)
                .filter(page -> page.changed)
                .sorted(Comparator.comparingInt(page -> page.number))
                .toArray(Page[]::new);
        try {
            if (written.length > 0 && !source.spill(written, written.length)) {
                return; // Others read: they stay.
            }
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
        hasSpilled |= written.length > 0;
        for (Page page : finished) {
            page.changed = false;
            cache.remove(page);
        }
        changed.sort();
    }

    /** Must be called before {@code page.data} is changed. */
    public void write(Page page) {
        assert writing && cache.find(page.number) == page : page;
        if (page.number == 1) {
            firstPageWrites++;
        }
        if (page.savedIn != scopes.mark()) {
            prepare(page);
        }
    }

    /** Keeps the before-images that the transaction and its parts want. */
    private void prepare(Page page) {
        int number = page.number;
        if (source != null && source.needsImage(number)) {
            try {
                source.saveImage(number, page.data);
            } catch (IOException e) {
                throw FileErrors.writing(e);
            }
            scopes.savedInJournal(number);
        } else {
            scopes.save(page);
        }
        page.savedIn = scopes.mark();
        markChanged(page);
    }

    private void markChanged(Page page) {
        if (source == null) {
            page.changed = spilled != null;
        } else {
            changed.add(page);
        }
    }

    /** A new page of zeros at the end of the database, not yet written in the header. */
    public Page append() {
        assert writing;
        int number = pageCount + 1;
        if (number == HeaderBytes.lockBytePage(pageSize)) {
            number++;
        }
        if (number < 0 || number > settings.pageCountMax() || number == PAGE_COUNT_MAX) {
            throw new SqlException(ResultCode.FULL, "database or disk is full");
        }
        Page page = newPage(number);
        pageCount = number;
        keep(page);
        return page;
    }

    /** Drops the pages above {@code newCount}. Nobody holds a page. */
    public void truncate(int newCount) {
        assert writing && newCount >= 1 && newCount <= pageCount : newCount;
        for (int number = newCount + 1; number <= pageCount; number++) {
            if (wantsImage(number)) {
                if (mustSettle()) {
                    settle();
                }
                write(get(number));
            }
        }
        truncateCache(newCount);
        pageCount = newCount;
    }

    private void truncateCache(int newCount) {
        int dropped = cache.truncate(newCount);
        if (spilled != null) {
            spilled.forget(dropped);
        }
    }

    private boolean wantsImage(int number) {
        if (number == HeaderBytes.lockBytePage(pageSize)) {
            return false;
        }
        return (source != null && source.needsImage(number)) || scopes.need(number);
    }

    // ------------------------------------------------------------------ parts of a transaction

    /** Begins a part of the transaction that can be undone alone. */
    public void openScope() {
        assert writing;
        if (undoable) {
            scopes.open(pageCount, source == null ? 0 : source.imageCount());
        }
    }

    /** Ends the innermost part; its changes become those of the part around it. */
    public void releaseScope() {
        if (undoable) {
            scopes.close();
        }
    }

    /** Undoes the innermost part and ends it. Nobody holds a page. */
    public void rollbackScope() {
        if (!undoable) {
            return;
        }
        endChange();
        generation++;
        counted = false; // Page 1 may be put back as it was before a commit that was busy.
        UndoScope undone = scopes.innermost();
        if (pageCount > undone.pageCount) {
            truncateCache(undone.pageCount);
        }
        pageCount = undone.pageCount;
        PageSet done = new PageSet();
        if (source != null) {
            try {
                source.playBack(undone.journalStart, (number, image) -> {
                    if (done.add(number)) {
                        restore(number, image);
                    }
                });
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_READ, e);
            }
        }
        scopes.readLog(done, pageSize, this::restore);
        scopes.close();
    }

    private void restore(int number, byte[] image) {
        if (number > pageCount) {
            return;
        }
        if (mustSettle()) {
            settle();
        }
        Page page = cache.find(number);
        if (page == null) {
            page = newPage(number);
            keep(page);
        }
        // It is in the journal, and no part of the transaction wants it as it is.
        markChanged(page);
        System.arraycopy(image, 0, page.data, 0, pageSize);
        page.type = 0;
        page.overfull = null;
        page.savedIn = 0;
    }

    // ------------------------------------------------------------------ temporary tables

    /** Makes a database that cannot be undone as it was when it was new. */
    public void restart() {
        assert !undoable && writing;
        cache.clear();
        spilled.close();
        pageCount = 0;
        makeFirstPage();
    }

    public void close() {
        try {
            if (writing && source != null) {
                rollback();
            }
        } finally {
            cache.clear();
            if (spilled != null) {
                spilled.close();
            }
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
