package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.SelectPlan.Bound;
import org.sqlvm.engine.plan.SelectPlan.FullScan;
import org.sqlvm.engine.plan.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.SelectPlan.KeyPart;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.IndexStatistics;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The ways to find a source's rows, with guesses at their cost. Costs are in units of a row stepped
 * over in a scan.
 */
final class AccessPaths {
    /** Rows left by equalities on 1, 2, … columns of an index without statistics, as in SQLite. */
    private static final double[] EQUAL_ROWS = {10, 9, 8, 7, 6, 5};

    /** Going down a tree takes longer the higher it is: 12 for a million rows. */
    private static final double SEEK_BASE = 2;

    private static final double SEEK_GROWTH = 0.5;

    /** An index entry is shorter than a row. */
    private static final double COVERING_STEP = 0.6;

    /** A row is copied into a hash table: large ones are in no processor's cache. */
    private static final double BUILD_BASE = 2;

    private static final double BUILD_GROWTH = 0.3;

    /** A row looks for others in a hash table. */
    private static final double PROBE_BASE = 1;

    private static final double PROBE_GROWTH = 0.15;

    private static final double WIDTH_COST = 0.01;

    /** Going from an entry to its row: mostly near the one before, so cheaper than a seek. */
    private static final double FOLLOW_GROWTH = 0.12;

    /** As far as the size of the table is known: the rows of large tables are far apart. */
    private static final double KNOWN_FOLLOW_GROWTH = 0.25;

    /** Fewer entries that are equal are not worth a seek to skip them. */
    private static final long SKIP_ROWS_MIN = 18;

    /** For each value that is skipped: to its rows, and to the next value. */
    private static final double SKIP_SEEKS = 2;

    /** To find out whether a branch before has given a row already. */
    private static final double SEEN_COST = 0.4;

    /** A table with fewer rows is not worth a hash table. */
    private static final double HASH_ROWS_MIN = 50;

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

    private final boolean outer;
    private final TextEncoding encoding;
    /** The indexes that hold all rows that the conditions let pass, the table's own tree too. */
    private final List<Index> candidates;

    private final EqualColumns equalColumns;
    private final Sizes sizes;
    private final double tableRows;
    private final boolean known;
    private final double seekCost;
    private final double followCost;

    /** The sources that values for this one's columns may come from. */
    private final long relevant;

    /** By the relevant sources that stand on a row: all paths but a hash join. */
    private final Map<Long, List<AccessPath>> found = new HashMap<>();

    AccessPaths(
            int place,
            FromClause.Item item,
            List<Term> terms,
            Set<Integer> needed,
            Sizes sizes,
            EqualColumns equalColumns) {
        this.source = place;
        this.number = item.source().number();
        this.relation = item.source().relation();
        this.table = item.source().table();
        this.terms = terms;
        this.needed = needed;
        this.virtual = relation instanceof Relation.Virtual
                ? new VirtualPaths(item.source(), terms)
                : null;
        this.outer = item.leftJoin();
        this.encoding = sizes.encoding();
        this.candidates = List.copyOf(candidates(terms));
        this.equalColumns = equalColumns;
        this.sizes = sizes;
        this.tableRows = sizes.rows(item.source());
        this.known = sizes.isKnown(item.source());
        double height = Math.log(tableRows + 1) / Math.log(2);
        this.seekCost = SEEK_BASE + SEEK_GROWTH * height;
        this.followCost = COVERING_STEP + (known ? KNOWN_FOLLOW_GROWTH : FOLLOW_GROWTH) * height;
        long others = 0;
        for (Term term : terms) {
            for (Term.Use use : term.uses()) {
                others |= use.column().source() == number ? use.others() : 0;
            }
            others |= term.branches().isEmpty() ? 0 : term.sources() & ~(1L << source);
        }
        this.relevant = others;
    }

    /**
     * The cheapest path when the sources in {@code standing} stand on a row.
     *
     * @param runs how often the path is run
     */
    AccessPath best(long standing, double runs) {
        AccessPath best = null;
        for (AccessPath path : all(standing)) {
            best = best == null || path.cost() < best.cost() ? path : best;
        }
        // A seek into a table of unknown size is the safer choice.
        boolean comparable = hinted() == null && (known || !isSeek(best.access()));
        AccessPath hashed = comparable ? hashJoin(standing) : null;
        boolean better = hashed != null
                && hashed.setup() + runs * hashed.cost() < best.setup() + runs * best.cost();
        return better ? hashed : best;
    }

