package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.stats.CostModel;

import java.util.ArrayList;
import java.util.List;

/** The ways to the rows of a source by their rowids. */
final class RowidPaths {
    private final PathSource source;
    private final double tableRows;

    RowidPaths(PathSource source) {
        this.source = source;
        this.tableRows = source.tableRows;
    }

    List<AccessPath> paths(List<Term> conditions, long standing) {
        List<AccessPath> paths = new ArrayList<>();
        if (source.table.withoutRowid()) {
            return paths;
        }
        for (Term term : conditions) {
            for (Term.Use use : term.uses()) {
                AccessPath path = source.isUsable(use, Expr.Column.ROWID, standing)
                                && use.comparison().affinity() != Affinity.TEXT
                        ? rowidPoint(term, use)
                        : null;
                if (path != null) {
                    paths.add(path);
                }
            }
        }
        RangeEnds range = RangeEnds.of(
                source, conditions, Expr.Column.ROWID, standing, Affinity.INTEGER, null);
        if (!range.isEmpty()) {
            double rows = tableRows * range.share(source, tableRows);
            paths.add(new AccessPath(
                    new SelectPlan.RowidRange(range.low, range.high, false),
                    List.copyOf(range.used),
                    rows,
                    source.seekCost + CostModel.tableSteps(rows)));
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
                                new SelectPlan.RowidEqual(value),
                                List.of(term),
                                1,
                                CostModel.search(tableRows));
            }
            case IN -> {
                double count = Math.min(tableRows, source.valueCount(use));
                return new AccessPath(
                        new SelectPlan.RowidIn(use.values(), use.query()),
                        List.of(term),
                        count,
                        count * CostModel.search(tableRows)
                                + CostModel.tableSteps(use.values().size()));
            }
            default -> {
                return null;
            }
        }
    }
}
