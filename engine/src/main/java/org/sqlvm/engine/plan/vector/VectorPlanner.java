package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.RowUse;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.Reading;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.plan.physical.WindowPlanner;
import org.sqlvm.engine.plan.rewrite.MemoRule;
import org.sqlvm.engine.plan.rewrite.RewriteContext;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.program.Program.LargeTable;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.vector.cache.ColumnCache;

import java.util.ArrayList;
import java.util.List;

/** Whether vectors compute the groups of a query, or the rows of its join, and what they read. */
public final class VectorPlanner {
    private final RewriteContext context;
    private final PlanOptions options;
    private final Query.Block block;
    private final Grouping grouping;
    private final LoopPlanner loopPlanner;

    /** The plans of the queries of the parts. */
    private final NestedPlans plans;

    /** What is grouped of each of {@link #froms}; nulls if rows are handed on. */
    private final List<Grouping> groupings;

    /** It is read by parts. */
    private final boolean isUnion;

    /** What the values of the parts stand for. */
    private final List<Expr.Column> columns;

    private final RowUse use;

    /** Which rows are wanted; null for all. */
    private final TopRule.Top top;

    /** What takes the rows; null without windows. */
    private final WindowPlanner windows;

    /** The first groups, as rows give them, may be all that is wanted. */
    private final boolean fewGroups;

    /** Rows may come of vectors. */
    private final boolean givesRows;

    /**
     * What is read: of a UNION ALL by each SELECT. Empty if something is read that vectors do not
     * know.
     */
    private final List<VectorFrom> froms = new ArrayList<>();

    /** What is computed if vectors are chosen; found out when somebody asks first. */
    private SelectPlan.Vectors possible;

    private boolean hasPossible;

    /**
     * A query that vectors may read instead.
     *
     * @param plans of its queries
     * @param grouping of its rows; null if they are handed on
     * @param columns of a SELECT of a UNION ALL whose rows are handed on: what its values stand for
     */
    public record Part(
            Query.Block block, NestedPlans plans, Grouping grouping, List<Expr.Column> columns) {
        public Part(Query.Block block, NestedPlans plans, Grouping grouping) {
            this(block, plans, grouping, List.of());
        }
    }

    /**
     * For a query.
     *
     * @param plans of the block's queries
     * @param grouping null without groups
     * @param loopPlanner what rows would do
     * @param use of the rows, in whatever order they come
     * @param fewGroups whether the first groups, as rows give them, may be all that is wanted
     */
    public VectorPlanner(
            RewriteContext context,
            PlanOptions options,
            Query.Block block,
            NestedPlans plans,
            Grouping grouping,
            LoopPlanner loopPlanner,
            RowUse use,
            boolean fewGroups) {
        this(
                context,
                options,
                block,
                grouping,
                List.of(new Part(block, plans, grouping)),
                null,
                loopPlanner,
                use,
                fewGroups);
    }

    /**
     * For the rows that windows take.
     *
     * @param windows that take them
     */
    public VectorPlanner(
            RewriteContext context,
            PlanOptions options,
            Query.Block block,
            NestedPlans plans,
            WindowPlanner windows,
            LoopPlanner loopPlanner) {
        this(
                context,
                options,
                block,
                null,
                List.of(new Part(block, plans, null)),
                windows,
                loopPlanner,
                RowUse.KEPT,
                false);
    }

    /**
     * As the first, for a query that is read by parts.
     *
     * @param parts for each SELECT of a UNION ALL what groups its rows, or hands them on
     */
    public VectorPlanner(
            RewriteContext context,
            PlanOptions options,
            Query.Block block,
            Grouping grouping,
            List<Part> parts,
            LoopPlanner loopPlanner,
            RowUse use,
            boolean fewGroups) {
        this(context, options, block, grouping, parts, null, loopPlanner, use, fewGroups);
    }

