package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;
import java.util.List;

/** Goes through the terms of one segment, or of what is pending, and through their doclists. */
final class SegmentReader {
    /** The age of what is pending: newer than all segments. */
    static final int PENDING_AGE = Integer.MAX_VALUE;

    private static final int END = -1;

    final int age;
    /** Whether only one term is wanted. */
    final boolean lookup;

    final long start;
    final long end;
    private final long leavesEnd;
    /** The last block that was there when the reader was opened. */
    private final long lastBlock;

    private final Segments segments;
    private final boolean descending;
    /** The pending terms; null for a segment. */
    private final List<PendingTerms.Entry> pending;

    private int nextPending;
    private long block;
    /** The node; null at the end. */
    private byte[] node;

    private int nodeLength;
    byte[] term = {};
    int termLength;
    /** Where the term's doclist is in the node; negative before the first term. */
    private int doclist = END;

    private int doclistLength;
    /** Where the row's positions are in the node; negative if there is no row. */
    private int positions = END;

    private int positionsLength;
    private long docid;

    /** @param pending null to read a segment */
    private SegmentReader(
            Segments segments,
            Segment segment,
            List<PendingTerms.Entry> pending,
            int age,
            boolean lookup,
            boolean descending) {
        this.segments = segments;
        this.pending = pending;
        this.age = age;
        this.lookup = lookup;
        this.descending = descending;
        this.start = segment.start();
        this.end = segment.end();
        this.leavesEnd = segment.leavesEnd();
        if (pending == null && start == 0) {
            if (leavesEnd != 0 || segment.root() == null) {
                throw Faults.corrupt();
            }
            Node root = Node.of(segment.root());
            node = root.bytes();
            nodeLength = root.length();
        }
        block = Math.max(start - 1, 0);
        lastBlock = pending == null && start != 0 ? segments.nextBlock() - 1 : 0;
    }

    static SegmentReader of(
            Segments segments, Segment segment, int age, boolean lookup, boolean descending) {
        return new SegmentReader(segments, segment, null, age, lookup, descending);
    }

    static SegmentReader of(List<PendingTerms.Entry> pending, boolean descending) {
        return new SegmentReader(
                null, new Segment(0, 0, 0, 0, 0, 0, null), pending, PENDING_AGE, false, descending);
    }

    boolean isPending() {
        return pending != null;
    }

    boolean isRootOnly() {
        return pending == null && start == 0;
    }

    long leavesEnd() {
        return leavesEnd;
    }

    boolean isAtEnd() {
        return node == null;
    }

    void setAtEnd() {
        node = null;
    }

    byte[] node() {
        return node;
    }

    int doclist() {
        return doclist;
    }

    int doclistLength() {
        return doclistLength;
    }

    boolean hasRow() {
        return positions >= 0;
    }

    long docid() {
        return docid;
    }

    /** Goes to the next term, if there is one. */
    void next() {
        int at = doclist < 0 ? 0 : doclist + doclistLength;
        if (node == null || at >= nodeLength) {
            if (isPending()) {
                nextPending();
                return;
            }
            node = null;
            if (block >= leavesEnd) {
                return;
            }
            if (block >= lastBlock) {
                // In a damaged table, a merge would go on with the blocks that it writes itself.
                throw Faults.corrupt();
            }
            Node read = segments.read(++block);
            node = read.bytes();
            nodeLength = read.length();
            at = 0;
        }
        int prefix = Varints.readInt(node, at);
        at += Varints.intLength(node, at);
        int suffix = Varints.readInt(node, at);
        at += Varints.intLength(node, at);
        if (suffix <= 0 || nodeLength - at < suffix || prefix > termLength) {
            throw Faults.corrupt();
        }
        if (prefix + suffix > term.length) {
            term = Arrays.copyOf(term, 2 * (prefix + suffix));
        }
        System.arraycopy(node, at, term, prefix, suffix);
        termLength = prefix + suffix;
        at += suffix;
        doclistLength = Varints.readInt(node, at);
        doclist = at + Varints.intLength(node, at);
        positions = END;
        if (doclistLength > nodeLength - doclist
                || doclistLength == 0
                || node[doclist + doclistLength - 1] != 0) {
            throw Faults.corrupt();
        }
    }

    private void nextPending() {
        if (nextPending == pending.size()) {
            node = null;
            return;
        }
        PendingTerms.Entry entry = pending.get(nextPending++);
        term = entry.term();
        termLength = term.length;
        node = entry.doclist();
        nodeLength = entry.doclistLength();
        doclist = 0;
        doclistLength = nodeLength;
        positions = END;
    }

    /** Goes to the first row of the term. */
    void firstRow() {
        if (descending && isPending()) {
            Doclists.Reverse last = Doclists.last(node, doclist, doclistLength, false);
            docid = last.docid();
            positions = last.positions();
            positionsLength = last.length();
        } else {
            docid = Varints.read(node, doclist);
            positions = doclist + Varints.length(node, doclist);
        }
    }

    /**
     * Leaves the row for the next one.
     *
     * @param list gets the positions of the row that is left; may be null
     */
    void nextRow(Slice list) {
        if (descending && isPending()) {
            if (list != null) {
                list.set(node, positions, positionsLength - 1);
            }
            Doclists.Reverse before = Doclists.previous(node, doclist, positions, docid, false);
            docid = before.docid();
            positions = before.positions();
            positionsLength = before.length();
            return;
        }
        int at = Doclists.skipPositions(node, positions);
        if (list != null) {
            list.set(node, positions, at - positions - 1);
        }
        int limit = doclist + doclistLength;
        while (at < limit && node[at] == 0) {
            at++;
        }
        if (at >= limit) {
            positions = END;
            return;
        }
        long delta = Varints.read(node, at);
        positions = at + Varints.length(node, at);
        docid = descending ? docid - delta : docid + delta;
    }

    /** A part of an array. */
    static final class Slice {
        byte[] bytes;
        int from;
        int length;

        void set(byte[] array, int offset, int count) {
            bytes = array;
            from = offset;
            length = count;
        }
    }

    /** By term, the newest first; those at their end come last. */
    static int compareTerms(SegmentReader left, SegmentReader right) {
        int result;
        if (!left.isAtEnd() && !right.isAtEnd()) {
            result = Node.compare(left.term, left.termLength, right.term, right.termLength);
        } else {
            result = Boolean.compare(left.isAtEnd(), right.isAtEnd());
        }
        return result == 0 ? Integer.compare(right.age, left.age) : result;
    }

    /** By docid, the newest first; those without a row come last. */
    static int compareRows(SegmentReader left, SegmentReader right, boolean descending) {
        int result = Boolean.compare(!left.hasRow(), !right.hasRow());
        if (result == 0) {
            if (left.docid == right.docid) {
                return Integer.compare(right.age, left.age);
            }
            result = Long.compare(left.docid, right.docid);
            return descending ? -result : result;
        }
        return result;
    }

    int compareTerm(byte[] wanted) {
        return node == null ? 0 : Node.compare(term, termLength, wanted, wanted.length);
    }
}
