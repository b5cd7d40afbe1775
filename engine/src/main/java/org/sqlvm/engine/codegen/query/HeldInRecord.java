package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/** A row of a temporary table, whose records have the columns in their order. */
record HeldInRecord(Table table, int cursor) implements HeldRow {
    @Override
    public List<HeldValue> values() {
        List<HeldValue> values = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            values.add(HeldValue.inRecord(table.columns().get(i).name(), cursor, i));
        }
        return values;
    }
}
