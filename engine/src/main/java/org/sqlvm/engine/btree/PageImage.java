package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.HeaderBytes;

/**
 * A copy of a page with rows: any thread may read it, whatever becomes of the page. Its bytes are
 * not checked; {@link ImageCells} does that.
 */
public final class PageImage {
    /**
     * The page's bytes. Images share few large arrays, which cost the garbage collector nothing.
     */
    final byte[] data;

    /** Where in {@link #data} the page begins. */
    final int base;

    int number;

    /** Where the page header begins in {@link #data}: 100 bytes later in page 1. */
    int header;

    private int first;
    private int end;

    PageImage(byte[] data, int base) {
        this.data = data;
        this.base = base;
    }

    /** Says that the array has the bytes of a page, and that all of its rows are wanted. */
    void become(int page) {
        number = page;
        header = base + (page == 1 ? HeaderBytes.SIZE : 0);
        first = 0;
        end = cellCount();
    }

    /** The array that has the page's bytes. */
    public byte[] data() {
        return data;
    }

    /** Returns the number of cells that the page's header states. */
    int cellCount() {
        return BigEndian.getU16(data, header + 3);
    }

    boolean isLeaf() {
        byte type = data[header];
        return type == PageCheck.TABLE_LEAF || type == PageCheck.INDEX_LEAF;
    }

    /** The first cell whose row is wanted. */
    public int first() {
        return first;
    }

    public void setFirst(int cell) {
        first = cell;
    }

    /** Behind the last cell whose row is wanted. */
    public int end() {
        return end;
    }

    public void setEnd(int cell) {
        end = cell;
    }

    /** Becomes a copy of the first {@code pageSize} bytes of another one. */
    public void copyFrom(PageImage other, int pageSize) {
        System.arraycopy(other.data, other.base, data, base, pageSize);
        number = other.number;
        header = base + other.header - other.base;
        first = other.first;
        end = other.end;
    }
}
