package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;

/** Visits the pages of one whole tree, without a cursor. */
final class TreeWalk {
    private TreeWalk() {}

    static long countEntries(TreePages pages, int root, boolean intKey) {
        if (pages.pager.pageCount() == 0) {
            return 0;
        }
        long entries = 0;
        long visited = 0;
        TreePage[] path = new TreePage[BtreeCursor.DEPTH_MAX];
        int[] next = new int[BtreeCursor.DEPTH_MAX];
        path[0] = rootPage(pages, root, intKey);
        int depth = 0;
        while (depth >= 0) {
            TreePage page = path[depth];
            if (next[depth] == 0 && (page.leaf || !intKey)) {
                entries += page.cellCount;
            }
            if (page.leaf || next[depth] > page.cellCount) {
                depth--;
                continue;
            }
            int child = TreePages.child(page, next[depth]++);
            if (++depth == BtreeCursor.DEPTH_MAX || ++visited > pages.pager.pageCount()) {
                throw SqlException.corrupt(root, "b-tree has no end");
            }
            path[depth] = pages.page(child);
            next[depth] = 0;
            if (path[depth].intKey != intKey) {
                throw SqlException.corrupt(child, "in a tree of the other kind");
            }
        }
        return entries;
    }

    /**
     * Roughly how many entries a tree has: as if all pages of a level were as full as the one in
     * the middle of the path from the root.
     */
    static long estimateEntries(TreePages pages, int root) {
        TreePage page = pages.page(root);
        boolean intKey = page.intKey;
        double pagesOfLevel = 1;
        double entries = 0;
        int depth = 0;
        while (true) {
            if (page.leaf || !intKey) {
                entries += pagesOfLevel * page.cellCount;
            }
            if (page.leaf) {
                return (long) Math.min(entries, Long.MAX_VALUE);
            }
            pagesOfLevel *= page.cellCount + 1.0;
            page = pages.page(TreePages.child(page, page.cellCount / 2));
            if (page.intKey != intKey || ++depth == BtreeCursor.DEPTH_MAX) {
                throw SqlException.corrupt(root, "b-tree has no end");
            }
        }
    }

    static TreePage rootPage(TreePages pages, int root, boolean intKey) {
        TreePage page = pages.page(root);
        if (page.intKey != intKey) {
            throw SqlException.corrupt(root, intKey ? "not a table" : "not an index");
        }
        return page;
    }
}
