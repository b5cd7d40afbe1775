package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.WalIndexFile;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Commits of the connections of this process to one log that share a sync.
 *
 * <p>A commit appends its frames, and waits here until they are on the disk. It hands the lock
 * WRITE on before that, so the next writer builds on the frames of those who wait. One of them, the
 * leader, syncs the log for all, and then writes the last one's header into the wal-index. Only
 * then do readers see the commits. While any waits, the process keeps the lock from other
 * processes.
 *
 * <p>If the sync fails, all who wait fail, and the writer that has built on them. Any number of
 * threads may use this.
 */
final class GroupCommit {
    /**
     * The process gives the lock WRITE to other processes after this time in nanoseconds and this
     * number of syncs, even if its own connections want it.
     */
    private static final long KEPT_NS = 100_000_000;

    private static final int KEPT_SYNCS = 16;

    /** How long the lock is left to others then, in nanoseconds: our own connections poll it. */
    private static final long LEFT_NS = 1_000_000;

    /** How often a checkpoint tries to stop the writers, and the pauses between. */
    private static final int STOP_ATTEMPTS = 200;

    private static final int STOP_PAUSE_US = 500;

    /** A commit that waits for its sync. */
    static final class Member {
        private final WalHeader header = new WalHeader();
        private final Semaphore calls = new Semaphore(0);

        /** The commit is published, or has failed. Guarded. */
        private boolean ended;

        /** The reason why it has failed; else null. Guarded. */
        private IOException failure;
    }

    private final ReentrantLock guard = new ReentrantLock();

    /**
     * Held during each sync of the log. The system reports a failed write to one sync alone; a
     * second one that runs beside it would succeed.
     */
    private final ReentrantLock syncing = new ReentrantLock();

    /** In the order of their frames. */
    private final ArrayDeque<Member> waiting = new ArrayDeque<>();

    /** Whether one of those who wait is going to sync for all. Guarded. */
    private boolean hasLeader;

    /** The process keeps the lock WRITE, see {@link WalIndexFile#keepWriteLock}. Guarded. */
    private boolean kept;

    /** When the process got the lock WRITE, and the syncs of groups since. Guarded. */
    private long lockedNs;

    private int syncsSinceLocked;

    /** A connection was refused since the process has had the lock too long. Guarded. */
    private boolean refused;

    /** Until this time the lock is left to others. Guarded. */
    private long leftUntilNs = System.nanoTime();

    /** A checkpoint waits for the lock WRITE, before all connections. Guarded. */
    private boolean stopped;

    /** The frames of the log when it was of no use to stop the writers; or 0. Guarded. */
    private long hinderedFrames;

    /** The number of syncs that have failed. */
    private final AtomicLong failures = new AtomicLong();

    // ------------------------------------------------------------------ the write lock

    /**
     * Tries to take the lock WRITE.
     *
     * @param chained whether the new writer sees the commits that wait; if not, the lock is refused
     *     as long as there are some
     */
    boolean lockWrite(WalIndexFile locks, boolean chained) throws IOException {
        guard.lock();
        try {
            if (kept) {
                return chained && mayJoin() && locks.joinWriteLock();
            }
            boolean isLeft = chained && (stopped || System.nanoTime() - leftUntilNs < 0);
            if (isLeft || !locks.lock(WalIndexFile.WRITE_LOCK, true)) {
                return false;
            }
            lockedNs = System.nanoTime();
            syncsSinceLocked = 0;
            return true;
        } finally {
            guard.unlock();
        }
    }

    /**
     * Stops the writers of this process, which never pause, and takes the lock WRITE between two of
     * them, when no commit waits.
     *
     * @param frames the length of the log: a quarter longer than when that was of no use, or a new
     *     log
     * @return false if it is not, or a writer takes too long; else {@link #startWriters} follows
     */
    boolean stopWriters(WalIndexFile locks, int frames, BusyWait wait) throws IOException {
        guard.lock();
        try {
            boolean isOfUse = frames < hinderedFrames || 4L * frames >= 5 * hinderedFrames;
            if (stopped || !isOfUse) {
                return false;
            }
            stopped = true;
        } finally {
            guard.unlock();
        }
        boolean locked = false;
        try {
            for (int i = 0; i < STOP_ATTEMPTS && !locked; i++) {
                wait.sleep(STOP_PAUSE_US);
                locked = lockWrite(locks, false);
            }
        } finally {
            guard.lock();
            stopped = false;
            hinderedFrames = locked ? hinderedFrames : frames;
            guard.unlock();
        }
        return locked;
    }

    /**
     * Lets the writers go on.
     *
     * @param hindered the frames of the log if readers kept the checkpoint from its end; else 0
     */
    void startWriters(int hindered) {
        guard.lock();
        hinderedFrames = hindered;
        guard.unlock();
    }

    private boolean mayJoin() {
        if (stopped) {
            return false;
        }
        refused |= syncsSinceLocked >= KEPT_SYNCS && System.nanoTime() - lockedNs >= KEPT_NS;
        return !refused;
    }

