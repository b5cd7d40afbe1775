package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.mirror.MirroredRows;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorBuild;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorPipeline.Probe;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorScan;

import java.util.ArrayList;
import java.util.List;

/**
 * In which order the inputs of a {@link VectorScan} are made: each behind those that it looks up,
 * and of these the large ones last. By then it may be known which of their rows are looked for.
 */
public final class InputOrder {
    private final VectorScan scan;

    /** By number of an input; null where the mirror does not have all columns. */
    private final MirroredRows[] mirrored;

    private final List<Step> steps = new ArrayList<>();

    /** What is done before that input is scanned which looks up all others. */
    public sealed interface Step {
        /** An input becomes a table. */
        record Make(int input) implements Step {}

        /**
         * It is found out which rows of large inputs the rows of another look for.
         *
         * @param probes of {@code input} in the large ones
         * @param refuses whether its conditions or other probes may refuse some of its rows
         */
        record Search(int input, List<Probe> probes, boolean refuses) implements Step {}
    }

    private InputOrder(VectorScan scan, MirroredRows[] mirrored) {
        this.scan = scan;
        this.mirrored = mirrored;
    }

    /** The order before {@code root} is scanned. */
    public static List<Step> of(VectorScan scan, int root, MirroredRows[] mirrored) {
        InputOrder order = new InputOrder(scan, mirrored);
        order.addBuilds(root);
        return order.steps;
    }

    private void addBuilds(int input) {
        VectorPipeline rows = scan.rows(input);
        List<Probe> large = new ArrayList<>();
        for (Probe probe : rows.probes()) {
            if (mirrored[input] != null && isLarge(probe.input(), mirrored[input])) {
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
        steps.add(new Step.Make(input));
    }

    private boolean isLarge(int input, MirroredRows scanned) {
        MirroredRows rows = mirrored[input];
        return rows != null
                && scan.inputs().get(input).build().kind() != HashJoinKind.NOT_IN
                && KeySearch.isLarge(rows, scanned, refusesNone(input));
    }

    /** Whether nothing says that rows which look something up in the input do not find it. */
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

    /** Whether there are other conditions on an input than that its keys are not NULL. */
    private boolean hasConditions(int input) {
        VectorBuild build = scan.inputs().get(input).build();
        return !scan.rows(input).filters().stream()
                .allMatch(condition -> build != null
                        && condition instanceof Condition.NullTest test
                        && !test.wanted()
                        && build.keys().contains(test.operand()));
    }
}