    private VectorPlanner(
            RewriteContext context,
            PlanOptions options,
            Query.Block block,
            Grouping grouping,
            List<Part> parts,
            WindowPlanner windows,
            LoopPlanner loopPlanner,
            RowUse use,
            boolean fewGroups) {
        this.context = context;
        this.options = options;
        this.block = block;
        this.grouping = grouping;
        this.loopPlanner = loopPlanner;
        this.use = use;
        this.windows = windows;
        boolean mayHaveTop =
                options.vectors() != VectorUse.NEVER && block.from().size() == 1;
        this.top = mayHaveTop ? TopRule.of(block, registered()) : null;
        this.fewGroups = fewGroups;
        groupings = parts.stream().map(Part::grouping).toList();
        plans = parts.getLast().plans();
        isUnion = parts.size() > 1;
        columns = List.copyOf(parts.getFirst().columns());
        givesRows = !(isUnion && makesGroups())
                && (use != RowUse.FIRST || top != null)
                && options.isOn(Rule.VECTOR_ROWS)
                && (grouping == null || handsOn(grouping))
                && !Queries.isCorrelated(block);
        boolean known = options.vectors() != VectorUse.NEVER
                && options.encoding() == TextEncoding.UTF8
                && !block.from().isEmpty()
                && (givesRows || groups());
        for (Part part : known ? parts : List.<Part>of()) {
            VectorFrom from = VectorFrom.of(part.block(), part.plans(), context);
            if (from == null) {
                froms.clear();
                return;
            }
            froms.add(from);
            if (givesRows && !isUnion && options.isOn(Rule.MEMO)) {
                from.mapConditions(MemoRule.ofScattered(context, block, part.plans()));
            }
        }
    }

    /** Whether vectors can compute the query. */
    public boolean isPossible() {
        return possible() != null;
    }

    private boolean groups() {
        return makesGroups() && VectorRule.groups(grouping);
    }

    private boolean makesGroups() {
        return groupings.getFirst() != null;
    }

    /** Whether groups are the same of whatever order rows come in. */
    private static boolean handsOn(Grouping grouping) {
        return !grouping.countShortcut() && grouping.bareColumns().isEmpty();
    }

    /**
     * How vectors read the block; null if they cannot, or are not to since its tables are small, or
     * not known to be large.
     */
    public Reading reading() {
        boolean wanted = !froms.isEmpty()
                && switch (options.vectors()) {
                    case AUTO, LARGE -> isLarge();
                    case ALWAYS -> true;
                    case NEVER -> false;
                };
        SelectPlan.Vectors vectors = wanted ? possible() : null;
        if (vectors == null) {
            return null;
        }
        boolean tests = vectors.rows() == null
                && grouping.having() != null
                && options.isOn(Rule.VECTOR_HAVING);
        return Reading.ofVectors(
                block(),
                plans,
                kept(),
                loopPlanner.constantFilters(),
                tests ? vectors.with(VectorHavingRule.of(grouping)) : vectors,
                largeTables(),
                CostModel.vectors(storedRows()),
                rowsCost());
    }

    private List<LargeTable> largeTables() {
        return storedParts().stream()
                .map(part -> new LargeTable(
                        part.source().table().databaseNumber(),
                        part.source().table().rootPage(),
                        (long) context.sizes().rows(part.source())))
                .distinct()
                .toList();
    }

    /** The block as vectors read it, with the tables of all SELECTs of a UNION ALL. */
    private Query.Block block() {
        List<FromItem> from = new ArrayList<>();
        Expr where = null;
        for (VectorFrom each : froms) {
            from.addAll(each.block().from());
            where = each.block().where() == null
                    ? where
                    : Exprs.and(where, each.block().where());
        }
        return block.with(from, where);
    }

    /** The plans of the queries that are sources here. */
    private NestedPlans kept() {
        NestedPlans all = NestedPlans.NONE;
        for (VectorFrom from : froms) {
            all = all.and(from.kept());
        }
        return all;
    }

    private List<VectorFrom.Part> storedParts() {
        return froms.stream()
                .flatMap(from -> from.parts().stream())
                .filter(VectorFrom.Part::isStored)
                .toList();
    }

    private boolean isSingle() {
        return froms.size() == 1 && froms.getFirst().parts().size() == 1;
    }

    private SelectPlan.Vectors possible() {
        if (!hasPossible) {
            hasPossible = true;
            possible = froms.isEmpty() ? null : computed();
        }
        return possible;
    }

