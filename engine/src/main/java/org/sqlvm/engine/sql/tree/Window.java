package org.sqlvm.engine.sql.tree;

import java.util.List;

/** What stands after OVER. */
public sealed interface Window extends Node {

    /** {@code OVER name}. */
    record Reference(Name name, Span span) implements Window {}

    /**
     * {@code OVER (…)}, or one of the WINDOW clause.
     *
     * @param base the window this one extends, or null
     * @param frame null for the default frame
     */
    record Definition(
            Name base,
            List<Expression> partitionBy,
            List<OrderingTerm> orderBy,
            Frame frame,
            Span span)
            implements Window {}

    /** {@code WINDOW name AS (…)}. */
    record Named(Name name, Definition definition, Span span) implements Node {}

    /** @param end CURRENT ROW if the text has no BETWEEN */
    record Frame(
            FrameUnit unit, FrameBound start, FrameBound end, FrameExclusion exclusion, Span span)
            implements Node {}

    /** @param offset for {@link BoundKind#PRECEDING} and {@link BoundKind#FOLLOWING}, else null */
    record FrameBound(BoundKind kind, Expression offset) {}

    enum FrameUnit {
        ROWS,
        RANGE,
        GROUPS
    }

    enum BoundKind {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    enum FrameExclusion {
        /** Nothing is said, which is EXCLUDE NO OTHERS. */
        UNSPECIFIED,
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }
}
