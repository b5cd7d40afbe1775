package org.sqlvm.api;

/**
 * An online backup, as sqlite3_backup (sqlite.org/c3ref/backup_finish.html): copies a database over
 * one of another connection, some pages at a time.
 *
 * <p>Between two steps others may write to the source; then the copy begins anew. The target is
 * locked from the first step on, and as before if the backup is closed before its last.
 */
public interface Backup extends AutoCloseable {
    /**
     * Copies the next pages.
     *
     * @param pages how many at most; all that are left if negative
     * @return whether the copy is complete
     * @throws SqlvmException SQLITE_BUSY (5) or SQLITE_LOCKED (6) if the backup may go on later
     */
    boolean step(int pages);

    /** How many pages were left after the last step. */
    int remaining();

    /** How many pages the source had at the last step. */
    int pageCount();

    @Override
    void close();
}
