package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

/**
 * The registers of LIMIT and OFFSET, and of their sum, which is how many rows a sorter keeps; 0 for
 * none.
 */
record Limits(int limit, int offset, int wanted) {
    /**
     * Emits their evaluation; LIMIT 0 jumps to {@code end}.
     *
     * @param plans the plans of the queries in the values
     */
    static Limits emit(
            Assembler assembler, Expr limitValue, Expr offsetValue, NestedPlans plans, int end) {
        if (limitValue == null) {
            return new Limits(0, 0, 0);
        }
        ExpressionCode code = new ExpressionCode(assembler, plans, RowReader.NONE);
        int limit = assembler.register();
        code.evaluateInto(limitValue, limit);
        assembler.add(Opcode.MustBeInt, limit, 0, 0);
        assembler.add(Opcode.IfNot, limit, end, 0);
        if (offsetValue == null) {
            return new Limits(limit, 0, limit);
        }
        int offset = assembler.register();
        int wanted = assembler.register();
        code.evaluateInto(offsetValue, offset);
        assembler.add(Opcode.MustBeInt, offset, 0, 0);
        assembler.add(Opcode.OffsetLimit, limit, wanted, offset);
        return new Limits(limit, offset, wanted);
    }

    /** Emits the jump of a row that OFFSET leaves out: it needs no values. */
    void emitSkip(Assembler assembler, int next) {
        if (offset != 0) {
            assembler.add(Opcode.IfPos, offset, next, 1);
        }
    }

    /**
     * Emits the rows of a sorter whose records are {@code keyCount} keys and then {@code count}
     * values.
     *
     * @param empty where there are none
     * @param end where the limit is reached
     */
    void emitSorted(
            Assembler assembler,
            int sorter,
            int keyCount,
            int count,
            RowSink sink,
            int empty,
            int end) {
        int record = assembler.register();
        int pseudo = assembler.cursor();
        int first = assembler.registers(count);
        assembler.add(Opcode.Null, 0, record, 0);
        assembler.add(Opcode.OpenPseudo, pseudo, record, keyCount + count);
        assembler.add(Opcode.SorterSort, sorter, empty, 0);
        int top = assembler.here();
        int next = assembler.label();
        assembler.add(Opcode.SorterData, sorter, record, pseudo);
        emitSkip(assembler, next);
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.Column, pseudo, keyCount + i, first + i);
        }
        emitRow(assembler, sink, first, count, next, end);
        assembler.bind(next);
        assembler.add(Opcode.SorterNext, sorter, top, 0);
    }

    /**
     * Emits a row, and counts it if there is a limit, also if the sink leaves it out. The last row
     * jumps to {@code end}.
     */
    void emitRow(Assembler assembler, RowSink sink, int first, int count, int next, int end) {
        if (limit == 0) {
            sink.emit(first, count, next);
            return;
        }
        assembler.notes().limits();
        int counted = assembler.label();
        sink.emit(first, count, counted);
        assembler.bind(counted);
        assembler.add(Opcode.DecrJumpZero, limit, end, 0);
    }
}
