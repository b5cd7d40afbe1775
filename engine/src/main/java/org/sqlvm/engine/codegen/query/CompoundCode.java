package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.Query.ColumnOrder;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;

import java.util.ArrayList;
import java.util.List;

/**
 * UNION and its kind. UNION ALL is the one code behind the other; for the others rows are collected
 * in a hash table, in which equal rows are one, and given in their order.
 */
final class CompoundCode {
    private final Assembler assembler;
    private final boolean repeated;

    CompoundCode(Assembler assembler, boolean repeated) {
        this.assembler = assembler;
        this.repeated = repeated;
    }

    void emit(RowPlan.Compound plan, RowSink sink) {
        switch (plan.operator()) {
            case UNION_ALL -> {
                SelectCode.emit(assembler, plan.left(), repeated, sink);
                SelectCode.emit(assembler, plan.right(), repeated, sink);
            }
            case UNION -> {
                int rows = open(plan);
                collectUnion(plan, rows);
                give(rows, plan, sink);
            }
            case EXCEPT, INTERSECT -> {
                int others = open(plan);
                collect(plan.right(), others);
                int rows = open(plan);
                boolean found = plan.operator() == CompoundOperator.INTERSECT;
                SelectCode.emit(assembler, plan.left(), repeated, (first, _, next) -> {
                    pass(others, found, first, next);
                    SelectCode.emitDistinct(assembler, rows, first, next);
                });
                give(rows, plan, sink);
            }
        }
    }

    private int open(RowPlan.Compound plan) {
        int table = assembler.cursor();
        KeyInfo keys = new KeyInfo(plan.fields());
        assembler.add(Opcode.HashOpen, table, plan.fields().size(), 0, keys, 0);
        return table;
    }

    /** A chain of UNIONs is one set. The last SELECT's row stays among equal ones. */
    private void collectUnion(RowPlan.Compound plan, int rows) {
        collect(plan.right(), rows);
        boolean same = plan.left() instanceof RowPlan.Compound left
                && left.operator() == CompoundOperator.UNION
                && left.fields().equals(plan.fields());
        if (same) {
            collectUnion((RowPlan.Compound) plan.left(), rows);
        } else {
            collect(plan.left(), rows);
        }
    }

    /** The first one of equal rows stays, as in SQLite: 1.0 may stand for 1. */
    private void collect(RowPlan plan, int rows) {
        SelectCode.emit(
                assembler,
                plan,
                repeated,
                (first, _, next) -> SelectCode.emitDistinct(assembler, rows, first, next));
    }

    /** Leaves out a row that is among the others, or, if {@code found}, one that is not. */
    private void pass(int others, boolean found, int first, int next) {
        if (found) {
            assembler.add(Opcode.HashFind, others, next, first);
            return;
        }
        int absent = assembler.label();
        assembler.add(Opcode.HashFind, others, absent, first);
        assembler.jump(next);
        assembler.bind(absent);
    }

    /** All rows of a table, in their order, as SQLite's temporary index has them. */
    private void give(int rows, RowPlan.Compound plan, RowSink sink) {
        int count = plan.fields().size();
        int first = assembler.registers(count);
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.HashRewind, rows, end, 1);
        int top = assembler.here();
        assembler.add(Opcode.HashData, rows, 0, first, null, count);
        sink.emit(first, count, next);
        assembler.bind(next);
        assembler.add(Opcode.HashNext, rows, top, 0);
        assembler.bind(end);
    }

    void emit(RowPlan.Sorted plan, RowSink sink) {
        int end = assembler.label();
        Limits limits = Limits.emit(assembler, plan.limit(), plan.offset(), plan.nested(), end);
        if (plan.order().isEmpty()) {
            SelectCode.emit(assembler, plan.body(), repeated, (first, count, next) -> {
                limits.emitSkip(assembler, next);
                limits.emitRow(assembler, sink, first, count, next, end);
            });
            assembler.bind(end);
            return;
        }
        int keyCount = plan.order().size();
        int count = plan.columns().size();
        int sorter = assembler.cursor();
        List<KeyField> fields = plan.order().stream().map(ColumnOrder::field).toList();
        assembler.add(
                Opcode.SorterOpen,
                sorter,
                keyCount + count,
                limits.wanted(),
                new KeyInfo(new ArrayList<>(fields)),
                0);
        int entry = assembler.registers(keyCount + count);
        int record = assembler.register();
        RowSink rows = (first, width, next) -> {
            for (int i = 0; i < keyCount; i++) {
                int column = plan.order().get(i).column();
                assembler.add(Opcode.SCopy, first + column, entry + i, 0);
            }
            for (int i = 0; i < width; i++) {
                assembler.add(Opcode.SCopy, first + i, entry + keyCount + i, 0);
            }
            assembler.add(Opcode.MakeRecord, entry, keyCount + count, record);
            assembler.add(Opcode.SorterInsert, sorter, record, entry);
        };
        int column = plan.order().getFirst().column();
        SelectCode.emit(
                assembler, plan.body(), repeated, new SortedSink(column, sorter, fields, rows));
        limits.emitSorted(assembler, sorter, keyCount, count, sink, end, end);
        assembler.bind(end);
    }
}
