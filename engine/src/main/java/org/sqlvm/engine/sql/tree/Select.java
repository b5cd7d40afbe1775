package org.sqlvm.engine.sql.tree;

import java.util.List;

/**
 * A query: SELECT, VALUES or a compound of them.
 *
 * @param with null without
 * @param orderBy empty without
 * @param limit null without
 */
public record Select(With with, Body body, List<OrderingTerm> orderBy, Limit limit, Span span)
        implements Statement {

    /** The rows that are ordered and limited. */
    public sealed interface Body extends Node {}

    /** A part of a compound. */
    public sealed interface Term extends Body {}

    /**
     * {@code SELECT …} up to its WINDOW clause.
     *
     * @param from null without FROM
     * @param groupBy empty without
     */
    public record Core(
            boolean distinct,
            List<ResultColumn> columns,
            TableSource from,
            Expression where,
            List<Expression> groupBy,
            Expression having,
            List<Window.Named> windows,
            Span span)
            implements Term {}

    /**
     * {@code VALUES (…), …}: at least one row; that all have the same length is not checked here.
     */
    public record Values(List<List<Expression>> rows, Span span) implements Term {}

    /** {@code VALUES (…), …} of INSERT: rows that texts of its shape do not have in common. */
    public record SharedValues(SharedRows rows, Span span) implements Term {}

    /** {@code first UNION … EXCEPT …}: evaluated from left to right; {@code rest} is not empty. */
    public record Compound(Term first, List<Operand> rest, Span span) implements Body {}

    public record Operand(CompoundOperator operator, Term term) {}

    public enum CompoundOperator {
        UNION,
        UNION_ALL,
        INTERSECT,
        EXCEPT
    }

    /** @param offset null without */
    public record Limit(Expression count, Expression offset, Span span) implements Node {}

    public record With(boolean recursive, List<CommonTable> tables, Span span) implements Node {}

    /** @param columns empty without */
    public record CommonTable(
            Name name,
            List<Name> columns,
            Materialization materialization,
            Select select,
            Span span)
            implements Node {}

    public enum Materialization {
        UNSPECIFIED,
        MATERIALIZED,
        NOT_MATERIALIZED
    }
}
