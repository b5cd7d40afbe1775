package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.Detail;

/** How the rows of a query are read. */
record Scan(TermLookup lookup, Detail detail, boolean descending, QueryNode root) {
    /** Compares rowids; the one that comes first is the less. */
    int compare(long left, long right) {
        return descending ? Long.compare(right, left) : Long.compare(left, right);
    }

    /** Compares the rows of nodes; one at the end is behind all others. */
    int compare(QueryNode left, QueryNode right) {
        if (right.atEnd) {
            return -1;
        }
        return left.atEnd ? 1 : compare(left.rowid, right.rowid);
    }
}
