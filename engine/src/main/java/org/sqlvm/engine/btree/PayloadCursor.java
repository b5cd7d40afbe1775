package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;

/**
 * On one row of a table, whose record is read and written in parts and in place: the length does
 * not change. When the row is changed otherwise, it has expired.
 */
public final class PayloadCursor implements AutoCloseable {
    private final Btree btree;
    private final TableCursor cursor;
    private long rowid;
    private boolean expired = true;

    /** The first overflow pages of the record, as far as they are known. */
    private int[] chain = new int[8];

    private int chainCount;
    private long chainStamp;

    private PayloadCursor(Btree btree, TableCursor cursor) {
        this.btree = btree;
        this.cursor = cursor;
    }

    /** On no row yet. Needs a transaction, one that writes if {@code writable}. */
    public static PayloadCursor open(Btree btree, int root, boolean writable) {
        PayloadCursor opened = new PayloadCursor(btree, btree.openTable(root, writable));
        btree.cursors().watch(opened);
        return opened;
    }

    /** Goes to a row; false if there is none. */
    public boolean seek(long wanted) {
        expired = !cursor.seekExact(wanted);
        rowid = wanted;
        chainCount = 0;
        return !expired;
    }

    /** A row is changed, perhaps this one. */
    void changed(int root, long changedRowid) {
        expired |= root == cursor.root && changedRowid == rowid;
    }

    /** All rows of a tree are changed; of all trees if {@code root} is 0. */
    void changedAll(int root) {
        expired |= root == 0 || root == cursor.root;
    }

    /** Whether the row has been changed, or lost, since {@link #seek}. */
    public boolean isExpired() {
        expired = expired || !cursor.isValid() || cursor.rowid() != rowid;
        return expired;
    }

    /** Makes the cursor unusable. */
    public void expire() {
        expired = true;
    }

    /** Returns the size of the whole record in bytes. */
    public long size() {
        assert !isExpired() : rowid;
        return cursor.payloadSize();
    }

    /** @param position in the record */
    public void read(long position, byte[] target, int offset, int length) {
        assert !isExpired() && position + length <= size() : position;
        int done = 0;
        while (done < length) {
            long at = position + done;
            int count = countAt(at, length - done);
            TreePage page = pageAt(at);
            System.arraycopy(page.data, placeAt(at), target, offset + done, count);
            done += count;
        }
    }

    /** @param position in the record */
    public void write(long position, byte[] source, int offset, int length) {
        assert !isExpired() && position + length <= size() : position;
        btree.beginChange(cursor);
        cursor.ensureRestored();
        int done = 0;
        while (done < length) {
            long at = position + done;
            int count = countAt(at, length - done);
            TreePage page = pageAt(at);
            if (page != cursor.page) {
                TreePages.notOfTree(page);
            }
            btree.pages().pager.write(page);
            System.arraycopy(source, offset + done, page.data, placeAt(at), count);
            done += count;
        }
        btree.endChange();
    }

    private int chunk() {
        return cursor.pages.usableSize - TreePages.OVERFLOW_HEADER;
    }

    /** How many of the bytes from a position on are in the same page. */
    private int countAt(long position, int wanted) {
        int local = cursor.localSize();
        long left = position < local ? local - position : chunk() - (position - local) % chunk();
        return (int) Math.min(wanted, left);
    }

    private int placeAt(long position) {
        int local = cursor.localSize();
        return position < local
                ? cursor.payloadOffset() + (int) position
                : TreePages.OVERFLOW_HEADER + (int) ((position - local) % chunk());
    }

    private TreePage pageAt(long position) {
        int local = cursor.localSize();
        return position < local
                ? cursor.page
                : cursor.pages.pager.get(overflowPage((int) ((position - local) / chunk())));
    }

    /**
     * Returns the number of an overflow page of the record; known numbers are kept until a change.
     */
    private int overflowPage(int index) {
        if (chainStamp != btree.versions().stamp()) {
            chainStamp = btree.versions().stamp();
            chainCount = 0;
        }
        while (chainCount <= index) {
            int next = chainCount == 0
                    ? BigEndian.getInt(
                            cursor.page.data, cursor.payloadOffset() + cursor.localSize())
                    : BigEndian.getInt(cursor.pages.pager.get(chain[chainCount - 1]).data, 0);
            if (next <= 0 || next > cursor.pages.pager.pageCount()) {
                throw SqlException.corrupt(
                        cursor.page.number,
                        "overflow chain leads to page " + Integer.toUnsignedLong(next));
            }
            if (chainCount == chain.length) {
                chain = Arrays.copyOf(chain, 2 * chainCount);
            }
            chain[chainCount++] = next;
        }
        return chain[index];
    }

    @Override
    public void close() {
        btree.cursors().unwatch(this);
        cursor.close();
    }
}
