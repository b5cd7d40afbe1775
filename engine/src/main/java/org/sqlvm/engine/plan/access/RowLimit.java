package org.sqlvm.engine.plan.access;

import org.sqlvm.api.ScanRequest.SortColumn;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;

import java.util.ArrayList;
import java.util.List;

/**
 * How many rows a query wants of the only table that it reads, a virtual one, which may stop there
 * itself.
 *
 * @param limit known before the table is read
 * @param offset likewise; null for none
 * @param order in which the rows are counted; empty for any
 */
record RowLimit(Expr limit, Expr offset, List<SortColumn> order) {
    /** Null if rows are made of the table's, or are counted in an order that it does not know. */
    static RowLimit of(Query.Block block) {
        boolean counted = block.limit() != null
                && block.from().size() == 1
                && block.from().getFirst().source().relation() instanceof Relation.Virtual
                && !block.grouped()
                && !block.distinct()
                && !Queries.hasWindow(block)
                && Exprs.isConstant(block.limit())
                && (block.offset() == null || Exprs.isConstant(block.offset()));
        if (!counted) {
            return null;
        }
        Source source = block.from().getFirst().source();
        List<SortColumn> order = new ArrayList<>();
        for (SortKey key : block.order()) {
            if (key.bigNull()
                    || !(key.value() instanceof Expr.Column column)
                    || column.source() != source.number()
                    || (column.index() >= 0 && !column.collation().equals(key.collation()))) {
                return null;
            }
            order.add(new SortColumn(column.index(), key.descending()));
        }
        return new RowLimit(block.limit(), block.offset(), List.copyOf(order));
    }
}
