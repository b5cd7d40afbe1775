package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.event.CheckpointEvent;
import org.sqlvm.engine.event.Events;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.HeapWalIndexFile;
import org.sqlvm.engine.file.HeldLock;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.WalIndexFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A database in write-ahead log mode (file-format section 4): which page is in which frame of the
 * log, as of the last commit when the transaction began, and the frames that our own transaction
 * appends.
 *
 * <p>{@link WalSnapshot} agrees with the other processes on the snapshot, through the
 * {@link WalIndex}. If there can be no {@code -shm} file, the log is read without the index, and
 * never written.
 *
 * <p>The file is long because reading, writing, recovery, copying back and the end of a log work on
 * one snapshot and one map of frames.
 */
final class Wal {
    /** The suffix that makes a database's name the log's. */
    static final String SUFFIX = "-wal";

    /** A log that is this many times as long as it should be stops the writers. */
    private static final int LONGEST = 8;

    /** How often the rest is tried, and the pauses before, in microseconds. */
    private static final int STOPPED_ATTEMPTS = 100;

    private static final int STOPPED_PAUSE_US = 1000;

    private final FileSystem fileSystem;
    /** The database's path. */
    private final String path;

    private final DatabaseFile database;
    private final PagerSettings settings;
    private final BusyWait busyWait;
    /** Null without an index. */
    private final WalIndex index;

    private final WalSnapshot snapshot;

    /** The commits of this process that share syncs; null without an index. */
    private final GroupCommit group;

    /** Null while there is no file. */
    private WalFile file;

    /** For a log without a usable index. */
    private WalScan scan;

    private final FrameMap map = new FrameMap();

    /** The number of frames in the map, and the salts of their log. */
    private int mappedCount;

    private final byte[] mappedSalts = new byte[WalHeader.SALT_SIZE];

    /**
     * The index's header when our transaction commits; outside of one, that of the last
     * transaction.
     */
    private final WalHeader header = new WalHeader();

    private boolean writing;

    /** The lock WRITE is ours. */
    private boolean writeLocked;

    /** Our snapshot has commits that were not published yet when the transaction began. */
    private boolean chained;

    /** The number of failed syncs of the group when the transaction began. */
    private long failures;

    private Wal(
            FileSystem fileSystem,
            String path,
            DatabaseFile database,
            WalIndexFile index,
            PagerSettings settings,
            BusyWait busyWait) {
        this.fileSystem = fileSystem;
        this.path = path;
        this.database = database;
        this.settings = settings;
        this.busyWait = busyWait;
        this.index = index == null ? null : new WalIndex(index);
        snapshot = index == null ? null : new WalSnapshot(this.index, busyWait);
        group = index == null ? null : (GroupCommit) index.shared(GroupCommit::new);
    }

    /**
     * @param alone whether no other connection can have the database: the index is on the heap then
     */
    static Wal open(
            FileSystem fileSystem,
            String path,
            DatabaseFile database,
            PagerSettings settings,
            BusyWait busyWait,
            boolean alone)
            throws IOException {
        assert !alone || database.lockLevel() == LockLevel.EXCLUSIVE : database.lockLevel();
        WalIndexFile index =
                alone ? new HeapWalIndexFile() : fileSystem.openWalIndex(path, database);
        Wal wal = new Wal(fileSystem, path, database, index, settings, busyWait);
        if (index != null && !index.isReadOnly() && !database.isReadOnly()) {
            // At once: later, the file of this name may be the log of another database.
            wal.openLog(true);
        }
        return wal;
    }

    private String logPath() {
        return path + SUFFIX;
    }

    /** Without one the log can only be read. */
    boolean hasIndex() {
        return index != null;
    }

    /** The index is in no file: while it is used the database has to be ours alone. */
    boolean isIndexOnHeap() {
        return index != null && index.file() instanceof HeapWalIndexFile;
    }

    // ------------------------------------------------------------------ reading

    /** Whether the log is read through the index. */
    boolean isIndexed() {
        return snapshot != null && snapshot.header().isValid();
    }

    /** See {@link WalIndexFile#identity}; null if the snapshot cannot be identified. */
    Object identity() {
        return isIndexed() && !writing ? index.file().identity() : null;
    }

    /** Puts what identifies the log's frames up to the snapshot; nothing if there are none. */
    void describeFrames(ByteBuffer target) {
        header.describeFrames(target);
    }

    /** The header of the wal-index in which the snapshot was found. */
    byte[] snapshotHeader() {
        return header.bytes;
    }

