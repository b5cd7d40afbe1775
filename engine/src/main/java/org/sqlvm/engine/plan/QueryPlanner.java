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
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.QueryPlanText;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Distinct;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.plan.physical.SelectPlan.Loop;
import org.sqlvm.engine.plan.physical.WindowPlanner;
import org.sqlvm.engine.plan.rewrite.DistinctRule;
import org.sqlvm.engine.plan.rewrite.MemoRule;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.plan.vector.UnionRule;
import org.sqlvm.engine.plan.vector.VectorPlanner;
import org.sqlvm.engine.plan.vector.VectorRule;
import org.sqlvm.engine.program.Program.PlanLine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One SELECT: conditions sorted to the loops that can decide them, grouping and order planned. */
final class QueryPlanner {
    /** Rows with more texts are sorted as records. */
    private static final int SORTED_TEXTS_MAX = 2;

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

    QueryPlanner(Planner planner, PlanOptions options, boolean keyOrder, RowUse use) {
        this.planner = planner;
        this.options = options;
        this.keyOrder = keyOrder;
        this.use = use;
    }

    SelectPlan plan(Query.Block query) {
        if (options.vectors() != VectorUse.NEVER
                && options.isOn(Rule.VECTOR_DISTINCT)
                && DistinctRule.fits(query, use)) {
            Query.Block groups = DistinctRule.grouped(query);
            SelectPlan grouped = new QueryPlanner(planner, options, false, use).plan(groups);
            if (grouped.vectors() != null) {
                return grouped;
            }
        }
        planShared(query);
        return planAsIs(query);
    }

    private LoopPlanner loops(Query.Block block) {
        LoopPlanner loops =
                new LoopPlanner(block.from(), block.where(), block.outputs(), planner.sizes());
        loops.requirePossible();
        return loops;
    }

    private SelectPlan planAsIs(Query.Block query) {
        Planned planned = planned(query, NestedPlans.NONE);
        Query.Block block = planned.block();
        LoopPlanner loopPlanner = loops(block);
        List<Expr> values = block.values();
        Grouping group = null;
        SelectPlan.Vectors vectors;
        VectorPlanner vectorPlanner;
        List<SortKey> sort = block.order();
        int sorted = 0;
        boolean extreme = false;
        Distinct how = block.distinct() ? Distinct.UNORDERED : Distinct.NONE;
        if (block.grouped()) {
            GroupingPlanner grouping = new GroupingPlanner(block.keys(), options.encoding());
            values = values.stream().map(grouping::above).toList();
            sort = Exprs.mapOrder(sort, grouping::above);
            group = grouping(block, grouping, loopPlanner, sort);
            vectorPlanner = ofGroups(query, planned, group, loopPlanner, sort, grouping);
            vectors = vectorPlanner.vectors();
            if (vectors != null && (vectors.rows() != null || !vectorPlanner.isHashed())) {
                grouping.setDistinctTogether(false);
                group = grouping.hashed(group, sort, keyOrder && sort.isEmpty());
            }
            extreme = grouping.extreme() != null;
            // Without keys there is one row.
            if (block.keys().isEmpty()) {
                how = Distinct.NONE;
                sort = List.of();
            } else if (!hasWindow(block) && grouping.givesOrder()) {
                sort = List.of();
            }
        } else {
            if (!hasWindow(block) && !sort.isEmpty()) {
                double limit = how == Distinct.NONE ? limit(block) : Double.MAX_VALUE;
                sorted = loopPlanner.orderBy(sort, limit);
                if (sorted == sort.size()) {
                    sort = List.of();
                }
            }
            how = block.distinct() && !hasWindow(block) ? distinct(block, loopPlanner) : how;
            // A loop that gives the first rows at once may end with them.
            boolean all = block.limit() == null || !sort.isEmpty();
            boolean isSorted = block.from().size() == 1 && sort.isEmpty();
            vectorPlanner = ofRows(query, planned, loopPlanner, all ? use : RowUse.FIRST, isSorted);
            vectors = vectorPlanner.vectors();
            if (vectors != null) {
                how = block.distinct() ? Distinct.UNORDERED : Distinct.NONE;
                sort = block.order();
                sorted = 0;
            }
        }
        boolean byRows = vectors == null;
        Query.Block read = byRows ? block : vectorPlanner.block();
        NestedPlans nested = byRows ? planned.plans() : vectorPlanner.plans();
        List<SortKey> shownSort = sort;
        SelectPlan.Windows windows = null;
        if ((vectors != null && vectors.areForWindows()) || hasWindow(values, sort)) {
            WindowPlanner windowPlanner = windowPlanner(values, sort);
            if (how == Distinct.NONE && windowPlanner.orderBy(sort)) {
                sort = List.of();
            }
            values = values.stream().map(windowPlanner::above).toList();
            sort = Exprs.mapOrder(sort, windowPlanner::above);
            windows = windowPlanner.plan();
        }
        List<Loop> loops = byRows ? loopPlanner.loops() : scans(vectors);
        List<SelectPlan.Source> sources =
                sources(read, loops, byRows ? NestedPlans.NONE : vectorPlanner.kept());
        QueryPlanText text =
                new QueryPlanText(read.from(), sources, loops, extreme, vectors, ownShared);
        List<PlanLine> lines = text.withQueries(
                text.lines(group, how, shownSort, sorted), Queries.expressions(read), nested);
        return new SelectPlan(
                sources,
                loopPlanner.constantFilters(),
                loops,
                group,
                vectors,
                byRows ? vectorPlanner.largeTables() : List.of(),
                windows,
                values,
                block.columns(),
                how,
                sort,
                sorted,
                block.limit(),
                block.offset(),
                nested,
                lines);
    }

