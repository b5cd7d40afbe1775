package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.VirtualTable;

/** The cursor over a virtual table. */
final class VirtualAccess implements SourceAccess {
    private final Assembler assembler;
    private final VirtualTable module;
    final int cursor;

    VirtualAccess(Assembler assembler, VirtualTable module) {
        this.assembler = assembler;
        this.module = module;
        this.cursor = assembler.cursor();
    }

    /** As in SQLite, a table that is in no schema is main's. */
    void open() {
        if (module instanceof ConnectedTable table) {
            table.databases(assembler.preparation().registered())
                    .forEach(number -> assembler.transaction(number, false));
        } else {
            assembler.transaction(DatabaseId.MAIN.number(), false);
        }
        assembler.add(Opcode.VOpen, cursor, 0, 0, module, 0);
    }

    @Override
    public void read(int column, int target) {
        if (column == Expr.Column.ROWID) {
            assembler.add(Opcode.Rowid, cursor, target, 0);
        } else {
            assembler.add(Opcode.VColumn, cursor, column, target);
        }
    }

    @Override
    public void nullRow() {
        assembler.add(Opcode.NullRow, cursor, 0, 0);
    }

    /** Columns are computed when they are read, so a debugger does not ask for them. */
    @Override
    public HeldRow held(Table table) {
        return null;
    }
}