    private boolean isUnused() {
        return snapshot != null && snapshot.isDatabaseAlone();
    }

    /** Page size of the log; 0 if there is none. */
    int pageSize() {
        if (isUnused()) {
            return 0;
        }
        return isIndexed() ? header.pageSize() : scan == null ? 0 : scan.pageSize();
    }

    /** Pages in the database as of the snapshot; 0 if the log does not say. */
    int pageCount() {
        if (isUnused()) {
            return 0;
        }
        return isIndexed() ? header.pageCount() : scan == null ? 0 : scan.pageCount();
    }

    /** @return true if the snapshot is another one than last time */
    boolean begin() throws IOException {
        if (snapshot != null) {
            beginSnapshot();
        }
        if (!isIndexed()) {
            header.clear();
            return readLog();
        }
        boolean same = header.isSame(snapshot.header());
        header.copyFrom(snapshot.header().bytes, 0);
        extendMap();
        return !same;
    }

    /** Behind {@link #announceWrite}, the snapshot has the commits that wait for their sync. */
    private void beginSnapshot() throws IOException {
        SnapshotChoice choice = settings.snapshot();
        long failuresNow = group.failures();
        WalHeader last = new WalHeader();
        chained = writeLocked && choice.header() == null && group.copyLast(last);
        // With waiting commits the log is in use, even if all that is published is copied back.
        snapshot.begin(this::recover, chained ? SnapshotChoice.SHARED : choice);
        choice.checkFile(database.identity(path));
        if (chained) {
            snapshot.move(last);
        } else {
            failuresNow = group.failures();
        }
        if (failuresNow != failures) {
            // Frames that the map knows, and pages that were read from them, may be discarded.
            failures = failuresNow;
            header.clear();
            map.clear();
            mappedCount = 0;
        }
    }

    /** The frames of the log up to the snapshot are in the map. */
    private void extendMap() throws IOException {
        if (isUnused()) {
            return;
        }
        int frames = header.frameCount();
        if (frames < mappedCount || !header.hasSalts(mappedSalts, 0)) {
            map.clear();
            mappedCount = 0;
            header.copySaltsTo(mappedSalts, 0);
        }
        if (frames > mappedCount) {
            int[] numbers = index.pageNumbers(mappedCount + 1, frames);
            for (int i = 0; i < numbers.length; i++) {
                map.put(numbers[i], mappedCount + 1 + i);
            }
            mappedCount = frames;
        }
        if (frames > 0 && !openLog(false)) {
            throw new IOException("the write-ahead log is not there");
        }
    }

    /** Reads the log as it is, without an index. */
    private boolean readLog() throws IOException {
        if (!openLog(false)) {
            boolean had = mappedCount > 0;
            scan = null;
            map.clear();
            mappedCount = 0;
            return had;
        }
        if (scan == null) {
            scan = new WalScan(file);
        }
        int before = mappedCount;
        boolean replaced = scan.read();
        if (replaced) {
            map.clear();
            mappedCount = 0;
        }
        for (; mappedCount < scan.frameCount(); mappedCount++) {
            map.put(scan.pageNumbers()[mappedCount], mappedCount + 1);
        }
        Arrays.fill(mappedSalts, (byte) 0);
        return replaced || mappedCount != before;
    }

    private boolean openLog(boolean make) throws IOException {
        if (file != null) {
            return true;
        }
        String log = logPath();
        if (!make && !fileSystem.exists(log)) {
            return false;
        }
        OpenMode mode = make ? OpenMode.READ_WRITE_CREATE : FileSource.besideMode(database);
        try {
            file = new WalFile(fileSystem.openBeside(path, log, mode));
        } catch (IOException e) {
            throw SqlException.io(ResultCode.CANTOPEN, "unable to open database file", e);
        }
        return true;
    }

    /**
     * Reads the first {@code length} bytes of a page.
     *
     * @return false if the page is not in the log
     */
    boolean read(int number, byte[] target, int offset, int length) throws IOException {
        int frame = isUnused() ? 0 : map.get(number);
        if (frame == 0) {
            return false;
        }
        int pageSize = isIndexed() ? header.pageSize() : scan.pageSize();
        file.readPage(frame, pageSize, target, offset, length);
        return true;
    }

    void end() throws IOException {
        assert !writing;
        if (writeLocked) {
            unlockWrite();
        }
        if (snapshot != null) {
            snapshot.end();
        }
    }

    // ------------------------------------------------------------------ its state

