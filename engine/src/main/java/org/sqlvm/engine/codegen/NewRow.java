package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.plan.Expr;
import org.sqlvm.engine.plan.StoredExpressions;
import org.sqlvm.engine.plan.StoredExpressions.Check;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.StrictTypes;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * A row that is about to be written: its values in registers, what the table's definition makes of
 * them and asks of them, and its entries in the indexes.
 *
 * <p>The caller puts the given values into {@link #register}s, then calls the methods in their
 * order.
 */
final class NewRow {
    /** P2 of Halt: the statement is undone, the transaction goes on. */
    static final int ABORT = 2;

    private final Assembler assembler;
    /** With a column for every indexed expression. */
    private final Table table;

    private final ExpressionCode values;
    private final int rowid;
    private final int first;
    private final int storedCount;
    /** By column of the table. */
    private final int[] registers;

    /** Where a row goes that is to be ignored; 0 if an error ends the statement. */
    private final int ignored;

    /**
     * @param table as {@link StoredExpressions#extended} gives it
     * @param rowid its register; 0 without
     * @param ignored a label for INSERT OR IGNORE, else 0
     */
    NewRow(Assembler assembler, Table table, int rowid, int ignored) {
        this.assembler = assembler;
        this.table = table;
        this.rowid = rowid;
        this.ignored = ignored;
        this.storedCount = TableAccess.storedCount(table);
        this.first = assembler.registers(table.columns().size());
        this.registers = new int[table.columns().size()];
        int computed = first + storedCount;
        for (int i = 0; i < registers.length; i++) {
            Column column = table.columns().get(i);
            registers[i] = column.isVirtual() ? computed++ : first + column.recordIndex();
        }
        this.values = new ExpressionCode(
                assembler,
                (column, target) ->
                        assembler.add(Opcode.SCopy, valueRegister(column.index()), target, 0));
    }

    /** The register of a column's value in the record. */
    int register(int column) {
        return registers[column];
    }

    /** The register of a column's value; that of an INTEGER PRIMARY KEY is the rowid's. */
    private int valueRegister(int column) {
        boolean isRowid =
                column == Expr.Column.ROWID || (column == table.rowidAlias() && column >= 0);
        return isRowid ? rowid : registers[column];
    }

    /** Applies the columns' affinities, then computes those that are generated. */
    void complete() {
        values.affinity(first, affinities(false));
        for (int column : StoredExpressions.inOrder(table, assembler.encoding())) {
            Expr value = StoredExpressions.value(table, column, assembler.encoding());
            values.evaluateInto(value, registers[column]);
            values.affinity(
                    registers[column], List.of(table.columns().get(column).affinity()));
        }
        if (table.strict()) {
            assembler.add(Opcode.TypeCheck, first, storedCount, 0, strictTypes(), 0);
        }
    }

    private List<Affinity> affinities(boolean all) {
        Affinity[] affinities = new Affinity[storedCount];
        for (int i = 0; i < registers.length; i++) {
            Column column = table.columns().get(i);
            if (!column.isVirtual()) {
                boolean given = i != table.rowidAlias() && (all || !column.generated());
                affinities[column.recordIndex()] = given ? column.affinity() : Affinity.BLOB;
            }
        }
        return List.of(affinities);
    }

    private StrictTypes strictTypes() {
        String[] names = new String[storedCount];
        String[] types = new String[storedCount];
        for (int i = 0; i < registers.length; i++) {
            Column column = table.columns().get(i);
            if (!column.isVirtual()) {
                names[column.recordIndex()] = table.name() + "." + column.name();
                types[column.recordIndex()] = column.declaredType();
            }
        }
        return new StrictTypes(List.of(names), List.of(types));
    }

    /** NOT NULL, then CHECK. */
    void check() {
        for (int i = 0; i < registers.length; i++) {
            Column column = table.columns().get(i);
            if (!column.notNull() || i == table.rowidAlias()) {
                continue;
            }
            if (ignored != 0) {
                assembler.add(Opcode.IsNull, registers[i], ignored, 0);
            } else {
                String message =
                        "NOT NULL constraint failed: " + table.name() + "." + column.name();
                assembler.add(
                        Opcode.HaltIfNull,
                        ResultCode.CONSTRAINT_NOTNULL,
                        ABORT,
                        registers[i],
                        message,
                        0);
            }
        }
        for (Check check : StoredExpressions.checks(table, assembler.encoding())) {
            int met = assembler.label();
            values.conditions().jumpIfTrue(check.condition(), met, true);
            violation(ResultCode.CONSTRAINT_CHECK, "CHECK constraint failed: " + check.name());
            assembler.bind(met);
        }
    }

    private void violation(int code, String message) {
        if (ignored != 0) {
            assembler.jump(ignored);
        } else {
            assembler.add(Opcode.Halt, code, ABORT, 0, message, 0);
        }
    }

    /** No other row may have this rowid. */
    void checkRowid(int tableCursor) {
        int free = assembler.label();
        assembler.add(Opcode.NotExists, tableCursor, free, rowid);
        boolean named = table.rowidAlias() >= 0;
        String column = named ? table.columns().get(table.rowidAlias()).name() : "rowid";
        violation(
                named ? ResultCode.CONSTRAINT_PRIMARYKEY : ResultCode.CONSTRAINT_ROWID,
                "UNIQUE constraint failed: " + table.name() + "." + column);
        assembler.bind(free);
    }

    /**
     * Uniqueness in all indexes, then the entries in them. The newest index comes first; the
     * primary key of a WITHOUT ROWID table is one of them.
     */
    void insertEntries(int tableCursor, int[] indexCursors) {
        List<Index> indexes = table.indexes();
        int[] entries = new int[indexes.size()];
        int[] wanted = new int[indexes.size()];
        boolean keyOpen = table.withoutRowid();
        for (int i = 0; i < entries.length; i++) {
            Index index = indexes.get(i);
            if (keyOpen && age(index) < age(table.primaryKey())) {
                checkUnique(table.primaryKey(), tableCursor, entry(table.primaryKey()));
                keyOpen = false;
            }
            int done = assembler.label();
            wanted[i] = unlessMeant(index, done);
            entries[i] = entry(index);
            if (index.unique()) {
                checkUnique(index, indexCursors[i], entries[i]);
            }
            assembler.bind(done);
        }
        if (keyOpen) {
            checkUnique(table.primaryKey(), tableCursor, entry(table.primaryKey()));
        }
        for (int i = 0; i < entries.length; i++) {
            int done = assembler.label();
            if (wanted[i] != 0) {
                assembler.add(Opcode.IfNot, wanted[i], done, 0);
            }
            int record = assembler.register();
            int count = indexes.get(i).columns().size();
            String affinities = TableAccess.entryAffinities(table, indexes.get(i));
            assembler.add(Opcode.MakeRecord, entries[i], count, record, affinities, 0);
            assembler.add(Opcode.IdxInsert, indexCursors[i], record, entries[i], null, 0);
            assembler.bind(done);
        }
    }

    /** The number that a constraint's index has in its name; those of CREATE INDEX are newer. */
    private static int age(Index index) {
        return index.origin().equals("c")
                ? Integer.MAX_VALUE
                : Integer.parseInt(index.name().substring(index.name().lastIndexOf('_') + 1));
    }

    /**
     * Jumps to {@code done} for a row that a partial index does not have; the register says whether
     * it does. 0 for an index over all rows.
     */
    private int unlessMeant(Index index, int done) {
        Expr condition = StoredExpressions.condition(table, index, assembler.encoding());
        if (condition == null) {
            return 0;
        }
        int wanted = assembler.register();
        assembler.add(Opcode.Integer, 0, wanted, 0);
        values.conditions().jumpIfFalse(condition, done, true);
        assembler.add(Opcode.Integer, 1, wanted, 0);
        return wanted;
    }

    /** The fields of an index entry in consecutive registers. */
    private int entry(Index index) {
        int entry = assembler.registers(index.columns().size());
        for (int i = 0; i < index.columns().size(); i++) {
            int column = index.columns().get(i).tableColumn();
            int source = column == Index.ROWID ? rowid : valueRegister(column);
            assembler.add(Opcode.SCopy, source, entry + i, 0);
        }
        return entry;
    }

    private void checkUnique(Index index, int cursor, int entry) {
        int free = assembler.label();
        assembler.add(Opcode.NoConflict, cursor, free, entry, index.keyCount(), 0);
        boolean primaryKey = index.origin().equals("pk");
        violation(
                primaryKey ? ResultCode.CONSTRAINT_PRIMARYKEY : ResultCode.CONSTRAINT_UNIQUE,
                uniqueMessage(table, index));
        assembler.bind(free);
    }

    /** What is said of two rows that an index may not have both. */
    static String uniqueMessage(Table table, Index index) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < index.keyCount(); i++) {
            Column column = table.columns().get(index.columns().get(i).tableColumn());
            if (column.hidden()) {
                return "UNIQUE constraint failed: index '" + index.name() + "'";
            }
            names.add(table.name() + "." + column.name());
        }
        return "UNIQUE constraint failed: " + String.join(", ", names);
    }

    /** The record; gives its register. */
    int makeRecord() {
        int record = assembler.register();
        StringBuilder letters = new StringBuilder();
        for (Affinity affinity : affinities(true)) {
            // The table's own index: see TableAccess.entryAffinities.
            boolean real = affinity == Affinity.REAL && table.withoutRowid();
            letters.append(real ? Affinity.NUMERIC.code : affinity.code);
        }
        assembler.add(Opcode.MakeRecord, first, storedCount, record, letters.toString(), 0);
        return record;
    }

    /** The first register of the record's values. */
    int first() {
        return first;
    }
}
