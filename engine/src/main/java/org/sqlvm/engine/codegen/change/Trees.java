package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.List;

/** Syntax trees of statements that the engine makes itself. */
public final class Trees {
    static final Span NOWHERE = new Span(0, 0);

    private Trees() {}

    static Name name(String text) {
        return new Name(text, Name.Quote.BRACKET, NOWHERE);
    }

    /** @param table its name or alias, or null */
    static Expression column(String table, String column) {
        return new Expression.ColumnName(
                null, table == null ? null : name(table), name(column), NOWHERE);
    }

    static Expression binary(
            Expression.BinaryOperator operator, Expression left, Expression right) {
        return new Expression.Binary(operator, left, right, NOWHERE);
    }

    /** Both conditions; the left one may be null for none. */
    static Expression and(Expression left, Expression right) {
        return left == null ? right : binary(Expression.BinaryOperator.AND, left, right);
    }

    static Expression not(Expression operand) {
        return new Expression.Unary(Expression.UnaryOperator.NOT, operand, NOWHERE);
    }

    static ResultColumn item(Expression value) {
        return new ResultColumn.Item(value, null, NOWHERE, NOWHERE);
    }

    /** @param alias null without */
    static TableSource.TableName table(String table, String alias) {
        return new TableSource.TableName(
                new QualifiedName(null, name(table), NOWHERE),
                alias == null ? null : name(alias),
                null,
                NOWHERE);
    }

    /**
     * Returns the table in its own database, whatever objects of other databases have its name.
     *
     * @param alias the alias; null for none
     */
    static TableSource.TableName table(Table table, String alias) {
        return new TableSource.TableName(
                new QualifiedName(name(table.database().name()), name(table.name()), NOWHERE),
                alias == null ? null : name(alias),
                null,
                NOWHERE);
    }

    /** The table that a statement changes, which no common table expression hides. */
    static TableSource.TableName changed(TableSource.TableName target, Table table) {
        Name database = name(table.database().name());
        return new TableSource.TableName(
                new QualifiedName(database, target.name().name(), NOWHERE),
                target.alias(),
                target.hint(),
                target.span());
    }

    /** A query for one value. */
    public static Select row(Expression value) {
        return select(null, List.of(item(value)), null, null);
    }

    /** @param where null for all rows */
    static Select select(
            Select.With with, List<ResultColumn> columns, TableSource from, Expression where) {
        Select.Core core =
                new Select.Core(false, columns, from, where, List.of(), null, List.of(), NOWHERE);
        return new Select(with, core, List.of(), null, NOWHERE);
    }
}
