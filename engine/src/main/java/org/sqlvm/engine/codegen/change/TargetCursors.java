package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.List;

/**
 * The cursors that write to a table.
 *
 * @param access the table's own
 * @param indexes by index; -1 for one that does not change
 */
record TargetCursors(Assembler assembler, TableAccess access, int[] indexes) {

    /** Emits the opening of all of them. */
    static TargetCursors open(Assembler assembler, Table table) {
        TableAccess access = new TableAccess(assembler, table, null, false);
        access.open(true);
        return new TargetCursors(assembler, access, Targets.openIndexes(assembler, table, null));
    }

    int table() {
        return access.tableCursor();
    }

    /** Emits a search for the row of a key; jumps if there is none. */
    void seek(int key, int keyCount, int missing) {
        if (access.table().hasRowid()) {
            assembler.add(Opcode.NotExists, table(), missing, key);
        } else {
            assembler.add(Opcode.NotFound, table(), missing, key, keyCount, 0);
        }
    }

    /** Emits the reading of a row's key into consecutive registers: rowid or primary key. */
    void readKey(int key) {
        Table table = access.table();
        if (table.hasRowid()) {
            assembler.add(Opcode.Rowid, table(), key, 0);
            return;
        }
        for (int i = 0; i < table.primaryKey().keyCount(); i++) {
            access.read(table.primaryKey().columns().get(i).tableColumn(), key + i);
        }
        assembler.add(Opcode.Copy, key, key, table.primaryKey().keyCount() - 1);
    }

    /** How many values identify a row. */
    static int keyCount(Table table) {
        return table.hasRowid() ? 1 : table.primaryKey().keyCount();
    }

    /**
     * Emits the deletion of the entries of the row under the table's cursor.
     *
     * @param wanted for each index whether its entry is deleted; null for all
     */
    void deleteEntries(boolean[] wanted) {
        List<Index> all = access.table().indexes();
        for (int i = 0; i < indexes.length; i++) {
            if (wanted != null && !wanted[i]) {
                continue;
            }
            int done = assembler.label();
            List<Index.IndexColumn> columns = all.get(i).columns();
            access.unlessMeant(all.get(i), done);
            int entry = assembler.registers(columns.size());
            for (int column = 0; column < columns.size(); column++) {
                access.read(columns.get(column).tableColumn(), entry + column);
            }
            assembler.add(Opcode.IdxDelete, indexes[i], entry, columns.size());
            assembler.bind(done);
        }
    }
}
