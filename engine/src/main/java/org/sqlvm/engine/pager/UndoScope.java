package org.sqlvm.engine.pager;

/**
 * A part of a write transaction that can be undone alone: a statement, a savepoint, in a database
 * in memory the whole. Its before-images are in the journal, from the record on that came first
 * after it began, or else in the {@link ImageLog}.
 */
final class UndoScope {
    /** Unique in the pager, never 0. */
    final long id;

    /** How many pages the database had when it began: younger pages have no image. */
    final int pageCount;

    final UndoScope outer;

    /** How many records the journal had. */
    final int journalStart;

    /** How many images the log had. */
    final int logStart;

    /** The pages whose images are there. */
    final PageSet saved = new PageSet();

    /** Whether some of the images since this scope began belong to an outer scope, too. */
    boolean sharesLog;

    UndoScope(long id, int pageCount, int journalStart, int logStart, UndoScope outer) {
        this.id = id;
        this.pageCount = pageCount;
        this.journalStart = journalStart;
        this.logStart = logStart;
        this.outer = outer;
    }

    boolean needs(int number) {
        return number <= pageCount && !saved.contains(number);
    }
}
