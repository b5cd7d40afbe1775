package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.HeldLock;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;

/**
 * The source of a pager's pages, and their target: the database file and, in write-ahead log mode,
 * its log. Owns the locks of a read transaction, and the rollback of a hot journal before it
 * begins.
 */
final class FileSource {
    private static final String CANNOT_OPEN = "unable to open database file";

    /** Where a connection stands with the file, like SQLite's PAGER_… states (pager.c). */
    private enum State {
        /** No transaction has begun yet: whether there is a log is unknown. */
        NEW,

        /** Between transactions, without a lock (with a log: with SHARED alone). */
        OPEN,

        /** Between transactions. The last one has only read, and its lock may still be held. */
        RESTING,

        /** In a transaction that has only read. */
        READER,

        /** In a transaction that has begun to write. */
        WRITER,

        /** In a transaction that could not be rolled back: the file's content means nothing. */
        ERROR;

        boolean isInTransaction() {
            return this == READER || this == WRITER || this == ERROR;
        }
    }

    private final FileSystem fileSystem;
    private final String path;
    private final DatabaseFile file;
    private final BusyWait busyWait;
    private final PagerSettings settings;
    private final boolean lockless;
    private final boolean immutable;
    private final RollbackJournal journal;
    private final FileWriter writer;

    private final SeenVersion seen = new SeenVersion();

    private State state = State.NEW;

    private ReadAhead readAhead;
    /** Null without a write-ahead log. */
    private Wal wal;

    /** Whether the log is gone while the header still says that there is one. */
    private boolean leavingLog;

    private int pageSize = 4096;

    /** Our last transaction has made the log longer. */
    private boolean hasCommitted;

    private FileSource(
            FileSystem fileSystem,
            String path,
            DatabaseFile file,
            OpenOptions options,
            PagerSettings settings,
            BusyWait busyWait) {
        this.fileSystem = fileSystem;
        this.path = path;
        this.file = file;
        this.settings = settings;
        this.busyWait = busyWait;
        immutable = options.immutable() && !isMemory();
        lockless = immutable || (options.noLock() && !isMemory());
        readAhead = new ReadAhead(file, pageSize);
        journal = new RollbackJournal(fileSystem, path, file, settings);
        writer = new FileWriter(file, journal, settings, busyWait, lockless);
    }

    static FileSource open(
            FileSystem fileSystem, OpenOptions options, PagerSettings settings, BusyWait busyWait) {
        if (options.shared() != null) {
            settings.setJournalMode(JournalMode.MEMORY);
            DatabaseFile file = fileSystem.sharedMemory().open(options.shared(), options.mode());
            return new FileSource(fileSystem, "", file, options, settings, busyWait);
        }
        try {
            String path = fileSystem.canonicalPath(options.path());
            DatabaseFile file = fileSystem.open(path, options.mode());
            return new FileSource(fileSystem, path, file, options, settings, busyWait);
        } catch (InvalidPathException _) {
            throw new SqlException(ResultCode.CANTOPEN, CANNOT_OPEN);
        } catch (IOException e) {
            throw SqlException.io(ResultCode.CANTOPEN, CANNOT_OPEN, e);
        }
    }

    /** Empty for a database in memory. */
    String path() {
        return path;
    }

    /** Whether connections share it in memory, and not in a file. */
    boolean isMemory() {
        return file.isVersioned();
    }

    DatabaseFile file() {
        return file;
    }

    boolean isReadOnly() {
        return file.isReadOnly();
    }

    /** A transaction has been here: it is known whether there is a log. */
    boolean hasLooked() {
        return state != State.NEW;
    }

    boolean isWal() {
        return wal != null;
    }

    /** Returns the state of the log; null if there is none, or it cannot be known. */
    LockControl.LogState logState() throws IOException {
        return wal == null ? null : wal.state();
    }

    /** Returns the locks on the file and its log that connections of this process hold. */
    List<HeldLock> heldLocks() throws IOException {
        List<HeldLock> held = new ArrayList<>(file.heldLocks());
        if (wal != null) {
            held.addAll(wal.heldLocks());
        }
        return held;
    }

