package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Access;
import org.sqlvm.engine.plan.physical.SelectPlan.Loop;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.DefaultRows;
import org.sqlvm.engine.plan.stats.Sizes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The nest of loops over a FROM clause: order, access paths, and the loop at which each condition
 * is tested: the first at which all its columns are known.
 */
public final class LoopPlanner {
    private final List<FromItem> items;
    private final SourcePlaces places = new SourcePlaces();
    /** Conditions of WHERE and of inner joins. */
    private final Sizes sizes;

    private final List<Term> filters = new ArrayList<>();
    /** By source: the conditions of its LEFT JOIN. */
    private final List<List<Term>> onTerms = new ArrayList<>();

    private final List<Expr> constantFilters = new ArrayList<>();
    private final List<AccessPaths> paths = new ArrayList<>();
    /** By source: null for one that is not a virtual table. */
    private final List<VirtualPaths> virtual = new ArrayList<>();

    private final double runs;
    private final JoinOrder joinOrder;
    /** Where no order is wanted. */
    private final JoinOrder.Nest plain;

    private JoinOrder.Nest nest;

    /**
     * Plans the loops of a query, whose table may stop at its LIMIT.
     *
     * @param wanted how many rows the user of the query reads at most; null for all
     */
    public static LoopPlanner of(
            Query.Block block, Expr wanted, Sizes sizes, TextEncoding encoding) {
        return new LoopPlanner(block, sizes, encoding, RowLimit.of(block, wanted, encoding));
    }

    /** Of all rows of a query. */
    public static LoopPlanner unlimited(Query.Block block, Sizes sizes, TextEncoding encoding) {
        return new LoopPlanner(block, sizes, encoding, null);
    }

    private LoopPlanner(Query.Block block, Sizes sizes, TextEncoding encoding, RowLimit limit) {
        Expr where = block.where();
        WantedOrder order = WantedOrder.of(block, encoding);
        this.sizes = sizes;
        this.items = block.from();
        items.forEach(item -> places.add(item.source()));
        List<Expr> conditions = new ArrayList<>(Exprs.conjuncts(where));
        List<Expr> all = new ArrayList<>(block.outputs());
        if (where != null) {
            all.add(where);
        }
        for (FromItem item : items) {
            all.addAll(item.on());
            List<Term> on = new ArrayList<>();
            if (item.leftJoin()) {
                item.on().forEach(condition -> on.add(Term.of(condition, places)));
            } else {
                conditions.addAll(item.on());
            }
            onTerms.add(on);
        }
        for (Expr condition : KnownColumns.replaced(conditions, places)) {
            Term term = Term.of(condition, places);
            if (term.sources() == 0 && (items.isEmpty() || Exprs.isDeterministic(condition))) {
                constantFilters.add(condition);
            } else {
                filters.add(term);
            }
        }
        EqualColumns equalColumns = addTransitive();
        equalColumns.measure(items, sizes);
        for (int source = 0; source < items.size(); source++) {
            FromItem item = items.get(source);
            Set<Integer> needed = Exprs.columns(all, item.source().number());
            List<Term> terms = item.leftJoin() ? onTerms.get(source) : innerTerms(source);
            virtual.add(
                    item.source().relation() instanceof Relation.Virtual
                            ? new VirtualPaths(
                                    item.source(),
                                    terms,
                                    needed,
                                    places,
                                    terms.size() == filters.size() ? limit : null,
                                    order,
                                    sizes.preparation().registered())
                            : null);
            paths.add(new AccessPaths(
                    source, item, terms, needed, sizes, equalColumns, virtual.getLast()));
        }
        boolean correlated = all.stream().anyMatch(Queries::isCorrelated);
        runs = correlated ? DefaultRows.CORRELATED_RUNS : 1;
        joinOrder = new JoinOrder(sizes.preparation(), paths, before(), runs);
        plain = joinOrder.best();
        nest = plain;
    }

    /**
     * Whether every index that INDEXED BY names has all rows that are wanted, and every virtual
     * table can be read.
     */
    public boolean isPossible() {
        return paths.stream().allMatch(AccessPaths::isPossible)
                && nest.steps().stream().noneMatch(step -> step.path().isImpossible());
    }

    /** How a virtual table is read once; null if it cannot be. */
    public GivenPath given(int source) {
        return virtual.get(source).given();
    }

    /** @throws SqlException if that is not so */
    public void requirePossible() {
        if (!isPossible()) {
            throw SqlException.error("no query solution");
        }
    }

    private List<Term> innerTerms(int source) {
        return filters.stream()
                .filter(term -> (term.sources() & 1L << source) != 0)
                .toList();
    }

