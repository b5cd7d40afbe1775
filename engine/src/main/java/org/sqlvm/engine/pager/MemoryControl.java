package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.FileErrors;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Decides which pages are in memory, and when they leave; tracks which of them are changed. A part
 * of the {@link Pager}.
 *
 * <p>A page that leaves the cache must not be changed any more by code that still holds it. So a
 * change is announced ({@link #mustSettle}, {@link #beginChange}): before it, all pages that may
 * have left are released, and while it lasts only those leave that it is done with
 * ({@link #letGo}).
 *
 * @param <P> the layer above's type of pages
 */
public final class MemoryControl<P extends Page> {
    /** Changed pages go to the file once they are one in this many of the pages in memory. */
    private static final int CHANGED_SHARE = 2;

    /** The number of pages that leave memory together once a change has done with them. */
    private static final int FINISHED_MAX = 32;

    private final PageCache<P> cache;

    /** Null for a database that is this connection's own, in memory or temporary. */
    private final FileSource source;

    /** The pages of a temporary database that have left memory; else null. */
    private final SpilledPages spilled;

    private final PagerSettings settings;
    private final ChangedPages changed;

    /** In bytes; of a file. */
    private int pageSize;

    /** When {@link #changed} has more, they go to the file. */
    private int changedMax;

    /** In this transaction, some changed pages have gone to the file. */
    private boolean hasSpilled;

    /** A page has left the cache that may still be held. */
    private boolean stale;

    private boolean changing;

    /** Pages that the change which runs has done with. */
    private final Page[] finished = new Page[FINISHED_MAX];

    private int finishedCount;

    MemoryControl(
            PageCache<P> cache, FileSource source, SpilledPages spilled, PagerSettings settings) {
        assert source == null || spilled == null;
        this.cache = cache;
        this.source = source;
        this.spilled = spilled;
        this.settings = settings;
        changed = new ChangedPages(cache);
    }

    /** The pages of a file have this size from now on. */
    void setPageSize(int bytes) {
        pageSize = bytes;
        setLimits();
    }

    private void setLimits() {
        if (source != null) {
            int pages = Math.clamp(settings.cacheBytes() / pageSize, 16, Integer.MAX_VALUE / 2);
            cache.setLimit(pages);
            changedMax = pages / CHANGED_SHARE;
        }
    }

    public void setCacheBytes(long bytes) {
        settings.setCacheBytes(bytes);
        setLimits();
        if (spilled != null) {
            spilled.setLimit(bytes);
        }
    }

    /** Puts a page into the cache. */
    void keep(P page) {
        if (spilled != null) {
            spilled.add(page.data.length);
        }
        stale |= cache.add(page, !changing);
    }

    /** Forgets the pages above {@code number}. */
    void truncate(int number) {
        int dropped = cache.truncate(number);
        if (spilled != null) {
            spilled.forget(dropped);
        }
    }

    // ------------------------------------------------------------------ changes

    /**
     * Whether the next change needs that pages which are held are let go of, and {@link #settle} is
     * called, before it begins.
     */
    public boolean mustSettle() {
        return spilled != null ? spilled.isStale() : stale || isShort();
    }

    private boolean isShort() {
        return changed.count() > changedMax || cache.isTooLarge();
    }

    /** Lets pages leave memory that exceed the limit; no page may be held. */
    public void settle() {
        assert !changing;
        if (spilled != null) {
            spilled.shrink();
        } else if (source != null) {
            stale = false;
            if (changed.count() > changedMax) {
                spill();
            }
            cache.shrink();
        }
    }

    /** Writes all changed pages to the file, if that is possible now. */
    private void spill() {
        setLimits();
        if (!settings.isSpilling()) {
            changedMax = Integer.MAX_VALUE;
            return;
        }
        changed.sort();
        try {
            if (source.spill(changed.pages(), changed.count())) {
                changed.forget();
                hasSpilled = true;
            } else {
                changedMax = changed.count() + changedMax / 8; // Try again somewhat later.
            }
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
    }

    /** Pages that are held may be changed, until {@link #endChange}. */
    public void beginChange() {
        changing = true;
        if (spilled != null) {
            spilled.setChanging(true);
        }
    }

    public void endChange() {
        changing = false;
        finishedCount = 0;
        if (spilled != null) {
            spilled.setChanging(false);
        }
    }

    /**
     * Says that the current change has finished with a page and holds it no more: it may leave
     * memory. Otherwise the pages of one huge value would need as much memory as the value.
     */
    public void letGo(Page page) {
        assert changing : page;
        if (source != null) {
            finished[finishedCount++] = page;
            if (finishedCount == FINISHED_MAX) {
                finishedCount = 0;
                if (settings.isSpilling() && isShort()) {
                    leave();
                }
            }
        }
    }

    private void leave() {
        Page[] written = Arrays.stream(finished)
                .filter(page -> page.changed)
                .sorted(Comparator.comparingInt(page -> page.number))
                .toArray(Page[]::new);
        try {
            if (written.length > 0 && !source.spill(written, written.length)) {
                return; // Others read: they stay.
            }
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
        hasSpilled |= written.length > 0;
        for (Page page : finished) {
            page.changed = false;
            cache.remove(page);
        }
        changed.sort();
    }

    /** Marks a page of a write transaction that is about to differ from the file. */
    void markChanged(Page page) {
        if (source == null) {
            page.changed = spilled != null;
        } else {
            changed.add(page);
        }
    }

    // ------------------------------------------------------------------ write transactions

    /** A write transaction begins. */
    void begin() {
        assert changed.count() == 0 : changed.count();
        hasSpilled = false;
    }

    /** Whether pages of a file are changed, in memory or there. */
    boolean hasChanges() {
        return changed.count() > 0 || hasSpilled;
    }

    /** Whether changed pages have gone to the file. */
    boolean hasSpilled() {
        return hasSpilled;
    }

    /** The pages that differ from the file. */
    ChangedPages changed() {
        return changed;
    }

    /** The changes of the transaction are in the file. */
    void commit() {
        changed.forget();
        if (cache.isTooLarge()) {
            cache.shrink();
            stale = true;
        }
    }

    /** The changes of the transaction are not in the file: the pages are read again. */
    void rollback() {
        if (hasSpilled) {
            cache.clear();
        } else {
            cache.removeChanged();
        }
        changed.forget();
    }

    // ------------------------------------------------------------------ other content

    /** Forgets all pages in memory, since the database's content has changed. */
    void clear() {
        cache.clear();
        if (spilled != null) {
            spilled.close();
        }
    }

    /** Replaces all pages by those of {@code copy}, in a database that is no file. */
    void takeFrom(Pager<P> copy, PageFactory<P> factory) {
        assert source == null;
        if (spilled != null) {
            MemoryControl<P> other = copy.memory();
            cache.takeFrom(other.cache);
            spilled.takeFrom(other.spilled);
            return;
        }
        int lockPage = HeaderBytes.lockBytePage(copy.pageSize());
        List<P> taken = new ArrayList<>();
        for (int number = 1; number <= copy.pageCount(); number++) {
            if (number != lockPage) {
                taken.add(factory.make(number, copy.get(number).data, false));
            }
        }
        cache.clear();
        for (P page : taken) {
            cache.add(page, false);
        }
    }
}
