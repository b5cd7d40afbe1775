package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.TextPlace;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.Collection;
import java.util.List;
import java.util.Map;

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
 * @param values what is read for its columns and, behind them, for its rowid; null if that is the
 *     columns of the source's own rows
 * @param place where the text names it; null if it does not
 */
public record Source(
        int number,
        Table table,
        String name,
        boolean aliased,
        Relation relation,
        Joined joined,
        List<GroupColumn> group,
        List<Expr> values,
        TextPlace place) {
    /** A source of rows with a name of its own. */
    public static Source of(
            int number, Table table, String name, boolean aliased, Relation relation) {
        return new Source(number, table, name, aliased, relation, Joined.NONE, null, null, null);
    }

    /** A query that has no place in the text: no name finds it. */
    public static Source ofQuery(int number, Table table, Relation.Derived query) {
        return of(number, table, null, true, query);
    }

    /** Another source of the same rows. */
    public Source withNumber(int other) {
        return new Source(other, table, name, aliased, relation, joined, group, values, place);
    }

    /** The same, but other rows or other columns. */
    public Source with(Table otherTable, Relation otherRelation) {
        return new Source(
                number, otherTable, name, aliased, otherRelation, joined, group, values, place);
    }

    public Source with(Joined other) {
        return new Source(number, table, name, aliased, relation, other, group, values, place);
    }

    /** The same under names, but read from other rows. */
    public Source reading(Joined other, List<Expr> otherValues) {
        return new Source(number, table, name, aliased, relation, other, group, otherValues, place);
    }

    /** The same, as it stands in the text. */
    public Source at(TextPlace other) {
        return new Source(number, table, name, aliased, relation, joined, group, values, other);
    }

    /** Whether it is a table or view of a database, so that {@code main.name} may mean it. */
    public boolean isInDatabase() {
        return (relation instanceof Relation.Stored stored && !stored.changed())
                || relation instanceof Relation.Virtual
                || (relation instanceof Relation.Derived derived && derived.view());
    }

    /** Whether a star shows the column, if its name is not one that USING joins. */
    public boolean isShown(int column) {
        return group == null
                ? !table.columns().get(column).hidden()
                : group.get(column).shown();
    }

    /**
     * How a source is joined to those on its left.
     *
     * @param columns those that USING or NATURAL joins, as they are written
     * @param both of a FULL JOIN: what a name in {@code columns} means, by name in lower case
     */
    public record Joined(JoinKind kind, List<String> columns, Map<String, Expr> both) {
        public static final Joined NONE = new Joined(JoinKind.INNER, List.of(), Map.of());

        public static Joined by(JoinKind kind, Collection<String> columns) {
            return new Joined(kind, List.copyOf(columns), Map.of());
        }

        public boolean has(String column) {
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
        public boolean isRowid() {
            return column == Expr.Column.ROWID && source != null;
        }
    }
}
