package org.sqlvm.engine.plan.stats;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.physical.SelectPlan.Bound;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.IndexSample;

import java.util.List;

/**
 * How many rows an index has for values that are written in the statement, by the samples of
 * sqlite_stat4. A value between two samples is taken to lie a third of the way behind the first one
 * or before the second one, whichever makes a range smaller: SQLite's guess.
 */
public final class Samples {
    private final Index index;
    private final List<IndexSample> samples;
    private final double total;

    private Samples(Index index) {
        this.index = index;
        samples = index.statistics().samples();
        total = index.statistics().total();
    }

    /** Null if ANALYZE has left none. */
    public static Samples of(Index index) {
        boolean there =
                index.statistics() != null && !index.statistics().samples().isEmpty();
        return there ? new Samples(index) : null;
    }

    /** Rows whose first column equals one of the values, on average; -1 if one is not known. */
    public double equalRows(List<Expr> values, Affinity affinity) {
        double rows = 0;
        for (Expr expression : values) {
            Object value = value(expression, affinity);
            if (value == null) {
                return -1;
            }
            rows += equalRows(value);
        }
        return values.isEmpty() ? -1 : rows / values.size();
    }

    private double equalRows(Object value) {
        int place = firstNotBefore(value);
        if (place < samples.size() && compare(place, value) == 0) {
            return Math.max(1, samples.get(place).equal());
        }
        double gap = startOf(place) - endOf(place - 1);
        return Math.clamp(gap, 1, index.statistics().equal(1));
    }

    /** The share of all rows between two ends; -1 if nothing is known of an end. */
    public double share(Bound low, Bound high) {
        boolean descending = index.columns().getFirst().descending();
        Bound begin = descending ? high : low;
        Bound end = descending ? low : high;
        double from = 0;
        double to = total;
        if (begin != null && begin.value() != null) {
            Object value = value(begin.value(), begin.affinity());
            if (value == null) {
                return -1;
            }
            from = rowsBefore(value, !begin.inclusive(), Selectivity.SAMPLE_GAP);
        }
        if (end != null && end.value() != null) {
            Object value = value(end.value(), end.affinity());
            if (value == null) {
                return -1;
            }
            to = rowsBefore(value, end.inclusive(), 1 - Selectivity.SAMPLE_GAP);
        }
        return Math.clamp((to - from) / Math.max(1, total), 1 / Math.max(1, total), 1);
    }

    /**
     * Rows before a value.
     *
     * @param behind the rows with the value count, too
     * @param share where in a gap between samples the value is
     */
    private double rowsBefore(Object value, boolean behind, double share) {
        int place = firstNotBefore(value);
        if (place < samples.size() && compare(place, value) == 0) {
            return behind ? endOf(place) : startOf(place);
        }
        double start = endOf(place - 1);
        return start + ((startOf(place) - start) * share);
    }

    private double startOf(int place) {
        return place < samples.size() ? samples.get(place).before() : total;
    }

    private double endOf(int place) {
        return place >= 0 ? samples.get(place).before() + samples.get(place).equal() : 0;
    }

    private int firstNotBefore(Object value) {
        int place = 0;
        while (place < samples.size() && compare(place, value) < 0) {
            place++;
        }
        return place;
    }

    /** A sample against a value, in the order of the index. */
    private int compare(int place, Object value) {
        Index.IndexColumn column = index.columns().getFirst();
        int order = Values.compare(samples.get(place).value(), value, column.collation());
        return column.descending() ? -order : order;
    }

    /** The value of a literal as the index would hold it; null if it is no literal. */
    private static Object value(Expr expression, Affinity affinity) {
        return expression instanceof Expr.Constant constant && constant.value() != SqlNull.NULL
                ? Affinities.apply(constant.value(), affinity)
                : null;
    }
}
