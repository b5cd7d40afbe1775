package org.sqlvm.engine.codegen;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

/** The rows of a source that are kept in a temporary table of the statement. */
final class KeptAccess implements SourceAccess {
    private final Assembler assembler;
    final int cursor;

    KeptAccess(Assembler assembler) {
        this.assembler = assembler;
        this.cursor = assembler.cursor();
    }

    @Override
    public void read(int column, int target) {
        assembler.add(Opcode.Column, cursor, column, target);
    }

    @Override
    public void nullRow() {
        assembler.add(Opcode.NullRow, cursor, 0, 0);
    }
}
