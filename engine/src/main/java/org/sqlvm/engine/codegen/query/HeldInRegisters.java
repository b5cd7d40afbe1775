package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * A row in consecutive registers.
 *
 * @param columns which columns they have; null for all
 */
record HeldInRegisters(Table table, List<Integer> columns, int first) implements HeldRow {
    @Override
    public List<HeldValue> values() {
        List<HeldValue> values = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            int place = columns == null ? i : columns.indexOf(i);
            if (place >= 0 && !column.hidden()) {
                values.add(HeldValue.inRegister(column.name(), first + place));
            }
        }
        return values;
    }
}
