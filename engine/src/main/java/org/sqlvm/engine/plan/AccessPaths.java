package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.SelectPlan.Bound;
import org.sqlvm.engine.plan.SelectPlan.FullScan;
import org.sqlvm.engine.plan.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.SelectPlan.KeyPart;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The ways to find a source's rows, with guesses at their cost. Without sqlite_stat1 the guesses
 * are SQLite's: a table has about a million rows, an equality on an index's first column leaves
 * ten.
 */
final class AccessPaths {
    private static final double DEFAULT_ROWS = 1_048_576;

    /** Rows left by equalities on 1, 2, … columns of an index without statistics. */
    private static final double[] EQUAL_ROWS = {10, 9, 8, 7, 6, 5};

    /**
     * A range leaves a quarter, a range of two ends a sixteenth; an equality without index a tenth.
     */
    private static final double RANGE_SHARE = 0.25;

    static final double EQUAL_SHARE = 0.1;

    /** Finding a row by its key costs as much as stepping over so many rows. */
    private static final double SEEK_COST = 12;

    /** Going from an index entry to its row: mostly near the one before, so cheaper than a seek. */
    private static final double FOLLOW_COST = 3;

    /** An index entry is shorter than a row. */
    private static final double COVERING_STEP = 0.6;

    /** A step of building a temporary index: the row is read, written and sorted in. */
    private static final double BUILD_COST = 30;

    /** Rows of a query in FROM whose size nothing tells. */
    private static final double DERIVED_ROWS = 1000;

    /** The source's place among its query's, and its number in the statement. */
    private final int source;

    private final int number;
    private final Relation relation;
    private final Table table;
    private final List<Term> terms;
    /** The columns that the statement reads of this source. */
    private final Set<Integer> needed;
    /** Null but for a virtual table. */
    private final VirtualPaths virtual;

    AccessPaths(int place, Scope.Source source, List<Term> terms, Set<Integer> needed) {
        this.source = place;
        this.number = source.number();
        this.relation = source.relation();
        this.table = source.table();
        this.terms = terms;
        this.needed = needed;
        this.virtual =
                relation instanceof Relation.Virtual ? new VirtualPaths(source, terms) : null;
    }

    /**
     * The cheapest path when the sources in {@code known} stand on a row.
     *
     * @param runs how often the path is run
     */
    AccessPath best(long known, double runs) {
        if (virtual != null) {
            return virtual.best(known);
        }
        AccessPath best = fullScan();
        for (AccessPath path : hinted() == null ? rowidPaths(known) : List.<AccessPath>of()) {
            best = path.cost() < best.cost() ? path : best;
        }
        for (Index index : candidates()) {
            AccessPath path = indexPath(index, known);
            if (path != null && path.cost() < best.cost()) {
                best = path;
            }
        }
        AccessPath automatic =
                isSeek(best.access()) || hinted() != null ? null : automaticIndex(known);
        boolean better = automatic != null
                && automatic.setup() + runs * automatic.cost() < best.setup() + runs * best.cost();
        return better ? automatic : best;
    }

    /** Whether a path goes straight to rows that equal something. */
    private static boolean isSeek(SelectPlan.Access access) {
        return switch (access) {
            case SelectPlan.RowidEqual _, SelectPlan.RowidIn _ -> true;
            case IndexScan scan -> !scan.equal().isEmpty();
            default -> false;
        };
    }

    /**
     * An index made for this statement, over all columns that conditions hold equal to known
     * values.
     */
    private AccessPath automaticIndex(long known) {
        if (relation instanceof Relation.Working) {
            return null;
        }
        List<Term> used = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        List<KeyPart> equal = new ArrayList<>();
        List<Collation> collations = new ArrayList<>();
        for (Term term : terms) {
            for (Term.Use use : term.uses()) {
                boolean usable = use.column().source() == number
                        && use.kind() == Term.Kind.EQUAL
                        && (use.others() & ~known) == 0
                        && !keys.contains(use.column().index());
                if (usable && !used.contains(term)) {
                    used.add(term);
                    keys.add(use.column().index());
                    collations.add(use.comparison().collation());
                    equal.add(new KeyPart(
                            use.values(), use.matchNull(), use.comparison().affinity()));
                }
            }
        }
        if (used.isEmpty()) {
            return null;
        }
        double all = tableRows();
        double rows = Math.max(1, Math.min(EQUAL_ROWS[0], all * EQUAL_SHARE));
        return new AccessPath(
                new SelectPlan.AutomaticIndex(
                        List.copyOf(keys),
                        List.copyOf(equal),
                        List.copyOf(collations),
                        needed.stream().sorted().toList()),
                List.copyOf(used),
                rows,
                SEEK_COST + rows * COVERING_STEP,
                all * BUILD_COST);
    }

