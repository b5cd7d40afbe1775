package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.HeldLock;
import org.sqlvm.engine.file.WriterQueue;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Lets a connection write while others read and write: waits, the queue of the process, and the
 * locks that exclude readers. A part of the {@link Pager}.
 */
public final class LockControl {
    /**
     * A write-ahead log as it is now.
     *
     * @param frames the frames of all commits since the log began
     * @param copied how many of them a checkpoint has copied back into the database
     * @param pageSize the size of a frame's page in bytes; 0 if there are no frames
     * @param size the size of the log's file in bytes, which stays when the log begins again
     */
    public record LogState(int frames, int copied, int pageSize, long size) {}

    /** Null for a database that is this connection's own. */
    private final FileSource source;

    /** Null as {@link #source} is. */
    private final BusyWait busyWait;

    LockControl(FileSource source, BusyWait busyWait) {
        assert (source == null) == (busyWait == null);
        this.source = source;
        this.busyWait = busyWait;
    }

    /** How long the next wait for a lock may last. */
    public void setBusyTimeoutMs(long millis) {
        if (busyWait != null) {
            busyWait.setTimeoutMs(millis);
        }
    }

    /** Sets the handler that is called instead of waiting. */
    public void setBusyHandler(IntPredicate again) {
        if (busyWait != null) {
            busyWait.setHandler(again);
        }
    }

    /** Whether it is known if there is a log: that is so after the first transaction. */
    public boolean isLogKnown() {
        return source == null || source.hasLooked();
    }

    /** Returns the state of the log; null if there is none, or it cannot be known. */
    public LogState log() {
        try {
            return source == null ? null : source.logState();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_READ, e);
        }
    }

    /** Returns the locks on the file and its log that connections of this process hold. */
    public List<HeldLock> held() {
        try {
            return source == null ? List.of() : source.heldLocks();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_LOCK, e);
        }
    }

    /** Whether other connections of this process wait to write to the file. */
    public boolean hasWaitingWriters() {
        return source != null && !source.file().writers().isEmpty();
    }

    /**
     * Waits in the queue of writers until it is this connection's turn, and {@code attempt}
     * succeeds.
     *
     * @throws SqlException SQLITE_BUSY, or a similar code, when the time is up
     */
    public void awaitTurn(BooleanSupplier attempt) {
        WriterQueue writers = source.file().writers();
        BusyWait wait = busyWait.another();
        boolean succeeds = false;
        try (WriterQueue.Place place = writers.join()) {
            do {
                wait.pause(place);
                succeeds = place.isFirst() && attempt.getAsBoolean();
            } while (!succeeds);
        } finally {
            if (!succeeds) {
                writers.callFirst();
            }
        }
        wait.end();
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
