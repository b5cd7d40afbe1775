package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;
import org.sqlvm.engine.pager.Pager;

import java.util.Arrays;

/**
 * Entries into trees and out of them: builds cells with their overflow pages, and keeps the
 * balance.
 */
final class TreeWriter {
    private final TreePages pages;
    private final Pager<TreePage> pager;
    private final PageEdit edit;
    private final FreeList freeList;
    private final Balance balance;
    /** These are null unless the database has a pointer map. */
    private final PointerMap map;

    private final Vacuum vacuum;

    private final int pageSize;

    /** The cell being inserted. */
    private final byte[] cell;

    private int cellSize;

    /** How many bytes at its beginning are the payload's size. */
    private int sizeWidth;
    /** Where in it the payload begins. */
    private int payloadStart;

    private int payloadSize;

    /** @param autoVacuum the database has a pointer map */
    TreeWriter(TreePages pages, boolean autoVacuum) {
        this.pages = pages;
        pager = pages.pager;
        edit = new PageEdit(pages);
        map = autoVacuum ? new PointerMap(pages) : null;
        freeList = new FreeList(pages, map);
        balance = new Balance(pages, edit, freeList, map);
        vacuum = autoVacuum ? new Vacuum(pages, freeList, map) : null;
        pageSize = pager.pageSize();
        cell = new byte[pageSize];
    }

    /** Is it made for a database of this kind? */
    boolean fits(int bytes, boolean autoVacuum) {
        return bytes == pageSize && autoVacuum == (map != null);
    }

    /** Null unless the database has a pointer map. */
    Vacuum vacuum() {
        return vacuum;
    }

    void makeTableCell(long rowid, byte[] record, int length) {
        sizeWidth = Varint.write(cell, 0, length);
        int at = Varint.write(cell, sizeWidth, rowid);
        finishCell(at, record, length, pages.localSize(length, true));
    }

    void makeIndexCell(byte[] record, int length) {
        sizeWidth = Varint.write(cell, 0, length);
        finishCell(sizeWidth, record, length, pages.localSize(length, false));
    }

    private void finishCell(int start, byte[] record, int length, int local) {
        assert local <= length && start <= 2 * Varint.SIZE_MAX : start;
        payloadStart = start;
        payloadSize = length;
        System.arraycopy(record, 0, cell, start, local);
        cellSize = start + local;
        if (local == length) {
            return;
        }
        byte[] link = cell;
        int linkAt = cellSize;
        cellSize += 4;
        TreePage previous = null;
        int chunk = pages.usableSize - TreePages.OVERFLOW_HEADER;
        for (int at = local; at < length; at += chunk) {
            TreePage page = freeList.allocate();
            BigEndian.putInt(link, linkAt, page.number);
            if (previous != null) {
                if (map != null) {
                    map.put(page.number, PointerMap.OVERFLOW_NEXT, previous.number);
                }
                pager.memory().letGo(previous);
            }
            previous = page;
            int count = Math.min(chunk, length - at);
            System.arraycopy(record, at, page.data, TreePages.OVERFLOW_HEADER, count);
            link = page.data;
            linkAt = 0;
        }
        BigEndian.putInt(link, linkAt, 0);
    }

    /**
     * Writes a record over that of an entry with the same key, if both have the same size. As in
     * SQLite, a page whose bytes stay the same is not written. The cursor stays.
     *
     * @param place the result of the seek for the key
     * @return false if there is no such entry; then nothing is done
     */
    boolean overwrite(BtreeCursor cursor, int place, byte[] record, int length) {
        if (cursor.state != BtreeCursor.VALID || place != 0 || cursor.payloadSize != length) {
            return false;
        }
        TreePage page = cursor.path[cursor.depth];
        int local = cursor.localSize();
        overwrite(page, cursor.payloadOffset(), record, 0, local);
        if (local < length) {
            int first = BigEndian.getInt(page.data, cursor.payloadOffset() + local);
            overwriteOverflow(page.number, first, record, local, length);
        }
        return true;
    }

    private void overwriteOverflow(int owner, int first, byte[] record, int from, int length) {
        int number = first;
        int chunk = pages.usableSize - TreePages.OVERFLOW_HEADER;
        for (int at = from; at < length; at += chunk) {
            TreePage page = TreePages.notOfTree(pages.overflow(owner, number));
            int count = Math.min(chunk, length - at);
            overwrite(page, TreePages.OVERFLOW_HEADER, record, at, count);
            number = BigEndian.getInt(page.data, 0);
        }
    }

    private void overwrite(TreePage page, int offset, byte[] record, int from, int count) {
        if (!Arrays.equals(page.data, offset, offset + count, record, from, from + count)) {
            pager.write(page);
            System.arraycopy(record, from, page.data, offset, count);
        }
    }

