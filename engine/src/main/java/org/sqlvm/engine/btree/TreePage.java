package org.sqlvm.engine.btree;

import org.sqlvm.engine.pager.Page;
import org.sqlvm.engine.pager.Pager;

/**
 * A page of the database with the fields that {@link PageCheck} has decoded, if it is a b-tree
 * page. They are valid while {@link #type} is not 0.
 */
final class TreePage extends Page {
    /** The b-tree page type (2, 5, 10, 13), or 0 while the content is unchecked. */
    int type;

    boolean leaf;

    /** A page of a table tree: its keys are rowids. */
    boolean intKey;

    /** Where the b-tree page header begins: 100 in page 1, else 0. */
    int header;

    /** Where the cell pointer array begins. */
    int pointers;

    int cellCount;

    /**
     * The keys of an interior page as numbers in their order, made by the first search; else null.
     * In an index these are the beginnings of the keys. A change of cells forgets them.
     */
    long[] keys;

    /**
     * The common prefix of all keys of an interior index page, which {@link #keys} leave out; null
     * if there is none.
     */
    byte[] common;

    /** The numbers of an interior page's children; set while {@link #keys} are. */
    int[] children;

    /** Free bytes between, in and around the cells; -1 if not counted yet. */
    int freeBytes;

    /**
     * The cells of a page with more of them than it can hold, in the middle of a balance; else
     * null.
     */
    CellList overfull;

    /** @param unkept see {@link Pager#visit} */
    TreePage(int number, byte[] data, boolean unkept) {
        super(number, data, unkept);
    }

    @Override
    protected void forgetContent() {
        type = 0;
        keys = null;
        overfull = null;
    }

    @Override
    public String toString() {
        return super.toString() + " type " + type + " cells " + cellCount;
    }
}
