package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;

/**
 * {@code EXISTS (SELECT … WHERE c)}, without FROM, is {@code c IS TRUE}. No query has to run for
 * each row, and the rules for joins see the condition.
 */
final class RowlessRule {
    private RowlessRule() {}

    static Query.Block apply(Query.Block block) {
        boolean found = Queries.expressions(block).stream().anyMatch(RowlessRule::contains);
        if (!found) {
            return block;
        }
        Expr where = null;
        for (Expr conjunct : Exprs.conjuncts(block.where())) {
            Expr condition = condition(conjunct);
            where = Exprs.and(where, condition == null ? conjunct : condition);
        }
        return Queries.map(block.withWhere(where), RowlessRule::withoutQueries);
    }

    private static boolean contains(Expr expression) {
        return condition(expression) != null || Exprs.anyChild(expression, RowlessRule::contains);
    }

    private static Expr withoutQueries(Expr expression) {
        Expr condition = condition(expression);
        return condition == null
                ? Exprs.mapChildren(expression, RowlessRule::withoutQueries)
                : withoutQueries(new Expr.IsTruth(condition, true, false));
    }

    /**
     * Returns the condition of such a query, over the sources around it. A query that does not
     * depend on them stays, since it runs once.
     */
    private static Expr condition(Expr expression) {
        boolean rowless = expression instanceof Expr.Exists(Expr.Nested nested)
                && nested.isCorrelated()
                && nested.query() instanceof Query.Block block
                && block.from().isEmpty()
                && block.where() != null
                && !block.grouped()
                && block.limit() == null
                && Correlation.isMovable(block.where())
                && Exprs.isDeterministic(block.where())
                && nested.values().stream().allMatch(Exprs::isDeterministic);
        if (!rowless) {
            return null;
        }
        Expr.Nested nested = ((Expr.Exists) expression).nested();
        return SemijoinRule.outside(((Query.Block) nested.query()).where(), nested);
    }
}
