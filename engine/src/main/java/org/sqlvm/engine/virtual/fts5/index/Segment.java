package org.sqlvm.engine.virtual.fts5.index;

/** A segment as the structure record describes it. */
final class Segment {
    final int id;
    /** First leaf page; 0 for the used-up input of a merge that goes on. */
    int firstPage;

    int lastPage;

    /** Range of the origins of its rows (contentless_delete). */
    long firstOrigin;

    long lastOrigin;
    int tombstonePages;
    /** Number of its rows that are deleted, each counted in one segment only. */
    long tombstoneCount;

    long rowCount;

    Segment(int id, int firstPage, int lastPage) {
        this.id = id;
        this.firstPage = firstPage;
        this.lastPage = lastPage;
    }

    int pageCount() {
        return 1 + lastPage - firstPage;
    }
}
