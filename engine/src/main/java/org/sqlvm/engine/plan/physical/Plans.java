package org.sqlvm.engine.plan.physical;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What can be asked of plans without knowing what they are for. */
final class Plans {
    private Plans() {}

    /** What an access evaluates to find its rows. */
    static List<Expr> expressions(SelectPlan.Access access) {
        List<Expr> all = new ArrayList<>();
        switch (access) {
            case SelectPlan.RowidEqual equal -> all.add(equal.rowid());
            case SelectPlan.RowidIn in -> {
                all.addAll(in.rowids());
                all.add(in.query());
            }
            case SelectPlan.RowidRange range -> addBounds(all, range.low(), range.high());
            case SelectPlan.IndexScan scan -> {
                addKeys(all, scan.equal());
                addBounds(all, scan.low(), scan.high());
            }
            case SelectPlan.IndexUnion union ->
                union.branches().forEach(branch -> {
                    all.addAll(expressions(branch.access()));
                    all.addAll(branch.filters());
                });
            case SelectPlan.HashJoin join -> {
                addKeys(all, join.equal());
                all.addAll(join.filters());
            }
            default -> {}
        }
        all.removeIf(Objects::isNull);
        return all;
    }

    private static void addKeys(List<Expr> into, List<SelectPlan.KeyPart> parts) {
        for (SelectPlan.KeyPart part : parts) {
            into.addAll(part.values());
            into.add(part.query());
        }
    }

    private static void addBounds(List<Expr> into, SelectPlan.Bound low, SelectPlan.Bound high) {
        into.add(low == null ? null : low.value());
        into.add(high == null ? null : high.value());
    }

    /** The plans of the queries in the expressions of {@code plan}. */
    static List<RowPlan> nested(RowPlan plan) {
        List<Expr> expressions = new ArrayList<>();
        if (plan instanceof RowPlan.Values values) {
            values.rows().forEach(expressions::addAll);
        } else if (plan instanceof SelectPlan select) {
            expressions.addAll(select.constantFilters());
            expressions.addAll(select.values());
            select.order().forEach(key -> expressions.add(key.value()));
            for (SelectPlan.Loop loop : select.loops()) {
                expressions.addAll(expressions(loop.access()));
                expressions.addAll(loop.onFilters());
                expressions.addAll(loop.filters());
            }
            if (select.vectors() != null) {
                expressions.addAll(select.vectors().constants());
                if (select.vectors().rows() != null) {
                    expressions.addAll(select.vectors().rows().filters());
                }
            }
            if (select.grouping() != null) {
                expressions.addAll(select.grouping().keys());
                expressions.addAll(select.grouping().aggregates());
            }
        }
        List<RowPlan> plans = new ArrayList<>();
        for (Expr expression : expressions) {
            Exprs.walk(expression, part -> {
                Expr.Nested nested = Exprs.nested(part);
                if (nested != null) {
                    plans.add(plan.nested().of(nested));
                }
            });
        }
        return plans;
    }
}
