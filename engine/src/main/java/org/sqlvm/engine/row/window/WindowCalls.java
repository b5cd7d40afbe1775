package org.sqlvm.engine.row.window;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.KeptAccumulator;
import org.sqlvm.engine.row.sort.ValueColumn;

/** Computes the functions over a window for the rows of one partition after the other. */
final class WindowCalls {
    private final WindowSpec spec;
    private final WindowRows rows;
    private final Interruption interruption;
    private final WindowFrames frames;

    /** The current partition: rows {@code first .. last - 1}. */
    private int first;

    private int last;

    /** Takes the rows of a frame; null between two aggregates. */
    private Accumulator running;

    /** The only argument of the aggregate, if it is in memory; else null. */
    private ValueColumn argument;

    WindowCalls(WindowSpec spec, WindowRows rows, Interruption interruption) {
        this.spec = spec;
        this.rows = rows;
        this.interruption = interruption;
        frames = new WindowFrames(spec, rows);
    }

    /** Sets the results of the rows {@code from .. to - 1}, which are a partition. */
    void compute(int from, int to) {
        first = from;
        last = to;
        frames.enter(from, to);
        for (int i = 0; i < spec.calls().size(); i++) {
            WindowSpec.Call call = spec.calls().get(i);
            interruption.check();
            if (call.aggregate() != null) {
                computeAggregate(call, spec.firstResult() + i);
            } else {
                computeFunction(call, spec.firstResult() + i);
            }
        }
    }

    private void computeFunction(WindowSpec.Call call, int target) {
        int count = last - first;
        for (int row = first; row < last; row++) {
            switch (call.function()) {
                case ROW_NUMBER -> rows.setLong(row, target, row - first + 1);
                case RANK -> rows.setLong(row, target, frames.peersStart(row) - first + 1);
                case DENSE_RANK -> rows.setLong(row, target, frames.group(row) + 1);
                case PERCENT_RANK -> {
                    double before = frames.peersStart(row) - first;
                    rows.setDouble(row, target, count == 1 ? 0.0 : before / (count - 1));
                }
                case CUME_DIST ->
                    rows.setDouble(row, target, (double) (frames.peersEnd(row) - first) / count);
                case NTILE -> rows.setLong(row, target, tile(call, row));
                case LAG -> neighbour(call, row, -1, target);
                case LEAD -> neighbour(call, row, 1, target);
                case FIRST_VALUE -> nth(call, row, 1, target);
                case LAST_VALUE -> lastValue(call, row, target);
                case NTH_VALUE -> {
                    boolean asked = spec.frame().exclusion() == WindowSpec.Exclusion.UNSPECIFIED
                            || !isEmpty(row);
                    nth(call, row, asked ? nthNumber(call, row) : 1, target);
                }
            }
        }
    }

    private Object argument(WindowSpec.Call call, int row, int index) {
        return rows.get(row, call.arguments().get(index));
    }

    /** The result of a row is an argument of another; or NULL, without another. */
    private void take(WindowSpec.Call call, int index, int from, int row, int target) {
        if (from < 0) {
            rows.set(row, target, SqlNull.NULL);
        } else {
            rows.copy(from, call.arguments().get(index), row, target);
        }
    }

    private long tile(WindowSpec.Call call, int row) {
        long tiles = Casts.toLong(argument(call, first, 0));
        if (tiles <= 0) {
            throw SqlException.error("argument of ntile must be a positive integer");
        }
        long count = (long) last - first;
        long place = (long) row - first;
        long size = count / tiles;
        if (size == 0) {
            return place + 1;
        }
        long larger = count - tiles * size;
        long inLarger = larger * (size + 1);
        return place < inLarger ? 1 + place / (size + 1) : 1 + larger + (place - inLarger) / size;
    }

    /**
     * Finds the row at a distance, which SQLite adds to the row's number: a sum that is no whole
     * number is no row. LAG does not see further ahead than the next row.
     */
    private void neighbour(WindowSpec.Call call, int row, int direction, int target) {
        int argumentCount = call.arguments().size();
        Object distance = argumentCount > 1 ? argument(call, row, 1) : Long.valueOf(1);
        Object number = (long) row - first;
        Object sum = direction > 0
                ? Arithmetic.add(number, distance)
                : Arithmetic.subtract(number, distance);
        int end = direction > 0 ? last : Math.min(last, row + 2);
        boolean found = Affinities.apply(sum, Affinity.NUMERIC) instanceof Long place
                && place >= 0
                && place < end - first;
        if (found) {
            take(call, 0, first + (int) Casts.toLong(sum), row, target);
        } else {
            take(call, 2, argumentCount > 2 ? row : -1, row, target);
        }
    }

    private long nthNumber(WindowSpec.Call call, int row) {
        Object given = argument(call, row, 1);
        Object number = Affinities.apply(given, Affinity.NUMERIC);
        if (!(number instanceof Long wanted) || wanted <= 0) {
            throw SqlException.error("second argument to nth_value must be a positive integer");
        }
        return wanted;
    }

    private void nth(WindowSpec.Call call, int row, long number, int target) {
        long left = number;
        int found = -1;
        int start = frames.start(row);
        int end = frames.end(row);
        for (int i = start; i < end && found < 0; i++) {
            if (!frames.isExcluded(i, row) && --left == 0) {
                found = i;
            }
        }
        take(call, 0, found, row, target);
    }

