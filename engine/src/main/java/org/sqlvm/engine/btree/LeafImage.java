package org.sqlvm.engine.btree;

import org.sqlvm.engine.pager.BigEndianBytes;

/**
 * A copy of a leaf page of a table: any thread may read it, whatever becomes of the page. Its bytes
 * are not checked; {@link LeafCells} does that.
 */
public final class LeafImage {
    /** It has other pages, too: few large arrays cost the garbage collector nothing. */
    final byte[] data;

    /** Where in {@link #data} the page begins. */
    final int base;

    int number;

    /** Where the page header begins in {@link #data}: 100 bytes later in page 1. */
    int header;

    private int first;

    LeafImage(byte[] data, int base) {
        this.data = data;
        this.base = base;
    }

    /** The array that has the page's bytes. */
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

    /** Becomes a copy of another one, of so many bytes. */
    public void copyFrom(LeafImage other, int pageSize) {
        System.arraycopy(other.data, other.base, data, base, pageSize);
        number = other.number;
        header = base + other.header - other.base;
        first = other.first;
    }
}
