package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.FromClause.Item;
import org.sqlvm.engine.plan.SelectPlan.Access;
import org.sqlvm.engine.plan.SelectPlan.FullScan;
import org.sqlvm.engine.plan.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.SelectPlan.Loop;
import org.sqlvm.engine.plan.SelectPlan.RowidRange;
import org.sqlvm.engine.plan.SelectPlan.SortKey;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The nest of loops over a FROM clause: order, access paths, and the loop at which each condition
 * is tested: the first at which all its columns are known.
 */
final class LoopPlanner {
    /** A query that depends on the row of one around it is run often: a guess how often. */
    private static final double CORRELATED_RUNS = 100;

    private final List<Item> items;
    private final SourcePlaces places = new SourcePlaces();
    /** Conditions of WHERE and of inner joins. */
    private final List<Term> filters = new ArrayList<>();
    /** By source: the conditions of its LEFT JOIN. */
    private final List<List<Term>> onTerms = new ArrayList<>();

    private final List<Expr> constantFilters = new ArrayList<>();
    private final List<AccessPaths> paths = new ArrayList<>();
    private final JoinOrder joinOrder;
    private List<JoinOrder.Step> steps;

    /**
     * @param everything all other expressions of the query, whose columns the loops must deliver
     */
    LoopPlanner(List<Item> items, Expr where, List<Expr> everything, Sizes sizes) {
        this.items = items;
        items.forEach(item -> places.add(item.source()));
        List<Expr> conditions = new ArrayList<>(Exprs.conjuncts(where));
        List<Expr> all = new ArrayList<>(everything);
        if (where != null) {
            all.add(where);
        }
        for (Item item : items) {
            all.addAll(item.on());
            List<Term> on = new ArrayList<>();
            if (item.leftJoin()) {
                item.on().forEach(condition -> on.add(Term.of(condition, places)));
            } else {
                conditions.addAll(item.on());
            }
            onTerms.add(on);
        }
        for (Expr condition : conditions) {
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
            Item item = items.get(source);
            Set<Integer> needed = QueryPlanner.columns(all, item.source().number());
            List<Term> terms = item.leftJoin() ? onTerms.get(source) : innerTerms(source);
            paths.add(new AccessPaths(source, item, terms, needed, sizes, equalColumns));
        }
        boolean correlated = all.stream().anyMatch(Queries::isCorrelated);
        joinOrder = new JoinOrder(paths, before(), correlated ? CORRELATED_RUNS : 1);
        steps = joinOrder.best().steps();
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
                before[source] = (1L << source) - 1;
                barrier = items.get(source).leftJoin() ? barrier : (2L << source) - 1;
            } else {
                before[source] = barrier;
            }
            for (Term term : onTerms.get(source)) {
                before[source] |= term.sources() & ~(1L << source);
            }
            if (places.isVirtual(items.get(source).source().number())) {
                before[source] |= virtualPaths(source).before();
            }
        }
        return before;
    }

    private VirtualPaths virtualPaths(int source) {
        Item item = items.get(source);
        return new VirtualPaths(
                item.source(), item.leftJoin() ? onTerms.get(source) : innerTerms(source));
    }

    List<Expr> constantFilters() {
        return List.copyOf(constantFilters);
    }

    List<Loop> loops() {
        List<Loop> loops = new ArrayList<>();
        List<Term> open = new ArrayList<>(filters);
        open.removeIf(Term::implied);
        long known = 0;
        for (JoinOrder.Step step : steps) {
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
            if (access instanceof SelectPlan.HashJoin join) {
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
     * Makes the loops give their rows in an order, if an access path can: the outermost loop's own
     * order, or that of an index that holds it.
     *
     * @param cheaply not by following an index to each of the table's rows
     * @return whether they do now
     */
    boolean orderBy(List<SortKey> order, boolean cheaply) {
        if (steps.isEmpty() || order.stream().anyMatch(SortKey::bigNull)) {
            return false;
        }
        JoinOrder.Step outermost = steps.get(0);
        Access ordered = ordered(outermost, order);
        if (ordered == null) {
            return false;
        }
        boolean follows = ordered instanceof IndexScan scan
                && !scan.covering()
                && !(outermost.path().access() instanceof IndexScan);
        if (cheaply && follows) {
            return false;
        }
        AccessPath path = outermost.path();
        List<JoinOrder.Step> changed = new ArrayList<>(steps);
        changed.set(
                0,
                new JoinOrder.Step(
                        outermost.source(),
                        new AccessPath(ordered, path.used(), path.rows(), path.cost())));
        steps = List.copyOf(changed);
        return true;
    }

    private Access ordered(JoinOrder.Step step, List<SortKey> order) {
        Table table = items.get(step.source()).source().table();
        switch (step.path().access()) {
            case RowidRange range -> {
                Boolean reverse = rowidOrder(step.source(), order);
                return reverse == null ? null : new RowidRange(range.low(), range.high(), reverse);
            }
            case SelectPlan.RowidEqual equal -> {
                boolean own = order.stream().allMatch(key -> readsOnly(key.value(), step.source()));
                return own ? equal : null;
            }
            case IndexScan scan -> {
                boolean list =
                        scan.equal().stream().anyMatch(part -> part.values().size() > 1);
                Boolean reverse = list
                        ? null
                        : indexOrder(
                                step.source(), table, scan.index(), scan.equal().size(), order);
                if (reverse != null) {
                    return new IndexScan(
                            scan.index(),
                            scan.equal(),
                            scan.low(),
                            scan.high(),
                            scan.covering(),
                            reverse);
                }
                boolean whole = scan.equal().isEmpty() && scan.low() == null && scan.high() == null;
                return whole ? orderedScan(step.source(), table, order) : null;
            }
            case FullScan _ -> {
                return orderedScan(step.source(), table, order);
            }
            case SelectPlan.VirtualScan scan -> {
                return orderedVirtual(step.source(), scan, order);
            }
            default -> {
                return null;
            }
        }
    }

    private Access orderedScan(int source, Table table, List<SortKey> order) {
        if (!(items.get(source).source().relation() instanceof Relation.Stored)) {
            return null;
        }
        if (table.hasRowid()) {
            Boolean reverse = rowidOrder(source, order);
            if (reverse != null) {
                return new FullScan(reverse);
            }
        }
        AccessPaths candidates = paths.get(source);
        IndexScan found = null;
        for (Index index : candidates.orderedIndexes()) {
            Boolean reverse = indexOrder(source, table, index, 0, order);
            if (reverse == null) {
                continue;
            }
            if (candidates.isTree(index)) {
                return new FullScan(reverse);
            }
            IndexScan scan = candidates.inOrder(index, reverse);
            found = found == null || (scan.covering() && !found.covering()) ? scan : found;
        }
        return found;
    }

    private Access orderedVirtual(int source, SelectPlan.VirtualScan scan, List<SortKey> order) {
        SortKey first = order.get(0);
        boolean own = first.value() instanceof Expr.Column column
                && places.place(column.source()) == source
                && order.stream().allMatch(key -> readsOnly(key.value(), source));
        boolean repeats =
                scan.arguments().stream().anyMatch(argument -> argument.values().size() > 1);
        if (!own
                || repeats
                || !(items.get(source).source().relation() instanceof Relation.Virtual virtual)) {
            return null;
        }
        int column = ((Expr.Column) first.value()).index();
        int index = virtual.table().ordered(scan.index(), column, first.descending());
        return index < 0 ? null : new SelectPlan.VirtualScan(index, scan.arguments());
    }

    private boolean readsOnly(Expr value, int source) {
        return (Exprs.sources(value, places) & ~(1L << source)) == 0;
    }

    /** Whether rowid order serves, and in which direction; null if it does not. */
    private Boolean rowidOrder(int source, List<SortKey> order) {
        SortKey first = order.get(0);
        boolean rowid = first.value() instanceof Expr.Column column
                && places.place(column.source()) == source
                && column.index() == Expr.Column.ROWID;
        // The rowid is unique: whatever of this table follows decides nothing.
        boolean rest = order.stream().allMatch(key -> readsOnly(key.value(), source));
        return (rowid && rest) ? (Boolean) first.descending() : null;
    }

    /**
     * Whether an index's order behind {@code equalCount} fixed columns serves, and in which
     * direction.
     */
    private Boolean indexOrder(
            int source, Table table, Index index, int equalCount, List<SortKey> order) {
        Boolean reverse = null;
        int place = equalCount;
        for (SortKey key : order) {
            if (!(key.value() instanceof Expr.Column column)
                    || places.place(column.source()) != source) {
                return null;
            }
            if (isFixed(column, index, table, equalCount)) {
                continue;
            }
            if (place == index.columns().size()) {
                return null;
            }
            IndexColumn indexed = index.columns().get(place++);
            boolean same = indexed.tableColumn() == column.index()
                    || (column.index() == Expr.Column.ROWID
                            && (indexed.tableColumn() == Index.ROWID
                                    || indexed.tableColumn() == table.rowidAlias()));
            boolean rowid = column.index() == Expr.Column.ROWID;
            if (!same || (!rowid && !indexed.collation().equals(key.collation()))) {
                return null;
            }
            boolean against = indexed.descending() != key.descending();
            if (reverse != null && reverse != against) {
                return null;
            }
            reverse = against;
        }
        return reverse == null ? Boolean.FALSE : reverse;
    }

    /** A column that an equality holds fixed is in any order. */
    private static boolean isFixed(Expr.Column column, Index index, Table table, int equalCount) {
        for (int i = 0; i < equalCount; i++) {
            int indexed = index.columns().get(i).tableColumn();
            if (indexed == column.index()
                    || (column.index() == Expr.Column.ROWID
                            && indexed == table.rowidAlias()
                            && indexed >= 0)) {
                return true;
            }
        }
        return false;
    }
}
