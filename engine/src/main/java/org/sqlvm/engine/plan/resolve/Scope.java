package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * What names mean at one place of a statement.
 *
 * @param sources the tables in the order of the FROM clause
 * @param aliases names of result columns, which a name that no table has may mean
 * @param aggregates whether sum(x) and the like may stand here
 * @param enclosing the query around, for a query inside an expression; else null
 * @param place for messages: "CHECK constraints", "index expressions" …; null in a query.
 *     Parameters, subqueries and, in an index, functions that change are prohibited there
 * @param row what OLD and NEW mean; null outside of triggers
 */
public record Scope(
        List<Source> sources,
        List<Alias> aliases,
        Aggregates aggregates,
        String place,
        Enclosing enclosing,
        TriggerRow row) {
    /** No names at all: LIMIT, VALUES, DEFAULT. */
    public static final Scope EMPTY =
            new Scope(List.of(), List.of(), Aggregates.FORBIDDEN, null, null, null);

    /** No names, in a DEFAULT. */
    public static final Scope DEFAULT_VALUE =
            new Scope(List.of(), List.of(), Aggregates.FORBIDDEN, "DEFAULT values", null, null);

    /** A named result column. */
    public record Alias(String name, Expr value) {}

    /** Where aggregate calls may stand. */
    public enum Aggregates {
        ALLOWED,
        /** "misuse of aggregate function X()". */
        FORBIDDEN,
        /** "misuse of aggregate: X()": SQLite finds out later, because the query does aggregate. */
        MISPLACED
    }

    /** The scope over one table, as CHECK and index expressions have it. */
    public static Scope of(Table table, String place) {
        Source source = Source.of(0, table, table.name(), false, Relation.Stored.TABLE);
        return new Scope(List.of(source), List.of(), Aggregates.FORBIDDEN, place, null, null);
    }

    Scope withAggregates(Aggregates changed) {
        return new Scope(sources, aliases, changed, place, enclosing, row);
    }

    Scope withAliases(List<Alias> changed) {
        return new Scope(sources, List.copyOf(changed), aggregates, place, enclosing, row);
    }

    /** The scope in the program of a trigger. */
    Scope in(TriggerRow changed) {
        return new Scope(sources, aliases, aggregates, place, enclosing, changed);
    }

    /** The scope of a query inside an expression. */
    Scope inside(Enclosing changed) {
        return new Scope(sources, aliases, aggregates, place, changed, row);
    }

    /** The scope with one more source. */
    Scope plus(Source source) {
        List<Source> all = new ArrayList<>(sources);
        all.add(source);
        return new Scope(List.copyOf(all), aliases, aggregates, place, enclosing, row);
    }
}
