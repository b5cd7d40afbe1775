package org.sqlvm.engine.pager;

import java.util.Arrays;

/**
 * Counts the visits of pages, so that the cache keeps those that are visited again and again (2Q's
 * idea: Johnson and Shasha, VLDB 1994). Pages of a very large file share counts, so a rare page may
 * look frequent.
 */
final class PageVisits {
    /**
     * This many visits, each with a copy from the file's mapping and a check, cost less than one
     * first use of memory: a page fault takes as long as reading the page three times.
     */
    private static final int RARE_MAX = 3;

    private static final int COUNTS_MAX = 1 << 22;

    private byte[] counts = {};

    /** Counts a visit. True for a page's first few. */
    boolean isRare(int number, int pageCount) {
        int wanted = Math.min(pageCount, COUNTS_MAX - 1) + 1;
        if (counts.length < wanted) {
            counts = Arrays.copyOf(counts, Math.min(wanted + wanted / 2, COUNTS_MAX));
        }
        int index = number & (COUNTS_MAX - 1);
        if (counts[index] == RARE_MAX) {
            return false;
        }
        counts[index]++;
        return true;
    }
}
