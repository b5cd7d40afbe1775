package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.BigEndianBytes;
import org.sqlvm.engine.pager.Page;
import org.sqlvm.engine.pager.Pager;

import java.util.Arrays;

/**
 * Entries into trees and out of them: builds cells with their overflow pages, and keeps the
 * balance.
 */
final class TreeWriter {
    private final TreePages pages;
    private final Pager pager;
    private final PageEdit edit;
    private final FreeList freeList;
    private final Balance balance;

    /** The cell being inserted. */
    private byte[] cell;

    private int cellSize;

    TreeWriter(TreePages pages) {
        this.pages = pages;
        pager = pages.pager;
        edit = new PageEdit(pages);
        freeList = new FreeList(pages);
        balance = new Balance(pages, edit, freeList);
        cell = new byte[pager.pageSize()];
    }

    void makeTableCell(long rowid, byte[] record, int length) {
        int at = Varint.put(cell, 0, length);
        at += Varint.put(cell, at, rowid);
        finishCell(at, record, length, pages.localSize(length, true));
    }

    void makeIndexCell(byte[] record, int length) {
        int at = Varint.put(cell, 0, length);
        finishCell(at, record, length, pages.localSize(length, false));
    }

    private void finishCell(int start, byte[] record, int length, int local) {
        System.arraycopy(record, 0, cell, start, local);
        cellSize = start + local;
        if (local == length) {
            return;
        }
        byte[] link = cell;
        int linkAt = cellSize;
        cellSize += 4;
        int chunk = pages.usableSize - TreePages.OVERFLOW_HEADER;
        for (int at = local; at < length; at += chunk) {
            Page page = freeList.allocate();
            BigEndianBytes.putInt(link, linkAt, page.number);
            int count = Math.min(chunk, length - at);
            System.arraycopy(record, at, page.data, TreePages.OVERFLOW_HEADER, count);
            link = page.data;
            linkAt = 0;
        }
        BigEndianBytes.putInt(link, linkAt, 0);
    }

    /**
     * Inserts the cell that was made, where a seek has left the cursor.
     *
     * @param place what the seek returned
     * @return true if the cursor stands on the entry; false if the tree was balanced and it must
     *     seek
     */
    boolean insert(BtreeCursor cursor, int place) {
        Page page = cursor.path[cursor.depth];
        pager.write(page);
        int index = cursor.state == BtreeCursor.VALID ? cursor.cell : 0;
        byte[] inserted = cell;
        int size = cellSize;
        if (cursor.state == BtreeCursor.VALID && place == 0) {
            if (!page.leaf) {
                int offset = TreePages.cellOffset(page, index);
                inserted = new byte[size + 4];
                System.arraycopy(page.data, offset, inserted, 0, 4);
                System.arraycopy(cell, 0, inserted, 4, size);
                size += 4;
            }
            freeOverflow(page, index);
            edit.removeCell(page, index);
        } else if (cursor.state == BtreeCursor.VALID && place < 0) {
            index++;
        }
        edit.insertCell(page, index, inserted, size);
        if (page.overfull == null && place != 0) {
            cursor.landOnInserted(index);
            return true;
        }
        // A replaced entry may be smaller: the page may have become too empty.
        cursor.cells[cursor.depth] = index;
        balance.run(cursor);
        cursor.invalidate();
        return false;
    }

    /** Deletes the entry under the cursor, which must seek afterwards. */
    void delete(BtreeCursor cursor) {
        int entryDepth = cursor.depth;
        Page page = cursor.path[entryDepth];
        int index = cursor.cell;
        cursor.cells[entryDepth] = index;
        if (!page.leaf) {
            // Its place is taken by the entry before it, which is the last one of a leaf.
            cursor.enterChild(index);
            while (!cursor.path[cursor.depth].leaf) {
                cursor.enterChild(cursor.path[cursor.depth].cellCount);
            }
            cursor.cells[cursor.depth] = cursor.path[cursor.depth].cellCount - 1;
        }
        pager.write(page);
        freeOverflow(page, index);
        if (page.leaf) {
            edit.removeCell(page, index);
        } else {
            Page leaf = cursor.path[cursor.depth];
            pager.write(leaf);
            int last = leaf.cellCount - 1;
            int offset = TreePages.cellOffset(leaf, last);
            int size = pages.contentSize(leaf, leaf.data, offset);
            byte[] moved = new byte[size + 4];
            BigEndianBytes.putInt(moved, 0, TreePages.child(page, index));
            System.arraycopy(leaf.data, offset, moved, 4, size);
            edit.removeCell(page, index);
            edit.insertCell(page, index, moved, moved.length);
            edit.removeCell(leaf, last);
        }
        balance.run(cursor);
        if (cursor.depth > entryDepth) {
            cursor.depth = entryDepth;
            balance.run(cursor);
        }
        cursor.invalidate();
    }

    /** Gives the overflow pages of a cell back. */
    private void freeOverflow(Page page, int index) {
        byte[] data = page.data;
        int at = TreePages.cellOffset(page, index) + (page.leaf ? 0 : 4);
        long size = Varint.get(data, at);
        at += Varint.size(data, at);
        if (page.intKey) {
            at += Varint.size(data, at);
        }
        int local = pages.localSize(size, page.intKey);
        int number = local < size ? BigEndianBytes.getInt(data, at + local) : 0;
        int chunk = pages.usableSize - TreePages.OVERFLOW_HEADER;
        for (long left = size - local; left > 0; left -= chunk) {
            if (number < 2 || number > pager.pageCount()) {
                throw SqlException.corrupt(
                        page.number,
                        "overflow chain leads to page " + Integer.toUnsignedLong(number));
            }
            Page overflow = pager.get(number);
            number = BigEndianBytes.getInt(overflow.data, 0);
            freeList.free(overflow);
        }
    }

    // ------------------------------------------------------------------ whole trees

    int createTree(boolean table) {
        Page page = freeList.allocate();
        edit.initialize(page, table ? PageCheck.TABLE_LEAF : PageCheck.INDEX_LEAF);
        return page.number;
    }

    /** @return the number of entries deleted */
    long clearTree(int root) {
        Page page = pages.page(root);
        long entries = freeBelow(page, 0, page.intKey);
        pager.write(page);
        edit.initialize(page, page.intKey ? PageCheck.TABLE_LEAF : PageCheck.INDEX_LEAF);
        return entries;
    }

    void dropTree(int root) {
        clearTree(root);
        freeList.free(pager.get(root));
    }

    private long freeBelow(Page page, int depth, boolean intKey) {
        if (depth == BtreeCursor.DEPTH_MAX || page.intKey != intKey) {
            throw SqlException.corrupt(page.number, "not a page of this tree");
        }
        long entries = page.leaf || !intKey ? page.cellCount : 0;
        for (int i = 0; i < page.cellCount; i++) {
            if (page.leaf || !intKey) {
                freeOverflow(page, i);
            }
        }
        int[] children = new int[page.leaf ? 0 : page.cellCount + 1];
        Arrays.setAll(children, i -> TreePages.child(page, i));
        for (int number : children) {
            Page child = pages.page(number);
            entries += freeBelow(child, depth + 1, intKey);
            freeList.free(child);
        }
        return entries;
    }
}
