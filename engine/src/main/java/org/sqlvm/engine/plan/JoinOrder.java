package org.sqlvm.engine.plan;

import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of nested loops: dynamic programming over sets of sources up to ten, the cheapest next
 * source above that.
 */
final class JoinOrder {
    private static final int EXHAUSTIVE_MAX = 10;

    private final List<AccessPaths> paths;
    /** By source: the sources that must come before it. */
    private final long[] before;

    /** How often the whole nest runs. */
    private final double runs;

    JoinOrder(List<AccessPaths> paths, long[] before, double runs) {
        this.paths = paths;
        this.before = before;
        this.runs = runs;
    }

    /** A source in its place. */
    record Step(int source, AccessPath path) {}

    /** The best way found so far to place a set of sources. */
    private record Prefix(List<Step> steps, double rows, double cost) {}

    List<Step> best() {
        return paths.size() <= EXHAUSTIVE_MAX ? exhaustive() : greedy();
    }

    private List<Step> exhaustive() {
        Map<Long, Prefix> level = new HashMap<>();
        level.put(0L, new Prefix(List.of(), runs, 0));
        for (int placed = 0; placed < paths.size(); placed++) {
            Map<Long, Prefix> next = new HashMap<>();
            for (Map.Entry<Long, Prefix> entry : level.entrySet()) {
                long known = entry.getKey();
                for (int source = 0; source < paths.size(); source++) {
                    if (mayFollow(known, source)) {
                        Prefix longer = extended(entry.getValue(), known, source);
                        next.merge(
                                known | 1L << source, longer, (a, b) -> a.cost <= b.cost ? a : b);
                    }
                }
            }
            level = next;
        }
        if (level.isEmpty()) {
            throw noSolution();
        }
        return level.values().iterator().next().steps;
    }

    private List<Step> greedy() {
        Prefix prefix = new Prefix(List.of(), runs, 0);
        long known = 0;
        for (int placed = 0; placed < paths.size(); placed++) {
            Prefix best = null;
            int chosen = -1;
            for (int source = 0; source < paths.size(); source++) {
                if (mayFollow(known, source)) {
                    Prefix longer = extended(prefix, known, source);
                    if (best == null || longer.cost + longer.rows < best.cost + best.rows) {
                        best = longer;
                        chosen = source;
                    }
                }
            }
            if (best == null) {
                throw noSolution();
            }
            prefix = best;
            known |= 1L << chosen;
        }
        return prefix.steps;
    }

    /** Table functions wait for each other's values. */
    private static SqlException noSolution() {
        return SqlException.error("no query solution");
    }

    private boolean mayFollow(long known, int source) {
        return (known & 1L << source) == 0 && (before[source] & ~known) == 0;
    }

    private Prefix extended(Prefix prefix, long known, int source) {
        AccessPath path = paths.get(source).best(known, prefix.rows);
        List<Step> steps = new ArrayList<>(prefix.steps);
        steps.add(new Step(source, path));
        double rows = path.rows() * paths.get(source).share(path.used(), known);
        return new Prefix(
                List.copyOf(steps),
                prefix.rows * Math.max(rows, 0.01),
                prefix.cost + path.setup() + prefix.rows * path.cost());
    }
}
