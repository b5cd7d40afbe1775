package org.sqlvm.engine.sql.tree;

/** One term of ORDER BY, or one column of an index, key or conflict target. */
public record OrderingTerm(Expression expression, SortOrder order, NullOrder nulls, Span span)
        implements Node {

    public enum SortOrder {
        /** Not said, which is ascending. */
        UNSPECIFIED,
        ASC,
        DESC
    }

    public enum NullOrder {
        /** Not said: NULL is the smallest value. */
        UNSPECIFIED,
        FIRST,
        LAST
    }

    public boolean descending() {
        return order == SortOrder.DESC;
    }
}
