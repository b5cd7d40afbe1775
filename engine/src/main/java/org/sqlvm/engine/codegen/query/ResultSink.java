package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

import java.util.List;

/** Gives the rows to the statement's caller. */
public record ResultSink(Assembler assembler) implements RowSink {
    @Override
    public void emit(int first, int count, int next) {
        assembler.add(Opcode.ResultRow, first, count, 0);
    }

    @Override
    public void note(ScannedRows rows, List<Expr> given) {
        rows.give(given);
    }
}
