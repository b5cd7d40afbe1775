package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Pause;

/** Waiting for a lock: short pauses at first, then longer ones, until the time is up. */
final class BusyWait {
    private static final int[] PAUSES_MS = {1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100};

    private final long timeoutMs;
    private final Pause pause;
    private int attempt;
    private long waitedMs;

    BusyWait(long timeoutMs, Pause pause) {
        this.timeoutMs = timeoutMs;
        this.pause = pause;
    }

    /** A new wait begins. */
    void begin() {
        attempt = 0;
        waitedMs = 0;
    }

    /** Waits a little, or throws SQLITE_BUSY when the time is up. */
    void pause() {
        long left = timeoutMs - waitedMs;
        if (left <= 0) {
            throw new SqlException(ResultCode.BUSY, "database is locked");
        }
        long millis = Math.min(left, PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]);
        attempt++;
        waitedMs += millis;
        sleep(millis);
    }

    /** Waits for something that takes no longer than the other process's next few instructions. */
    void pauseBriefly() {
        sleep(1);
    }

    private void sleep(long millis) {
        if (!pause.sleep(millis)) {
            throw new SqlException(ResultCode.INTERRUPT, "interrupted");
        }
    }
}
