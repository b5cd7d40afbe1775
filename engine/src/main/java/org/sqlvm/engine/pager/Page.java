package org.sqlvm.engine.pager;

/**
 * One page of the database in memory. The pager owns number and content; a subclass has what the
 * layer above has decoded of the content.
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

    /** Differs from what the file has; of a database in memory always false. */
    boolean changed;

    /** Was read since the clock hand last came by. */
    boolean recent;

    protected Page(int number, byte[] data, boolean unkept) {
        assert number > 0 : number;
        this.number = number;
        this.data = data;
        this.unkept = unkept;
    }

    /** The content has become another one: what was decoded of it is void. */
    protected abstract void forgetContent();

    @Override
    public String toString() {
        return "page " + number;
    }
}
