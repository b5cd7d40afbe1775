package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

/**
 * AUTOINCREMENT (sqlite.org/autoinc.html): the greatest rowid that a table ever had is a row of
 * sqlite_sequence. It is read before the statement's first row, and written behind its last.
 */
final class SequenceCode {
    private final Assembler assembler;
    private final int root;
    private final int database;
    /** Registers: the row of sqlite_sequence, and its rowid or NULL. */
    private final int name;

    private final int greatest;
    private final int rowid;
    /** The greatest rowid before the statement; NULL without a row. */
    private final int before;

    private SequenceCode(Assembler assembler, Table sequence) {
        this.assembler = assembler;
        this.root = sequence.rootPage();
        this.database = sequence.databaseNumber();
        this.name = assembler.registers(2);
        this.greatest = name + 1;
        this.rowid = assembler.register();
        this.before = assembler.register();
    }

    /**
     * Emits the search for the table's row.
     *
     * @throws SqlException SQLITE_CORRUPT_SEQUENCE if somebody has made another table of
     *     sqlite_sequence
     */
    static SequenceCode begin(Assembler assembler, Table table, Schema schema) {
        Table sequence = schema.database(table.databaseNumber()).table(Schema.SEQUENCE_TABLE);
        if (sequence == null || sequence.withoutRowid() || sequence.columns().size() != 2) {
            throw new SqlException(
                    ResultCode.CORRUPT_SEQUENCE,
                    "database disk image is malformed (" + Schema.SEQUENCE_TABLE + ")");
        }
        SequenceCode code = new SequenceCode(assembler, sequence);
        code.read(table.name());
        return code;
    }

    private void read(String table) {
        int cursor = assembler.cursor();
        assembler.load(Text.of(table), name);
        assembler.add(Opcode.OpenRead, cursor, root, database, 2, 0);
        find(cursor, before);
        assembler.add(Opcode.Copy, before, greatest, 0);
        assembler.add(Opcode.AddImm, greatest, 0, 0); // Without a row it is 0.
        assembler.add(Opcode.Close, cursor, 0, 0);
    }

    /** Emits the search for the table's row; both registers are NULL without one. */
    private void find(int cursor, int value) {
        int found = assembler.register();
        int next = assembler.label();
        int end = assembler.label();
        assembler.add(Opcode.Null, 0, rowid, 0);
        assembler.add(Opcode.Null, 0, value, 0);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, 0, found);
        assembler.add(Opcode.Ne, name, next, found, null, Opcode.JUMP_IF_NULL);
        assembler.add(Opcode.Rowid, cursor, rowid, 0);
        assembler.add(Opcode.Column, cursor, 1, value);
        assembler.add(Opcode.AddImm, value, 0, 0); // It may be text or NULL.
        assembler.jump(end);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
    }

    /** The register of the greatest rowid so far. */
    int greatest() {
        return greatest;
    }

    /**
     * Emits the change of the table's row, if there was none or a greater rowid. What the statement
     * has run besides, if only a trigger on the rows that it replaces, may have changed it, too.
     */
    void end() {
        int cursor = assembler.cursor();
        int known = assembler.label();
        int done = assembler.label();
        int record = assembler.register();
        assembler.add(Opcode.Le, before, done, greatest);
        assembler.add(Opcode.OpenWrite, cursor, root, database, 2, 0);
        if (assembler.runsPrograms()) {
            int now = assembler.register();
            find(cursor, now);
            assembler.add(Opcode.Le, now, done, greatest);
        }
        assembler.add(Opcode.NotNull, rowid, known, 0);
        assembler.add(Opcode.NewRowid, cursor, rowid, 0);
        assembler.bind(known);
        assembler.add(Opcode.MakeRecord, name, 2, record);
        assembler.add(Opcode.Insert, cursor, record, rowid);
        assembler.bind(done);
    }
}
