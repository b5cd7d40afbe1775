package org.sqlvm.engine.codegen;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

import java.util.List;

/** The rows of a source that are kept in a temporary table or index of the statement. */
final class KeptAccess implements SourceAccess {
    private final Assembler assembler;
    final int cursor;
    /** The source's columns that are kept, in the order of the record; null for all of them. */
    private final List<Integer> columns;
    /** Where the first of them stands in the record. */
    private final int offset;

    KeptAccess(Assembler assembler, List<Integer> columns, int offset) {
        this.assembler = assembler;
        this.cursor = assembler.cursor();
        this.columns = columns;
        this.offset = offset;
    }

    @Override
    public void read(int column, int target) {
        int place = columns == null ? column : columns.indexOf(column);
        assert place >= 0 : column;
        assembler.add(Opcode.Column, cursor, offset + place, target);
    }

    @Override
    public void nullRow() {
        assembler.add(Opcode.NullRow, cursor, 0, 0);
    }
}
