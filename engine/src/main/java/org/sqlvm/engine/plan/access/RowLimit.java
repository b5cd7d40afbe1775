package org.sqlvm.engine.plan.access;

import org.sqlvm.api.ScanRequest.SortColumn;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;

import java.util.ArrayList;
import java.util.List;

/**
 * The number of rows that a query wants of the only table that it reads, a virtual one, which may
 * stop there itself.
 *
 * @param limit known before the table is read
 * @param offset likewise; null for none
 * @param order in which the rows are counted; empty for any
 */
record RowLimit(Expr limit, Expr offset, List<SortColumn> order) {
    /**
     * Returns null if rows are made of the table's, or are counted in an order that it does not
     * know.
     *
     * @param wanted how many rows the user of the query reads at most; null for all
     */
    static RowLimit of(Query.Block block, Expr wanted, TextEncoding encoding) {
        Expr limit = block.limit() == null ? wanted : both(block.limit(), wanted, encoding);
        boolean counted = limit != null
                && block.from().size() == 1
                && block.from().getFirst().source().relation() instanceof Relation.Virtual
                && !block.grouped()
                && !block.distinct()
                && !Queries.hasWindow(block)
                && Exprs.isConstant(limit)
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
        return new RowLimit(limit, block.offset(), List.copyOf(order));
    }

    /** Returns 0 or 1 for a user that reads one row, as in SQLite; or the query's own limit. */
    private static Expr both(Expr limit, Expr wanted, TextEncoding encoding) {
        Expr zero = new Expr.Constant(0L);
        Expr one = new Expr.Constant(1L);
        if (!one.equals(wanted) || limit.equals(zero) || limit.equals(one)) {
            return limit;
        }
        Comparison comparison = Typing.comparison(limit, zero, Collation.binary(encoding));
        return new Expr.Compare(CompareOperator.NE, limit, zero, comparison);
    }
}
