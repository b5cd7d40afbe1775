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
        int value = assembler.register();
        int top = assembler.here();
        assembler.add(Opcode.Rewind, queue, end, 0);
        int offset = plan.order().isEmpty() ? 0 : plan.order().size() + 1;
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.Column, queue, offset + i, value);
            assembler.add(Opcode.Copy, value, row + i, 0);
        }
        assembler.add(Opcode.Delete, queue, 0, 0);
        int given = assembler.label();
        limits.emitRow(assembler, sink, row, count, given, end);
        assembler.bind(given);
        for (RowPlan step : plan.steps()) {
            SelectCode.emitNested(assembler, step, this::enqueue);
        }
        assembler.jump(top);
        assembler.bind(end);
    }

    private void open() {
        if (seen >= 0) {
            KeyInfo rows = new KeyInfo(plan.fields());
            assembler.add(Opcode.OpenEphemeral, seen, count, 0, rows, 0);
        }
        if (plan.order().isEmpty()) {
            assembler.add(Opcode.OpenEphemeral, queue, count, 0);
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
        int record = assembler.register();
        if (seen >= 0) {
            assembler.add(Opcode.Found, seen, next, first, width, 0);
            assembler.add(Opcode.MakeRecord, first, width, record);
            assembler.add(Opcode.IdxInsert, seen, record, first, null, 0);
        }
        if (plan.order().isEmpty()) {
            int rowid = assembler.register();
            assembler.add(Opcode.MakeRecord, first, width, record);
            assembler.add(Opcode.NewRowid, queue, rowid, 0);
            assembler.add(Opcode.Insert, queue, record, rowid, null, Opcode.APPEND);
            return;
        }
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
