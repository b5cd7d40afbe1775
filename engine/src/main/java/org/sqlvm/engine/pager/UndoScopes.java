package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.Workspace;

/**
 * The parts of a write transaction that can be undone alone, one in another, and which images they
 * have of pages as those were before. An image is in the rollback journal, if the transaction puts
 * the page there, else in the {@link ImageLog}, once for all parts that want it.
 */
final class UndoScopes {
    /** The innermost; null if there is none. */
    private UndoScope innermost;

    private final ImageLog log;

    /** The {@code savedIn} of pages that may be changed without further ado. */
    private long mark;

    private long lastMark;

    /** Takes the image of a page. */
    interface Sink {
        void restore(int number, byte[] image);
    }

    /** @param workspace for what does not fit into memory; null to keep everything there */
    UndoScopes(Workspace workspace) {
        log = new ImageLog(workspace);
    }

    /** A write transaction begins. */
    void begin(int pageSize) {
        log.setPageSize(pageSize);
        mark = ++lastMark;
    }

    /** The write transaction ends, with all its parts. */
    void end() {
        innermost = null;
        mark = 0;
        log.truncate(0);
    }

    long mark() {
        return mark;
    }

    /** The innermost part, or null. */
    UndoScope innermost() {
        return innermost;
    }

    /** Begins a part. */
    void open(int pageCount, int journalImageCount) {
        innermost = new UndoScope(++lastMark, pageCount, journalImageCount, log.count(), innermost);
        mark = innermost.id;
    }

    /** Ends the innermost part; its changes become those of the part around it. */
    void close() {
        UndoScope ended = innermost;
        innermost = ended.outer;
        // Pages that the outer part has images of are marked again when they are next changed.
        mark = innermost == null ? ++lastMark : innermost.id;
        if (!ended.sharesLog || innermost == null) {
            log.truncate(ended.logStart);
        }
    }

    /** Whether a part has no image of a page and would need one. */
    boolean need(int number) {
        boolean need = false;
        for (UndoScope each = innermost; each != null; each = each.outer) {
            need |= each.needs(number);
        }
        return need;
    }

    /** The image of a page has gone to the journal. */
    void savedInJournal(int number) {
        for (UndoScope each = innermost; each != null; each = each.outer) {
            each.saved.add(number);
        }
    }

    /** Keeps the image of a page for all parts that need it. */
    void save(Page page) {
        boolean added = false;
        boolean inner = false;
        for (UndoScope each = innermost; each != null; each = each.outer) {
            if (each.needs(page.number)) {
                if (!added) {
                    log.add(page.number, page.data);
                    added = true;
                }
                each.saved.add(page.number);
                if (inner) {
                    shareLog(each);
                }
            }
            inner = true;
        }
    }

    /** The newest image belongs to {@code owner}: it outlives the scopes within. */
    private void shareLog(UndoScope owner) {
        for (UndoScope each = innermost; each != owner; each = each.outer) {
            each.sharesLog = true;
        }
    }

    /**
     * Gives the images that {@link #save} has kept since the innermost part began.
     *
     * @param done pages whose images are not wanted; gets those that are given
     */
    void readLog(PageSet done, int pageSize, Sink sink) {
        byte[] image = new byte[pageSize];
        for (int i = innermost.logStart; i < log.count(); i++) {
            int number = log.number(i);
            if (number <= innermost.pageCount && done.add(number)) {
                log.read(i, image);
                sink.restore(number, image);
            }
        }
    }
}
