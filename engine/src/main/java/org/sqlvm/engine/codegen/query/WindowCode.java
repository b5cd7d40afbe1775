package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Windows;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.RowColumns;
import org.sqlvm.engine.row.window.WindowPlan;

import java.util.List;
import java.util.TreeSet;

/** Window functions: rows are collected, the windows compute their columns, rows go on. */
final class WindowCode {
    private final Assembler assembler;
    private final Windows windows;
    private final int cursor;

    private final NestedPlans plans;

    /** The columns that are read of the rows that pass. */
    private final TreeSet<Integer> used = new TreeSet<>();

    WindowCode(Assembler assembler, SelectPlan plan) {
        this.assembler = assembler;
        this.plans = plan.nested();
        this.windows = plan.windows();
        plan.values().forEach(this::use);
        plan.order().forEach(key -> use(key.value()));
        cursor = assembler.cursor();
    }

    private void use(Expr above) {
        Exprs.walk(above, part -> {
            if (part instanceof Expr.WindowColumn column) {
                used.add(column.index());
            }
        });
    }

    /** The cursor of the windows' rows. */
    int open() {
        WindowPlan plan = new WindowPlan(windows.specs(), used);
        assembler.add(Opcode.WindowOpen, cursor, 0, 0, plan, 0);
        return cursor;
    }

    /** Emits the code for a row below the windows. */
    void collect(ExpressionCode row) {
        int first = row.evaluateAll(windows.inputs());
        assembler.add(Opcode.WindowInsert, cursor, first, windows.inputs().size());
    }

    /** Emits the loop over the rows above the windows. */
    void emit(GroupCode.Output output) {
        int first = assembler.registers(windows.width());
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.WindowSort, cursor, end, 0);
        int top = assembler.here();
        RowColumns read = new RowColumns(List.copyOf(used));
        assembler.add(Opcode.WindowRow, cursor, first, windows.width(), read, 0);
        output.emit(new ExpressionCode(assembler, plans, reader(first)), next);
        assembler.bind(next);
        assembler.add(Opcode.WindowNext, cursor, top, 0);
        assembler.bind(end);
    }

    private static RowReader reader(int first) {
        return new RowReader() {
            @Override
            public void read(Expr.Column column, int target) {
                throw new AssertionError("below a window: " + column);
            }

            @Override
            public int window(int index) {
                return first + index;
            }
        };
    }
}
