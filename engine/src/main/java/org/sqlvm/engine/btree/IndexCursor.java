package org.sqlvm.engine.btree;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;

import java.util.Arrays;

/**
 * A position in one index b-tree: an index or a WITHOUT ROWID table. Its entries are records, in
 * interior pages as well as in leaves. See {@link TableCursor} for how long a payload is valid.
 */
public final class IndexCursor extends BtreeCursor {
    private final KeyOrder order;
    private byte[] savedKey;

    /** The key that a search looks at. */
    private byte[] key;

    private int keyOffset;
    private int keyLength;

    IndexCursor(Btree btree, int root, boolean writable, KeyOrder order) {
        super(btree, root, false, writable);
        this.order = order;
    }

    /** Whether this is the order of its entries. */
    public boolean isIn(KeyOrder other) {
        return order == other;
    }

    @Override
    void decode() {
        byte[] data = this.data;
        int at = BigEndian.getU16(data, pointers + 2 * cell);
        if (lastCell < 0) {
            at += 4; // The left child's number.
        }
        int octet = data[at++];
        long size = octet & 0x7f;
        while (octet < 0) {
            octet = data[at++];
            size = size << 7 | (octet & 0x7f);
        }
        payloadSize = size;
        payloadOffset = at;
        localSize = pages.localSize(size, false);
    }

    @Override
    void decodeInserted(int behindSize) {}

    /**
     * Moves to an entry for which {@code probe} gives 0, or next to where it would be.
     *
     * @return 0 on it; negative on a smaller entry, or if the tree is empty (then invalid);
     *     positive on a larger one
     */
    @TruffleBoundary
    public int seek(KeyProbe probe) {
        if (state == VALID && rightmost && page.leaf) {
            // Keys that arrive in order go to the end: an optimization for inserts and merges.
            int atLast = compare(probe, page, lastCell);
            if (atLast <= 0) {
                land(lastCell);
                return atLast;
            }
        }
        if (!toRoot()) {
            return -1;
        }
        long wanted = 0;
        long below = Long.MIN_VALUE;
        long above = Long.MAX_VALUE;
        int skipped = 0;
        boolean right = true;
        while (!path[depth].leaf) {
            TreePage page = path[depth];
            long[] keys = keys(probe, page);
            wanted = probe.prefix(page.common);
            int skip = page.common != null ? page.common.length : 0;
            if (skip != skipped) {
                skipped = skip;
                below = Long.MIN_VALUE; // The bounds so far leave out another number of bytes.
                above = Long.MAX_VALUE;
            }
            int child = PageSearch.firstNotBelow(keys, wanted);
            if (child < keys.length && keys[child] == wanted) {
                child = searchEqual(probe, page, child);
                if (state == VALID) {
                    return 0;
                }
            }
            if (child > 0) {
                below = keys[child - 1];
            }
            if (child < keys.length) {
                above = keys[child];
                right = false;
            }
            visitChild(child, page.children[child]);
        }
        noteLeaf();
        int guess = PageSearch.guess(wanted - below, above - below, path[depth].cellCount);
        int result = searchLeaf(probe, guess);
        rightmost = right;
        return result;
    }

    /**
     * The child to search on in, where cell {@code first} of an interior page is the first of which
     * the prefix does not say how it compares; or lands on a cell that compares equal.
     */
    private int searchEqual(KeyProbe probe, TreePage page, int first) {
        int from = first;
        int to = page.cellCount - 1;
        long wanted = page.keys[first];
        while (from <= to) {
            int at = (from + to) >>> 1;
            int result = page.keys[at] != wanted ? 1 : compare(probe, page, at);
            if (result < 0) {
                from = at + 1;
            } else if (result > 0) {
                to = at - 1;
            } else {
                land(at);
                return at;
            }
        }
        return from;
    }

    /** Lands in the leaf {@code path[depth]}, beginning with cell {@code guess}. */
    private int searchLeaf(KeyProbe probe, int guess) {
        TreePage leaf = path[depth];
        int from = 0;
        int to = leaf.cellCount - 1;
        int step = PageSearch.FIRST_STEP;
        int next = guess;
        while (true) {
            int at = next;
            int result = compare(probe, leaf, at);
            if (result < 0) {
                from = at + 1;
                next = Math.min(at + step, (from + to) >>> 1);
            } else {
                to = at - 1;
                next = Math.max(at - step, (from + to) >>> 1);
            }
            if (result == 0 || from > to) {
                land(at);
                return result;
            }
            step <<= 1;
        }
    }

    private long[] keys(KeyProbe probe, TreePage page) {
        long[] keys = page.keys;
        if (keys == null) {
            keys = new long[page.cellCount];
            byte[] common = keys.length > 0 ? common(probe, page) : null;
            int skip = common != null ? common.length : 0;
            for (int i = 0; i < keys.length; i++) {
                locate(page, i);
                keys[i] = probe.prefix(key, keyOffset, keyLength, skip);
            }
            page.common = common;
            page.keys = keys;
            page.children = PageSearch.children(page);
        }
        return keys;
    }

    /** Returns the prefix that all keys of the page have in common, or null. */
    private byte[] common(KeyProbe probe, TreePage page) {
        locate(page, 0);
        byte[] first = key;
        int offset = keyOffset;
        int length = keyLength;
        locate(page, page.cellCount - 1);
        return probe.common(first, offset, length, key, keyOffset, keyLength);
    }

    private int compare(KeyProbe probe, TreePage page, int index) {
        locate(page, index);
        return probe.compare(key, keyOffset, keyLength);
    }

    /** Finds the whole key of a cell, wherever it is, and leaves it in the fields. */
    private void locate(TreePage page, int index) {
        byte[] data = page.data;
        int at = TreePages.cellOffset(page, index) + (page.leaf ? 0 : 4);
        long size = Varint.read(data, at);
        at += Varint.sizeAt(data, at);
        int local = pages.localSize(size, false);
        boolean whole = local == size;
        byte[] located = whole ? data : payloadAt(page, at, local, size);
        if (key != located) {
            key = located;
        }
        keyOffset = whole ? at : 0;
        keyLength = (int) size;
    }

    @Override
    void saveKey() {
        savedKey = payloadAt(page, payloadOffset, localSize, payloadSize);
    }

    @Override
    int seekSavedKey() {
        assert order != null : "opened for a tree that does not change";
        state = INVALID;
        return seek(order.probe(savedKey, savedKey.length));
    }

    /**
     * Inserts an entry, or replaces the one for which {@code position} gives 0. Afterwards the
     * cursor is on the entry.
     */
    @TruffleBoundary
    public void insert(byte[] record, int length, KeyProbe position) {
        btree.beginChange(this);
        int place = seek(position);
        TreeWriter writer = btree.writer();
        if (!writer.overwrite(this, place, record, length)) {
            writer.makeIndexCell(record, length);
            if (!writer.insert(this, place)) {
                savedKey = Arrays.copyOf(record, length);
                state = REQUIRES_SEEK;
            }
        }
        btree.endChange();
    }

    /** Deletes the entry under the cursor. The next {@link #next} goes to the entry after it. */
    @TruffleBoundary
    public void delete() {
        btree.beginChange(this);
        ensureRestored();
        assert state == VALID : state;
        saveKey();
        btree.writer().delete(this);
        state = REQUIRES_SEEK;
        btree.endChange();
    }
}
