package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * AUTOINCREMENT (sqlite.org/autoinc.html): the greatest rowid that a table ever had is a row of
 * sqlite_sequence. A statement and all triggers that it fires share one counter per table, which is
 * a register of the statement's own program. The counters are read before the statement's first row
 * and written after its last one, so a statement that fails leaves sqlite_sequence as it was.
 */
final class SequenceCode {
    private final Assembler assembler;
    private final Schema schema;
    /** By table, in the order in which the statement's code names them. */
    private final List<Counter> counters = new ArrayList<>();

    /** The registers of one table's counter. */
    private final class Counter {
        private final Table table;
        private final int root;
        private final int database;
        /** The row of sqlite_sequence: the table's name, and the greatest rowid so far. */
        private final int name;

        private final int greatest;
        /** The rowid of that row; NULL without one. */
        private final int rowid;
        /** The greatest rowid before the statement; NULL without a row. */
        private final int before;

        Counter(Table table, Table sequence) {
            this.table = table;
            this.root = sequence.rootPage();
            this.database = sequence.databaseNumber();
            this.name = assembler.registers(2);
            this.greatest = name + 1;
            this.rowid = assembler.register();
            this.before = assembler.register();
        }

        boolean isOf(Table other) {
            return table.rootPage() == other.rootPage()
                    && table.databaseNumber() == other.databaseNumber();
        }

        void read() {
            int cursor = assembler.cursor();
            int found = assembler.register();
            int next = assembler.label();
            int end = assembler.label();
            assembler.load(Text.of(table.name()), name);
            assembler.add(Opcode.OpenRead, cursor, root, database, 2, 0);
            assembler.add(Opcode.Null, 0, rowid, 0);
            assembler.add(Opcode.Null, 0, before, 0);
            assembler.add(Opcode.Rewind, cursor, end, 0);
            int top = assembler.here();
            assembler.add(Opcode.Column, cursor, 0, found);
            assembler.add(Opcode.Ne, name, next, found, null, Opcode.JUMP_IF_NULL);
            assembler.add(Opcode.Rowid, cursor, rowid, 0);
            assembler.add(Opcode.Column, cursor, 1, before);
            assembler.add(Opcode.AddImm, before, 0, 0); // The register may have a text or NULL.
            assembler.jump(end);
            assembler.bind(next);
            assembler.add(Opcode.Next, cursor, top, 0);
            assembler.bind(end);
            assembler.add(Opcode.Copy, before, greatest, 0);
            assembler.add(Opcode.AddImm, greatest, 0, 0); // Without a row it is 0.
            assembler.add(Opcode.Close, cursor, 0, 0);
        }

        void write() {
            int cursor = assembler.cursor();
            int known = assembler.label();
            int done = assembler.label();
            int record = assembler.register();
            assembler.add(Opcode.Le, before, done, greatest);
            assembler.add(Opcode.OpenWrite, cursor, root, database, 2, 0);
            assembler.add(Opcode.NotNull, rowid, known, 0);
            assembler.add(Opcode.NewRowid, cursor, rowid, 0);
            assembler.bind(known);
            assembler.add(Opcode.MakeRecord, name, 2, record);
            assembler.add(Opcode.Insert, cursor, record, rowid);
            assembler.add(Opcode.Close, cursor, 0, 0);
            assembler.bind(done);
        }
    }

    /**
     * @param assembler the assembler of the statement's own program
     * @param schema the schema of all databases
     */
    SequenceCode(Assembler assembler, Schema schema) {
        this.assembler = assembler;
        this.schema = schema;
    }

    /**
     * The register of the statement's own program that holds the greatest rowid so far; 0 if the
     * table is not AUTOINCREMENT. The first call for a table has the program read it.
     *
     * @throws SqlException SQLITE_CORRUPT_SEQUENCE if sqlite_sequence is not the table that SQLite
     *     makes
     */
    int greatest(Table table) {
        if (!table.autoincrement()) {
            return 0;
        }
        for (Counter counter : counters) {
            if (counter.isOf(table)) {
                return counter.greatest;
            }
        }
        Table sequence = schema.database(table.databaseNumber()).table(Schema.SEQUENCE_TABLE);
        if (sequence == null || sequence.withoutRowid() || sequence.columns().size() != 2) {
            throw new SqlException(
                    ResultCode.CORRUPT_SEQUENCE,
                    "database disk image is malformed (" + Schema.SEQUENCE_TABLE + ")");
        }
        Counter counter = new Counter(table, sequence);
        counters.add(counter);
        assembler.once(counter::read);
        return counter.greatest;
    }

    /**
     * Emits the end of a statement: writes the counters that have grown, and those of tables
     * without a row, the last one first as SQLite does.
     */
    void end() {
        counters.reversed().forEach(Counter::write);
    }
}
