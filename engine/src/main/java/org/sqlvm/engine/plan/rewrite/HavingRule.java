package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Typing;

import java.util.List;

/**
 * {@code GROUP BY k HAVING k > 5} becomes {@code WHERE k > 5 GROUP BY k}: rows of groups that are
 * refused for their keys alone are not grouped. It cannot be switched off: an error in such a
 * group, as of a sum, would show, which SQLite does not see either.
 */
final class HavingRule {
    private HavingRule() {}

    static Query.Block apply(Query.Block block, TextEncoding encoding) {
        if (block.having() == null || block.keys().isEmpty()) {
            return block;
        }
        Collation binary = Collation.binary(encoding);
        Expr where = block.where();
        Expr having = null;
        for (Expr part : Exprs.conjuncts(block.having())) {
            if (!isFalse(part) && isOfKeys(part, block.keys(), binary)) {
                where = Exprs.and(where, part);
            } else {
                having = Exprs.and(having, part);
            }
        }
        return where == block.where() ? block : block.withWhere(where).withHaving(having);
    }

    /** What SQLite's parser knows to be false stays where it is: errors of the groups show. */
    private static boolean isFalse(Expr part) {
        return switch (part) {
            case Expr.Constant constant -> constant.value().equals(0L);
            case Expr.IsNull(Expr.Constant constant, boolean negated) ->
                !negated && constant.value() != SqlNull.NULL;
            default -> false;
        };
    }

    /** Keys that differ in a group's rows, as NOCASE has them, are those of one row. */
    private static boolean isOfKeys(Expr expression, List<Expr> keys, Collation binary) {
        if (keys.contains(expression)) {
            return Typing.collation(expression, binary).equals(binary)
                    && Exprs.isStable(expression)
                    && !Exprs.hasQuery(expression);
        }
        return switch (expression) {
            case Expr.Constant _, Expr.Parameter _, Expr.CaseBase _ -> true;
            case Expr.Plus _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.And _,
                    Expr.Or _,
                    Expr.Compare _,
                    Expr.IsNull _,
                    Expr.IsTruth _,
                    Expr.Between _,
                    Expr.In _,
                    Expr.Case _,
                    Expr.Cast _,
                    Expr.Collate _,
                    Expr.Call _,
                    Expr.Coalesce _ ->
                Exprs.isStable(expression)
                        && Exprs.children(expression).stream()
                                .allMatch(child -> isOfKeys(child, keys, binary));
            default -> false;
        };
    }
}
