package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.KeyPart;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.DefaultRows;
import org.sqlvm.engine.plan.stats.Selectivity;

import java.util.ArrayList;
import java.util.List;

/** The way to a source's rows through a hash table of them, which is made first. */
final class HashPath {
    private HashPath() {}

    /** A hash table of the rows by all columns that conditions hold equal to known values. */
    static AccessPath of(PathSource source, long standing) {
        boolean scanned = source.relation instanceof Relation.Working
                || (source.relation instanceof Relation.Virtual virtual
                        && !virtual.table().isScan(source.sizes.preparation().registered()));
        boolean small = source.relation instanceof Relation.Stored
                && source.tableRows < CostModel.SMALL_TABLE_ROWS;
        if (scanned || small || !source.sizes.allowsHashing()) {
            return null;
        }
        List<Term> used = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        List<KeyPart> equal = new ArrayList<>();
        List<Collation> collations = new ArrayList<>();
        double rows = source.tableRows;
        boolean told = false;
        for (Term term : source.terms) {
            for (Term.Use use : term.uses()) {
                boolean usable = use.column().source() == source.number
                        && use.kind() == Term.Kind.EQUAL
                        && (use.others() & ~standing) == 0
                        && (use.others() != 0
                                || Queries.isCorrelated(use.values().get(0)))
                        && !keys.contains(use.column().index());
                if (usable && !used.contains(term)) {
                    used.add(term);
                    keys.add(use.column().index());
                    double values = source.known ? source.equalColumns.values(use.column()) : -1;
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
            rows = Math.min(DefaultRows.equal(1), source.tableRows * Selectivity.EQUAL);
        }
        // Columns that are keys together say more of each other than their source.numbers of values
        // do.
        rows = Math.max(1, rows);
        double kept = source.tableRows * source.ownShare(used);
        return new AccessPath(
                new SelectPlan.HashJoin(
                        List.copyOf(keys),
                        List.copyOf(equal),
                        List.copyOf(collations),
                        source.needed.stream().sorted().toList(),
                        List.of()),
                List.copyOf(used),
                rows,
                CostModel.hashProbe(kept) + CostModel.indexSteps(rows),
                source.seekCost
                        + CostModel.tableSteps(source.tableRows)
                        + CostModel.hashBuild(kept));
    }
}