    /** Returns the state of the log; null if it cannot be known. */
    LockControl.LogState state() throws IOException {
        WalHeader now = new WalHeader();
        byte[] bytes = index == null ? null : index.readHeader();
        if (bytes == null || !WalIndex.take(bytes, now)) {
            return null;
        }
        return new LockControl.LogState(
                now.frameCount(),
                WalIndex.backfill(bytes),
                now.pageSize(),
                file == null ? 0 : file.file().size());
    }

    /** Returns the locks on the log that connections of this process hold. */
    List<HeldLock> heldLocks() throws IOException {
        List<HeldLock> held = new ArrayList<>();
        if (index == null) {
            return held;
        }
        byte[] bytes = index.readHeader();
        for (HeldLock lock : index.file().heldLocks()) {
            int mark = WalIndexFile.LOCK_NAMES.indexOf(lock.name()) - WalIndexFile.READ_LOCK_0;
            // Readers of mark 0 read the database alone.
            Integer frame = mark < 0 ? null : mark == 0 ? 0 : WalIndex.mark(bytes, mark);
            held.add(new HeldLock(
                    lock.name(), lock.exclusive(), lock.connections(), lock.own(), frame));
        }
        return held;
    }

    // ------------------------------------------------------------------ recovery

    /**
     * Rebuilds the index from the log, unless another connection has done it meanwhile.
     *
     * @return false if another connection's lock prevents it
     */
    private boolean recover() throws IOException {
        WalIndexFile locks = index.file();
        int first = writeLocked ? WalIndexFile.WRITE_LOCK + 1 : WalIndexFile.WRITE_LOCK;
        int locked = first;
        try {
            // WRITE, CKPT and RECOVER.
            while (locked < WalIndexFile.READ_LOCK_0) {
                if (!locks.lock(locked, true)) {
                    return false;
                }
                locked++;
            }
            if (!WalIndex.take(index.readHeader(), new WalHeader())) {
                rebuildIndex();
            }
            return true;
        } finally {
            while (locked > first) {
                locks.unlock(--locked, true);
            }
        }
    }

