package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.WalIndexFile;

import java.io.IOException;
import java.util.Arrays;

/**
 * A reader's side of the wal-index (sqlite.org/walformat.html section 2): which frames count, and
 * the lock that keeps them, and the database pages below them, from being overwritten while we
 * read.
 *
 * <p>An index that is not valid (we are the first, or its maker died) is rebuilt. If we may only
 * read, we hold a read mark, beyond which no writer restarts the log, and read the log itself.
 */
final class WalSnapshot {
    private static final int ATTEMPTS_MAX = 100;

    /** From this attempt on there are pauses between them, all together of ten seconds. */
    private static final int ATTEMPTS_QUICK = 10;

    private static final int PAUSE_FACTOR_US = 39;

    /** Makes an index. */
    interface Recovery {
        /** @return false if another connection's lock prevents it */
        boolean run() throws IOException;
    }

    private final WalIndex index;
    private final WalIndexFile locks;
    private final BusyWait busyWait;

    /** The header of the snapshot; not valid if only the log itself knows it. */
    private final WalHeader header = new WalHeader();

    private int heldMark = -1;

    WalSnapshot(WalIndex index, BusyWait busyWait) {
        this.index = index;
        this.locks = index.file();
        this.busyWait = busyWait;
    }

    WalHeader header() {
        return header;
    }

    /** Everything in the log is in the database file too. */
    boolean isDatabaseAlone() {
        return heldMark == 0;
    }

    /** @throws SqlException SQLITE_ERROR_SNAPSHOT if the chosen content is not there any more */
    void begin(Recovery recovery, SnapshotChoice choice) throws IOException {
        WalHeader wanted = choice.header();
        if (wanted == null) {
            begin(recovery, !choice.isShared());
        } else {
            beginAt(wanted, recovery);
        }
    }

