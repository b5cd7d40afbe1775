package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.KeptRows;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.VirtualChange;

/**
 * The rows that UPDATE makes of those of a virtual table. A query finds them, with the values that
 * are assigned, and the key. The values of other columns are in the query's rows, too; or VKeep
 * reads them afterwards, for a table that may not need them.
 */
final class VirtualUpdate {
    private final Assembler assembler;
    private final ConnectedTable virtual;
    private final Assignments assignments;
    private final RowPlan plan;
    /** The table may do without values that do not change. */
    private final boolean keeps;

    private final boolean[] changed;

    /** The number of assigned values in a row of the query; the key and all columns follow. */
    private final int keyPlace;

    /** How much of that is kept until the row changes. */
    private final int width;

    /** @param plan the plan that gives the assigned values, the key, and all columns */
    VirtualUpdate(
            Assembler assembler, ConnectedTable virtual, Assignments assignments, RowPlan plan) {
        this.assembler = assembler;
        this.virtual = virtual;
        this.assignments = assignments;
        this.plan = plan;
        this.keeps = virtual.keepsUnchanged(assembler.preparation().registered())
                && SelectCode.isOnVirtualRow(plan);
        this.changed = new boolean[virtual.declared().columns().size()];
        for (int i = 0; i < changed.length; i++) {
            changed[i] = assignments.place(i) >= 0;
        }
        this.keyPlace = assignments.asColumns().size();
        this.width = plan.columns().size() - (keeps ? changed.length : 0);
    }

    void emit(ConflictAction action) {
        VirtualChange change = new VirtualChange(virtual, VirtualChange.Kind.UPDATE, keeps, action);
        int count = changed.length;
        int size = 2 + (keeps ? 2 * count : count);
        rows().forEach((source, _, next) -> {
            int first = assembler.registers(size);
            assembler.add(Opcode.Copy, source + keyPlace, first, 0);
            emitValues(source, first + 2);
            emitNewKey(source, first);
            assembler.add(Opcode.VUpdate, 0, size, first, change, 0);
        });
    }

    private KeptRows rows() {
        if (!keeps) {
            return KeptRows.of(assembler, width, sink -> SelectCode.emit(assembler, plan, sink));
        }
        int unchanged = 0;
        for (boolean each : changed) {
            unchanged += each ? 0 : 1;
        }
        int keptWidth = width + 2 * unchanged;
        KeptRows kept = new KeptRows(assembler, keptWidth);
        SelectPlan assigned = ((SelectPlan) plan).withColumns(width);
        SelectCode.emitOnVirtualRow(assembler, assigned, cursor -> (first, count, next) -> {
            int row = assembler.registers(keptWidth);
            assembler.add(Opcode.Copy, first, row, count - 1);
            int target = row + count;
            for (int i = 0; i < changed.length; i++) {
                if (!changed[i]) {
                    assembler.add(Opcode.VKeep, cursor, i, target, null, 2);
                    target += 2;
                }
            }
            kept.add(row);
        });
        return kept;
    }

    /** The values of all columns, and which of them the table does without. */
    private void emitValues(int source, int target) {
        int kept = source + width;
        for (int i = 0; i < changed.length; i++) {
            if (changed[i]) {
                assembler.add(Opcode.Copy, source + assignments.place(i), target + i, 0);
            } else if (keeps) {
                assembler.add(Opcode.Copy, kept, target + i, 0);
            } else {
                assembler.add(Opcode.Copy, source + keyPlace + 1 + i, target + i, 0);
            }
            if (keeps) {
                int flag = target + changed.length + i;
                if (changed[i]) {
                    assembler.add(Opcode.Integer, 0, flag, 0);
                } else {
                    assembler.add(Opcode.Copy, kept + 1, flag, 0);
                    kept += 2;
                }
            }
        }
    }

    /** @param first the register of the key; the new key follows, then the values */
    private void emitNewKey(int source, int first) {
        Table table = virtual.declared();
        int keyColumn =
                table.hasRowid() ? -1 : table.primaryKey().columns().getFirst().tableColumn();
        if (keyColumn >= 0 && changed[keyColumn]) {
            assembler.add(Opcode.Copy, first + 2 + keyColumn, first + 1, 0);
        } else if (keyColumn < 0 && assignments.changesRowid()) {
            assembler.add(Opcode.Copy, source + assignments.rowidPlace(), first + 1, 0);
            assembler.add(Opcode.MustBeInt, first + 1, 0, 0);
        } else {
            assembler.add(Opcode.Copy, first, first + 1, 0);
        }
    }
}
