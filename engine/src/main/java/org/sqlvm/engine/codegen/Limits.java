package org.sqlvm.engine.codegen;

import org.sqlvm.engine.plan.Expr;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

/**
 * The registers of LIMIT and OFFSET, and of their sum, which is how many rows a sorter keeps; 0 for
 * none.
 */
record Limits(int limit, int offset, int wanted) {
    /** Emits their evaluation; LIMIT 0 jumps to {@code end}. */
    static Limits emit(Assembler assembler, Expr limitValue, Expr offsetValue, int end) {
        if (limitValue == null) {
            return new Limits(0, 0, 0);
        }
        ExpressionCode code = new ExpressionCode(assembler, RowReader.NONE);
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

    /** Emits a row within the limits; the last one jumps to {@code end}. */
    void emitRow(Assembler assembler, RowSink sink, int first, int count, int next, int end) {
        if (offset != 0) {
            assembler.add(Opcode.IfPos, offset, next, 1);
        }
        give(assembler, sink, first, count, next, limit, end);
    }

    /**
     * Emits a row, and counts it if register {@code limit} is not 0, also if the sink leaves it
     * out.
     */
    static void give(
            Assembler assembler, RowSink sink, int first, int count, int next, int limit, int end) {
        if (limit == 0) {
            sink.emit(first, count, next);
            return;
        }
        int counted = assembler.label();
        sink.emit(first, count, counted);
        assembler.bind(counted);
        assembler.add(Opcode.DecrJumpZero, limit, end, 0);
    }
}
