package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Query;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code (a = b AND c) OR (a = b AND d)} becomes {@code a = b AND (c OR d)}: what all branches of
 * an OR ask for can lead a join or an index.
 */
final class FactorRule {
    private FactorRule() {}

    static Query.Block apply(Query.Block block) {
        return block.where() == null ? block : block.withWhere(factored(block.where()));
    }

    private static Expr factored(Expr condition) {
        Expr result = null;
        for (Expr part : Exprs.conjuncts(condition)) {
            result = Exprs.and(result, part instanceof Expr.Or or ? factored(or) : part);
        }
        return result;
    }

    private static Expr factored(Expr.Or or) {
        List<List<Expr>> branches = new ArrayList<>();
        addBranches(or, branches);
        List<Expr> common = new ArrayList<>(branches.get(0));
        branches.forEach(branch -> common.removeIf(part -> !branch.contains(part)));
        common.removeIf(part -> !Exprs.isDeterministic(part));
        if (common.isEmpty()) {
            return or;
        }
        Expr rest = null;
        for (List<Expr> branch : branches) {
            Expr own = null;
            for (Expr part : branch) {
                own = common.contains(part) ? own : Exprs.and(own, part);
            }
            if (own == null) {
                return all(common); // A branch that asks for no more makes the others idle.
            }
            rest = rest == null ? own : new Expr.Or(rest, own);
        }
        return new Expr.And(all(common), rest);
    }

    private static Expr all(List<Expr> conditions) {
        Expr result = null;
        for (Expr condition : conditions) {
            result = Exprs.and(result, condition);
        }
        return result;
    }

    private static void addBranches(Expr condition, List<List<Expr>> into) {
        if (condition instanceof Expr.Or or) {
            addBranches(or.left(), into);
            addBranches(or.right(), into);
        } else {
            into.add(Exprs.conjuncts(condition));
        }
    }
}
