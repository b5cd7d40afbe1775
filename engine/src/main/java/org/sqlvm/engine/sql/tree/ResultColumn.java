package org.sqlvm.engine.sql.tree;

/** One column of a SELECT or RETURNING. */
public sealed interface ResultColumn extends Node {

    /** {@code *}. */
    record Star(Span span) implements ResultColumn {}

    /** {@code table.*}. */
    record TableStar(Name table, Span span) implements ResultColumn {}

    /**
     * @param alias null without AS
     * @param text the expression's text with its parentheses, which names the column if nothing
     *     else does
     */
    record Item(Expression expression, Name alias, Span text, Span span) implements ResultColumn {}
}
