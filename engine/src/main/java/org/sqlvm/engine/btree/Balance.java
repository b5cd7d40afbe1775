package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;

import java.util.Arrays;

/**
 * Brings a tree back into shape after a change in one page: too many cells for the page, or too
 * few.
 *
 * <p>A page and up to two of its siblings are taken apart together, and their cells distributed
 * over as many pages as they need; the dividers go into the parent, which may have to be balanced
 * in turn. A root that is too full gets a child below it, so that its number stays; a root without
 * dividers takes the content of its only child.
 */
final class Balance {
    /** A page, and a sibling on each side. */
    private static final int SIBLINGS_MAX = 3;

    /** Three full pages and one cell more never need more than five. */
    private static final int PAGES_MAX = 6;

    private final TreePages pages;
    private final PageEdit edit;
    private final FreeList freeList;
    /** Null unless the database has one. */
    private final PointerMap map;

    private final CellList cells = new CellList();
    private final TreePage[] old = new TreePage[SIBLINGS_MAX];

    /** Page i gets the cells before {@code ends[i]}. */
    private final int[] ends = new int[PAGES_MAX];

    private final int[] spaces = new int[PAGES_MAX];
    private byte[] divider = new byte[64];

    Balance(TreePages pages, PageEdit edit, FreeList freeList, PointerMap map) {
        this.pages = pages;
        this.edit = edit;
        this.freeList = freeList;
        this.map = map;
    }

    /**
     * Updates the pointer map for the cells of a page, unless the page is overfull and so not
     * finished.
     */
    private void mapCells(TreePage page) {
        if (map != null && page.overfull == null) {
            map.putAll(page);
        }
    }

    /** Balances from the cursor's page upwards as far as needed. Invalidates the cursor's path. */
    void run(BtreeCursor cursor) {
        while (true) {
            TreePage page = cursor.path[cursor.depth];
            boolean overfull = page.overfull != null;
            // As SQLite: a page is left alone while at least a third of it is in use.
            if (!overfull
                    && (cursor.depth == 0 || edit.freeBytes(page) * 3 <= pages.usableSize * 2)) {
                return;
            }
            pages.balances++;
            if (cursor.depth == 0) {
                cursor.path[1] = deepen(page, cursor.cells[0]);
                cursor.cells[1] = cursor.cells[0];
                cursor.cells[0] = 0;
                cursor.depth = 1;
                continue;
            }
            TreePage parent = cursor.path[cursor.depth - 1];
            int index = cursor.cells[cursor.depth - 1];
            assert parent.overfull != null || index <= parent.cellCount : parent;
            pages.pager.write(parent);
            if (overfull && isAppend(cursor, page, parent, index)) {
                splitOffLast(page, parent);
            } else {
                distribute(parent, index, cursor.depth == 1, cursor.bulk);
            }
            cursor.depth--;
        }
    }

    /**
     * Moves the root's content into a new child.
     *
     * @param index the new cell's index
     */
    private TreePage deepen(TreePage root, int index) {
        TreePage child = freeList.allocate();
        CellList list = root.overfull;
        assert child != root && list != null : root;
        if (root.leaf && root.intKey && index == list.count - 1) {
            edit.fill(child, root.type, list, 0, index, 0); // It stays empty: see splitOffLast.
            mapCells(child);
        } else {
            edit.initialize(child, root.type);
            if (!root.leaf) {
                PageEdit.setRightChild(child, rightChild(root));
            }
        }
        child.overfull = list;
        edit.initialize(root, root.intKey ? PageCheck.TABLE_INTERIOR : PageCheck.INDEX_INTERIOR);
        PageEdit.setRightChild(root, child.number);
        mapCells(root);
        return child;
    }

    private static int rightChild(TreePage page) {
        return BigEndian.getInt(page.data, page.header + 8);
    }

    /** The new cell is the last one of the whole table. */
    private static boolean isAppend(BtreeCursor cursor, TreePage page, TreePage parent, int index) {
        CellList list = page.overfull;
        return page.leaf
                && page.intKey
                && parent.number != 1
                && parent.overfull == null
                && index == parent.cellCount
                && cursor.cells[cursor.depth] == list.count - 1
                && page.cellCount == list.count - 1;
    }

