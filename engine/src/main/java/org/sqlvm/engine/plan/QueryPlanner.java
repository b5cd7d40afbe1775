package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.RowUse;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.plan.physical.GroupingPlanner;
import org.sqlvm.engine.plan.physical.GroupingPlanner.Grouped;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.QueryPlanText;
import org.sqlvm.engine.plan.physical.Reading;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Distinct;
import org.sqlvm.engine.plan.physical.SelectPlan.Loop;
import org.sqlvm.engine.plan.physical.WindowPlanner;
import org.sqlvm.engine.plan.rewrite.DistinctRule;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.program.Program.PlanLine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** One SELECT: conditions sorted to the loops that can decide them, grouping and order planned. */
final class QueryPlanner {
    private final Planner planner;
    private final PlanOptions options;
    /**
     * Its groups should come in the order of their keys: it is the statement's own query, or one of
     * which the first row counts.
     */
    private final boolean keyOrder;
    /** The sources whose shared rows are made for this query first. */
    private final Set<Integer> ownShared = new HashSet<>();

    private final RowUse use;
    /** The number of rows that its user reads at most; null for all. */
    private final Expr wanted;

    QueryPlanner(Planner planner, PlanOptions options, boolean keyOrder, RowUse use, Expr wanted) {
        this.planner = planner;
        this.options = options;
        this.keyOrder = keyOrder;
        this.use = use;
        this.wanted = wanted;
    }

    SelectPlan plan(Query.Block query) {
        if (options.vectors() != VectorUse.NEVER
                && options.isOn(Rule.VECTOR_DISTINCT)
                && DistinctRule.fits(query, use)) {
            QueryPlanner groups = new QueryPlanner(planner, options, false, use, wanted);
            PlanChooser.Choice choice = groups.choice(DistinctRule.grouped(query));
            if (choice.taken().isOnVectors()) {
                return groups.finished(choice);
            }
        }
        planShared(query);
        return finished(choice(query));
    }

    private PlanChooser.Choice choice(Query.Block query) {
        PlannedBlock planned = PlannedBlock.of(query, NestedPlans.NONE, planner);
        LoopPlanner loopPlanner = loops(planned.block(), planner.sizes());
        VectorCandidates candidates =
                new VectorCandidates(planner, query, planned, loopPlanner, use);
        return query.grouped()
                ? groups(planned, loopPlanner, candidates)
                : rows(planned, loopPlanner, candidates);
    }

    private LoopPlanner loops(Query.Block block, Sizes sizes) {
        LoopPlanner loops = LoopPlanner.of(block, wanted, sizes, options.encoding());
        loops.requirePossible();
        return loops;
    }

    /**
     * Rows where vectors were taken, if rows cost much less should a range be narrow whose values
     * are not known: a run that finds it wide goes on with vectors.
     *
     * @param ofNarrow makes the alternative that reads by loops
     */
    private PlanChooser.Choice orNarrow(
            PlanChooser.Choice choice,
            PlannedBlock planned,
            LoopPlanner loopPlanner,
            Function<LoopPlanner, Alternative> ofNarrow) {
        if (options.vectors() != VectorUse.AUTO
                || !options.isOn(Rule.NARROW_RANGES)
                || !choice.taken().isOnVectors()
                || !loopPlanner.guessesRanges()) {
            return choice;
        }
        LoopPlanner narrow = loops(planned.block(), planner.sizes().withNarrowRanges());
        return PlanChooser.orNarrow(
                choice,
                ofNarrow.apply(narrow),
                narrow.cost() / loopPlanner.cost(),
                narrow.allCost());
    }

    /** Of a block with groups. */
    private PlanChooser.Choice groups(
            PlannedBlock planned, LoopPlanner loopPlanner, VectorCandidates candidates) {
        Query.Block block = planned.block();
        GroupingPlanner grouping = GroupingPlanner.of(block, options.encoding());
        List<Expr> values = block.values().stream().map(grouping::above).toList();
        List<SortKey> order = Exprs.mapOrder(block.order(), grouping::aboveInOrder);
        Grouped ofRows = grouping(block, grouping, loopPlanner, order);
        Alternative rows = groups(reading(planned, loopPlanner), values, ofRows, order, grouping);
        Reading read = candidates.ofGroups(ofRows, order);
        if (read == null) {
            return PlanChooser.choose(rows, null, options.vectors());
        }
        boolean asRows = ofRows.grouping().isHashed() && read.vectors().rows() == null;
        Grouped ofVectors = asRows
                ? ofRows
                : grouping.grouping(
                        ofRows.grouping().having(),
                        GroupingPlanner.Input.UNORDERED,
                        order,
                        keyOrder && order.isEmpty());
        Alternative vectors = groups(read, values, ofVectors, order, grouping);
        return orNarrow(
                PlanChooser.choose(rows, vectors, options.vectors()),
                planned,
                loopPlanner,
                narrow -> groups(
                        reading(planned, narrow),
                        values,
                        grouping(block, grouping, narrow, order),
                        order,
                        grouping));
    }

