package org.sqlvm.engine.row.window;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.engine.row.function.RegisteredFunction;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A window over rows of values, and the calls to compute over it.
 *
 * @param partition the columns whose equal values make a partition
 * @param order the columns that order a partition
 * @param calls the calls to compute: the i-th result goes to column {@code firstResult + i}
 */
public record WindowSpec(
        List<Integer> partition,
        List<KeyField> partitionFields,
        List<Integer> order,
        List<KeyField> orderFields,
        Frame frame,
        List<Call> calls,
        int firstResult) {

    /** Columns of a row with the results. */
    int end() {
        return firstResult + calls.size();
    }

    /** The columns that the calls and the frame read. */
    List<Integer> arguments() {
        List<Integer> columns = new ArrayList<>();
        for (Call call : calls) {
            columns.addAll(call.arguments);
            columns.add(call.filter);
        }
        columns.add(frame.start.column);
        columns.add(frame.end.column);
        columns.removeIf(column -> column < 0);
        if (frame.unit == Unit.RANGE && frame.hasOffset()) {
            columns.addAll(order);
        }
        return columns;
    }

    /** A window that computes nothing: its rows come in an order. */
    public static WindowSpec ofOrder(
            List<Integer> order, List<KeyField> orderFields, int firstResult) {
        Bound first = new Bound(Kind.UNBOUNDED_PRECEDING, -1);
        Bound last = new Bound(Kind.CURRENT_ROW, -1);
        return new WindowSpec(
                List.of(),
                List.of(),
                List.copyOf(order),
                List.copyOf(orderFields),
                new Frame(Unit.ROWS, first, last, Exclusion.UNSPECIFIED),
                List.of(),
                firstResult);
    }

    /** Returns the specification with the bodies of registered functions, by slot. */
    public WindowSpec bound(RegisteredFunction.Body[] bodies) {
        List<Call> boundCalls = calls.stream().map(call -> call.bound(bodies)).toList();
        return new WindowSpec(
                partition, partitionFields, order, orderFields, frame, boundCalls, firstResult);
    }

    public enum Unit {
        ROWS,
        RANGE,
        GROUPS
    }

    public enum Kind {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    public enum Exclusion {
        /**
         * No EXCLUDE is written; like NO_OTHERS, but sums are taken back as rows leave the frame.
         */
        UNSPECIFIED,
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }

    /** @param column that holds the offset, -1 without */
    public record Bound(Kind kind, int column) {}

    public record Frame(Unit unit, Bound start, Bound end, Exclusion exclusion) {
        private boolean hasOffset() {
            return start.column >= 0 || end.column >= 0;
        }
    }

    /**
     * A function over the window.
     *
     * @param function the function; null for an aggregate
     * @param aggregate the aggregate; null for a function that exists for windows only
     * @param filter the column that tells whether a row counts; -1 for none
     */
    public record Call(
            WindowFunction function,
            AggregateFunction aggregate,
            Collation collation,
            List<Integer> arguments,
            int filter) {
        Call bound(RegisteredFunction.Body[] bodies) {
            if (!(aggregate instanceof RegisteredAggregate registered)) {
                return this;
            }
            var body = (RegisteredFunction.AggregateBody) bodies[registered.slot()];
            return new Call(function, registered.bound(body), collation, arguments, filter);
        }

        @Override
        public String toString() {
            String name =
                    function == null ? aggregate.name() : function.name().toLowerCase(Locale.ROOT);
            return name + names(arguments);
        }
    }

    /**
     * Returns the text for EXPLAIN: the columns of the keys, and the names of functions with the
     * columns that they read.
     */
    @Override
    public String toString() {
        String called = calls.stream().map(Call::toString).collect(Collectors.joining(","));
        return "by " + names(partition) + " order " + names(order) + ": " + called;
    }

    private static String names(List<Integer> columns) {
        return columns.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
    }
}
