package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Table;

/** A row in registers: a row of a coroutine, or of a recursion. */
final class RegisterAccess implements SourceAccess {
    private final Assembler assembler;
    final int first;
    private final int count;

    RegisterAccess(Assembler assembler, int first, int count) {
        this.assembler = assembler;
        this.first = first;
        this.count = count;
    }

    @Override
    public void read(int column, int target) {
        assert column >= 0 && column < count : column;
        assembler.add(Opcode.SCopy, first + column, target, 0);
    }

    @Override
    public void nullRow() {
        assembler.add(Opcode.Null, 0, first, first + count - 1);
    }

    @Override
    public HeldRow held(Table table) {
        return new HeldInRegisters(table, null, first);
    }
}
