package org.sqlvm.engine.btree;

/**
 * Searches within a page with few reads of memory, which dominate the cost of a search.
 *
 * <p>An interior page's keys are taken out of its cells once, side by side ({@link TreePage#keys}),
 * and its children's numbers with them. The two keys around the child that a search goes to bound
 * the keys in that child: the wanted key is interpolated between them to choose the first cell to
 * look at.
 */
final class PageSearch {
    /** A guess is followed by steps of this many cells, twice as many each time. */
    static final int FIRST_STEP = 2;

    /** Offsets below this can be multiplied with the number of a page's cells. */
    private static final long EXACT_MAX = 1L << 40;

    private PageSearch() {}

    /** The children of an interior page from left to right. */
    static int[] children(TreePage page) {
        int[] children = new int[page.cellCount + 1];
        for (int i = 0; i < children.length; i++) {
            children[i] = TreePages.child(page, i);
        }
        return children;
    }

    /** How many keys are less than {@code target}. */
    static int firstNotBelow(long[] keys, long target) {
        int first = 0;
        int count = keys.length;
        while (count > 0) {
            int half = count >>> 1;
            // Both values are computed, so that this needs no branch that cannot be predicted.
            first = keys[first + half] < target ? first + count - half : first;
            count = half;
        }
        return first;
    }

    /**
     * Returns the index at which a key is expected among {@code count} keys spread evenly over a
     * range.
     *
     * @param offset the key's offset in the range; for one outside of the range the result is the
     *     middle
     */
    static int guess(long offset, long range, int count) {
        if (offset < 0 || offset >= range) {
            return count >>> 1;
        }
        return range < EXACT_MAX
                ? (int) (offset * count / range)
                : Math.min((int) ((double) offset / range * count), count - 1);
    }
}
