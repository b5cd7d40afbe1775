package org.sqlvm.engine.pager;

import java.util.Arrays;
import java.util.Comparator;

/** The pages of a file that differ from it; among them some that have been dropped since. */
final class ChangedPages {
    private static final Comparator<Page> BY_NUMBER =
            (left, right) -> Integer.compare(left.number, right.number);

    private static final int COUNT_MIN = 16;

    private final PageCache<?> cache;
    private Page[] pages = {};
    private int count;

    ChangedPages(PageCache<?> cache) {
        this.cache = cache;
    }

    int count() {
        return count;
    }

    /** The first {@link #count} are the pages; in ascending order after {@link #sort}. */
    Page[] pages() {
        return pages;
    }

    void add(Page page) {
        if (!page.changed) {
            page.changed = true;
            if (count == pages.length) {
                pages = Arrays.copyOf(pages, Math.max(COUNT_MIN, count * 2));
            }
            pages[count++] = page;
        }
    }

    /** Forgets pages that have been dropped, and sorts the others. */
    void sort() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Page page = pages[i];
            if (cache.find(page.number) == page) {
                pages[kept++] = page;
            }
        }
        Arrays.fill(pages, kept, count, null);
        count = kept;
        Arrays.sort(pages, 0, count, BY_NUMBER);
    }

    /** They are as in the file, or gone. */
    void forget() {
        for (int i = 0; i < count; i++) {
            pages[i].changed = false;
            pages[i].savedIn = 0;
            pages[i] = null;
        }
        count = 0;
    }
}