    /** All paths but a hash join, seeks first; never none. */
    List<AccessPath> all(long standing) {
        return found.computeIfAbsent(standing & relevant, this::findAll);
    }

    private List<AccessPath> findAll(long standing) {
        if (virtual != null) {
            return List.of(virtual.best(standing));
        }
        List<AccessPath> all = new ArrayList<>();
        if (hinted() == null) {
            all.addAll(rowidPaths(terms, standing));
        }
        for (Index index : candidates) {
            all.addAll(indexPaths(index, terms, standing));
        }
        for (Term term : terms) {
            AccessPath path = hinted() == null ? union(term, standing) : null;
            if (path != null) {
                all.add(path);
            }
        }
        all.add(fullScan());
        return List.copyOf(all);
    }

    /** For conditions joined by OR, each of which some access answers; else null. */
    private AccessPath union(Term or, long standing) {
        boolean known = (or.sources() & ~(standing | 1L << source)) == 0;
        if (or.branches().isEmpty() || !known || table.withoutRowid()) {
            return null;
        }
        List<SelectPlan.Access> accesses = new ArrayList<>();
        List<Term> used = new ArrayList<>(terms);
        double rows = 0;
        double cost = 0;
        for (List<Term> branch : or.branches()) {
            List<Term> all = new ArrayList<>(branch);
            all.addAll(terms);
            AccessPath best = null;
            for (AccessPath path : branchPaths(all, standing)) {
                best = best == null || path.cost() < best.cost() ? path : best;
            }
            if (best == null) {
                return null;
            }
            boolean whole = best.used().containsAll(branch);
            List<Term> expressed = best.used();
            used.removeIf(term -> term == or ? !whole : !expressed.contains(term));
            accesses.add(best.access());
            rows += best.rows();
            cost += best.cost() + best.rows() * SEEN_COST;
        }
        return new AccessPath(
                new SelectPlan.IndexUnion(List.copyOf(accesses)),
                List.copyOf(used),
                Math.min(rows, tableRows),
                cost);
    }

    private List<AccessPath> branchPaths(List<Term> conditions, long standing) {
        List<AccessPath> paths = rowidPaths(conditions, standing);
        for (Index index : candidates(conditions)) {
            paths.addAll(indexPaths(index, conditions, standing));
        }
        return paths;
    }

    /** The sources that conditions connect this one with. */
    long neighbours() {
        long all = 0;
        for (Term term : terms) {
            all |= term.sources();
        }
        return all & ~(1L << source);
    }

    double tableRows() {
        return tableRows;
    }

    /** How many rows a path gives, less those that other conditions on them refuse. */
    double rows(AccessPath path, long standing) {
        double rows = path.rows();
        double joinShare = 1;
        // All columns of a class are equal: that one of them is ours counts once.
        Set<Object> counted = new HashSet<>();
        for (Term term : path.used()) {
            term.uses().forEach(use -> counted.add(equalColumns.classOf(use.column())));
        }
        for (Term term : terms) {
            long own = 1L << source;
            boolean decidable = (term.sources() & ~(standing | own)) == 0;
            if (decidable && (term.sources() & own) != 0 && !path.used().contains(term)) {
                if (term.sources() == own) {
                    rows *= Sizes.share(term);
                } else if (!isEquality(term)
                        || counted.add(equalColumns.classOf(term.uses().get(0).column()))) {
                    joinShare *= joinShare(term);
                }
            }
        }
        // Of many rows conditions on constants leave one, or nobody would ask.
        return Math.max(Math.max(rows, Math.min(path.rows(), 1)) * joinShare, outer ? 1 : 0.01);
    }

    private static boolean isEquality(Term term) {
        return !term.uses().isEmpty() && term.uses().get(0).kind() == Term.Kind.EQUAL;
    }

    /** Of as many rows as there are values, one meets the row of the other source. */
    private double joinShare(Term term) {
        double share = Sizes.share(term);
        for (Term.Use use : term.uses()) {
            double values = use.kind() == Term.Kind.EQUAL ? equalColumns.values(use.column()) : -1;
            share = values > 0 ? Math.min(share, 1 / values) : share;
        }
        return share;
    }

    /** Whether a path goes straight to rows that equal something. */
    private static boolean isSeek(SelectPlan.Access access) {
        return switch (access) {
            case SelectPlan.RowidEqual _, SelectPlan.RowidIn _, SelectPlan.IndexUnion _ -> true;
            case IndexScan scan -> !scan.equal().isEmpty() && scan.equal().get(0) != KeyPart.ANY;
            default -> false;
        };
    }

