package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.prepare.Preparation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of nested loops, found by putting one source after the other: of the ways to place the
 * same sources the cheapest goes on. Up to ten sources all sets of them are tried. Of more, from
 * every source that may come first, the one goes on that looks best; and beside that the cheapest
 * few sets of each size.
 */
final class JoinOrder {
    private static final int EXHAUSTIVE_MAX = 10;

    /** The number of sets of each size that go on, of more sources than that. */
    private static final int KEPT_MAX = 12;

    /** An odd number, which makes another number of each set. */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final Preparation preparation;
    private final List<AccessPaths> paths;
    /** By source: the sources that must come before it. */
    private final long[] before;

    /** How often the whole nest runs. */
    private final double runs;

    /** By source: those that conditions connect it with. */
    private final long[] neighbours;

    JoinOrder(Preparation preparation, List<AccessPaths> paths, long[] before, double runs) {
        this.preparation = preparation;
        this.paths = paths;
        this.before = before;
        this.runs = runs;
        this.neighbours = new long[paths.size()];
        for (int source = 0; source < neighbours.length; source++) {
            neighbours[source] = paths.get(source).neighbours();
        }
    }

    /** A source in its place. */
    record Step(int source, AccessPath path) {}

    /**
     * All sources in their places.
     *
     * @param rows how many rows the whole nest gives
     * @param cost of all its runs
     * @param setup the part of the cost that is for what comes before the first row
     */
    record Nest(List<Step> steps, double rows, double cost, double setup) {
        Nest {
            assert rows >= 0 : rows;
            assert cost >= setup : cost + ", " + setup;
        }

        /** The same in other directions. */
        Nest withSteps(List<Step> turned) {
            return new Nest(turned, rows, cost, setup);
        }
    }

    /** The best way found so far to place a set of sources: its last step, and the one before. */
    private record Prefix(Prefix shorter, Step step, long known, double rows, double cost) {
        Nest nest() {
            Deque<Step> steps = new ArrayDeque<>();
            double setup = 0;
            for (Prefix prefix = this; prefix.step != null; prefix = prefix.shorter) {
                steps.addFirst(prefix.step);
                setup += prefix.step.path.setup();
            }
            return new Nest(List.copyOf(steps), rows, cost, setup);
        }
    }

    /** What the rows will cost in the loops to come counts, too. */
    private static final Comparator<Prefix> BY_PROSPECT =
            Comparator.comparingDouble(prefix -> prefix.cost + CostModel.tableSteps(prefix.rows));

    Nest best() {
        return best(new Prefix(null, null, 0, runs, 0));
    }

    /** Whether every source has one place, behind those that must come before it. */
    private boolean isWhole(List<Step> steps) {
        long known = 0;
        for (Step step : steps) {
            assert mayFollow(known, step.source) : step.source + " in " + steps;
            known |= 1L << step.source;
        }
        return Long.bitCount(known) == paths.size();
    }

    /** The best nest whose outermost loop is this one. */
    Nest bestFrom(Step outermost) {
        Prefix nothing = new Prefix(null, null, 0, runs, 0);
        return best(extended(nothing, outermost.source(), outermost.path()));
    }

    /** Whether {@code source} may be the outermost. */
    boolean mayLead(int source) {
        return before[source] == 0;
    }

    private Nest best(Prefix start) {
        Nest nest = bestPrefix(start).nest();
        assert isWhole(nest.steps) : nest.steps;
        return nest;
    }

    private Prefix bestPrefix(Prefix start) {
        if (paths.size() <= EXHAUSTIVE_MAX) {
            return best(start, Integer.MAX_VALUE);
        }
        Prefix best = best(start, KEPT_MAX);
        for (Prefix first : start.step == null ? extensions(start) : List.<Prefix>of()) {
            Prefix greedy = greedy(first, best.cost);
            best = greedy == null ? best : greedy;
        }
        return best;
    }

    /**
     * The way that takes what looks best each time; null if it costs as much as another, or more.
     */
    private Prefix greedy(Prefix start, double costMax) {
        Prefix prefix = start;
        for (int placed = Long.bitCount(start.known); placed < paths.size(); placed++) {
            if (prefix.cost >= costMax) {
                return null; // It will not cost less.
            }
            List<Prefix> longer = extensions(prefix);
            if (longer.isEmpty()) {
                throw noSolution();
            }
            prefix = Collections.min(longer, BY_PROSPECT);
        }
        return prefix.cost < costMax ? prefix : null;
    }

    private Prefix best(Prefix start, int keptMax) {
        List<Prefix> level = List.of(start);
        for (int placed = Long.bitCount(start.known); placed < paths.size(); placed++) {
            Map<Long, Prefix> next = new LinkedHashMap<>();
            for (Prefix prefix : level) {
                for (Prefix longer : extensions(prefix)) {
                    // Sets have few bits, and Long's hash would put many of them together.
                    long key = longer.known * SPREAD;
                    next.merge(key, longer, (a, b) -> a.cost <= b.cost ? a : b);
                }
            }
            if (next.isEmpty()) {
                throw noSolution();
            }
            level = new ArrayList<>(next.values());
            if (level.size() > keptMax) {
                level.sort(BY_PROSPECT);
                level = level.subList(0, keptMax);
            }
        }
        return level.get(0);
    }

    /** Table functions wait for each other's values. */
    private static SqlException noSolution() {
        return SqlException.error("no query solution");
    }

    /**
     * The ways to place one more source. Of many sources only one that is joined with those placed
     * already, if there is one.
     */
    private List<Prefix> extensions(Prefix prefix) {
        preparation.step();
        long joined = 0;
        for (int source = 0; source < paths.size(); source++) {
            boolean near = (neighbours[source] & prefix.known) != 0;
            joined |= near && mayFollow(prefix.known, source) ? 1L << source : 0;
        }
        boolean all = joined == 0 || paths.size() <= EXHAUSTIVE_MAX;
        List<Prefix> result = new ArrayList<>();
        for (int source = 0; source < paths.size(); source++) {
            if (mayFollow(prefix.known, source) && (all || (joined & 1L << source) != 0)) {
                AccessPath path = paths.get(source).best(prefix.known, prefix.rows);
                result.add(extended(prefix, source, path));
            }
        }
        return result;
    }

    private boolean mayFollow(long known, int source) {
        return (known & 1L << source) == 0 && (before[source] & ~known) == 0;
    }

    private Prefix extended(Prefix prefix, int source, AccessPath path) {
        double found = paths.get(source).rows(path, prefix.known);
        assert found >= 0 : found;
        return new Prefix(
                prefix,
                new Step(source, path),
                prefix.known | 1L << source,
                prefix.rows * found,
                prefix.cost + path.setup() + prefix.rows * path.cost());
    }
}