    /** @param order that is wanted of the groups */
    private static Alternative groups(
            Reading reading,
            List<Expr> values,
            Grouped grouped,
            List<SortKey> order,
            GroupingPlanner grouping) {
        Query.Block block = reading.block();
        // Without keys there is one row.
        boolean single = block.keys().isEmpty();
        boolean sorted = single || (!Queries.hasWindow(block) && grouped.givesOrder());
        return new Alternative(
                reading,
                values,
                grouped.grouping(),
                grouping.extreme() != null,
                block.distinct() && !single ? Distinct.UNORDERED : Distinct.NONE,
                sorted ? List.of() : order,
                0);
    }

    /** Of a block without groups. */
    private PlanChooser.Choice rows(
            PlannedBlock planned, LoopPlanner loopPlanner, VectorCandidates candidates) {
        Query.Block block = planned.block();
        Alternative rows = ofRows(planned, loopPlanner);
        Reading read = candidates.ofRows(rows.order().isEmpty());
        Alternative vectors = read == null
                ? null
                : new Alternative(
                        read,
                        block.values(),
                        null,
                        false,
                        block.distinct() ? Distinct.UNORDERED : Distinct.NONE,
                        block.order(),
                        0);
        return orNarrow(
                PlanChooser.choose(rows, vectors, options.vectors()),
                planned,
                loopPlanner,
                narrow -> ofRows(planned, narrow));
    }

    private Alternative ofRows(PlannedBlock planned, LoopPlanner loopPlanner) {
        Query.Block block = planned.block();
        boolean windows = Queries.hasWindow(block);
        Distinct unordered = block.distinct() ? Distinct.UNORDERED : Distinct.NONE;
        int sorted = 0;
        if (!windows && !block.order().isEmpty()) {
            double limit = block.distinct() ? Double.MAX_VALUE : limit(block);
            sorted = loopPlanner.orderBy(block.order(), limit);
        }
        boolean inOrder = sorted == block.order().size();
        Distinct distinct = block.distinct() && !windows ? distinct(block, loopPlanner) : unordered;
        return new Alternative(
                reading(planned, loopPlanner),
                block.values(),
                null,
                false,
                distinct,
                inOrder ? List.of() : block.order(),
                inOrder ? 0 : sorted);
    }

    private static Reading reading(PlannedBlock planned, LoopPlanner loopPlanner) {
        return Reading.ofRows(
                planned.block(),
                planned.plans(),
                loopPlanner.constantFilters(),
                List.copyOf(loopPlanner.loops()),
                loopPlanner.cost());
    }

    /** The plan of what has been chosen; only now are the queries in FROM planned. */
    private SelectPlan finished(PlanChooser.Choice choice) {
        Alternative taken = choice.taken();
        Reading reading = taken.reading();
        SelectPlan.Vectors vectors = reading.vectors();
        Query.Block block = reading.block();
        List<Expr> values = taken.values();
        List<SortKey> order = taken.order();
        SelectPlan.Windows windows = null;
        if ((vectors != null && vectors.areForWindows()) || Exprs.hasWindow(values, order)) {
            WindowPlanner above = WindowPlanner.of(values, order, options.encoding());
            boolean sorts = taken.distinct() == Distinct.NONE && above.orderBy(order);
            values = values.stream().map(above::above).toList();
            order = sorts ? List.of() : Exprs.mapOrder(order, above::above);
            windows = above.plan();
        }
        List<SelectPlan.Source> sources = sources(block, reading.loops(), reading.kept());
        QueryPlanText text = new QueryPlanText(
                block.from(), sources, reading.loops(), taken.extreme(), vectors, ownShared);
        List<PlanLine> lines = text.withQueries(
                text.lines(taken.grouping(), taken.distinct(), taken.order(), taken.sorted()),
                Queries.expressions(block),
                reading.nested());
        return new SelectPlan(
                sources,
                reading.constantFilters(),
                reading.loops(),
                taken.grouping(),
                vectors,
                choice.largeTables(),
                choice.allCost(),
                windows,
                values,
                block.columns(),
                taken.distinct(),
                order,
                taken.sorted(),
                block.limit(),
                isSkipped(reading.loops()) ? null : block.offset(),
                reading.nested(),
                lines);
    }

    /** Whether the rows that OFFSET leaves out do not come. */
    private static boolean isSkipped(List<SelectPlan.Loop> loops) {
        return loops.size() == 1
                && loops.getFirst().access() instanceof SelectPlan.VirtualScan scan
                && scan.skips();
    }

