package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.change.UniqueCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

/**
 * The entries of all rows of a table into an empty index. They go through a sorter, so that the
 * tree grows at its end.
 */
final class IndexFill {
    private final Assembler assembler;
    private final Table table;
    private final Index index;

    private IndexFill(Assembler assembler, Table table, Index index) {
        this.assembler = assembler;
        this.table = table;
        this.index = index;
    }

    /**
     * Emits the code.
     *
     * @param table as StoredExpressions.extended gives it
     * @param index one of its indexes
     * @param root page of the index, or the register that holds it
     */
    static void emit(
            Assembler assembler, Table table, Index index, int root, boolean rootInRegister) {
        new IndexFill(assembler, table, index).emit(root, rootInRegister);
    }

    private void emit(int root, boolean rootInRegister) {
        int count = index.columns().size();
        int key = assembler.registers(count);
        int record = assembler.register();
        int sorter = assembler.cursor();
        collect(sorter, key, record);
        int pseudo = assembler.cursor();
        int target = assembler.cursor();
        int end = assembler.label();
        assembler.add(
                Opcode.OpenWrite,
                target,
                root,
                table.databaseNumber(),
                TableAccess.keyInfo(index),
                Opcode.BULK | (rootInRegister ? Opcode.ROOT_IN_REGISTER : 0));
        assembler.add(Opcode.Null, 0, record, 0);
        assembler.add(Opcode.OpenPseudo, pseudo, record, count);
        assembler.add(Opcode.SorterSort, sorter, end, 0);
        int next = assembler.here();
        assembler.add(Opcode.SorterData, sorter, record, pseudo);
        if (index.unique()) {
            checkUnique(target, pseudo, key);
        }
        assembler.add(Opcode.IdxInsert, target, record, key, null, 0);
        assembler.add(Opcode.SorterNext, sorter, next, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, sorter, 0, 0);
        assembler.add(Opcode.Close, target, 0, 0);
    }

    /** The entries of all rows into the sorter. */
    private void collect(int sorter, int key, int record) {
        TableAccess access = new TableAccess(assembler, table, null, false);
        access.open(false);
        int count = index.columns().size();
        int sorted = assembler.label();
        assembler.add(Opcode.SorterOpen, sorter, count, 0, TableAccess.keyInfo(index), 0);
        assembler.add(Opcode.Rewind, access.tableCursor(), sorted, 0);
        int top = assembler.here();
        int other = assembler.label();
        access.unlessMeant(index, other);
        for (int i = 0; i < count; i++) {
            access.read(index.columns().get(i).tableColumn(), key + i);
        }
        String affinities = TableAccess.entryAffinities(table, index);
        assembler.add(Opcode.MakeRecord, key, count, record, affinities, 0);
        assembler.add(Opcode.SorterInsert, sorter, record, key);
        assembler.bind(other);
        assembler.add(Opcode.Next, access.tableCursor(), top, 0);
        assembler.bind(sorted);
        assembler.add(Opcode.Close, access.tableCursor(), 0, 0);
    }

    private void checkUnique(int target, int pseudo, int key) {
        int free = assembler.label();
        for (int i = 0; i < index.keyCount(); i++) {
            assembler.add(Opcode.Column, pseudo, i, key + i);
        }
        assembler.add(Opcode.NoConflict, target, free, key, index.keyCount(), 0);
        assembler.add(
                Opcode.Halt,
                ResultCode.CONSTRAINT_UNIQUE,
                Opcode.HALT_ABORT,
                0,
                UniqueCode.uniqueMessage(table, index),
                0);
        assembler.bind(free);
    }
}
