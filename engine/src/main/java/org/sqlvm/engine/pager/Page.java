package org.sqlvm.engine.pager;

/**
 * One page of the database in memory.
 *
 * <p>The pager owns number and content. The decoded half belongs to the b-tree layer, which fills
 * it in when it has checked the content; it holds as long as {@link #type} is not 0.
 */
public final class Page {
    public final int number;

    /** The content. Changed only after {@link Pager#write}. */
    public final byte[] data;

    /** Only its reader has it: see {@link Pager#visit}. */
    public final boolean unkept;

    /** The b-tree page type (2, 5, 10, 13), or 0 while the content is unchecked. */
    public int type;

    public boolean leaf;
    /** A page of a table tree: its keys are rowids. */
    public boolean intKey;
    /** Where the b-tree page header begins: 100 in page 1, else 0. */
    public int header;
    /** Where the cell pointer array begins. */
    public int pointers;

    public int cellCount;
    /**
     * The keys of an interior page as numbers in their order, made by the first search; else null.
     * In an index these are the beginnings of the keys. Whoever changes cells forgets them.
     */
    public long[] keys;

    /**
     * What all keys of an interior index page begin with, and {@link #keys} leave out; null if that
     * is nothing.
     */
    public byte[] common;

    /** The numbers of an interior page's children; as long as there are {@link #keys}. */
    public int[] children;

    /** Free bytes between, in and around the cells; -1 if not counted yet. */
    public int freeBytes;
    /**
     * The cells of a page with more of them than it can hold, in the middle of a balance; else
     * null.
     */
    public Object overfull;

    /**
     * The part of the write transaction that may change this page without further ado: its
     * before-images are kept. 0 for none.
     */
    long savedIn;

    /** Differs from what the file has; of a database in memory always false. */
    boolean changed;

    /** Was read since the clock hand last came by. */
    boolean recent;

    public Page(int number, byte[] data) {
        this(number, data, false);
    }

    Page(int number, byte[] data, boolean unkept) {
        assert number > 0 : number;
        this.number = number;
        this.data = data;
        this.unkept = unkept;
    }

    @Override
    public String toString() {
        return "page " + number + " type " + type + " cells " + cellCount;
    }
}
