package org.sqlvm.engine.plan.access;

import org.sqlvm.api.ScanRequest.SortColumn;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.access.JoinOrder.Step;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Access;
import org.sqlvm.engine.plan.physical.SelectPlan.FullScan;
import org.sqlvm.engine.plan.physical.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.physical.SelectPlan.KeyPart;
import org.sqlvm.engine.plan.physical.SelectPlan.RowidIn;
import org.sqlvm.engine.plan.physical.SelectPlan.RowidRange;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How far a nest of loops gives its rows in an order. The outermost loop's order is the nest's; if
 * no two of its rows agree in what has been looked at, the order goes on with the next loop's.
 */
final class NestOrder {
    private final List<FromItem> items;
    private final SourcePlaces places;
    private final List<Term> filters;
    private final List<SortKey> order;
    /** Keys may come in any order and direction: only equal ones must come together. */
    private final boolean grouping;

    /** Keys that the loops looked at so far give. */
    private final Set<SortKey> given = new HashSet<>();

    private int count;
    /** Sources whose row is the only one for the values of the keys looked at so far. */
    private long determined;

    private NestOrder(
            List<FromItem> items,
            SourcePlaces places,
            List<Term> filters,
            List<SortKey> order,
            boolean grouping) {
        this.items = items;
        this.places = places;
        this.filters = filters;
        this.order = order;
        this.grouping = grouping;
    }

    /**
     * A nest and what it gives of an order.
     *
     * @param steps the nest, its scans turned to the right direction
     * @param keys how many of the order's first keys; for a grouping all or nothing
     * @param distinct no two rows agree in the keys
     */
    record Match(List<Step> steps, int keys, boolean distinct) {}

    /**
     * A column by whose values a loop's rows are sorted.
     *
     * @param collation null for a rowid, which needs none
     */
    private record Sorted(int column, Collation collation, boolean descending) {}

    /**
     * The columns by which a loop's rows are sorted.
     *
     * @param uniqueCount the number of the first ones that tell each row from the others
     * @param path the one to take for it, of a virtual table; null for the one that there is
     */
    private record Sequence(
            List<Sorted> columns, int uniqueCount, boolean reversible, AccessPath path) {
        static final Sequence NONE = new Sequence(List.of(), Integer.MAX_VALUE, false);

        Sequence(List<Sorted> columns, int uniqueCount, boolean reversible) {
            this(columns, uniqueCount, reversible, null);
        }
    }

    /** @param filters the conditions on the rows of the whole nest */
    static Match match(
            List<Step> steps,
            List<FromItem> items,
            SourcePlaces places,
            List<Term> filters,
            List<SortKey> order,
            boolean grouping) {
        return new NestOrder(items, places, filters, order, grouping).match(steps);
    }

    private Match match(List<Step> steps) {
        List<Step> turned = new ArrayList<>(steps);
        int place = 0;
        boolean unique = true;
        skipFixed();
        while (unique && place < steps.size()) {
            Step step = steps.get(place);
            Sequence sequence = sequence(step);
            boolean open = count < order.size();
            Boolean reverse = open ? null : Boolean.FALSE;
            int used = 0;
            while (used < sequence.uniqueCount && used < sequence.columns.size()) {
                Sorted column = sequence.columns.get(used);
                SortKey key = next(column, step.source());
                if (key == null && !isFixed(column, step.source())) {
                    break;
                }
                if (key != null && !grouping) {
                    boolean against = column.descending != key.descending();
                    if (reverse == null ? against && !sequence.reversible : reverse != against) {
                        break;
                    }
                    reverse = against;
                }
                if (key != null) {
                    give(key);
                    skipFixed();
                }
                used++;
            }
            unique = used >= sequence.uniqueCount;
            if (unique) {
                determined |= 1L << step.source();
                skipFixed();
            }
            if (used > 0 && sequence.path != null) {
                turned.set(place, new Step(step.source(), sequence.path));
            } else if (Boolean.TRUE.equals(reverse)) {
                turned.set(place, reversed(step));
            }
            place++;
        }
        assert turned.size() == steps.size() : turned;
        assert count <= order.size() : count + " of " + order;
        boolean distinct = unique && place == steps.size();
        int keys = !grouping || count == order.size() ? count : 0;
        return new Match(List.copyOf(turned), keys, distinct && count == order.size());
    }

    private void give(SortKey key) {
        assert grouping || order.get(count).equals(key) : key;
        given.add(key);
        count = grouping ? given.size() : count + 1;
    }

    /** Keys that cannot change any more are in any order. */
    private void skipFixed() {
        if (grouping) {
            for (SortKey key : order) {
                if (!given.contains(key) && isFixed(key.value(), key.collation())) {
                    give(key);
                }
            }
        } else {
            while (count < order.size()
                    && isFixed(order.get(count).value(), order.get(count).collation())) {
                give(order.get(count));
            }
        }
    }

    /** The key that a loop sorted by {@code column} gives next, or null. */
    private SortKey next(Sorted column, int source) {
        for (int i = grouping ? 0 : count; i < order.size(); i++) {
            SortKey key = order.get(i);
            boolean same = !key.bigNull()
                    && key.value() instanceof Expr.Column wanted
                    && places.place(wanted.source()) == source
                    && normal(wanted.index(), source) == normal(column.column, source)
                    && (column.collation == null || column.collation.equals(key.collation()));
            if (same && !given.contains(key)) {
                return key;
            }
            if (!grouping) {
                return null;
            }
        }
        return null;
    }

