package org.sqlvm.engine.file;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection's SHARED lock that outlives the read transaction, if read transactions follow each
 * other closely. Locking, looking for a hot journal and reading the header are some ten system
 * calls, several times the work of a statement that reads one row; and no other process can change
 * the file while the lock is held.
 *
 * <p>A lease lasts a millisecond, then the lock is released: a writer of another process that waits
 * meanwhile has PENDING, so the next SHARED lock waits for it. A writer of this process does not
 * wait at all, but ends the lease. So others only notice that a lock may stay for a millisecond
 * after the last of many reads.
 *
 * <p>The owner rests and resumes without locking; all other calls need the lock that guards the
 * file's lock state.
 */
final class ReadLease {
    private static final long LEASE_NS = 1_000_000;

    /** Two reads that are not further apart follow each other closely. */
    private static final long GAP_MAX_NS = 100_000;

    /** The number of reads that have to do so before there is a lease. */
    private static final int READS_MIN = 16;

    private static final int NONE = 0;
    private static final int READING = 1;
    private static final int RESTING = 2;
    /** As READING, but the time is over. */
    private static final int OVER = 3;

    /** One in this many reads looks at the clock, so that no lease depends on the timer alone. */
    private static final int LOOK_INTERVAL = 64;

    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private final AtomicInteger state = new AtomicInteger(NONE);

    /**
     * The time of the owner's last look at the clock, at the end of a read transaction without a
     * lease.
     */
    private long lastEnd;

    /** Such transactions that followed each other closely. */
    private int closeReads;

    /** Transactions under the last lease. */
    private int leasedReads;

    /** A thread of its own: the process's common ones may all be waiting for the lock. */
    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("sqlvm read leases").factory());
        timer.setKeepAliveTime(10, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    /**
     * Ends a read transaction; the lock may be kept for the next one.
     *
     * @param expiry a task that calls {@link #expire}
     * @return false if the lock has to be released
     */
    boolean rest(Runnable expiry) {
        boolean looks = leasedReads % LOOK_INTERVAL == LOOK_INTERVAL - 1;
        boolean late = looks && System.nanoTime() - lastEnd > LEASE_NS;
        if (!late && state.compareAndSet(READING, RESTING)) {
            return true;
        }
        boolean over = state.getAndSet(NONE) != NONE;
        long now = System.nanoTime();
        long gap = now - lastEnd;
        lastEnd = now;
        boolean goesOn = leasedReads >= READS_MIN && gap <= 2 * LEASE_NS;
        leasedReads = 0;
        closeReads = gap <= GAP_MAX_NS || goesOn ? closeReads + 1 : 0;
        if (over || closeReads < READS_MIN) {
            return false;
        }
        state.set(RESTING);
        TIMER.schedule(expiry, LEASE_NS, TimeUnit.NANOSECONDS);
        return true;
    }

    /** A read transaction begins: whether the lock is still here. */
    boolean resume() {
        boolean here = state.compareAndSet(RESTING, READING);
        leasedReads += here ? 1 : 0;
        return here;
    }

    /** Whether the lock is kept though no reader uses it. */
    boolean isResting() {
        return state.get() == RESTING;
    }

    /** Ends the lease if no reader uses it; the lock is then to be released. */
    boolean revoke() {
        return state.compareAndSet(RESTING, NONE);
    }

    /** The time is over: as {@link #revoke}; otherwise the lease ends with the transaction. */
    boolean expire() {
        while (true) { // The owner may go from one to the other between two looks.
            int now = state.get();
            if (now == RESTING && revoke()) {
                return true;
            }
            boolean over = now != RESTING && now != READING;
            if (over || (now == READING && state.compareAndSet(READING, OVER))) {
                return false;
            }
        }
    }

    /** The owner locks or unlocks in earnest. */
    void end() {
        state.set(NONE);
    }
}
