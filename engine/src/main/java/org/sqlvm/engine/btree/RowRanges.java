package org.sqlvm.engine.btree;

import java.util.Map;
import java.util.TreeMap;

/**
 * Ranges of rowids that have at least some rows in them: where a table has changed. There are at
 * most {@value #MAX}; with more, neighbours become one. Rows all over the table soon become one
 * range of all rows, which costs nothing more. Immutable once it is handed on.
 */
public final class RowRanges {
    private static final int MAX = 64;

    /** The number of times that neighbours are joined before the ranges become one. */
    private static final int JOINS_MAX = 256;

    /** The last rowid of each range by its first one. Ranges do not touch. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    private int joins;

    /** The range to which the last row was added: most rows follow each other. */
    private long lastFrom = Long.MAX_VALUE;

    private long lastTo = Long.MIN_VALUE;

    /** Adds a row. */
    void add(long rowid) {
        if (rowid >= lastFrom && rowid <= lastTo) {
            return;
        }
        add(rowid, rowid);
    }

    /** Adds rows from one to another, and what is between them. */
    void add(long from, long to) {
        assert from <= to : from + " to " + to;
        long first = from;
        long last = to;
        Map.Entry<Long, Long> before = ranges.floorEntry(from);
        if (before != null && touches(before.getValue(), from)) {
            first = before.getKey();
            last = Math.max(last, before.getValue());
        }
        Map.Entry<Long, Long> next = ranges.ceilingEntry(first);
        while (next != null && (next.getKey() <= last || touches(last, next.getKey()))) {
            last = Math.max(last, next.getValue());
            ranges.remove(next.getKey());
            next = ranges.ceilingEntry(first);
        }
        ranges.put(first, last);
        lastFrom = first;
        lastTo = last;
        if (ranges.size() > MAX) {
            joinNearest();
        }
    }

    /** Whether nothing is between the end of a range and the begin of another. */
    private static boolean touches(long end, long begin) {
        return end >= begin || end + 1 == begin;
    }

    private void joinNearest() {
        joins++;
        if (joins > JOINS_MAX) {
            ranges.clear();
            add(Long.MIN_VALUE, Long.MAX_VALUE);
            return;
        }
        Map.Entry<Long, Long> before = null;
        long nearest = 0;
        long least = Long.MAX_VALUE;
        for (Map.Entry<Long, Long> range : ranges.entrySet()) {
            // If two ranges are very far apart, the distance overflows to a negative one: they are
            // not joined.
            long distance = before == null ? -1 : range.getKey() - before.getValue();
            if (distance > 0 && distance < least) {
                least = distance;
                nearest = before.getKey();
            }
            before = range;
        }
        Map.Entry<Long, Long> second = ranges.higherEntry(nearest);
        ranges.put(nearest, second.getValue());
        ranges.remove(second.getKey());
        lastFrom = Long.MAX_VALUE;
        lastTo = Long.MIN_VALUE;
    }

    /** All rows of both. */
    public RowRanges with(RowRanges other) {
        RowRanges all = new RowRanges();
        ranges.forEach(all::add);
        other.ranges.forEach(all::add);
        return all;
    }

    /** Consumes a range. */
    public interface Consumer {
        void accept(long from, long to);
    }

    public void forEach(Consumer consumer) {
        ranges.forEach(consumer::accept);
    }

    @Override
    public String toString() {
        return ranges.toString();
    }
}
