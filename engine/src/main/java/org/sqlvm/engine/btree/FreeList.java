package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.BigEndianBytes;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Page;
import org.sqlvm.engine.pager.Pager;

/**
 * Pages that nobody uses (file-format section 1.5): trunk pages in a chain, each with the numbers
 * of many leaves. New pages come from here, or else from the end of the database.
 */
final class FreeList {
    /** In a trunk: the next trunk, the count of leaves, the leaves' numbers. */
    private static final int LEAF_COUNT = 4;

    private static final int LEAVES = 8;

    private final TreePages pages;
    private final Pager pager;

    FreeList(TreePages pages) {
        this.pages = pages;
        pager = pages.pager;
    }

    /** A page to write on, of undefined content. */
    Page allocate() {
        Page first = pager.get(1);
        pager.write(first);
        int free = BigEndianBytes.getInt(first.data, HeaderBytes.FREELIST_COUNT);
        if (free == 0) {
            Page page = pager.append();
            pager.write(page);
            BigEndianBytes.putInt(first.data, HeaderBytes.PAGE_COUNT, pager.pageCount());
            return page;
        }
        int trunkNumber = BigEndianBytes.getInt(first.data, HeaderBytes.FREELIST_TRUNK);
        Page trunk = get(trunkNumber, 1);
        pager.write(trunk);
        int leaves = BigEndianBytes.getInt(trunk.data, LEAF_COUNT);
        if (leaves < 0 || leaves > pages.usableSize / 4 - 2) {
            throw SqlException.corrupt(trunkNumber, "free-list trunk of " + leaves + " leaves");
        }
        BigEndianBytes.putInt(first.data, HeaderBytes.FREELIST_COUNT, free - 1);
        if (leaves == 0) {
            int next = BigEndianBytes.getInt(trunk.data, 0);
            BigEndianBytes.putInt(first.data, HeaderBytes.FREELIST_TRUNK, next);
            return trunk;
        }
        BigEndianBytes.putInt(trunk.data, LEAF_COUNT, leaves - 1);
        Page page = get(BigEndianBytes.getInt(trunk.data, LEAVES + 4 * (leaves - 1)), trunkNumber);
        pager.write(page);
        page.type = 0;
        return page;
    }

    /** Gives a page back. */
    void free(Page page) {
        assert page.number > 1 : page;
        Page first = pager.get(1);
        pager.write(first);
        page.type = 0;
        page.overfull = null;
        int free = BigEndianBytes.getInt(first.data, HeaderBytes.FREELIST_COUNT);
        BigEndianBytes.putInt(first.data, HeaderBytes.FREELIST_COUNT, free + 1);
        int trunkNumber = BigEndianBytes.getInt(first.data, HeaderBytes.FREELIST_TRUNK);
        if (free > 0) {
            Page trunk = get(trunkNumber, 1);
            int leaves = BigEndianBytes.getInt(trunk.data, LEAF_COUNT);
            // As SQLite: the last six places stay empty, for the sake of its oldest versions.
            if (leaves >= 0 && leaves < pages.usableSize / 4 - 8) {
                pager.write(trunk);
                BigEndianBytes.putInt(trunk.data, LEAVES + 4 * leaves, page.number);
                BigEndianBytes.putInt(trunk.data, LEAF_COUNT, leaves + 1);
                return;
            }
        }
        pager.write(page);
        BigEndianBytes.putInt(page.data, 0, free > 0 ? trunkNumber : 0);
        BigEndianBytes.putInt(page.data, LEAF_COUNT, 0);
        BigEndianBytes.putInt(first.data, HeaderBytes.FREELIST_TRUNK, page.number);
    }

    private Page get(int number, int from) {
        if (number < 2 || number > pager.pageCount()) {
            throw SqlException.corrupt(from, "free page " + Integer.toUnsignedLong(number));
        }
        return pager.get(number);
    }
}
