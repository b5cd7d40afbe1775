package org.sqlvm.engine.codegen;

import org.sqlvm.engine.plan.Expr;
import org.sqlvm.engine.plan.Exprs;
import org.sqlvm.engine.plan.SelectPlan;
import org.sqlvm.engine.plan.SelectPlan.Windows;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.RowColumns;
import org.sqlvm.engine.row.WindowSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Window functions: rows are collected, each window computes its columns, rows go on. */
final class WindowCode {
    private final Assembler assembler;
    private final Windows windows;
    private final List<Integer> cursors = new ArrayList<>();

    /** What is read of the rows that go on. */
    private final RowColumns used;

    WindowCode(Assembler assembler, SelectPlan plan) {
        this.assembler = assembler;
        this.windows = plan.windows();
        this.used = used(plan);
        windows.specs().forEach(spec -> cursors.add(assembler.cursor()));
    }

    private static RowColumns used(SelectPlan plan) {
        List<Expr> above = new ArrayList<>(plan.values());
        plan.order().forEach(key -> above.add(key.value()));
        TreeSet<Integer> columns = new TreeSet<>();
        for (Expr expression : above) {
            Exprs.walk(expression, part -> {
                if (part instanceof Expr.WindowColumn column) {
                    columns.add(column.index());
                }
            });
        }
        return new RowColumns(List.copyOf(columns));
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
        assembler.add(Opcode.WindowInsert, cursors.getFirst(), first, inputs.size());
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
            boolean last = i + 1 == cursors.size();
            WindowSpec spec = windows.specs().get(i);
            int width = spec.firstResult() + spec.calls().size();
            RowColumns read = last ? used : RowColumns.upTo(width);
            assembler.add(Opcode.WindowRow, cursor, first, width, read, 0);
            if (!last) {
                assembler.add(Opcode.WindowInsert, cursors.get(i + 1), first, width);
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
