package org.sqlvm.engine.row.window;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;

import java.util.Arrays;

/**
 * The frames of the rows of a partition: the beginning and the end of each, and its peers
 * (sqlite.org/windowfunctions.html section 2.2).
 */
final class WindowFrames {
    private final WindowSpec spec;
    private final WindowSpec.Frame frame;
    private final WindowRows rows;
    private final boolean asksForPeers;

    /** The partition: rows {@code first .. last - 1}. */
    private int first;

    private int last;

    /** By row of the partition: where its peers begin and end, and the number of their group. */
    private int[] peersStart = {};

    private int[] peersEnd = {};
    private int[] groups = {};
    private int[] groupStarts = {};
    private int groupCount;

    /** Offsets of the frame are known for this partition. */
    private boolean hasOffsets;

    private Object startOffset;
    private Object endOffset;

    WindowFrames(WindowSpec spec, WindowRows rows) {
        this.spec = spec;
        this.frame = spec.frame();
        this.rows = rows;
        asksForPeers = spec.calls().stream().anyMatch(this::asksForPeers);
    }

    private boolean asksForPeers(WindowSpec.Call call) {
        return switch (call.function()) {
            case ROW_NUMBER, NTILE, LAG, LEAD -> false;
            case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> true;
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> hasPeers();
            case null -> hasPeers();
        };
    }

    private boolean hasPeers() {
        return frame.unit() == WindowSpec.Unit.GROUPS
                || frame.exclusion() == WindowSpec.Exclusion.GROUP
                || frame.exclusion() == WindowSpec.Exclusion.TIES
                || (frame.unit() == WindowSpec.Unit.RANGE
                        && (frame.start().kind() == WindowSpec.Kind.CURRENT_ROW
                                || frame.end().kind() == WindowSpec.Kind.CURRENT_ROW));
    }

    /** Goes to a partition. */
    void enter(int from, int to) {
        first = from;
        last = to;
        hasOffsets = false;
        if (asksForPeers) {
            findPeers();
        }
    }

    private void findPeers() {
        int count = last - first;
        if (count > peersStart.length) {
            int capacity = Math.max(count, 2 * peersStart.length);
            peersStart = new int[capacity];
            peersEnd = new int[capacity];
            groups = new int[capacity];
            groupStarts = new int[capacity + 1];
        }
        groupCount = 0;
        for (int start = 0; start < count; ) {
            int end = start + 1;
            while (end < count && !rows.beginsPlace(first + end)) {
                end++;
            }
            Arrays.fill(peersStart, start, end, first + start);
            Arrays.fill(peersEnd, start, end, first + end);
            Arrays.fill(groups, start, end, groupCount);
            groupStarts[groupCount++] = first + start;
            start = end;
        }
        groupStarts[groupCount] = last;
    }

    /** The first of a row's peers. */
    int peersStart(int row) {
        return peersStart[row - first];
    }

    /** The row behind the last of a row's peers. */
    int peersEnd(int row) {
        return peersEnd[row - first];
    }

    /** Returns the number of a row's peer group in the partition, from 0. */
    int group(int row) {
        return groups[row - first];
    }

    /** Whether a row is not in the frame of another though it lies in it. */
    boolean isExcluded(int row, int current) {
        return switch (frame.exclusion()) {
            case UNSPECIFIED, NO_OTHERS -> false;
            case CURRENT_ROW -> row == current;
            case GROUP -> group(row) == group(current);
            case TIES -> row != current && group(row) == group(current);
        };
    }

    /** Whether the frame ends before it starts: then it is empty for all rows. */
    boolean isBackwards() {
        WindowSpec.Bound start = frame.start();
        WindowSpec.Bound end = frame.end();
        if (start.kind() != end.kind() || start.column() < 0) {
            return false;
        }
        int compared = Values.compare(number(start), number(end), Collation.BINARY);
        return start.kind() == WindowSpec.Kind.FOLLOWING ? compared > 0 : compared < 0;
    }

