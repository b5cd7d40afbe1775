package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.VectorScan;

import java.util.ArrayList;
import java.util.List;

/** The instruction that computes a plan on vectors, and its description of the plan's sources. */
final class VectorCode {
    private final Assembler assembler;
    private final SelectPlan plan;
    private final SourceAccess[] accesses;

    /** @param accesses the accesses by index of a source; their cursors are open */
    VectorCode(Assembler assembler, SelectPlan plan, SourceAccess[] accesses) {
        this.assembler = assembler;
        this.plan = plan;
        this.accesses = accesses;
    }

    /**
     * Emits the instruction, behind the values that the plan takes as constants.
     *
     * @param target the cursor of the hash table that gets the rows
     */
    void emit(ExpressionCode values, int target) {
        List<Expr> constants = plan.vectors().constants();
        int count = constants.size();
        int first = count == 0 ? 0 : values.evaluateAll(constants);
        int scan = assembler.here();
        List<SelectPlan.VectorInput> inputs = plan.vectors().inputs();
        for (int i = 0; i < inputs.size(); i++) {
            assembler.addStep(inputs.get(i), scan, scan, null, i, null);
        }
        assembler.notes().readsOnVectors();
        assembler.add(Opcode.VectorScan, firstCursor(), target, first, vectorScan(), count);
    }

    /** The cursor of the first input of a plan on vectors; those of the others follow. */
    private int firstCursor() {
        int first = cursorOf(plan.vectors().inputs().get(0));
        for (int i = 0; i < plan.vectors().inputs().size(); i++) {
            assert cursorOf(plan.vectors().inputs().get(i)) == first + i : i;
        }
        return first;
    }

    private int cursorOf(SelectPlan.VectorInput input) {
        return switch (accesses[input.source()]) {
            case KeptAccess kept -> kept.cursor;
            case VirtualAccess virtual -> virtual.cursor;
            case SourceAccess access -> ((TableAccess) access).scanCursor();
        };
    }

    /** Returns the scan that is to be computed on vectors. */
    private VectorScan vectorScan() {
        List<VectorScan.Input> inputs = new ArrayList<>();
        for (SelectPlan.VectorInput input : plan.vectors().inputs()) {
            Table table = plan.sources().get(input.source()).table();
            boolean stored = accesses[input.source()] instanceof TableAccess;
            List<StoredColumn> columns = new ArrayList<>();
            for (int column : input.columns()) {
                columns.add(
                        stored
                                ? ((TableAccess) accesses[input.source()]).stored(column)
                                : notStored(table, column));
            }
            inputs.add(new VectorScan.Input(
                    table.name(),
                    stored ? TableAccess.storedTable(table) : null,
                    input.given(),
                    List.copyOf(columns),
                    input.build(),
                    input.index() == null
                            ? null
                            : StoredEntries.of(table, input.index(), input.columns())));
        }
        boolean waits = plan.vectors().having() != null;
        return new VectorScan(List.copyOf(inputs), plan.vectors().queries(), waits);
    }

    /** Returns a column of a query, by its index in records of its rows, or of a virtual table. */
    private static StoredColumn notStored(Table table, int column) {
        Column described = table.columns().get(column);
        return new StoredColumn(
                described.name(), column, described.affinity() == Affinity.REAL, SqlNull.NULL);
    }
}
