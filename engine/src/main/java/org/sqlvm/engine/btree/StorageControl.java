package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.Checkpoint;
import org.sqlvm.engine.pager.CheckpointMode;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.LockControl;
import org.sqlvm.engine.pager.Page;
import org.sqlvm.engine.pager.Pager;
import org.sqlvm.engine.pager.PagerSettings;

import java.util.function.IntPredicate;

/**
 * How a database is kept: journal and log, locks and waits, memory and size. A part of the
 * {@link Btree}, for the PRAGMAs that say so.
 */
public final class StorageControl {
    /** The offsets in the header of the library versions that may write and read. */
    private static final int WRITE_FORMAT = 18;

    private static final int READ_FORMAT = 19;

    private static final byte FORMAT_WITHOUT_LOG = 1;
    private static final byte FORMAT_WITH_LOG = 2;

    private final Btree btree;
    private final Pager<TreePage> pager;

    StorageControl(Btree btree, Pager<TreePage> pager) {
        this.btree = btree;
        this.pager = pager;
    }

    /** Returns the settings that need no transaction. */
    public PagerSettings settings() {
        return pager.settings();
    }

    /** How long the next wait for a lock may last. */
    public void setBusyTimeoutMs(long millis) {
        pager.locks().setBusyTimeoutMs(millis);
    }

    /** Sets the handler that is called instead of waiting for a lock; null for none. */
    public void setBusyHandler(IntPredicate again) {
        pager.locks().setBusyHandler(again);
    }

    /** Returns the locks of the file and its log. */
    public LockControl locks() {
        return pager.locks();
    }

    public void setCacheBytes(long bytes) {
        pager.memory().setCacheBytes(bytes);
    }

    /** PRAGMA max_page_count; not less than there are, and 0 changes nothing. */
    public void setPageCountMax(long pages) {
        pager.setPageCountMax(pages);
    }

    /** PRAGMA locking_mode. Needs a read transaction. */
    public void setExclusiveLocking(boolean on) {
        pager.journal().setExclusiveLocking(on);
    }

    // ------------------------------------------------------------------ journal and log

    public JournalMode journalMode() {
        return pager.journal().mode();
    }

    /** Whether the file has a write-ahead log. */
    public boolean hasLog() {
        return journalMode() == JournalMode.WAL;
    }

    /** Sets the journal mode, unless a write transaction runs. Needs a read transaction. */
    public void setJournalMode(JournalMode mode) {
        pager.journal().setMode(mode);
    }

    /**
     * Gives the database a write-ahead log. Needs that no transaction runs.
     *
     * @return false if it cannot have one
     * @throws SqlException SQLITE_BUSY if others use the database
     */
    public boolean enterLog() {
        assert !pager.isReading();
        if (!pager.journal().canHaveLog()) {
            return false;
        }
        setFormat(FORMAT_WITH_LOG);
        pager.journal().enterLog();
        return true;
    }

    /**
     * Removes the write-ahead log. No transaction may run.
     *
     * @param next the journal mode, from the transaction on that notes it in the header
     * @throws SqlException SQLITE_BUSY if others use the database
     */
    public void leaveLog(JournalMode next) {
        assert !pager.isReading();
        pager.journal().leaveLog(next);
        try {
            setFormat(FORMAT_WITHOUT_LOG);
        } finally {
            pager.journal().endLeavingLog();
        }
    }

    private void setFormat(byte format) {
        btree.beginWrite();
        boolean done = false;
        try {
            Page first = pager.get(1);
            if (first.data[WRITE_FORMAT] != format || first.data[READ_FORMAT] != format) {
                pager.write(first);
                first.data[WRITE_FORMAT] = format;
                first.data[READ_FORMAT] = format;
            }
            btree.commit();
            done = true;
        } finally {
            if (!done) {
                btree.rollback(false);
            }
        }
    }

    /**
     * PRAGMA wal_checkpoint.
     *
     * @return null without a log
     * @throws SqlException SQLITE_LOCKED if a transaction runs here, SQLITE_BUSY if another
     *     checkpoint runs
     */
    public Checkpoint.Result checkpoint(CheckpointMode mode) {
        if (pager.isReading()) {
            throw new SqlException(ResultCode.LOCKED, "database table is locked");
        }
        return pager.journal().checkpoint(mode);
    }
}
