package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Pager;

import java.util.Arrays;

/**
 * Unused pages (file-format section 1.5): trunk pages in a chain, each with the numbers of many
 * leaves. New pages come from here, or else from the end of the database.
 */
final class FreeList {
    /** In a trunk: the next trunk, the count of leaves, the leaves' numbers. */
    private static final int LEAF_COUNT = 4;

    private static final int LEAVES = 8;

    private final TreePages pages;
    private final Pager<TreePage> pager;

    /** Null unless the database has one. */
    private final PointerMap map;

    FreeList(TreePages pages, PointerMap map) {
        this.pages = pages;
        pager = pages.pager;
        this.map = map;
    }

    int count() {
        return BigEndian.getInt(pager.get(1).data, HeaderBytes.FREELIST_COUNT);
    }

    /** A page to write on, of undefined content. */
    TreePage allocate() {
        if (count() > 0) {
            TreePage page = pager.get(take());
            pager.write(page);
            return page;
        }
        return append();
    }

    /** A page of zeros at the end of the database. */
    TreePage append() {
        TreePage first = pager.get(1);
        pager.write(first);
        TreePage page = pager.append();
        pager.write(page);
        assert page.number == pager.pageCount() : page;
        if (map != null && map.isMapPage(page.number)) {
            page = pager.append();
            pager.write(page);
        }
        BigEndian.putInt(first.data, HeaderBytes.PAGE_COUNT, pager.pageCount());
        return page;
    }

    /** Takes some page off the list; there must be one. */
    int take() {
        TreePage first = pager.get(1);
        pager.write(first);
        int free = BigEndian.getInt(first.data, HeaderBytes.FREELIST_COUNT);
        int trunkNumber = BigEndian.getInt(first.data, HeaderBytes.FREELIST_TRUNK);
        TreePage trunk = get(trunkNumber, 1);
        pager.write(trunk);
        int leaves = leafCount(trunk);
        BigEndian.putInt(first.data, HeaderBytes.FREELIST_COUNT, free - 1);
        if (leaves == 0) {
            int next = BigEndian.getInt(trunk.data, 0);
            BigEndian.putInt(first.data, HeaderBytes.FREELIST_TRUNK, next);
            return trunkNumber;
        }
        BigEndian.putInt(trunk.data, LEAF_COUNT, leaves - 1);
        int leaf = BigEndian.getInt(trunk.data, LEAVES + 4 * (leaves - 1));
        return get(leaf, trunkNumber).number;
    }

    private int leafCount(TreePage trunk) {
        int leaves = BigEndian.getInt(trunk.data, LEAF_COUNT);
        if (leaves < 0 || leaves > pages.usableSize / 4 - 2) {
            throw SqlException.corrupt(trunk.number, "free-list trunk of " + leaves + " leaves");
        }
        return leaves;
    }

    /** Takes a page off the list that is on it. */
    void takeExactly(int number) {
        takeBetween(number, number);
    }

    /** Takes a page off the list whose number is not greater. */
    int takeAtMost(int number) {
        return takeBetween(2, number);
    }

    private int takeBetween(int least, int greatest) {
        TreePage first = pager.get(1);
        TreePage before = first;
        int link = HeaderBytes.FREELIST_TRUNK;
        int number = BigEndian.getInt(first.data, link);
        for (int visited = 0; number != 0; visited++) {
            TreePage trunk = get(number, before.number);
            int leaves = leafCount(trunk);
            if (number >= least && number <= greatest) {
                unlinkTrunk(before, link, trunk, leaves);
                return taken(first, number);
            }
            for (int i = 0; i < leaves; i++) {
                int leaf = BigEndian.getInt(trunk.data, LEAVES + 4 * i);
                if (leaf >= least && leaf <= greatest) {
                    pager.write(trunk);
                    int last = BigEndian.getInt(trunk.data, LEAVES + 4 * (leaves - 1));
                    BigEndian.putInt(trunk.data, LEAVES + 4 * i, last);
                    BigEndian.putInt(trunk.data, LEAF_COUNT, leaves - 1);
                    return taken(first, leaf);
                }
            }
            if (visited > pager.pageCount()) {
                throw SqlException.corrupt(number, "free-list has no end");
            }
            before = trunk;
            link = 0;
            number = BigEndian.getInt(trunk.data, 0);
        }
        throw SqlException.corrupt(1, "a free page that is not on the free-list");
    }

    private int taken(TreePage first, int number) {
        pager.write(first);
        int free = BigEndian.getInt(first.data, HeaderBytes.FREELIST_COUNT);
        BigEndian.putInt(first.data, HeaderBytes.FREELIST_COUNT, free - 1);
        return number;
    }

    /**
     * The trunk's first leaf becomes the trunk instead; without leaves the chain becomes shorter.
     */
    private void unlinkTrunk(TreePage before, int link, TreePage trunk, int leaves) {
        pager.write(before);
        int next = BigEndian.getInt(trunk.data, 0);
        if (leaves == 0) {
            BigEndian.putInt(before.data, link, next);
            return;
        }
        TreePage heir = get(BigEndian.getInt(trunk.data, LEAVES), trunk.number);
        pager.write(heir);
        BigEndian.putInt(heir.data, 0, next);
        BigEndian.putInt(heir.data, LEAF_COUNT, leaves - 1);
        System.arraycopy(trunk.data, LEAVES + 4, heir.data, LEAVES, 4 * (leaves - 1));
        BigEndian.putInt(before.data, link, heir.number);
    }

    /** The pages on the list are not in the database any more. */
    void clear() {
        TreePage first = pager.get(1);
        pager.write(first);
        BigEndian.putInt(first.data, HeaderBytes.FREELIST_COUNT, 0);
        BigEndian.putInt(first.data, HeaderBytes.FREELIST_TRUNK, 0);
    }

    /** Gives a page back. */
    void free(TreePage page) {
        assert page.number > 1 : page;
        TreePage first = pager.get(1);
        pager.write(first);
        page.forgetContent();
        if (pager.settings().isSecureDelete()) {
            pager.write(page);
            Arrays.fill(page.data, (byte) 0);
        }
        if (map != null) {
            map.put(page.number, PointerMap.FREE, 0);
        }
        int free = BigEndian.getInt(first.data, HeaderBytes.FREELIST_COUNT);
        BigEndian.putInt(first.data, HeaderBytes.FREELIST_COUNT, free + 1);
        int trunkNumber = BigEndian.getInt(first.data, HeaderBytes.FREELIST_TRUNK);
        if (free > 0) {
            TreePage trunk = get(trunkNumber, 1);
            int leaves = BigEndian.getInt(trunk.data, LEAF_COUNT);
            // The last six entries stay empty, as in SQLite, for the sake of its oldest versions.
            if (leaves >= 0 && leaves < pages.usableSize / 4 - 8) {
                pager.write(trunk);
                BigEndian.putInt(trunk.data, LEAVES + 4 * leaves, page.number);
                BigEndian.putInt(trunk.data, LEAF_COUNT, leaves + 1);
                return;
            }
        }
        pager.write(page);
        BigEndian.putInt(page.data, 0, free > 0 ? trunkNumber : 0);
        BigEndian.putInt(page.data, LEAF_COUNT, 0);
        BigEndian.putInt(first.data, HeaderBytes.FREELIST_TRUNK, page.number);
    }

    private TreePage get(int number, int from) {
        if (number < 2 || number > pager.pageCount()) {
            throw SqlException.corrupt(from, "free page " + Integer.toUnsignedLong(number));
        }
        return TreePages.notOfTree(pager.get(number));
    }
}
