package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

import java.util.Collections;
import java.util.List;

/**
 * Deletes trees. In an auto-vacuum database another tree may move to the root page of a deleted
 * one; then its row in sqlite_schema is updated.
 */
final class DestroyCode {
    private static final int SCHEMA_ROOT = 1;
    private static final int SCHEMA_COLUMN_COUNT = 5;
    /** Column of sqlite_schema. */
    private static final int ROOT_PAGE = 3;

    private DestroyCode() {}

    /** Deletes the last tree first, so that none of the others moves. */
    static void emit(Assembler assembler, List<Integer> roots, int database) {
        roots.stream()
                .sorted(Collections.reverseOrder())
                .forEach(root -> emit(assembler, root, database));
    }

    private static void emit(Assembler assembler, int root, int database) {
        int moved = assembler.register();
        int found = assembler.register();
        int rowid = assembler.register();
        int record = assembler.register();
        int row = assembler.registers(SCHEMA_COLUMN_COUNT);
        int end = assembler.label();
        int next = assembler.label();
        int none = assembler.label();
        int cursor = assembler.cursor();
        assembler.add(Opcode.Destroy, root, moved, database);
        assembler.add(Opcode.IfNot, moved, none, 0);
        assembler.add(Opcode.OpenWrite, cursor, SCHEMA_ROOT, database, SCHEMA_COLUMN_COUNT, 0);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, ROOT_PAGE, found);
        assembler.add(Opcode.Ne, moved, next, found, null, Opcode.JUMP_IF_NULL);
        for (int i = 0; i < SCHEMA_COLUMN_COUNT; i++) {
            if (i == ROOT_PAGE) {
                assembler.add(Opcode.Integer, root, row + i, 0);
            } else {
                assembler.add(Opcode.Column, cursor, i, row + i);
            }
        }
        assembler.add(Opcode.Rowid, cursor, rowid, 0);
        assembler.add(Opcode.MakeRecord, row, SCHEMA_COLUMN_COUNT, record);
        assembler.add(Opcode.Insert, cursor, record, rowid);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, cursor, 0, 0);
        assembler.bind(none);
    }
}
