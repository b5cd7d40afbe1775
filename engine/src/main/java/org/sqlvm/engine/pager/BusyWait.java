package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Pause;

/**
 * Waiting for a lock: short pauses at first, then somewhat longer ones, until the time is up. They
 * stay far shorter than SQLite's: who asks ten times a second gets nothing beside one who never
 * pauses.
 */
public final class BusyWait {
    private static final int[] PAUSES_MS = {1, 1, 1, 1, 2, 2, 2, 3, 3, 5};

    private static final int QUEUE_PAUSE_MS = 2;

    private final Pause pause;
    private long timeoutMs;
    private int attempt;
    private long waitedMs;

    BusyWait(long timeoutMs, Pause pause) {
        this.timeoutMs = timeoutMs;
        this.pause = pause;
    }

    static SqlException busy() {
        return new SqlException(ResultCode.BUSY, "database is locked");
    }

    void setTimeoutMs(long millis) {
        timeoutMs = millis;
    }

    /** One that begins to wait now. */
    BusyWait another() {
        return new BusyWait(timeoutMs, pause);
    }

    /** A new wait begins. */
    void begin() {
        attempt = 0;
        waitedMs = 0;
    }

    /** Waits a little, or throws SQLITE_BUSY when the time is up. */
    public void pause() {
        pause(Integer.MAX_VALUE);
    }

    /** The same in a queue, where nobody else can go on before the first one has tried again. */
    public void pauseInQueue() {
        pause(QUEUE_PAUSE_MS);
    }

    private void pause(int longest) {
        long left = timeoutMs - waitedMs;
        if (left <= 0) {
            throw busy();
        }
        long millis = Math.min(left, PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]);
        millis = Math.min(millis, longest);
        attempt++;
        waitedMs += millis;
        sleep(millis);
    }

    /** Waits for something that does not take as long as a lock, whatever the timeout. */
    void sleep(long millis) {
        if (!pause.sleep(millis)) {
            throw new SqlException(ResultCode.INTERRUPT, "interrupted");
        }
    }
}
