package org.sqlvm.engine.btree;

/** The leaf pages of a table's tree: its interior pages hold no rows. */
public final class TableLeaves extends RowPages {
    /** Rows up to {@link #bound} are passed over. */
    private boolean bounded;

    private long bound;

    /** Rows with greater rowids are not wanted. */
    private long last = Long.MAX_VALUE;

    private boolean done;

    /** @param cursor a cursor on the table, at any position */
    public TableLeaves(TableCursor cursor) {
        super(cursor);
    }

    @Override
    boolean isTable() {
        return true;
    }

    /** Excludes the rows up to {@code rowid}; to be called before the first page. */
    public void readBehind(long rowid) {
        bounded = true;
        bound = rowid;
    }

    /** Excludes the rows above {@code rowid}; to be called before the first page. */
    public void readTo(long rowid) {
        last = rowid;
    }

    @Override
    public void restart(long rows, long lastRowid) {
        super.restart(rows, lastRowid);
        done = false;
        if (rows > 0) {
            readBehind(lastRowid);
        }
    }

    @Override
    boolean isDone() {
        return done;
    }

    @Override
    int firstStep(TreePage page) {
        return bounded ? PageSearch.firstNotBelow(TableCursor.keys(page), boundAbove()) : 0;
    }

    /** Returns the least wanted rowid. */
    private long boundAbove() {
        return bound == Long.MAX_VALUE ? bound : bound + 1;
    }

    @Override
    boolean isRow(int step) {
        return false;
    }

    @Override
    int place(int step) {
        return step;
    }

    @Override
    boolean narrow(PageImage image, ImageCells cells) {
        if (!bounded && last == Long.MAX_VALUE) {
            return true;
        }
        if (!cells.enter(image)) {
            throw corrupt(image);
        }
        int first = 0;
        int end = image.cellCount();
        while (bounded && first < end && cells.rowid(first) <= bound) {
            first++;
        }
        bounded &= first == end;
        while (end > first && cells.rowid(end - 1) > last) {
            end--;
            done = true;
        }
        image.setFirst(first);
        image.setEnd(end);
        return first < end;
    }
}
