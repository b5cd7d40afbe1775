package org.sqlvm.engine.sql.tree;

import org.sqlvm.engine.error.SqlException;

import java.util.List;

/** One term of ORDER BY, or one column of an index, key or conflict target. */
public record OrderingTerm(Expression expression, SortOrder order, NullOrder nulls, Span span)
        implements Node {

    public enum SortOrder {
        /** No direction is written, which means ascending. */
        UNSPECIFIED,
        ASC,
        DESC
    }

    public enum NullOrder {
        /** No order of NULL is written: NULL is the smallest value. */
        UNSPECIFIED,
        FIRST,
        LAST
    }

    public boolean descending() {
        return order == SortOrder.DESC;
    }

    /** The columns of an index, a key or a conflict target do not say where NULL comes. */
    public static void refuseNulls(List<OrderingTerm> terms) {
        for (OrderingTerm term : terms) {
            if (term.nulls() != NullOrder.UNSPECIFIED) {
                throw SqlException.error("unsupported use of NULLS " + term.nulls());
            }
        }
    }
}
