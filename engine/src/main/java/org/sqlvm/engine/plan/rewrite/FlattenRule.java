package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code SELECT … FROM (SELECT … FROM a WHERE c) AS s, b} becomes {@code SELECT … FROM a, b WHERE
 * c}: the tables of a query in FROM join the others, its conditions too, and its columns are
 * replaced by what they are. Then the join order is free and indexes can be used.
 *
 * <p>Not for a query that groups, drops repetitions or limits. One on the right of a LEFT JOIN must
 * have one table and give plain columns of it: anything else would have to be NULL where the join
 * finds no row.
 */
final class FlattenRule {
    /** As many tables as a bit mask has room for. */
    private static final int TABLE_COUNT_MAX = 64;

    private FlattenRule() {}

    static Query.Block apply(Query.Block block) {
        Query.Block changed = block;
        for (int place = 0; place < changed.from().size(); ) {
            Query.Block inner = inner(changed, place);
            if (inner == null) {
                place++;
            } else {
                changed = merged(changed, place, inner);
            }
        }
        return changed;
    }

    /** The query at a place of FROM, if it can be flattened; else null. */
    private static Query.Block inner(Query.Block block, int place) {
        FromItem item = block.from().get(place);
        boolean candidate = item.source().relation() instanceof Relation.Derived derived
                && !derived.kept()
                && derived.query() instanceof Query.Block;
        if (!candidate) {
            return null;
        }
        Query.Block inner = (Query.Block) ((Relation.Derived) item.source().relation()).query();
        boolean plain = !inner.grouped()
                && inner.values().stream().noneMatch(Exprs::hasWindow)
                && !inner.distinct()
                && inner.limit() == null
                && !inner.from().isEmpty()
                && inner.values().stream()
                        .allMatch(value -> Exprs.isStable(value) && !Exprs.hasQuery(value))
                && block.from().size() + inner.from().size() <= TABLE_COUNT_MAX;
        if (!plain || (item.leftJoin() && !fitsLeftJoin(inner))) {
            return null;
        }
        boolean orderMatters = !inner.order().isEmpty() && block.order().isEmpty();
        boolean keepsOrder =
                !block.grouped() && !block.distinct() && block.from().size() == 1;
        return !orderMatters || keepsOrder ? inner : null;
    }

    private static boolean fitsLeftJoin(Query.Block inner) {
        return inner.from().size() == 1
                && inner.order().isEmpty()
                && inner.values().stream().allMatch(Expr.Column.class::isInstance);
    }

    private static Query.Block merged(Query.Block block, int place, Query.Block inner) {
        FromItem item = block.from().get(place);
        int number = item.source().number();
        List<FromItem> from = new ArrayList<>();
        Expr where = block.where();
        for (int i = 0; i < block.from().size(); i++) {
            if (i != place) {
                from.add(block.from().get(i));
                continue;
            }
            for (FromItem own : inner.from()) {
                boolean first = own == inner.from().get(0);
                List<Expr> on = new ArrayList<>(own.on());
                if (item.leftJoin()) {
                    on.addAll(item.on());
                    on.addAll(Exprs.conjuncts(inner.where()));
                }
                from.add(new FromItem(
                        own.source(),
                        own.leftJoin() || item.leftJoin(),
                        own.fixed() || (first && item.fixed()),
                        on));
            }
        }
        if (!item.leftJoin()) {
            for (Expr condition : item.on()) {
                where = Exprs.and(where, condition);
            }
            where = Exprs.and(where, inner.where());
        }
        List<SortKey> order = block.order();
        boolean takesOrder = order.isEmpty()
                && !block.grouped()
                && !block.distinct()
                && block.from().size() == 1;
        Query.Block whole = block.with(from, where).withOrder(takesOrder ? inner.order() : order);
        return Queries.map(whole, expression -> replaced(expression, number, inner.values()));
    }

    /** {@code expression} with what the columns of source {@code number} stand for. */
    static Expr replaced(Expr expression, int number, List<Expr> values) {
        if (expression instanceof Expr.Column column && column.source() == number) {
            return values.get(column.index());
        }
        return Exprs.mapChildren(expression, child -> replaced(child, number, values));
    }
}
