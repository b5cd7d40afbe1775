package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;

import java.io.IOException;
import java.util.Arrays;

/**
 * The pages of one database for one connection, in transactions.
 *
 * <p>A read transaction sees one snapshot: the file under a SHARED lock, or the write-ahead log up
 * to its last commit at the beginning. Cached pages outlive the transaction and are forgotten when
 * the file's change counter (or the log) says that somebody has written.
 *
 * <p>A write transaction keeps before-images of the pages it changes, in nested scopes, so that it
 * and each of its statements can be undone. Only databases in memory are written: their pages live
 * in the cache, which never evicts them. Those of temporary tables may leave it for a temporary
 * file.
 */
public final class Pager {
    /** SQLite counts pages in 32 bits; arrays here by int. */
    private static final long PAGE_COUNT_MAX = Integer.MAX_VALUE;

    private static final int DEFAULT_PAGE_SIZE = 4096;

    /** Null for a database in memory. */
    private final FileSource source;

    private final PageCache cache;
    private final long cacheBytes;
    /** Of temporary tables, which cannot be undone; else null. */
    private final SpilledPages spilled;

    private int pageSize = DEFAULT_PAGE_SIZE;
    private int pageCount;
    private long dataVersion = 1;
    private boolean reading;
    private boolean writing;

    /** The innermost part of the write transaction; null if it cannot be undone. */
    private UndoScope scope;

    private long lastScopeId;
    private long generation;

    private Pager(FileSource source, long cacheBytes, Workspace workspace) {
        this.source = source;
        this.cacheBytes = cacheBytes > 0 ? cacheBytes : Runtime.getRuntime().maxMemory() / 4;
        cache = new PageCache(source == null ? Integer.MAX_VALUE : pagesIn(this.cacheBytes));
        spilled = workspace == null ? null : new SpilledPages(workspace, cache, pageSize);
    }

    private int pagesIn(long bytes) {
        return Math.clamp(bytes / pageSize, 16, Integer.MAX_VALUE / 2);
    }

    public static Pager openFile(FileSystem fileSystem, OpenOptions options, Pause pause) {
        FileSource source = FileSource.open(fileSystem, options, pause);
        return new Pager(source, options.cacheBytes(), null);
    }

    public static Pager openMemory() {
        return new Pager(null, 0, null);
    }

    /** For temporary tables: without before-images, and bounded by the workspace. */
    public static Pager openTemporary(Workspace workspace) {
        return new Pager(null, 0, workspace);
    }

    /** A database in memory with these bytes. */
    public static Pager openImage(byte[] image) {
        Pager pager = openMemory();
        if (image.length > 0) {
            byte[] header = Arrays.copyOf(image, HeaderBytes.SIZE);
            HeaderBytes.check(header);
            pager.pageSize = HeaderBytes.pageSize(header);
            pager.pageCount = countPages(header, image.length, pager.pageSize);
            for (int number = 1; number <= pager.pageCount; number++) {
                int start = (number - 1) * pager.pageSize;
                byte[] data = Arrays.copyOfRange(image, start, start + pager.pageSize);
                pager.cache.add(new Page(number, data));
            }
        }
        return pager;
    }

    public String path() {
        return source == null ? "" : source.path();
    }