    /** Here, not in an expression, is where EXPLAIN QUERY PLAN shows shared rows. */
    private void planShared(Query.Block query) {
        for (FromItem item : query.from()) {
            boolean first = item.source().relation() instanceof Relation.Derived derived
                    && derived.isShared()
                    && planner.planShared(derived);
            if (first) {
                ownShared.add(item.source().number());
            }
        }
    }

    private Grouped grouping(
            Query.Block block,
            GroupingPlanner grouping,
            LoopPlanner loopPlanner,
            List<SortKey> sort) {
        Expr filter = block.having() == null ? null : grouping.above(block.having());
        boolean count = grouping.isPlainCount()
                && !Queries.hasWindow(block)
                && block.having() == null
                && block.from().size() == 1
                && block.from().get(0).source().relation() instanceof Relation.Stored
                && block.where() == null;
        SortKey extreme = grouping.extreme();
        boolean first = extreme != null && loopPlanner.orderBy(List.of(extreme), 1) == 1 && !count;
        List<SortKey> arguments = first ? List.of() : grouping.distinctArguments();
        boolean distinctTogether =
                !arguments.isEmpty() && loopPlanner.groupBy(arguments, false, true);
        // An order that ORDER BY wants too is the best one.
        List<SortKey> wanted = grouping.asOrder(sort);
        boolean hashed = grouping.canHash();
        boolean inOrder = !wanted.isEmpty() && loopPlanner.groupBy(wanted, true, hashed);
        boolean together = inOrder
                || (!block.keys().isEmpty()
                        && loopPlanner.groupBy(grouping.asOrder(), false, hashed));
        // Users see groups in the order of their keys, as SQLite's sorter makes them come.
        boolean ordered = keyOrder && sort.isEmpty();
        GroupingPlanner.Input rows =
                new GroupingPlanner.Input(together, inOrder, distinctTogether, count, first);
        return grouping.grouping(filter, rows, sort, ordered);
    }

    /** The rows that are wanted at most. */
    private static double limit(Query.Block block) {
        double limit = Sizes.limited(Double.MAX_VALUE, block.limit());
        return block.offset() == null || limit == Double.MAX_VALUE ? limit : 2 * limit;
    }

    /** How rows that repeat are found; ORDER BY has had its say. */
    private Distinct distinct(Query.Block block, LoopPlanner loopPlanner) {
        List<SortKey> keys = new ArrayList<>();
        Collation binary = Collation.binary(options.encoding());
        for (Expr value : block.values()) {
            keys.add(new SortKey(value, Typing.collation(value, binary), false, false));
        }
        if (loopPlanner.tellApart(keys)) {
            return Distinct.NONE;
        }
        boolean together = block.order().isEmpty()
                ? loopPlanner.groupBy(keys, false, true)
                : loopPlanner.groups(keys);
        if (loopPlanner.tells(keys)) {
            return Distinct.NONE;
        }
        return together ? Distinct.ORDERED : Distinct.UNORDERED;
    }

    /** Returns how many rows a block reads of a query in FROM at most; null for all. */
    private Expr wantedOf(Query.Block block) {
        boolean passes = block.from().size() == 1
                && block.where() == null
                && !block.grouped()
                && !block.distinct()
                && block.order().isEmpty()
                && block.offset() == null
                && !Queries.hasWindow(block);
        return !passes ? null : block.limit() == null ? wanted : block.limit();
    }

    /** @param kept the plans of queries that are sources, and have one already */
    private List<SelectPlan.Source> sources(Query.Block block, List<Loop> loops, NestedPlans kept) {
        List<SelectPlan.Source> sources = new ArrayList<>();
        for (int place = 0; place < block.from().size(); place++) {
            Source source = block.from().get(place).source();
            sources.add(
                    switch (source.relation()) {
                        case Relation.Stored _ ->
                            new SelectPlan.StoredSource(source.number(), source.table());
                        case Relation.Virtual virtual ->
                            new SelectPlan.VirtualSource(
                                    source.number(), source.table(), virtual.table());
                        case Relation.Working working ->
                            new SelectPlan.WorkingSource(
                                    source.number(), source.table(), working.working());
                        case Relation.Derived derived -> {
                            Loop outermost = loops.get(0);
                            boolean coroutine = outermost.source() == place
                                    && outermost.access() instanceof SelectPlan.FullScan
                                    && !outermost.leftJoin()
                                    && !derived.kept()
                                    && !derived.isShared();
                            yield new SelectPlan.DerivedSource(
                                    source.number(),
                                    source.table(),
                                    kept.has(derived.query())
                                            ? kept.of(derived.query())
                                            : planner.plan(derived, wantedOf(block)),
                                    coroutine,
                                    Queries.isCorrelated(derived.query()),
                                    derived.isShared() ? derived.shared() : null);
                        }
                    });
        }
        return List.copyOf(sources);
    }
}