    /**
     * Copies the header of the last commit that waits. Its caller has the lock WRITE.
     *
     * @return false if none waits: the header is in the wal-index
     */
    boolean copyLast(WalHeader target) {
        guard.lock();
        try {
            if (waiting.isEmpty()) {
                return false;
            }
            target.copyFrom(waiting.getLast().header.bytes, 0);
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** Returns the number of syncs that have failed; frames of before may be discarded then. */
    long failures() {
        return failures.get();
    }

    // ------------------------------------------------------------------ commits

    /**
     * Commits the frames up to a header: at once, or as one of those who wait.
     *
     * @param header a sealed one
     * @param syncs whether the frames must be on the disk first
     * @param handsOn whether the next writer may build on the commit before; the lock WRITE is not
     *     the caller's any more then, if it waits
     * @param failuresSeen {@link #failures} when the transaction began
     * @return the member to {@link #await}; null if the header is published
     */
    Member join(WalIndex index, WalHeader header, boolean syncs, boolean handsOn, long failuresSeen)
            throws IOException {
        guard.lock();
        try {
            if (failures.get() != failuresSeen) {
                IOException cause = new IOException("the sync of a commit before has failed");
                throw FileErrors.of(ResultCode.IOERR_FSYNC, cause);
            }
            if (waiting.isEmpty() && !syncs) {
                index.writeHeader(header);
                return null;
            }
            Member member = new Member();
            member.header.copyFrom(header.bytes, 0);
            waiting.add(member);
            if (handsOn) {
                index.file().keepWriteLock();
                kept = true;
            }
            return member;
        } finally {
            guard.unlock();
        }
    }

    /**
     * Waits until a commit is on the disk and published. It cannot be interrupted, as a sync
     * cannot: the commit is in the log.
     *
     * @throws SqlException SQLITE_IOERR_FSYNC if it is discarded
     */
    void await(Member member, WalIndex index, WalFile log) {
        while (!hasEnded(member)) {
            if (leads()) {
                syncForAll(index, log);
            } else {
                member.calls.acquireUninterruptibly();
            }
        }
        if (member.failure != null) {
            throw FileErrors.of(ResultCode.IOERR_FSYNC, member.failure);
        }
    }

    private boolean hasEnded(Member member) {
        guard.lock();
        try {
            return member.ended;
        } finally {
            guard.unlock();
        }
    }

    /** Whether the caller is to sync for all. */
    private boolean leads() {
        guard.lock();
        try {
            if (hasLeader || waiting.isEmpty()) {
                return false;
            }
            hasLeader = true;
            return true;
        } finally {
            guard.unlock();
        }
    }

    private void syncForAll(WalIndex index, WalFile log) {
        IOException failure = new IOException("the sync was given up");
        syncing.lock();
        try {
            Member last = last();
            try {
                if (last != null) {
                    log.file().sync();
                }
                failure = null;
            } catch (IOException e) {
                failure = e;
            } finally {
                end(last, failure, index, log);
            }
        } finally {
            syncing.unlock();
        }
    }

    private Member last() {
        guard.lock();
        try {
            return waiting.peekLast();
        } finally {
            guard.unlock();
        }
    }

    /** Ends the leader's part. {@code last} is the last commit that it has synced, or null. */
    private void end(Member last, IOException failure, WalIndex index, WalFile log) {
        List<Member> called = new ArrayList<>();
        guard.lock();
        try {
            IOException found = failure;
            hasLeader = false;
            if (found == null && last != null) {
                syncsSinceLocked++;
                try {
                    index.writeHeader(last.header);
                    endUpTo(last, called);
                } catch (IOException e) {
                    found = e;
                }
            }
            if (found != null) {
                fail(found, index, log, called);
            }
        } finally {
            endSync(index.file(), called);
        }
    }

    /** Gives the guard back, and calls those whose commit has ended. */
    private void endSync(WalIndexFile locks, List<Member> called) {
        if (waiting.isEmpty()) {
            release(locks);
        } else {
            called.add(waiting.getFirst()); // The next leader.
        }
        guard.unlock();
        called.forEach(member -> member.calls.release());
    }

    private void endUpTo(Member last, List<Member> ended) {
        Member member;
        do {
            member = waiting.removeFirst();
            member.ended = true;
            ended.add(member);
        } while (member != last);
    }

    /** Ends the keeping of the lock WRITE: none waits any more. */
    private void release(WalIndexFile locks) {
        if (!kept) {
            return;
        }
        kept = false;
        if (refused) {
            refused = false;
            leftUntilNs = System.nanoTime() + LEFT_NS;
        }
        try {
            locks.dropWriteLock();
        } catch (IOException _) {
            // The commits are on the disk; the lock goes with the file.
        }
    }

    // ------------------------------------------------------------------ faults

    /** Fails all who wait, and lets the writer that has built on them fail when it commits. */
    private void fail(IOException failure, WalIndex index, WalFile log, List<Member> ended) {
        failures.incrementAndGet();
        boolean discards = !waiting.isEmpty();
        while (!waiting.isEmpty()) {
            Member member = waiting.removeFirst();
            member.failure = failure;
            member.ended = true;
            ended.add(member);
        }
        try {
            if (discards) {
                discardTail(index, log);
            }
        } catch (IOException _) {
            // As in SQLite, a recovery may then find commits that were reported to have failed.
        }
    }

    /**
     * Makes the first frame behind the published ones invalid, and so all that follow: else a
     * recovery would find commits that have failed.
     */
    private static void discardTail(WalIndex index, WalFile log) throws IOException {
        WalHeader published = new WalHeader();
        if (WalIndex.take(index.readHeader(), published) && published.pageSize() > 0) {
            log.invalidateFrame(published.frameCount() + 1, published.pageSize());
        }
    }

    /**
     * Syncs the log for another reason than a commit. If that fails, so do the commits that wait
     * for a sync: the system may report the failure to this one alone.
     */
    void sync(WalIndex index, WalFile log) throws IOException {
        syncing.lock();
        try {
            boolean done = false;
            try {
                log.file().sync();
                done = true;
            } finally {
                if (!done) {
                    failAll(index, log);
                }
            }
        } finally {
            syncing.unlock();
        }
    }

    private void failAll(WalIndex index, WalFile log) {
        List<Member> called = new ArrayList<>();
        guard.lock();
        try {
            fail(new IOException("a sync of the log has failed"), index, log, called);
        } finally {
            endSync(index.file(), called);
        }
    }
}
