package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.query.Defaults;
import org.sqlvm.engine.codegen.query.KeptRows;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.List;

/** ALTER TABLE DROP COLUMN: every row is written again without the column's value. */
final class DropColumnCode {
    private final Assembler assembler;
    private final Table table;
    /** The columns of the table as it is, by their index in the new record. */
    private final List<Integer> kept;

    /** Registers of a row as it will be, in the order of its record. */
    private final int row;

    private final int width;

    private DropColumnCode(Assembler assembler, Table table, int dropped, Table changed) {
        this.assembler = assembler;
        this.table = table;
        this.kept = changed.recordColumns().stream()
                .map(column -> column < dropped ? column : column + 1)
                .toList();
        this.width = Math.max(1, kept.size());
        this.row = assembler.registers(width);
    }

    /** PRIMARY KEY or UNIQUE, if the column is one; else null. */
    static String keyOf(Table table, int column) {
        boolean primary = column == table.rowidAlias();
        if (table.primaryKey() != null) {
            for (IndexColumn key :
                    table.primaryKey().columns().subList(0, table.primaryKey().keyCount())) {
                primary |= key.tableColumn() == column;
            }
        }
        if (primary) {
            return "PRIMARY KEY";
        }
        Statement.CreateTable tree = (Statement.CreateTable) Parser.parseSchemaSql(table.sql());
        boolean unique = tree.columns().get(column).constraints().stream()
                .anyMatch(ColumnConstraint.Unique.class::isInstance);
        return unique ? "UNIQUE" : null;
    }

    /** @param changed the table without the column, where only its columns count */
    static void emit(Assembler assembler, Table table, int column, Table changed) {
        if (table.columns().get(column).isVirtual()) {
            return; // The column is in no record.
        }
        DropColumnCode code = new DropColumnCode(assembler, table, column, changed);
        if (table.hasRowid()) {
            code.replaceRows();
        } else {
            code.fillAgain(TableAccess.tableP4(changed));
        }
    }

    /** Reads the values that stay. */
    private void read(int cursor) {
        if (kept.isEmpty()) {
            assembler.add(Opcode.Null, 0, row, 0);
        }
        for (int place = 0; place < kept.size(); place++) {
            Column column = table.columns().get(kept.get(place));
            int target = row + place;
            if (kept.get(place) == table.rowidAlias()) {
                assembler.add(Opcode.Null, 0, target, 0);
                continue;
            }
            Object absent = Defaults.absentValue(column, table.sql());
            assembler.add(
                    Opcode.Column,
                    cursor,
                    column.recordIndex(),
                    target,
                    absent == SqlNull.NULL ? null : absent,
                    0);
        }
    }

    private void replaceRows() {
        int source = assembler.cursor();
        int target = assembler.cursor();
        int rowid = assembler.register();
        int record = assembler.register();
        int end = assembler.label();
        Object p4 = TableAccess.tableP4(table);
        assembler.add(Opcode.OpenRead, source, table.rootPage(), table.databaseNumber(), p4, 0);
        assembler.add(Opcode.OpenWrite, target, table.rootPage(), table.databaseNumber(), p4, 0);
        assembler.add(Opcode.Rewind, source, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Rowid, source, rowid, 0);
        read(source);
        assembler.add(Opcode.MakeRecord, row, width, record);
        assembler.add(Opcode.Insert, target, record, rowid);
        assembler.add(Opcode.Next, source, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, source, 0, 0);
        assembler.add(Opcode.Close, target, 0, 0);
    }

    /** The key stays at the front of the record, so the order of the rows stays the same. */
    private void fillAgain(Object newP4) {
        int source = assembler.cursor();
        int target = assembler.cursor();
        int record = assembler.register();
        int end = assembler.label();
        Object p4 = TableAccess.tableP4(table);
        KeptRows kept = KeptRows.of(assembler, width, sink -> {
            assembler.add(Opcode.OpenRead, source, table.rootPage(), table.databaseNumber(), p4, 0);
            assembler.add(Opcode.Rewind, source, end, 0);
            int top = assembler.here();
            read(source);
            int next = assembler.label();
            sink.emit(row, width, next);
            assembler.bind(next);
            assembler.add(Opcode.Next, source, top, 0);
            assembler.bind(end);
            assembler.add(Opcode.Close, source, 0, 0);
        });
        assembler.add(Opcode.Clear, table.rootPage(), table.databaseNumber(), 0);
        assembler.add(Opcode.OpenWrite, target, table.rootPage(), table.databaseNumber(), newP4, 0);
        kept.forEach((first, count, next) -> {
            assembler.add(Opcode.MakeRecord, first, count, record);
            assembler.add(Opcode.IdxInsert, target, record, first, null, 0);
        });
        assembler.add(Opcode.Close, target, 0, 0);
    }
}
