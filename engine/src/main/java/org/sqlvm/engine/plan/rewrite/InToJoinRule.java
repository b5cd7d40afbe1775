package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.resolve.DerivedTable;
import org.sqlvm.engine.plan.resolve.FromClause;
import org.sqlvm.engine.plan.rewrite.Correlation.Key;
import org.sqlvm.engine.plan.stats.CostModel;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code (a, b) IN (SELECT x, y …)} is a join with the query's different rows, where that is much
 * cheaper: then an index over a and b finds the few rows that are meant. As a condition it could
 * only be tested for each row. EXISTS with two equalities comes here as IN, too.
 */
final class InToJoinRule {
    private final RewriteContext context;

    private InToJoinRule(RewriteContext context) {
        this.context = context;
    }

    static Query.Block apply(Query.Block block, RewriteContext context) {
        InToJoinRule rule = new InToJoinRule(context);
        Query.Block changed = block;
        for (Expr condition : Exprs.conjuncts(block.where())) {
            Query.Block joined = rule.joined(changed, condition);
            changed = joined != null && rule.isCheaper(joined, changed) ? joined : changed;
        }
        return changed;
    }

    private boolean isCheaper(Query.Block joined, Query.Block block) {
        LoopPlanner before = context.loops(block);
        return before.isPossible()
                && context.loops(joined).cost() < CostModel.REWRITTEN_SHARE * before.cost();
    }

    /** The block with a join in place of the condition; null if it is none of these. */
    private Query.Block joined(Query.Block block, Expr condition) {
        Expr.InQuery in = membership(condition);
        if (in == null || block.from().size() >= FromClause.TABLE_COUNT_MAX) {
            return null;
        }
        Source rows = source(in.nested().query());
        List<Expr> columns = columns(rows);
        Query.Block distinct = Query.Block.grouped(
                List.of(item(rows)), null, columns, columns, in.nested().query().columns());
        Source set = source(distinct);
        List<FromItem> from = new ArrayList<>(block.from());
        from.add(item(set));
        Expr where = null;
        for (Expr other : Exprs.conjuncts(block.where())) {
            where = other == condition ? where : Exprs.and(where, other);
        }
        List<Expr> values = columns(set);
        for (int i = 0; i < values.size(); i++) {
            Key key = new Key(
                    values.get(i), in.operands().get(i), in.comparisons().get(i));
            if (!key.isGroupable() && !isGroupable(in.nested().query(), i, key)) {
                return null;
            }
            where = Exprs.and(
                    where,
                    new Expr.Compare(
                            CompareOperator.EQ, key.inner(), key.outer(), key.comparison()));
        }
        return block.with(from, where);
    }

    /** The same of literals: they are what the comparison would make of them. */
    private static boolean isGroupable(Query query, int column, Key key) {
        if (!(query instanceof Query.Values values)) {
            return false;
        }
        Comparison comparison = key.comparison();
        Class<?> kind = comparison.affinity() == Affinity.TEXT ? Text.class : Number.class;
        return Typing.collation(key.inner(), comparison.collation()).equals(comparison.collation())
                && values.rows().stream()
                        .allMatch(row -> row.get(column) instanceof Expr.Constant constant
                                && kind.isInstance(constant.value()));
    }

    /** The IN of several operands that is all of a condition; else null. */
    private static Expr.InQuery membership(Expr condition) {
        Expr value = condition instanceof Expr.IsTruth is && is.truth() && !is.negated()
                ? is.operand()
                : condition;
        return value instanceof Expr.InQuery in
                        && !in.negated()
                        && in.operands().size() > 1
                        && !in.nested().isCorrelated()
                        && Queries.isDeterministic(in.nested().query())
                        && in.operands().stream()
                                .allMatch(operand ->
                                        Exprs.isDeterministic(operand) && !Exprs.hasQuery(operand))
                ? in
                : null;
    }

    private Source source(Query query) {
        return Source.ofQuery(
                context.numbering().source(),
                DerivedTable.of(
                        "(subquery)",
                        List.of(),
                        query,
                        Collation.binary(context.options().encoding())),
                new Relation.Derived(query, false));
    }

    private static FromItem item(Source source) {
        return new FromItem(source, false, false, List.of());
    }

    private static List<Expr> columns(Source source) {
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < source.table().columns().size(); i++) {
            columns.add(new Expr.Column(
                    source.number(),
                    i,
                    source.table().columns().get(i).name(),
                    source.table().columns().get(i).affinity(),
                    source.table().columns().get(i).collation()));
        }
        return List.copyOf(columns);
    }
}
