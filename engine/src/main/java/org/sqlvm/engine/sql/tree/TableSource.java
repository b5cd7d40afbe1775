package org.sqlvm.engine.sql.tree;

import java.util.List;

/** The source that a FROM clause names: a table, or a tree of joins. */
public sealed interface TableSource extends Node {

    /**
     * A table, view or common table expression.
     *
     * @param alias null without
     * @param hint null without
     */
    record TableName(QualifiedName name, Name alias, IndexHint hint, Span span)
            implements TableSource {}

    /** {@code function(arguments)}. */
    record TableFunction(QualifiedName name, List<Expression> arguments, Name alias, Span span)
            implements TableSource {}

    /** {@code (SELECT …)}. */
    record Subquery(Select select, Name alias, Span span) implements TableSource {}

    /** {@code (a JOIN b)}. */
    record Parenthesized(TableSource source, Name alias, Span span) implements TableSource {}

    /**
     * Joins are left-deep: {@code a, b, c} is {@code Join(Join(a, b), c)}.
     *
     * @param constraint null without ON and USING
     */
    record Join(
            TableSource left,
            JoinKind kind,
            boolean natural,
            TableSource right,
            JoinConstraint constraint,
            Span span)
            implements TableSource {}

    /** @param index null for NOT INDEXED */
    record IndexHint(Name index, Span span) implements Node {}

    /** How a join finds its pairs. */
    sealed interface JoinConstraint extends Node {

        record On(Expression condition, Span span) implements JoinConstraint {}

        record Using(List<Name> columns, Span span) implements JoinConstraint {}
    }

    enum JoinKind {
        /** Comma, JOIN or INNER JOIN. */
        INNER,
        /** CROSS JOIN: inner, in the written order. */
        CROSS,
        LEFT,
        RIGHT,
        FULL
    }
}
