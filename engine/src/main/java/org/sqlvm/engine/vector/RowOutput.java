package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.HashTable;

import java.util.List;

/** Rows as they come: values of each are a row of a hash table, which leaves memory for a file. */
final class RowOutput implements QueryTaker {
    /** Their keys are the registers of the table's columns. */
    private final List<VectorQuery> queries;

    private final HashTable target;
    private int[] values;

    RowOutput(List<VectorQuery> queries, HashTable target) {
        this.queries = queries;
        this.target = target;
        turnTo(0);
    }

    @Override
    public void turnTo(int query) {
        values = queries.get(query).keys().stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public int count() {
        return target.rowCount();
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {}

    @Override
    public boolean take(VectorRegisters registers) {
        add(registers.getAll(values), registers.count());
        return true;
    }

    /** Adds rows. */
    void add(Vector[] vectors, int count) {
        for (int row = 0; row < count; row++) {
            target.insert();
            for (int column = 0; column < vectors.length; column++) {
                set(column, vectors[column], row);
            }
            target.setChanged();
        }
    }

    private void set(int column, Vector vector, int row) {
        if (vector.isNull(row)) {
            target.set(column, ValueKind.NULL, 0, null);
            return;
        }
        switch (vector.kind) {
            case Vector.LONGS -> target.set(column, ValueKind.LONG, vector.longs[row], null);
            case Vector.DOUBLES -> {
                long bits = Double.doubleToRawLongBits(vector.doubles[row]);
                target.set(column, ValueKind.DOUBLE, bits, null);
            }
            default -> {
                Object value = vector.objects[row];
                assert value != SqlNull.NULL : row;
                target.set(column, GroupKeys.kindOf(value), GroupKeys.bitsOf(value), value);
            }
        }
    }
}
