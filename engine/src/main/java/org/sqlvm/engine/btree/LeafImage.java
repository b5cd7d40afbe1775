package org.sqlvm.engine.btree;

import org.sqlvm.engine.pager.BigEndianBytes;

/**
 * A copy of a leaf page of a table: any thread may read it, whatever becomes of the page. Its bytes
 * are not checked; {@link LeafCells} does that.
 */
public final class LeafImage {
    final byte[] data;
    int number;

    /** Where the page header begins: 100 in page 1, else 0. */
    int header;

    private int first;

    LeafImage(int pageSize) {
        data = new byte[pageSize];
    }

    /** The page's bytes. */
    public byte[] data() {
        return data;
    }

    /** How many cells the page says that it has. */
    public int cellCount() {
        return BigEndianBytes.getU16(data, header + 3);
    }

    /** The first cell whose row is wanted. */
    public int first() {
        return first;
    }

    public void setFirst(int cell) {
        first = cell;
    }

    /** Becomes a copy of another one. */
    public void copyFrom(LeafImage other) {
        System.arraycopy(other.data, 0, data, 0, data.length);
        number = other.number;
        header = other.header;
        first = other.first;
    }
}