    /** @param mayBeAlone may do without the log if it has been copied back */
    private void begin(Recovery recovery, boolean mayBeAlone) throws IOException {
        WalHeader found = new WalHeader();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            if (attempt >= ATTEMPTS_QUICK) {
                int steps = attempt - ATTEMPTS_QUICK + 1;
                busyWait.sleep(1000 + (long) steps * steps * PAUSE_FACTOR_US);
            }
            byte[] now = index.readHeader();
            if (WalIndex.take(now, found)) {
                if (beginValid(now, found, mayBeAlone)) {
                    header.copyFrom(found.bytes, 0);
                    return;
                }
            } else if (attempt < ATTEMPTS_QUICK / 2 && !isUntouched(now)) {
                busyWait.sleep(1000); // The index may be in the middle of a change.
            } else if (locks.isReadOnly()) {
                if (beginInvalid()) {
                    header.clear();
                    return;
                }
            } else {
                recovery.run();
            }
        }
        throw new SqlException(ResultCode.PROTOCOL, "locking protocol");
    }

    private boolean beginValid(byte[] now, WalHeader found, boolean mayBeAlone) throws IOException {
        int frames = found.frameCount();
        if (mayBeAlone && WalIndex.backfill(now) == frames) {
            return hold(0, now, frames);
        }
        int best = 0;
        int bestValue = 0;
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            int value = WalIndex.mark(now, mark);
            if (value != WalIndex.MARK_UNUSED && value <= frames && value >= bestValue) {
                best = mark;
                bestValue = value;
            }
        }
        if ((best == 0 || bestValue < frames) && !locks.isReadOnly()) {
            int raised = raiseSomeMark(frames);
            best = raised != 0 ? raised : best;
        }
        if (best == 0) {
            return locks.isReadOnly() && holdAny();
        }
        return hold(best, now, frames);
    }

    /** If no mark is free, a read-only index cannot protect the snapshot; SQLite reads on. */
    private boolean holdAny() throws IOException {
        return locks.lock(WalIndexFile.READ_LOCK_0 + 1, false) && markHeld(1);
    }

    private boolean markHeld(int mark) {
        heldMark = mark;
        return true;
    }

    /** Sets an unused mark. Returns 0 if all are in use. */
    private int raiseSomeMark(int frames) throws IOException {
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            int lock = WalIndexFile.READ_LOCK_0 + mark;
            if (locks.lock(lock, true)) {
                try {
                    index.setMark(mark, frames);
                } finally {
                    locks.unlock(lock, true);
                }
                return mark;
            }
        }
        return 0;
    }

    /** Takes the lock of a mark, and gives it back if the index has changed meanwhile. */
    private boolean hold(int mark, byte[] seen, int frames) throws IOException {
        int lock = WalIndexFile.READ_LOCK_0 + mark;
        if (!locks.lock(lock, false)) {
            return false;
        }
        byte[] now = index.readHeader();
        boolean same = Arrays.equals(now, 0, WalHeader.SIZE, seen, 0, WalHeader.SIZE)
                && (mark == 0
                        ? WalIndex.backfill(now) == frames
                        : Integer.compareUnsigned(WalIndex.mark(now, mark), frames) <= 0);
        if (!same) {
            locks.unlock(lock, false);
            return false;
        }
        return markHeld(mark);
    }

    private boolean beginInvalid() throws IOException {
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            int lock = WalIndexFile.READ_LOCK_0 + mark;
            if (locks.lock(lock, false)) {
                if (!WalIndex.take(index.readHeader(), new WalHeader())) {
                    return markHeld(mark);
                }
                locks.unlock(lock, false);
            }
        }
        return false;
    }

    /** Begins with the frames of an earlier header, as SQLite's walTryBeginRead does. */
    private void beginAt(WalHeader wanted, Recovery recovery) throws IOException {
        WalHeader found = new WalHeader();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            if (attempt > 0) {
                busyWait.sleep(1000);
            }
            byte[] now = index.readHeader();
            if (!WalIndex.take(now, found)) {
                if (!locks.isReadOnly() && attempt >= ATTEMPTS_QUICK / 2) {
                    recovery.run();
                }
            } else if (!isThere(wanted, found, now)) {
                throw SnapshotChoice.gone();
            } else if (holdAt(wanted)) {
                header.copyFrom(wanted.bytes, 0);
                return;
            }
        }
        throw new SqlException(ResultCode.PROTOCOL, "locking protocol");
    }

    /**
     * Whether a header's frames are in the log, and the database has none that follow. If it has no
     * frames, SnapshotChoice compares the file itself.
     */
    private static boolean isThere(WalHeader wanted, WalHeader now, byte[] index) {
        byte[] salts = new byte[WalHeader.SALT_SIZE];
        now.copySaltsTo(salts, 0);
        return (wanted.frameCount() == 0 || wanted.hasSalts(salts, 0))
                && wanted.frameCount() <= now.frameCount()
                && WalIndex.attempted(index) <= wanted.frameCount();
    }

    /** Takes the lock of a mark that keeps later frames out of the database. */
    private boolean holdAt(WalHeader wanted) throws IOException {
        int frames = wanted.frameCount();
        byte[] now = index.readHeader();
        int best = 0;
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            int value = WalIndex.mark(now, mark);
            boolean fits = value != WalIndex.MARK_UNUSED && value <= frames;
            if (fits && (best == 0 || value > WalIndex.mark(now, best))) {
                best = mark;
            }
        }
        if (best == 0 && !locks.isReadOnly()) {
            best = raiseSomeMark(frames);
        }
        if (best == 0 || !locks.lock(WalIndexFile.READ_LOCK_0 + best, false)) {
            return false;
        }
        boolean done = false;
        // Without a checkpoint meanwhile, which may have read the marks before.
        boolean alone = locks.lock(WalIndexFile.CHECKPOINT_LOCK, false);
        try {
            byte[] then = index.readHeader();
            WalHeader found = new WalHeader();
            done = alone
                    && WalIndex.take(then, found)
                    && isThere(wanted, found, then)
                    && Integer.compareUnsigned(WalIndex.mark(then, best), frames) <= 0
                    && markHeld(best);
        } finally {
            if (alone) {
                locks.unlock(WalIndexFile.CHECKPOINT_LOCK, false);
            }
            if (!done) {
                locks.unlock(WalIndexFile.READ_LOCK_0 + best, false);
            }
        }
        return done;
    }

    /** The index has not been made yet: there is nothing to wait for. */
    private static boolean isUntouched(byte[] bytes) {
        int length = 2 * WalHeader.SIZE;
        return Arrays.equals(bytes, 0, length, new byte[length], 0, length);
    }

    /**
     * Begins to use the log, before a writer that has the database alone appends to it. A log that
     * is not in use is restarted.
     *
     * @param salt a random number
     */
    void beginLog(Recovery recovery, int salt) throws IOException {
        assert heldMark == 0 : heldMark;
        if (index.backfill() > 0 && lockMarks()) {
            try {
                restart(index, header, salt);
            } finally {
                unlockMarks();
            }
        }
        end();
        begin(recovery, false);
    }

    /** Makes the log an empty one. The caller has the locks WRITE and READ(1) to READ(4). */
    static void restart(WalIndex index, WalHeader header, int salt) throws IOException {
        header.setFrameCount(0);
        header.nextSalts(salt);
        index.writeHeader(header);
        index.setBackfill(0);
        index.setAttempted(0);
        index.setMark(1, 0);
        for (int mark = 2; mark < WalIndex.MARK_COUNT; mark++) {
            index.setMark(mark, WalIndex.MARK_UNUSED);
        }
    }

    /** Tries to lock all marks but the first against readers. */
    boolean lockMarks() throws IOException {
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            if (!locks.lock(WalIndexFile.READ_LOCK_0 + mark, true)) {
                for (int locked = 1; locked < mark; locked++) {
                    locks.unlock(WalIndexFile.READ_LOCK_0 + locked, true);
                }
                return false;
            }
        }
        return true;
    }

    void unlockMarks() throws IOException {
        for (int mark = 1; mark < WalIndex.MARK_COUNT; mark++) {
            locks.unlock(WalIndexFile.READ_LOCK_0 + mark, true);
        }
    }

    /** The snapshot is another one now: our own commit. */
    void move(WalHeader committed) {
        header.copyFrom(committed.bytes, 0);
    }

    void end() throws IOException {
        if (heldMark >= 0) {
            locks.unlock(WalIndexFile.READ_LOCK_0 + heldMark, false);
            heldMark = -1;
        }
    }

    void close() throws IOException {
        locks.close();
    }
}
