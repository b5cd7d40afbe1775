package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.SourcePlaces;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code (a.x = 1 AND b.y = 2) OR (a.x = 3 AND b.y = 4)} implies {@code a.x = 1 OR a.x = 3} and
 * {@code b.y = 2 OR b.y = 4}: conditions on one table each, which refuse most rows before they are
 * joined. They stand beside the one that they follow from.
 */
final class ImpliedRule {
    /** Longer chains would cost more than they save. */
    private static final int BRANCHES_MAX = 20;

    private final SourcePlaces places = new SourcePlaces();

    private ImpliedRule(Query.Block block) {
        block.from().forEach(item -> places.add(item.source()));
    }

    static Query.Block apply(Query.Block block) {
        if (block.where() == null || block.from().size() < 2) {
            return block;
        }
        ImpliedRule rule = new ImpliedRule(block);
        List<Expr> conditions = Exprs.conjuncts(block.where());
        Expr where = null;
        for (Expr condition : conditions) {
            where = Exprs.and(where, condition);
        }
        for (Expr condition : conditions) {
            if (condition instanceof Expr.Or or) {
                for (int place = 0; place < block.from().size(); place++) {
                    Expr implied = rule.implied(or, 1L << place);
                    if (implied != null && !conditions.contains(implied)) {
                        where = Exprs.and(where, implied);
                    }
                }
            }
        }
        return block.withWhere(where);
    }

    /** What {@code or} says of one source, or null if some branch says nothing of it. */
    private Expr implied(Expr.Or or, long source) {
        List<Expr> branches = Exprs.disjuncts(or);
        if (branches.size() > BRANCHES_MAX) {
            return null;
        }
        List<Expr> own = new ArrayList<>();
        boolean whole = true;
        for (Expr branch : branches) {
            Expr part = null;
            for (Expr condition : Exprs.conjuncts(branch)) {
                boolean takes = Exprs.sources(condition, places) == source
                        && Exprs.isDeterministic(condition)
                        && !Exprs.hasQuery(condition);
                part = takes ? Exprs.and(part, condition) : part;
                whole &= takes;
            }
            if (part == null) {
                return null;
            }
            if (!own.contains(part)) {
                own.add(part);
            }
        }
        return whole ? null : own.stream().reduce(Expr.Or::new).orElseThrow();
    }
}
