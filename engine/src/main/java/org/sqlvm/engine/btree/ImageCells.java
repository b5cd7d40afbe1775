package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;

/**
 * The cells of a {@link PageImage}, measured and checked all at once, while a {@link BtreeCursor}
 * decodes one after the other. It has only those facts of the database that do not change while a
 * table is read, and so may be used in any thread.
 *
 * <p>The checks are those of {@link PageCheck}. This class is an optimization: without it, rows
 * would be measured twice, and by the connection's thread alone.
 */
public final class ImageCells {
    private static final int LEAF_HEADER_SIZE = 8;

    /** With the number of the rightmost child. */
    private static final int INTERIOR_HEADER_SIZE = 12;

    /** The size of a child's number, with which a cell of an interior page begins. */
    private static final int CHILD_SIZE = 4;

    /** The bytes of the longest size and rowid that {@link #measure} reads itself. */
    private static final int HEAD_SIZE = 8;

    /** A size that no page has room for. */
    private static final int TOO_LARGE = Integer.MAX_VALUE;

    private static final int PAYLOAD_MAX = Integer.MAX_VALUE - 64;

    private final boolean table;
    private final int usableSize;
    private final int maxLocal;
    private final int minLocal;
    private final int pageCount;

    /** By cell: where in {@link #data} the payload begins. */
    private final int[] starts;

    /** By cell: how many bytes of the payload are in the page. */
    private final int[] localSizes;

    /** By cell: the size of the payload. */
    private final int[] sizes;

    /** By cell of a table: where the rowid begins. */
    private final int[] rowids;

    private byte[] data;

    /** The offset in {@link #data} of the page, and the end of its usable part. */
    private int base;

    private int limit;

    ImageCells(TreePages pages, boolean table) {
        this.table = table;
        usableSize = pages.usableSize;
        maxLocal = pages.maxLocal(table);
        minLocal = pages.minLocal();
        pageCount = pages.pager.pageCount();
        int cellsMax = usableSize / 2;
        starts = new int[cellsMax];
        localSizes = new int[cellsMax];
        sizes = new int[cellsMax];
        rowids = new int[cellsMax];
    }

    /**
     * Goes to a page.
     *
     * @return false if it is corrupt: {@link RowPages#corrupt} returns the error
     */
    public boolean enter(PageImage image) {
        data = image.data;
        base = image.base;
        limit = base + usableSize;
        int header = image.header;
        int count = image.cellCount();
        boolean leaf = image.isLeaf();
        int pointers = header + (leaf ? LEAF_HEADER_SIZE : INTERIOR_HEADER_SIZE);
        int cellsFirst = pointers + 2 * count;
        if (!hasRows(data[header])
                || count == 0
                || cellsFirst > limit
                || !hasSoundSpace(header, cellsFirst)) {
            return false;
        }
        int first = image.first();
        return table
                ? measure(data, pointers, cellsFirst, first, image.end())
                : measureEntries(
                        data, pointers, cellsFirst, first, image.end(), leaf ? 0 : CHILD_SIZE);
    }

    private boolean hasRows(byte type) {
        return table
                ? type == PageCheck.TABLE_LEAF
                : type == PageCheck.INDEX_LEAF || type == PageCheck.INDEX_INTERIOR;
    }

    /** Whether the free blocks are in order. */
    private boolean hasSoundSpace(int header, int cellsFirst) {
        int content = BigEndian.getU16(data, header + 5);
        int contentStart = base + (content == 0 ? 1 << 16 : content);
        int offset = BigEndian.getU16(data, header + 1);
        if (contentStart < cellsFirst
                || contentStart > limit
                || (offset != 0 && base + offset < contentStart)) {
            return false;
        }
        while (offset != 0) {
            if (offset > usableSize - 4) {
                return false;
            }
            int next = BigEndian.getU16(data, base + offset);
            int end = offset + BigEndian.getU16(data, base + offset + 2);
            if (end > usableSize || end < offset + 4 || (next != 0 && next < end)) {
                return false;
            }
            offset = next;
        }
        return true;
    }

