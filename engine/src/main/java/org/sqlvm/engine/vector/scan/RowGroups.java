package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Call;

import java.util.Collections;
import java.util.List;

/**
 * The sink of an aggregation that does not fit into memory: rows go one by one into the row
 * engine's hash table and accumulators, which can spill to a file.
 */
public final class RowGroups implements QuerySink, AutoCloseable {
    /** As in {@link Groups}. */
    private final List<VectorQuery> queries;

    private int[] keys;
    private int[] failing;
    private List<Call> calls;

    /** By call: its arguments for the current row. */
    private Object[][] arguments;

    private final HashTable table;

    /** By call: the groups' keys with the values that have occurred; null without DISTINCT. */
    private final HashTable[] distincts;

    public RowGroups(List<VectorQuery> queries, HashTable table, Workspace workspace) {
        this.queries = queries;
        this.table = table;
        switchTo(0);
        this.distincts = new HashTable[calls.size()];
        for (int i = 0; i < distincts.length; i++) {
            if (calls.get(i).distinct()) {
                List<KeyField> fields = Collections.nCopies(
                        keys.length + 1, new KeyField(Collation.BINARY, false, false));
                distincts[i] = new HashTable(fields, 0, workspace);
            }
        }
    }

    @Override
    public void switchTo(int query) {
        keys = queries.get(query).keys().stream().mapToInt(Integer::intValue).toArray();
        failing = queries.get(query).failing();
        calls = queries.get(query).aggregates();
        arguments = calls.stream()
                .map(call -> new Object[call.arguments().size()])
                .toArray(Object[][]::new);
    }

    @Override
    public int count() {
        return table.rowCount();
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {}

    @Override
    public boolean consume(VectorRegisters registers) {
        assert Checks.areValid(registers.getAll(keys), registers.count());
        try {
            registers.compute(failing);
        } catch (SqlException e) {
            registers.each(() -> consumeAll(registers));
            throw e;
        }
        consumeAll(registers);
        return true;
    }

    private void consumeAll(VectorRegisters registers) {
        for (int row = 0; row < registers.count(); row++) {
            for (int key = 0; key < keys.length; key++) {
                probe(table, key, registers.get(keys[key]).get(row));
            }
            if (!table.find()) {
                table.insert();
                for (int column = keys.length; column < table.width(); column++) {
                    table.set(column, ValueKind.NULL, 0, null);
                }
            }
            for (int i = 0; i < calls.size(); i++) {
                step(i, registers, row);
            }
            table.setChanged();
        }
    }

    private void step(int number, VectorRegisters registers, int row) {
        Call call = calls.get(number);
        int column = keys.length + number;
        Object[] given = arguments[number];
        for (int i = 0; i < given.length; i++) {
            given[i] = registers.get(call.arguments().get(i)).get(row);
        }
        if (distincts[number] != null
                && given[0] != SqlNull.NULL
                && isRepeated(distincts[number], given[0], registers, row)) {
            return;
        }
        Accumulator accumulator;
        if (table.kind(column) == ValueKind.INTERNAL) {
            accumulator = (Accumulator) table.object(column);
        } else {
            accumulator = create(call);
            table.set(column, ValueKind.INTERNAL, 0, accumulator);
        }
        accumulator.step(given);
    }

    /** Whether the value has occurred in the row's group before; adds it. */
    private boolean isRepeated(HashTable known, Object value, VectorRegisters registers, int row) {
        for (int key = 0; key < keys.length; key++) {
            probe(known, key, registers.get(keys[key]).get(row));
        }
        probe(known, keys.length, value);
        if (known.find()) {
            return true;
        }
        known.insert();
        return false;
    }

    private static void probe(HashTable table, int key, Object value) {
        table.probe(key, KeyValues.kindOf(value), KeyValues.bitsOf(value), value);
    }

    private static Accumulator create(Call call) {
        return call.function().accumulator(Collation.BINARY);
    }

    /** Releases the memory. */
    @Override
    public void close() {
        for (HashTable known : distincts) {
            if (known != null) {
                known.close();
            }
        }
    }
}
