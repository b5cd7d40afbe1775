package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.physical.SelectPlan.GroupTest;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.vector.query.VectorHaving;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;

/**
 * HAVING on vectors: what it asks of keys and aggregates is tested before groups become rows of a
 * hash table. Those that are left are tested once more, with all of HAVING, by the row engine,
 * which alone knows groups that there was no memory for, and results that are errors.
 */
final class VectorHavingRule {
    private VectorHavingRule() {}

    /** What is known on vectors; null if nothing is. */
    static GroupTest of(Grouping grouping) {
        if (grouping.having() == null || grouping.keys().isEmpty()) {
            return null;
        }
        int keyCount = grouping.keys().size();
        List<Expr> constants = new ArrayList<>();
        VectorExpressions expressions =
                new VectorExpressions(constants, column -> load(column, keyCount));
        List<Expr> conditions = Exprs.conjuncts(grouping.having());
        boolean known = false;
        for (int i = 0; i < conditions.size(); i++) {
            Expr condition = conditions.get(i);
            boolean possible = !Exprs.hasQuery(condition) || (i == 0 && isAsked(condition));
            known |= possible && expressions.filterIfKnown(condition);
        }
        return known
                ? new GroupTest(
                        new VectorHaving(expressions.pipeline(List.of())), List.copyOf(constants))
                : null;
    }

    private static Step.Load load(Expr column, int keyCount) {
        return switch (column) {
            case Expr.GroupKey key -> new Step.Load(0, key.index());
            case Expr.AggregateResult result -> new Step.Load(0, keyCount + result.index());
            default -> null;
        };
    }

    /**
     * Whether the queries in a condition run as soon as it is tested: a query may fail, so it is
     * not to run where rows would not let it.
     */
    private static boolean isAsked(Expr expression) {
        return switch (expression) {
            case Expr.ScalarQuery _, Expr.Exists _ -> true;
            case Expr.Compare _,
                    Expr.Binary _,
                    Expr.Unary _,
                    Expr.Plus _,
                    Expr.Collate _,
                    Expr.Cast _,
                    Expr.IsNull _ ->
                Exprs.children(expression).stream().allMatch(VectorHavingRule::isAsked);
            default -> !Exprs.hasQuery(expression);
        };
    }
}