    /** A hash table of the rows by all columns that conditions hold equal to known values. */
    private AccessPath hashJoin(long standing) {
        boolean scanned = relation instanceof Relation.Working || virtual != null;
        boolean small = relation instanceof Relation.Stored && tableRows < HASH_ROWS_MIN;
        if (scanned || small) {
            return null;
        }
        List<Term> used = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        List<KeyPart> equal = new ArrayList<>();
        List<Collation> collations = new ArrayList<>();
        double rows = tableRows;
        boolean told = false;
        for (Term term : terms) {
            for (Term.Use use : term.uses()) {
                boolean usable = use.column().source() == number
                        && use.kind() == Term.Kind.EQUAL
                        && (use.others() & ~standing) == 0
                        && (use.others() != 0
                                || Queries.isCorrelated(use.values().get(0)))
                        && !keys.contains(use.column().index());
                if (usable && !used.contains(term)) {
                    used.add(term);
                    keys.add(use.column().index());
                    double values = known ? equalColumns.values(use.column()) : -1;
                    told |= values > 0;
                    rows /= Math.max(1, values);
                    collations.add(use.comparison().collation());
                    equal.add(new KeyPart(
                            use.values(),
                            null,
                            use.matchNull(),
                            use.comparison().affinity()));
                }
            }
        }
        if (used.isEmpty()) {
            return null;
        }
        if (!told) {
            rows = Math.min(EQUAL_ROWS[0], tableRows * Sizes.EQUAL_SHARE);
        }
        // Columns that are keys together say more of each other than their numbers of values do.
        rows = Math.max(1, rows);
        double kept = tableRows * ownShare(used);
        double height = Math.log(kept + 1) / Math.log(2);
        return new AccessPath(
                new SelectPlan.HashJoin(
                        List.copyOf(keys),
                        List.copyOf(equal),
                        List.copyOf(collations),
                        needed.stream().sorted().toList(),
                        List.of()),
                List.copyOf(used),
                rows,
                PROBE_BASE + PROBE_GROWTH * height + rows * COVERING_STEP,
                seekCost + tableRows + kept * (BUILD_BASE + BUILD_GROWTH * height));
    }

    /**
     * The share of rows that pass the conditions on this source alone, less those in {@code used}.
     */
    private double ownShare(List<Term> used) {
        double share = 1;
        for (Term term : terms) {
            if (term.sources() == 1L << source && !used.contains(term)) {
                share *= Sizes.share(term);
            }
        }
        return share;
    }

