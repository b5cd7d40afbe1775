package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.HeaderBytes;

import java.util.Arrays;

/**
 * Changes inside one b-tree page: cells, the free blocks between them, the header. The page has
 * been given to {@code Pager.write} before.
 */
final class PageEdit {
    /** More loose bytes than this must not be in a page (file-format section 1.6). */
    private static final int FRAGMENTS_MAX = 60;

    /** A smaller rest cannot be a free block: it becomes loose bytes. */
    private static final int BLOCK_MIN = 4;

    private final TreePages pages;
    private final byte[] scratch;
    private final long[] marks;

    PageEdit(TreePages pages) {
        this.pages = pages;
        scratch = new byte[pages.pager.pageSize()];
        marks = new long[(scratch.length + 63) / 64];
    }

    int freeBytes(TreePage page) {
        if (page.freeBytes < 0) {
            PageCheck.countFree(page, pages, marks);
        }
        return page.freeBytes;
    }

    /** How many bytes cells and their pointers may take in an empty page of the kind. */
    int capacity(boolean leaf) {
        return pages.usableSize - (leaf ? 8 : 12);
    }

    /** Makes the page an empty b-tree page. */
    void initialize(TreePage page, int type) {
        page.type = type;
        page.leaf = (type & 8) != 0;
        page.intKey = (type & 1) != 0;
        page.header = page.number == 1 ? HeaderBytes.SIZE : 0;
        page.pointers = page.header + (page.leaf ? 8 : 12);
        page.overfull = null;
        page.data[page.header] = (byte) type;
        if (!page.leaf) {
            setRightChild(page, 0);
        }
        reset(page);
    }

    private void reset(TreePage page) {
        byte[] data = page.data;
        BigEndian.putU16(data, page.header + 1, 0);
        BigEndian.putU16(data, page.header + 3, 0);
        setContentStart(page, pages.usableSize);
        data[page.header + 7] = 0;
        page.cellCount = 0;
        page.keys = null;
        page.freeBytes = pages.usableSize - page.pointers;
        if (isSecure()) {
            Arrays.fill(data, page.pointers, pages.usableSize, (byte) 0);
        }
    }

    /** Whether deleted content is overwritten with zeros. */
    private boolean isSecure() {
        return pages.pager.settings().isSecureDelete();
    }

    static void setRightChild(TreePage page, int number) {
        page.keys = null;
        BigEndian.putInt(page.data, page.header + 8, number);
    }

    /** Makes the page one with exactly these cells, which must fit. */
    void fill(TreePage page, int type, CellList list, int from, int to, int rightChild) {
        initialize(page, type);
        byte[] data = page.data;
        int at = pages.usableSize;
        int pointer = page.pointers;
        for (int i = from; i < to; i++) {
            at -= Math.max(list.sizes[i], 4);
            assert at >= pointer + 2 : page;
            System.arraycopy(list.bytes, list.offsets[i], data, at, list.sizes[i]);
            BigEndian.putU16(data, pointer, at);
            pointer += 2;
        }
        page.cellCount = to - from;
        page.keys = null;
        BigEndian.putU16(data, page.header + 3, page.cellCount);
        setContentStart(page, at);
        page.freeBytes = at - pointer;
        if (!page.leaf) {
            setRightChild(page, rightChild);
        }
    }

    /** Inserts a cell; a page without enough room becomes overfull. */
    void insertCell(TreePage page, int index, byte[] cell, int size) {
        assert page.overfull != null || (index >= 0 && index <= page.cellCount) : page;
        int space = Math.max(size, 4);
        if (page.overfull == null && freeBytes(page) < space + 2) {
            CellList list = new CellList();
            list.addPage(page, pages);
            page.overfull = list;
        }
        if (page.overfull != null) {
            page.overfull.insert(index, cell, 0, size);
            return;
        }
        int offset = allocate(page, space);
        byte[] data = page.data;
        System.arraycopy(cell, 0, data, offset, size);
        int slot = page.pointers + 2 * index;
        System.arraycopy(data, slot, data, slot + 2, 2 * (page.cellCount - index));
        BigEndian.putU16(data, slot, offset);
        page.cellCount++;
        page.keys = null;
        BigEndian.putU16(data, page.header + 3, page.cellCount);
        page.freeBytes -= space + 2;
    }

    /** Removes a cell; its overflow pages are the caller's. */
    void removeCell(TreePage page, int index) {
        if (page.overfull != null) {
            page.overfull.remove(index);
            return;
        }
        assert index >= 0 && index < page.cellCount : page;
        freeBytes(page);
        byte[] data = page.data;
        int offset = TreePages.cellOffset(page, index);
        int size = pages.cellSize(page, offset);
        if (page.cellCount == 1) {
            reset(page);
            return;
        }
        if (isSecure()) {
            Arrays.fill(data, offset, offset + size, (byte) 0);
        }
        free(page, offset, size);
        int slot = page.pointers + 2 * index;
        System.arraycopy(data, slot + 2, data, slot, 2 * (page.cellCount - index - 1));
        page.cellCount--;
        page.keys = null;
        BigEndian.putU16(data, page.header + 3, page.cellCount);
        page.freeBytes += size + 2;
    }

