package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.event.Events;
import org.sqlvm.engine.event.LockWaitEvent;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.WriterQueue;

import java.util.concurrent.Semaphore;
import java.util.function.IntPredicate;

/**
 * Waiting for a lock: short pauses at first, then somewhat longer ones, until the time is up. They
 * are far shorter than SQLite's: a connection that tries ten times a second gets no lock beside one
 * that never pauses, whose lock is free for some microseconds between two transactions.
 */
public final class BusyWait {
    /** In microseconds: how long all pauses up to then are, and how long the next one is. */
    private static final int[][] PAUSES = {{10_000, 100}, {1_000_000, 200}, {10_000_000, 500}};

    private static final int LONGEST_PAUSE = 1000;

    /**
     * How long one waits that will be called, in microseconds: after that, it looks whether the
     * statement has been interrupted.
     */
    private static final int CALL_PAUSE = 20_000;

    private final Pause pause;
    /** Whether errors speak of a lock on a table. */
    private final boolean tableLocks;

    private long timeout;
    private long waited;
    /** Called instead of waiting for the time; or null. */
    private IntPredicate handler;

    /** The number of calls of the handler in this wait. */
    private int asked;

    /**
     * The event of the current wait, if it has begun to pause and waits are recorded; else null.
     */
    private LockWaitEvent event;

    BusyWait(long timeoutMs, Pause pause, boolean tableLocks) {
        this.pause = pause;
        this.tableLocks = tableLocks;
        setTimeoutMs(timeoutMs);
    }

    private BusyWait(BusyWait other) {
        this.pause = other.pause;
        this.tableLocks = other.tableLocks;
        this.timeout = other.timeout;
        this.handler = other.handler;
    }

    static SqlException busy() {
        return new SqlException(ResultCode.BUSY, "database is locked");
    }

    /** Returns the error that the database is locked, in the words for this kind of database. */
    SqlException refused() {
        return tableLocks
                ? new SqlException(ResultCode.LOCKED_SHAREDCACHE, "database table is locked")
                : busy();
    }

    /** Another connection has committed since this one's transaction has begun to read. */
    SqlException outdated() {
        return tableLocks
                ? refused()
                : new SqlException(ResultCode.BUSY_SNAPSHOT, "database is locked");
    }

    /** Whether an error says that another connection has a lock. */
    public static boolean isLock(SqlException e) {
        return ResultCode.primary(e.code()) == ResultCode.BUSY
                || e.code() == ResultCode.LOCKED_SHAREDCACHE;
    }

    /** @param again called with the number of calls before; returns false to give up */
    void setHandler(IntPredicate again) {
        handler = again;
    }

    void setTimeoutMs(long millis) {
        handler = null;
        timeout = Math.clamp(millis, 0, Long.MAX_VALUE / 1000) * 1000;
    }

    /** One that begins to wait now. */
    BusyWait another() {
        return new BusyWait(this);
    }

    /** A new wait begins. */
    void begin() {
        waited = 0;
        asked = 0;
        event = null;
    }

    /** Ends the wait successfully: the lock is granted. */
    public void end() {
        record(true);
    }

    private void record(boolean granted) {
        LockWaitEvent recorded = event;
        if (recorded != null) {
            event = null;
            recorded.finish(granted);
        }
    }

    /** Waits a little, or throws SQLITE_BUSY, or its kind, when the time is up. */
    public void pause() {
        pause(new Semaphore(0), nextPause());
    }

    /**
     * Pauses in a queue: for CALL_PAUSE if the slot will be called; else briefly, to look again.
     */
    void pause(WriterQueue.Place place) {
        pause(place.calls(), place.isCalled() ? CALL_PAUSE : nextPause());
    }

    private void pause(Semaphore calls, long micros) {
        if (event == null) {
            event = Events.lockWait();
        }
        if (handler != null) {
            if (!handler.test(asked++)) {
                record(false);
                throw refused();
            }
            return;
        }
        long left = timeout - waited;
        if (left <= 0) {
            record(false);
            throw refused();
        }
        long before = System.nanoTime();
        await(calls, Math.min(left, micros));
        waited += Math.max(1, (System.nanoTime() - before) / 1000);
    }

    private int nextPause() {
        for (int[] step : PAUSES) {
            if (waited < step[0]) {
                return step[1];
            }
        }
        return LONGEST_PAUSE;
    }

    /**
     * Waits for a short event, independently of the timeout.
     *
     * @param micros the time in microseconds
     */
    void sleep(long micros) {
        await(new Semaphore(0), micros);
    }

    private void await(Semaphore calls, long micros) {
        if (!pause.await(calls, micros)) {
            throw new SqlException(ResultCode.INTERRUPT, "interrupted");
        }
    }
}
