package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.Workspace;

import java.io.IOException;

/**
 * The scopes of a write transaction that can be undone alone, one in another, and their
 * before-images of pages. An image is in the rollback journal, if the transaction puts the page
 * there, else in the {@link ImageLog}, once for all scopes that need it.
 */
final class UndoScopes {
    /** Null for a database that is this connection's own. */
    private final FileSource source;

    /** False for the temporary tables of a statement: nothing of them is ever undone. */
    private final boolean undoable;

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

    /**
     * @param workspace the files for images that do not fit into memory; null to keep all images
     *     there
     */
    UndoScopes(FileSource source, Workspace workspace, boolean undoable) {
        this.source = source;
        this.undoable = undoable;
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

    /** Whether parts can be undone at all. */
    boolean isUndoable() {
        return undoable;
    }

    /** Begins a part. */
    void open(int pageCount) {
        assert mark != 0 : "no write transaction";
        if (!undoable) {
            return;
        }
        int journalStart = source == null ? 0 : source.imageCount();
        innermost = new UndoScope(++lastMark, pageCount, journalStart, log.count(), innermost);
        mark = innermost.id;
    }

    /** Ends the innermost scope; its changes become those of the scope around it. */
    void close() {
        if (!undoable) {
            return;
        }
        UndoScope ended = innermost;
        assert ended != null : "no part of a transaction has begun";
        innermost = ended.outer;
        // Pages that the outer part has images of are marked again when they are next changed.
        mark = innermost == null ? ++lastMark : innermost.id;
        if (!ended.sharesLog || innermost == null) {
            log.truncate(ended.logStart);
        }
    }

    /** Whether the transaction, or a part of it, has no image of a page and would need one. */
    boolean need(int number) {
        boolean need = source != null && source.needsImage(number);
        for (UndoScope each = innermost; each != null; each = each.outer) {
            need |= each.needs(number);
        }
        return need;
    }

    /**
     * Saves the images of a page that the transaction and its scopes need, before it is changed.
     */
    void save(Page page) {
        assert mark != 0 && page.savedIn != mark : page;
        if (source != null && source.needsImage(page.number)) {
            try {
                source.saveImage(page.number, page.data);
            } catch (IOException e) {
                throw FileErrors.writing(e);
            }
            savedInJournal(page.number);
        } else {
            saveInLog(page);
        }
        page.savedIn = mark;
    }

    private void savedInJournal(int number) {
        for (UndoScope each = innermost; each != null; each = each.outer) {
            each.saved.add(number);
        }
    }

    /** Keeps the image of a page for all parts that need it. */
    private void saveInLog(Page page) {
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

    /** Gives the images of the pages as they were when the innermost part began. */
    void read(int pageSize, Sink sink) {
        PageSet done = new PageSet();
        if (source != null) {
            try {
                source.playBack(innermost.journalStart, (number, image) -> {
                    if (done.add(number)) {
                        sink.restore(number, image);
                    }
                });
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_READ, e);
            }
        }
        readLog(done, pageSize, sink);
    }

    /** @param done the pages whose images are not needed; receives those that are passed on */
    private void readLog(PageSet done, int pageSize, Sink sink) {
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
