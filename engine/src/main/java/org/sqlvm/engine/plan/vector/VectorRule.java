package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.plan.physical.SelectPlan.Loop;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An aggregation over all rows of one table runs on vectors if everything in it is known there (see
 * {@link VectorExpressions}); HAVING and all that stands above the groups is the row engine's
 * anyway.
 */
public final class VectorRule {
    /**
     * An index is read instead of the table if its entries are at least this many times smaller.
     */
    private static final int NARROW_SHARE = 2;

    private VectorRule() {}

    /**
     * What a scan computes, or null if the row engine does.
     *
     * @param source the only one
     */
    static SelectPlan.Vectors of(
            Source source, List<Loop> loops, Grouping grouping, List<Expr> constantFilters) {
        if (grouping == null || loops.size() != 1) {
            return null;
        }
        Loop loop = loops.get(0);
        boolean scans = source.relation() instanceof Relation.Stored
                && loop.access() instanceof SelectPlan.FullScan scan
                && !scan.reverse()
                && !loop.leftJoin();
        boolean hashed =
                grouping.keys().isEmpty() || grouping.gathering() == SelectPlan.Gathering.HASH;
        if (!scans || !hashed || !groups(grouping)) {
            return null;
        }
        List<Integer> columns = new ArrayList<>();
        List<Expr> constants = new ArrayList<>();
        VectorExpressions expressions = new VectorExpressions(constants, expression -> {
            int stored = expression instanceof Expr.Column column
                    ? stored(source.table(), column)
                    : VIRTUAL;
            return stored == VIRTUAL
                    ? null
                    : new Step.Load(0, VectorExpressions.place(columns, stored));
        });
        constantFilters.forEach(expressions::filter);
        loop.filters().forEach(expressions::filterInOrder);
        List<Integer> keys = expressions.keys(grouping);
        List<VectorQuery.Call> calls = expressions.calls(grouping, true);
        if (!expressions.fit()) {
            return null;
        }
        VectorQuery query = new VectorQuery(expressions.pipeline(List.of()), keys, calls);
        SelectPlan.VectorInput input = new SelectPlan.VectorInput(
                loop.source(),
                List.copyOf(columns),
                null,
                isOfAnyOrder(grouping) && !expressions.fail() ? narrowIndex(source, columns) : null,
                null);
        return new SelectPlan.Vectors(List.of(input), List.of(query), List.copyOf(constants), null);
    }

    /** Whether groups on vectors are what is wanted. */
    public static boolean groups(Grouping grouping) {
        return !grouping.countShortcut()
                && !grouping.firstRowDecides()
                && grouping.bareColumns().isEmpty();
    }

    /**
     * Whether it is of no matter in which order rows come: a sum of reals may have another last
     * digit.
     */
    static boolean isOfAnyOrder(Grouping grouping) {
        return grouping.aggregates().stream().allMatch(VectorRule::isOfAnyOrder);
    }

    private static boolean isOfAnyOrder(Expr.Aggregate aggregate) {
        boolean integers = aggregate.arguments().size() == 1
                && aggregate.arguments().getFirst() instanceof Expr.Column column
                && column.affinity() == Affinity.INTEGER;
        return aggregate.function().is(FunctionFact.ANY_ORDER)
                || (integers && aggregate.function().is(FunctionFact.ANY_ORDER_OF_INTEGERS));
    }

    /**
     * The index with the shortest entries that has all these columns, as the table has them, in
     * much less room; or null. A REAL may be another zero in an index.
     */
    static Index narrowIndex(Source source, List<Integer> columns) {
        Table table = source.table();
        boolean allowed =
                source.relation() instanceof Relation.Stored stored && !stored.withoutIndex();
        if (!allowed
                || columns.stream()
                        .anyMatch(column -> column != Expr.Column.ROWID
                                && table.columns().get(column).affinity() == Affinity.REAL)) {
            return null;
        }
        return table.indexes().stream()
                .filter(index -> index.isPlain()
                        && NARROW_SHARE * Sizes.width(index, table) <= Sizes.width(table)
                        && columns.stream().allMatch(column -> index.place(column) >= 0))
                .min(Comparator.comparingInt(index -> Sizes.width(index, table)))
                .orElse(null);
    }

    /** What {@link #stored} says of a column that no record holds. */
    static final int VIRTUAL = Integer.MIN_VALUE;

    /** By which place in the table a column is read, or {@link Expr.Column#ROWID}. */
    static int stored(Table table, Expr.Column column) {
        if (column.index() == Expr.Column.ROWID || column.index() == table.rowidAlias()) {
            return Expr.Column.ROWID;
        }
        return table.columns().get(column.index()).isVirtual() ? VIRTUAL : column.index();
    }
}
