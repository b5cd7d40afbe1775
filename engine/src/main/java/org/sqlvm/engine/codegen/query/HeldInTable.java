package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of a table, as {@link TableAccess} reads it. Virtual columns are left out, as are columns
 * that a covering index does not have.
 *
 * @param tableCursor the table's cursor; -1 for none
 * @param index the index; null for none
 */
record HeldInTable(Table table, int tableCursor, Index index, int indexCursor) implements HeldRow {
    @Override
    public List<HeldValue> values() {
        List<HeldValue> values = new ArrayList<>();
        if (table.hasRowid() && table.rowidAlias() < 0) {
            values.add(rowid("rowid"));
        }
        for (int i = 0; i < table.columns().size(); i++) {
            HeldValue value = value(i, table.columns().get(i));
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private HeldValue rowid(String name) {
        return indexCursor >= 0
                ? HeldValue.inRecord(name, indexCursor, HeldValue.ENTRY_ROWID)
                : HeldValue.inRecord(name, tableCursor, HeldValue.ROWID);
    }

    private HeldValue value(int place, Column column) {
        if (column.hidden()) {
            return null;
        }
        if (place == table.rowidAlias()) {
            return rowid(column.name());
        }
        boolean real = column.affinity() == Affinity.REAL;
        int inEntry = index == null ? -1 : index.place(place);
        if (inEntry >= 0) {
            return new HeldValue(column.name(), indexCursor, inEntry, null, real, 0);
        }
        if (tableCursor < 0 || column.isVirtual()) {
            return null;
        }
        Object absent = Defaults.absentValue(column, table.sql());
        return new HeldValue(column.name(), tableCursor, column.recordIndex(), absent, real, 0);
    }
}