    /** The offset of a bound, which is the same for all rows; for RANGE a REAL stays REAL. */
    private Object number(WindowSpec.Bound bound) {
        Object offset = rows.get(first, bound.column());
        if (frame.unit() != WindowSpec.Unit.RANGE) {
            return Affinities.apply(offset, Affinity.NUMERIC);
        }
        return offset instanceof Text text ? Affinities.number(text) : offset;
    }

    /** The first row of a row's frame. */
    int start(int row) {
        return switch (frame.start().kind()) {
            case UNBOUNDED_PRECEDING -> first;
            case CURRENT_ROW -> frame.unit() == WindowSpec.Unit.ROWS ? row : peersStart(row);
            case PRECEDING -> place(row, -1, true);
            case FOLLOWING -> place(row, 1, true);
            case UNBOUNDED_FOLLOWING -> last;
        };
    }

    /** The first row behind a row's frame; it may be before its start. */
    int end(int row) {
        return switch (frame.end().kind()) {
            case UNBOUNDED_PRECEDING -> first;
            case CURRENT_ROW -> frame.unit() == WindowSpec.Unit.ROWS ? row + 1 : peersEnd(row);
            case PRECEDING -> place(row, -1, false);
            case FOLLOWING -> place(row, 1, false);
            case UNBOUNDED_FOLLOWING -> last;
        };
    }

    private int place(int row, int direction, boolean start) {
        if (!hasOffsets) {
            startOffset = checked(frame.start(), "starting");
            endOffset = checked(frame.end(), "ending");
            hasOffsets = true;
        }
        Object offset = start ? startOffset : endOffset;
        if (frame.unit() == WindowSpec.Unit.RANGE) {
            return rangePlace(row, offset, direction, start);
        }
        long distance = direction * Math.min((long) offset, Integer.MAX_VALUE);
        if (frame.unit() == WindowSpec.Unit.ROWS) {
            long place = row + distance + (start ? 0 : 1);
            return (int) Math.max(first, Math.min(last, place));
        }
        long group = group(row) + distance + (start ? 0 : 1);
        return groupStarts[(int) Math.max(0, Math.min(groupCount, group))];
    }

    /** The offset of a bound; null for one without. */
    private Object checked(WindowSpec.Bound bound, String name) {
        if (bound.column() < 0) {
            return null;
        }
        Object offset = number(bound);
        boolean mayBeReal = frame.unit() == WindowSpec.Unit.RANGE;
        boolean valid = (offset instanceof Long whole && whole >= 0)
                || (mayBeReal && offset instanceof Double real && real >= 0);
        if (!valid) {
            throw SqlException.error("frame " + name + " offset must be a non-negative "
                    + (mayBeReal ? "number" : "integer"));
        }
        return offset;
    }

    /**
     * RANGE: up to the rows whose key is at most the offset away; a key that is no number is not.
     * As in SQLite, the offset is added to the key that comes first: to this row's if the rows
     * follow it, and to theirs if they precede it. It shows where a sum has no exact value.
     */
    private int rangePlace(int row, Object offset, int direction, boolean start) {
        KeyField field = spec.orderFields().getFirst();
        int column = spec.order().getFirst();
        Object key = rows.get(row, column);
        boolean follows = direction > 0;
        // The outer bounds hold the row's peers, even if the sum is rounded past them.
        boolean outer = follows != start;
        Object edge = follows ? moved(key, offset, field) : key;
        int from = first;
        int to = last;
        while (from < to) {
            int middle = (from + to) >>> 1;
            Object other = rows.get(middle, column);
            int compared = field.compare(follows ? other : moved(other, offset, field), edge);
            boolean beyond = start ? compared >= 0 : compared > 0;
            if (outer && beyond != start) {
                int peers = field.compare(other, key);
                beyond = start ? peers >= 0 : peers > 0;
            }
            if (beyond) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    /** A key with the offset added in the direction of the order. */
    private static Object moved(Object key, Object offset, KeyField field) {
        if (!(key instanceof Long || key instanceof Double)) {
            return key;
        }
        return field.descending() ? Arithmetic.subtract(key, offset) : Arithmetic.add(key, offset);
    }
}
