package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.TreeUse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The open cursors of one connection on the trees of one database, which it saves when a tree
 * changes, or its pages leave memory. A part of the {@link Btree}.
 */
final class OpenCursors {
    private final ContentVersions versions;
    private final TreeUse use;

    /** The open ones; behind them perhaps one that was closed last. */
    private BtreeCursor[] cursors = new BtreeCursor[8];

    private int count;

    /** Cursors on one value, which are told when a row changes. */
    private final List<PayloadCursor> payloads = new ArrayList<>();

    OpenCursors(ContentVersions versions, TreeUse use) {
        this.versions = versions;
        this.use = use;
    }

    void register(BtreeCursor cursor) {
        if (count == cursors.length) {
            cursors = Arrays.copyOf(cursors, count * 2);
        }
        if (cursors[count] != cursor) {
            cursors[count] = cursor; // A statement that runs again mostly finds its own.
        }
        count++;
        use.open(cursor.root, cursor.isWritable());
    }

    void unregister(BtreeCursor cursor) {
        for (int i = count - 1; i >= 0; i--) {
            if (cursors[i] == cursor) {
                count--;
                if (i < count) {
                    cursors[i] = cursors[count];
                    cursors[count] = null;
                }
                return;
            }
        }
        assert false : "not registered";
    }

    int count() {
        return count;
    }

    /** All remember where they are: any page may change, or leave memory. */
    void saveAll() {
        versions.anyChanges();
        for (int i = 0; i < count; i++) {
            cursors[i].save();
        }
    }

    /**
     * The others on the tree that a cursor is about to change remember where they are.
     *
     * @throws SqlException CONSTRAINT_PINNED if one of them is pinned
     */
    void saveBeside(BtreeCursor changing) {
        assert changing.isWritable() : changing.root;
        int root = changing.root;
        for (int i = 0; i < count; i++) {
            BtreeCursor cursor = cursors[i];
            if (cursor.root == root && cursor != changing) {
                cursor.checkPin();
                cursor.save();
            }
        }
    }

    /** Takes the position from all cursors. */
    void invalidateAll() {
        versions.anyChanges();
        for (int i = 0; i < count; i++) {
            cursors[i].invalidate();
        }
    }

    /**
     * Changes are undone.
     *
     * @param replaced the trees may be other ones now: all cursors are useless
     * @param writableToo as if that was so for cursors that write
     */
    void undo(boolean replaced, boolean writableToo) {
        versions.anyChanges();
        for (int i = 0; i < count; i++) {
            release(cursors[i], replaced || (writableToo && cursors[i].isWritable()));
        }
    }

    private static void release(BtreeCursor cursor, boolean trip) {
        if (trip) {
            cursor.trip();
            return;
        }
        try {
            cursor.save();
        } catch (SqlException _) {
            cursor.trip(); // The cursor's entry cannot be read.
        }
    }

    // ------------------------------------------------------------------ cursors on one value

    void watch(PayloadCursor payload) {
        payloads.add(payload);
    }

    void unwatch(PayloadCursor payload) {
        payloads.remove(payload);
    }

    /** A row of a table is inserted, replaced or deleted. */
    void rowChanges(int root, long rowid) {
        for (int i = 0; i < payloads.size(); i++) {
            payloads.get(i).changed(root, rowid);
        }
    }

    /** All rows of a table may be other ones; of all tables if {@code root} is 0. */
    void allRowsChange(int root) {
        payloads.forEach(payload -> payload.changedAll(root));
    }
}