    /** @param query as {@code planned} was before its queries were planned */
    private VectorPlanner ofGroups(
            Query.Block query,
            Planned planned,
            Grouping group,
            LoopPlanner loopPlanner,
            List<SortKey> sort,
            GroupingPlanner grouping) {
        Query.Block block = planned.block();
        boolean few = (block.limit() != null || use == RowUse.FIRST)
                && (sort.isEmpty() || grouping.givesOrder());
        for (List<VectorPlanner.Part> parts :
                List.of(groupParts(query, planned, group), rowParts(query, planned))) {
            if (!parts.isEmpty()) {
                VectorPlanner union = new VectorPlanner(
                        planner, options, block, group, parts, loopPlanner, RowUse.KEPT, few);
                if (union.isPossible()) {
                    return union;
                }
            }
        }
        return new VectorPlanner(
                planner, options, block, planned.plans(), group, loopPlanner, RowUse.KEPT, few);
    }

    /** @param isSorted whether rows of loops come in their order as it is */
    private VectorPlanner ofRows(
            Query.Block query,
            Planned planned,
            LoopPlanner loopPlanner,
            RowUse givenUse,
            boolean isSorted) {
        Query.Block block = planned.block();
        RowUse rowUse = hasWindow(block) ? RowUse.KEPT : givenUse;
        List<VectorPlanner.Part> parts = rowParts(query, planned);
        if (!parts.isEmpty()) {
            VectorPlanner union = new VectorPlanner(
                    planner, options, block, null, parts, loopPlanner, rowUse, false);
            if (union.isPossible()) {
                return union;
            }
        }
        boolean sortsAll = !isSorted && givenUse != RowUse.FIRST && sortsAll(block, loopPlanner);
        WindowPlanner windows = windowPlanner(block.values(), block.order());
        if (hasWindow(block)
                || (sortsAll && isNarrow(windows.inputs()) && windows.orderBy(block.order()))) {
            return new VectorPlanner(
                    planner, options, block, planned.plans(), windows, loopPlanner);
        }
        return new VectorPlanner(
                planner, options, block, planned.plans(), null, loopPlanner, rowUse, false);
    }

