package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;

/** Copies of cells outside of any page, which a balance distributes to pages. */
final class CellList {
    byte[] bytes = new byte[4096];
    int[] offsets = new int[64];
    int[] sizes = new int[64];
    int count;
    private int used;

    void clear() {
        count = 0;
        used = 0;
    }

    /** Adds a cell behind the others. */
    void add(byte[] source, int offset, int size) {
        ensureRoom(1, size);
        System.arraycopy(source, offset, bytes, used, size);
        addAt(used, size);
        used += size;
    }

    void insert(int index, byte[] source, int offset, int size) {
        ensureRoom(1, size);
        System.arraycopy(source, offset, bytes, used, size);
        System.arraycopy(offsets, index, offsets, index + 1, count - index);
        System.arraycopy(sizes, index, sizes, index + 1, count - index);
        offsets[index] = used;
        sizes[index] = size;
        used += size;
        count++;
    }

    private void ensureRoom(int cells, int size) {
        if (used + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, used + size));
        }
        if (count + cells > sizes.length) {
            int length = Math.max(count * 2, count + cells);
            offsets = Arrays.copyOf(offsets, length);
            sizes = Arrays.copyOf(sizes, length);
        }
    }

    private void addAt(int offset, int size) {
        offsets[count] = offset;
        sizes[count] = size;
        count++;
    }

    void remove(int index) {
        System.arraycopy(offsets, index + 1, offsets, index, count - index - 1);
        System.arraycopy(sizes, index + 1, sizes, index, count - index - 1);
        count--;
    }

    void addFrom(CellList other, int index) {
        add(other.bytes, other.offsets[index], other.sizes[index]);
    }

    /** Adds all cells of a page, which may be overfull. */
    void addPage(TreePage page, TreePages pages) {
        CellList list = page.overfull;
        if (list != null) {
            for (int i = 0; i < list.count; i++) {
                addFrom(list, i);
            }
            return;
        }
        // One copy for all cells: one for each would take most of the time of a balance.
        int from = page.pointers + 2 * page.cellCount;
        int size = pages.usableSize - from;
        ensureRoom(page.cellCount, size);
        System.arraycopy(page.data, from, bytes, used, size);
        for (int i = 0; i < page.cellCount; i++) {
            int offset = TreePages.cellOffset(page, i);
            addAt(used + offset - from, pages.contentSize(page, page.data, offset));
        }
        used += size;
    }

    int child(int index) {
        return BigEndian.getInt(bytes, offsets[index]);
    }

    void setChild(int index, int number) {
        BigEndian.putInt(bytes, offsets[index], number);
    }

    /** Returns the space in bytes that a cell takes in a page, with its pointer. */
    int spaceOf(int index) {
        return Math.max(sizes[index], 4) + 2;
    }

    /**
     * Returns the space in bytes that the cells from {@code from} to before {@code to} take in a
     * page.
     */
    int space(int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += spaceOf(i);
        }
        return sum;
    }
}
