package org.sqlvm.engine.error;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

/**
 * A request that the running statements of one connection end, or one of them. Any thread may make
 * it; long-running code polls for it where its work can be left and undone.
 *
 * <p>It lasts until the requested run has ended; a request for all runs, until none runs. The
 * latter is sqlite3_interrupt (sqlite.org/c3ref/interrupt.html), which undoes the transaction of a
 * statement that writes; a single run undoes its own changes.
 */
public final class Interruption {
    private static final long NONE = 0;
    private static final long ALL = -1;

    /** The one whose run computes in a thread; null if none does. */
    private static final ThreadLocal<Interruption> CURRENT = new ThreadLocal<>();

    /** {@link #ALL}, a run's number, or {@link #NONE}. */
    private volatile long wanted;

    private long runCount;

    /** The run that computes now; of interest to the thread of the connection alone. */
    private long running;

    /** When the run that computes is to end, as System.nanoTime counts; 0 for never. */
    private long deadline;

    /** SQLITE_LIMIT_LENGTH of the connection, in bytes. */
    private volatile int valueSizeMax = Integer.MAX_VALUE;

    /** The {@link #CURRENT} before the outermost run; only its own thread reads it. */
    private Interruption before;

    /** The interruption of the run that computes in this thread; null if none does. */
    public static Interruption current() {
        return CURRENT.get();
    }

    /** Runs a part of a run's work in another thread. */
    public void during(Runnable work) {
        Interruption outer = CURRENT.get();
        CURRENT.set(this);
        try {
            work.run();
        } finally {
            CURRENT.set(outer);
        }
    }

    /**
     * Ends the run that computes in this thread if it is to end. For a function whose one call may
     * take long.
     *
     * @throws SqlException SQLITE_INTERRUPT
     */
    @TruffleBoundary
    public static void checkCurrent() {
        Interruption current = CURRENT.get();
        if (current != null) {
            current.check();
        }
    }

    /** The most bytes of a value that the run which computes in this thread may make. */
    public static int currentValueSizeMax() {
        Interruption current = CURRENT.get();
        return current == null ? Integer.MAX_VALUE : current.valueSizeMax;
    }

    public void setValueSizeMax(int bytes) {
        valueSizeMax = bytes;
    }

    /** The number of another run. */
    public long newRun() {
        return ++runCount;
    }

    /** All runs are to end. */
    public void request() {
        wanted = ALL;
    }

    /** This run is to end. */
    public void request(long run) {
        if (wanted == NONE) {
            wanted = run;
        }
    }

    /** A run has ended: it need not end any more. */
    public void forget(long run) {
        if (wanted == run) {
            wanted = NONE;
        }
    }

    /** Clears a request when no statement runs: the next one was not meant. */
    public void clear() {
        if (wanted != NONE) {
            wanted = NONE;
        }
    }

    /** Whether the run that computes is to end. */
    public boolean isRequested() {
        long now = wanted;
        return (now != NONE && (now == ALL || now == running)) || isLate();
    }

    private boolean isLate() {
        return deadline != 0 && System.nanoTime() - deadline > 0;
    }

    /**
     * Sets a time at which the current run ends, and with it the run that it is part of.
     *
     * @param nanos the time as System.nanoTime counts; 0 keeps the present limit
     * @return for {@link #endLimit}
     */
    public long limit(long nanos) {
        long outer = deadline;
        if (nanos != 0 && (outer == 0 || nanos - outer < 0)) {
            deadline = nanos;
        }
        return outer;
    }

    public void endLimit(long outer) {
        deadline = outer;
    }

    /**
     * A run begins to compute, or goes on.
     *
     * @return for {@link #leave}: the run in whose midst it does
     */
    public long enter(long run) {
        long outer = running;
        running = run;
        if (outer == NONE) {
            before = CURRENT.get();
            CURRENT.set(this);
        }
        return outer;
    }

    public void leave(long outer) {
        running = outer;
        if (outer == NONE) {
            CURRENT.set(before);
            before = null;
        }
    }

    /** @throws SqlException SQLITE_INTERRUPT if the run that computes is to end */
    public void check() {
        if (isRequested()) {
            throw new SqlException(
                    ResultCode.INTERRUPT,
                    "interrupted",
                    wanted == ALL ? Undo.TRANSACTION : Undo.STATEMENT);
        }
    }
}
