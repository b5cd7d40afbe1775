package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.virtual.module.VirtualCursor;

/**
 * Walks over the integers of {@link SeriesTable}. Distances are unsigned: from the smallest integer
 * to the greatest it is 2^64 - 1.
 */
public final class SeriesCursor extends VirtualCursor {
    /** Without a stop: as far as the greatest 32-bit number. */
    private static final long DEFAULT_STOP = 0xffffffffL;

    /** The values as given, which the hidden columns show. */
    private long start;

    private long stop;
    private long step;

    /** The numbers still to be given: from {@link #value} to {@link #last}, both among them. */
    private long value;

    private long last;
    /** Distance of two neighbours, unsigned and not 0. */
    private long distance;

    private boolean descending;

    private State state = State.EMPTY;

    private enum State {
        EMPTY,
        /** Before the first number. */
        BEFORE,
        ON
    }

    @Override
    public void filter(ScanPlan plan, Object[] arguments) {
        state = State.EMPTY;
        for (Object argument : arguments) {
            if (argument == SqlNull.NULL) {
                return;
            }
        }
        int index = plan.index();
        int next = 0;
        start = 0;
        stop = DEFAULT_STOP;
        step = 1;
        if ((index & SeriesTable.HAS_START) != 0) {
            start = Casts.toLong(arguments[next++]);
        }
        if ((index & SeriesTable.HAS_STOP) != 0) {
            stop = Casts.toLong(arguments[next++]);
        }
        if ((index & SeriesTable.HAS_STEP) != 0) {
            step = Casts.toLong(arguments[next++]);
            step = step == 0 ? 1 : step;
        }
        boolean inputs = (index & (SeriesTable.HAS_START | SeriesTable.HAS_STEP)) != 0;
        int lower = SeriesTable.EQUAL | SeriesTable.AT_LEAST | SeriesTable.ABOVE;
        if (!inputs && (index & lower) != 0) {
            start = Long.MIN_VALUE;
        }
        boolean ends = (index & (SeriesTable.HAS_STOP | SeriesTable.HAS_STEP)) != 0;
        int upper = SeriesTable.EQUAL | SeriesTable.AT_MOST | SeriesTable.BELOW;
        if (!ends && (index & upper) != 0) {
            stop = Long.MAX_VALUE;
        }
        descending = step < 0;
        distance = descending ? -step : step;
        value = start;
        last = stop;
        if (isEmpty() || !narrow(index, arguments, next) || isEmpty()) {
            return;
        }
        long excess = Long.remainderUnsigned(descending ? value - last : last - value, distance);
        last = descending ? last + excess : last - excess;
        boolean turned = descending
                ? (index & SeriesTable.ASCENDING) != 0
                : (index & SeriesTable.DESCENDING) != 0;
        if (turned) {
            long first = value;
            value = last;
            last = first;
            descending = !descending;
        }
        state = State.BEFORE;
    }

    private boolean isEmpty() {
        return descending ? value < last : value > last;
    }

    /** Leaves out numbers that conditions on the value refuse; false if none is left. */
    private boolean narrow(int index, Object[] arguments, int first) {
        int next = first;
        long low = Long.MIN_VALUE;
        long high = Long.MAX_VALUE;
        if ((index & SeriesTable.EQUAL) != 0) {
            low = ceiling(arguments[next], low);
            high = floor(arguments[next], high);
        } else {
            if ((index & (SeriesTable.AT_LEAST | SeriesTable.ABOVE)) != 0) {
                low = ceiling(arguments[next++], low);
            }
            if ((index & (SeriesTable.AT_MOST | SeriesTable.BELOW)) != 0) {
                high = floor(arguments[next], high);
            }
        }
        if (low > high) {
            return false;
        }
        long wanted = descending ? high : low;
        boolean before = descending ? value > wanted : value < wanted;
        if (before) {
            long way = descending ? value - wanted : wanted - value;
            long steps = Long.divideUnsigned(way, distance) * distance;
            value = descending ? value - steps : value + steps;
            if (value != wanted) {
                long over = descending ? value - distance : value + distance;
                if (descending ? over > value : over < value) {
                    return false; // Beyond the integers.
                }
                value = over;
            }
        }
        last = descending ? Math.max(last, low) : Math.min(last, high);
        return true;
    }

    /**
     * The smallest integer that may be equal to or greater than a value. The condition itself is
     * tested once more for each row, so it is enough never to leave out a row.
     */
    private static long ceiling(Object bound, long otherwise) {
        return switch (bound) {
            case Long number -> number;
            case Double number when number < Long.MIN_VALUE -> Long.MIN_VALUE;
            case Double number -> (long) Math.ceil(number);
            default -> otherwise;
        };
    }

    private static long floor(Object bound, long otherwise) {
        return switch (bound) {
            case Long number -> number;
            case Double number -> (long) Math.floor(number);
            default -> otherwise;
        };
    }

    @Override
    public boolean next() {
        if (state != State.ON) {
            boolean any = state == State.BEFORE;
            state = State.ON;
            return any;
        }
        if (value == last) {
            return false;
        }
        value = descending ? value - distance : value + distance;
        return true;
    }

    @Override
    public Object column(int column) {
        return number(column);
    }

    /** What {@link #column} gives, without an object. */
    public long number(int column) {
        return switch (column) {
            case SeriesTable.START -> start;
            case SeriesTable.STOP -> stop;
            case SeriesTable.STEP -> step;
            default -> value;
        };
    }

    @Override
    public long rowid() {
        return value;
    }
}
