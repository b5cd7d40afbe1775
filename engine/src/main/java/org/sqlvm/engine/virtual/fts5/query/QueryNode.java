package org.sqlvm.engine.virtual.fts5.query;

/**
 * A part of a query. It stands on a row, at which its parts are tested. If a row that it stands on
 * turns out to be none, {@link #mismatch} says so, and the caller goes on.
 */
abstract sealed class QueryNode permits PhraseNode, OperatorNode {
    boolean atEnd;
    boolean mismatch;
    long rowid;
    /** Number of levels below. */
    int height;

    /** Goes to the first row. */
    final void first(Scan scan) {
        atEnd = false;
        mismatch = false;
        open(scan);
        if (!atEnd) {
            test(scan);
        }
    }

    abstract void open(Scan scan);

    /** Goes to the next row. */
    abstract void next(Scan scan);

    /** Whether {@link #skip} can be used after {@link #first}. */
    boolean canSkip(Scan scan) {
        return false;
    }

    /** Goes on by a number of rows that match, or to the end; returns by how many. */
    int skip(Scan scan, int limit) {
        throw new AssertionError(getClass());
    }

    /** Goes to the first row that is not before this one. */
    abstract void seek(Scan scan, long wanted);

    /** Finds a row on which all of its parts agree, and tests it. */
    abstract void test(Scan scan);

    /** Ends it, and all below. */
    void end() {
        atEnd = true;
        mismatch = false;
    }

    /** Clears the positions of all phrases. */
    abstract void clearPositions();

    /** Clears the positions of the first phrase of all nodes, as SQLite does. */
    abstract void clearFirst();

    /** Sets the row after phrases have got their positions; whether they still match. */
    abstract boolean recheck(long current);

    /** Restricts it to these columns. */
    abstract void restrict(int[] columns);

    /** Whether it has no token, so that AND and OR do without it. */
    boolean isEmpty() {
        return false;
    }

    abstract void close();
}
