package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;

import java.util.ArrayList;
import java.util.List;

/** {@code a = 1 OR a = 2 OR a IN (3, 4)} is {@code a IN (1, 2, 3, 4)}. */
final class OrToInRule {
    private OrToInRule() {}

    static Query.Block apply(Query.Block block) {
        List<FromItem> from = new ArrayList<>();
        for (FromItem item : block.from()) {
            List<Expr> on = new ArrayList<>();
            item.on().forEach(condition -> on.add(rewritten(condition)));
            from.add(item.withOn(List.copyOf(on)));
        }
        Expr where = null;
        for (Expr condition : Exprs.conjuncts(block.where())) {
            where = Exprs.and(where, rewritten(condition));
        }
        return block.with(from, where);
    }

    private static Expr rewritten(Expr condition) {
        if (!(condition instanceof Expr.Or or)) {
            return condition;
        }
        List<Expr> parts = Exprs.disjuncts(or);
        for (Expr.Column column : columns(parts.get(0))) {
            Expr in = in(column, parts);
            if (in != null) {
                return in;
            }
        }
        return condition;
    }

    private static List<Expr.Column> columns(Expr part) {
        List<Expr.Column> columns = new ArrayList<>();
        Expr[] sides = switch (part) {
            case Expr.Compare compare -> new Expr[] {compare.left(), compare.right()};
            case Expr.In in -> new Expr[] {in.operand()};
            default -> new Expr[] {};
        };
        for (Expr side : sides) {
            if (side instanceof Expr.Column column) {
                columns.add(column);
            }
        }
        return columns;
    }

    /** All parts as one IN; null if they are not equalities of {@code column} of one kind. */
    private static Expr in(Expr.Column column, List<Expr> parts) {
        List<Expr> values = new ArrayList<>();
        Comparison comparison = null;
        for (Expr part : parts) {
            Comparison own;
            switch (part) {
                case Expr.Compare compare
                when compare.operator() == CompareOperator.EQ && compare.left().equals(column) -> {
                    values.add(compare.right());
                    own = compare.comparison();
                }
                case Expr.Compare compare
                when compare.operator() == CompareOperator.EQ && compare.right().equals(column) -> {
                    values.add(compare.left());
                    own = compare.comparison();
                }
                case Expr.In in
                when !in.negated() && in.operand().equals(column) -> {
                    values.addAll(in.values());
                    own = in.comparison();
                }
                default -> {
                    return null;
                }
            }
            if (comparison != null && !comparison.equals(own)) {
                return null;
            }
            comparison = own;
        }
        return new Expr.In(column, ConstantList.of(List.copyOf(values)), comparison, false);
    }
}
