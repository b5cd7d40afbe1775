package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.DeclaredType;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A collection of the program around the database: its rows are read one by one. */
public record CollectionTable(RegisteredTable definition) implements VirtualTable {
    /** What is assumed of a collection that does not say how large it is. */
    private static final double UNKNOWN_ROWS = 1000;

    /** A row is an object somewhere in memory: about as far as a row of a table. */
    private static final double ROW_COST = 1;

    @Override
    public String name() {
        return definition.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Table table(TextEncoding encoding) {
        List<Column> columns = new ArrayList<>();
        for (RegisteredTable.Column column : definition.columns()) {
            columns.add(Column.plain(
                    column.name(),
                    column.type(),
                    DeclaredType.affinity(column.type()),
                    Collation.binary(encoding),
                    columns.size(),
                    false));
        }
        return Table.plain(definition.name(), DatabaseId.MAIN, 0, columns, false, "");
    }

    @Override
    public double rowCount() {
        return definition.rowCount() == 0 ? UNKNOWN_ROWS : definition.rowCount();
    }

    @Override
    public boolean isScan() {
        return true;
    }

    /** There is one way: from the first row to the last. */
    @Override
    public Plan plan(List<Constraint> usable) {
        return new Plan(0, List.of(), false, ROW_COST * rowCount(), rowCount());
    }

    @Override
    public VirtualCursor open(VirtualContext context) {
        throw new AssertionError("is opened through its rows: " + name());
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return "vtab:" + name();
    }
}
