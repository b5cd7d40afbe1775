package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.RowTarget;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorQuery;

import java.util.List;

/**
 * The sink of a scan without groups: each row becomes a row of a hash table or of windows, which
 * can spill to a file.
 */
public final class RowOutput implements QuerySink {
    /** The queries; their keys are the registers of the target's columns. */
    private final List<VectorQuery> queries;

    /** The values of the instruction's operands. */
    private final Object[] constants;

    private final RowTarget target;
    private int[] values;

    /** Leaves out rows; null if all are wanted. */
    private TopRows top;

    /** @param constants the values of the instruction's operands */
    public RowOutput(List<VectorQuery> queries, Object[] constants, RowTarget target) {
        this.queries = queries;
        this.constants = constants;
        this.target = target;
        switchTo(0);
    }

    /**
     * Returns an object that leaves out rows, for one thread; null if all are wanted.
     *
     * @param bound shared by the threads
     */
    TopRows newTop(int query, TopRows.Bound bound) {
        return TopRows.of(queries.get(query).top(), constants, bound);
    }

    @Override
    public void switchTo(int query) {
        top = newTop(query, new TopRows.Bound());
        values = queries.get(query).keys().stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public int count() {
        return target.rowCount();
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {}

    @Override
    public boolean consume(VectorRegisters registers) {
        Vector[] all = top == null ? registers.getAll(values) : top.narrow(registers, values);
        if (registers.count() > 0) {
            add(all, registers.count());
        }
        return true;
    }

    /** Makes room for a number of rows at once. */
    public void expect(int count) {
        target.beginRows(count);
    }

    /** Adds rows. */
    void add(Vector[] vectors, int count) {
        assert Checks.areValid(vectors, count) : count;
        if (target.beginRows(count)) {
            for (int column = 0; column < vectors.length; column++) {
                addAll(column, vectors[column], count);
            }
            target.endRows(count);
            return;
        }
        for (int row = 0; row < count; row++) {
            target.beginRow();
            for (int column = 0; column < vectors.length; column++) {
                set(column, vectors[column], row);
            }
            target.endRow();
        }
    }

    private void addAll(int column, Vector vector, int count) {
        boolean[] nulls = vector.hasNulls ? vector.nulls : null;
        switch (vector.kind) {
            case Vector.LONGS -> target.setLongs(column, vector.longs, nulls, count);
            case Vector.DOUBLES -> target.setDoubles(column, vector.doubles, nulls, count);
            default -> target.setObjects(column, vector.objects, count);
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
                target.set(column, KeyValues.kindOf(value), KeyValues.bitsOf(value), value);
            }
        }
    }
}
