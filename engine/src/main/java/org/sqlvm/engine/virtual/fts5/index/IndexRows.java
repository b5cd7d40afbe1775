package org.sqlvm.engine.virtual.fts5.index;

/** The rows of a term in all segments, or the pairs of term and row from a term on. */
final class IndexRows extends LoadedRows {
    private final MergedRows rows;
    /** Null if all columns are wanted. */
    private final PositionFilter filter;

    /** Whether it goes from term to term, within the main index. */
    private final boolean scan;

    /** Entries of a batch: fewer if most of them are passed over by seeks. */
    private static final int BATCH_MIN = 4;

    private static final int BATCH_MAX = 128;

    private final boolean withPositions;
    private final ByteList list = new ByteList();
    /** Entries that are read ahead: {@link #rows} stands on the last of them. */
    private final EntryBatch batch = new EntryBatch();
    /** Index of the next entry of the batch. */
    private int next;

    private int batchLimit = BATCH_MIN;

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
        batch.count = 0;
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
        filter();
        if (!scan) {
            batchLimit = next * 2 >= batchLimit
                    ? Math.min(batchLimit * 2, BATCH_MAX)
                    : Math.max(batchLimit / 2, BATCH_MIN);
            rows.read(batch, batchLimit);
            next = 0;
        }
    }

    private void filter() {
        if (filter != null) {
            ByteList found = filter.filter(data, start, length);
            data = found.array;
            start = 0;
            length = found.length;
        }
    }

    /** Goes to an entry of the batch. */
    private void take(int entry) {
        next = entry + 1;
        rowid = batch.rowids[entry];
        data = batch.data;
        start = batch.starts[entry];
        length = batch.lengths[entry];
        filter();
    }

    @Override
    public void next() {
        try {
            if (next < batch.count) {
                take(next);
            } else {
                rows.next();
                load();
            }
        } catch (IndexOutOfBoundsException damaged) {
            throw index.damaged(damaged);
        }
    }

    @Override
    public int skip(int limit) {
        if (filter != null || scan) {
            return super.skip(limit);
        }
        int count = Math.min(limit, batch.count - next);
        if (count > 0) {
            take(next + count - 1);
        }
        if (count == limit) {
            return count;
        }
        try {
            count += rows.skip(limit - count);
            load();
            return count;
        } catch (IndexOutOfBoundsException damaged) {
            throw index.damaged(damaged);
        }
    }

    @Override
    public void seek(long target) {
        if (!rows.isBefore(rowid, target)) {
            return;
        }
        int entry = next;
        while (entry < batch.count && batch.rowids[entry] < target) {
            entry++;
        }
        try {
            if (entry < batch.count) {
                take(entry);
            } else {
                rows.seek(target);
                load();
            }
        } catch (IndexOutOfBoundsException damaged) {
            throw index.damaged(damaged);
        }
    }

    @Override
    public byte[] term() {
        return rows.current().term.toArray();
    }
}