    /** Whether no row is in a row's frame. */
    private boolean isEmpty(int row) {
        int start = frames.start(row);
        int end = frames.end(row);
        while (start < end && frames.isExcluded(start, row)) {
            start++;
        }
        return start >= end;
    }

    private void lastValue(WindowSpec.Call call, int row, int target) {
        int start = frames.start(row);
        int found = frames.end(row) - 1;
        while (found >= start && frames.isExcluded(found, row)) {
            found--;
        }
        take(call, 0, found >= start ? found : -1, row, target);
    }

    private void computeAggregate(WindowSpec.Call call, int target) {
        argument = call.arguments().size() == 1 ? rows.column(call.arguments().getFirst()) : null;
        try {
            begin(call);
            computeFrames(call, target);
        } finally {
            end();
        }
    }

    private void begin(WindowSpec.Call call) {
        running = call.aggregate().accumulator(call.collation());
    }

    /** Whether SQLite lets rows leave the frame one by one. */
    private boolean moves() {
        return spec.frame().exclusion() == WindowSpec.Exclusion.UNSPECIFIED
                && spec.frame().start().kind() != WindowSpec.Kind.UNBOUNDED_PRECEDING;
    }

    /** Ends the running accumulator; a registered function is told. */
    private void end() {
        Accumulator ended = running;
        running = null;
        if (ended instanceof KeptAccumulator kept) {
            kept.end();
        }
    }

    /** A frame that only grows goes on with the accumulator of the row before. */
    private void computeFrames(WindowSpec.Call call, int target) {
        WindowSpec.Exclusion exclusion = spec.frame().exclusion();
        boolean excludes = exclusion != WindowSpec.Exclusion.UNSPECIFIED
                && exclusion != WindowSpec.Exclusion.NO_OTHERS;
        if (moves() && !frames.isBackwards()) {
            int sign = running.extremeSign();
            if (sign != 0) {
                computeExtreme(call, new MovingExtreme(rows, call, sign), target);
                return;
            }
            if (running.hasInverse()) {
                computeMoving(call, target);
                return;
            }
        }
        int accumulatedStart = -1;
        int accumulatedEnd = -1;
        for (int row = first; row < last; row++) {
            interruption.check();
            int start = frames.start(row);
            int end = Math.max(start, frames.end(row));
            boolean goesOn =
                    row > first && !excludes && start == accumulatedStart && end >= accumulatedEnd;
            if (goesOn && end == accumulatedEnd) {
                rows.copy(row - 1, target, row, target);
                continue;
            }
            if (!goesOn) {
                if (row > first) {
                    end();
                    begin(call);
                }
                accumulatedStart = start;
                accumulatedEnd = start;
            }
            for (int i = accumulatedEnd; i < end; i++) {
                if (!frames.isExcluded(i, row) && counts(call, i)) {
                    step(call, i);
                }
            }
            accumulatedEnd = end;
            rows.set(row, target, running.result());
        }
    }

    /** As SQLite does it: rows that leave the frame are taken back from the sum. */
    private void computeMoving(WindowSpec.Call call, int target) {
        int stepped = first;
        int inversed = first;
        for (int row = first; row < last; row++) {
            interruption.check();
            int start = frames.start(row);
            int end = frames.end(row);
            inversed = takeBack(call, inversed, Math.min(start, stepped));
            while (stepped < end) {
                if (spec.frame().unit() == WindowSpec.Unit.ROWS) {
                    int leaving = Math.min(start, stepped - (end - start) + 1);
                    inversed = takeBack(call, inversed, Math.min(leaving, stepped));
                }
                if (counts(call, stepped)) {
                    step(call, stepped);
                }
                stepped++;
            }
            inversed = takeBack(call, inversed, Math.min(start, stepped));
            rows.set(row, target, running.result());
        }
    }

    /** min and max: {@code extreme} knows the row of the frame that has the result. */
    private void computeExtreme(WindowSpec.Call call, MovingExtreme extreme, int target) {
        int column = call.arguments().getFirst();
        int taken = first;
        for (int row = first; row < last; row++) {
            interruption.check();
            int start = frames.start(row);
            int end = frames.end(row);
            for (; taken < end; taken++) {
                if (counts(call, taken)) {
                    extreme.add(taken);
                }
            }
            int best = extreme.best(start);
            if (best < 0) {
                rows.set(row, target, SqlNull.NULL);
            } else {
                rows.copy(best, column, row, target);
            }
        }
    }

    private int takeBack(WindowSpec.Call call, int from, int end) {
        int row = from;
        for (; row < end; row++) {
            if (counts(call, row)) {
                running.inverse(arguments(call, row));
            }
        }
        return row;
    }

    private boolean counts(WindowSpec.Call call, int row) {
        if (call.filter() < 0) {
            return true;
        }
        Object value = rows.get(row, call.filter());
        return value != SqlNull.NULL && Casts.isTrue(value);
    }

    private void step(WindowSpec.Call call, int row) {
        int kind = argument == null ? ValueKind.NULL : argument.kind(row);
        if (kind == ValueKind.LONG) {
            running.stepLong(argument.number(row));
        } else if (kind == ValueKind.DOUBLE) {
            running.stepDouble(Double.longBitsToDouble(argument.number(row)));
        } else {
            running.step(arguments(call, row));
        }
    }

    private Object[] arguments(WindowSpec.Call call, int row) {
        Object[] arguments = new Object[call.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(call, row, i);
        }
        return arguments;
    }
}
