package org.sqlvm.engine.btree;

import org.sqlvm.engine.pager.Pager;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers that tell whether a tree may have become another one since they were asked for. A part of
 * the {@link Btree}.
 */
public final class ContentVersions {
    private final Pager<TreePage> pager;

    /** Grows whenever a cursor that is closed may have lost its entry. */
    private long stamp;

    /**
     * How often {@link #stamp} has grown while nothing changed: a transaction has ended, or pages
     * have left the memory.
     */
    private long keptContent;

    /** How often {@link #stamp} has grown because one tree changed, and by root page. */
    private long treeChanges;

    private final Map<Integer, TreeChanges> changesByTree = new HashMap<>();

    /** Counts the changes of a tree by this connection. */
    static final class TreeChanges {
        private long count;

        /** Of a table: where its rows have changed; null if it is not asked for. */
        private ChangedParts parts;
    }

    ContentVersions(Pager<TreePage> pager) {
        this.pager = pager;
    }

    /** Another number if a cursor of any tree that was closed may have lost its entry since. */
    long stamp() {
        return stamp;
    }

    /** The same for a cursor of one tree: changes of others leave it where it is. */
    long stamp(BtreeCursor cursor) {
        return stamp - treeChanges + changesOf(cursor).count;
    }

    /** Any tree may become another one, and cursors may lose their entries. */
    void anyChanges() {
        stamp++;
    }

    /** Cursors have lost their entries, but no tree has changed. */
    void keep() {
        keptContent++;
        assert keptContent + treeChanges <= stamp : keptContent;
    }

    /** A cursor is about to change its tree. */
    void treeChanges(BtreeCursor changing) {
        stamp++;
        treeChanges++;
        changesOf(changing).count++;
    }

    private TreeChanges changesOf(BtreeCursor cursor) {
        if (cursor.changes == null) {
            cursor.changes = changesOf(cursor.root);
        }
        return cursor.changes;
    }

    private TreeChanges changesOf(int root) {
        return changesByTree.computeIfAbsent(root, _ -> new TreeChanges());
    }

    /** A row of a table is inserted, replaced or deleted, in a change that has begun. */
    void rowChanges(TableCursor changing, long rowid) {
        ChangedParts parts = changing.changes.parts;
        if (parts != null) {
            parts.note(rowid);
        }
    }

    /** Rows from one rowid to another are inserted, in a change that has begun. */
    void rowsChange(TableCursor changing, long first, long last) {
        ChangedParts parts = changing.changes.parts;
        if (parts != null) {
            parts.note(first, last);
        }
    }

    /**
     * Notes from now on which parts of a table change. The parts that were returned before are told
     * nothing more.
     *
     * @param ends the last rowids of the parts, in ascending order
     */
    public ChangedParts noteChanges(int root, long[] ends) {
        ChangedParts parts = new ChangedParts(ends, ofTree(root));
        changesOf(root).parts = parts;
        return parts;
    }

    /**
     * Another one for every state of a tree that a transaction of this connection can see: its
     * content is the same as long as this is. Of what others change, and of what is undone, it is
     * not known which trees it has been.
     *
     * @param root of a tree that there is
     */
    public long ofTree(int root) {
        TreeChanges own = changesByTree.get(root);
        long others = stamp - treeChanges - keptContent;
        return (own == null ? 0 : own.count) + others + pager.dataVersion() + pager.generation();
    }
}
