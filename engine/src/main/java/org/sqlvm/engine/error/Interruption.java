package org.sqlvm.engine.error;

/**
 * The wish that the running statements of one connection end, or one of them. Any thread may have
 * it; whatever runs long asks for it now and then, where the work at hand can be left and undone.
 *
 * <p>It lasts until the run that was meant has ended; meant all of them, until none runs. All of
 * them are sqlite3_interrupt (sqlite.org/c3ref/interrupt.html), which undoes the transaction of a
 * statement that writes; a single run undoes its own changes.
 */
public final class Interruption {
    private static final Object ALL = new Object();

    /** {@link #ALL}, a run, or null. */
    private volatile Object wanted;

    /** The run that computes now; of interest to the thread of the connection alone. */
    private Object running;

    /** When the run that computes is to end, as System.nanoTime counts; 0 for never. */
    private long deadline;

    /** All runs are to end. */
    public void request() {
        wanted = ALL;
    }

    /** This run is to end. */
    public void request(Object run) {
        if (wanted == null) {
            wanted = run;
        }
    }

    /** A run has ended: it need not end any more. */
    public void forget(Object run) {
        if (wanted == run) {
            wanted = null;
        }
    }

    /** No statement runs: what begins now was not meant. */
    public void clear() {
        if (wanted != null) {
            wanted = null;
        }
    }

    /** Whether the run that computes is to end. */
    public boolean isRequested() {
        Object now = wanted;
        return (now != null && (now == ALL || now == running)) || isLate();
    }

    private boolean isLate() {
        return deadline != 0 && System.nanoTime() - deadline > 0;
    }

    /**
     * The run that computes is to end at a time, and so is one in whose midst it does.
     *
     * @param nanos as System.nanoTime counts; 0 leaves what there is
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
    public Object enter(Object run) {
        Object outer = running;
        running = run;
        return outer;
    }

    public void leave(Object outer) {
        running = outer;
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