    /**
     * Rows that come in rowid order: the new one begins a new page, and the page behind stays full.
     * An optimization: with {@link #distribute} alone, the table would be correct but a third
     * emptier.
     */
    private void splitOffLast(TreePage page, TreePage parent) {
        CellList list = page.overfull;
        TreePage added = freeList.allocate();
        edit.fill(added, PageCheck.TABLE_LEAF, list, list.count - 1, list.count, 0);
        page.overfull = null;
        BigEndian.putInt(divider, 0, page.number);
        int size = Varint.write(divider, 4, TableCursor.key(page, page.cellCount - 1));
        PageEdit.setRightChild(parent, added.number);
        edit.insertCell(parent, parent.cellCount, divider, size);
        mapCells(added);
        mapCells(parent);
    }

    /** @param bulk see {@link BtreeCursor#setBulk} */
    private void distribute(TreePage parent, int childIndex, boolean parentIsRoot, boolean bulk) {
        int parentCount = dividerCount(parent);
        int dividerMax = bulk ? SIBLINGS_MAX - 2 : SIBLINGS_MAX - 1;
        int first = parentCount < 2 ? 0 : Math.clamp(childIndex - 1L, 0, parentCount - dividerMax);
        int oldCount = Math.min(parentCount, parentCount < 2 ? 1 : dividerMax) + 1;
        takeApart(parent, first, oldCount);
        TreePage sample = old[0];
        boolean leaf = sample.leaf;
        boolean leafData = leaf && sample.intKey;
        int type = sample.type;
        int lastRight = leaf ? 0 : rightChild(old[oldCount - 1]);
        int newCount = chooseEnds(edit.capacity(leaf), leafData, bulk);
        TreePage[] fresh = choosePages(oldCount, newCount);
        CellList dividers = new CellList();
        int start = 0;
        for (int i = 0; i < newCount; i++) {
            boolean last = i == newCount - 1;
            int right = leaf ? 0 : last ? lastRight : cells.child(ends[i]);
            if (!last) {
                addDivider(dividers, fresh[i].number, ends[i], leaf, leafData);
            }
            // Only the one child of page 1, for which there was no room there, may lose all cells.
            boolean isEmpty = cells.count == 0 && parentIsRoot && newCount == 1;
            assert (start < ends[i] || isEmpty) && ends[i] <= cells.count : ends[i];
            edit.fill(fresh[i], type, cells, start, ends[i], right);
            mapCells(fresh[i]);
            start = ends[i] + (leafData ? 0 : 1);
        }
        writeParent(parent, first, oldCount, dividers, fresh[newCount - 1].number);
        if (parentIsRoot && newCount == 1 && parent.overfull == null && parent.cellCount == 0) {
            flatten(parent, fresh[0], lastRight);
        }
    }

    /** Puts the cells of the siblings, and the dividers where they are entries, into the list. */
    private void takeApart(TreePage parent, int first, int oldCount) {
        cells.clear();
        for (int i = 0; i < oldCount; i++) {
            int at = first + i;
            int number = child(parent, at);
            TreePage page = pages.page(number);
            if (i > 0 && page.type != old[0].type) {
                throw SqlException.corrupt(number, "siblings are of different types");
            }
            if (page == parent || (i > 0 && page == old[0]) || (i > 1 && page == old[1])) {
                throw SqlException.corrupt(number, "has a place in its tree twice");
            }
            old[i] = page;
            pages.pager.write(page);
            cells.addPage(page, pages);
            if (i == oldCount - 1 || (page.leaf && page.intKey)) {
                continue;
            }
            addDividerOf(parent, at, page.leaf ? 4 : 0);
            if (!page.leaf) {
                cells.setChild(cells.count - 1, rightChild(page));
            }
        }
    }

    private static int dividerCount(TreePage parent) {
        return parent.overfull == null ? parent.cellCount : parent.overfull.count;
    }

    /** The number of the child left of a divider, or of the right child behind the last one. */
    private static int child(TreePage parent, int index) {
        if (parent.overfull == null) {
            return TreePages.child(parent, index);
        }
        CellList list = parent.overfull;
        return index < list.count ? list.child(index) : rightChild(parent);
    }

    /** Adds a cell of the parent to the list, without its first bytes. */
    private void addDividerOf(TreePage parent, int index, int without) {
        CellList list = parent.overfull;
        if (list != null) {
            int size = list.sizes[index] - without;
            cells.add(list.bytes, list.offsets[index] + without, size);
            return;
        }
        int offset = TreePages.cellOffset(parent, index);
        int size = pages.contentSize(parent, parent.data, offset) - without;
        cells.add(parent.data, offset + without, size);
    }