    /** The indexes that hold all rows that meet the conditions. */
    private List<Index> candidates(List<Term> conditions) {
        List<Index> indexes = new ArrayList<>();
        if (table.withoutRowid() && table.primaryKey() != null) {
            indexes.add(table.primaryKey());
        }
        for (Index index : table.indexes()) {
            boolean wanted = hinted() == null || index.name().equalsIgnoreCase(hinted());
            boolean usable = wanted
                    && !(relation instanceof Relation.Stored stored && stored.withoutIndex())
                    && index.columns().stream()
                            .noneMatch(column -> column.tableColumn() == Index.EXPRESSION)
                    && (index.where() == null || Implication.holds(conditions, condition(index)));
            if (usable) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    /** The condition of a partial index, over this source. */
    private Expr condition(Index index) {
        return StoredExpressions.over(StoredExpressions.condition(table, index, encoding), number);
    }

    /** The conditions that a partial index answers by what it holds. */
    private List<Term> answered(Index index, List<Term> conditions) {
        if (index.where() == null) {
            return List.of();
        }
        List<Expr> parts = Exprs.conjuncts(condition(index));
        return conditions.stream()
                .filter(term ->
                        parts.stream().anyMatch(part -> Implication.same(term.condition(), part)))
                .toList();
    }

    /** How many rows an index has. */
    private double rows(Index index) {
        if (index.statistics() != null) {
            return Math.max(1, index.statistics().total());
        }
        return index.where() == null ? tableRows : Math.max(1, tableRows * Sizes.RANGE_SHARE);
    }

    /** The index that INDEXED BY asks for, or null. */
    private String hinted() {
        return relation instanceof Relation.Stored stored ? stored.index() : null;
    }

    AccessPath fullScan() {
        double rows = tableRows;
        if (hinted() != null) {
            for (Index index : candidates) {
                if (index.name().equalsIgnoreCase(hinted())) {
                    return new AccessPath(
                            inOrder(index, false), List.of(), rows, seekCost + rows * followCost);
                }
            }
            throw SqlException.error("no query solution");
        }
        AccessPath best = treeScan();
        for (Index index : candidates) {
            boolean narrow = isCovering(index)
                    && (index.where() != null || Sizes.width(index, table) < Sizes.width(table));
            if (isTree(index) || !(narrow || index.where() != null)) {
                continue;
            }
            double step = narrow ? COVERING_STEP : followCost;
            double width = Sizes.width(index, table) * WIDTH_COST;
            double cost = seekCost + rows(index) * step + width;
            if (cost < best.cost()) {
                best = new AccessPath(inOrder(index, false), List.of(), rows(index), cost);
            }
        }
        return best;
    }

    /** A scan of all rows in the order of {@code index}. */
    IndexScan inOrder(Index index, boolean reverse) {
        return new IndexScan(index, List.of(), null, null, false, isCovering(index), reverse);
    }

    /** The paths of an outermost loop that may give rows in an order. */
    List<AccessPath> ordered() {
        List<AccessPath> paths = new ArrayList<>(all(0));
        if (!(relation instanceof Relation.Stored)) {
            return paths;
        }
        if (hinted() == null) {
            paths.add(treeScan());
        }
        for (Index index : candidates) {
            if (!isUnordered(index) && !isTree(index)) {
                double perRow = isCovering(index) ? COVERING_STEP : followCost;
                double rows = rows(index);
                double cost = seekCost + rows * perRow;
                paths.add(new AccessPath(inOrder(index, false), List.of(), rows, cost));
            }
        }
        return paths;
    }

    private AccessPath treeScan() {
        return new AccessPath(new FullScan(false), List.of(), tableRows, seekCost + tableRows);
    }

    boolean isTree(Index index) {
        return index == table.primaryKey() && table.withoutRowid();
    }

    boolean isCovering(Index index) {
        if (isTree(index)) {
            return true;
        }
        for (int column : needed) {
            boolean held = holds(index, column)
                    || (isVirtual(column)
                            && StoredExpressions.reads(table, column, encoding).stream()
                                    .allMatch(read -> holds(index, read)));
            if (!held) {
                return false;
            }
        }
        return true;
    }

    private boolean isVirtual(int column) {
        return column >= 0 && table.columns().get(column).isVirtual();
    }

    private static boolean holds(Index index, int column) {
        boolean rowid = column == Expr.Column.ROWID;
        return index.columns().stream()
                .anyMatch(indexed -> indexed.tableColumn() == column
                        || (rowid && indexed.tableColumn() == Index.ROWID));
    }

    private List<AccessPath> rowidPaths(List<Term> conditions, long standing) {
        List<AccessPath> paths = new ArrayList<>();
        if (table.withoutRowid()) {
            return paths;
        }
        for (Term term : conditions) {
            for (Term.Use use : term.uses()) {
                AccessPath path = isUsable(use, Expr.Column.ROWID, standing)
                                && use.comparison().affinity() != Affinity.TEXT
                        ? rowidPoint(term, use)
                        : null;
                if (path != null) {
                    paths.add(path);
                }
            }
        }
        Range range = range(conditions, Expr.Column.ROWID, standing, Affinity.INTEGER, null);
        if (!range.isEmpty()) {
            double rows = tableRows * range.share();
            paths.add(new AccessPath(
                    new SelectPlan.RowidRange(range.low, range.high, false),
                    List.copyOf(range.used),
                    rows,
                    seekCost + rows));
        }
        return paths;
    }

    /** The path of rowids that equal something; null for other uses. */
    private AccessPath rowidPoint(Term term, Term.Use use) {
        switch (use.kind()) {
            case EQUAL -> {
                Expr value = use.values().get(0);
                return use.matchNull() && value instanceof Expr.Constant
                        ? null
                        : new AccessPath(
                                new SelectPlan.RowidEqual(value), List.of(term), 1, seekCost - 2);
            }
            case IN -> {
                double count = Math.min(tableRows, valueCount(use));
                return new AccessPath(
                        new SelectPlan.RowidIn(use.values(), use.query()),
                        List.of(term),
                        count,
                        count * (seekCost - 2) + use.values().size());
            }
            default -> {
                return null;
            }
        }
    }

    /** How many values an IN has. */
    private double valueCount(Term.Use use) {
        return use.query() == null
                ? use.values().size()
                : Math.max(1, sizes.valueCount(use.query().nested().query()));
    }

    /** What conditions say of the ends of a column's values. */
    private static final class Range {
        private Bound low;
        private Bound high;
        private boolean pattern;
        private final List<Term> used = new ArrayList<>();

        boolean isEmpty() {
            return low == null && high == null;
        }

        private double share() {
            boolean isLow = low != null && low.value() != null;
            return isLow && high != null
                    ? Sizes.BOTH_ENDS_SHARE
                    : isLow || high != null ? Sizes.RANGE_SHARE : 1;
        }
    }

    /** @param collation null for a rowid */
    private Range range(
            List<Term> conditions,
            int column,
            long standing,
            Affinity affinity,
            Collation collation) {
        Range range = new Range();
        for (Term term : conditions) {
            for (Term.Use use : term.uses()) {
                boolean end = use.kind() != Term.Kind.EQUAL && use.kind() != Term.Kind.IN;
                boolean fits = end
                        && isUsable(use, column, standing)
                        && (collation == null
                                ? use.comparison().affinity() != Affinity.TEXT
                                        && !use.values().isEmpty()
                                : use.fits(affinity, collation));
                boolean pattern = use.precision() == Term.Precision.PATTERN;
                boolean takesLow = use.kind() != Term.Kind.HIGH;
                boolean takesHigh = use.kind() != Term.Kind.LOW;
                boolean lowFree = range.low == null || range.low == Bound.BEHIND_NULL;
                boolean free = (!takesLow || lowFree)
                        && (!takesHigh || range.high == null)
                        && (range.isEmpty() || range.pattern == pattern)
                        && (range.low == null || !use.values().isEmpty());
                if (fits && free) {
                    range.low = takesLow ? bound(use, 0) : range.low;
                    range.high = takesHigh ? bound(use, use.values().size() - 1) : range.high;
                    range.pattern = pattern;
                    if (use.precision() == Term.Precision.EXACT) {
                        range.used.add(term);
                    }
                }
            }
        }
        return range;
    }

    private static Bound bound(Term.Use use, int value) {
        if (use.values().isEmpty()) {
            return Bound.BEHIND_NULL;
        }
        Affinity affinity = use.column().index() == Expr.Column.ROWID
                ? Affinity.NUMERIC
                : use.comparison().affinity();
        return new Bound(use.values().get(value), use.inclusive(), affinity);
    }

    /** Whether a use is of a column of this source, with values that are known. */
    private boolean isUsable(Term.Use use, int column, long standing) {
        return use.column().source() == number
                && use.column().index() == column
                && (use.others() & ~standing) == 0;
    }

    /** A use of a term. */
    private record Found(Term term, Term.Use use) {}

    /** What the first columns of an index are held equal to. */
    private static final class Prefix {
        private final List<KeyPart> parts = new ArrayList<>();
        private final List<Term> terms = new ArrayList<>();
        private final List<Term.Use> uses = new ArrayList<>();
        private double repetitions = 1;
        private boolean matchesNull;
        /** So many columns are skipped. */
        private int skipped;
    }

    /** Equalities and INs from an index's first column on; and columns that are worth skipping. */
    private Prefix prefix(Index index, List<Term> conditions, long standing, boolean skips) {
        Prefix prefix = new Prefix();
        int columnCount = index.columns().size();
        while (prefix.parts.size() < columnCount) {
            int place = prefix.parts.size();
            Found point = point(conditions, index.columns().get(place), standing);
            if (point != null) {
                Term.Use use = point.use;
                prefix.matchesNull |= use.matchNull();
                prefix.repetitions *= use.kind() == Term.Kind.IN ? valueCount(use) : 1;
                prefix.parts.add(new KeyPart(
                        use.values(),
                        use.query(),
                        use.matchNull(),
                        use.comparison().affinity()));
                prefix.terms.add(point.term);
                prefix.uses.add(use);
            } else if (skips && prefix.skipped == place && isSkippable(index, place)) {
                prefix.parts.add(KeyPart.ANY);
                prefix.skipped++;
            } else {
                break;
            }
        }
        return prefix;
    }

    /** Whether many entries are equal in the first columns, so that few seeks skip them. */
    private static boolean isSkippable(Index index, int place) {
        IndexStatistics statistics = index.statistics();
        return statistics != null
                && !statistics.noSkipScan()
                && place + 1 < index.keyCount()
                && statistics.equal(place + 1) >= SKIP_ROWS_MIN;
    }

    private Range range(Index index, int place, List<Term> conditions, long standing) {
        if (place >= index.columns().size() || isUnordered(index)) {
            return new Range();
        }
        IndexColumn column = index.columns().get(place);
        return range(
                conditions, tableColumn(column), standing, affinity(column), column.collation());
    }

    /** With and without columns that are skipped. */
    private List<AccessPath> indexPaths(Index index, List<Term> conditions, long standing) {
        List<AccessPath> paths = new ArrayList<>();
        boolean skippable = isSkippable(index, 0);
        paths.add(
                indexPath(index, conditions, prefix(index, conditions, standing, false), standing));
        if (skippable) {
            Prefix prefix = prefix(index, conditions, standing, true);
            paths.add(prefix.skipped == 0 ? null : indexPath(index, conditions, prefix, standing));
        }
        paths.removeIf(Objects::isNull);
        return paths;
    }

    /** The best use of an index's columns: equalities from the first on, then a range. */
    private AccessPath indexPath(Index index, List<Term> conditions, Prefix prefix, long standing) {
        int count = prefix.parts.size();
        Range range = range(index, count, conditions, standing);
        if (range.isEmpty() && prefix.skipped == count) {
            return null;
        }
        double rows = prefix.skipped > 0
                ? index.statistics().equal(Math.min(count, index.keyCount()))
                : indexRows(index, prefix.uses, prefix.matchesNull);
        double repetitions = prefix.repetitions;
        if (prefix.skipped > 0) {
            IndexStatistics statistics = index.statistics();
            repetitions *=
                    Math.max(1, statistics.total() / (double) statistics.equal(prefix.skipped));
        }
        rows *= range.share();
        boolean covering = isCovering(index);
        double perRow = covering ? COVERING_STEP : followCost;
        // Of indexes that are as good the narrower one is the smaller.
        double width = Sizes.width(index, table) * WIDTH_COST;
        double seeks = prefix.skipped > 0 ? SKIP_SEEKS : 1;
        double cost = repetitions * (seeks * seekCost + Math.max(1, rows) * perRow) + width;
        List<Term> used = new ArrayList<>(prefix.terms);
        used.addAll(range.used);
        used.addAll(answered(index, conditions));
        return new AccessPath(
                new IndexScan(
                        index,
                        List.copyOf(prefix.parts),
                        range.low,
                        range.high,
                        range.pattern,
                        covering,
                        false),
                List.copyOf(used),
                Math.min(tableRows, repetitions * Math.max(1, rows)),
                cost);
    }

    /** What a column of an index must be equal to, one value rather than several; or null. */
    private Found point(List<Term> conditions, IndexColumn column, long standing) {
        Found found = null;
        for (Term term : conditions) {
            for (Term.Use use : term.uses()) {
                boolean fits = (use.kind() == Term.Kind.EQUAL || use.kind() == Term.Kind.IN)
                        && isUsable(use, tableColumn(column), standing)
                        && use.fits(affinity(column), column.collation());
                if (fits && (found == null || use.kind() == Term.Kind.EQUAL)) {
                    found = new Found(term, use);
                }
            }
        }
        return found;
    }

    /** An index holds an INTEGER PRIMARY KEY as the rowid that it is. */
    private int tableColumn(IndexColumn column) {
        return column.tableColumn() == table.rowidAlias() && table.rowidAlias() >= 0
                ? Expr.Column.ROWID
                : column.tableColumn();
    }

    private Affinity affinity(IndexColumn column) {
        return tableColumn(column) == Expr.Column.ROWID
                ? Affinity.INTEGER
                : table.columns().get(column.tableColumn()).affinity();
    }

    private static boolean isUnordered(Index index) {
        return index.statistics() != null && index.statistics().unordered();
    }

    /** How many entries of an index are equal in their first columns. */
    private double indexRows(Index index, List<Term.Use> uses, boolean matchesNull) {
        int equalCount = uses.size();
        if (equalCount == 0) {
            return rows(index);
        }
        if (index.unique() && equalCount >= index.keyCount() && !matchesNull) {
            return 1;
        }
        IndexStatistics statistics = index.statistics();
        if (statistics != null) {
            return statistics.equal(Math.min(equalCount, index.keyCount()));
        }
        double usual = EQUAL_ROWS[Math.min(equalCount, EQUAL_ROWS.length) - 1];
        double rows = tableRows;
        boolean told = false;
        for (Term.Use use : uses) {
            double values = known ? equalColumns.values(use.column()) : -1;
            told |= values > 0;
            rows /= Math.max(1, values);
        }
        return told ? Math.max(1, rows) : Math.min(tableRows, usual);
    }
}