    /** Room for a cell, where there is room in all. */
    private int allocate(TreePage page, int size) {
        int gap = page.pointers + 2 * page.cellCount + 2;
        int top = PageCheck.contentStart(page);
        if (top > pages.usableSize) {
            // In a damaged file two trees may share a page, and one of them has just been written
            // to.
            throw SqlException.corrupt(page.number, "cell content begins at " + top);
        }
        if (gap <= top) {
            int block = takeBlock(page, size);
            if (block != 0) {
                return block;
            }
        }
        if (gap + size > top) {
            defragment(page);
            top = PageCheck.contentStart(page);
            if (gap + size > top) {
                throw SqlException.corrupt(page.number, "less free space than counted");
            }
        }
        setContentStart(page, top - size);
        return top - size;
    }

    /** The first free block that is large enough; 0 for none. */
    private static int takeBlock(TreePage page, int size) {
        byte[] data = page.data;
        int link = page.header + 1;
        int block = BigEndian.getU16(data, link);
        while (block != 0) {
            int blockSize =
                    block + 4 > data.length ? data.length : BigEndian.getU16(data, block + 2);
            if (block + blockSize > data.length || block < page.pointers) {
                throw SqlException.corrupt(page.number, "free block at " + block);
            }
            int rest = blockSize - size;
            if (rest >= BLOCK_MIN) {
                BigEndian.putU16(data, block + 2, rest);
                return block + rest;
            }
            int fragments = data[page.header + 7] & 0xff;
            if (rest >= 0 && fragments + rest <= FRAGMENTS_MAX) {
                BigEndian.putU16(data, link, BigEndian.getU16(data, block));
                data[page.header + 7] = (byte) (fragments + rest);
                return block;
            }
            link = block;
            block = BigEndian.getU16(data, block);
            if (block != 0 && block <= link) {
                throw SqlException.corrupt(page.number, "free blocks run backwards");
            }
        }
        return 0;
    }

    /** Frees bytes, joined with the free blocks next to them. */
    private static void free(TreePage page, int offset, int size) {
        byte[] data = page.data;
        int header = page.header;
        int link = header + 1;
        int next = BigEndian.getU16(data, link);
        while (next != 0 && next < offset) {
            link = next;
            next = BigEndian.getU16(data, next);
        }
        int start = offset;
        int end = offset + size;
        if (next != 0 && next - end < BLOCK_MIN) {
            addFragments(page, end - next);
            end = next + BigEndian.getU16(data, next + 2);
            next = BigEndian.getU16(data, next);
        }
        if (link != header + 1) {
            int linkEnd = link + BigEndian.getU16(data, link + 2);
            if (start - linkEnd < BLOCK_MIN) {
                addFragments(page, linkEnd - start);
                BigEndian.putU16(data, link, next);
                BigEndian.putU16(data, link + 2, end - link);
                return;
            }
        } else if (start == PageCheck.contentStart(page)) {
            BigEndian.putU16(data, link, next);
            setContentStart(page, end);
            return;
        }
        BigEndian.putU16(data, link, start);
        BigEndian.putU16(data, start, next);
        BigEndian.putU16(data, start + 2, end - start);
    }

    private static void addFragments(TreePage page, int change) {
        int at = page.header + 7;
        int fragments = (page.data[at] & 0xff) + change;
        if (fragments < 0) {
            throw SqlException.corrupt(page.number, "fewer loose bytes than counted");
        }
        page.data[at] = (byte) fragments;
    }

    /** Moves all cells to the end of the page, so that all free bytes are in one piece. */
    private void defragment(TreePage page) {
        byte[] data = page.data;
        System.arraycopy(data, 0, scratch, 0, pages.usableSize);
        int at = pages.usableSize;
        for (int i = 0; i < page.cellCount; i++) {
            int offset = TreePages.cellOffset(page, i);
            // From the copy: other cells may have been moved over this one.
            int size = Math.max(pages.contentSize(page, scratch, offset), 4);
            at -= size;
            if (at < page.pointers + 2 * page.cellCount) {
                throw SqlException.corrupt(page.number, "cells overlap");
            }
            System.arraycopy(scratch, offset, data, at, size);
            BigEndian.putU16(data, page.pointers + 2 * i, at);
        }
        BigEndian.putU16(data, page.header + 1, 0);
        data[page.header + 7] = 0;
        setContentStart(page, at);
        if (isSecure()) {
            Arrays.fill(data, page.pointers + 2 * page.cellCount, at, (byte) 0);
        }
    }

    private static void setContentStart(TreePage page, int offset) {
        BigEndian.putU16(page.data, page.header + 5, offset & 0xffff);
    }
}
