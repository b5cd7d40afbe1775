package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.HashTable;
import org.sqlvm.engine.vector.VectorQuery.Aggregation;
import org.sqlvm.engine.vector.VectorQuery.Call;

import java.util.List;

/**
 * Groups for which there is no memory: rows go one by one into the row engine's hash table and its
 * accumulators, which leave memory for a file.
 */
final class RowGroups implements RowTaker {
    private final int[] keys;
    private final List<Call> calls;
    private final HashTable table;
    private final Object[] argument = new Object[1];

    RowGroups(VectorQuery query, HashTable table) {
        this.keys = query.keys().stream().mapToInt(Integer::intValue).toArray();
        this.calls = query.aggregates();
        this.table = table;
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {}

    @Override
    public boolean take(VectorRegisters registers) {
        for (int row = 0; row < registers.count(); row++) {
            for (int key = 0; key < keys.length; key++) {
                Object value = registers.get(keys[key]).get(row);
                table.probe(key, GroupKeys.kindOf(value), GroupKeys.bitsOf(value), value);
            }
            if (!table.find()) {
                table.insert();
                for (int column = keys.length; column < table.width(); column++) {
                    table.set(column, ValueKind.NULL, 0, null);
                }
            }
            for (int i = 0; i < calls.size(); i++) {
                step(calls.get(i), keys.length + i, registers, row);
            }
            table.setChanged();
        }
        return true;
    }

    private void step(Call call, int column, VectorRegisters registers, int row) {
        Object value =
                call.argument() < 0 ? null : registers.get(call.argument()).get(row);
        if (call.aggregation() == Aggregation.COUNT && value == SqlNull.NULL) {
            // With a FILTER it may be count(*), which would count NULL, too.
            if (table.kind(column) == ValueKind.NULL) {
                table.set(column, ValueKind.INTERNAL, 0, create(call));
            }
            return;
        }
        Accumulator accumulator;
        if (table.kind(column) == ValueKind.INTERNAL) {
            accumulator = (Accumulator) table.object(column);
        } else {
            accumulator = create(call);
            table.set(column, ValueKind.INTERNAL, 0, accumulator);
        }
        argument[0] = value;
        accumulator.step(argument);
    }

    private static Accumulator create(Call call) {
        return call.function().accumulator(Collation.BINARY);
    }
}
