package org.sqlvm.api;

/**
 * An online backup, like sqlite3_backup (sqlite.org/c3ref/backup_finish.html). It overwrites a
 * database of another connection with a copy, some pages at a time.
 *
 * <p>Other connections may write to the source between two steps; the copy then restarts from the
 * first page. The target is locked from the first step on. If the backup is closed before it is
 * complete, the target keeps its former content.
 */
public interface Backup extends AutoCloseable {
    /**
     * Copies the next pages.
     *
     * @param pages the maximum number of pages to copy; all remaining pages if negative
     * @return whether the copy is complete
     * @throws SqlvmException SQLITE_BUSY (5) or SQLITE_LOCKED (6) if a lock is held; the step may
     *     be tried again
     */
    boolean step(int pages);

    /** Returns the number of pages that were left to copy after the last step. */
    int remaining();

    /** Returns the number of pages of the source at the last step. */
    int pageCount();

    @Override
    void close();
}
