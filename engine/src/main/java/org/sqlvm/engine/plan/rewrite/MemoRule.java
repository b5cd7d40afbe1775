package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.Sizes;

import java.util.function.UnaryOperator;

/**
 * A query that has to run for each row around it, and reads many rows each time, runs once for each
 * combination of the values that it reads of that row: its results are kept.
 *
 * <p>This is what is left of unnesting when a query is tied by more than equalities, as in
 * {@code (SELECT count(*) FROM t WHERE t.k < o.k)}. T. Neumann and A. Kemper (Unnesting Arbitrary
 * Queries, BTW 2015) join such a query with the set of those combinations; here the set grows as
 * the rows come.
 */
public final class MemoRule {
    private final RewriteContext context;
    private final Query.Block block;

    /** The plans of its queries. */
    private final NestedPlans plans;

    /** Rows around come in no order, so that what a run reads is not where the last one read. */
    private final boolean scattered;

    private MemoRule(
            RewriteContext context, Query.Block block, NestedPlans plans, boolean scattered) {
        this.context = context;
        this.block = block;
        this.plans = plans;
        this.scattered = scattered;
    }

    /**
     * What changes an expression of {@code block}.
     *
     * @param plans of the queries in it
     */
    public static UnaryOperator<Expr> of(
            RewriteContext context, Query.Block block, NestedPlans plans) {
        return new MemoRule(context, block, plans, false)::apply;
    }

    /** As {@link #of}, for rows that come as vectors find them: all results are kept. */
    public static UnaryOperator<Expr> ofScattered(
            RewriteContext context, Query.Block block, NestedPlans plans) {
        return new MemoRule(context, block, plans, true)::apply;
    }

    private Expr apply(Expr expression) {
        Expr changed = Exprs.mapChildren(expression, this::apply);
        return switch (changed) {
            case Expr.ScalarQuery scalar
            when isWorth(scalar.nested(), !isGrouped(scalar.nested().query())) ->
                new Expr.ScalarQuery(scalar.nested().withMemo(), scalar.column());
            case Expr.Exists exists
            when isWorth(exists.nested(), true) ->
                new Expr.Exists(exists.nested().withMemo());
            case Expr.InQuery in
            when isWorth(in.nested(), false) && in.operands().stream().noneMatch(this::isUnique) ->
                new Expr.InQuery(
                        in.operands(), in.nested().withMemo(), in.comparisons(), in.negated());
            default -> changed;
        };
    }

    private static boolean isGrouped(Query query) {
        return query instanceof Query.Block inner && inner.grouped();
    }

    /** @param firstRowDecides the other rows are not read */
    private boolean isWorth(Expr.Nested nested, boolean firstRowDecides) {
        return nested.isCorrelated()
                && nested.values().stream()
                        .allMatch(value -> Exprs.isDeterministic(value) && !isUnique(value))
                && Queries.isDeterministic(nested.query())
                && (scattered || readsMuch(plans.of(nested), firstRowDecides));
    }

    /** Whether no two rows of the block have the same value. */
    private boolean isUnique(Expr value) {
        return value instanceof Expr.Column column
                && block.from().size() == 1
                && block.from().get(0).source().number() == column.source()
                && Sizes.isUnique(block.from().get(0).source(), column.index());
    }

    /** Whether a run has to look at many rows, as far as one can tell. */
    private boolean readsMuch(RowPlan plan, boolean firstRowDecides) {
        if (!(plan instanceof SelectPlan select)) {
            return !(plan instanceof RowPlan.Values);
        }
        if (select.loops().isEmpty()) {
            return false;
        }
        SelectPlan.Loop loop = select.loops().get(0);
        boolean scan = switch (loop.access()) {
            case SelectPlan.FullScan _ -> !firstRowDecides || !loop.filters().isEmpty();
            case SelectPlan.RowidRange _ -> !firstRowDecides;
            case SelectPlan.IndexScan index -> index.equal().isEmpty() && !firstRowDecides;
            default -> false;
        };
        return scan
                && switch (select.sources().get(loop.source())) {
                    case SelectPlan.StoredSource stored ->
                        context.sizes().rows(stored.table()) >= CostModel.SMALL_TABLE_ROWS;
                    case SelectPlan.DerivedSource derived -> readsMuch(derived.plan(), false);
                    case SelectPlan.VirtualSource _, SelectPlan.WorkingSource _ -> false;
                };
    }
}
