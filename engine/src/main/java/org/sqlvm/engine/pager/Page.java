package org.sqlvm.engine.pager;

/**
 * One page of the database in memory. The pager owns number and content; a subclass has the fields
 * that the layer above decodes from the content.
 */
public abstract class Page {
    public final int number;

    /** The content. Changed only after {@link Pager#write}. */
    public final byte[] data;

    /** Only its reader has it: see {@link Pager#visit}. */
    public final boolean unkept;

    /**
     * The part of the write transaction that may change this page without further ado: its
     * before-images are kept. 0 for none.
     */
    long savedIn;

    /** Whether it differs from the file; in a database in memory always false. */
    boolean changed;

    /** Was read since the clock hand last came by. */
    boolean recent;

    protected Page(int number, byte[] data, boolean unkept) {
        assert number > 0 : number;
        this.number = number;
        this.data = data;
        this.unkept = unkept;
    }

    /** Forgets all decoded fields, since the content has changed. */
    protected abstract void forgetContent();

    @Override
    public String toString() {
        return "page " + number;
    }
}
