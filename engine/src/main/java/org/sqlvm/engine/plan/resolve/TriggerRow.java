package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.program.ProgramText;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;

import java.util.ArrayList;
import java.util.List;

/**
 * The row that a trigger's program runs for: what OLD and NEW mean in it. They are the arguments of
 * the program, OLD before NEW, each as {@link #width} values: the rowid, the columns of the record
 * in its order, then the virtual columns.
 *
 * @param table as {@link StoredExpressions#extended} gives it, or a view's columns
 * @param action tells a foreign key's action from triggers and other ones; null for a trigger
 */
public record TriggerRow(Table table, TriggerEvent event, Object action)
        implements ProgramText.Arguments {

    /** The row of a trigger. */
    public TriggerRow(Table table, TriggerEvent event) {
        this(table, event, null);
    }

    /** How many values a row of {@code table} is. */
    public static int width(Table table) {
        long virtual = table.columns().stream().filter(Column::isVirtual).count();
        return 1 + table.recordColumns().size() + (int) virtual;
    }

    /** Where the value of column {@code column} stands among them; the rowid is 0. */
    public static int place(Table table, int column) {
        if (column < 0 || column == table.rowidAlias()) {
            return 0;
        }
        return storedPlace(table, column);
    }

    /** As {@link #place}, for the value that the record has of an INTEGER PRIMARY KEY. */
    public static int storedPlace(Table table, int column) {
        Column wanted = table.columns().get(column);
        if (!wanted.isVirtual()) {
            return 1 + wanted.recordIndex();
        }
        int place = 1 + table.recordColumns().size();
        for (int i = 0; i < column; i++) {
            place += table.columns().get(i).isVirtual() ? 1 : 0;
        }
        return place;
    }

    /** A view has none. */
    private boolean hasRowid() {
        return table.hasRowid() && table.rootPage() > 0;
    }

    /** How many arguments a program has that runs for this row. */
    public int argumentCount() {
        return event == TriggerEvent.UPDATE ? 2 * width(table) : width(table);
    }

    @Override
    public List<ProgramText.Argument> arguments() {
        List<ProgramText.Argument> arguments = new ArrayList<>();
        if (event != TriggerEvent.INSERT) {
            addArguments("OLD", 0, arguments);
        }
        if (event != TriggerEvent.DELETE) {
            addArguments("NEW", argumentCount() - width(table), arguments);
        }
        return arguments;
    }

    private void addArguments(String row, int first, List<ProgramText.Argument> arguments) {
        if (hasRowid() && table.rowidAlias() < 0) {
            arguments.add(new ProgramText.Argument(row, "rowid", first));
        }
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            if (!column.hidden()) {
                arguments.add(
                        new ProgramText.Argument(row, column.name(), first + place(table, i)));
            }
        }
    }

    /** What {@code name} means, or null if it is neither OLD nor NEW. */
    Expr find(Expression.ColumnName name, Preparation preparation, Purpose purpose) {
        if (name.table() == null || name.schema() != null) {
            return null;
        }
        boolean isNew = event != TriggerEvent.DELETE && name.table().matches("new");
        boolean isOld = event != TriggerEvent.INSERT && name.table().matches("old");
        if (!isNew && !isOld) {
            return null;
        }
        int first = isNew && event == TriggerEvent.UPDATE ? width(table) : 0;
        int column = table.columnIndex(name.column().text());
        boolean rowid = Table.isRowidName(name.column().text()) && hasRowid();
        if (column < 0 && !rowid) {
            return null;
        }
        purpose.column(name.column(), table, column);
        int read = column < 0 ? table.rowidAlias() : column;
        boolean permitted = !Span.isWritten(name.column().span())
                || preparation
                        .authorization()
                        .allowsRead(
                                table.database().name(),
                                table.name(),
                                read < 0 ? "ROWID" : table.columns().get(read).name());
        if (!permitted) {
            return new Expr.Constant(SqlNull.NULL);
        }
        if (column < 0 || column == table.rowidAlias()) {
            return new Expr.TriggerValue(
                    first, Affinity.INTEGER, Collation.binary(preparation.encoding()));
        }
        // As in SQLite the column's affinity does not count in comparisons.
        Column described = table.columns().get(column);
        return new Expr.TriggerValue(
                first + place(table, column), Affinity.NONE, described.collation());
    }
}
