package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorBuild;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorPipeline.Probe;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorScan;

import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the build sides of a {@link VectorScan} are made: each after those that it
 * probes, and large ones last, since by then a dynamic filter may say which of their rows are
 * needed.
 */
public final class BuildOrder {
    private final VectorScan scan;

    /** By number of an input; null if not all of its columns are in the column cache. */
    private final CachedRows[] cached;

    private final List<Step> steps = new ArrayList<>();

    /** What is done before the root is scanned. */
    public sealed interface Step {
        /** Makes the join table of an input. */
        record Build(int input) implements Step {}

        /**
         * Scans an input for dynamic filters on the large inputs that it probes.
         *
         * @param probes the probes of {@code input} whose build sides are large
         * @param refuses whether its conditions or other probes may drop some of its rows
         */
        record Search(int input, List<Probe> probes, boolean refuses) implements Step {}
    }

    private BuildOrder(VectorScan scan, CachedRows[] cached) {
        this.scan = scan;
        this.cached = cached;
    }

    /** The steps before {@code root} is scanned. */
    public static List<Step> of(VectorScan scan, int root, CachedRows[] cached) {
        BuildOrder order = new BuildOrder(scan, cached);
        order.addBuilds(root);
        assert order.steps.stream().distinct().count() == order.steps.size() : order.steps;
        return order.steps;
    }

    private void addBuilds(int input) {
        VectorPipeline rows = scan.rows(input);
        List<Probe> large = new ArrayList<>();
        for (Probe probe : rows.probes()) {
            if (cached[input] != null && isLarge(probe.input(), cached[input])) {
                large.add(probe);
            } else {
                add(probe.input());
            }
        }
        if (!large.isEmpty()) {
            boolean refuses = large.size() < rows.probes().size() || hasConditions(input);
            steps.add(new Step.Search(input, large, refuses));
        }
        large.forEach(probe -> add(probe.input()));
    }

    private void add(int input) {
        addBuilds(input);
        steps.add(new Step.Build(input));
    }

    private boolean isLarge(int input, CachedRows scanned) {
        CachedRows rows = cached[input];
        return rows != null
                && scan.inputs().get(input).build().kind() != HashJoinKind.NOT_IN
                && KeySearch.isLarge(rows, scanned, refusesNone(input));
    }

    /** Whether every row that probes the input may find a match. */
    private boolean refusesNone(int input) {
        VectorBuild build = scan.inputs().get(input).build();
        return switch (build.kind()) {
            case LEFT -> true;
            case INNER ->
                !hasConditions(input)
                        && build.rows().probes().stream()
                                .allMatch(probe -> refusesNone(probe.input()));
            case SEMI, ANTI, NOT_IN -> false;
        };
    }

    /** Whether an input has other conditions than that its keys are not NULL. */
    private boolean hasConditions(int input) {
        VectorBuild build = scan.inputs().get(input).build();
        return !scan.rows(input).filters().stream()
                .allMatch(condition -> build != null
                        && condition instanceof Condition.NullTest test
                        && !test.wanted()
                        && build.keys().contains(test.operand()));
    }
}
