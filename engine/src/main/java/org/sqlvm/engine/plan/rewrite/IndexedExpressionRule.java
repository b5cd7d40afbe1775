package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code WHERE a + b = 5}, where an index is over {@code a + b}: the expression becomes a column of
 * the table, which the index holds (sqlite.org/expridx.html). It must be written as in CREATE
 * INDEX, operands in the same order.
 *
 * <p>Not for the right side of a LEFT JOIN but in its ON: where the join finds no row, an
 * expression over NULLs need not be NULL.
 */
public final class IndexedExpressionRule {
    private IndexedExpressionRule() {}

    public static Query.Block apply(Query.Block block, Preparation preparation) {
        boolean found = block.from().stream().anyMatch(IndexedExpressionRule::isIndexed);
        if (!found) {
            return block;
        }
        Map<Expr, Expr> everywhere = new HashMap<>();
        List<Map<Expr, Expr>> own = new ArrayList<>();
        List<FromItem> from = new ArrayList<>();
        for (FromItem item : block.from()) {
            Map<Expr, Expr> columns = new HashMap<>();
            from.add(isIndexed(item) ? withColumns(item, columns, preparation) : item);
            own.add(columns);
            if (!item.leftJoin()) {
                everywhere.putAll(columns);
            }
        }
        for (int place = 0; place < from.size(); place++) {
            Map<Expr, Expr> columns = new HashMap<>(everywhere);
            columns.putAll(own.get(place));
            FromItem item = from.get(place);
            from.set(place, item.withOn(Exprs.mapAll(item.on(), on -> replaced(on, columns))));
        }
        Query.Block changed = Queries.map(block, expression -> replaced(expression, everywhere));
        return changed.with(from, changed.where());
    }

    private static boolean isIndexed(FromItem item) {
        return item.source().relation() instanceof Relation.Stored
                && StoredExpressions.hasIndexed(item.source().table());
    }

    /** The item with the extended table; {@code columns} gets what its new columns stand for. */
    private static FromItem withColumns(
            FromItem item, Map<Expr, Expr> columns, Preparation preparation) {
        Source source = item.source();
        Table table = StoredExpressions.readable(source.table(), preparation);
        for (int i = source.table().columns().size(); i < table.columns().size(); i++) {
            Expr value = StoredExpressions.value(table, i, preparation);
            Column column = table.columns().get(i);
            columns.put(
                    StoredExpressions.over(value, source.number()),
                    new Expr.Column(
                            source.number(),
                            i,
                            column.name(),
                            column.affinity(),
                            column.collation()));
        }
        return item.withSource(source.with(table, source.relation()));
    }

    private static Expr replaced(Expr expression, Map<Expr, Expr> columns) {
        Expr column = columns.get(expression);
        if (column != null) {
            return column;
        }
        return takesJson(expression)
                ? Exprs.mapChildren(expression, child -> argument(child, columns))
                : Exprs.mapChildren(expression, child -> replaced(child, columns));
    }

    private static boolean takesJson(Expr expression) {
        return switch (expression) {
            case Expr.Call call -> call.function().is(FunctionFact.TAKES_SUBTYPES);
            case Expr.Aggregate aggregate -> aggregate.function().is(FunctionFact.TAKES_SUBTYPES);
            case Expr.WindowCall call ->
                call.aggregate() != null && call.aggregate().is(FunctionFact.TAKES_SUBTYPES);
            default -> false;
        };
    }

    /** What may be JSON to the function that takes it is computed: an index does not hold that. */
    private static Expr argument(Expr expression, Map<Expr, Expr> columns) {
        return switch (expression) {
            case Expr.Call call ->
                call.function().is(FunctionFact.CHOOSES) || takesJson(call)
                        ? Exprs.mapChildren(call, child -> argument(child, columns))
                        : Exprs.mapChildren(call, child -> replaced(child, columns));
            case Expr.Plus _, Expr.Collate _, Expr.Cast _, Expr.Coalesce _, Expr.Case _ ->
                Exprs.mapChildren(expression, child -> argument(child, columns));
            default -> replaced(expression, columns);
        };
    }
}
