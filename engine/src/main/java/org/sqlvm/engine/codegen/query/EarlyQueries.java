package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.group.VectorAggregates;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.ArrayList;
import java.util.List;

/**
 * Queries in the conditions of a loop that should run before it, rather than at the first row that
 * needs their value: those that read on vectors the table that the loop reads. The loop then finds
 * the table's columns in memory, too. This has no visible effect: such queries read no column of
 * the row, and cannot fail.
 */
final class EarlyQueries {
    private EarlyQueries() {}

    /** The queries in the conditions of {@code plan}. */
    static List<Expr.ScalarQuery> of(SelectPlan plan) {
        List<Expr.ScalarQuery> found = new ArrayList<>();
        for (SelectPlan.Loop loop : plan.loops()) {
            for (Expr filter : loop.filters()) {
                Exprs.walk(filter, part -> {
                    if (part instanceof Expr.ScalarQuery query && isEarly(query, plan)) {
                        found.add(query);
                    }
                });
            }
        }
        return found;
    }

    private static boolean isEarly(Expr.ScalarQuery query, SelectPlan around) {
        return query.nested().arguments().isEmpty()
                && around.nested().of(query.nested()) instanceof SelectPlan plan
                && plan.vectors() != null
                && plan.sources().size() == 1
                && isScanned(plan.sources().get(0).table(), around)
                && isSafe(plan);
    }

    private static boolean isScanned(Table table, SelectPlan plan) {
        return plan.loops().stream()
                .anyMatch(loop -> loop.access() instanceof SelectPlan.FullScan
                        && plan.sources().get(loop.source())
                                instanceof SelectPlan.StoredSource stored
                        && stored.table().equals(table));
    }

    /** Whether no value of a row, or of all rows together, makes the query fail. */
    private static boolean isSafe(SelectPlan plan) {
        return plan.limit() == null
                && plan.vectors().queries().getFirst().aggregates().stream()
                        .noneMatch(call -> VectorAggregates.of(call.function()).mayFail())
                && !plan.vectors().queries().getFirst().mayFail()
                && plan.vectors().queries().getFirst().rows().filters().stream()
                        .noneMatch(EarlyQueries::hasPattern)
                && plan.vectors().constants().stream().allMatch(EarlyQueries::isSafe)
                && plan.values().stream().allMatch(EarlyQueries::isSafe)
                && (plan.grouping() == null || plan.grouping().having() == null)
                && plan.windows() == null;
    }

    /** A pattern may be too long. */
    private static boolean hasPattern(Condition condition) {
        return switch (condition) {
            case Condition.All all -> all.parts().stream().anyMatch(EarlyQueries::hasPattern);
            case Condition.Any any -> any.parts().stream().anyMatch(EarlyQueries::hasPattern);
            case Condition.Untrue untrue -> hasPattern(untrue.part());
            case Condition.Pattern _ -> true;
            case Condition.Compare _, Condition.NullTest _, Condition.Truth _ -> false;
        };
    }

    private static boolean isSafe(Expr expression) {
        return switch (expression) {
            case Expr.Constant _,
                    Expr.Parameter _,
                    Expr.Column _,
                    Expr.GroupKey _,
                    Expr.BareColumn _,
                    Expr.AggregateResult _ -> true;
            case Expr.Unary _, Expr.Binary _, Expr.Cast _, Expr.Collate _, Expr.Plus _ ->
                Exprs.children(expression).stream().allMatch(EarlyQueries::isSafe);
            default -> false;
        };
    }
}