    public boolean isMemory() {
        return source == null;
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

    public boolean isReading() {
        return reading;
    }

    public boolean isWriting() {
        return writing;
    }

    /** Begins a read transaction. Waits for locks as long as the options say. */
    public void beginRead() {
        assert !reading;
        if (source != null) {
            try {
                boolean changed = source.begin();
                if (changed || pageSize != source.pageSize()) {
                    pageSize = source.pageSize();
                    cache.clear();
                    cache.setLimit(pagesIn(cacheBytes));
                    dataVersion++;
                    generation++;
                }
                pageCount = source.pageCount();
            } catch (IOException e) {
                throw SqlException.io(ResultCode.IOERR_READ, "disk I/O error", e);
            }
        }
        reading = true;
    }

    public void endRead() {
        assert reading && !writing;
        reading = false;
        if (source != null) {
            try {
                source.end();
            } catch (IOException e) {
                throw SqlException.io(ResultCode.IOERR_LOCK, "disk I/O error", e);
            }
        }
    }

    /** How many pages a file of this size has, after the header's count where that is valid. */
    static int countPages(byte[] header, long fileSize, int pageSize) {
        long inFile = (fileSize + pageSize - 1) / pageSize;
        long inHeader = BigEndianBytes.getU32(header, HeaderBytes.PAGE_COUNT);
        boolean headerIsValid = inHeader != 0
                && BigEndianBytes.getInt(header, HeaderBytes.CHANGE_COUNTER)
                        == BigEndianBytes.getInt(header, HeaderBytes.VERSION_VALID_FOR);
        long count = headerIsValid ? inHeader : inFile;
        if (count > inFile) {
            throw SqlException.corrupt(
                    0, "the file has " + inFile + " pages, its header says " + inHeader);
        }
        if (count > PAGE_COUNT_MAX) {
            throw SqlException.corrupt(0, count + " pages");
        }
        return (int) count;
    }

    /** The page; unchecked if its type is 0. */
    public Page get(int number) {
        Page page = cache.find(number);
        return page != null ? page : load(number);
    }

    private Page load(int number) {
        assert reading || writing;
        if (number <= 0 || number > pageCount) {
            throw SqlException.corrupt(
                    Integer.toUnsignedLong(number), "no such page, there are " + pageCount);
        }
        byte[] data;
        if (spilled != null) {
            data = spilled.read(number);
        } else if (source == null) {
            data = new byte[pageSize];
        } else {
            try {
                data = source.read(number);
            } catch (IOException e) {
                throw SqlException.io(ResultCode.IOERR_READ, "disk I/O error", e);
            }
        }
        Page page = new Page(number, data);
        keep(page);
        return page;
    }

    private void keep(Page page) {
        if (spilled != null) {
            spilled.add();
        }
        cache.add(page);
    }

    // ------------------------------------------------------------------ writing

    /** Begins a write transaction in the read transaction; makes page 1 of an empty database. */
    public void beginWrite() {
        assert reading && !writing;
        assert source == null : "files are only read";
        writing = true;
        openScope();
        if (pageCount == 0) {
            makeFirstPage();
        }
    }

    private void makeFirstPage() {
        Page first = append();
        write(first);
        HeaderBytes.initialize(first.data);
        first.type = 0;
    }

    // ------------------------------------------------------------------ temporary tables

    /**
     * Whether whoever holds pages has to let go of them, and call {@link #settle}, before the next
     * change.
     */
    public boolean mustSettle() {
        return spilled != null && spilled.isStale();
    }

    /** Nobody holds a page: what is too much for memory leaves it. */
    public void settle() {
        spilled.shrink();
    }

    /** Pages that are held may be changed, until {@link #endChange}. */
    public void beginChange() {
        if (spilled != null) {
            spilled.setChanging(true);
        }
    }

    public void endChange() {
        if (spilled != null) {
            spilled.setChanging(false);
        }
    }

    /** Makes a temporary database as it was when it was new. */
    public void restart() {
        assert spilled != null && writing;
        cache.clear();
        spilled.close();
        pageCount = 0;
        makeFirstPage();
    }

    // ------------------------------------------------------------------ changes

    /** Must be called before {@code page.data} is changed. */
    public void write(Page page) {
        assert writing && cache.find(page.number) == page : page;
        page.changed = true;
        if (scope != null && page.savedIn != scope.id) {
            scope.save(page);
        }
    }

    /** A new page of zeros at the end of the database, not yet written in the header. */
    public Page append() {
        assert writing;
        if (pageCount == PAGE_COUNT_MAX) {
            throw new SqlException(ResultCode.FULL, "database or disk is full");
        }
        pageCount++;
        if (pageCount == HeaderBytes.lockBytePage(pageSize)) {
            pageCount++;
        }
        Page page = new Page(pageCount, new byte[pageSize]);
        keep(page);
        return page;
    }

    public void commit() {
        assert writing;
        while (scope != null) {
            scope = scope.outer;
        }
        writing = false;
    }

    public void rollback() {
        assert writing;
        while (scope != null) {
            rollbackScope();
        }
        writing = false;
    }

    /** Begins a part of the transaction that can be undone alone. */
    public void openScope() {
        assert writing;
        if (spilled == null) {
            scope = new UndoScope(++lastScopeId, pageCount, scope);
        }
    }

    public void releaseScope() {
        scope.mergeIntoOuter();
        scope = scope.outer;
    }

    /** Undoes the innermost part and ends it. */
    public void rollbackScope() {
        generation++;
        UndoScope undone = scope;
        if (pageCount > undone.pageCount) {
            cache.truncate(undone.pageCount);
            pageCount = undone.pageCount;
        }
        for (int i = 0; i < undone.count(); i++) {
            Page page = get(undone.number(i));
            System.arraycopy(undone.image(i), 0, page.data, 0, pageSize);
            page.type = 0;
            page.overfull = null;
            page.savedIn = 0;
        }
        scope = undone.outer;
    }

    public void close() {
        if (writing) {
            rollback();
        }
        cache.clear();
        if (spilled != null) {
            spilled.close();
        }
        if (source != null) {
            try {
                source.close();
            } catch (IOException e) {
                throw SqlException.io(ResultCode.IOERR, "disk I/O error", e);
            }
        }
        reading = false;
    }
}
