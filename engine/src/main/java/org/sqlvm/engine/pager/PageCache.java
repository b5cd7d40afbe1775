package org.sqlvm.engine.pager;

import java.util.Arrays;

/**
 * The pages in memory by number: a table of two levels, since page numbers are dense, and a clock
 * that evicts when the bound is reached. An evicted page that a cursor still stands on stays valid
 * for it: its content is that of the same transaction.
 */
final class PageCache {
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
    private static final Page[] NO_CHUNK = new Page[0];

    private Page[][] chunks = new Page[1][];
    private Page[] clock = NO_CHUNK;
    private int clockSize;
    private int hand;
    private int limit;

    /** @param limit the most pages to keep */
    PageCache(int limit) {
        this.limit = limit;
    }

    void setLimit(int pages) {
        limit = pages;
    }

    /** The page, or null if it is not here. */
    Page find(int number) {
        int chunkIndex = number >>> CHUNK_BITS;
        if (chunkIndex >= chunks.length) {
            return null;
        }
        Page[] chunk = chunks[chunkIndex];
        if (chunk == null) {
            return null;
        }
        Page page = chunk[number & CHUNK_MASK];
        if (page != null && !page.recent) {
            page.recent = true; // Only when it changes: a write would take the cache line.
        }
        return page;
    }

    void add(Page page) {
        assert find(page.number) == null : page;
        if (clockSize >= limit) {
            replaceVictim(page);
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
            chunks[chunkIndex] = new Page[1 << CHUNK_BITS];
        }
        chunks[chunkIndex][page.number & CHUNK_MASK] = page;
    }

    private void replaceVictim(Page page) {
        while (clock[hand].recent) {
            clock[hand].recent = false;
            hand = hand + 1 == clockSize ? 0 : hand + 1;
        }
        Page victim = clock[hand];
        chunks[victim.number >>> CHUNK_BITS][victim.number & CHUNK_MASK] = null;
        clock[hand] = page;
        hand = hand + 1 == clockSize ? 0 : hand + 1;
    }

    /** Takes out a page that has not been read lately. There must be one. */
    Page evict() {
        assert clockSize > 0;
        while (clock[hand].recent) {
            clock[hand].recent = false;
            hand = hand + 1 == clockSize ? 0 : hand + 1;
        }
        Page victim = clock[hand];
        chunks[victim.number >>> CHUNK_BITS][victim.number & CHUNK_MASK] = null;
        clock[hand] = clock[--clockSize];
        clock[clockSize] = null;
        hand = hand >= clockSize ? 0 : hand;
        return victim;
    }

    /** Forgets the pages above {@code number}. Only of a cache that never evicts. */
    void truncate(int number) {
        int kept = 0;
        for (int i = 0; i < clockSize; i++) {
            Page page = clock[i];
            if (page.number <= number) {
                clock[kept++] = page;
            } else {
                chunks[page.number >>> CHUNK_BITS][page.number & CHUNK_MASK] = null;
            }
        }
        Arrays.fill(clock, kept, clockSize, null);
        clockSize = kept;
        hand = 0;
    }

    void clear() {
        chunks = new Page[1][];
        clock = NO_CHUNK;
        clockSize = 0;
        hand = 0;
    }
}
