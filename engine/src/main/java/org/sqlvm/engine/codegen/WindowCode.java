package org.sqlvm.engine.codegen;

import org.sqlvm.engine.plan.Expr;
import org.sqlvm.engine.plan.SelectPlan.Windows;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

import java.util.ArrayList;
import java.util.List;

/** Window functions: rows are collected, each window computes its columns, rows go on. */
final class WindowCode {
    private final Assembler assembler;
    private final Windows windows;
    private final List<Integer> cursors = new ArrayList<>();

    WindowCode(Assembler assembler, Windows windows) {
        this.assembler = assembler;
        this.windows = windows;
        windows.specs().forEach(spec -> cursors.add(assembler.cursor()));
    }

    void open() {
        for (int i = 0; i < cursors.size(); i++) {
            assembler.add(
                    Opcode.WindowOpen, cursors.get(i), 0, 0, windows.specs().get(i), 0);
        }
    }

    /** A row below the windows is at hand. */
    void collect(ExpressionCode row) {
        int first = assembler.registers(windows.width());
        List<Expr> inputs = windows.inputs();
        for (int i = 0; i < inputs.size(); i++) {
            row.evaluateInto(inputs.get(i), first + i);
        }
        assembler.add(Opcode.WindowInsert, cursors.get(0), first, windows.width());
    }

    /** What runs for each row above the windows. */
    void emit(GroupCode.Output output) {
        int first = assembler.registers(windows.width());
        int end = assembler.label();
        for (int i = 0; i < cursors.size(); i++) {
            int cursor = cursors.get(i);
            int next = assembler.label();
            assembler.add(Opcode.WindowSort, cursor, end, 0);
            int top = assembler.here();
            assembler.add(Opcode.WindowRow, cursor, first, windows.width());
            if (i + 1 < cursors.size()) {
                assembler.add(Opcode.WindowInsert, cursors.get(i + 1), first, windows.width());
            } else {
                output.emit(new ExpressionCode(assembler, reader(first)), next);
            }
            assembler.bind(next);
            assembler.add(Opcode.WindowNext, cursor, top, 0);
        }
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
