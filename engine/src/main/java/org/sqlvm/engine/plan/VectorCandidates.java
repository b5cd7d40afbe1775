package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.RowUse;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.plan.physical.GroupingPlanner.Grouped;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.Reading;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.plan.physical.WindowPlanner;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.vector.UnionRule;
import org.sqlvm.engine.plan.vector.VectorPlanner;
import org.sqlvm.engine.plan.vector.VectorRule;

import java.util.ArrayList;
import java.util.List;

/**
 * The ways in which vectors might read a block, tried one after the other: the groups of each
 * SELECT of a UNION ALL in FROM, the rows of each, the block as it is. The first that is possible
 * is the only one that is looked at further.
 */
final class VectorCandidates {
    /** Rows with more texts are sorted as records. */
    private static final int SORTED_TEXTS_MAX = 2;

    private final Planner planner;
    private final PlanOptions options;

    /** The block before its queries were planned: each SELECT of a UNION ALL is rewritten. */
    private final Query.Block query;

    private final PlannedBlock planned;
    private final Query.Block block;
    private final LoopPlanner loopPlanner;
    private final RowUse use;

    VectorCandidates(
            Planner planner,
            Query.Block query,
            PlannedBlock planned,
            LoopPlanner loopPlanner,
            RowUse use) {
        this.planner = planner;
        this.options = planner.options();
        this.query = query;
        this.planned = planned;
        this.block = planned.block();
        this.loopPlanner = loopPlanner;
        this.use = use;
    }

    /**
     * How vectors read a block with groups; null if they do not.
     *
     * @param grouped the groups as rows give them
     * @param order that is wanted of the groups
     */
    Reading ofGroups(Grouped grouped, List<SortKey> order) {
        Grouping grouping = grouped.grouping();
        boolean few = (block.limit() != null || use == RowUse.FIRST)
                && (order.isEmpty() || grouped.givesOrder());
        for (List<VectorPlanner.Part> parts : List.of(groupParts(grouping), rowParts())) {
            if (!parts.isEmpty()) {
                VectorPlanner union = new VectorPlanner(
                        planner, options, block, grouping, parts, loopPlanner, RowUse.KEPT, few);
                if (union.isPossible()) {
                    return union.reading();
                }
            }
        }
        return new VectorPlanner(
                        planner,
                        options,
                        block,
                        planned.plans(),
                        grouping,
                        loopPlanner,
                        RowUse.KEPT,
                        few)
                .reading();
    }

    /**
     * How vectors read a block without groups; null if they do not.
     *
     * @param inOrder whether rows of loops come in the order that is wanted, if one is
     */
    Reading ofRows(boolean inOrder) {
        // A loop that gives the first rows at once may end with them.
        RowUse wanted = block.limit() == null || !inOrder ? use : RowUse.FIRST;
        boolean hasWindow = Queries.hasWindow(block);
        RowUse rowUse = hasWindow ? RowUse.KEPT : wanted;
        List<VectorPlanner.Part> parts = rowParts();
        if (!parts.isEmpty()) {
            VectorPlanner union = new VectorPlanner(
                    planner, options, block, null, parts, loopPlanner, rowUse, false);
            if (union.isPossible()) {
                return union.reading();
            }
        }
        boolean isSorted = block.from().size() == 1 && inOrder;
        boolean sortsAll = !isSorted && wanted != RowUse.FIRST && sortsAll();
        WindowPlanner windows = WindowPlanner.of(block.values(), block.order(), options.encoding());
        boolean below = hasWindow
                || (sortsAll && isNarrow(windows.inputs()) && windows.orderBy(block.order()));
        VectorPlanner plain = below
                ? new VectorPlanner(planner, options, block, planned.plans(), windows, loopPlanner)
                : new VectorPlanner(
                        planner, options, block, planned.plans(), null, loopPlanner, rowUse, false);
        return plain.reading();
    }

    /** Whether most rows are wanted, in another order than they come. */
    private boolean sortsAll() {
        boolean many = block.limit() == null
                || (block.limit() instanceof Expr.Constant constant
                        && constant.value() instanceof Long number
                        && (number < 0 || number >= loopPlanner.rows() * CostModel.FIRST_SHARE));
        return many && !block.order().isEmpty() && !block.distinct();
    }

    /**
     * Whether values that are sorted by column are better than records. Of each text more is kept,
     * and where it is has to be found out for each row.
     */
    private static boolean isNarrow(List<Expr> inputs) {
        long texts = inputs.stream()
                .filter(input -> input instanceof Expr.Column column
                        && !column.affinity().isNumeric())
                .count();
        return texts <= SORTED_TEXTS_MAX;
    }

    private boolean dividesUnions() {
        return options.vectors() != VectorUse.NEVER && options.isOn(Rule.VECTOR_UNION);
    }

    /** The rows of each SELECT of a UNION ALL that a query reads. */
    private List<VectorPlanner.Part> rowParts() {
        if (!dividesUnions() || !UnionRule.fits(query)) {
            return List.of();
        }
        List<Expr.Column> columns = UnionRule.columns(query);
        List<VectorPlanner.Part> parts = new ArrayList<>();
        NestedPlans known = planned.plans();
        for (Query.Block select : UnionRule.rows(query, columns, planner)) {
            PlannedBlock part = PlannedBlock.of(select, known, planner);
            parts.add(new VectorPlanner.Part(part.block(), part.plans(), null, columns));
            known = part.plans();
        }
        return parts;
    }

    /** The groups of a query over a UNION ALL, for the rows of each of its SELECTs. */
    private List<VectorPlanner.Part> groupParts(Grouping group) {
        List<VectorPlanner.Part> parts = new ArrayList<>();
        boolean fits = dividesUnions()
                && UnionRule.fits(query)
                && VectorRule.groups(group)
                && group.aggregates().stream().allMatch(this::isBinary);
        List<Query.Block> selects = fits
                ? UnionRule.groups(query, group.keys(), group.aggregates(), planner)
                : List.of();
        NestedPlans known = planned.plans();
        for (Query.Block select : selects) {
            PlannedBlock part = PlannedBlock.of(select, known, planner);
            Query.Block block = part.block();
            known = part.plans();
            if (!block.values().stream().allMatch(Expr.Aggregate.class::isInstance)) {
                return List.of();
            }
            List<Expr.Aggregate> aggregates =
                    block.values().stream().map(Expr.Aggregate.class::cast).toList();
            parts.add(new VectorPlanner.Part(
                    block, part.plans(), group.of(block.keys(), aggregates)));
        }
        return parts;
    }

    /** A SELECT of a UNION ALL may have another collation than that. */
    private boolean isBinary(Expr.Aggregate aggregate) {
        Collation binary = Collation.binary(options.encoding());
        return aggregate.arguments().stream()
                .allMatch(argument -> Typing.collation(argument, binary).equals(binary));
    }
}
