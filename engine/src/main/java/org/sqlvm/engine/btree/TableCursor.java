package org.sqlvm.engine.btree;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;

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

    /** If {@link #known}, the page has all rows above this, up to {@link #knownAbove}. */
    private long knownBelow;

    private long knownAbove;

    TableCursor(Btree btree, int root, boolean writable) {
        super(btree, root, true, writable);
    }

    public long rowid() {
        ensureRestored();
        return currentRowid();
    }

    private long currentRowid() {
        return Varint.read(data, rowidOffset);
    }

    /**
     * A cell begins with two varints, payload size and rowid. As long as both are in its first
     * eight bytes they are measured without a branch: how long they are changes from row to row.
     */
    @Override
    void decode() {
        byte[] data = this.data;
        int at = BigEndian.getU16(data, pointers + 2 * cell);
        if (at + 8 > data.length) {
            decodeBytewise(at);
            return;
        }
        long head = BigEndian.getLong(data, at);
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
        payloadSize = Varint.read(data, cellOffset);
        rowidOffset = cellOffset + Varint.sizeAt(data, cellOffset);
        payloadOffset = rowidOffset + Varint.sizeAt(data, rowidOffset);
        localSize = pages.localSize(payloadSize, true);
    }

    /**
     * Moves to the row {@code target}, or next to where it would be.
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

    /**
     * Moves to the row {@code target}; returns false if there is none, with the position next to
     * it.
     */
    public boolean seekExact(long target) {
        return seek(target) == 0;
    }

    @TruffleBoundary
    private int search(long target) {
        if (state == VALID) {
            // An optimization: without it, rows asked for in order are searched from the root each
            // time. The bounds are in the cursor: the page's ends may not be in the CPU's cache.
            if (known && target > knownBelow && target <= knownAbove) {
                return target > currentRowid()
                        ? searchLeaf(cell + 1, lastCell, cell + 1, target)
                        : searchLeaf(0, cell - 1, cell >>> 1, target);
            }
            if (rightmost && page.leaf && target > lastRowid()) {
                return landOn(lastCell, -1);
            }
        }
        if (!toRoot()) {
            return -1;
        }
        boolean right = true;
        long below = Long.MIN_VALUE;
        long above = Long.MAX_VALUE;
        while (!path[depth].leaf) {
            TreePage page = path[depth];
            if (right && page.keys == null && page.cellCount > 0) {
                // Rows that come in order change the page after every few searches.
                long greatest = key(page, page.cellCount - 1);
                if (target > greatest) {
                    below = greatest;
                    enterChild(page.cellCount);
                    continue;
                }
            }
            long[] keys = keys(page);
            int child = PageSearch.firstNotBelow(keys, target);
            if (child > 0) {
                below = keys[child - 1];
            }
            if (child < page.cellCount) {
                above = keys[child];
                right = false;
            }
            visitChild(child, page.children[child]);
        }
        noteLeaf();
        int count = path[depth].cellCount;
        int guess = PageSearch.guess(target - below - 1, above - below, count);
        int result = searchLeaf(0, count - 1, guess, target);
        known = true;
        knownBelow = below;
        knownAbove = above;
        rightmost = right;
        return result;
    }

    /** Returns the largest rowid of the leaf. */
    private long lastRowid() {
        return cell == lastCell ? currentRowid() : key(page, lastCell);
    }

    /** Returns the keys of an interior page, which keeps them. */
    static long[] keys(TreePage page) {
        long[] keys = page.keys;
        if (keys == null) {
            keys = new long[page.cellCount];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = key(page, i);
            }
            page.keys = keys;
            page.children = PageSearch.children(page);
        }
        return keys;
    }

    /**
     * Lands in the leaf {@code path[depth]}. The wanted row is in cells low to high, or belongs
     * between or next to them.
     *
     * @param guess the cell to look at first
     */
    private int searchLeaf(int low, int high, int guess, long target) {
        TreePage leaf = path[depth];
        int from = low;
        int to = high;
        int at = guess;
        int step = PageSearch.FIRST_STEP;
        while (from <= to) {
            long key = key(leaf, at);
            if (key < target) {
                from = at + 1;
                at = Math.min(at + step, (from + to) >>> 1);
            } else if (key > target) {
                to = at - 1;
                at = Math.max(at - step, (from + to) >>> 1);
            } else {
                return landOn(at, 0);
            }
            step <<= 1;
        }
        return from < leaf.cellCount ? landOn(from, 1) : landOn(from - 1, -1);
    }

    /** Rows that come in order find the cursor where the one before has left it. */
    private int landOn(int index, int result) {
        if (state != VALID || index != cell) {
            land(index);
        }
        return result;
    }

    @Override
    void decodeInserted(int behindSize) {
        rowidOffset = behindSize;
    }

    /** The rowid of a cell. */
    static long key(TreePage page, int index) {
        int at = TreePages.cellOffset(page, index);
        byte[] data = page.data;
        if (page.leaf) {
            while (data[at] < 0) {
                at++;
            }
            return Varint.read(data, at + 1);
        }
        return Varint.read(data, at + 4);
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
        btree.changed(this, newRowid);
        if (append && state != VALID) {
            last(); // The next search begins, and mostly ends, in the rightmost leaf.
        }
        int place = seek(newRowid);
        TreeWriter writer = btree.writer();
        if (!writer.overwrite(this, place, record, length)) {
            writer.makeTableCell(newRowid, record, length);
            if (!writer.insert(this, place)) {
                savedRowid = newRowid;
                state = REQUIRES_SEEK;
            }
        }
        btree.endChange();
    }

    /**
     * Inserts rows whose rowids ascend, behind all rows of the table. The tree is the one that
     * {@link #insert} would make row by row; this works leaf by leaf.
     *
     * @param to the index behind the last of these rows
     */
    @TruffleBoundary
    public void append(RecordSequence rows, int from, int to) {
        int row = from;
        while (row < to) {
            row = appendToLeaf(rows, row, to);
            if (row < to) {
                byte[] record = rows.record(row);
                insert(rows.rowid(row), record, record.length, true);
                row++;
            }
        }
    }

    /**
     * Appends rows as long as they fit into the last leaf without a balance; returns the next one.
     */
    private int appendToLeaf(RecordSequence rows, int from, int to) {
        if (!last()) {
            return from;
        }
        btree.beginChange(this);
        int next = from;
        if (last()) { // Pages may have left memory.
            assert rows.rowid(from) > currentRowid() : rows.rowid(from);
            next = btree.writer().appendToLeaf(page, rows, from, to);
            land(page.cellCount - 1);
            btree.changed(this, rows.rowid(from), rows.rowid(Math.max(from, next - 1)));
        }
        btree.endChange();
        return next;
    }

    /** Deletes the row under the cursor. The next {@link #next} goes to the row after it. */
    @TruffleBoundary
    public void delete() {
        btree.beginChange(this);
        ensureRestored();
        assert state == VALID : state;
        long deleted = currentRowid();
        btree.changed(this, deleted);
        btree.writer().delete(this);
        savedRowid = deleted;
        state = REQUIRES_SEEK;
        btree.endChange();
    }
}
