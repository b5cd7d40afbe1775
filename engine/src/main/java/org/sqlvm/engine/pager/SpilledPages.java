package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.TemporaryFile;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The pages of a temporary database that exceed its workspace: in a temporary file, each at the
 * offset that its number gives.
 *
 * <p>A page that leaves memory must not be changed any more by code that still holds it. So pages
 * leave either when none is held ({@link #shrink}, before a change begins), or while the tables are
 * only read; then {@link #isStale} says that pages held are to be looked up again before the next
 * change. During a change, none leaves.
 */
final class SpilledPages implements AutoCloseable {
    /** This part of the pages leaves at once, since all cursors have to search again then. */
    private static final int SHARE = 4;

    private final Workspace workspace;
    private final PagerSettings settings;
    private final PageCache<?> cache;
    private int pageSize;
    private long taken;
    /** The limit in bytes that a PRAGMA has set. */
    private long limit = Long.MAX_VALUE;

    /** Null until the first page has left. */
    private TemporaryFile file;

    private boolean changing;
    private boolean stale;

    SpilledPages(Workspace workspace, PagerSettings settings, PageCache<?> cache) {
        this.workspace = workspace;
        this.settings = settings;
        this.cache = cache;
    }

    void setLimit(long bytes) {
        limit = bytes;
    }

    /** A page is about to come into the cache; all of them have one size. */
    void add(int bytes) {
        assert taken == 0 || bytes == pageSize : bytes;
        pageSize = bytes;
        if (!changing && isShort()) {
            stale = true;
            leave(cache.evict());
        }
        workspace.take(pageSize);
        taken += pageSize;
    }

    private boolean isShort() {
        return taken > pageSize
                && (workspace.isShort(taken) || (taken > limit && !workspace.isInMemory()))
                && settings.isSpilling();
    }

    /** Whether pages that may be in use have left, or will have to leave. */
    boolean isStale() {
        return stale || isShort();
    }

    /** No page is held. */
    void shrink() {
        stale = false;
        if (isShort()) {
            Page[] leaving = new Page[Math.max(1, (int) (taken / pageSize / SHARE))];
            Arrays.setAll(leaving, _ -> cache.evict());
            Arrays.sort(leaving, Comparator.comparingInt(page -> page.number));
            for (Page page : leaving) {
                leave(page);
            }
        }
    }

    private void leave(Page page) {
        if (page.changed) {
            if (file == null) {
                file = workspace.newFile();
            }
            file.write(page.data, 0, pageSize, offset(page.number));
            page.changed = false;
        }
        workspace.take(-pageSize);
        taken -= pageSize;
    }

    private long offset(int number) {
        return (number - 1L) * pageSize;
    }

    /** Reads a page that has left. */
    void read(int number, byte[] target, int offset) {
        assert file != null : number;
        file.read(target, offset, pageSize, offset(number));
    }

    /** The number of pages taken out of the cache as the database became smaller. */
    void forget(int count) {
        taken -= (long) count * pageSize;
        workspace.take(-(long) count * pageSize);
    }

    /** Takes over the pages of another database, which has none any more. */
    void takeFrom(SpilledPages other) {
        close();
        pageSize = other.pageSize;
        taken = other.taken;
        file = other.file;
        other.taken = 0;
        other.file = null;
    }

    void setChanging(boolean on) {
        changing = on;
    }

    /** All pages are forgotten. */
    @Override
    public void close() {
        workspace.take(-taken);
        taken = 0;
        stale = false;
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
