package org.sqlvm.engine.sql.tree;

import org.sqlvm.engine.error.SqlException;

import java.util.List;

/** The window after OVER. */
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
            implements Window {

        /**
         * Returns the definition with the parts inherited from its base, which is one of
         * {@code named}.
         */
        public Definition extended(List<Named> named) {
            if (base == null) {
                return this;
            }
            Definition extended = Named.find(named, base, span.start());
            String refused = !partitionBy.isEmpty()
                    ? "PARTITION clause"
                    : !extended.orderBy.isEmpty() && !orderBy.isEmpty()
                            ? "ORDER BY clause"
                            : extended.frame != null ? "frame specification" : null;
            if (refused != null) {
                throw SqlException.error(
                        "cannot override " + refused + " of window: " + base.written());
            }
            return new Definition(
                    null,
                    extended.partitionBy,
                    orderBy.isEmpty() ? extended.orderBy : orderBy,
                    frame,
                    span);
        }

        /** The definition without its base. */
        public Definition alone() {
            return new Definition(null, partitionBy, orderBy, frame, span);
        }
    }

    /** {@code WINDOW name AS (…)}. */
    record Named(Name name, Definition definition, Span span) implements Node {

        /**
         * Returns the last one of the windows with that name. To SQLite the quotes are a part of
         * the name.
         */
        public static Definition find(List<Named> named, Name name, int position) {
            for (Named candidate : named.reversed()) {
                if (candidate.name.quote() == name.quote() && candidate.name.matches(name.text())) {
                    return candidate.definition;
                }
            }
            throw SqlException.error("no such window: " + name.written(), position);
        }
    }

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
        /** No EXCLUDE is written, which means EXCLUDE NO OTHERS. */
        UNSPECIFIED,
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }
}
