package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.PageCopy;

/**
 * An online backup, as sqlite3_backup (sqlite.org/c3ref/backup_finish.html): copies the pages of a
 * database over those of another connection's, some at a time.
 *
 * <p>The source is read only during a step, so others may write to it between two; then the copy
 * starts again. The target is in a write transaction from the first step until the last, which
 * commits; its connection must not be used meanwhile. Closed before the last step, it has changed
 * nothing.
 */
public final class Backup implements AutoCloseable {
    private final Btree source;
    private final Databases targets;
    private final Btree target;

    /** Null before the target's transaction. */
    private PageCopy copy;
    /** The page that is copied next. */
    private int next = 1;
    /** The {@link Btree#version} of the copied content. */
    private long version;

    private int pageCount;
    private int remaining;
    private boolean done;

    private Backup(Btree source, Databases targets, Btree target) {
        this.source = source;
        this.targets = targets;
        this.target = target;
    }

    /**
     * Begins a backup; nothing is read yet.
     *
     * @throws SqlException SQLITE_ERROR for a name that is none, or a target in a transaction
     */
    static Backup of(Databases sources, String from, Databases targets, String to) {
        if (sources == targets) {
            throw SqlException.error("source and destination must be distinct");
        }
        Btree source = sources.btree(sources.numberOf(from));
        Btree target = targets.btree(targets.numberOf(to));
        if (target.isReading() || target.isWriting()) {
            throw SqlException.error("destination database is in use");
        }
        return new Backup(source, targets, target);
    }

    /**
     * Copies up to {@code count} pages, all that are left if it is negative.
     *
     * @return whether the copy is complete, and committed
     * @throws SqlException SQLITE_BUSY if the source's own connection writes to it, or others have
     *     one of the two locked: the backup may go on later. After other errors it cannot
     */
    public boolean step(int count) {
        if (done) {
            return true;
        }
        if (source.isWriting()) {
            throw new SqlException(ResultCode.BUSY, "database is locked");
        }
        source.beginRead();
        try {
            begin();
            if (version != source.version()) {
                version = source.version();
                next = 1;
            }
            pageCount = source.pageCount();
            for (int i = 0; i != count && next <= pageCount; i++) {
                copy.copy(next++);
            }
            remaining = Math.max(0, pageCount + 1 - next);
            if (next > pageCount) {
                copy.finish();
                target.commit();
                done = true;
                targets.forgetAll();
            }
        } finally {
            source.endRead();
        }
        return done;
    }

    /** Begins the target's transaction, if that has not been done. */
    private void begin() {
        if (copy != null) {
            return;
        }
        target.storage().settings().setNewPageSize(source.pageSize());
        target.beginWrite();
        boolean begun = false;
        try {
            target.lockExclusive();
            PageCopy made = source.copyTo(target);
            made.check();
            copy = made;
            begun = true;
        } finally {
            if (!begun) {
                target.rollback(true);
            }
        }
    }

    /** How many pages were left after the last step. */
    public int remaining() {
        return remaining;
    }

    /** How many pages the source had at the last step. */
    public int pageCount() {
        return pageCount;
    }

    /** Ends the backup; one that is not complete is undone. */
    @Override
    public void close() {
        if (!done && copy != null) {
            target.rollback(true);
            targets.forgetAll();
        }
        done = true;
    }
}
