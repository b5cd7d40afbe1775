package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.engine.virtual.shadow.ShadowRows;

import java.util.List;

/** Reads the entries of a tree. While it stands on one, the table cannot be changed. */
abstract class RtreeCursor extends VirtualCursor {
    private final RtreeTable table;
    private final RtreeSearch search;

    /** Whether the search has been told to begin, and has not been asked for an entry. */
    private boolean fresh;

    private boolean reading;

    /** Whether the search is for one entry, which it stands on. */
    private boolean single;

    private ShadowRows auxiliary;
    private boolean auxiliaryOpen;

    /** Whether {@link #auxiliary} stands on the row, or has looked for it. */
    private boolean auxiliaryKnown;

    private boolean auxiliaryFound;

    RtreeCursor(RtreeTable table, Interruption interruption) {
        this.table = table;
        search = new RtreeSearch(table.store(), interruption);
    }

    @Override
    public final void filter(ScanPlan plan, Object[] arguments) {
        leave();
        fresh = true;
        single = false;
        begin(plan, arguments);
    }

    /** Begins the search of a plan. */
    abstract void begin(ScanPlan plan, Object[] arguments);

    /** Looks for entries that meet all constraints. */
    final void beginSearch(List<RtreeConstraint> constraints) {
        search.begin(constraints);
    }

    /** Looks for one entry. */
    final void beginRowid(long rowid) {
        single = true;
        table.store().refresh();
        Long leaf = table.store().leaf(rowid);
        if (leaf == null) {
            search.beginEmpty();
            return;
        }
        RtreeNode node = table.store().node(leaf);
        int cell = node.find(rowid);
        if (cell < 0) {
            throw RtreeStore.corrupt();
        }
        search.begin(node, cell);
    }

    /** Finds nothing. */
    final void beginEmpty() {
        search.beginEmpty();
    }

    @Override
    public final boolean next() {
        auxiliaryKnown = false;
        if (!fresh) {
            search.leave();
        }
        fresh = false;
        boolean found = false;
        try {
            found = single ? search.current() != null : search.next();
        } finally {
            setReading(found);
        }
        return found;
    }

    private void setReading(boolean now) {
        if (now != reading) {
            reading = now;
            if (now) {
                table.beginReading();
            } else {
                table.endReading();
            }
        }
    }

    @Override
    public final long rowid() {
        RtreeSearch.Point point = search.current();
        return point.content.numberAt(point.cell);
    }

    /** A coordinate of the entry, as in a register. */
    final Object coordinate(int index) {
        RtreeSearch.Point point = search.current();
        double value = point.content.coordinate(point.cell, index);
        if (table.layout().integers()) {
            return (long) value;
        }
        return Double.isNaN(value) ? SqlNull.NULL : (Object) value;
    }

    /** An auxiliary column of the entry; NULL if the entry has none. */
    final Object auxiliary(int index) {
        if (!auxiliaryKnown) {
            if (!auxiliaryOpen) {
                auxiliary = table.store().openRowids(auxiliary);
                auxiliaryOpen = true;
            }
            auxiliaryFound = auxiliary.seek(rowid());
            auxiliaryKnown = true;
        }
        return auxiliaryFound ? RtreeStore.auxiliary(auxiliary, index) : SqlNull.NULL;
    }

    private void leave() {
        setReading(false);
        auxiliaryKnown = false;
        if (auxiliaryOpen) {
            auxiliary.close();
            auxiliaryOpen = false;
        }
    }

    @Override
    public final void close() {
        leave();
        search.beginEmpty();
    }
}
