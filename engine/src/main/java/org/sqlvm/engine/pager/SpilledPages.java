package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.TemporaryFile;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The pages of temporary tables beyond what their workspace has room for: in a temporary file, each
 * where its number says.
 *
 * <p>A page that leaves memory must not be changed any more by one who still holds it. So pages
 * leave either when nobody holds any ({@link #shrink}, before a change begins), or while the tables
 * are only read; then {@link #isStale} says that pages held are to be looked up again before the
 * next change. Between, during a change, none leaves.
 */
final class SpilledPages implements AutoCloseable {
    /** This part of the pages leaves at once, since all cursors have to search again then. */
    private static final int SHARE = 4;

    private final Workspace workspace;
    private final PageCache cache;
    private final int pageSize;
    private long taken;
    /** Null until the first page has left. */
    private TemporaryFile file;

    private boolean changing;
    private boolean stale;

    SpilledPages(Workspace workspace, PageCache cache, int pageSize) {
        this.workspace = workspace;
        this.cache = cache;
        this.pageSize = pageSize;
    }

    /** A page is about to come into the cache. */
    void add() {
        if (!changing && isShort()) {
            stale = true;
            leave(cache.evict());
        }
        workspace.take(pageSize);
        taken += pageSize;
    }

    private boolean isShort() {
        return taken > pageSize && workspace.isShort(taken);
    }

    /** Whether pages have left, or will have to, that somebody may hold. */
    boolean isStale() {
        return stale || isShort();
    }

    /** Nobody holds a page. */
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

    /** The content of a page that has left, in a fresh array. */
    byte[] read(int number) {
        assert file != null : number;
        byte[] data = new byte[pageSize];
        file.read(data, 0, pageSize, offset(number));
        return data;
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
