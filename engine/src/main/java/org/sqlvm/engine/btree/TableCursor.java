package org.sqlvm.engine.btree;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.pager.BigEndianBytes;
import org.sqlvm.engine.pager.Page;

/**
 * A position in one table b-tree, whose keys are rowids and whose entries are all in leaf pages.
 *
 * <p>The payload may be read while {@link #isValid()} holds and until the next move or write.
 */
public final class TableCursor extends BtreeCursor {
    /** The bits of eight bytes that say that a varint goes on. */
    private static final long CONTINUATIONS = 0x8080_8080_8080_8080L;

    /** Where the rowid of the cell under the cursor begins. Few scans ask for it. */
    private int rowidOffset;

    private long savedRowid;

    TableCursor(Btree btree, int root, boolean writable) {
        super(btree, root, true, writable);
    }

    public long rowid() {
        ensureRestored();
        return currentRowid();
    }

    private long currentRowid() {
        byte[] data = this.data;
        int at = rowidOffset;
        int octet = data[at++];
        long key = octet & 0x7f;
        int count = 1;
        while (octet < 0) {
            octet = data[at++];
            if (++count == Varint.SIZE_MAX) {
                return key << 8 | (octet & 0xff);
            }
            key = key << 7 | (octet & 0x7f);
        }
        return key;
    }

    /**
     * A cell begins with two varints, payload size and rowid. As long as both are in its first
     * eight bytes they are measured without a branch: how long they are changes from row to row.
     */
    @Override
    void decode() {
        byte[] data = this.data;
        int slot = pointers + 2 * cell;
        int at = (data[slot] & 0xff) << 8 | (data[slot + 1] & 0xff);
        if (at + 8 > data.length) {
            decodeBytewise(at);
            return;
        }
        long head = BigEndianBytes.getLong(data, at);
        long lastBytes = ~head & CONTINUATIONS;
        int sizeEnd = Long.numberOfLeadingZeros(lastBytes) >>> 3;
        int rowidEnd = Long.numberOfLeadingZeros(lastBytes & (-1L >>> (8 * sizeEnd) >>> 1)) >>> 3;
        if (sizeEnd > 1 || rowidEnd == 8) {
            decodeBytewise(at);
            return;
        }
        long octets = head >>> (56 - (8 * sizeEnd));
        payloadSize = (octets >>> 1 & 0x3f80) | (octets & 0x7f);
        rowidOffset = at + sizeEnd + 1;
        payloadOffset = at + rowidEnd + 1;
        localSize = pages.localSize(payloadSize, true);
    }

    @TruffleBoundary
    private void decodeBytewise(int cellOffset) {
        byte[] data = this.data;
        int at = cellOffset;
        int octet = data[at++];
        long size = octet & 0x7f;
        while (octet < 0) {
            octet = data[at++];
            size = size << 7 | (octet & 0x7f);
        }
        rowidOffset = at;
        int count = 1;
        while (data[at++] < 0 && count < Varint.SIZE_MAX) {
            count++;
        }
        payloadSize = size;
        payloadOffset = at;
        localSize = pages.localSize(size, true);
    }

    /**
     * Moves to the row {@code target}, or beside the place where it would be.
     *
     * @return 0 on the row; negative on a smaller one, or if the table is empty (then invalid);
     *     positive on a larger one
     */
    public int seek(long target) {
        if (state == VALID && currentRowid() == target) {
            return 0; // A join in rowid order asks for the same row again and again.
        }
        return search(target);
    }

    /** Moves to the row {@code target}. If there is none, false: the position is beside it. */
    public boolean seekExact(long target) {
        return seek(target) == 0;
    }

    @TruffleBoundary
    private int search(long target) {
        if (state == VALID) {
            // All rows between the first and the last of this leaf are in it. This is an
            // optimization: without it a merge in rowid order searches from the root each time.
            if (target > currentRowid()) {
                long last = key(page, lastCell);
                if (target <= last || rightmost) {
                    return target > last
                            ? landOn(lastCell, -1)
                            : searchLeaf(cell + 1, lastCell, target);
                }
            } else if (target >= key(page, 0)) {
                return searchLeaf(0, cell - 1, target);
            }
        }
        if (!toRoot()) {
            return -1;
        }
        boolean right = true;
        while (!path[depth].leaf) {
            Page page = path[depth];
            int child = firstNotBelow(keys(page), target);
            right &= child == page.cellCount;
            enterChild(child);
        }
        page = path[depth];
        lastCell = page.cellCount - 1;
        int result = searchLeaf(0, lastCell, target);
        rightmost = right;
        return result;
    }

    /** The keys of an interior page, side by side: a search in them stays in few cache lines. */
    private static long[] keys(Page page) {
        long[] keys = page.keys;
        if (keys == null) {
            keys = new long[page.cellCount];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = key(page, i);
            }
            page.keys = keys;
        }
        return keys;
    }

    /** How many keys are less than {@code target}. */
    private static int firstNotBelow(long[] keys, long target) {
        int first = 0;
        int count = keys.length;
        while (count > 0) {
            int half = count >>> 1;
            // Both values are computed, so that this needs no branch that cannot be predicted.
            first = keys[first + half] < target ? first + count - half : first;
            count = half;
        }
        return first;
    }

    /**
     * Lands in the leaf {@code path[depth]}; the wanted row is in cells low to high, or nowhere.
     */
    private int searchLeaf(int low, int high, long target) {
        Page leaf = path[depth];
        int from = low;
        int to = high;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            long key = key(leaf, middle);
            if (key < target) {
                from = middle + 1;
            } else if (key > target) {
                to = middle - 1;
            } else {
                return landOn(middle, 0);
            }
        }
        return from <= high ? landOn(from, 1) : landOn(high, -1);
    }

    private int landOn(int index, int result) {
        land(index);
        return result;
    }

    /** The rowid of a cell. */
    static long key(Page page, int index) {
        int at = TreePages.cellOffset(page, index);
        byte[] data = page.data;
        if (page.leaf) {
            while (data[at] < 0) {
                at++;
            }
            return Varint.get(data, at + 1);
        }
        return Varint.get(data, at + 4);
    }

    @Override
    void saveKey() {
        savedRowid = currentRowid();
    }

    @Override
    int seekSavedKey() {
        state = INVALID;
        return search(savedRowid);
    }

    /**
     * Inserts a row, or replaces the one with the same rowid. Afterwards the cursor is on the row.
     *
     * @param append the caller expects that the rowid is greater than all others
     */
    @TruffleBoundary
    public void insert(long newRowid, byte[] record, int length, boolean append) {
        btree.beginChange(this);
        if (append && state != VALID) {
            last(); // The next search begins, and mostly ends, in the rightmost leaf.
        }
        int place = seek(newRowid);
        TreeWriter writer = btree.writer();
        writer.makeTableCell(newRowid, record, length);
        if (!writer.insert(this, place)) {
            savedRowid = newRowid;
            state = REQUIRES_SEEK;
        }
    }

    /** Deletes the row under the cursor. The next {@link #next} goes to the row after it. */
    @TruffleBoundary
    public void delete() {
        btree.beginChange(this);
        ensureRestored();
        assert state == VALID : state;
        long deleted = currentRowid();
        btree.writer().delete(this);
        savedRowid = deleted;
        state = REQUIRES_SEEK;
    }
}
