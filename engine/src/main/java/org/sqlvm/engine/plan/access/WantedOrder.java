package org.sqlvm.engine.plan.access;

import org.sqlvm.api.ScanRequest.Need;
import org.sqlvm.api.ScanRequest.SortColumn;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.physical.GroupingPlanner;

import java.util.ArrayList;
import java.util.List;

/**
 * The order of its rows that a query begins with asking virtual tables for. As SQLite does, it asks
 * for ORDER BY, GROUP BY or DISTINCT as they stand there, if all of it is of columns of one table.
 *
 * @param keys empty if any order will do
 */
record WantedOrder(List<SortKey> keys, Need need) {
    static final WantedOrder NONE = new WantedOrder(List.of(), Need.SORTED);

    static WantedOrder of(Query.Block block, TextEncoding encoding) {
        boolean tells = block.from().stream()
                        .anyMatch(item -> item.source().relation() instanceof Relation.Virtual)
                && !Queries.hasWindow(block);
        if (!tells) {
            return NONE;
        }
        if (block.grouped()) {
            return ofGroups(block, GroupingPlanner.of(block, encoding));
        }
        if (!block.distinct() || block.values().stream().anyMatch(WantedOrder::isRowid)) {
            return new WantedOrder(block.order(), Need.SORTED);
        }
        if (!block.order().isEmpty()) {
            return new WantedOrder(block.order(), Need.SORTED_DISTINCT);
        }
        List<SortKey> keys = new ArrayList<>();
        for (Expr value : block.values()) {
            keys.add(new SortKey(
                    value, Typing.collation(value, Collation.binary(encoding)), false, false));
        }
        return new WantedOrder(keys, Need.DISTINCT);
    }

    /** No two rows agree in a rowid. */
    private static boolean isRowid(Expr value) {
        return value instanceof Expr.Column column && column.index() == Expr.Column.ROWID;
    }

    /** The directions of ORDER BY do no harm to the groups. */
    private static WantedOrder ofGroups(Query.Block block, GroupingPlanner grouping) {
        if (block.keys().isEmpty()) {
            block.values().forEach(grouping::above); // So that it knows the aggregates.
            SortKey extreme = grouping.extreme();
            return extreme == null ? NONE : new WantedOrder(List.of(extreme), Need.SORTED);
        }
        List<SortKey> keys = grouping.asOrder();
        List<SortKey> order = Exprs.mapOrder(block.order(), grouping::aboveInOrder);
        if (order.size() != keys.size()) {
            return new WantedOrder(keys, Need.GROUPED);
        }
        boolean same = true;
        List<SortKey> directed = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            SortKey key = keys.get(i);
            SortKey sorted = order.get(i);
            directed.add(new SortKey(key.value(), key.collation(), sorted.descending(), false));
            same &= sorted.value() instanceof Expr.GroupKey group
                    && group.index() == i
                    && sorted.collation().equals(key.collation())
                    && !sorted.bigNull();
        }
        return new WantedOrder(directed, same ? Need.SORTED : Need.GROUPED);
    }

    /** The columns of a table that all of it is of; empty if it is not. */
    List<SortColumn> of(Source source) {
        List<SortColumn> columns = new ArrayList<>();
        for (SortKey key : keys) {
            if (key.value() instanceof Expr.Constant) {
                continue;
            }
            boolean own = !key.bigNull()
                    && key.value() instanceof Expr.Column column
                    && column.source() == source.number()
                    && (column.index() < 0 || column.collation().equals(key.collation()));
            if (!own) {
                return List.of();
            }
            columns.add(new SortColumn(((Expr.Column) key.value()).index(), key.descending()));
        }
        return columns;
    }
}
