package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Table;

import java.util.function.Consumer;

/** The rows of a source that are kept in a temporary table of the statement. */
public final class KeptAccess implements SourceAccess {
    private final Assembler assembler;
    public final int cursor;

    public KeptAccess(Assembler assembler) {
        this.assembler = assembler;
        this.cursor = assembler.cursor();
    }

    /**
     * Opens the table and keeps rows in it.
     *
     * @param rows emits the code that gives them
     */
    public void fill(int width, Consumer<RowSink> rows) {
        int record = assembler.register();
        int rowid = assembler.register();
        assembler.add(Opcode.OpenEphemeral, cursor, width, 0);
        rows.accept((first, count, next) -> {
            assembler.add(Opcode.MakeRecord, first, count, record);
            assembler.add(Opcode.NewRowid, cursor, rowid, 0);
            assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
        });
    }

    /** Emits a loop over the rows. */
    public void forEach(int width, RowSink body) {
        int end = assembler.label();
        int next = assembler.label();
        int row = assembler.registers(width);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        for (int i = 0; i < width; i++) {
            assembler.add(Opcode.Column, cursor, i, row + i);
        }
        body.emit(row, width, next);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
    }

    @Override
    public void read(int column, int target) {
        assembler.add(Opcode.Column, cursor, column, target);
    }

    @Override
    public void nullRow() {
        assembler.add(Opcode.NullRow, cursor, 0, 0);
    }

    @Override
    public HeldRow held(Table table) {
        return new HeldInRecord(table, cursor);
    }
}
