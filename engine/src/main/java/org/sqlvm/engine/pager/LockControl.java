package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.Pause;

import java.io.IOException;
import java.util.function.IntPredicate;

/**
 * How a connection comes to write while others read and write: waits, the queue of the process, and
 * the locks that keep readers out. A part of the {@link Pager}.
 */
public final class LockControl {
    /** Null for a database that is this connection's own. */
    private final FileSource source;

    /** Null as {@link #source} is. */
    private final BusyWait busyWait;

    LockControl(FileSource source, BusyWait busyWait) {
        assert (source == null) == (busyWait == null);
        this.source = source;
        this.busyWait = busyWait;
    }

    /** For a wait of the caller's own, as long as the options say. */
    public BusyWait newWait() {
        return busyWait == null ? new BusyWait(0, Pause.THREAD_SLEEP, false) : busyWait.another();
    }

    /** How long the next wait for a lock may last. */
    public void setBusyTimeoutMs(long millis) {
        if (busyWait != null) {
            busyWait.setTimeoutMs(millis);
        }
    }

    /** Who is asked instead of waiting. */
    public void setBusyHandler(IntPredicate again) {
        if (busyWait != null) {
            busyWait.setHandler(again);
        }
    }

    /** Whether no other connection of this process has waited longer to write to the file. */
    public boolean isNextToWrite() {
        return source == null || source.file().isNextInQueue();
    }

    /** Joins the queue of those who wait to write; {@link #leaveWriters} must follow. */
    public void joinWriters() {
        if (source != null) {
            source.file().joinQueue();
        }
    }

    public void leaveWriters() {
        if (source != null) {
            source.file().leaveQueue();
        }
    }

    /**
     * The read transaction that is going to begin is for a write transaction.
     *
     * @return false if another connection writes
     */
    public boolean announceWrite() {
        try {
            return source == null || source.announceWrite();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_LOCK, e);
        }
    }

    /** In a write transaction: waits until all others have ended reading, and keeps them out. */
    public void lockExclusive() {
        if (source != null) {
            try {
                source.lockExclusive();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_LOCK, e);
            }
        }
    }
}