    int pageSize() {
        return pageSize;
    }

    int pageCount() {
        return seen.pageCount();
    }

    /**
     * Begins a read transaction.
     *
     * @return true if pages of the last transaction may have changed
     */
    boolean begin() throws IOException {
        assert !state.isInTransaction() : state;
        if (state == State.RESTING) {
            if (file.resume()) {
                state = State.READER;
                return false;
            }
            state = State.OPEN;
        }
        boolean done = false;
        try {
            boolean changed = lockAndRecover();
            changed |= wal == null ? beginWithoutLog() : beginWithLog();
            state = State.READER;
            done = true;
            return changed;
        } finally {
            if (!done) {
                seen.forget();
                end();
            }
        }
    }

    /** @return true if a journal was rolled back */
    private boolean lockAndRecover() throws IOException {
        if (wal != null) {
            return false; // With a log, SHARED is held all the time.
        }
        if (isMemory()) {
            file.lock(LockLevel.SHARED); // No lock is in the way, and there is no journal.
            return false;
        }
        boolean recovered = !lockless && lockShared();
        if (!immutable && fileSystem.hasContent(path + Wal.SUFFIX)) {
            useLogBeside();
        }
        return recovered;
    }

    /**
     * Uses a log beside the database. As in SQLite, such a log is the database's, even if the
     * header does not say so: a copy of the database may be older than its log. An empty database
     * has none: the log is that of another one, which had the name before. Unlike SQLite, a
     * database file that has lost its name leaves the log of its successor alone.
     */
    private void useLogBeside() throws IOException {
        if (file.hasMoved(path)) {
            return;
        }
        if (file.size() == 0) {
            try {
                fileSystem.delete(path + Wal.SUFFIX);
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_DELETE, e);
            }
        } else {
            openLog();
        }
    }

    /** @return true if a journal was rolled back */
    private boolean lockShared() throws IOException {
        boolean recovered = false;
        busyWait.begin();
        while (true) {
            if (file.lock(LockLevel.SHARED)) {
                HotJournal journal = new HotJournal(fileSystem, path, file, settings);
                if (!journal.isHot()) {
                    break;
                }
                if (journal.rollback()) {
                    recovered = true;
                    break;
                }
                unlock(); // Another connection is rolling the journal back.
            }
            busyWait.pause();
        }
        busyWait.end();
        return recovered;
    }

    private boolean beginWithoutLog() throws IOException {
        byte[] header = new byte[HeaderBytes.SIZE];
        long size = file.size();
        // Threads that read the file itself would wait for each other: it has one position.
        boolean mapped =
                !lockless && size >= header.length && file.readMapped(header, 0, header.length, 0);
        if (!mapped && file.read(header, 0, header.length, 0) == 0) {
            return beginEmpty();
        }
        HeaderBytes.check(header);
        if (HeaderBytes.isWal(header) && !immutable && !leavingLog && !isMemory()) {
            openLog();
            return beginWithLog();
        }
        setPageSize(HeaderBytes.pageSize(header));
        boolean changed = seen.see(header, HeaderBytes.pagesIn(size, pageSize));
        if (changed) {
            readAhead.forget();
        }
        return changed;
    }

    private boolean beginEmpty() {
        setPageSize(settings.newPageSize());
        return seen.seeEmpty();
    }

    /** See {@link Pager#stamp}. */
    ContentStamp stamp() throws IOException {
        return isUnknown() ? null : ContentStamp.of(file, path, seen, wal);
    }

    private boolean isUnknown() {
        return lockless || state == State.ERROR || !seen.isKnown();
    }

    /** See {@link Pager#snapshot}. */
    Snapshot snapshot() throws IOException {
        return isUnknown() ? null : Snapshot.of(file, path, seen, wal);
    }

    /**
     * Makes a read transaction see the commits of others since it began: see
     * {@link DatabaseFile#catchUp}.
     *
     * @return false if nothing has happened
     */
    boolean catchUp(boolean forWriting) throws IOException {
        if (!file.isOutdated() || !file.catchUp(forWriting)) {
            return false;
        }
        beginWithoutLog();
        return true;
    }

    private void openLog() throws IOException {
        if (lockless || file.hasMoved(path)) {
            throw new SqlException(ResultCode.CANTOPEN, CANNOT_OPEN);
        }
        boolean alone = settings.isExclusiveLocking() && !file.isReadOnly();
        if (alone) {
            lockAlone();
        }
        wal = Wal.open(fileSystem, path, file, settings, busyWait, alone);
    }

    /** Waits until we have the database alone; if that fails, others are not kept out. */
    private void lockAlone() throws IOException {
        boolean locked = false;
        try {
            writer.lockExclusive();
            locked = true;
        } finally {
            if (!locked) {
                file.unlock(LockLevel.SHARED);
            }
        }
    }

    /** The log's index is not in a file: others could not use the database. */
    boolean isIndexOnHeap() {
        return wal != null && wal.isIndexOnHeap();
    }

    private boolean beginWithLog() throws IOException {
        if (settings.isExclusiveLocking() && !wal.hasIndex()) {
            wal.abandon(); // The log could only be read.
            openLog();
        }
        boolean changed = wal.begin();
        readAhead.forget(); // The log may have been copied back.
        if (!changed && seen.isKnown() && wal.isIndexed()) {
            return false; // The snapshot is the same: our log stays in use.
        }
        byte[] header = new byte[HeaderBytes.SIZE];
        if (wal.pageSize() != 0) {
            setPageSize(wal.pageSize());
        }
        if (!wal.read(1, header, 0, header.length)) {
            if (file.read(header, 0, header.length, 0) == 0) {
                return beginEmpty() || changed;
            }
            HeaderBytes.check(header);
            setPageSize(HeaderBytes.pageSize(header));
        } else {
            HeaderBytes.check(header);
            if (HeaderBytes.pageSize(header) != pageSize) {
                throw SqlException.corrupt(1, "page size differs from the log's");
            }
        }
        int filePages =
                wal.pageCount() != 0 ? wal.pageCount() : HeaderBytes.pagesIn(file.size(), pageSize);
        changed |= seen.see(header, filePages);
        if (changed) {
            readAhead.forget();
        }
        return changed;
    }

    private void setPageSize(int bytes) {
        if (bytes != pageSize) {
            pageSize = bytes;
            readAhead = new ReadAhead(file, bytes);
        }
    }

    /**
     * Reads a page's content in this snapshot.
     *
     * @param target has it afterwards from {@code offset} on; zeros beyond the end of the file
     */
    void read(int number, byte[] target, int offset) throws IOException {
        if (state == State.ERROR) {
            throw new IOException("a transaction could not be undone");
        }
        if (wal != null && wal.read(number, target, offset, pageSize)) {
            return;
        }
        // Without locks anybody may make the file shorter at any time.
        if (lockless || !file.readMapped(target, offset, pageSize, (number - 1L) * pageSize)) {
            readAhead.read(number, target, offset);
        }
    }

    /** Ends the read transaction, or a begin that has failed. */
    void end() throws IOException {
        State ended = state;
        state = ended == State.NEW ? State.NEW : State.OPEN;
        if (wal != null) {
            // As in SQLite, SHARED is kept while the log is in use: it must not be deleted.
            wal.end();
            if (!settings.isExclusiveLocking() && file.lockLevel() == LockLevel.EXCLUSIVE) {
                file.unlock(LockLevel.SHARED);
            }
            if (hasCommitted) {
                hasCommitted = false;
                copyBackIfLong();
            }
        } else if (!settings.isExclusiveLocking()) {
            if (lockless || ended != State.READER || !seen.isKnown()) {
                unlock();
            } else {
                state = State.RESTING;
                file.rest();
            }
        }
    }

    // ------------------------------------------------------------------ writing

    /**
     * Announces that the transaction that begins next will write. With a log, the write lock is
     * taken here; without, this only avoids disturbing another writer in vain.
     *
     * @return false if another connection is writing
     */
    boolean announceWrite() throws IOException {
        return wal == null ? !file.hasOtherWriter() : wal.announceWrite();
    }

    /**
     * Makes the read transaction a write transaction; does not wait.
     *
     * @throws SqlException SQLITE_BUSY if another connection is writing
     */
    void beginWrite() throws IOException {
        assert state == State.READER || state == State.WRITER : state;
        if (immutable) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        if (wal != null) {
            if (settings.isExclusiveLocking() && !file.lock(LockLevel.EXCLUSIVE)) {
                file.unlock(LockLevel.SHARED);
                throw BusyWait.busy();
            }
            wal.beginWrite();
            state = State.WRITER;
            return;
        }
        state = State.WRITER; // If it fails, too: the lock is not one to rest with.
        writer.begin(pageSize, seen.pageCount(), seen.filePages());
    }

    /** BEGIN EXCLUSIVE: waits until no other connection reads. */
    void lockExclusive() throws IOException {
        if (wal == null) {
            writer.lockExclusive();
        }
    }

    boolean needsImage(int number) {
        return wal == null && writer.needsImage(number);
    }

    /** Keeps a page of the database before it is changed for the first time. */
    void saveImage(int number, byte[] page) throws IOException {
        writer.saveImage(number, page);
    }

    /** How many images have been kept. */
    int imageCount() {
        return wal == null ? writer.imageCount() : 0;
    }

    /** Gives back the images kept since there were {@code from} of them. */
    void playBack(int from, RollbackJournal.Sink sink) throws IOException {
        if (wal == null) {
            writer.playBack(from, sink);
        }
    }

    /**
     * Writes pages before the transaction ends, in ascending order.
     *
     * @return false if that cannot be done now, because others read
     */
    boolean spill(Page[] pages, int count) throws IOException {
        assert state == State.WRITER : state;
        if (wal != null) {
            wal.append(pages, count, pageSize, 0, false);
            return true;
        }
        if (!writer.tryLockExclusive()) {
            return false;
        }
        writer.write(pages, count);
        readAhead.forget();
        return true;
    }

    /**
     * Writes the last pages of the write transaction. Without a log, it can still be rolled back;
     * with one, it is committed.
     *
     * @param pages in ascending order, at least one; without a log, the first page of the database
     *     is one of them
     * @param superJournal for a log of no meaning; see {@link FileWriter#prepare}
     * @throws SqlException SQLITE_BUSY if others go on reading; it may be tried again
     */
    void prepare(Page[] pages, int count, int newPageCount, String superJournal)
            throws IOException {
        assert state == State.WRITER : state;
        assert pages[0].number == 1 || wal != null : pages[0];
        if (wal != null) {
            // A schema of a commit that fails would be known by a cookie that comes again.
            boolean handsOn = pages[0].number != 1 || seen.hasSchemaOf(pages[0].data);
            wal.append(pages, count, pageSize, seen.filePagesAfter(newPageCount), handsOn);
            hasCommitted = true;
        } else {
            writer.prepare(pages, count, seen.filePagesAfter(newPageCount), superJournal);
            readAhead.forget();
        }
    }

    /**
     * Ends the write transaction that is prepared.
     *
     * @param first the first page, if it was changed; else null
     */
    void finish(Page first, int newPageCount) throws IOException {
        assert state == State.WRITER : state;
        if (wal == null) {
            writer.finish();
        }
        seen.commit(first, newPageCount);
    }

    /**
     * Instead of {@link #finish}, where that has failed but the transaction is committed: its
     * super-journal is gone. The next connection deletes the journal.
     */
    void abandonJournal() throws IOException {
        assert state == State.WRITER : state;
        state = State.ERROR;
        seen.forget();
        try {
            writer.abandonJournal();
        } finally {
            unlock();
        }
    }

    /** The rollback journal's name, if it can be a part of a commit of several files; else null. */
    String superJournalUser() {
        return wal == null ? writer.superJournalUser() : null;
    }

    /**
     * Ends the write transaction by replacing the database with {@code copy}.
     *
     * @throws SqlException SQLITE_BUSY if others go on reading
     */
    void become(Pager<?> copy) throws IOException {
        assert state == State.WRITER : state;
        if (wal != null) {
            wal.appendAll(copy, pageSize);
            hasCommitted = true;
        } else {
            writer.become(copy);
            setPageSize(copy.pageSize());
            readAhead.forget();
        }
        seen.become(copy.get(1), copy.pageCount());
    }

    /** Whether the file's content means nothing until the end of the transaction. */
    boolean isLost() {
        return state == State.ERROR;
    }

    /** Ends the write transaction and restores the file. */
    void rollback() throws IOException {
        assert state == State.WRITER : state;
        if (wal != null) {
            if (!wal.rollback()) {
                state = State.ERROR;
                seen.forget();
            }
            return;
        }
        boolean done = false;
        try {
            writer.rollback();
            readAhead.forget();
            done = true;
        } finally {
            if (!done) {
                // The next connection finds a hot journal.
                state = State.ERROR;
                seen.forget();
                unlock();
            }
        }
    }

    // ------------------------------------------------------------------ the log

    /** The commit is in the log already: as in SQLite, a failed checkpoint is no error. */
    private void copyBackIfLong() {
        if (wal.isLong()) {
            try {
                wal.copyBack();
            } catch (SqlException | IOException _) {
                hasCommitted = true; // Again after the next transaction.
            }
        }
    }

    /**
     * Copies the log back. Needs that no transaction runs here.
     *
     * @return null if there is no log
     */
    Checkpoint.Result checkpoint(CheckpointMode mode) throws IOException {
        assert !state.isInTransaction() : state;
        return wal == null ? null : wal.checkpoint(mode);
    }

    /** Whether the system's files offer the locks and the sharing that a log needs. */
    boolean canHaveLog() {
        if (lockless || isMemory()) {
            return false;
        }
        // A connection that has the database alone does not share its index.
        return settings.isExclusiveLocking() || fileSystem.hasWalIndexes();
    }

    /**
     * Copies the log back and deletes it. The next transaction, which has the database alone, has
     * to write into the header that there is none.
     *
     * @param next the journal mode from now on
     * @throws SqlException SQLITE_BUSY if anybody else has the database open
     */
    void leaveLog(JournalMode next) throws IOException {
        assert !state.isInTransaction() : state;
        if (wal == null) {
            return;
        }
        lockAlone();
        boolean left = false;
        try {
            wal.leave();
            if (next == JournalMode.MEMORY) {
                journal.deleteStale();
            }
            wal = null;
            leavingLog = true;
            left = true;
        } finally {
            if (!left) {
                file.unlock(LockLevel.SHARED);
            }
        }
    }

    /** Forgets that the log was left: the header says so now, or never will. */
    void endLeavingLog() {
        leavingLog = false;
    }

    /** Deletes the journal that is kept as long as the locks are. */
    void deleteEmptyJournal() throws IOException {
        if (wal == null && settings.journalMode() == JournalMode.DELETE) {
            deleteJournal();
        }
    }

    /** The journal that an earlier journal mode has left. */
    void deleteJournal() throws IOException {
        if (lockless || isMemory() || file.isReadOnly() || !file.lock(LockLevel.RESERVED)) {
            return;
        }
        try {
            journal.deleteLeftover();
        } finally {
            file.unlock(LockLevel.SHARED);
        }
    }

    private void unlock() throws IOException {
        if (!lockless) {
            file.unlock(LockLevel.NONE);
        }
    }

    void close() throws IOException {
        try {
            if (wal != null) {
                wal.close();
                wal = null;
            } else if (settings.isExclusiveLocking()
                    && file.lockLevel().compareTo(LockLevel.RESERVED) >= 0) {
                deleteEmptyJournal();
            }
        } finally {
            file.close();
        }
    }

    /** Returns the mode in which to open a file beside this database. */
    static OpenMode besideMode(DatabaseFile database) {
        return database.isReadOnly() ? OpenMode.READ_ONLY : OpenMode.READ_WRITE;
    }
}
