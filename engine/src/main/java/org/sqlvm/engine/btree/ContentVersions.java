package org.sqlvm.engine.btree;

import org.sqlvm.engine.pager.Pager;

import java.util.HashMap;
import java.util.Map;

/**
 * Counters that tell whether a tree may have been replaced since they were read. A part of the
 * {@link Btree}.
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

    /** The changes of the current write transaction so far; null if they are not recorded. */
    private Recording recording;

    /** Counts the changes of a tree by this connection. */
    static final class TreeChanges {
        private long count;

        /** The changed parts of a table; null if they are not tracked. */
        private ChangedParts parts;

        /** The transaction that the rest is about. */
        private Recording recording;

        /** {@link #count} when that began. */
        private long countBefore;

        /** How many of the changes since are of rows, and which they are. */
        private long rowChanges;

        private RowRanges rows;
    }

    /** A write transaction. */
    private static final class Recording {
        private final long others;

        /** The trees that it has changed, by root page. */
        private final Map<Integer, TreeChanges> changed = new HashMap<>();

        Recording(long others) {
            this.others = others;
        }
    }

    ContentVersions(Pager<TreePage> pager) {
        this.pager = pager;
    }

    /** Another number if a cursor of any tree that was closed may have lost its entry since. */
    long stamp() {
        return stamp;
    }

    /** Returns the stamp for a cursor of one tree: changes of other trees do not affect it. */
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
        TreeChanges changes = changesOf(changing);
        if (recording != null && changes.recording != recording) {
            changes.recording = recording;
            changes.countBefore = changes.count;
            changes.rowChanges = 0;
            changes.rows = new RowRanges();
            recording.changed.put(changing.root, changes);
        }
        changes.count++;
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
        TreeChanges changes = changing.changes;
        if (changes.parts != null) {
            changes.parts.note(rowid);
        }
        if (recording != null) {
            changes.rowChanges++;
            changes.rows.add(rowid);
        }
    }

    /** Rows from one rowid to another are inserted, in a change that has begun. */
    void rowsChange(TableCursor changing, long first, long last) {
        TreeChanges changes = changing.changes;
        if (changes.parts != null) {
            changes.parts.note(first, last);
        }
        if (recording != null) {
            changes.rowChanges++;
            changes.rows.add(first, last);
        }
    }

    /**
     * Notes from now on which parts of a table change. Parts that were returned before are not
     * updated any more.
     *
     * @param ends the last rowids of the parts, in ascending order
     */
    public ChangedParts noteChanges(int root, long[] ends) {
        ChangedParts parts = new ChangedParts(ends, ofTree(root));
        changesOf(root).parts = parts;
        return parts;
    }

    /** Starts to record the changes of a write transaction, which begins. */
    void beginRecording() {
        recording = new Recording(others());
    }

    /** Stops recording the changes. */
    void dropRecording() {
        recording = null;
    }

    /**
     * Ends the recording; returns the changes since {@link #beginRecording}, or null if they are
     * not known.
     */
    CommittedChanges endRecording() {
        Recording ended = recording;
        recording = null;
        if (ended == null || ended.others != others()) {
            return null;
        }
        Map<Integer, RowRanges> rows = new HashMap<>();
        ended.changed.forEach((root, changes) -> {
            boolean known = changes.count - changes.countBefore == changes.rowChanges;
            rows.put(root, known ? changes.rows : null);
        });
        return new CommittedChanges(rows);
    }

    /**
     * Returns a number that changes whenever any tree may have been replaced, except for changes of
     * one tree.
     */
    private long others() {
        return stamp - treeChanges - keptContent + pager.dataVersion() + pager.generation();
    }

    /**
     * Returns the version of a tree. Two states of the tree that this connection's transactions can
     * see have different versions. A commit of another connection, or an undo, changes the versions
     * of all trees, since it is not known which trees it has changed.
     *
     * @param root the root page of an existing tree
     */
    public long ofTree(int root) {
        TreeChanges own = changesByTree.get(root);
        return (own == null ? 0 : own.count) + others();
    }
}
