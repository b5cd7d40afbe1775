package org.sqlvm.engine.virtual.fts3;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Goes through the terms of several segments in order. A row that several of them have counts as
 * the newest one has it; one without positions is deleted.
 */
final class TermReader {
    /**
     * The terms and rows to read.
     *
     * @param term null for all terms
     * @param column the only one whose positions are wanted; negative for all
     * @param keepsDeleted whether rows without positions count
     * @param isPrefix whether terms that begin with the term are wanted, too
     * @param isScan whether all terms from that one on are wanted
     * @param firstOnly whether only positions at the beginning of a column are wanted
     */
    record Filter(
            byte[] term,
            int column,
            boolean keepsDeleted,
            boolean isPrefix,
            boolean isScan,
            boolean firstOnly) {
        /** All terms, for a merge. */
        static Filter all(boolean keepsDeleted) {
            return new Filter(null, -1, keepsDeleted, false, false, false);
        }
    }

    private final List<SegmentReader> segments = new ArrayList<>();
    private final boolean descending;
    private final Comparator<SegmentReader> byRow;
    private Filter filter;
    /** How many of the first segments have to go to their next terms. */
    private int used;

    private final Output output = new Output();

    byte[] term;
    int termLength;
    /** The array in which the term's doclist stands. */
    byte[] list;

    int listFrom;
    int listLength;

    TermReader(boolean descending) {
        this.descending = descending;
        byRow = (a, b) -> SegmentReader.compareRows(a, b, descending);
    }

    void add(SegmentReader segment) {
        segments.add(segment);
    }

    List<SegmentReader> segments() {
        return segments;
    }

    /** Goes before the first term that is wanted. */
    void start(Filter wanted) {
        filter = wanted;
        for (SegmentReader each : segments) {
            int order = 0;
            do {
                each.next();
                if (wanted.term() == null) {
                    break;
                }
                order = each.compareTerm(wanted.term());
            } while (order < 0);
            if (each.lookup && order != 0) {
                each.setAtEnd();
            }
        }
        sort(segments, segments.size(), segments.size(), SegmentReader::compareTerms);
    }

    /** Sorts the first readers, all of which but the first {@code suspects} are in order. */
    private static void sort(
            List<SegmentReader> list, int count, int suspects, Comparator<SegmentReader> order) {
        int from = suspects == count ? count - 1 : suspects;
        for (int i = from - 1; i >= 0; i--) {
            for (int j = i; j < count - 1; j++) {
                SegmentReader left = list.get(j);
                SegmentReader right = list.get(j + 1);
                if (order.compare(left, right) < 0) {
                    break;
                }
                list.set(j, right);
                list.set(j + 1, left);
            }
        }
    }

    /** Goes to the next term that has rows; false after the last one. */
    boolean next() {
        if (segments.isEmpty()) {
            return false;
        }
        while (true) {
            for (int i = 0; i < used; i++) {
                SegmentReader each = segments.get(i);
                if (each.lookup) {
                    each.setAtEnd();
                } else {
                    each.next();
                }
            }
            sort(segments, segments.size(), used, SegmentReader::compareTerms);
            used = 0;
            SegmentReader first = segments.get(0);
            if (first.isAtEnd()) {
                return false;
            }
            termLength = first.termLength;
            term = first.term;
            if (filter.term() != null && !filter.isScan() && !isWanted()) {
                return false;
            }
            int count = 1;
            while (count < segments.size() && hasTerm(segments.get(count))) {
                count++;
            }
            used = count;
            if (count == 1
                    && filter.keepsDeleted()
                    && !filter.firstOnly()
                    && !(descending && first.isPending())) {
                list = first.node();
                listFrom = first.doclist();
                listLength = first.doclistLength();
                return true;
            }
            merge(count);
            if (output.length > 0) {
                list = output.toPadded();
                listFrom = 0;
                listLength = output.length;
                return true;
            }
        }
    }

    private boolean isWanted() {
        byte[] wanted = filter.term();
        return termLength >= wanted.length
                && (filter.isPrefix() || termLength == wanted.length)
                && Node.commonPrefix(term, wanted.length, wanted, wanted.length) == wanted.length;
    }

    private boolean hasTerm(SegmentReader other) {
        return !other.isAtEnd()
                && Node.compare(other.term, other.termLength, term, termLength) == 0;
    }

    /** Merges the doclists of the first segments into the output. */
    private void merge(int count) {
        output.clear();
        for (int i = 0; i < count; i++) {
            segments.get(i).firstRow();
        }
        sort(segments, count, count, byRow);
        SegmentReader.Slice positions = new SegmentReader.Slice();
        long before = 0;
        while (segments.get(0).hasRow()) {
            SegmentReader newest = segments.get(0);
            long docid = newest.docid();
            newest.nextRow(positions);
            int same = 1;
            while (same < count
                    && segments.get(same).hasRow()
                    && segments.get(same).docid() == docid) {
                segments.get(same).nextRow(null);
                same++;
            }
            if (filter.column() >= 0) {
                Doclists.filter(filter.column(), positions);
            }
            if (filter.keepsDeleted() || positions.length > 0) {
                boolean first = output.length == 0;
                if (!first && Doclists.compare(descending, before, docid) >= 0) {
                    throw Faults.corrupt();
                }
                long delta = descending && !first ? before - docid : docid - before;
                if (filter.firstOnly()) {
                    if (Doclists.firsts(output, delta, positions)) {
                        before = docid;
                    }
                } else {
                    output.putVarint(delta);
                    output.put(positions.bytes, positions.from, positions.length);
                    output.put(0);
                    before = docid;
                }
            }
            sort(segments, count, same, byRow);
        }
    }
}
