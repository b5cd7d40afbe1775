package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan.Bound;
import org.sqlvm.engine.plan.stats.Selectivity;

import java.util.ArrayList;
import java.util.List;

/** What conditions say of the ends of a column's values. */
final class RangeEnds {
    Bound low;
    Bound high;
    boolean pattern;
    final List<Term> used = new ArrayList<>();

    boolean isEmpty() {
        return low == null && high == null;
    }

    /** Whether it has two ends. */
    boolean isClosed() {
        return isLow() && high != null;
    }

    private boolean isLow() {
        return low != null && low.value() != null;
    }

    /**
     * The share of a source's rows that are in the range, as is guessed.
     *
     * @param rows of the source, among which the range is
     */
    double share(PathSource source, double rows) {
        return isClosed()
                ? source.closedRange(rows)
                : isLow() || high != null ? Selectivity.RANGE : 1;
    }

    /** @param collation null for a rowid */
    static RangeEnds of(
            PathSource source,
            List<Term> conditions,
            int column,
            long standing,
            Affinity affinity,
            Collation collation) {
        RangeEnds range = new RangeEnds();
        for (Term term : conditions) {
            for (Term.Use use : term.uses()) {
                boolean end = use.kind() != Term.Kind.EQUAL && use.kind() != Term.Kind.IN;
                boolean fits = end
                        && source.isUsable(use, column, standing)
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
}
