package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.physical.SelectPlan.KeyPart;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.DefaultRows;
import org.sqlvm.engine.plan.stats.Samples;
import org.sqlvm.engine.plan.stats.Selectivity;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.IndexStatistics;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The ways to a source's rows through its indexes. */
final class IndexPaths {
    /** For each value that is skipped: to its rows, and to the next value. */
    private static final double SKIP_SEEKS = 2;

    private final PathSource source;
    private final Relation relation;
    private final Table table;
    private final double tableRows;

    IndexPaths(PathSource source) {
        this.source = source;
        this.relation = source.relation;
        this.table = source.table;
        this.tableRows = source.tableRows;
    }

    /** The indexes that hold all rows that meet the conditions. */
    List<Index> candidates(List<Term> conditions) {
        List<Index> indexes = new ArrayList<>();
        if (table.withoutRowid() && table.primaryKey() != null) {
            indexes.add(table.primaryKey());
        }
        for (Index index : table.indexes()) {
            boolean wanted = source.hinted() == null || Name.same(index.name(), source.hinted());
            boolean usable = wanted
                    && !(relation instanceof Relation.Stored stored && stored.withoutIndex())
                    && index.columns().stream()
                            .noneMatch(column -> column.tableColumn() == Index.EXPRESSION)
                    && (index.where() == null || isImplied(index, conditions));
            if (usable) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    /** An index that calls a function which is not registered any more is not used. */
    private boolean isImplied(Index index, List<Term> conditions) {
        Expr condition;
        try {
            condition = condition(index);
        } catch (SqlException _) {
            return false;
        }
        return Implication.holds(conditions, condition);
    }

    /** The condition of a partial index, over this source. */
    private Expr condition(Index index) {
        return StoredExpressions.over(
                StoredExpressions.condition(table, index, source.sizes.preparation()),
                source.number);
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
    double rows(Index index) {
        if (index.statistics() != null) {
            return Math.max(1, index.statistics().total());
        }
        return index.where() == null
                ? tableRows
                : Math.max(1, tableRows * Selectivity.PARTIAL_INDEX);
    }

    /** A scan of all rows in the order of {@code index}. */
    IndexScan inOrder(Index index, boolean reverse) {
        return new IndexScan(index, List.of(), null, null, false, isCovering(index), reverse);
    }

    boolean isTree(Index index) {
        return index == table.primaryKey() && table.withoutRowid();
    }

    boolean isCovering(Index index) {
        if (isTree(index)) {
            return true;
        }
        for (int column : source.needed) {
            boolean held = index.place(column) >= 0
                    || (isVirtual(column)
                            && StoredExpressions.reads(table, column, source.sizes.preparation())
                                    .stream()
                                    .allMatch(read -> index.place(read) >= 0));
            if (!held) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether all rows can be read from an index without the table. As in SQLite it must not need a
     * virtual column, so that rows without an order come in the same one.
     */
    boolean isCoveringScan(Index index) {
        return isCovering(index) && source.needed.stream().noneMatch(this::isVirtual);
    }

    private boolean isVirtual(int column) {
        return column >= 0 && table.columns().get(column).isVirtual();
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
        /** The number of columns that are skipped. */
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
                prefix.repetitions *= use.kind() == Term.Kind.IN ? source.valueCount(use) : 1;
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
                && statistics.equal(place + 1) >= DefaultRows.SKIPPED_MIN;
    }

    private RangeEnds range(Index index, int place, List<Term> conditions, long standing) {
        if (place >= index.columns().size() || isUnordered(index)) {
            return new RangeEnds();
        }
        IndexColumn column = index.columns().get(place);
        return RangeEnds.of(
                source,
                conditions,
                tableColumn(column),
                standing,
                affinity(column),
                column.collation());
    }

    /** With and without columns that are skipped. */
    List<AccessPath> paths(Index index, List<Term> conditions, long standing) {
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
        RangeEnds range = range(index, count, conditions, standing);
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
        rows *= rangeShare(index, count, range, rows);
        boolean covering = isCovering(index);
        double seeks = prefix.skipped > 0 ? SKIP_SEEKS : 1;
        double each = seeks * source.seekCost + source.entries(Math.max(1, rows), covering);
        double cost = repetitions * each + CostModel.width(Sizes.width(index, table));
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
                        && source.isUsable(use, tableColumn(column), standing)
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

    static boolean isUnordered(Index index) {
        return index.statistics() != null && index.statistics().unordered();
    }

    /**
     * The part of the entries that a range has, of those that are equal in the {@code place}
     * columns before it: there are {@code rows} of those.
     */
    private double rangeShare(Index index, int place, RangeEnds range, double rows) {
        Samples samples = place == 0 && !range.isEmpty() ? Samples.of(index) : null;
        double sampled = samples == null ? -1 : samples.share(range.low, range.high);
        return sampled >= 0 ? sampled : range.share(source, rows);
    }

    /** How many times as frequent as the average the wanted values of the first column are. */
    private static double sampledShare(Index index, Term.Use use) {
        Samples samples = Samples.of(index);
        double rows = samples == null
                ? -1
                : samples.equalRows(use.values(), use.comparison().affinity());
        return rows < 0 ? 1 : rows / index.statistics().equal(1);
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
            return statistics.equal(Math.min(equalCount, index.keyCount()))
                    * sampledShare(index, uses.getFirst());
        }
        double usual = DefaultRows.equal(equalCount);
        double rows = tableRows;
        boolean told = false;
        for (Term.Use use : uses) {
            double values = source.known ? source.equalColumns.values(use.column()) : -1;
            told |= values > 0;
            rows /= Math.max(1, values);
        }
        return told ? Math.max(1, rows) : Math.min(tableRows, usual);
    }
}
