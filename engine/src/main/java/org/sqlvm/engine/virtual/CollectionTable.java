package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.DeclaredType;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A collection of the program around the database: its rows are read one by one. With hidden
 * columns it is a function that gives a collection for its arguments.
 */
public record CollectionTable(RegisteredTable definition) implements VirtualTable {
    /** What is assumed of a collection that does not say how large it is. */
    private static final double UNKNOWN_ROWS = 1000;

    /** A row is an object somewhere in memory: about as far as a row of a table. */
    private static final double ROW_COST = 1;

    /** A function without one of its arguments: worth avoiding. */
    private static final double UNKNOWN_COST = 1e9;

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
                    column.hidden() ? VirtualTables.HIDDEN : DeclaredType.affinity(column.type()),
                    Collation.binary(encoding),
                    columns.size(),
                    column.hidden()));
        }
        return Table.plain(definition.name(), DatabaseId.MAIN, 0, columns, false, "");
    }

    @Override
    public double rowCount(Registered registered) {
        return rowCount();
    }

    private double rowCount() {
        return definition.rowCount() == 0 ? UNKNOWN_ROWS : definition.rowCount();
    }

    /** Vectors are not worth their preparation for a short list. */
    @Override
    public boolean hasBatches(Registered registered) {
        return definition.batches() && rowCount() >= UNKNOWN_ROWS;
    }

    @Override
    public boolean isScan(Registered registered) {
        return definition.parameterCount() == 0;
    }

    /**
     * There is one way: from the first row to the last. The bits of the index say which parameters
     * are known; the cursor gets their values.
     */
    @Override
    public ScanPlan plan(ScanRequest request, Registered registered) {
        int count = definition.parameterCount();
        int shown = definition.columns().size() - count;
        int index = 0;
        ScanPlan plan = ScanPlan.all();
        for (int parameter = 0; parameter < count; parameter++) {
            int known = request.find(shown + parameter, Operator.EQ);
            if (known >= 0) {
                index |= 1 << parameter;
                plan = plan.with(known, true);
            } else {
                checkGiven(request, shown + parameter);
            }
        }
        double missing = UNKNOWN_COST * (count - plan.arguments().size());
        return plan.withIndex(index).withCost(ROW_COST * rowCount() + missing, rowCount());
    }

    /** A parameter that no condition gives a value has none to compare. */
    private void checkGiven(ScanRequest request, int column) {
        boolean given = false;
        boolean compared = false;
        for (ScanRequest.Condition condition : request.all()) {
            given |= condition.isEqual(column);
            compared |= condition.column() == column;
        }
        if (compared && !given) {
            throw SqlException.error("virtual table parameter \""
                    + definition.columns().get(column).name()
                    + "\" can only be constrained by the '=' operator");
        }
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
