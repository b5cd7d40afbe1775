package org.sqlvm.engine.error;

/**
 * The wish that the statements of one connection end (sqlite.org/c3ref/interrupt.html). Any thread
 * may have it; whatever runs long asks for it now and then, where the work at hand can be left and
 * undone. It lasts until no statement runs.
 */
public final class Interruption {
    private volatile boolean wanted;

    public void request() {
        wanted = true;
    }

    /** No statement runs: what begins now was not meant. */
    public void clear() {
        if (wanted) {
            wanted = false;
        }
    }

    public boolean isRequested() {
        return wanted;
    }

    /** @throws SqlException SQLITE_INTERRUPT if it is wished for */
    public void check() {
        if (wanted) {
            throw new SqlException(ResultCode.INTERRUPT, "interrupted");
        }
    }
}
