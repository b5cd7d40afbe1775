package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.RtreeQuery;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;
import java.util.List;

/**
 * A walk through a tree: depth first, or by scores where a query gives them. The order of entries
 * is SQLite's, which shows in results.
 */
final class RtreeSearch {
    private static final int PARTLY = RtreeQuery.Within.PARTLY.ordinal();
    private static final int FULLY = RtreeQuery.Within.FULLY.ordinal();
    private static final int NOT = RtreeQuery.Within.NOT.ordinal();

    /** Nodes between two looks at the interruption. */
    private static final int POLL_MASK = 255;

    private final RtreeStore store;
    private final RtreeLayout layout;
    private final Interruption interruption;

    /** The points by score and level: a heap. Behind them those that are free. */
    private Point[] heap = new Point[8];

    private int size;

    /** The point before all of the heap, if {@link #hasFirst}. */
    private Point first = new Point();

    private boolean hasFirst;
    private RtreeConstraint[] constraints = {};

    /** Whether a constraint is a query. */
    private boolean matching;

    /** How many points of each level wait. */
    private final int[] waiting = new int[RtreeLayout.DEPTH_MAX + 2];

    private int visited;

    /** The score of the last cell that queries were asked about. */
    private double matchedScore;

    /** A node of which the cells from one on are still to be visited, or an entry. */
    static final class Point {
        double score;

        /** 0 for an entry, 1 for a leaf. */
        int level;

        /** The number of the node; of an entry that of its leaf. */
        long node;

        /** A {@link RtreeQuery.Within}. */
        int within;

        int cell;

        /** The node; null if it has not been read. */
        RtreeNode content;

        private boolean isBefore(Point other) {
            if (score < other.score) {
                return true;
            }
            return !(score > other.score) && level < other.level;
        }
    }

    RtreeSearch(RtreeStore store, Interruption interruption) {
        this.store = store;
        this.interruption = interruption;
        layout = store.layout();
    }

    private void clear() {
        size = 0;
        hasFirst = false;
        first.content = null;
        Arrays.fill(waiting, 0);
    }

    /** Begins at the root; {@link #next} goes to the first entry. */
    void begin(List<RtreeConstraint> wanted) {
        clear();
        constraints = wanted.toArray(RtreeConstraint[]::new);
        matching = false;
        store.refresh();
        RtreeNode root = store.node(RtreeNode.ROOT);
        int level = root.depth() + 1;
        for (RtreeConstraint each : constraints) {
            if (each.match != null) {
                matching = true;
                each.match.begin(level, waiting);
            }
        }
        Point point = add(0, level);
        point.node = RtreeNode.ROOT;
        point.content = root;
        point.cell = 0;
        point.within = PARTLY;
    }

    /** Stands on one entry. */
    void begin(RtreeNode leaf, int cell) {
        clear();
        Point point = add(0, 0);
        point.node = leaf.number;
        point.content = leaf;
        point.cell = cell;
        point.within = PARTLY;
    }

    /** Stands nowhere. */
    void beginEmpty() {
        clear();
    }

    /** The entry or node that comes next; null at the end. */
    Point current() {
        if (hasFirst) {
            return first;
        }
        return size > 0 ? heap[0] : null;
    }

    /** Leaves the entry. */
    void leave() {
        pop();
    }

    /** Goes on to an entry; false at the end. */
    boolean next() {
        Point point = current();
        while (point != null && point.level > 0) {
            if ((++visited & POLL_MASK) == 0) {
                interruption.check();
            }
            if (point.content == null) {
                point.content = store.node(point.node);
            }
            int count = point.content.count();
            if (count > RtreeLayout.searchedCellsMax()) {
                throw RtreeStore.corrupt();
            }
            visit(point, count);
            point = current();
        }
        return point != null;
    }

