package org.sqlvm.engine.virtual.fts5.index;

/** The rows of pending terms in ascending order, as those of a segment that is newer than all. */
final class PendingRows extends SegmentRows {
    private final PendingTerms pending;
    private final int[] terms;
    private int index = -1;

    PendingRows(Blocks blocks, PendingTerms pending, int[] terms) {
        super(blocks, null);
        this.pending = pending;
        this.terms = terms;
        nextList();
    }

    /** The rows of one term in either direction. */
    static SegmentRows ofTerm(Blocks blocks, byte[] key, int length, byte[] list, boolean down) {
        SegmentRows rows = down ? new DescendingRows(blocks, null) : new SegmentRows(blocks, null);
        rows.oneTerm = true;
        rows.term.set(key, 0, length);
        if (list != null) {
            rows.startList(list);
            if (rows instanceof DescendingRows descending) {
                descending.startPage();
            } else {
                rows.loadPositions();
            }
        }
        return rows;
    }

    @Override
    boolean nextList() {
        index++;
        if (index >= terms.length) {
            leaf = null;
            return false;
        }
        int next = terms[index];
        pending.endRow(next);
        term.set(pending.data(), pending.keyStart(next), pending.keyLength(next));
        startList(pending.doclist(next));
        loadPositions();
        return true;
    }
}
