package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.FullScan;
import org.sqlvm.engine.plan.physical.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.physical.SelectPlan.KeyPart;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.DefaultRows;
import org.sqlvm.engine.plan.stats.Selectivity;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.sql.tree.Name;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All ways to find a source's rows, with guesses at their cost. */
final class AccessPaths {
    private final PathSource source;
    private final List<Term> terms;
    /** Null but for a virtual table. */
    private final VirtualPaths virtual;

    private final RowidPaths rowids;
    private final IndexPaths indexes;
    /** The indexes that hold all rows that the conditions let pass, the table's own tree too. */
    private final List<Index> candidates;

    private final boolean outer;

    /** The sources that values for this one's columns may come from. */
    private final long relevant;

    /** By the relevant sources that stand on a row: all paths but a hash join. */
    private final Map<Long, List<AccessPath>> found = new HashMap<>();

    AccessPaths(
            int place,
            FromItem item,
            List<Term> terms,
            Set<Integer> needed,
            Sizes sizes,
            EqualColumns equalColumns,
            VirtualPaths virtual) {
        this.source = new PathSource(place, item.source(), terms, needed, sizes, equalColumns);
        this.terms = terms;
        this.virtual = virtual;
        this.rowids = new RowidPaths(source);
        this.indexes = new IndexPaths(source);
        this.candidates = indexes.candidates(terms);
        this.outer = item.leftJoin();
        long others = 0;
        for (Term term : terms) {
            for (Term.Use use : term.uses()) {
                others |= use.column().source() == source.number ? use.others() : 0;
            }
            others |= term.branches().isEmpty() ? 0 : term.sources() & ~(1L << place);
        }
        this.relevant = virtual == null ? others : others | virtual.others();
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
        boolean comparable = source.hinted() == null && (source.known || !isSeek(best.access()));
        AccessPath hashed = comparable ? HashPath.of(source, standing) : null;
        boolean better = hashed != null
                && hashed.setup() + runs * hashed.cost() < best.setup() + runs * best.cost();
        return better ? hashed : best;
    }

    /** All paths but a hash join, seeks first; never none. */
    List<AccessPath> all(long standing) {
        return found.computeIfAbsent(standing & relevant, this::findAll);
    }

    private List<AccessPath> findAll(long standing) {
        List<AccessPath> all = new ArrayList<>();
        if (virtual != null) {
            all.add(virtual.best(standing));
        } else {
            if (source.hinted() == null) {
                all.addAll(rowids.paths(terms, standing));
            }
            for (Index index : candidates) {
                all.addAll(indexes.paths(index, terms, standing));
            }
        }
        for (Term term : terms) {
            AccessPath path = source.hinted() == null ? union(term, standing) : null;
            if (path != null) {
                all.add(path);
            }
        }
        if (virtual == null) {
            all.add(fullScan());
        }
        return List.copyOf(all);
    }

