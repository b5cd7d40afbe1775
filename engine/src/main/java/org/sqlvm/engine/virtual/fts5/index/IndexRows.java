package org.sqlvm.engine.virtual.fts5.index;

/** The rows of a term in all segments, or the pairs of term and row from a term on. */
final class IndexRows extends LoadedRows {
    private final MergedRows rows;
    /** Null if all columns are wanted. */
    private final PositionFilter filter;

    /** Whether it goes from term to term, within the main index. */
    private final boolean scan;

    private final boolean withPositions;
    private final ByteList list = new ByteList();

    IndexRows(Fts5Index index, MergedRows rows, PositionFilter filter, boolean scan) {
        super(index);
        this.rows = rows;
        this.scan = scan;
        this.filter = filter;
        data = list.array;
        withPositions = index.config().detail() != Detail.NONE;
        load();
    }

    /** Loads the positions. */
    private void load() {
        if (rows.atEnd()) {
            atEnd = true;
            return;
        }
        SegmentRows row = rows.current();
        rowid = row.rowid;
        length = row.positionsSize;
        if (scan && row.term.array[0] != Fts5Index.MAIN_INDEX) {
            atEnd = true;
            return;
        }
        if (!withPositions) {
            return;
        }
        if (row.isOnPage()) {
            data = row.leaf.data;
            start = row.offset;
        } else {
            list.clear();
            row.copyPositions(list);
            data = list.array;
            start = 0;
        }
        if (filter != null) {
            ByteList found = filter.filter(data, start, length);
            data = found.array;
            start = 0;
            length = found.length;
        }
    }

    @Override
    public void next() {
        try {
            rows.next();
            load();
        } catch (IndexOutOfBoundsException damaged) {
            throw index.damaged(damaged);
        }
    }

    @Override
    public int skip(int limit) {
        if (filter != null || scan) {
            return super.skip(limit);
        }
        try {
            int count = rows.skip(limit);
            load();
            return count;
        } catch (IndexOutOfBoundsException damaged) {
            throw index.damaged(damaged);
        }
    }

    @Override
    public void seek(long target) {
        if (rows.isBefore(rowid, target)) {
            try {
                rows.seek(target);
                load();
            } catch (IndexOutOfBoundsException damaged) {
                throw index.damaged(damaged);
            }
        }
    }

    @Override
    public byte[] term() {
        return rows.current().term.toArray();
    }
}