    /** Conditions that follow from those that are written. */
    private EqualColumns addTransitive() {
        EqualColumns columns = new EqualColumns(filters);
        Set<Expr> known = new HashSet<>();
        for (Term term : filters) {
            known.add(term.condition());
            if (term.condition() instanceof Expr.Compare compare) {
                known.add(new Expr.Compare(
                        compare.operator(), compare.right(), compare.left(), compare.comparison()));
            }
        }
        for (Expr.Compare constant : columns.constants(filters)) {
            Term term = Term.of(constant, places);
            boolean useful = term.sources() != 0
                    && !items.get(Long.numberOfTrailingZeros(term.sources())).leftJoin();
            if (useful && known.add(constant)) {
                filters.add(term);
            }
        }
        for (Expr.Compare pair : columns.pairs()) {
            Term term = Term.of(pair, places);
            if (Long.bitCount(term.sources()) == 2 && known.add(pair)) {
                filters.add(term.asImplied());
            }
        }
        return columns;
    }

    /** A LEFT or CROSS JOIN keeps the tables to its left before it, and what follows behind it. */
    private long[] before() {
        long[] before = new long[items.size()];
        long barrier = 0;
        for (int source = 0; source < before.length; source++) {
            if (items.get(source).fixed()) {
                before[source] = (1L << source) - 1 & ~mayFollow(source);
                barrier = items.get(source).leftJoin() ? barrier : (2L << source) - 1;
            } else {
                before[source] = barrier;
            }
            for (Term term : onTerms.get(source)) {
                before[source] |= term.sources() & ~(1L << source);
            }
            if (virtual.get(source) != null) {
                before[source] |= virtual.get(source).before();
            }
        }
        return before;
    }

    /**
     * The tables to the left of a LEFT JOIN that may stand behind it: their rows are found by what
     * the join gives, and the join reads others. In {@code p JOIN (r LEFT JOIN q ON q.k = r.k) ON
     * p.k = coalesce(q.k, r.k)} only that way finds the rows of p by k.
     */
    private long mayFollow(int source) {
        long own = 1L << source;
        long read = 0;
        for (Term term : onTerms.get(source)) {
            read |= term.sources() & ~own;
        }
        if (read == 0) {
            return 0;
        }
        long result = 0;
        for (int left = 0; left < source; left++) {
            boolean free = (read & 1L << left) == 0 && !items.get(left).leftJoin();
            result |= free && isFoundBy(left, own) ? 1L << left : 0;
        }
        return result;
    }

    /** Whether a condition holds a column of a table equal to what one of these sources gives. */
    private boolean isFoundBy(int table, long sources) {
        int number = items.get(table).source().number();
        return filters.stream()
                .flatMap(term -> term.uses().stream())
                .anyMatch(use -> use.kind() == Term.Kind.EQUAL
                        && use.column().source() == number
                        && (use.others() & sources) != 0);
    }

    /** How many rows come in one run. */
    public double rows() {
        return nest.rows() / runs;
    }

    /** What one run costs. */
    public double cost() {
        return nest.cost() / runs;
    }

    /** Whether a guess of how many rows a range has went into the costs. */
    public boolean guessesRanges() {
        return paths.stream().anyMatch(AccessPaths::guessesRanges);
    }

    /**
     * What one run costs if its outermost loop goes through all rows of its table, and each costs
     * as much as those that it is guessed to find.
     */
    public double allCost() {
        JoinOrder.Step outermost = nest.steps().getFirst();
        double rows = Math.max(1, outermost.path().rows());
        return (cost() - nest.setup()) / rows * paths.get(outermost.source()).tableRows();
    }

    public List<Expr> constantFilters() {
        return List.copyOf(constantFilters);
    }

    public List<Loop> loops() {
        List<Loop> loops = new ArrayList<>();
        List<Term> open = new ArrayList<>(filters);
        open.removeIf(Term::implied);
        long known = 0;
        for (JoinOrder.Step step : nest.steps()) {
            known |= 1L << step.source();
            List<Expr> on = new ArrayList<>();
            List<Term> used = step.path().used();
            if (items.get(step.source()).leftJoin()) {
                for (Term term : onTerms.get(step.source())) {
                    if (!used.contains(term)) {
                        on.add(term.condition());
                    }
                }
            } else {
                open.removeAll(used);
            }
            Access access = step.path().access();
            if (access instanceof SelectPlan.HashJoin join && sizes.filtersHashing()) {
                access = filtered(join, step.source(), on, open);
            }
            List<Expr> tests = new ArrayList<>();
            long standing = known;
            open.removeIf(term -> {
                boolean decidable = (term.sources() & ~standing) == 0;
                if (decidable) {
                    tests.add(term.condition());
                }
                return decidable;
            });
            tests.sort(Comparator.comparing(Exprs::hasQuery));
            loops.add(new Loop(
                    step.source(),
                    access,
                    items.get(step.source()).leftJoin(),
                    List.copyOf(on),
                    List.copyOf(tests)));
        }
        assert open.isEmpty() || items.isEmpty() : "no loop tests " + open;
        return List.copyOf(loops);
    }

