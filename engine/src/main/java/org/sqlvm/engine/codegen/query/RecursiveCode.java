package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.Query.ColumnOrder;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;

import java.util.ArrayList;
import java.util.List;

/**
 * A recursive common table expression (sqlite.org/lang_with.html section 3): the initial query
 * fills a queue; a row is taken from it, given to the sink, and the steps run over that one row
 * fill the queue again, until it is empty.
 */
final class RecursiveCode {
    private final Assembler assembler;
    private final RowPlan.Recursive plan;
    private final boolean repeated;
    private final int count;
    private final int queue;
    private final int seen;
    /** Counts the rows of an ordered queue, so that equal ones stay apart and in their order. */
    private final int number;

    /** Stands for the registers of the row that a recursion works on. */
    record Row(int working) {}

    RecursiveCode(Assembler assembler, RowPlan.Recursive plan, boolean repeated) {
        this.assembler = assembler;
        this.plan = plan;
        this.repeated = repeated;
        this.count = plan.columns().size();
        this.queue = assembler.cursor();
        this.seen = plan.distinct() ? assembler.cursor() : -1;
        this.number = assembler.register();
    }

    void emit(RowSink sink) {
        int end = assembler.label();
        Limits limits = Limits.emit(assembler, plan.limit(), plan.offset(), plan.nested(), end);
        open();
        SelectCode.emit(assembler, plan.initial(), repeated, this::enqueue);
        int row = assembler.shared(new Row(plan.working()), count);
        int top = assembler.here();
        take(row, end);
        int given = assembler.label();
        limits.emitSkip(assembler, given);
        limits.emitRow(assembler, sink, row, count, given, end);
        assembler.bind(given);
        for (RowPlan step : plan.steps()) {
            SelectCode.emitNested(assembler, step, this::enqueue);
        }
        assembler.jump(top);
        assembler.bind(end);
    }

    /** Puts the first row of the queue into registers, or jumps if there is none. */
    private void take(int row, int end) {
        if (plan.order().isEmpty()) {
            assembler.add(Opcode.QueueTake, queue, end, row, null, count);
            return;
        }
        assembler.add(Opcode.Rewind, queue, end, 0);
        int value = assembler.register();
        int offset = plan.order().size() + 1;
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.Column, queue, offset + i, value);
            assembler.add(Opcode.Copy, value, row + i, 0);
        }
        assembler.add(Opcode.Delete, queue, 0, 0);
    }

    private void open() {
        if (seen >= 0) {
            assembler.add(Opcode.HashOpen, seen, count, 0, new KeyInfo(plan.fields()), 0);
        }
        if (plan.order().isEmpty()) {
            assembler.add(Opcode.QueueOpen, queue, count, 0);
            return;
        }
        List<KeyField> fields = new ArrayList<>();
        for (ColumnOrder order : plan.order()) {
            fields.add(order.field());
        }
        fields.add(new KeyField(Collation.BINARY, false, false));
        int width = plan.order().size() + 1 + count;
        assembler.add(Opcode.OpenEphemeral, queue, width, 0, new KeyInfo(fields), 0);
        assembler.add(Opcode.Integer, 0, number, 0);
    }

    private void enqueue(int first, int width, int next) {
        if (seen >= 0) {
            SelectCode.emitDistinct(assembler, seen, first, next);
        }
        if (plan.order().isEmpty()) {
            assembler.add(Opcode.QueueInsert, queue, first, width);
            return;
        }
        int record = assembler.register();
        int keyCount = plan.order().size();
        int entry = assembler.registers(keyCount + 1 + width);
        for (int i = 0; i < keyCount; i++) {
            int column = plan.order().get(i).column();
            assembler.add(Opcode.SCopy, first + column, entry + i, 0);
        }
        assembler.add(Opcode.AddImm, number, 1, 0);
        assembler.add(Opcode.SCopy, number, entry + keyCount, 0);
        for (int i = 0; i < width; i++) {
            assembler.add(Opcode.SCopy, first + i, entry + keyCount + 1 + i, 0);
        }
        assembler.add(Opcode.MakeRecord, entry, keyCount + 1 + width, record);
        assembler.add(Opcode.IdxInsert, queue, record, entry, null, 0);
    }
}
