package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.resolve.Scope;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** SET: which column gets which value. Of two values for one column the later one counts. */
final class Assignments {
    private static final int UNCHANGED = -1;
    /** The name of a query whose columns are assigned to several columns. */
    private static final String ROW = "\0row";

    private final Table table;
    /** By table column: which of {@link #values} it takes, or {@link #UNCHANGED}. */
    private final int[] places;

    private int rowidPlace = UNCHANGED;
    private final List<Value> values = new ArrayList<>();
    private final Preparation preparation;
    private final boolean written;

    /**
     * A value, or a column of a query that gives several.
     *
     * @param column the query's column; -1 for an expression
     */
    private record Value(Expression tree, int column, int columnCount) {}

    /**
     * @param table with the columns of indexed expressions, or a view's columns
     * @param written in a statement, whose user must permit it
     */
    Assignments(
            Table table,
            List<Statement.Assignment> trees,
            Preparation preparation,
            boolean written) {
        this.table = table;
        this.preparation = preparation;
        this.written = written;
        this.places = new int[table.columns().size()];
        Arrays.fill(places, UNCHANGED);
        trees.forEach(this::add);
    }

    private void add(Statement.Assignment tree) {
        List<Name> names = tree.columns();
        if (names.size() == 1) {
            add(names.get(0), new Value(tree.value(), -1, 1));
            return;
        }
        if (tree.value() instanceof Expression.Subquery) {
            for (int i = 0; i < names.size(); i++) {
                add(names.get(i), new Value(tree.value(), i, names.size()));
            }
            return;
        }
        List<Expression> given = tree.value() instanceof Expression.RowValue row
                ? row.values()
                : List.of(tree.value());
        assert given.size() == names.size() : tree;
        for (int i = 0; i < names.size(); i++) {
            add(names.get(i), new Value(given.get(i), -1, 1));
        }
    }

    /** Whether a column may be changed; if not, it keeps its value. */
    private boolean isPermitted(Name name, int column) {
        boolean known = column >= 0 || (table.hasRowid() && Table.isRowidName(name.text()));
        String changed = column < 0 ? "ROWID" : table.columns().get(column).name();
        return !known
                || preparation
                        .authorization()
                        .allows(
                                Authorization.Action.UPDATE,
                                table.name(),
                                changed,
                                table.database().name());
    }

    private void add(Name name, Value value) {
        int column = table.columnIndex(name.text());
        if (column >= 0 && table.columns().get(column).generated()) {
            throw SqlException.error("cannot UPDATE generated column \"" + name.text() + "\"");
        }
        if (written && !isPermitted(name, column)) {
            return;
        }
        if (column >= 0 && column != table.rowidAlias()) {
            places[column] = values.size();
        } else if (column >= 0 || (table.hasRowid() && Table.isRowidName(name.text()))) {
            rowidPlace = values.size();
        } else {
            throw SqlException.error(
                    "no such column: " + name.text(), name.span().start());
        }
        values.add(value);
    }

    boolean changesRowid() {
        return rowidPlace != UNCHANGED;
    }

    /** Returns the index of the value that the rowid gets, if it gets one. */
    int rowidPlace() {
        return rowidPlace;
    }

    /** Returns the index of the value that a column gets, or -1. */
    int place(int column) {
        return places[column];
    }

    int count() {
        return values.size();
    }

    /** Returns the changed columns, generated ones included. */
    NewRow.Changed changed() {
        boolean[] columns = new boolean[places.length];
        for (int i = 0; i < places.length; i++) {
            columns[i] = i == table.rowidAlias() ? changesRowid() : places[i] != UNCHANGED;
        }
        NewRow.Changed changed = new NewRow.Changed(columns, changesRowid());
        for (int column : StoredExpressions.inOrder(table, preparation)) {
            columns[column] = changed.concerns(StoredExpressions.value(table, column, preparation));
        }
        return changed;
    }

    /** Whether a part of the primary key of a WITHOUT ROWID table, or the rowid, changes. */
    boolean changesKey() {
        return table.hasRowid()
                ? changesRowid()
                : table.primaryKey() != null
                        && table
                                .primaryKey()
                                .columns()
                                .subList(0, table.primaryKey().keyCount())
                                .stream()
                                .anyMatch(column -> places[column.tableColumn()] != UNCHANGED);
    }

    /**
     * Returns the values as columns of a query, for UPDATE FROM. A query for several columns is
     * there once for each.
     */
    List<ResultColumn> asColumns() {
        List<ResultColumn> columns = new ArrayList<>();
        for (Value value : values) {
            columns.add(Trees.item(value.column() < 0 ? value.tree() : part(value)));
        }
        return columns;
    }

    private static Expression part(Value value) {
        List<Name> names = new ArrayList<>();
        for (int i = 0; i < value.columnCount(); i++) {
            names.add(Trees.name("c" + i));
        }
        Select.CommonTable row = new Select.CommonTable(
                Trees.name(ROW),
                names,
                Select.Materialization.UNSPECIFIED,
                ((Expression.Subquery) value.tree()).select(),
                Trees.NOWHERE);
        TableSource from = Trees.table(ROW, null);
        return new Expression.Subquery(
                Trees.select(
                        new Select.With(false, List.of(row), Trees.NOWHERE),
                        List.of(Trees.item(Trees.column(null, "c" + value.column()))),
                        from,
                        null),
                Trees.NOWHERE);
    }

    /**
     * The values resolved.
     *
     * @param single by value; null for a column of a query
     * @param rows by value: the query whose column it is
     */
    record Resolved(Expr[] single, Expr.Nested[] rows, int[] columns) {
        /**
         * Emits the computation of the assigned values.
         *
         * @param targets the register of each value; 0 for one that is not needed
         */
        void emit(ExpressionCode code, int[] targets) {
            for (int i = 0; i < single.length; i++) {
                if (single[i] != null && targets[i] != 0) {
                    code.evaluateInto(single[i], targets[i]);
                } else if (single[i] == null && columns[i] == 0) {
                    code.nested().row(rows[i], i, targets);
                }
            }
        }
    }

    /**
     * Resolves all values, including those without effect.
     *
     * @param changed the root page of the table whose rows change meanwhile; 0 if any may
     */
    Resolved resolve(ChangePlanner planner, Scope scope, int changed) {
        Expr[] single = new Expr[values.size()];
        Expr.Nested[] rows = new Expr.Nested[values.size()];
        int[] columns = new int[values.size()];
        for (int i = 0; i < single.length; i++) {
            Value value = values.get(i);
            columns[i] = value.column();
            if (value.column() < 0) {
                single[i] = planner.expression(value.tree(), scope, changed);
            } else if (value.column() == 0) {
                Expression.Subquery query = (Expression.Subquery) value.tree();
                rows[i] = planner.nested(query.select(), scope, changed);
                int width = rows[i].query().columns().size();
                if (width != value.columnCount()) {
                    throw SqlException.error(
                            value.columnCount() + " columns assigned " + width + " values",
                            query.span().start());
                }
            }
        }
        return new Resolved(single, rows, columns);
    }
}
