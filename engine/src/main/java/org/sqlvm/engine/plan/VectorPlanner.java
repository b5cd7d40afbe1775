package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.SelectPlan.Grouping;
import org.sqlvm.engine.program.Program.LargeTable;
import org.sqlvm.engine.vector.Mirror;

import java.util.List;
import java.util.Map;

/** Whether vectors compute the groups of a query, or the rows of its join, and what they read. */
final class VectorPlanner {
    /** The name of the rule by which rows of a join come of vectors. */
    static final String ROWS = "vector-rows";

    /**
     * Rows that nobody sorts are not kept if there are more of them than one in so many of the rows
     * that are read.
     */
    private static final double KEPT_SHARE = 8;

    private final Planner planner;
    private final PlanOptions options;
    private final Query.Block block;
    private final Grouping grouping;
    private final LoopPlanner loopPlanner;

    private final RowUse use;

    /** The first groups, as rows give them, may be all that is wanted. */
    private final boolean fewGroups;

    /** Rows may come of vectors. */
    private final boolean givesRows;

    /** Null if something is read that vectors do not know. */
    private final VectorFrom from;

    /**
     * For a query.
     *
     * @param block its queries planned
     * @param grouping null without groups
     * @param loopPlanner what rows would do
     * @param use of the rows, in whatever order they come
     * @param fewGroups whether the first groups, as rows give them, may be all that is wanted
     */
    VectorPlanner(
            Planner planner,
            PlanOptions options,
            Query.Block block,
            Grouping grouping,
            LoopPlanner loopPlanner,
            RowUse use,
            boolean fewGroups) {
        this.planner = planner;
        this.options = options;
        this.block = block;
        this.grouping = grouping;
        this.loopPlanner = loopPlanner;
        this.use = use;
        this.fewGroups = fewGroups;
        givesRows = use != RowUse.FIRST
                && options.isOn(ROWS)
                && (grouping == null || handsOn(grouping))
                && !Queries.isCorrelated(block);
        boolean known = options.vectors() != VectorUse.NEVER
                && options.encoding() == TextEncoding.UTF8
                && !block.from().isEmpty()
                && (givesRows || groups());
        from = known ? VectorFrom.of(block, planner) : null;
        if (from != null && givesRows && options.isOn(MemoRule.NAME)) {
            from.mapConditions(MemoRule.ofScattered(planner, block));
        }
    }

    private boolean groups() {
        return grouping != null && VectorRule.groups(grouping);
    }

    /** Whether groups are the same of whatever order rows come in. */
    private static boolean handsOn(Grouping grouping) {
        return !grouping.countShortcut() && grouping.bareColumns().isEmpty();
    }

    /** What is computed on vectors; null if rows are better, or the only way. */
    SelectPlan.Vectors vectors() {
        boolean chosen = from != null
                && switch (options.vectors()) {
                    case AUTO -> isLarge() && isCostly();
                    case LARGE -> isLarge();
                    case ALWAYS -> true;
                    case NEVER -> false;
                };
        SelectPlan.Vectors vectors = chosen ? possible() : null;
        boolean tests = vectors != null
                && vectors.rows() == null
                && grouping.having() != null
                && options.isOn(VectorHavingRule.NAME);
        return tests ? vectors.with(VectorHavingRule.of(grouping)) : vectors;
    }

    /** Rows are guessed to cost less than vectors: what those would read, if they can. */
    List<LargeTable> largeTables() {
        boolean possible = from != null
                && options.vectors() == VectorUse.AUTO
                && isLarge()
                && possible() != null;
        return !possible
                ? List.of()
                : from.parts().stream()
                        .filter(VectorFrom.Part::isStored)
                        .map(part -> new LargeTable(
                                part.source().table().databaseNumber(),
                                part.source().table().rootPage(),
                                (long) planner.sizes().rows(part.source())))
                        .toList();
    }

    /** The block as vectors read it. */
    Query.Block block() {
        return from.block();
    }

    /** The plans of queries that have one already. */
    Map<Query, RowPlan> plans() {
        return from.plans();
    }

    /** Whether groups come together as vectors bring them. */
    boolean isHashed() {
        return grouping.keys().isEmpty() || grouping.gathering() == SelectPlan.Gathering.HASH;
    }

    private boolean isSingle() {
        return from.parts().size() == 1;
    }

    private SelectPlan.Vectors possible() {
        SelectPlan.Vectors groups = groups() ? possibleGroups() : null;
        boolean always = options.vectors() == VectorUse.ALWAYS;
        boolean rows = groups == null && givesRows && !isSingle() && (always || isKept());
        return rows
                ? VectorJoinRule.rows(
                        from, QueryPlanner.everything(block), planner.sizes(), !always)
                : groups;
    }

    /** Whether rows are kept in any case, or there are few. */
    private boolean isKept() {
        return use == RowUse.KEPT
                || !block.order().isEmpty()
                || block.distinct()
                || KEPT_SHARE * loopPlanner.rows() <= storedRows();
    }

    /** The rows of all tables. */
    private double storedRows() {
        double all = 0;
        for (VectorFrom.Part part : from.parts()) {
            // The rows of a query are made in any case.
            all += part.isStored() ? planner.sizes().rows(part.source()) : 0;
        }
        return all;
    }

    private SelectPlan.Vectors possibleGroups() {
        if (isSingle() && isHashed()) {
            SelectPlan.Vectors vectors = VectorRule.of(
                    block.from().get(0).source(),
                    loopPlanner.loops(),
                    grouping,
                    loopPlanner.constantFilters());
            if (vectors != null) {
                return vectors;
            }
        }
        boolean always = options.vectors() == VectorUse.ALWAYS;
        return VectorJoinRule.of(from, grouping, planner.sizes(), !always);
    }

    /** Whether one of the tables is large, and the sizes of all are known. */
    private boolean isLarge() {
        double largest = 0;
        for (VectorFrom.Part part : from.parts()) {
            if (part.isStored()) {
                if (!planner.sizes().isKnown(part.source())) {
                    return false;
                }
                largest = Math.max(largest, planner.sizes().rows(part.source()));
            }
        }
        return largest >= Mirror.ROWS_MIN;
    }

    /** Whether rows have to read much of what there is. */
    private boolean isCostly() {
        if (isSingle()) {
            return groups()
                    && switch (loopPlanner.loops().get(0).access()) {
                        case SelectPlan.FullScan _ -> isHashed();
                        // Groups in the order of an index come one by one.
                        case SelectPlan.IndexScan scan ->
                            scan.isWhole() && scan.covering() && (isHashed() || !fewGroups);
                        default -> false;
                    };
        }
        return loopPlanner.cost() + from.queryCost() >= VectorJoinRule.COST_SHARE * storedRows();
    }
}
