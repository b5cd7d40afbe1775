package org.sqlvm.engine.codegen.pragma;

import org.sqlvm.engine.codegen.change.ForeignKeyCode;
import org.sqlvm.engine.codegen.change.ForeignKeyCode.ParentKey;
import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.RowReader;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.codegen.schema.Homes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.ForeignKeyConstraint;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.List;

/**
 * PRAGMA foreign_key_check (sqlite.org/pragma.html#pragma_foreign_key_check): the rows that refer
 * to rows that are not there, whether foreign keys are on or off.
 */
final class ForeignKeyCheckCode {
    private static final int COLUMN_COUNT = 4;

    private final Assembler assembler;
    private final Schema schema;

    private ForeignKeyCheckCode(Assembler assembler, Schema schema) {
        this.assembler = assembler;
        this.schema = schema;
    }

    /**
     * Emits the rows: table, rowid or NULL, parent, and the number of the foreign key.
     *
     * @param only a table's name; null for all of main, or of the one database
     */
    static void emit(Assembler assembler, String only, Schema schema) {
        if (only == null) {
            Schema database = schema.databases().getFirst();
            ForeignKeyCheckCode code = new ForeignKeyCheckCode(assembler, database);
            database.tablesByHash().forEach(code::check);
            return;
        }
        Schema home = schema.holdingTable(null, only);
        if (home == null) {
            throw Homes.noTable(schema, only);
        }
        if (home.table(only) != null) {
            new ForeignKeyCheckCode(assembler, home).check(home.table(only));
        }
    }

    private void check(Table plain) {
        List<ForeignKeyConstraint> keys = schema.constraints(plain).foreignKeys();
        if (keys.isEmpty()) {
            return;
        }
        Table table = StoredExpressions.extended(plain, schema.preparation());
        TableAccess access = new TableAccess(assembler, table, null, false);
        int[] cursors = new int[keys.size()];
        ParentKey[] parents = new ParentKey[keys.size()];
        access.open(false);
        for (int i = 0; i < cursors.length; i++) {
            cursors[i] = assembler.cursor();
            parents[i] = open(keys.get(i), cursors[i]);
        }
        int end = assembler.label();
        assembler.add(Opcode.Rewind, access.tableCursor(), end, 0);
        int top = assembler.here();
        for (int i = 0; i < cursors.length; i++) {
            checkRow(access, keys.get(i), parents[i], cursors[i], i);
        }
        assembler.add(Opcode.Next, access.tableCursor(), top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, access.tableCursor(), 0, 0);
    }

    /** Opens the parent's key; null if there is no parent. */
    private ParentKey open(ForeignKeyConstraint key, int cursor) {
        Table parent = schema.table(key.parent());
        if (parent == null && schema.view(key.parent()) != null) {
            throw ForeignKeyCode.mismatch(key);
        }
        if (parent == null) {
            return null;
        }
        ParentKey found = ParentKey.of(key, parent);
        if (found == null) {
            throw ForeignKeyCode.mismatch(key);
        }
        Index index = found.index();
        boolean isTable = index == null || (parent.withoutRowid() && index == parent.primaryKey());
        assembler.add(
                Opcode.OpenRead,
                cursor,
                isTable ? parent.rootPage() : index.rootPage(),
                parent.databaseNumber(),
                isTable ? TableAccess.tableP4(parent) : TableAccess.keyInfo(index),
                0);
        return found;
    }

    private void checkRow(
            TableAccess access, ForeignKeyConstraint key, ParentKey parent, int cursor, int id) {
        int fine = assembler.label();
        List<Integer> columns = parent == null ? key.columns() : parent.children();
        int values = assembler.registers(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            access.read(columns.get(i), values + i);
            assembler.add(Opcode.IsNull, values + i, fine, 0);
        }
        if (parent != null && parent.index() == null) {
            int missing = assembler.label();
            assembler.add(Opcode.SeekRowid, cursor, missing, values);
            assembler.jump(fine);
            assembler.bind(missing);
        } else if (parent != null) {
            new ExpressionCode(assembler, RowReader.NONE).affinity(values, parent.affinities());
            assembler.add(Opcode.Found, cursor, fine, values, columns.size(), 0);
        }
        int row = assembler.registers(COLUMN_COUNT);
        assembler.load(Text.of(access.table().name()), row);
        if (access.table().hasRowid()) {
            assembler.add(Opcode.Rowid, access.tableCursor(), row + 1, 0);
        } else {
            assembler.load(SqlNull.NULL, row + 1);
        }
        assembler.load(Text.of(key.parent()), row + 2);
        assembler.load((long) id, row + 3);
        assembler.add(Opcode.ResultRow, row, COLUMN_COUNT, 0);
        assembler.bind(fine);
    }
}