    /**
     * Inserts the prepared cell at the position where a seek has left the cursor.
     *
     * @param place the result of the seek
     * @return true if the cursor stands on the entry; false if the tree was balanced and it must
     *     seek
     */
    boolean insert(BtreeCursor cursor, int place) {
        TreePage page = cursor.path[cursor.depth];
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
        mapOverflow(page, index);
        if (page.overfull == null && place != 0) {
            assert page.leaf && isBetween(page, index) : page;
            land(cursor, index);
            return true;
        }
        // A replaced entry may be smaller: the page may have become too empty.
        cursor.cells[cursor.depth] = index;
        balance.run(cursor);
        cursor.invalidate();
        return false;
    }

    /**
     * Writes rows into a table's last leaf, behind all others, as long as there is room between its
     * pointers and its cells. A leaf with free blocks gets no rows here: the free blocks are used
     * up first.
     *
     * @return the first row that is not written
     */
    int appendToLeaf(TreePage page, RecordSequence rows, int from, int to) {
        assert page.leaf && page.intKey && page.overfull == null : page;
        byte[] data = page.data;
        int content = PageCheck.contentStart(page);
        if (BigEndian.getU16(data, page.header + 1) != 0 || content > pages.usableSize) {
            return from;
        }
        int free = edit.freeBytes(page);
        pager.write(page);
        int top = content;
        int pointer = page.pointers + 2 * page.cellCount;
        int maxLocal = pages.maxLocal(true);
        int start = rows.start(from);
        int row = from;
        while (row < to) {
            long rowid = rows.rowids[row];
            int length = rows.ends[row] - start;
            int width = Varint.size(length) + Varint.size(rowid);
            int space = Math.max(width + length, 4);
            if (length > maxLocal || top - space < pointer + 2) {
                break;
            }
            top -= space;
            Varint.write(data, Varint.write(data, top, length), rowid);
            System.arraycopy(rows.bytes, start, data, top + width, length);
            BigEndian.putU16(data, pointer, top);
            pointer += 2;
            start += length;
            row++;
        }
        page.cellCount += row - from;
        page.keys = null;
        page.freeBytes = free - (content - top) - 2 * (row - from);
        BigEndian.putU16(data, page.header + 3, page.cellCount);
        BigEndian.putU16(data, page.header + 5, top & 0xffff);
        return row;
    }

    /** Whether a row's rowid is between those of its neighbours in a leaf. */
    private static boolean isBetween(TreePage page, int index) {
        if (!page.intKey) {
            return true;
        }
        long rowid = TableCursor.key(page, index);
        return (index == 0 || TableCursor.key(page, index - 1) < rowid)
                && (index == page.cellCount - 1 || TableCursor.key(page, index + 1) > rowid);
    }

    private void land(BtreeCursor cursor, int index) {
        if (cursor.state == BtreeCursor.VALID && cursor.page.leaf) {
            cursor.landOnInserted(index, sizeWidth, payloadStart, payloadSize);
        } else {
            cursor.land(index); // The tree was empty.
        }
    }

    /** Deletes the entry under the cursor, which must seek afterwards. */
    void delete(BtreeCursor cursor) {
        assert cursor.state == BtreeCursor.VALID : cursor.state;
        int entryDepth = cursor.depth;
        TreePage page = cursor.path[entryDepth];
        int index = cursor.cell;
        cursor.cells[entryDepth] = index;
        if (!page.leaf) {
            // The preceding entry, which is the last one of a leaf, replaces it.
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
            TreePage leaf = cursor.path[cursor.depth];
            pager.write(leaf);
            int last = leaf.cellCount - 1;
            int offset = TreePages.cellOffset(leaf, last);
            int size = pages.contentSize(leaf, leaf.data, offset);
            byte[] moved = new byte[size + 4];
            BigEndian.putInt(moved, 0, TreePages.child(page, index));
            System.arraycopy(leaf.data, offset, moved, 4, size);
            edit.removeCell(page, index);
            edit.insertCell(page, index, moved, moved.length);
            mapOverflow(page, index);
            edit.removeCell(leaf, last);
        }
        balance.run(cursor);
        if (cursor.depth > entryDepth) {
            cursor.depth = entryDepth;
            balance.run(cursor);
        }
        cursor.invalidate();
    }

    /** A cell has come into a page; one that is too full is mapped when it is balanced. */
    private void mapOverflow(TreePage page, int index) {
        if (map != null && page.overfull == null) {
            map.putOverflow(page, index);
        }
    }