    /** Whether most rows are wanted, in another order than they come. */
    private static boolean sortsAll(Query.Block block, LoopPlanner loopPlanner) {
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

    private WindowPlanner windowPlanner(List<Expr> values, List<SortKey> order) {
        List<Expr> results = new ArrayList<>(values);
        order.forEach(key -> results.add(key.value()));
        return new WindowPlanner(results, options.encoding());
    }

    private boolean dividesUnions() {
        return options.vectors() != VectorUse.NEVER && options.isOn(Rule.VECTOR_UNION);
    }

    /** The rows of each SELECT of a UNION ALL that a query reads. */
    private List<VectorPlanner.Part> rowParts(Query.Block query, Planned whole) {
        if (!dividesUnions() || !UnionRule.fits(query)) {
            return List.of();
        }
        List<Expr.Column> columns = UnionRule.columns(query);
        List<VectorPlanner.Part> parts = new ArrayList<>();
        NestedPlans known = whole.plans();
        for (Query.Block select : UnionRule.rows(query, columns, planner)) {
            Planned part = planned(select, known);
            parts.add(new VectorPlanner.Part(part.block(), part.plans(), null, columns));
            known = part.plans();
        }
        return parts;
    }

    /** The groups of a query over a UNION ALL, for the rows of each of its SELECTs. */
    private List<VectorPlanner.Part> groupParts(Query.Block query, Planned whole, Grouping group) {
        List<VectorPlanner.Part> parts = new ArrayList<>();
        boolean fits = dividesUnions()
                && UnionRule.fits(query)
                && VectorRule.groups(group)
                && group.aggregates().stream().allMatch(this::isBinary);
        List<Query.Block> selects = fits
                ? UnionRule.groups(query, group.keys(), group.aggregates(), planner)
                : List.of();
        NestedPlans known = whole.plans();
        for (Query.Block select : selects) {
            Planned part = planned(select, known);
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

    /** What reads the tables of a plan on vectors. */
    private static List<Loop> scans(SelectPlan.Vectors vectors) {
        List<Loop> loops = new ArrayList<>();
        for (SelectPlan.VectorInput input : vectors.inputs()) {
            loops.add(new Loop(
                    input.source(), new SelectPlan.FullScan(false), false, List.of(), List.of()));
        }
        return loops;
    }

    private Grouping grouping(
            Query.Block block,
            GroupingPlanner grouping,
            LoopPlanner loopPlanner,
            List<SortKey> sort) {
        Expr filter = block.having() == null ? null : grouping.above(block.having());
        boolean count = grouping.isPlainCount()
                && !hasWindow(block)
                && block.having() == null
                && block.from().size() == 1
                && block.from().get(0).source().relation() instanceof Relation.Stored
                && block.where() == null;
        SortKey extreme = grouping.extreme();
        boolean first = extreme != null && loopPlanner.orderBy(List.of(extreme), 1) == 1 && !count;
        if (!first) {
            List<SortKey> distinct = grouping.distinctArguments();
            grouping.setDistinctTogether(
                    !distinct.isEmpty() && loopPlanner.groupBy(distinct, false, true));
        }
        // An order that ORDER BY wants too is the best one.
        List<SortKey> wanted = grouping.asOrder(sort);
        boolean hashed = grouping.canHash();
        boolean inOrder = !wanted.isEmpty() && loopPlanner.groupBy(wanted, true, hashed);
        boolean together = inOrder
                || (!block.keys().isEmpty()
                        && loopPlanner.groupBy(grouping.asOrder(), false, hashed));
        // Users see groups in the order of their keys, as SQLite's sorter makes them come.
        boolean ordered = keyOrder && sort.isEmpty();
        return grouping.grouping(filter, together, inOrder, sort, count, ordered, first);
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

    private static boolean hasWindow(Query.Block block) {
        return hasWindow(block.values(), block.order());
    }

    private static boolean hasWindow(List<Expr> values, List<SortKey> order) {
        return values.stream().anyMatch(Exprs::hasWindow)
                || order.stream().anyMatch(key -> Exprs.hasWindow(key.value()));
    }

    /** A block and the plans of the queries in its expressions. */
    private record Planned(Query.Block block, NestedPlans plans) {}

    /** @param known plans of queries that have one already */
    private Planned planned(Query.Block block, NestedPlans known) {
        NestedPlans.Builder plans = new NestedPlans.Builder(known);
        Query.Block mapped = Queries.map(block, part -> planner.planned(part, plans));
        if (options.isOn(Rule.MEMO)) {
            mapped = Queries.map(mapped, MemoRule.of(planner, mapped, plans.build()));
        }
        Query.Block all = mapped.withLimit(
                planner.planned(mapped.limit(), plans), planner.planned(mapped.offset(), plans));
        return new Planned(all, plans.build());
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
                                            : planner.plan(derived),
                                    coroutine,
                                    Queries.isCorrelated(derived.query()),
                                    derived.isShared() ? derived.shared() : null);
                        }
                    });
        }
        return List.copyOf(sources);
    }
}
