package org.sqlvm.engine.pager;

import java.util.Arrays;

/**
 * The pages in memory by number: a table of two levels, since page numbers are dense, and a clock
 * that evicts unchanged pages when the bound is reached. A cursor's current page that is evicted
 * stays valid for it, for reading: its content is that of the same transaction.
 *
 * @param <P> the layer above's type of pages
 */
final class PageCache<P extends Page> {
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;

    private P[][] chunks = table(1);
    private P[] clock = pages(0);
    private int clockSize;
    private int hand;
    private int limit;

    /** @param limit the most pages to keep */
    PageCache(int limit) {
        this.limit = limit;
    }

    @SuppressWarnings("unchecked") // Only pages of the kind are put into it.
    private static <P extends Page> P[] pages(int length) {
        return (P[]) new Page[length];
    }

    @SuppressWarnings("unchecked")
    private static <P extends Page> P[][] table(int length) {
        return (P[][]) new Page[length][];
    }

    void setLimit(int pages) {
        limit = pages;
    }

    /** The page, or null if it is not here. */
    P find(int number) {
        int chunkIndex = number >>> CHUNK_BITS;
        if (chunkIndex >= chunks.length) {
            return null;
        }
        P[] chunk = chunks[chunkIndex];
        if (chunk == null) {
            return null;
        }
        P page = chunk[number & CHUNK_MASK];
        if (page != null && !page.recent) {
            page.recent = true; // Only when it changes: a write would take the cache line.
        }
        return page;
    }

    /**
     * Adds a page; evicts another one if the cache is full.
     *
     * @param mayEvict false if all pages have to stay
     * @return whether a page has left
     */
    boolean add(P page, boolean mayEvict) {
        assert find(page.number) == null : page;
        boolean replaced = mayEvict && clockSize >= limit && toVictim();
        if (replaced) {
            forget(clock[hand]);
            clock[hand] = page;
            hand = hand + 1 == clockSize ? 0 : hand + 1;
        } else {
            if (clockSize == clock.length) {
                clock = Arrays.copyOf(clock, Math.max(64, clockSize * 2));
            }
            clock[clockSize++] = page;
        }
        int chunkIndex = page.number >>> CHUNK_BITS;
        if (chunkIndex >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(chunkIndex + 1, chunks.length * 2));
        }
        if (chunks[chunkIndex] == null) {
            chunks[chunkIndex] = pages(1 << CHUNK_BITS);
        }
        chunks[chunkIndex][page.number & CHUNK_MASK] = page;
        return replaced;
    }

    private void forget(Page page) {
        chunks[page.number >>> CHUNK_BITS][page.number & CHUNK_MASK] = null;
    }

    /**
     * Turns the hand to an unchanged page that has not been read lately; false if there is none.
     */
    private boolean toVictim() {
        for (int turns = 2 * clockSize; turns > 0; turns--) {
            P page = clock[hand];
            if (!page.recent && !page.changed) {
                return true;
            }
            page.recent = false;
            hand = hand + 1 == clockSize ? 0 : hand + 1;
        }
        return false;
    }

    /** Whether there are more pages than should be: changes may have added them. */
    boolean isTooLarge() {
        return clockSize > limit;
    }

    /** Takes out unchanged pages until there are no more than may be, or only changed ones. */
    void shrink() {
        while (clockSize > limit && toVictim()) {
            removeAtHand();
        }
    }

    private void removeAtHand() {
        forget(clock[hand]);
        clock[hand] = clock[--clockSize];
        clock[clockSize] = null;
        hand = hand >= clockSize ? 0 : hand;
    }

    /** Takes out a page that has not been read lately. There must be one. */
    P evict() {
        assert clockSize > 0;
        while (clock[hand].recent) {
            clock[hand].recent = false;
            hand = hand + 1 == clockSize ? 0 : hand + 1;
        }
        P victim = clock[hand];
        removeAtHand();
        return victim;
    }

    /**
     * Forgets the pages above {@code number}.
     *
     * @return how many there were
     */
    int truncate(int number) {
        int before = clockSize;
        remove(number, false);
        return before - clockSize;
    }

    /** Takes out one page, which has mostly come among the last. */
    void remove(Page page) {
        for (int i = clockSize - 1; i >= 0; i--) {
            if (clock[i] == page) {
                forget(page);
                clock[i] = clock[--clockSize];
                clock[clockSize] = null;
                hand = hand >= clockSize ? 0 : hand;
                return;
            }
        }
    }

    /** Forgets the pages that were changed. */
    void removeChanged() {
        remove(Integer.MAX_VALUE, true);
    }

    private void remove(int largest, boolean changedOnes) {
        int kept = 0;
        for (int i = 0; i < clockSize; i++) {
            P page = clock[i];
            if (page.number <= largest && !(changedOnes && page.changed)) {
                clock[kept++] = page;
            } else {
                forget(page);
            }
        }
        Arrays.fill(clock, kept, clockSize, null);
        clockSize = kept;
        hand = 0;
    }

    /** Holds the pages of another cache instead of its own; that one is empty then. */
    void takeFrom(PageCache<P> other) {
        chunks = other.chunks;
        clock = other.clock;
        clockSize = other.clockSize;
        hand = other.hand;
        for (int i = 0; i < clockSize; i++) {
            clock[i].savedIn = 0; // Pages are now saved by the transactions of this pager alone.
            clock[i].forgetContent(); // The order of keys depends on the other database's searches.
        }
        other.clear();
    }

    void clear() {
        chunks = table(1);
        clock = pages(0);
        clockSize = 0;
        hand = 0;
    }
}
