package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileErrors;

import java.io.IOException;

/**
 * The commit of a write transaction, in two halves, since several files may commit together. A part
 * of the {@link Pager}.
 */
public final class Commit {
    private final Pager<?> pager;

    /** Null for a database that is this connection's own. */
    private final FileSource source;

    private final MemoryControl<?> memory;

    /** The header in page 1 has counted this transaction, as a commit that is busy leaves it. */
    private boolean counted;

    Commit(Pager<?> pager, FileSource source, MemoryControl<?> memory) {
        this.pager = pager;
        this.source = source;
        this.memory = memory;
    }

    /** Begins a commit; page 1 may be unchanged again after a commit that was busy. */
    void begin() {
        counted = false;
    }

    /** Whether the transaction changes the file; always false without a file. */
    public boolean hasChanges() {
        return source != null && memory.hasChanges();
    }

    /**
     * The name of the rollback journal, if the file can be a part of a commit of several; else
     * null.
     */
    public String superJournalUser() {
        return source == null ? null : source.superJournalUser();
    }

    /**
     * The first half of a commit: writes the changes to the disk. With a write-ahead log this is
     * the commit; else the transaction can still be rolled back.
     *
     * @param superJournal the file whose end is the commit; null if this file has its own
     * @throws SqlException SQLITE_BUSY if other connections go on reading the file: the transaction
     *     goes on, and this may be tried again. After any other error it has to be rolled back
     */
    public void prepare(String superJournal) {
        assert pager.isWriting();
        if (!hasChanges()) {
            return;
        }
        Page first = pager.get(1);
        if (!source.isWal() || memory.hasSpilled()) {
            pager.write(first);
        }
        if (!counted && first.changed) {
            counted = true;
            HeaderBytes.countChange(first.data);
        }
        ChangedPages changed = memory.changed();
        changed.sort();
        try {
            source.prepare(changed.pages(), changed.count(), pager.pageCount(), superJournal);
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
    }

    /**
     * The second half of a commit: ends the write transaction and keeps its changes.
     *
     * @param decided whether the super-journal is gone, so that failures do not matter any more
     * @throws SqlException if not decided and the journal cannot be removed: the transaction has to
     *     be rolled back
     */
    public void finish(boolean decided) {
        assert pager.isWriting();
        if (hasChanges()) {
            Page first = memory.changed().pages()[0];
            try {
                source.finish(first.number == 1 ? first : null, pager.pageCount());
            } catch (IOException | SqlException e) {
                if (!decided) {
                    throw e instanceof IOException io ? FileErrors.writing(io) : (SqlException) e;
                }
                abandonJournal();
            }
            memory.commit();
        } else if (source != null) {
            pager.rollbackSource(); // Only locks have been taken so far.
        }
        pager.endCommitted();
    }

    private void abandonJournal() {
        try {
            source.abandonJournal();
        } catch (IOException _) {
            // The files are closed all the same.
        }
    }
}
