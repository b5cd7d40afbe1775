package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.WalIndexFile;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Copies the pages of a log back into the database (sqlite.org/wal.html section 2.1): syncs the
 * log, writes its pages in order into the database, syncs the database, and only then notes it in
 * the index. Needs no read transaction.
 */
public final class Checkpoint {
    /**
     * @param busy whether another connection's lock kept the checkpoint from completing
     * @param frameCount frames in the log
     * @param copied the number of those frames that the database has now
     */
    public record Result(boolean busy, int frameCount, int copied) {}

    private final WalIndex index;
    private final WalIndexFile locks;
    private final WalSnapshot snapshot;
    private final WalFile log;
    private final GroupCommit group;
    private final DatabaseFile database;
    private final PagerSettings settings;
    private final BusyWait busyWait;
    private CheckpointMode mode;
    private boolean waits;

    Checkpoint(
            WalIndex index,
            WalSnapshot snapshot,
            WalFile log,
            GroupCommit group,
            DatabaseFile database,
            PagerSettings settings,
            BusyWait busyWait) {
        this.index = index;
        this.locks = index.file();
        this.snapshot = snapshot;
        this.log = log;
        this.group = group;
        this.database = database;
        this.settings = settings;
        this.busyWait = busyWait;
    }

    /** @throws SqlException SQLITE_BUSY if another checkpoint runs */
    Result run(CheckpointMode wanted, WalSnapshot.Recovery recovery) throws IOException {
        mode = wanted;
        waits = wanted != CheckpointMode.PASSIVE;
        WalHeader header = new WalHeader();
        if (!WalIndex.take(index.readHeader(), header)) {
            recovery.run();
        }
        if (!locks.lock(WalIndexFile.CHECKPOINT_LOCK, true)) {
            throw BusyWait.busy();
        }
        boolean writeLocked = false;
        try {
            if (waits) {
                writeLocked = lock(WalIndexFile.WRITE_LOCK);
                if (!writeLocked) {
                    mode = CheckpointMode.PASSIVE;
                    waits = false;
                }
            }
            if (!WalIndex.take(index.readHeader(), header)) {
                throw BusyWait.busy();
            }
            boolean complete = copy(header);
            return new Result(!complete || mode != wanted, header.frameCount(), index.backfill());
        } finally {
            if (writeLocked) {
                locks.unlock(WalIndexFile.WRITE_LOCK, true);
                database.writers().released();
            }
            locks.unlock(WalIndexFile.CHECKPOINT_LOCK, true);
        }
    }

    /** Takes an exclusive lock; waits for it if the mode says so and the time is not up. */
    private boolean lock(int number) throws IOException {
        BusyWait wait = busyWait.another();
        while (!locks.lock(number, true)) {
            if (!waits) {
                return false;
            }
            try {
                wait.pause();
            } catch (SqlException e) {
                if (e.code() != ResultCode.BUSY) {
                    throw e;
                }
                return false;
            }
        }
        wait.end();
        return true;
    }

    private boolean copy(WalHeader header) throws IOException {
        int frames = header.frameCount();
        int backfill = index.backfill();
        if (backfill < frames) {
            int safe = safeFrames(frames);
            if (backfill < safe && lock(WalIndexFile.READ_LOCK_0)) {
                try {
                    copyFrames(header, index.backfill(), safe);
                } finally {
                    locks.unlock(WalIndexFile.READ_LOCK_0, true);
                }
            }
        }
        if (mode == CheckpointMode.PASSIVE) {
            return true;
        }
        if (index.backfill() < frames) {
            return false;
        }
        return mode == CheckpointMode.FULL || restart(header);
    }

    /**
     * Returns the number of frames that may be copied, since no reader needs the database without
     * them.
     */
    private int safeFrames(int frames) throws IOException {
        int safe = frames;
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            int value = index.mark(mark);
            if (Integer.compareUnsigned(value, safe) >= 0) {
                continue;
            }
            int lock = WalIndexFile.READ_LOCK_0 + mark;
            if (lock(lock)) {
                index.setMark(mark, mark == 1 ? safe : WalIndex.MARK_UNUSED);
                locks.unlock(lock, true);
            } else {
                safe = value;
                waits = false; // The checkpoint is not going to be complete.
            }
        }
        return safe;
    }

    private void copyFrames(WalHeader header, int from, int to) throws IOException {
        index.setAttempted(to);
        boolean syncs = settings.synchronous() != Synchronous.OFF;
        if (syncs) {
            group.sync(index, log);
        }
        int pageSize = header.pageSize();
        byte[] page = new byte[pageSize];
        long[] pages = newestFrames(from, to);
        for (int i = 0; i < pages.length; i++) {
            int number = (int) (pages[i] >>> 32);
            boolean newest = i + 1 == pages.length || (int) (pages[i + 1] >>> 32) != number;
            if (newest && number <= header.pageCount()) {
                log.readPage((int) pages[i], pageSize, page, 0, pageSize);
                database.write(page, 0, pageSize, (number - 1L) * pageSize);
            }
        }
        WalHeader now = new WalHeader();
        if (WalIndex.take(index.readHeader(), now) && now.frameCount() == to) {
            long size = (long) header.pageCount() * pageSize;
            if (database.size() > size) {
                database.truncate(size);
            }
        }
        if (syncs) {
            database.sync();
        }
        index.setBackfill(to);
    }

    /** Page numbers, above, and frames, below, in ascending order. */
    private long[] newestFrames(int from, int to) throws IOException {
        int[] numbers = index.pageNumbers(from + 1, to);
        long[] pages = new long[numbers.length];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = (long) numbers[i] << 32 | (from + 1 + i);
        }
        Arrays.sort(pages);
        return pages;
    }

    /** Waits until no connection reads the log. */
    private boolean restart(WalHeader header) throws IOException {
        BusyWait wait = busyWait.another();
        while (!snapshot.lockMarks()) {
            try {
                wait.pause();
            } catch (SqlException e) {
                if (e.code() != ResultCode.BUSY) {
                    throw e;
                }
                return false;
            }
        }
        wait.end();
        try {
            if (mode == CheckpointMode.TRUNCATE) {
                WalSnapshot.restart(index, header, ThreadLocalRandom.current().nextInt());
                log.file().truncate(0);
            }
        } finally {
            snapshot.unlockMarks();
        }
        return true;
    }
}