    /** Gives the overflow pages of a cell back. */
    private void freeOverflow(TreePage page, int index) {
        byte[] data = page.data;
        int at = TreePages.cellOffset(page, index) + (page.leaf ? 0 : 4);
        long size = Varint.read(data, at);
        at += Varint.sizeAt(data, at);
        if (page.intKey) {
            at += Varint.sizeAt(data, at);
        }
        int local = pages.localSize(size, page.intKey);
        int number = local < size ? BigEndian.getInt(data, at + local) : 0;
        int chunk = pages.usableSize - TreePages.OVERFLOW_HEADER;
        for (long left = size - local; left > 0; left -= chunk) {
            TreePage overflow = TreePages.notOfTree(pages.overflow(page.number, number));
            number = BigEndian.getInt(overflow.data, 0);
            freeList.free(overflow);
            pager.memory().letGo(overflow);
        }
    }

    // ------------------------------------------------------------------ whole trees

    int createTree(boolean table) {
        TreePage page = map == null ? freeList.allocate() : allocateRoot();
        edit.initialize(page, table ? PageCheck.TABLE_LEAF : PageCheck.INDEX_LEAF);
        return page.number;
    }

    /**
     * In an auto-vacuum database the roots are the first pages: the page at the new root's number
     * is moved away.
     */
    private TreePage allocateRoot() {
        int root = largestRoot() + 1;
        if (root < 2 || root > pager.pageCount() + 1) {
            throw SqlException.corrupt(1, (root - 1) + " is not the largest root");
        }
        while (map.isReserved(root)) {
            root++;
        }
        while (root > pager.pageCount()) {
            freeList.append(); // At the end; or the map page before it.
            if (root <= pager.pageCount()) {
                return placeRoot(root);
            }
        }
        if (map.type(root) == PointerMap.FREE) {
            freeList.takeExactly(root);
        } else {
            vacuum.move(root, freeList.allocate().number);
        }
        return placeRoot(root);
    }

    private TreePage placeRoot(int root) {
        map.put(root, PointerMap.ROOT, 0);
        setLargestRoot(root);
        TreePage page = pager.get(root);
        pager.write(page);
        page.forgetContent();
        return page;
    }

    private int largestRoot() {
        return BigEndian.getInt(pager.get(1).data, Meta.LARGEST_ROOT_PAGE.offset);
    }

    private void setLargestRoot(int root) {
        TreePage first = pager.get(1);
        pager.write(first);
        BigEndian.putInt(first.data, Meta.LARGEST_ROOT_PAGE.offset, root);
    }

    /**
     * No page is held.
     *
     * @return the number of entries deleted
     */
    long clearTree(int root) {
        boolean intKey = pages.page(root).intKey;
        long entries = freeBelow(root, 0, intKey);
        TreePage page = pages.page(root);
        pager.write(page);
        edit.initialize(page, intKey ? PageCheck.TABLE_LEAF : PageCheck.INDEX_LEAF);
        return entries;
    }

    /**
     * No page is held.
     *
     * @return the root that has taken this one's number, so that the roots are the first pages; or
     *     0
     */
    int dropTree(int root) {
        clearTree(root);
        pager.memory().beginChange();
        int moved = dropRoot(root);
        pager.memory().endChange();
        return moved;
    }

    private int dropRoot(int root) {
        if (map == null) {
            free(root);
            return 0;
        }
        int largest = largestRoot();
        int moved = 0;
        if (root != largest) {
            if (largest > pager.pageCount() || map.type(largest) != PointerMap.ROOT) {
                throw SqlException.corrupt(1, largest + " is not the largest root");
            }
            vacuum.copy(largest, root, PointerMap.ROOT);
            moved = largest;
        }
        free(largest);
        do {
            largest--;
        } while (map.isReserved(largest) && largest > 1);
        setLargestRoot(largest);
        return moved;
    }

    /** The page stays in memory while the list of free pages is read. */
    private void free(int number) {
        pager.memory().beginChange();
        freeList.free(pager.get(number));
        pager.memory().endChange();
    }

    /**
     * Frees the pages below a page. No page is held between two steps: they need not fit into
     * memory.
     */
    private long freeBelow(int number, int depth, boolean intKey) {
        TreePage page = pages.page(number);
        if (depth == BtreeCursor.DEPTH_MAX || page.intKey != intKey) {
            throw SqlException.corrupt(number, "not a page of this tree");
        }
        long entries = page.leaf || !intKey ? page.cellCount : 0;
        pager.memory().beginChange();
        for (int i = 0; i < page.cellCount; i++) {
            if (page.leaf || !intKey) {
                freeOverflow(page, i);
            }
        }
        pager.memory().endChange();
        int[] children = new int[page.leaf ? 0 : page.cellCount + 1];
        for (int i = 0; i < children.length; i++) {
            children[i] = TreePages.child(page, i);
        }
        for (int child : children) {
            if (pager.memory().mustSettle()) {
                pager.memory().settle();
            }
            entries += freeBelow(child, depth + 1, intKey);
            free(child);
        }
        return entries;
    }
}
