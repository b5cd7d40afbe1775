package org.sqlvm.engine.virtual.fts5.index;

import java.util.List;

/**
 * The pairs of term and row of several segments in one order. The segments are given from the
 * newest to the oldest; of entries of the same row the newest is given, the others are passed over.
 *
 * <p>It is a tree of comparisons, and how early it passes over the entries of older segments shows
 * in files: a merge that stops keeps what has not been passed over. So the tree is SQLite's.
 */
final class MergedRows {
    private final SegmentRows[] rows;
    /** For each inner node, from 1: index of the rows that come first. */
    private final int[] winners;
    /** For each inner node: whether both sides have the same term. */
    private final boolean[] sameTerm;

    private final boolean descending;
    /** Whether deletions are passed over. */
    private final boolean skipDeletions;

    /** The rows of the segment that the current entry is in; null if there is none. */
    private SegmentRows current;

    private boolean newTerm;
    /**
     * The first rowid that another segment has for the current term. As long as the current segment
     * is before it, nothing is to be compared.
     */
    private long otherRowid;

    MergedRows(List<? extends SegmentRows> sources, boolean descending, boolean skipDeletions) {
        int count = 2;
        while (count < sources.size()) {
            count *= 2;
        }
        rows = sources.toArray(new SegmentRows[count]);
        winners = new int[count];
        sameTerm = new boolean[count];
        this.descending = descending;
        this.skipDeletions = skipDeletions;
        for (int node = count - 1; node > 0; node--) {
            int older = compare(node);
            if (older != 0) {
                rows[older].next();
                update(older, node);
            }
        }
        findOtherRowid();
        if (!atEnd() && isSkipped()) {
            next();
        }
        newTerm = true;
    }

    boolean atEnd() {
        return current == null || current.leaf == null;
    }

    /** The rows of the segment that the current entry is in. */
    SegmentRows current() {
        return current;
    }

    /** All segments' rows, the newest first; null behind the last one. */
    SegmentRows[] sources() {
        return rows;
    }

    /** Whether the last move may have come to another term. */
    boolean isNewTerm() {
        return newTerm;
    }

    /**
     * Sets a node's winner.
     *
     * @return 0, or the index of the rows whose entry is hidden by that of a newer segment
     */
    private int compare(int node) {
        int left;
        int right;
        if (node >= rows.length / 2) {
            left = (node - rows.length / 2) * 2;
            right = left + 1;
        } else {
            left = winners[node * 2];
            right = winners[node * 2 + 1];
        }
        SegmentRows newer = rows[left];
        SegmentRows older = rows[right];
        int winner;
        boolean same = false;
        if (newer == null || newer.leaf == null) {
            winner = right;
        } else if (older == null || older.leaf == null) {
            winner = left;
        } else {
            int order = newer.term.compareTo(older.term);
            same = order == 0;
            if (same) {
                if (newer.rowid == older.rowid) {
                    return right;
                }
                order = newer.rowid > older.rowid == descending ? -1 : 1;
            }
            winner = order < 0 ? left : right;
        }
        winners[node] = winner;
        sameTerm[node] = same;
        if (node == 1) {
            current = rows[winner];
        }
        return 0;
    }

    private void findOtherRowid() {
        otherRowid = descending ? Long.MIN_VALUE : Long.MAX_VALUE;
        int winner = winners[1];
        int node = (rows.length + winner) / 2;
        int other = winner ^ 1;
        while (true) {
            if (sameTerm[node] && isBefore(rows[other].rowid, otherRowid)) {
                otherRowid = rows[other].rowid;
            }
            if (node == 1) {
                return;
            }
            other = winners[node ^ 1];
            node /= 2;
        }
    }

    /** Compares again what depends on changed rows, up to a node. */
    private void update(int changed, int top) {
        int node = (rows.length + changed) / 2;
        while (node >= top) {
            int older = compare(node);
            if (older == 0) {
                node /= 2;
            } else {
                rows[older].next();
                node = (rows.length + older) / 2;
            }
        }
    }

    private boolean isSkipped() {
        return (skipDeletions && current.positionsSize == 0)
                || (current.tombstones != null && current.tombstones.contains(current.rowid));
    }

    /** Goes to the next entry. */
    void next() {
        newTerm = false;
        do {
            order(current.next());
        } while (!atEnd() && isSkipped());
    }

    /** Finds the first entry again after the current segment has moved. */
    private void order(boolean moved) {
        SegmentRows source = current;
        boolean changed = moved || source.leaf == null;
        newTerm |= changed;
        if (changed || !isBefore(source.rowid, otherRowid)) {
            update(winners[1], 1);
            findOtherRowid();
        }
    }

    /**
     * Goes on by entries of one term.
     *
     * @param limit how many, at least 1
     * @return how many it has gone on by; fewer at the end
     */
    int skip(int limit) {
        int count = 0;
        while (count < limit) {
            if (isPlain() && current.tombstones == null) {
                count += current.skip(otherRowid, limit - count);
                if (count == limit) {
                    break;
                }
            }
            next();
            if (atEnd()) {
                break;
            }
            count++;
        }
        return count;
    }

    /**
     * Copies entries that follow the current one, which has been written, to a segment; it stands
     * on the last of them. Ascending rows with positions only.
     */
    void copyRun(SegmentWriter writer) {
        if (current.tombstones == null && current.isOnPage()) {
            current.copyRun(writer, otherRowid);
        }
    }

    /**
     * Reads entries of the term behind the current one into a batch, and goes to the last of them;
     * none where they are not on the page, or not those of one segment alone.
     */
    void read(EntryBatch batch, int limit) {
        batch.count = 0;
        if (isPlain() && current.tombstones == null) {
            current.read(batch, otherRowid, limit);
        }
    }

    private boolean isPlain() {
        return !descending && skipDeletions && current.canSkip();
    }

    /** Goes to the first entry that is not before a rowid, but at least one entry on. */
    void seek(long target) {
        newTerm = false;
        do {
            if (current.doclistIndex == null) {
                if (isPlain()) {
                    current.skip(Math.min(target, otherRowid), Integer.MAX_VALUE);
                }
                order(current.next());
            } else {
                current.seek(target);
                order(false);
            }
            while (!atEnd() && isSkipped()) {
                order(current.next());
            }
        } while (!atEnd() && isBefore(current.rowid, target));
    }

    boolean isBefore(long rowid, long target) {
        return descending ? rowid > target : rowid < target;
    }
}