    private SelectPlan.Vectors computed() {
        SelectPlan.Vectors groups = groups() ? possibleGroups() : null;
        boolean always = options.vectors() == VectorUse.ALWAYS;
        if (givesRows && windows != null && (!isSingle() || readsAll())) {
            SelectPlan.Vectors below = VectorJoinRule.windows(
                    froms.getFirst(), windows.inputs(), context.sizes(), !always);
            if (below != null) {
                return below;
            }
        }
        if (hasTop() && (always || scansAll())) {
            return VectorJoinRule.rows(
                    froms.getFirst(), block.outputs(), top, context.sizes(), !always);
        }
        boolean joins = froms.stream().anyMatch(from -> from.parts().size() > 1);
        boolean rows = groups == null && givesRows && joins && (always || isKept());
        if (rows && isUnion) {
            SelectPlan.VectorRows read = new SelectPlan.VectorRows(columns, List.of());
            return VectorJoinRule.of(froms, groupings, read, context.sizes(), !always);
        }
        return rows
                ? VectorJoinRule.rows(
                        froms.getFirst(), block.outputs(), null, context.sizes(), !always)
                : groups;
    }

    /** Whether rows are kept in any case, or there are few. */
    private boolean isKept() {
        return use == RowUse.KEPT
                || !block.order().isEmpty()
                || block.distinct()
                || loopPlanner.rows() <= CostModel.KEPT_SHARE * storedRows();
    }

    /** The rows of all tables. */
    private double storedRows() {
        // The rows of a query are made in any case.
        double rows = storedParts().stream()
                .mapToDouble(part -> context.sizes().rows(part.source()))
                .sum();
        return rows
                + givenParts().stream().mapToDouble(part -> part.given().rows()).sum();
    }

    /** The virtual tables that give columns. */
    private List<VectorFrom.Part> givenParts() {
        return froms.stream()
                .flatMap(from -> from.parts().stream())
                .filter(part -> part.given() != null)
                .toList();
    }

    private SelectPlan.Vectors possibleGroups() {
        if (isSingle() && grouping.isHashed()) {
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
        return VectorJoinRule.of(froms, groupings, null, context.sizes(), !always);
    }

    /**
     * Whether one of the tables is large, and the sizes of all are known, or one gives columns: of
     * that nothing has to be decoded.
     */
    private boolean isLarge() {
        if (!givenParts().isEmpty()) {
            return true;
        }
        double largest = 0;
        for (VectorFrom.Part part : storedParts()) {
            if (!context.sizes().isKnown(part.source())) {
                return false;
            }
            largest = Math.max(largest, context.sizes().rows(part.source()));
        }
        return largest >= ColumnCache.ROWS_MIN;
    }

    /**
     * What rows are guessed to cost, with the queries that are joins here. Of an only table the
     * loop alone tells: one that reads all of it always costs more than vectors, others less.
     */
    private double rowsCost() {
        if (isSingle()) {
            boolean all =
                    windows != null ? readsAll() : hasTop() ? scansAll() : groups() && readsMuch();
            return all ? Double.POSITIVE_INFINITY : 0;
        }
        double cost = isUnion ? 0 : loopPlanner.cost();
        for (VectorFrom from : froms) {
            cost += from.queryCost() + (isUnion ? from.loopCost() : 0);
        }
        return cost;
    }

    /** Whether vectors may leave out rows of the only table. */
    private boolean hasTop() {
        return top != null && givesRows && windows == null && isSingle();
    }

    private Registered registered() {
        return context.sizes().preparation().registered();
    }

    private boolean scansAll() {
        return switch (loopPlanner.loops().get(0).access()) {
            case SelectPlan.FullScan _ -> true;
            case SelectPlan.VirtualScan _ -> TopRule.hasChunks(block, registered());
            default -> false;
        };
    }

    /** Whether rows would read all of the only table, and come as in its order to the windows. */
    private boolean readsAll() {
        return switch (loopPlanner.loops().get(0).access()) {
            case SelectPlan.FullScan scan -> !scan.reverse();
            case SelectPlan.IndexScan scan ->
                scan.isWhole()
                        && !scan.reverse()
                        && scan.index().isPlain()
                        && windows.sortsBy(scan.index());
            default -> false;
        };
    }

    /** Whether rows would read all of the only table, or of an index of it. */
    private boolean readsMuch() {
        return switch (loopPlanner.loops().get(0).access()) {
            case SelectPlan.FullScan _, SelectPlan.VirtualScan _ -> grouping.isHashed();
            // Groups in the order of an index come one by one.
            case SelectPlan.IndexScan scan ->
                scan.isWhole() && scan.covering() && (grouping.isHashed() || !fewGroups);
            default -> false;
        };
    }
}
