package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;
import org.sqlvm.engine.pager.HeaderBytes;

import java.util.Arrays;

/**
 * Looks at every byte of a b-tree page that the cursors will trust: header, cell pointers, each
 * cell's own sizes and page numbers, the chain of free blocks. After that no cursor can leave the
 * page.
 */
final class PageCheck {
    static final int INDEX_INTERIOR = 2;
    static final int TABLE_INTERIOR = 5;
    static final int INDEX_LEAF = 10;
    static final int TABLE_LEAF = 13;

    /** A record's size takes five bytes at the most: SQLite's limit of a value is below 2^31. */
    static final int PAYLOAD_VARINT_MAX = 5;

    /** The most bytes of a cell whose size takes two before its payload. */
    private static final int PLAIN_HEAD_MAX = 2 + Varint.SIZE_MAX;

    private PageCheck() {}

    static void check(TreePage page, TreePages pages) {
        int number = page.number;
        byte[] data = page.data;
        int header = number == 1 ? HeaderBytes.SIZE : 0;
        int type = data[header];
        boolean leaf = (type & 8) != 0;
        if (type != INDEX_INTERIOR
                && type != TABLE_INTERIOR
                && type != INDEX_LEAF
                && type != TABLE_LEAF) {
            throw SqlException.corrupt(number, "b-tree page type " + (type & 0xff));
        }
        int usable = pages.usableSize;
        int cellCount = BigEndian.getU16(data, header + 3);
        int pointers = header + (leaf ? 8 : 12);
        int cellsFirst = pointers + 2 * cellCount;
        if (cellsFirst > usable) {
            throw SqlException.corrupt(number, cellCount + " cells");
        }
        page.leaf = leaf;
        page.intKey = (type & 1) != 0;
        page.header = header;
        page.pointers = pointers;
        page.cellCount = cellCount;
        page.keys = null;
        page.freeBytes = -1;
        checkFreeBlocks(page, cellsFirst, usable);
        int pageCount = pages.pager.pageCount();
        int maxLocal = pages.maxLocal(page.intKey);
        for (int i = 0; i < cellCount; i++) {
            int offset = BigEndian.getU16(data, pointers + 2 * i);
            if (offset < cellsFirst || offset > usable - 4) {
                throw SqlException.corrupt(number, "cell " + i + " at " + offset);
            }
            int end = endOfPlainCell(data, leaf ? offset : offset + 4, type, maxLocal);
            if (end < 0) {
                end = checkCell(page, i, offset, pages);
            }
            if (end > usable) {
                throw SqlException.corrupt(number, "cell " + i + " ends behind the page");
            }
            if (!leaf) {
                checkChild(page, BigEndian.getInt(data, offset), pageCount);
            }
        }
        if (!leaf) {
            checkChild(page, BigEndian.getInt(data, header + 8), pageCount);
        }
        page.type = type;
    }

    /**
     * Measures a cell as most are: all of its payload is in the page, and its size takes one byte
     * or two. An optimization of {@link #checkCell}, since every page that is read for one row is
     * checked as a whole.
     *
     * @param at where the cell begins, behind the number of a child
     * @return where it ends, or -1 if that takes a closer look
     */
    private static int endOfPlainCell(byte[] data, int at, int type, int maxLocal) {
        if (at + PLAIN_HEAD_MAX > data.length) {
            return -1;
        }
        int next = at;
        int payload = 0;
        if (type != TABLE_INTERIOR) {
            payload = data[next++];
            if (payload < 0) {
                int second = data[next++];
                payload = second < 0 ? Integer.MAX_VALUE : (payload & 0x7f) << 7 | second;
            }
            if (payload > maxLocal) {
                return -1;
            }
        }
        if ((type & 1) != 0) {
            int last = next + Varint.SIZE_MAX - 1;
            while (data[next] < 0 && next < last) {
                next++;
            }
            next++;
        }
        // No cell is shorter than a free block.
        return (type & 8) != 0 ? Math.max(next + payload, at + 4) : next + payload;
    }

