package org.sqlvm.engine.plan;

import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

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

    /**
     * A term of the FROM clause: a table, a query, or a join in parentheses.
     *
     * @param number the source that rows come from, unique in the statement
     * @param table its columns; of a join in parentheses those that it delivers
     * @param name the alias or the table's name, as written; null if no name finds it
     * @param aliased the name is an alias
     * @param relation null for a join in parentheses
     * @param joined how it is joined to what stands to its left
     * @param group what the columns of a join in parentheses are; null for anything else
     * @param values what is read for its columns and, behind them, for its rowid; null if that is
     *     the columns of the source's own rows
     */
    public record Source(
            int number,
            Table table,
            String name,
            boolean aliased,
            Relation relation,
            Joined joined,
            List<GroupColumn> group,
            List<Expr> values) {
        /** A source of rows with a name of its own. */
        static Source of(int number, Table table, String name, boolean aliased, Relation relation) {
            return new Source(number, table, name, aliased, relation, Joined.NONE, null, null);
        }

        /** A query that has no place in the text: no name finds it. */
        static Source ofQuery(int number, Table table, Relation.Derived query) {
            return of(number, table, null, true, query);
        }

        /** Another source of the same rows. */
        Source withNumber(int other) {
            return new Source(other, table, name, aliased, relation, joined, group, values);
        }

        /** The same, but other rows or other columns. */
        Source with(Table otherTable, Relation otherRelation) {
            return new Source(
                    number, otherTable, name, aliased, otherRelation, joined, group, values);
        }

        Source with(Joined other) {
            return new Source(number, table, name, aliased, relation, other, group, values);
        }

        /** The same under names, but read from other rows. */
        Source reading(Joined other, List<Expr> otherValues) {
            return new Source(number, table, name, aliased, relation, other, group, otherValues);
        }

        /** Whether it is a table or view of a database, so that {@code main.name} may mean it. */
        boolean isInDatabase() {
            return (relation instanceof Relation.Stored stored && !stored.changed())
                    || relation instanceof Relation.Virtual
                    || (relation instanceof Relation.Derived derived && derived.view());
        }

        /** Whether a star shows the column, if its name is not one that USING joins. */
        boolean isShown(int column) {
            return group == null
                    ? !table.columns().get(column).hidden()
                    : group.get(column).shown();
        }
    }

    /**
     * How a source is joined to those on its left.
     *
     * @param columns those that USING or NATURAL joins, as they are written
     * @param both of a FULL JOIN: what a name in {@code columns} means, by name in lower case
     */
    public record Joined(JoinKind kind, List<String> columns, Map<String, Expr> both) {
        static final Joined NONE = new Joined(JoinKind.INNER, List.of(), Map.of());

        static Joined by(JoinKind kind, Collection<String> columns) {
            return new Joined(kind, List.copyOf(columns), Map.of());
        }

        boolean has(String column) {
            return columns.stream().anyMatch(own -> Schema.key(own).equals(Schema.key(column)));
        }
    }

    /**
     * A column that a join in parentheses delivers.
     *
     * @param source where it is found: the innermost table; null for what USING makes of several
     * @param column its place there; {@link Expr.Column#ROWID} for the rowid
     * @param name as the table inside has it; for a rowid one of its three names
     * @param merged it is what USING makes of several; a join around this one no longer knows
     * @param shown a star around shows it
     */
    public record GroupColumn(
            Source source,
            int column,
            String name,
            boolean merged,
            boolean shown,
            Program.ResultColumn described) {
        boolean isRowid() {
            return column == Expr.Column.ROWID && source != null;
        }
    }

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
