package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;

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
            if (isOfKeys(part, block.keys(), binary)) {
                where = Exprs.and(where, part);
            } else {
                having = Exprs.and(having, part);
            }
        }
        return where == block.where() ? block : block.withWhere(where).withHaving(having);
    }

    /** Keys that differ in a group's rows, as NOCASE has them, are those of one row. */
    private static boolean isOfKeys(Expr expression, List<Expr> keys, Collation binary) {
        if (keys.contains(expression)) {
            return Typing.collation(expression, binary).equals(binary)
                    && Exprs.isDeterministic(expression)
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
                Exprs.isDeterministic(expression)
                        && Exprs.children(expression).stream()
                                .allMatch(child -> isOfKeys(child, keys, binary));
            default -> false;
        };
    }
}
