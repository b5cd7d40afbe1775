package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.LockLevel;

import java.io.IOException;

/**
 * A write transaction on a database file with a rollback journal, in SQLite's order
 * (sqlite.org/atomiccommit.html): RESERVED; images into the journal; EXCLUSIVE; the journal to the
 * disk; pages into the database; the database to the disk; the journal away.
 */
final class FileWriter {
    /** The largest page, or several smaller ones. */
    private static final int BUFFER_BYTES = HeaderBytes.PAGE_SIZE_MAX;

    private final DatabaseFile file;
    private final RollbackJournal journal;
    private final PagerSettings settings;
    private final BusyWait busyWait;
    private final boolean lockless;

    private int pageSize;
    private int oldPageCount;
    private int oldFilePages;

    /** Whether the database file has been changed in the transaction. */
    private boolean modified;

    /** Pages with consecutive numbers on their way to the file. */
    private byte[] buffer = new byte[0];

    FileWriter(
            DatabaseFile file,
            RollbackJournal journal,
            PagerSettings settings,
            BusyWait busyWait,
            boolean lockless) {
        this.file = file;
        this.journal = journal;
        this.settings = settings;
        this.busyWait = busyWait;
        this.lockless = lockless;
    }

    /**
     * Takes RESERVED, or throws SQLITE_BUSY; does not wait.
     *
     * @param filePages pages in the file, of which the first {@code pageCount} are the database
     */
    void begin(int newPageSize, int pageCount, int filePages) throws IOException {
        if (file.isReadOnly()) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        if (!lockless && !file.lock(LockLevel.RESERVED)) {
            throw file.isOutdated() ? busyWait.outdated() : busyWait.refused();
        }
        pageSize = newPageSize;
        oldPageCount = pageCount;
        oldFilePages = filePages;
        modified = false;
        journal.begin(newPageSize, pageCount, filePages);
    }

    /** Waits until no other connection reads, or throws SQLITE_BUSY. */
    void lockExclusive() throws IOException {
        if (lockless) {
            return;
        }
        busyWait.begin();
        while (!file.lock(LockLevel.EXCLUSIVE)) {
            busyWait.pause();
        }
        busyWait.end();
    }

    /** Tries once to keep readers out until the transaction ends. */
    boolean tryLockExclusive() throws IOException {
        return lockless || file.lock(LockLevel.EXCLUSIVE);
    }

    boolean needsImage(int number) {
        return journal.needs(number);
    }

    void saveImage(int number, byte[] page) throws IOException {
        journal.add(number, page);
    }

    int imageCount() {
        return journal.recordCount();
    }

    void playBack(int from, RollbackJournal.Sink sink) throws IOException {
        journal.playBack(from, sink);
    }

    /** Writes pages to the database, under EXCLUSIVE; in ascending order of their numbers. */
    void write(Page[] pages, int count) throws IOException {
        assert lockless || file.lockLevel() == LockLevel.EXCLUSIVE : file.lockLevel();
        journal.ensureBegun();
        journal.sync();
        modified = true;
        if (buffer.length == 0) {
            buffer = new byte[BUFFER_BYTES];
        }
        int filled = 0;
        for (int i = 0; i < count; i++) {
            Page page = pages[i];
            System.arraycopy(page.data, 0, buffer, filled, pageSize);
            filled += pageSize;
            boolean goesOn = i + 1 < count && pages[i + 1].number == page.number + 1;
            if (!goesOn || filled + pageSize > buffer.length) {
                file.write(buffer, 0, filled, (long) page.number * pageSize - filled);
                filled = 0;
            }
        }
    }

    /**
     * Writes the last pages of the transaction, and brings them to the disk. It can still be rolled
     * back.
     *
     * @param filePages how many pages the file will have
     * @param superJournal name of the file whose end is the commit of the transaction; null if it
     *     is the journal's own
     * @throws SqlException SQLITE_BUSY if others go on reading: then nothing has happened
     */
    void prepare(Page[] pages, int count, int filePages, String superJournal) throws IOException {
        lockExclusive();
        if (superJournal != null) {
            journal.ensureBegun();
            journal.addSuperJournal(superJournal);
        }
        write(pages, count);
        long size = (long) filePages * pageSize;
        if (file.size() != size) {
            file.truncate(size);
        }
        sync();
    }

    /** Ends the transaction, whose pages are on the disk. */
    void finish() throws IOException {
        journal.finish();
        file.publish();
        modified = false;
        unlock();
    }

    /**
     * Ends a transaction without writes by replacing the file with {@code copy}, which may have
     * another page size. The journal gets the whole database first.
     *
     * @throws SqlException SQLITE_BUSY if other connections go on reading: then nothing has
     *     happened
     */
    void become(Pager<?> copy) throws IOException {
        lockExclusive();
        journal.ensureBegun();
        saveAll();
        journal.sync();
        modified = true;
        int size = copy.pageSize();
        int lockPage = HeaderBytes.lockBytePage(size);
        byte[] chunk = new byte[BUFFER_BYTES];
        int filled = 0;
        for (int number = 1; number <= copy.pageCount(); number++) {
            if (number != lockPage) {
                System.arraycopy(copy.get(number).data, 0, chunk, filled, size);
                filled += size;
            }
            boolean breaks = number == copy.pageCount() || number + 1 == lockPage;
            if (filled > 0 && (breaks || filled + size > chunk.length)) {
                file.write(chunk, 0, filled, (long) number * size - filled);
                filled = 0;
            }
        }
        long newSize = (long) copy.pageCount() * size;
        if (file.size() != newSize) {
            file.truncate(newSize);
        }
        sync();
        finish();
    }

    /** All pages as they are into the journal. */
    private void saveAll() throws IOException {
        int lockPage = HeaderBytes.lockBytePage(pageSize);
        ReadAhead reader = new ReadAhead(file, pageSize);
        for (int number = 1; number <= oldPageCount; number++) {
            if (number != lockPage && journal.needs(number)) {
                byte[] page = new byte[pageSize];
                reader.read(number, page, 0);
                journal.add(number, page);
            }
        }
    }

    /** Leaves a journal behind that cannot be taken away, and means nothing. */
    void abandonJournal() throws IOException {
        modified = false;
        journal.close();
    }

    /** The journal's name, if it can be a part of a commit of several files; else null. */
    String superJournalUser() {
        JournalMode mode = settings.journalMode();
        boolean hasFile =
                !file.isVersioned() && mode != JournalMode.MEMORY && mode != JournalMode.OFF;
        return hasFile ? journal.path() : null;
    }

    private void sync() throws IOException {
        if (settings.synchronous() != Synchronous.OFF) {
            try {
                file.sync();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_FSYNC, e);
            }
        }
    }

    /**
     * Restores the file and ends the transaction. After an exception the journal is still there,
     * for the next reader.
     */
    void rollback() throws IOException {
        boolean done = false;
        try {
            if (file.isVersioned()) {
                file.discard();
            } else if (modified && settings.journalMode() != JournalMode.OFF) {
                journal.playBack(
                        0,
                        (number, image) ->
                                file.write(image, 0, pageSize, (number - 1L) * pageSize));
                file.truncate((long) oldFilePages * pageSize);
                sync();
            }
            journal.finish();
            modified = false;
            done = true;
        } finally {
            if (done) {
                unlock();
            } else {
                journal.close();
            }
        }
    }

    private void unlock() throws IOException {
        if (!lockless && !settings.isExclusiveLocking()) {
            file.unlock(LockLevel.SHARED);
        }
    }
}