    /** @return where the cell ends */
    private static int checkCell(TreePage page, int index, int offset, TreePages pages) {
        byte[] data = page.data;
        int usable = pages.usableSize;
        int at = offset + (page.leaf ? 0 : 4);
        int size = varintSize(page, index, at, usable);
        if (page.intKey && !page.leaf) {
            return at + size;
        }
        long payload = Varint.read(data, at);
        if (size > PAYLOAD_VARINT_MAX) {
            throw SqlException.corrupt(
                    page.number, "cell " + index + " has a payload of no sensible size");
        }
        at += size;
        if (page.intKey) {
            at += varintSize(page, index, at, usable);
        }
        int local = pages.localSize(payload, page.intKey);
        if (local == payload) {
            return Math.max(at + local, offset + 4);
        }
        int chunk = usable - TreePages.OVERFLOW_HEADER;
        long overflowPages = (payload - local + chunk - 1) / chunk;
        int end = at + local + 4;
        if (overflowPages >= pages.pager.pageCount()
                || payload > Integer.MAX_VALUE - 64
                || end > usable) {
            throw SqlException.corrupt(
                    page.number, "cell " + index + " has a payload of " + payload + " bytes");
        }
        int first = BigEndian.getInt(data, at + local);
        if (first < 2 || first > pages.pager.pageCount()) {
            throw SqlException.corrupt(
                    page.number,
                    "cell " + index + " overflows to page " + Integer.toUnsignedLong(first));
        }
        return end;
    }

    private static int varintSize(TreePage page, int index, int at, int usable) {
        int size = Varint.sizeWithin(page.data, at, usable);
        if (size == 0) {
            throw SqlException.corrupt(page.number, "cell " + index + " ends behind the page");
        }
        return size;
    }

    private static void checkChild(TreePage page, int child, int pageCount) {
        if (child < 2 || child > pageCount) {
            throw SqlException.corrupt(
                    page.number,
                    "child page " + Integer.toUnsignedLong(child) + " of " + pageCount);
        }
    }

    private static void checkFreeBlocks(TreePage page, int cellsFirst, int usable) {
        byte[] data = page.data;
        int contentStart = contentStart(page);
        if (contentStart < cellsFirst || contentStart > usable) {
            throw SqlException.corrupt(page.number, "cell content begins at " + contentStart);
        }
        int block = BigEndian.getU16(data, page.header + 1);
        if (block != 0 && block < contentStart) {
            throw SqlException.corrupt(page.number, "free block at " + block);
        }
        while (block != 0) {
            if (block > usable - 4) {
                throw SqlException.corrupt(page.number, "free block at " + block);
            }
            int next = BigEndian.getU16(data, block);
            int end = block + BigEndian.getU16(data, block + 2);
            // Blocks are in ascending order and do not touch: the chain ends.
            if (end > usable || end < block + 4 || (next != 0 && next < end)) {
                throw SqlException.corrupt(page.number, "free block at " + block);
            }
            block = next;
        }
    }

    /** Returns the start of the cell content area: 0 stands for 65536. */
    static int contentStart(TreePage page) {
        int start = BigEndian.getU16(page.data, page.header + 5);
        return start == 0 ? HeaderBytes.PAGE_SIZE_MAX : start;
    }

    /**
     * Counts the free bytes of a page that is to be written, and checks that they and the cells
     * fill it, each byte once: otherwise a write to one cell could change another one.
     *
     * @param marks scratch space of a bit for each byte of a page
     */
    static void countFree(TreePage page, TreePages pages, long[] marks) {
        Arrays.fill(marks, 0);
        byte[] data = page.data;
        int cellsFirst = page.pointers + 2 * page.cellCount;
        // In a damaged file the page may be one of another use, too, which has changed it since.
        checkFreeBlocks(page, cellsFirst, pages.usableSize);
        int contentStart = contentStart(page);
        int free = contentStart - cellsFirst + (data[page.header + 7] & 0xff);
        int block = BigEndian.getU16(data, page.header + 1);
        while (block != 0) {
            int size = BigEndian.getU16(data, block + 2);
            mark(marks, block, size, page);
            free += size;
            block = BigEndian.getU16(data, block);
        }
        int used = 0;
        for (int i = 0; i < page.cellCount; i++) {
            int offset = TreePages.cellOffset(page, i);
            int size = pages.cellSize(page, offset);
            if (offset < contentStart) {
                throw SqlException.corrupt(page.number, "cell " + i + " before the content");
            }
            mark(marks, offset, size, page);
            used += size;
        }
        if (cellsFirst + used + free != pages.usableSize) {
            throw SqlException.corrupt(page.number, "cells and free space do not fill the page");
        }
        page.freeBytes = free;
    }

    private static void mark(long[] marks, int from, int size, TreePage page) {
        int last = from + size - 1;
        int word = from >> 6;
        long bits = -1L << from;
        while (word < last >> 6) {
            mark(marks, word++, bits, page);
            bits = -1;
        }
        mark(marks, word, bits & -1L >>> ~last, page);
    }

    private static void mark(long[] marks, int word, long bits, TreePage page) {
        if ((marks[word] & bits) != 0) {
            throw SqlException.corrupt(page.number, "a byte is used twice");
        }
        marks[word] |= bits;
    }
}
