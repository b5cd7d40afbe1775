package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.virtual.fts5.query.PositionList;

import java.util.ArrayList;
import java.util.List;

/** The matches of a query in the order of their ranks, with the positions of their phrases. */
final class SortedMatches {
    private final List<Match> matches = new ArrayList<>();
    private int next;

    /**
     * A row.
     *
     * @param positions the positions of each phrase; empty if the index has none
     */
    record Match(long rowid, Object rank, PositionList[] positions) {}

    void add(long rowid, Object rank, PositionList[] positions) {
        matches.add(new Match(rowid, rank, positions));
    }

    /** Sorts them; those of the same rank stay as they are. */
    void sort(boolean descending) {
        matches.sort((left, right) -> {
            int order = Values.compare(left.rank(), right.rank(), Collation.BINARY);
            return descending ? -order : order;
        });
    }

    /** The next one; null behind the last. */
    Match next() {
        return next == matches.size() ? null : matches.get(next++);
    }
}