    /** For conditions joined by OR, each of which some access answers; else null. */
    private AccessPath union(Term or, long standing) {
        boolean known = (or.sources() & ~(standing | 1L << source.place)) == 0;
        if (or.branches().isEmpty() || !known) {
            return null;
        }
        List<SelectPlan.UnionBranch> branches = new ArrayList<>();
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
            List<Term> expressed = best.used();
            used.removeIf(term -> term != or && !expressed.contains(term));
            List<Term> rest = new ArrayList<>(branch);
            rest.removeAll(expressed);
            branches.add(new SelectPlan.UnionBranch(
                    best.access(), rest.stream().map(Term::condition).toList()));
            rows += best.rows() * Selectivity.ofAll(rest);
            cost += best.cost() + CostModel.seen(best.rows());
        }
        return new AccessPath(
                new SelectPlan.IndexUnion(List.copyOf(branches)),
                List.copyOf(used),
                Math.min(rows, source.tableRows),
                cost);
    }

    private List<AccessPath> branchPaths(List<Term> conditions, long standing) {
        if (virtual != null) {
            AccessPath best = virtual.with(conditions).best(standing);
            return best.isImpossible() ? List.of() : List.of(best);
        }
        List<AccessPath> paths = rowids.paths(conditions, standing);
        for (Index index : indexes.candidates(conditions)) {
            paths.addAll(indexes.paths(index, conditions, standing));
        }
        return paths;
    }

    /** The sources that conditions connect this one with. */
    long neighbours() {
        long all = 0;
        for (Term term : terms) {
            all |= term.sources();
        }
        return all & ~(1L << source.place);
    }

    double tableRows() {
        return source.tableRows;
    }

    /** How many rows a path gives, less those that other conditions on them refuse. */
    double rows(AccessPath path, long standing) {
        double rows = path.rows();
        double joinShare = 1;
        // All columns of a class are equal: that one of them is ours counts once.
        Set<Object> counted = new HashSet<>();
        for (Term term : path.used()) {
            term.uses().forEach(use -> counted.add(source.equalColumns.classOf(use.column())));
        }
        for (Term term : terms) {
            long own = 1L << source.place;
            boolean decidable = (term.sources() & ~(standing | own)) == 0;
            if (decidable && (term.sources() & own) != 0 && !path.used().contains(term)) {
                if (term.sources() == own) {
                    rows *= Selectivity.of(term);
                } else if (!isEquality(term)
                        || counted.add(
                                source.equalColumns.classOf(term.uses().get(0).column()))) {
                    joinShare *= joinShare(term);
                }
            }
        }
        // Conditions on constants leave one of many rows, or they would not be written.
        return Math.max(
                Math.max(rows, Math.min(path.rows(), 1)) * joinShare,
                outer ? 1 : DefaultRows.JOINED_MIN);
    }

    private static boolean isEquality(Term term) {
        return !term.uses().isEmpty() && term.uses().get(0).kind() == Term.Kind.EQUAL;
    }

    /** Of as many rows as there are values, one meets the row of the other source. */
    private double joinShare(Term term) {
        double share = Selectivity.of(term);
        for (Term.Use use : term.uses()) {
            double values =
                    use.kind() == Term.Kind.EQUAL ? source.equalColumns.values(use.column()) : -1;
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

    /** Whether the rows of a path were guessed from there being a range with two ends. */
    boolean guessesRanges() {
        return source.guessesRanges();
    }

    /**
     * Whether the index that INDEXED BY names, if there is one, has all rows that are wanted. If
     * not, paths are those without it, for rules that guess costs.
     */
    boolean isPossible() {
        return source.hinted() == null || candidates.stream().anyMatch(this::isHinted);
    }

    private boolean isHinted(Index index) {
        return Name.same(index.name(), source.hinted());
    }

    AccessPath fullScan() {
        double rows = source.tableRows;
        if (source.hinted() != null && isPossible()) {
            Index index = candidates.stream().filter(this::isHinted).findFirst().orElseThrow();
            return new AccessPath(
                    indexes.inOrder(index, false),
                    List.of(),
                    rows,
                    source.seekCost + rows * source.followCost);
        }
        AccessPath best = treeScan();
        for (Index index : candidates) {
            boolean narrow = indexes.isCoveringScan(index)
                    && (index.where() != null
                            || Sizes.width(index, source.table) < Sizes.width(source.table));
            if (indexes.isTree(index) || !(narrow || index.where() != null)) {
                continue;
            }
            double cost = source.seekCost
                    + source.entries(indexes.rows(index), narrow)
                    + CostModel.width(Sizes.width(index, source.table));
            if (cost < best.cost()) {
                best = new AccessPath(
                        indexes.inOrder(index, false), List.of(), indexes.rows(index), cost);
            }
        }
        return best;
    }

    /** The paths of an outermost loop that may give rows in an order. */
    List<AccessPath> ordered() {
        List<AccessPath> paths = new ArrayList<>(all(0));
        if (!(source.relation instanceof Relation.Stored)) {
            return paths;
        }
        if (source.hinted() == null) {
            paths.add(treeScan());
        }
        for (Index index : candidates) {
            if (!IndexPaths.isUnordered(index) && !indexes.isTree(index)) {
                double rows = indexes.rows(index);
                double cost = source.seekCost + source.entries(rows, indexes.isCovering(index));
                paths.add(new AccessPath(indexes.inOrder(index, false), List.of(), rows, cost));
            }
        }
        return paths;
    }

    private AccessPath treeScan() {
        return new AccessPath(
                new FullScan(false),
                List.of(),
                source.tableRows,
                source.seekCost + CostModel.tableSteps(source.tableRows));
    }
}
