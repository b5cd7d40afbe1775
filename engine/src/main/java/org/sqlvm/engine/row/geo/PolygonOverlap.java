package org.sqlvm.engine.row.geo;

import org.sqlvm.engine.error.Interruption;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The overlap of two polygons. A line moves from left to right over both; between two vertexes its
 * segments are sorted by height, and each gap belongs to one, both or none of the polygons. The
 * steps are SQLite's, so that answers agree also where polygons only touch.
 */
final class PolygonOverlap {
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int BOTH = 3;

    /** A side that is not vertical: y = slope · x + start. */
    private static final class Segment {
        final double slope;
        final double start;
        final float leftY;
        final int polygon;

        /** The height at the line. */
        double y;

        Segment next;

        Segment(float x0, float y0, float x1, float y1, int polygon) {
            slope = (y1 - y0) / (x1 - x0);
            start = y1 - x1 * slope;
            leftY = y0;
            this.polygon = polygon;
        }
    }

    /** The line comes to a segment, or leaves it. */
    private static final class Event {
        final double x;
        final boolean leaves;
        final Segment segment;
        Event next;

        Event(double x, boolean leaves, Segment segment) {
            this.x = x;
            this.leaves = leaves;
            this.segment = segment;
        }
    }

    /** Merges lists of one element each, of which the next is added to the first. */
    private static final class Sorter<T> {
        private final BinaryOperator<T> merged;

        /** At an index i: null, or a list of two to the power of i elements. */
        private final List<T> lists = new ArrayList<>();

        Sorter(BinaryOperator<T> merged) {
            this.merged = merged;
        }

        void add(T single) {
            T list = single;
            int at = 0;
            while (at < lists.size() && lists.get(at) != null) {
                list = merged.apply(lists.get(at), list);
                lists.set(at++, null);
            }
            if (at < lists.size()) {
                lists.set(at, list);
            } else {
                lists.add(list);
            }
        }

        /** Returns the list of all elements; null if there are none. */
        T sorted() {
            T all = null;
            for (T list : lists) {
                all = merged.apply(list, all);
            }
            return all;
        }
    }

    private final Event[] events;
    private int eventCount;

    /** Whether a gap was found that belongs to none, the first, the second or both. */
    private final boolean[] seen = new boolean[4];

    /** The segments that the line crosses. */
    private Segment active;

    PolygonOverlap(Polygon first, Polygon second) {
        events = new Event[2 * (first.count() + second.count())];
        addSegments(first, FIRST);
        addSegments(second, SECOND);
    }

    private void addSegments(Polygon polygon, int side) {
        int count = polygon.count();
        for (int i = 0; i < count; i++) {
            int next = i + 1 < count ? i + 1 : 0;
            addSegment(polygon.x(i), polygon.y(i), polygon.x(next), polygon.y(next), side);
        }
    }

    private void addSegment(float x0, float y0, float x1, float y1, int side) {
        if (x0 == x1) {
            return;
        }
        Segment segment =
                x0 > x1 ? new Segment(x1, y1, x0, y0, side) : new Segment(x0, y0, x1, y1, side);
        events[eventCount++] = new Event(x0 > x1 ? x1 : x0, false, segment);
        events[eventCount++] = new Event(x0 > x1 ? x0 : x1, true, segment);
    }

    /** See {@link Polygon#overlap}. */
    int kind() {
        if (!sweep()) {
            return 1;
        }
        if (!seen[BOTH]) {
            return 0;
        }
        if (seen[FIRST]) {
            return seen[SECOND] ? 1 : 3;
        }
        return seen[SECOND] ? 2 : 4;
    }

    /** Moves the line to the end; false if it has found sides that cross. */
    private boolean sweep() {
        Event event = sortedEvents();
        double x = event != null && event.x == 0 ? -1 : 0;
        boolean unsorted = false;
        for (; event != null; event = event.next) {
            if (event.x != x) {
                Interruption.checkCurrent();
                x = event.x;
                if (unsorted) {
                    active = sorted(active);
                    unsorted = false;
                }
                if (!moveTo(x)) {
                    return false;
                }
            }
            if (event.leaves) {
                remove(event.segment);
            } else {
                event.segment.y = event.segment.leftY;
                event.segment.next = active;
                active = event.segment;
                unsorted = true;
            }
        }
        return true;
    }

    private boolean moveTo(double x) {
        int mask = noteGaps(0);
        Segment before = null;
        for (Segment each = active; each != null; each = each.next) {
            each.y = each.slope * x + each.start;
            if (before != null) {
                if (before.y > each.y && before.polygon != each.polygon) {
                    return false;
                }
                if (before.y != each.y) {
                    seen[mask] = true;
                }
            }
            mask ^= each.polygon;
            before = each;
        }
        return true;
    }

    private int noteGaps(int start) {
        int mask = start;
        Segment before = null;
        for (Segment each = active; each != null; each = each.next) {
            if (before != null && before.y != each.y) {
                seen[mask] = true;
            }
            mask ^= each.polygon;
            before = each;
        }
        return mask;
    }

    private void remove(Segment segment) {
        if (active == segment) {
            active = segment.next;
            return;
        }
        for (Segment each = active; each != null; each = each.next) {
            if (each.next == segment) {
                each.next = segment.next;
                return;
            }
        }
    }

    // ------------------------------------------------------------------ sorting

    private Event sortedEvents() {
        Sorter<Event> sorter = new Sorter<>(PolygonOverlap::merged);
        for (int i = 0; i < eventCount; i++) {
            sorter.add(events[i]);
        }
        return sorter.sorted();
    }

    /** Merges two lists; of two events at one x the one from the right comes first. */
    private static Event merged(Event left, Event right) {
        Event head = new Event(0, false, null);
        Event last = head;
        Event one = left;
        Event other = right;
        while (one != null && other != null) {
            if (other.x <= one.x) {
                last.next = other;
                last = other;
                other = other.next;
            } else {
                last.next = one;
                last = one;
                one = one.next;
            }
        }
        last.next = other != null ? other : one;
        return head.next;
    }

    private static Segment sorted(Segment unsorted) {
        Sorter<Segment> sorter = new Sorter<>(PolygonOverlap::merged);
        Segment left = unsorted;
        while (left != null) {
            Segment list = left;
            left = left.next;
            list.next = null;
            sorter.add(list);
        }
        return sorter.sorted();
    }

    private static Segment merged(Segment left, Segment right) {
        Segment head = null;
        Segment last = null;
        Segment one = left;
        Segment other = right;
        while (one != null || other != null) {
            Segment taken;
            if (one == null || (other != null && isBelow(other, one))) {
                taken = other;
                other = other.next;
            } else {
                taken = one;
                one = one.next;
            }
            if (last == null) {
                head = taken;
            } else {
                last.next = taken;
            }
            last = taken;
        }
        return head;
    }

    private static boolean isBelow(Segment one, Segment other) {
        double difference = one.y - other.y;
        return (difference == 0 ? one.slope - other.slope : difference) < 0;
    }
}