    /** The rowid under one number. */
    private int normal(int column, int source) {
        int alias = items.get(source).source().table().rowidAlias();
        return column == alias && alias >= 0 ? Expr.Column.ROWID : column;
    }

    private boolean isFixed(Sorted column, int source) {
        return isEqual(items.get(source).source().number(), column.column, column.collation);
    }

    private boolean isFixed(Expr value, Collation collation) {
        if (Exprs.hasQuery(value) || !Exprs.isDeterministic(value)) {
            return false;
        }
        long sources = Exprs.sources(value, places);
        if ((sources & ~determined) == 0) {
            // A call is made for each row, whatever it gives: it may fail.
            return sources != 0 || !Exprs.hasCall(value);
        }
        return value instanceof Expr.Column column
                && isEqual(column.source(), column.index(), collation);
    }

    /** Whether a condition holds a column equal to something that does not change any more. */
    private boolean isEqual(int source, int column, Collation collation) {
        for (Term term : filters) {
            for (Term.Use use : term.uses()) {
                boolean fixed = use.kind() == Term.Kind.EQUAL
                        && use.column().source() == source
                        && use.column().index() == column
                        && (use.others() & ~determined) == 0
                        && use.fits(
                                use.column().affinity(),
                                collation == null ? use.column().collation() : collation);
                if (fixed) {
                    return true;
                }
            }
        }
        return false;
    }

    private Sequence sequence(Step step) {
        FromItem item = items.get(step.source());
        if (step.path().sorting() != null) {
            return sorted(step);
        }
        if (!(item.source().relation() instanceof Relation.Stored)) {
            return Sequence.NONE;
        }
        Table table = item.source().table();
        List<Sorted> rowid = List.of(new Sorted(Expr.Column.ROWID, null, false));
        return switch (step.path().access()) {
            case FullScan _ ->
                table.hasRowid()
                        ? new Sequence(rowid, 1, true)
                        : sequence(table.primaryKey(), List.of(), table);
            case SelectPlan.RowidEqual _ -> new Sequence(List.of(), 0, true);
            case RowidIn _ -> new Sequence(rowid, 1, false);
            case RowidRange _ -> new Sequence(rowid, 1, true);
            case IndexScan scan -> sequence(scan.index(), scan.equal(), table);
            default -> Sequence.NONE;
        };
    }

    /** A virtual table is told the order that is wanted of it. */
    private Sequence sorted(Step step) {
        List<Sorted> columns = new ArrayList<>();
        List<SortColumn> wanted = new ArrayList<>();
        for (int i = grouping ? 0 : count; i < order.size(); i++) {
            SortKey key = order.get(i);
            boolean own = !key.bigNull()
                    && key.value() instanceof Expr.Column column
                    && places.place(column.source()) == step.source()
                    && (column.index() < 0 || column.collation().equals(key.collation()));
            if (own && !given.contains(key)) {
                int column = ((Expr.Column) key.value()).index();
                boolean descending = !grouping && key.descending();
                wanted.add(new SortColumn(column, descending));
                columns.add(new Sorted(column, column < 0 ? null : key.collation(), descending));
            } else if (!grouping) {
                break;
            }
        }
        AccessPath.Sorted found =
                wanted.isEmpty() ? null : step.path().sorting().in(wanted, grouping);
        if (found == null) {
            return Sequence.NONE;
        }
        int uniqueCount = found.unique() ? 1 : Integer.MAX_VALUE;
        return new Sequence(columns, uniqueCount, false, found.path());
    }

    /** The columns of an index but those that are equal to single values. */
    private static Sequence sequence(Index index, List<KeyPart> equal, Table table) {
        if (index.statistics() != null && index.statistics().unordered()) {
            return Sequence.NONE;
        }
        List<Sorted> columns = new ArrayList<>();
        boolean key = index.unique();
        int keyColumns = 0;
        for (int i = 0; i < index.columns().size(); i++) {
            IndexColumn column = index.columns().get(i);
            boolean fixed = i < equal.size() && equal.get(i).isSingle();
            if (!fixed) {
                boolean rowid = column.tableColumn() == Index.ROWID;
                columns.add(new Sorted(
                        rowid ? Expr.Column.ROWID : column.tableColumn(),
                        rowid ? null : column.collation(),
                        column.descending()));
            }
            if (i < index.keyCount()) {
                // Rows whose key has a NULL are never equal to others for UNIQUE.
                boolean present = i < equal.size()
                        ? !equal.get(i).matchNull()
                        : column.tableColumn() >= 0
                                && (table.columns().get(column.tableColumn()).notNull()
                                        || (index == table.primaryKey() && table.withoutRowid()));
                key &= present;
                keyColumns = columns.size();
            }
        }
        return new Sequence(columns, key ? keyColumns : columns.size(), true);
    }

    private static Step reversed(Step step) {
        AccessPath path = step.path();
        Access access = switch (path.access()) {
            case FullScan _ -> new FullScan(true);
            case RowidRange range -> new RowidRange(range.low(), range.high(), true);
            case IndexScan scan ->
                new IndexScan(
                        scan.index(),
                        scan.equal(),
                        scan.low(),
                        scan.high(),
                        scan.pattern(),
                        scan.covering(),
                        true);
            case Access other -> other;
        };
        return new Step(
                step.source(),
                new AccessPath(access, path.used(), path.rows(), path.cost(), path.setup()));
    }
}