    double tableRows() {
        if (relation instanceof Relation.Derived) {
            return DERIVED_ROWS;
        }
        if (relation instanceof Relation.Working) {
            return 1;
        }
        for (Index index : candidates()) {
            if (index.rowEstimates() != null && index.rowEstimates().length > 0) {
                return Math.max(1, index.rowEstimates()[0]);
            }
        }
        return DEFAULT_ROWS;
    }

    /** The share of rows that pass the terms which the access does not express. */
    double share(List<Term> used, long known) {
        double share = 1;
        for (Term term : terms) {
            boolean decidable = (term.sources() & ~(known | 1L << source)) == 0;
            if (decidable && !used.contains(term) && (term.sources() & 1L << source) != 0) {
                boolean equal = term.uses().stream().anyMatch(use -> use.kind() == Term.Kind.EQUAL);
                share *= equal ? EQUAL_SHARE : 0.5;
            }
        }
        return share;
    }

    /** The table's indexes that hold every row, its own tree among them if that is one. */
    private List<Index> candidates() {
        List<Index> indexes = new ArrayList<>();
        if (table.withoutRowid() && table.primaryKey() != null) {
            indexes.add(table.primaryKey());
        }
        for (Index index : table.indexes()) {
            boolean wanted = hinted() == null || index.name().equalsIgnoreCase(hinted());
            boolean plain = wanted
                    && !(relation instanceof Relation.Stored stored && stored.withoutIndex())
                    && index.where() == null
                    && index.columns().stream()
                            .noneMatch(column -> column.tableColumn() == Index.EXPRESSION);
            if (plain) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    /** The index that INDEXED BY asks for, or null. */
    private String hinted() {
        return relation instanceof Relation.Stored stored ? stored.index() : null;
    }

    AccessPath fullScan() {
        double rows = tableRows();
        if (hinted() != null) {
            for (Index index : candidates()) {
                if (index.name().equalsIgnoreCase(hinted())) {
                    return new AccessPath(
                            inOrder(index, false), List.of(), rows, rows * FOLLOW_COST);
                }
            }
            throw SqlException.error("no query solution");
        }
        AccessPath best = new AccessPath(new FullScan(false), List.of(), rows, rows);
        for (Index index : candidates()) {
            if (isTree(index)
                    || !isCovering(index)
                    || index.columns().size() >= table.columns().size()) {
                continue;
            }
            double cost = rows * COVERING_STEP + index.columns().size();
            if (cost < best.cost()) {
                best = new AccessPath(
                        new IndexScan(index, List.of(), null, null, true, false),
                        List.of(),
                        rows,
                        cost);
            }
        }
        return best;
    }

    /** A scan of all rows in the order of {@code index}. */
    IndexScan inOrder(Index index, boolean reverse) {
        return new IndexScan(index, List.of(), null, null, isCovering(index), reverse);
    }

    List<Index> orderedIndexes() {
        return candidates();
    }

    boolean isTree(Index index) {
        return index == table.primaryKey() && table.withoutRowid();
    }

    boolean isCovering(Index index) {
        if (isTree(index)) {
            return true;
        }
        for (int column : needed) {
            boolean rowid = column == Expr.Column.ROWID;
            boolean held = index.columns().stream()
                    .anyMatch(indexed -> indexed.tableColumn() == column
                            || (rowid && indexed.tableColumn() == Index.ROWID));
            if (!held) {
                return false;
            }
        }
        return true;
    }

    private List<AccessPath> rowidPaths(long known) {
        List<AccessPath> paths = new ArrayList<>();
        if (table.withoutRowid()) {
            return paths;
        }
        List<Term> usedRange = new ArrayList<>();
        Bound low = null;
        Bound high = null;
        for (Term term : terms) {
            Term.Use use = use(term, Expr.Column.ROWID, known);
            if (use == null || use.comparison().affinity() == Affinity.TEXT) {
                continue;
            }
            switch (use.kind()) {
                case EQUAL -> {
                    boolean nothing =
                            use.matchNull() && use.values().get(0) instanceof Expr.Constant;
                    if (!nothing) {
                        Expr value = use.values().get(0);
                        paths.add(new AccessPath(
                                new SelectPlan.RowidEqual(value), List.of(term), 1, SEEK_COST - 2));
                    }
                }
                case IN ->
                    paths.add(new AccessPath(
                            new SelectPlan.RowidIn(use.values()),
                            List.of(term),
                            use.values().size(),
                            use.values().size() * SEEK_COST));
                default -> {
                    boolean takesLow = use.kind() != Term.Kind.HIGH;
                    boolean takesHigh = use.kind() != Term.Kind.LOW;
                    if ((!takesLow || low == null) && (!takesHigh || high == null)) {
                        low = takesLow ? bound(use, 0) : low;
                        high = takesHigh ? bound(use, use.values().size() - 1) : high;
                        usedRange.add(term);
                    }
                }
            }
        }
        if (!usedRange.isEmpty()) {
            double rows = tableRows()
                    * (low != null ? RANGE_SHARE : 1)
                    * (high != null ? RANGE_SHARE : 1);
            paths.add(new AccessPath(
                    new SelectPlan.RowidRange(low, high, false),
                    List.copyOf(usedRange),
                    rows,
                    SEEK_COST + rows));
        }
        return paths;
    }

    private static Bound bound(Term.Use use, int value) {
        Affinity affinity = use.column().index() == Expr.Column.ROWID
                ? Affinity.NUMERIC
                : use.comparison().affinity();
        return new Bound(use.values().get(value), use.inclusive(), affinity);
    }

    /** What {@code term} says of a column of this source with values that are known, or null. */
    private Term.Use use(Term term, int column, long known) {
        for (Term.Use use : term.uses()) {
            boolean ours = use.column().source() == number && use.column().index() == column;
            if (ours && (use.others() & ~known) == 0) {
                return use;
            }
        }
        return null;
    }

    /**
     * The best use of an index's columns: equalities from the first on, at most one IN, then a
     * range.
     */
    private AccessPath indexPath(Index index, long known) {
        List<KeyPart> equal = new ArrayList<>();
        List<Term> used = new ArrayList<>();
        double repetitions = 1;
        boolean hasList = false;
        boolean matchesNull = false;
        int columnCount = index.columns().size();
        while (equal.size() < columnCount) {
            IndexColumn column = index.columns().get(equal.size());
            Term found = null;
            Term.Use use = null;
            for (Term term : terms) {
                Term.Use candidate = use(term, tableColumn(column), known);
                boolean fits = candidate != null && fits(candidate, column);
                boolean point = fits
                        && (candidate.kind() == Term.Kind.EQUAL
                                || (candidate.kind() == Term.Kind.IN && !hasList));
                if (point && (use == null || candidate.kind() == Term.Kind.EQUAL)) {
                    found = term;
                    use = candidate;
                }
            }
            if (use == null) {
                break;
            }
            hasList |= use.kind() == Term.Kind.IN;
            matchesNull |= use.matchNull();
            repetitions *= use.values().size();
            equal.add(
                    new KeyPart(use.values(), use.matchNull(), use.comparison().affinity()));
            used.add(found);
        }
        Bound low = null;
        Bound high = null;
        if (equal.size() < columnCount) {
            IndexColumn column = index.columns().get(equal.size());
            for (Term term : terms) {
                Term.Use use = use(term, tableColumn(column), known);
                boolean range = use != null
                        && fits(use, column)
                        && use.kind() != Term.Kind.EQUAL
                        && use.kind() != Term.Kind.IN;
                boolean takesLow = range && use.kind() != Term.Kind.HIGH;
                boolean takesHigh = range && use.kind() != Term.Kind.LOW;
                if (range && (!takesLow || low == null) && (!takesHigh || high == null)) {
                    low = takesLow ? bound(use, 0) : low;
                    high = takesHigh ? bound(use, use.values().size() - 1) : high;
                    used.add(term);
                }
            }
        }
        if (used.isEmpty()) {
            return null;
        }
        double rows = indexRows(index, equal.size(), matchesNull);
        rows *= (low != null ? RANGE_SHARE : 1) * (high != null ? RANGE_SHARE : 1);
        boolean covering = isCovering(index);
        double perRow = covering ? COVERING_STEP : FOLLOW_COST;
        double cost = repetitions * (SEEK_COST + Math.max(1, rows) * perRow);
        return new AccessPath(
                new IndexScan(index, List.copyOf(equal), low, high, covering, false),
                List.copyOf(used),
                repetitions * Math.max(1, rows),
                cost);
    }

    /** An index holds an INTEGER PRIMARY KEY as the rowid that it is. */
    private int tableColumn(IndexColumn column) {
        return column.tableColumn() == table.rowidAlias() && table.rowidAlias() >= 0
                ? Expr.Column.ROWID
                : column.tableColumn();
    }

    private boolean fits(Term.Use use, IndexColumn column) {
        Affinity affinity = tableColumn(column) == Expr.Column.ROWID
                ? Affinity.INTEGER
                : table.columns().get(column.tableColumn()).affinity();
        return use.fits(affinity, column.collation());
    }

    private double indexRows(Index index, int equalCount, boolean matchesNull) {
        if (equalCount == 0) {
            return tableRows();
        }
        if (index.unique() && equalCount >= index.keyCount() && !matchesNull) {
            return 1;
        }
        long[] estimates = index.rowEstimates();
        if (estimates != null && estimates.length > equalCount) {
            return Math.max(1, estimates[equalCount]);
        }
        return EQUAL_ROWS[Math.min(equalCount, EQUAL_ROWS.length) - 1];
    }
}
