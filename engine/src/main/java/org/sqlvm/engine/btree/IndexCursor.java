package org.sqlvm.engine.btree;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.pager.Page;

import java.util.Arrays;

/**
 * A position in one index b-tree: an index or a WITHOUT ROWID table. Its entries are records, in
 * interior pages as well as in leaves. See {@link TableCursor} for how long a payload is valid.
 */
public final class IndexCursor extends BtreeCursor {
    private final KeyOrder order;
    private byte[] savedKey;

    IndexCursor(Btree btree, int root, boolean writable, KeyOrder order) {
        super(btree, root, false, writable);
        this.order = order;
    }

    @Override
    void decode() {
        byte[] data = this.data;
        int slot = pointers + 2 * cell;
        int at = (data[slot] & 0xff) << 8 | (data[slot + 1] & 0xff);
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

    /**
     * Moves to an entry for which {@code probe} gives 0, or beside the place where it would be.
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
        boolean right = true;
        while (true) {
            Page page = path[depth];
            int low = 0;
            int high = page.cellCount - 1;
            int result = -1;
            int at = 0;
            while (low <= high) {
                at = (low + high) >>> 1;
                result = compare(probe, page, at);
                if (result == 0) {
                    land(at);
                    return 0;
                }
                if (result < 0) {
                    low = at + 1;
                } else {
                    high = at - 1;
                }
            }
            if (page.leaf) {
                land(at);
                rightmost = right;
                return result;
            }
            right &= low == page.cellCount;
            enterChild(low);
        }
    }

    private int compare(KeyProbe probe, Page page, int index) {
        byte[] bytes = page.data;
        int at = TreePages.cellOffset(page, index) + (page.leaf ? 0 : 4);
        long size = Varint.get(bytes, at);
        at += Varint.size(bytes, at);
        int local = pages.localSize(size, false);
        if (local == size) {
            return probe.compare(bytes, at, local);
        }
        byte[] payload = payloadAt(page, at, local, size);
        return probe.compare(payload, 0, payload.length);
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
        writer.makeIndexCell(record, length);
        if (!writer.insert(this, place)) {
            savedKey = Arrays.copyOf(record, length);
            state = REQUIRES_SEEK;
        }
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
    }
}