    /** Goes to the next cell of a node that is wanted, or removes the node. */
    private void visit(Point point, int count) {
        byte[] data = point.content.data;
        int size = layout.cellSize();
        int at = layout.cellOffset(point.cell);
        while (point.cell < count) {
            int cell = point.cell++;
            double score = -1;
            int within;
            if (matching) {
                within = match(point, at);
                score = matchedScore;
            } else {
                within = allows(point.level, data, at) ? FULLY : NOT;
            }
            if (within != NOT) {
                enter(point, cell, at, count, within, score < 0 ? 0 : score);
                return;
            }
            at += size;
        }
        pop();
    }

    private boolean allows(int level, byte[] data, int at) {
        boolean integers = layout.integers();
        for (RtreeConstraint each : constraints) {
            boolean allowed = level == 1
                    ? each.allowsEntry(data, at, integers)
                    : each.allowsChild(data, at, integers);
            if (!allowed) {
                return false;
            }
        }
        return true;
    }

    private int match(Point point, int at) {
        byte[] data = point.content.data;
        boolean integers = layout.integers();
        int within = FULLY;
        matchedScore = -1;
        for (RtreeConstraint each : constraints) {
            if (each.match == null) {
                boolean allowed = point.level == 1
                        ? each.allowsEntry(data, at, integers)
                        : each.allowsChild(data, at, integers);
                within = allowed ? within : NOT;
            } else {
                double[] box = new double[layout.coordinateCount()];
                for (int i = 0; i < box.length; i++) {
                    int offset = RtreeLayout.NUMBER_SIZE + i * RtreeLayout.COORDINATE_SIZE;
                    box[i] = RtreeNode.coordinate(data, at + offset, integers);
                }
                long entry = point.level == 1 ? BigEndian.getLong(data, at) : 0;
                int said = each.match.test(box, point.level - 1, entry, point);
                within = Math.min(within, said);
                if (!each.match.hasScores()) {
                    matchedScore = 0;
                } else if (each.match.score() < matchedScore || matchedScore < 0) {
                    matchedScore = each.match.score();
                }
            }
            if (within == NOT) {
                return NOT;
            }
        }
        return within;
    }

    private void enter(Point point, int cell, int at, int count, int within, double score) {
        int level = point.level - 1;
        RtreeNode content = point.content;
        long node = point.node;
        int start = cell;
        if (level > 0) {
            node = BigEndian.getLong(content.data, at);
            start = 0;
            for (int i = 0; i < size; i++) {
                if (heap[i].node == node) {
                    throw RtreeStore.corrupt(); // It would contain itself.
                }
            }
        }
        if (point.cell >= count) {
            pop();
        }
        Point added = add(score, level);
        added.within = within;
        added.node = node;
        added.cell = start;
        added.content = level > 0 ? null : content;
    }

    // ------------------------------------------------------------------ queue

    private Point add(double score, int level) {
        Point before = current();
        waiting[level]++;
        boolean comesFirst = before == null
                || before.score > score
                || (before.score == score && before.level > level);
        if (!comesFirst) {
            return enqueue(score, level);
        }
        if (hasFirst) {
            Point moved = enqueue(first.score, first.level);
            moved.node = first.node;
            moved.within = first.within;
            moved.cell = first.cell;
            moved.content = first.content;
        }
        first.score = score;
        first.level = level;
        first.content = null;
        hasFirst = true;
        return first;
    }

    private Point enqueue(double score, int level) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int at = size++;
        Point added = heap[at] == null ? new Point() : heap[at];
        heap[at] = added;
        added.score = score;
        added.level = level;
        added.content = null;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (!added.isBefore(heap[parent])) {
                break;
            }
            heap[at] = heap[parent];
            heap[parent] = added;
            at = parent;
        }
        return added;
    }

    private void pop() {
        if (hasFirst) {
            waiting[first.level]--;
            hasFirst = false;
            first.content = null;
            return;
        }
        Point removed = heap[0];
        waiting[removed.level]--;
        removed.content = null;
        size--;
        heap[0] = heap[size];
        heap[size] = removed;
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (!heap[child].isBefore(heap[at])) {
                break;
            }
            Point moved = heap[at];
            heap[at] = heap[child];
            heap[child] = moved;
            at = child;
        }
    }
}