    private void rebuildIndex() throws IOException {
        WalHeader fresh = new WalHeader();
        if (openLog(false)) {
            WalScan log = new WalScan(file);
            log.read();
            if (log.pageSize() != 0) {
                fresh.setPageSize(log.pageSize());
                fresh.setBigEndianSums(WalFile.hasBigEndianSums(log.header()));
                fresh.setSalts(log.header(), WalFile.SALTS);
                fresh.setFrameSums(log.sum1(), log.sum2());
            }
            if (log.frameCount() > 0) {
                fresh.setFrameCount(log.frameCount());
                fresh.setPageCount(log.pageCount());
                index.append(1, log.pageNumbers(), log.frameCount());
            }
        }
        int frames = fresh.frameCount();
        index.setBackfill(0);
        index.setAttempted(frames);
        index.setMark(0, 0);
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            int lock = WalIndexFile.READ_LOCK_0 + mark;
            if (index.file().lock(lock, true)) {
                index.setMark(mark, mark == 1 && frames > 0 ? frames : WalIndex.MARK_UNUSED);
                index.file().unlock(lock, true);
            }
        }
        index.writeHeader(fresh);
    }

    // ------------------------------------------------------------------ writing

    /**
     * Takes the write lock for the read transaction that is going to begin. With the lock, its
     * snapshot is the last commit; without, connections that write without pause could commit in
     * between again and again.
     *
     * @return false if another connection writes
     */
    boolean announceWrite() throws IOException {
        if (index == null || index.file().isReadOnly() || database.isReadOnly()) {
            return true; // The error is reported when the transaction begins to write.
        }
        return lockWrite(true);
    }

    /** @param chains whether the snapshot begins behind this, and has the commits that wait */
    private boolean lockWrite(boolean chains) throws IOException {
        writeLocked = group.lockWrite(index.file(), chains);
        if (writeLocked) {
            database.writers().granted();
        }
        return writeLocked;
    }

    private void unlockWrite() throws IOException {
        writeLocked = false;
        index.file().unlock(WalIndexFile.WRITE_LOCK, true);
        database.writers().released();
    }

    /**
     * Makes the read transaction a write transaction.
     *
     * @throws SqlException SQLITE_BUSY if another connection writes, or has written since the
     *     snapshot
     */
    void beginWrite() throws IOException {
        assert !writing;
        if (database.isReadOnly()) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        if (!isIndexed() || index.file().isReadOnly()) {
            throw new SqlException(ResultCode.CANTOPEN, "unable to open database file");
        }
        if (!writeLocked && !lockWrite(false)) {
            throw BusyWait.busy();
        }
        WalHeader now = new WalHeader();
        boolean isKnown = group.copyLast(now) || WalIndex.take(index.readHeader(), now);
        if (!isKnown || !now.isSame(snapshot.header())) {
            unlockWrite();
            throw new SqlException(ResultCode.BUSY_SNAPSHOT, "database is locked");
        }
        writing = true;
    }

    /**
     * Appends pages of our transaction.
     *
     * @param pageCount the database's number of pages, if these are the last pages and the
     *     transaction commits; else 0
     * @param handsOn whether the next writer may build on the commit while it waits for its sync
     */
    void append(Page[] pages, int count, int pageSize, int pageCount, boolean handsOn)
            throws IOException {
        assert writing && count > 0;
        checkLog();
        if (isUnused()) {
            snapshot.beginLog(this::recover, ThreadLocalRandom.current().nextInt());
            header.copyFrom(snapshot.header().bytes, 0);
            extendMap();
        }
        openLog(true);
        int first = header.frameCount() + 1;
        if (first == 1) {
            beginLogFile(pageSize);
        }
        file.writeFrames(first, pages, count, pageSize, pageCount, header);
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = pages[i].number;
            map.change(numbers[i], first + i);
        }
        header.setFrameCount(first + count - 1);
        mappedCount = header.frameCount();
        index.append(first, numbers, count);
        if (pageCount != 0) {
            commit(pageCount, handsOn);
        }
    }

    private void commit(int pageCount, boolean handsOn) throws IOException {
        header.setPageCount(pageCount);
        header.countChange();
        header.seal();
        boolean syncs = settings.synchronous().compareTo(Synchronous.FULL) >= 0;
        GroupCommit.Member member = group.join(index, header, syncs, handsOn, failures);
        if (member != null) {
            if (handsOn) {
                writeLocked = false;
                database.writers().released();
            }
            group.await(member, index, file);
        }
        snapshot.move(header);
        endWrite();
    }

    /** Appends all pages of {@code copy}, and commits them. */
    void appendAll(Pager<?> copy, int pageSize) throws IOException {
        Page[] pages = new Page[Math.max(1, HeaderBytes.PAGE_SIZE_MAX / pageSize)];
        int lockPage = HeaderBytes.lockBytePage(pageSize);
        int last = copy.pageCount();
        int count = 0;
        for (int number = 1; number <= last; number++) {
            if (number != lockPage) {
                pages[count++] = copy.get(number);
            }
            if (count == pages.length || number == last) {
                append(pages, count, pageSize, number == last ? last : 0, false);
                count = 0;
            }
        }
    }

    /**
     * If another file has the database's name now, the log is taken for its log. SQLite would write
     * pages of this database into that one.
     */
    private void checkLog() throws IOException {
        if (database.hasMoved(path)
                && fileSystem.exists(path)
                && (file == null || !file.file().hasMoved(logPath()))) {
            throw new SqlException(
                    ResultCode.READONLY_DBMOVED, "attempt to write a readonly database");
        }
    }

    private void beginLogFile(int pageSize) throws IOException {
        byte[] salts = new byte[WalHeader.SALT_SIZE];
        ThreadLocalRandom.current().nextBytes(salts);
        header.setSalts(salts, 0);
        header.copySaltsTo(mappedSalts, 0);
        byte[] old = file.readHeader();
        file.writeHeader(pageSize, old == null ? 0 : WalFile.sequence(old) + 1, header);
        if (settings.synchronous() != Synchronous.OFF) {
            sync();
            if (old == null) {
                fileSystem.syncFolder(logPath());
            }
        }
    }

    private void sync() throws IOException {
        try {
            group.sync(index, file);
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_FSYNC, e);
        }
    }

    /**
     * Undoes our transaction: the frames that it has appended are not in the index's header.
     *
     * @return false if the snapshot is not to be read any more, since commits in it have failed
     */
    boolean rollback() throws IOException {
        assert writing;
        map.undo();
        header.copyFrom(snapshot.header().bytes, 0);
        mappedCount = header.frameCount();
        header.copySaltsTo(mappedSalts, 0);
        endWrite();
        return !chained || group.failures() == failures;
    }

    private void endWrite() throws IOException {
        writing = false;
        map.keep();
        if (writeLocked) {
            unlockWrite();
        }
    }

    // ------------------------------------------------------------------ copying back

    /** Is the log so long that it should be copied back? */
    boolean isLong() {
        int limit = settings.walAutoCheckpoint();
        return limit > 0 && !isUnused() && isIndexed() && header.frameCount() >= limit;
    }

    /**
     * Copies a long log back. While the connections of this process write without a pause, there
     * are always some frames that are not copied, and the log never begins again. So it grows, and
     * at last they are stopped for the rest.
     */
    void copyBack() throws IOException {
        checkpoint(CheckpointMode.PASSIVE);
        int frames = uncopiedFrames();
        if (frames == 0 || !group.stopWriters(index.file(), frames, busyWait)) {
            return;
        }
        writeLocked = true;
        database.writers().granted();
        int left = frames;
        try {
            for (int i = 0; i < STOPPED_ATTEMPTS && (left = uncopiedFrames()) > 0; i++) {
                busyWait.sleep(STOPPED_PAUSE_US); // Those who have committed still end their reads.
                tryCheckpoint();
            }
        } finally {
            group.startWriters(left);
            unlockWrite();
        }
    }

    private void tryCheckpoint() throws IOException {
        try {
            checkpoint(CheckpointMode.PASSIVE);
        } catch (SqlException e) {
            if (e.code() != ResultCode.BUSY) {
                throw e; // Else another connection's checkpoint runs.
            }
        }
    }

    /** Returns the length of the log; 0 if it is not too long, or copied back. */
    private int uncopiedFrames() throws IOException {
        byte[] bytes = index.readHeader();
        WalHeader now = new WalHeader();
        boolean isTooLong = WalIndex.take(bytes, now)
                && now.frameCount() / LONGEST >= settings.walAutoCheckpoint()
                && now.frameCount() > WalIndex.backfill(bytes);
        return isTooLong ? now.frameCount() : 0;
    }

    /**
     * Copies the log back as far as {@code mode} says. No transaction may run here.
     *
     * @throws SqlException SQLITE_BUSY if another checkpoint runs
     */
    Checkpoint.Result checkpoint(CheckpointMode mode) throws IOException {
        if (index == null || index.file().isReadOnly() || database.isReadOnly()) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        if (!openLog(true)) {
            throw new AssertionError(path);
        }
        CheckpointEvent event = Events.checkpoint();
        Checkpoint.Result result = new Checkpoint(
                        index, snapshot, file, group, database, settings, busyWait)
                .run(mode, this::recover);
        if (event != null) {
            event.finish(path, mode.name(), result.frameCount(), result.copied());
        }
        return result;
    }

    // ------------------------------------------------------------------ the end

    /**
     * Closes the log. The last connection that does copies the log back, and deletes it with its
     * index.
     */
    void close() throws IOException {
        boolean delete = false;
        try {
            if (snapshot != null) {
                snapshot.end();
            }
            // The file of that name may be another database by now.
            delete = !leavesFrames() && !database.hasMoved(path) && isLast() && isCopiedBack();
        } catch (SqlException | IOException _) {
            delete = false; // The log stays for the next connection.
        } finally {
            release(delete);
            database.unlock(LockLevel.SHARED);
        }
    }

    /**
     * The database is not going to have a log any more: copies it back and deletes it. The caller
     * has the database alone.
     *
     * @throws SqlException SQLITE_BUSY if that is not possible: then nothing has changed
     */
    void leave() throws IOException {
        assert database.lockLevel() == LockLevel.EXCLUSIVE : database.lockLevel();
        if (index != null && !isCopiedBack()) {
            throw BusyWait.busy();
        }
        release(true);
    }

    /** Lets go of a log that is not the database's. */
    void abandon() throws IOException {
        if (snapshot != null) {
            snapshot.end();
        }
        release(false);
    }

    private void release(boolean delete) throws IOException {
        try {
            if (file != null) {
                file.file().close();
                file = null;
            }
            if (delete) {
                fileSystem.delete(logPath());
                fileSystem.delete(path + "-shm");
            }
        } finally {
            if (snapshot != null) {
                snapshot.close();
            }
        }
    }

    /** No other connection has the database open: in this mode each holds SHARED all the time. */
    private boolean isLast() throws IOException {
        return index != null
                && !database.isReadOnly()
                && !index.file().isReadOnly()
                && database.lock(LockLevel.SHARED)
                && database.lock(LockLevel.EXCLUSIVE);
    }

    private boolean leavesFrames() {
        return settings.leavesLog() && header.frameCount() > 0;
    }

    private boolean isCopiedBack() throws IOException {
        if (!openLog(false)) {
            return true;
        }
        Checkpoint.Result result = checkpoint(CheckpointMode.PASSIVE);
        return result.frameCount() == result.copied();
    }
}
