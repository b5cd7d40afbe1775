package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The rows of {@code %_idx} of segments that were searched often, in memory. */
final class PageTables {
    /** The most rows of a segment that are kept. */
    private static final int MAX_ROWS = 4096;

    /** A segment is kept after one search for this number of its pages. */
    private static final int PAGES_PER_SEARCH = 16;

    private final IndexStore store;
    private final Map<Integer, PageTable> tables = new HashMap<>();
    /** The version of the rows that these are of. */
    private long version = IndexStore.UNKNOWN;

    PageTables(IndexStore store) {
        this.store = store;
    }

    /** A segment's terms in their order, and what the rows lead to. */
    private static final class PageTable {
        private int searches;
        private int count;
        /** Null before they are loaded. */
        private byte[][] terms;

        private int[] pages;

        void load(IndexStore store, int segment) {
            terms = new byte[Long.BYTES][];
            pages = new int[terms.length];
            store.forEachPage(segment, (term, page) -> {
                if (count == pages.length) {
                    terms = Arrays.copyOf(terms, count * 2);
                    pages = Arrays.copyOf(pages, count * 2);
                }
                terms[count] = term;
                pages[count++] = page;
            });
        }

        int find(byte[] key, int length) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                byte[] term = terms[middle];
                if (Arrays.compareUnsigned(term, 0, term.length, key, 0, length) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low == 0 ? 0 : pages[low - 1];
        }
    }

    /** As {@link IndexStore#findPage}. */
    int find(Segment segment, byte[] term, int length) {
        long now = store.pagesVersion();
        int rows = segment.lastPage - segment.firstPage;
        if (now == IndexStore.UNKNOWN || rows > MAX_ROWS) {
            return store.findPage(segment.id, term, length);
        }
        if (now != version) {
            tables.clear();
            version = now;
        }
        PageTable table = tables.computeIfAbsent(segment.id, _ -> new PageTable());
        if (table.terms == null) {
            if (++table.searches <= rows / PAGES_PER_SEARCH) {
                return store.findPage(segment.id, term, length);
            }
            table.load(store, segment.id);
        }
        return table.find(term, length);
    }
}