    /**
     * A cell begins with two varints, payload size and rowid. They are read byte by byte, although
     * eight bytes at a time take C2's code the same time: counting trailing zeros is a call in that
     * of C1, which a young process runs.
     */
    private boolean measure(byte[] page, int pointers, int cellsFirst, int from, int to) {
        int[] starts = this.starts;
        int[] localSizes = this.localSizes;
        int[] sizes = this.sizes;
        int[] rowids = this.rowids;
        int first = base;
        int last = limit;
        int largest = last - 4;
        int largestLocal = maxLocal;
        int lastWhole = page.length - HEAD_SIZE;
        for (int i = from; i < to; i++) {
            int at = first + BigEndian.getU16(page, pointers + 2 * i);
            if (at < cellsFirst || at > largest) {
                return false;
            }
            if (at <= lastWhole) {
                int size = page[at];
                int rowid = at + 1;
                if (size < 0) {
                    int next = page[rowid++];
                    size = next < 0 ? TOO_LARGE : (size & 0x7f) << 7 | next;
                }
                int rowidLast = rowid;
                int stop = at + HEAD_SIZE;
                while (rowidLast < stop && page[rowidLast] < 0) {
                    rowidLast++;
                }
                int start = rowidLast + 1;
                if (size <= largestLocal && rowidLast < stop && start + size <= last) {
                    starts[i] = start;
                    localSizes[i] = size;
                    sizes[i] = size;
                    rowids[i] = rowid;
                    continue;
                }
            }
            if (!measureBytewise(i, at)) {
                return false;
            }
        }
        return true;
    }

    /**
     * A cell begins with the size of its payload, in an interior page behind a page number.
     *
     * @param skip the bytes of that number
     */
    private boolean measureEntries(
            byte[] page, int pointers, int cellsFirst, int from, int to, int skip) {
        int last = limit;
        int largest = last - 4;
        for (int i = from; i < to; i++) {
            int at = base + BigEndian.getU16(page, pointers + 2 * i);
            if (at < cellsFirst || at > largest || at + skip >= last) {
                return false;
            }
            int size = page[at + skip];
            int start = at + skip + 1;
            if (size < 0 || size > maxLocal || start + size > last) {
                if (!measureBytewise(i, at + skip)) {
                    return false;
                }
                continue;
            }
            starts[i] = start;
            localSizes[i] = size;
            sizes[i] = size;
        }
        return true;
    }

    private boolean measureBytewise(int cell, int offset) {
        int sizeEnd = varintEnd(offset);
        int start = sizeEnd < 0 || !table ? sizeEnd : varintEnd(sizeEnd);
        if (start < 0 || sizeEnd - offset > PageCheck.PAYLOAD_VARINT_MAX) {
            return false;
        }
        long size = Varint.read(data, offset);
        int local = localSize(size);
        if (local < size && !overflows(size, local, start)) {
            return false;
        }
        if (start + local > limit) {
            return false;
        }
        starts[cell] = start;
        localSizes[cell] = local;
        sizes[cell] = (int) size;
        rowids[cell] = sizeEnd;
        return true;
    }

    /** Behind a varint; negative if the page ends before it. */
    private int varintEnd(int at) {
        int size = Varint.sizeWithin(data, at, limit);
        return size > 0 ? at + size : -1;
    }

    private int localSize(long size) {
        if (size <= maxLocal) {
            return (int) size;
        }
        int surplus =
                (int) (minLocal + (size - minLocal) % (usableSize - TreePages.OVERFLOW_HEADER));
        return surplus <= maxLocal ? surplus : minLocal;
    }

    /** Whether a payload can go on in overflow pages as the cell says. */
    private boolean overflows(long size, int local, int start) {
        int chunk = usableSize - TreePages.OVERFLOW_HEADER;
        long overflowPages = (size - local + chunk - 1) / chunk;
        if (overflowPages >= pageCount || size > PAYLOAD_MAX || start + local + 4 > limit) {
            return false;
        }
        int first = BigEndian.getInt(data, start + local);
        return first >= 2 && first <= pageCount;
    }

    /** By cell: where in the image's array its record begins. */
    public int[] starts() {
        return starts;
    }

    /** By cell: how many bytes of its record are in the page. */
    public int[] localSizes() {
        return localSizes;
    }

    /** The whole size of a cell's record. */
    public int size(int cell) {
        return sizes[cell];
    }

    /** Whether cells have rowids. */
    public boolean isTable() {
        return table;
    }

    /** The rowid of a cell of a table. */
    public long rowid(int cell) {
        return Varint.read(data, rowids[cell]);
    }
}