    /** @return how many pages the cells need; where each ends is in {@link #ends} */
    private int chooseEnds(int capacity, boolean leafData, boolean bulk) {
        int count = 0;
        int space = 0;
        for (int i = 0; i < cells.count; i++) {
            int size = cells.spaceOf(i);
            if (space + size > capacity) {
                ends[count] = i;
                spaces[count++] = space;
                space = leafData ? size : 0;
            } else {
                space += size;
            }
        }
        ends[count] = cells.count;
        spaces[count++] = space;
        // So far all pages but the last are as full as can be. Shift to the right, until each is
        // about as full as its left neighbour, or in bulk only not empty.
        for (int i = count - 1; i > 0; i--) {
            int right = spaces[i];
            int left = spaces[i - 1];
            int previousEnd = i > 1 ? ends[i - 2] : -1;
            while (true) {
                int leaving = ends[i - 1] - 1;
                int entering = leafData ? leaving : leaving + 1;
                if (leaving <= previousEnd + (leafData && i > 1 ? 0 : 1) && right != 0) {
                    break;
                }
                int leavingSpace = cells.spaceOf(leaving);
                int enteringSpace = cells.spaceOf(entering);
                // SQLite forgets the pointer of the cell that leaves for the last page.
                int leftAfter = left - leavingSpace + (i == count - 1 ? 2 : 0);
                if (right != 0 && (bulk || right + enteringSpace > leftAfter)) {
                    break;
                }
                right += enteringSpace;
                left -= leavingSpace;
                ends[i - 1] = leaving;
            }
            spaces[i] = right;
            spaces[i - 1] = left;
        }
        return count;
    }

    /** The old pages as far as they are needed, new ones where they do not suffice, by number. */
    private TreePage[] choosePages(int oldCount, int newCount) {
        TreePage[] fresh = new TreePage[newCount];
        int[] numbers = new int[newCount];
        for (int i = 0; i < newCount; i++) {
            fresh[i] = i < oldCount ? old[i] : freeList.allocate();
            numbers[i] = fresh[i].number;
        }
        for (int i = newCount; i < oldCount; i++) {
            freeList.free(old[i]);
        }
        Arrays.sort(numbers);
        for (int i = 0; i < newCount; i++) {
            fresh[i] = pages.pager.get(numbers[i]);
        }
        return fresh;
    }

    private void addDivider(CellList dividers, int child, int end, boolean leaf, boolean leafData) {
        int source = leafData ? end - 1 : end;
        int offset = cells.offsets[source];
        int size = cells.sizes[source];
        if (divider.length < size + 4) {
            divider = new byte[size + 64];
        }
        BigEndian.putInt(divider, 0, child);
        if (leafData) {
            long rowid = Varint.read(cells.bytes, offset + Varint.sizeAt(cells.bytes, offset));
            size = Varint.write(divider, 4, rowid);
        } else if (leaf) {
            System.arraycopy(cells.bytes, offset, divider, 4, size);
            size += 4;
        } else {
            System.arraycopy(cells.bytes, offset + 4, divider, 4, size - 4);
        }
        dividers.add(divider, 0, size);
    }

    /**
     * Replaces the dividers of the old pages by those of the new ones. The other cells of the
     * parent, which may be hundreds, stay where they are.
     */
    private void writeParent(
            TreePage parent, int first, int oldCount, CellList dividers, int lastChild) {
        for (int i = 1; i < oldCount; i++) {
            edit.removeCell(parent, first);
        }
        for (int i = 0; i < dividers.count; i++) {
            int size = dividers.sizes[i];
            System.arraycopy(dividers.bytes, dividers.offsets[i], divider, 0, size);
            edit.insertCell(parent, first + i, divider, size);
        }
        setChild(parent, first + dividers.count, lastChild);
        CellList list = parent.overfull;
        int capacity = edit.capacity(false) - parent.header;
        if (list != null && list.space(0, list.count) <= capacity) {
            edit.fill(parent, parent.type, list, 0, list.count, rightChild(parent));
        }
        mapCells(parent);
    }

    private static void setChild(TreePage parent, int index, int number) {
        if (index == dividerCount(parent)) {
            PageEdit.setRightChild(parent, number);
        } else if (parent.overfull != null) {
            parent.overfull.setChild(index, number);
        } else {
            BigEndian.putInt(parent.data, TreePages.cellOffset(parent, index), number);
            parent.keys = null;
        }
    }

    /** The root has one child and no divider: the tree becomes one level lower. */
    private void flatten(TreePage root, TreePage child, int rightChild) {
        int capacity = edit.capacity(child.leaf) - root.header;
        if (cells.space(0, cells.count) > capacity) {
            return; // Page 1 has 100 bytes less than its child.
        }
        edit.fill(root, child.type, cells, 0, cells.count, rightChild);
        mapCells(root);
        freeList.free(child);
    }
}
