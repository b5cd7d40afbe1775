package org.sqlvm.engine.row.window;

import org.sqlvm.engine.row.function.RegisteredFunction;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The windows over the rows of one SELECT: the second takes the rows in the order and with the
 * results of the first, and so on.
 *
 * @param specs the windows, at least one
 * @param read the columns that are read of the rows in the end
 */
public record WindowPlan(List<WindowSpec> specs, Set<Integer> read) {
    /** Columns of a row with all results. */
    public int width() {
        return specs.getLast().end();
    }

    /** The columns that are read of the rows once a window has sorted them. */
    Set<Integer> wanted(int window) {
        Set<Integer> wanted = new HashSet<>(read);
        for (int i = window; i < specs.size(); i++) {
            WindowSpec spec = specs.get(i);
            wanted.addAll(spec.arguments());
            if (i > window) {
                wanted.addAll(spec.partition());
                wanted.addAll(spec.order());
            }
        }
        return wanted;
    }

    /** Returns the plan with the bodies of registered functions, by slot. */
    public WindowPlan bound(RegisteredFunction.Body[] bodies) {
        return new WindowPlan(specs.stream().map(spec -> spec.bound(bodies)).toList(), read);
    }

    /** Returns the specifications as EXPLAIN shows them. */
    @Override
    public String toString() {
        return specs.stream().map(WindowSpec::toString).collect(Collectors.joining("; "));
    }
}
