package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/** Which queries SQLite's planner sees to have one row at most before it looks at ORDER BY. */
final class SingleRow {
    private SingleRow() {}

    /** Whether there is no FROM, or one table of which a whole key is given. */
    static boolean is(List<FromItem> from, Expr where) {
        if (from.size() != 1) {
            return from.isEmpty();
        }
        Source source = from.getFirst().source();
        if (source.relation() != Relation.Stored.TABLE) {
            return false;
        }
        List<Expr.Column> given = new ArrayList<>();
        for (Expr condition : Exprs.conjuncts(where)) {
            Expr.Column column = given(condition, source.number());
            if (column != null) {
                given.add(column);
            }
        }
        Table table = source.table();
        boolean rowid = given.stream().anyMatch(column -> column.index() == Expr.Column.ROWID);
        return rowid || table.keys().stream().anyMatch(index -> isGiven(index, table, given));
    }

    /** The column that a condition holds equal to something else; null if it does not. */
    private static Expr.Column given(Expr condition, int source) {
        if (condition instanceof Expr.In in && !in.negated() && in.values().size() == 1) {
            return given(in.operand(), in.values().getFirst(), source);
        }
        if (!(condition instanceof Expr.Compare compare)
                || compare.operator() != CompareOperator.EQ) {
            return null;
        }
        Expr.Column left = given(compare.left(), compare.right(), source);
        return left != null ? left : given(compare.right(), compare.left(), source);
    }

    private static Expr.Column given(Expr side, Expr other, int source) {
        return side instanceof Expr.Column column
                        && column.source() == source
                        && !reads(other, source)
                ? column
                : null;
    }

    private static boolean reads(Expr expression, int source) {
        return (expression instanceof Expr.Column column && column.source() == source)
                || Exprs.anyChild(expression, child -> reads(child, source));
    }

    private static boolean isGiven(Index index, Table table, List<Expr.Column> given) {
        if (!index.unique() || index.where() != null) {
            return false;
        }
        return index.columns().subList(0, index.keyCount()).stream()
                .allMatch(key -> given.stream().anyMatch(column -> isKey(key, table, column)));
    }

    private static boolean isKey(Index.IndexColumn key, Table table, Expr.Column column) {
        if (key.tableColumn() < 0 || key.tableColumn() != column.index()) {
            return false;
        }
        Column of = table.columns().get(key.tableColumn());
        return key.collation().equals(of.collation());
    }
}
