package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Table;

import java.util.List;

/** The rows of a source in a hash table: the columns of the row found are copied to registers. */
final class HashAccess implements SourceAccess {
    private final Assembler assembler;
    final int cursor;
    private final int keyCount;
    /** The source's columns that are kept beside the keys. */
    private final List<Integer> columns;

    private final int first;

    HashAccess(Assembler assembler, int keyCount, List<Integer> columns) {
        this.assembler = assembler;
        this.cursor = assembler.cursor();
        this.keyCount = keyCount;
        this.columns = columns;
        this.first = assembler.registers(Math.max(1, columns.size()));
    }

    /** Emits the copy of the table's current row. */
    void load() {
        if (!columns.isEmpty()) {
            assembler.add(Opcode.HashData, cursor, keyCount, first, null, columns.size());
        }
    }

    @Override
    public void read(int column, int target) {
        int place = columns.indexOf(column);
        assert place >= 0 : column;
        assembler.add(Opcode.SCopy, first + place, target, 0);
    }

    @Override
    public void nullRow() {
        if (!columns.isEmpty()) {
            assembler.add(Opcode.Null, 0, first, first + columns.size() - 1);
        }
    }

    @Override
    public HeldRow held(Table table) {
        return new HeldInRegisters(table, columns, first);
    }
}