    /** The join with the conditions on its source alone, taken out of those that are open. */
    private SelectPlan.HashJoin filtered(
            SelectPlan.HashJoin join, int source, List<Expr> on, List<Term> open) {
        long own = 1L << source;
        List<Expr> filters = new ArrayList<>();
        if (items.get(source).leftJoin()) {
            for (Term term : onTerms.get(source)) {
                if (term.sources() == own && isForBuilding(term) && on.remove(term.condition())) {
                    filters.add(term.condition());
                }
            }
        } else {
            open.removeIf(term -> {
                boolean takes = term.sources() == own && isForBuilding(term);
                if (takes) {
                    filters.add(term.condition());
                }
                return takes;
            });
        }
        return new SelectPlan.HashJoin(
                join.keys(), join.equal(), join.collations(), join.columns(), filters);
    }

    /** The table is built once, so a condition that another run may see otherwise is not for it. */
    private static boolean isForBuilding(Term term) {
        return Exprs.isDeterministic(term.condition())
                && !Exprs.hasQuery(term.condition())
                && !Queries.isCorrelated(term.condition());
    }

    /**
     * Chooses the nest with regard to an order that is wanted of its rows: a sort costs, too.
     *
     * @param limit the number of rows that are wanted
     * @return how many of the order's first keys need no sort
     */
    public int orderBy(List<SortKey> order, double limit) {
        return choose(order, false, limit, false).keys();
    }

    /**
     * Chooses the nest with regard to rows that are to be grouped.
     *
     * @param ordered the groups are to come in the order of the keys
     * @param hashed a hash table brings them together if the nest does not; otherwise a sorter
     * @return whether equal keys come together
     */
    public boolean groupBy(List<SortKey> keys, boolean ordered, boolean hashed) {
        return choose(keys, !ordered, Double.MAX_VALUE, hashed).keys() == keys.size();
    }

    /** Whether the nest as it is brings equal keys together. */
    public boolean groups(List<SortKey> keys) {
        return match(nest.steps(), keys, true).keys() == keys.size();
    }

    /** Whether no two rows of the nest as it is agree in the keys. */
    public boolean tells(List<SortKey> keys) {
        return match(nest.steps(), keys, true).distinct();
    }

    /** Whether the keys tell all rows from each other, in whatever nest. */
    public boolean tellApart(List<SortKey> keys) {
        return items.stream().allMatch(item -> keys.stream().anyMatch(key -> isKey(item, key)));
    }

    private static boolean isKey(FromItem item, SortKey key) {
        Source source = item.source();
        return key.value() instanceof Expr.Column column
                && column.source() == source.number()
                && Sizes.isUnique(source, column.index())
                && (column.index() == Expr.Column.ROWID
                        || source.table().columns().get(column.index()).notNull());
    }

    private NestOrder.Match match(List<JoinOrder.Step> steps, List<SortKey> order, boolean group) {
        return NestOrder.match(steps, items, places, filters, order, group);
    }

    private NestOrder.Match choose(
            List<SortKey> order, boolean grouping, double limit, boolean hashed) {
        nest = plain;
        NestOrder.Match best = match(nest.steps(), order, grouping);
        if (items.isEmpty()) {
            return best;
        }
        double cost = cost(nest, best, order.size(), limit, hashed);
        List<JoinOrder.Step> outermost = new ArrayList<>();
        for (int source = 0; source < items.size(); source++) {
            if (joinOrder.mayLead(source)) {
                for (AccessPath path : paths.get(source).ordered()) {
                    outermost.add(new JoinOrder.Step(source, path));
                }
            }
        }
        for (JoinOrder.Step step : outermost) {
            if (match(List.of(step), order, false).keys() == 0
                    && match(List.of(step), order, grouping).keys() == 0) {
                continue;
            }
            JoinOrder.Nest other = joinOrder.bestFrom(step);
            NestOrder.Match match = match(other.steps(), order, grouping);
            double itsCost = cost(other, match, order.size(), limit, hashed);
            if (itsCost < cost) {
                cost = itsCost;
                best = match;
                nest = other;
            }
        }
        assert best.keys() <= order.size() : best;
        nest = nest.withSteps(best.steps());
        return best;
    }

    /** What a nest costs with the sort behind it; if it needs none, it ends at the limit. */
    private static double cost(
            JoinOrder.Nest nest,
            NestOrder.Match match,
            int keyCount,
            double limit,
            boolean hashed) {
        double rows = Math.max(1, nest.rows());
        if (match.keys() == keyCount) {
            double part = limit / rows;
            if (!nest.steps().isEmpty() && rows < nest.steps().get(0).path().rows()) {
                part += CostModel.UNLUCKY_SHARE;
            }
            return nest.setup() + (nest.cost() - nest.setup()) * Math.min(1, part);
        }
        if (hashed) {
            return nest.cost() + CostModel.group(rows);
        }
        return nest.cost() + CostModel.sort(rows, limit, match.keys() > 0);
    }
}
