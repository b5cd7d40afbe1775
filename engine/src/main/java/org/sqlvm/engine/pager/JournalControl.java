package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.file.FileErrors;

import java.io.IOException;

/**
 * How the changes of a database are journalled: its journal mode, its write-ahead log, and whether
 * the locks on its files are kept (sqlite.org/pragma.html: journal_mode, wal_checkpoint,
 * locking_mode). A part of the {@link Pager}.
 */
public final class JournalControl {
    private final Pager<?> pager;

    /** Null for a database in memory, or a temporary one. */
    private final FileSource source;

    private final PagerSettings settings;
    private final boolean isTemporary;

    JournalControl(Pager<?> pager, FileSource source, PagerSettings settings, boolean isTemporary) {
        this.pager = pager;
        this.source = source;
        this.settings = settings;
        this.isTemporary = isTemporary;
    }

    /** Returns the mode; that of a file as of the read transaction. */
    public JournalMode mode() {
        return source != null && source.isWal() ? JournalMode.WAL : settings.journalMode();
    }

    /**
     * Sets the journal mode, unless a write transaction runs. A database in memory has no files; a
     * temporary one reports the mode that was set, but needs no journal.
     */
    public void setMode(JournalMode mode) {
        assert pager.isReading();
        boolean fileless = mode == JournalMode.MEMORY || mode == JournalMode.OFF;
        if (pager.isWriting() || (pager.isMemory() && !isTemporary && !fileless)) {
            return;
        }
        JournalMode old = settings.journalMode();
        settings.setJournalMode(mode);
        if (source == null) {
            return;
        }
        boolean keepsFile = mode == JournalMode.PERSIST || mode == JournalMode.TRUNCATE;
        if (!keepsFile) {
            deleteLeftover(old);
        }
    }

    private void deleteLeftover(JournalMode old) {
        boolean leftFile = old == JournalMode.PERSIST || old == JournalMode.TRUNCATE;
        if (leftFile && !settings.isExclusiveLocking()) {
            try {
                source.deleteJournal();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_DELETE, e);
            }
        }
    }

    /** The database has a log now: the journal of the mode before goes. */
    public void enterLog() {
        pager.beginRead();
        try {
            deleteLeftover(settings.journalMode());
        } finally {
            pager.endRead();
        }
    }

    /** Whether the file can only be read. */
    public boolean isReadOnly() {
        return source != null && source.isReadOnly();
    }

    /** Whether this may be a database with a write-ahead log. */
    public boolean canHaveLog() {
        return source != null && source.canHaveLog();
    }

    /**
     * Copies the log back and deletes it. Until {@link #endLeavingLog} no other connection gets at
     * the database.
     *
     * @param next the journal mode from now on
     */
    public void leaveLog(JournalMode next) {
        assert !pager.isReading() && source != null;
        look();
        try {
            source.leaveLog(next);
            settings.setJournalMode(next);
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR, e);
        }
    }

    /** Finds out whether there is a log; the pager hears of it if others have written. */
    private void look() {
        pager.beginRead();
        pager.endRead();
    }

    public void endLeavingLog() {
        source.endLeavingLog();
    }

    /**
     * PRAGMA wal_checkpoint.
     *
     * @return null without a log
     */
    public Checkpoint.Result checkpoint(CheckpointMode mode) {
        assert !pager.isReading();
        if (source == null) {
            return null;
        }
        if (!source.hasLooked()) {
            look();
        }
        try {
            return source.checkpoint(mode);
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR, e);
        }
    }

    /**
     * PRAGMA locking_mode. Locks that are not needed any more are released at once. Where a
     * write-ahead log has been used without an index in a file, it stays exclusive.
     */
    public void setExclusiveLocking(boolean on) {
        if (pager.isMemory() || on == settings.isExclusiveLocking() || source.isIndexOnHeap()) {
            return;
        }
        settings.setExclusiveLocking(on);
        if (!on && !pager.isReading()) {
            pager.beginRead();
            try {
                source.deleteEmptyJournal();
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_DELETE, e);
            } finally {
                pager.endRead();
            }
        }
    }
}
