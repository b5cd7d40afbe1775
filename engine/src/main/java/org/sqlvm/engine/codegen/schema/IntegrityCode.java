package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.query.ConditionCode;
import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.plan.resolve.StoredExpressions.Check;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.VirtualTables;
import org.sqlvm.engine.virtual.pragma.PragmaNumber;

import java.util.ArrayList;
import java.util.List;

/**
 * PRAGMA integrity_check and quick_check (sqlite.org/pragma.html#pragma_integrity_check): first the
 * pages of all trees, then the numbers of entries in indexes, then every row against its table's
 * definition and its entries in the indexes. Each problem is a row of the result; without any there
 * is one, "ok".
 */
public final class IntegrityCode {
    /** SQLITE_INTEGRITY_CHECK_ERROR_MAX. */
    private static final String NUMBER =
            "[+-]?([0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?|0[xX][0-9a-fA-F]+)";

    private static final int ERRORS_MAX = 100;

    /** Kinds of values in the mask of IsType. */
    private static final int INTEGER = 1;

    private static final int REAL = 2;
    private static final int TEXT = 4;
    private static final int BLOB = 8;
    private static final int NULL = 16;

    private final Assembler assembler;
    private final Schema schema;
    /** quick_check: without the entries of indexes. */
    private final boolean quick;
    /** The one table to look at, or null. */
    private Table only;
    /** The one virtual table or view to look at, or null: nothing is stored in it. */
    private Schema.StoredText onlyVirtual;

    private int errorsMax = ERRORS_MAX;
    /**
     * The registers of the number of errors that may be reported behind the next one, and of the
     * message.
     */
    private final int left;

    private final int message;
    private final int part;
    /** Problems end the statement with an error. */
    private boolean violations;
    /** The program's end, after the last error that may be reported. */
    private final int enough;

    private IntegrityCode(Assembler assembler, Schema schema, boolean quick) {
        this.assembler = assembler;
        this.schema = schema;
        this.quick = quick;
        this.left = assembler.register();
        this.message = assembler.register();
        this.part = assembler.register();
        this.enough = assembler.label();
    }

    /** @param argument the maximum number of errors to report, or a table's name, or null */
    public static void emit(Assembler assembler, boolean quick, String argument, Schema schema) {
        new IntegrityCode(assembler, schema, quick).emit(argument);
    }

    private void emit(String argument) {
        readArgument(argument);
        assembler.notes().damageIsResult();
        assembler.add(Opcode.Integer, errorsMax - 1, left, 0);
        if (onlyVirtual != null) {
            checkVirtual(onlyVirtual);
        } else if (only != null) {
            check(schema.database(only.databaseNumber()), List.of(only));
        } else {
            for (Schema database : schema.databases()) {
                check(database, database.tablesByHash());
                database.views().forEach(this::checkVirtual);
            }
        }
        int ok = assembler.label();
        assembler.add(Opcode.Integer, errorsMax - 1, part, 0);
        assembler.add(Opcode.Ne, part, ok, left, null, 0);
        assembler.load(Text.of("ok"), message);
        assembler.add(Opcode.ResultRow, message, 1, 0);
        assembler.bind(ok);
        assembler.bind(enough);
    }

    private void check(Schema database, List<Table> tables) {
        assembler.transaction(database.number(), false);
        checkTrees(database, tables);
        tables.forEach(this::checkRows);
    }

    private void readArgument(String argument) {
        if (argument == null) {
            return;
        }
        // Other arguments that begin with a digit may be a table in quotes.
        Integer number = argument.matches(NUMBER) ? PragmaNumber.leadingOrNull(argument) : null;
        if (number != null) {
            errorsMax = number > 0 ? number : ERRORS_MAX;
            return;
        }
        only = schema.table(argument);
        onlyVirtual = only == null ? schema.view(argument) : null;
        if (only == null && onlyVirtual == null) {
            throw Homes.noTable(schema, argument);
        }
    }

    /** Emits the module's check of its table. A table of an unknown module passes. */
    private void checkVirtual(Schema.StoredText text) {
        if (VirtualTables.module(text, schema.preparation().registered()) == null) {
            return;
        }
        ConnectedTable table =
                VirtualTables.connected(text, schema.preparation().registered());
        int fine = assembler.label();
        assembler.transaction(text.database().number(), false);
        assembler.add(Opcode.VCheck, text.database().number(), message, quick ? 1 : 0, table, 0);
        assembler.add(Opcode.IsNull, message, fine, 0);
        report();
        assembler.bind(fine);
    }

    /**
     * Emits an error for the first row that a table's definition does not allow: ALTER TABLE is
     * about to give it that definition.
     */
    static void checkDefinition(Assembler assembler, Table table, Schema schema) {
        IntegrityCode code = new IntegrityCode(assembler, schema, true);
        code.violations = true;
        code.checkRows(table);
        assembler.bind(code.enough);
    }

    // ------------------------------------------------------------------ trees

    private void checkTrees(Schema database, List<Table> tables) {
        List<Integer> roots = new ArrayList<>();
        if (only != null) {
            roots.add(0);
        }
        for (Table table : tables) {
            roots.add(table.rootPage());
            table.indexes().forEach(index -> roots.add(index.rootPage()));
        }
        // Errors left, text, then the number of entries of each tree.
        int block = assembler.registers(2 + roots.size());
        int fine = assembler.label();
        assembler.add(Opcode.Copy, left, block, 0);
        int[] pages = roots.stream().mapToInt(Integer::intValue).toArray();
        assembler.add(Opcode.IntegrityCk, block, pages.length, 0, pages, database.number());
        assembler.add(Opcode.Copy, block, left, 0);
        assembler.add(Opcode.IsNull, block + 1, fine, 0);
        assembler.load(Text.of("*** in database " + database.id().name() + " ***\n"), part);
        assembler.add(Opcode.Concat, block + 1, part, message);
        report();
        assembler.bind(fine);
        int count = block + 2 + (only == null ? 0 : 1);
        for (Table table : tables) {
            int rows = count++;
            for (Index index : table.indexes()) {
                int entries = count++;
                if (index.where() == null) {
                    int same = assembler.label();
                    assembler.add(Opcode.Eq, entries, same, rows, null, 0);
                    report("wrong # of entries in index " + index.name());
                    assembler.bind(same);
                }
            }
        }
    }

    private void report(String text) {
        if (violations) {
            if (text.startsWith("NUMERIC") || text.startsWith("TEXT")) {
                return;
            }
            String error = text.startsWith("CHECK")
                    ? "CHECK constraint failed"
                    : text.startsWith("non-")
                            ? "type mismatch on DEFAULT"
                            : "NOT NULL constraint failed";
            assembler.add(Opcode.Halt, ResultCode.ERROR, Opcode.HALT_ABORT, 0, error, 0);
            return;
        }
        assembler.load(Text.of(text), message);
        report();
    }

    /** Gives the message; ends the program if it was the last that may be given. */
    private void report() {
        int more = assembler.label();
        assembler.add(Opcode.ResultRow, message, 1, 0);
        assembler.add(Opcode.IfPos, left, more, 1);
        assembler.jump(enough);
        assembler.bind(more);
    }

    // ------------------------------------------------------------------ rows

    private void checkRows(Table plain) {
        Table table = StoredExpressions.extended(plain, schema.preparation());
        TableAccess access = new TableAccess(assembler, table, null, false);
        access.open(false);
        int[] cursors = new int[quick ? 0 : table.indexes().size()];
        for (int i = 0; i < cursors.length; i++) {
            Index index = table.indexes().get(i);
            cursors[i] = assembler.cursor();
            assembler.add(
                    Opcode.OpenRead,
                    cursors[i],
                    index.rootPage(),
                    table.databaseNumber(),
                    TableAccess.keyInfo(index),
                    0);
        }
        int end = assembler.label();
        int number = assembler.register();
        int previous = 0;
        assembler.add(Opcode.Integer, 0, number, 0);
        if (table.withoutRowid() && !quick) {
            int keyCount = table.primaryKey().keyCount();
            previous = assembler.registers(keyCount);
            assembler.add(Opcode.Null, 0, previous, previous + keyCount - 1);
        }
        assembler.add(Opcode.Rewind, access.tableCursor(), end, 0);
        int top = assembler.here();
        assembler.add(Opcode.AddImm, number, 1, 0);
        assembler.add(Opcode.CheckRecord, access.tableCursor(), TableAccess.storedCount(table), 0);
        if (previous != 0) {
            checkOrder(access, previous);
        }
        for (int column = 0; column < table.columns().size(); column++) {
            checkType(access, column);
        }
        checkConditions(access);
        for (int i = 0; i < cursors.length; i++) {
            checkEntry(access, table.indexes().get(i), cursors[i], number);
        }
        assembler.add(Opcode.Next, access.tableCursor(), top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, access.tableCursor(), 0, 0);
        for (int cursor : cursors) {
            assembler.add(Opcode.Close, cursor, 0, 0);
        }
    }

    /** The keys of a WITHOUT ROWID table are to ascend. */
    private void checkOrder(TableAccess access, int previous) {
        int fine = assembler.label();
        Index key = access.table().primaryKey();
        assembler.add(Opcode.IsNull, previous, fine, 0);
        assembler.add(Opcode.IdxGT, access.tableCursor(), fine, previous, key.keyCount(), 0);
        report("row not in PRIMARY KEY order for " + access.table().name());
        assembler.bind(fine);
        for (int i = 0; i < key.keyCount(); i++) {
            access.read(key.columns().get(i).tableColumn(), part);
            assembler.add(Opcode.Copy, part, previous + i, 0);
        }
    }

    private void checkType(TableAccess access, int place) {
        Table table = access.table();
        Column column = table.columns().get(place);
        boolean any = "ANY".equals(column.declaredType());
        boolean typed = table.strict() ? !any : column.affinity().compareTo(Affinity.BLOB) > 0;
        if (place == table.rowidAlias() || column.hidden() || (!column.notNull() && !typed)) {
            return;
        }
        int fine = assembler.label();
        int value = assembler.register();
        String name = table.name() + "." + column.name();
        access.read(place, value);
        if (column.notNull()) {
            int there = assembler.label();
            assembler.add(Opcode.NotNull, value, there, 0);
            report("NULL value in " + name);
            assembler.jump(fine);
            assembler.bind(there);
        }
        if (typed && table.strict()) {
            isType(value, fine, mask(column.declaredType()));
            report("non-" + column.declaredType() + " value in " + name);
        } else if (typed && column.affinity() == Affinity.TEXT) {
            isType(value, fine, NULL | TEXT | BLOB);
            report("NUMERIC value in " + name);
        } else if (typed) {
            isType(value, fine, NULL | INTEGER | REAL | BLOB);
            String numeric = String.valueOf(Affinity.NUMERIC.code);
            assembler.add(Opcode.Affinity, value, 1, 0, numeric, 0);
            isType(value, fine, NULL | TEXT | BLOB);
            report("TEXT value in " + name);
        }
        assembler.bind(fine);
    }

    private void isType(int value, int label, int mask) {
        assembler.add(Opcode.IsType, value, label, 0, null, mask);
    }

    private static int mask(String type) {
        return NULL
                | switch (type) {
                    case "BLOB" -> BLOB;
                    case "REAL" -> INTEGER | REAL;
                    case "TEXT" -> TEXT;
                    default -> INTEGER;
                };
    }

    private void checkConditions(TableAccess access) {
        List<Check> checks = StoredExpressions.checks(access.table(), schema.preparation());
        if (checks.isEmpty() || schema.settings().ignoreChecks()) {
            return;
        }
        int failed = assembler.label();
        int fine = assembler.label();
        ConditionCode conditions = new ExpressionCode(
                        assembler, (operand, into) -> access.read(operand.index(), into))
                .conditions();
        checks.forEach(check -> conditions.jumpIfFalse(check.condition(), failed, false));
        assembler.jump(fine);
        assembler.bind(failed);
        report("CHECK constraint failed in " + access.table().name());
        assembler.bind(fine);
    }

    /** The index has the row's entry, with its rowid and its texts, and no other with its key. */
    private void checkEntry(TableAccess access, Index index, int cursor, int number) {
        int done = assembler.label();
        int found = assembler.label();
        int count = index.columns().size();
        int entry = assembler.registers(count);
        access.unlessMeant(index, done);
        for (int i = 0; i < count; i++) {
            access.read(index.columns().get(i).tableColumn(), entry + i);
        }
        assembler.add(Opcode.Found, cursor, found, entry, count, 0);
        reportRow("row ", number, " missing from index " + index.name());
        assembler.jump(done);
        assembler.bind(found);
        if (access.table().hasRowid()) {
            int same = assembler.label();
            assembler.add(Opcode.IdxRowid, cursor, part, 0);
            assembler.add(Opcode.Eq, part, same, entry + count - 1, null, 0);
            reportRow("rowid not at end-of-record for row ", number, " of index " + index.name());
            assembler.jump(done);
            assembler.bind(same);
        }
        checkTexts(index, cursor, entry, number, done);
        if (index.unique()) {
            checkNext(access, index, cursor, entry);
        }
        assembler.bind(done);
    }

    /** Emits the check that texts that are equal under a collation are also the same. */
    private void checkTexts(Index index, int cursor, int entry, int number, int done) {
        int differs = assembler.label();
        int same = assembler.label();
        Collation binary = Collation.binary(schema.encoding());
        for (int i = 0; i < index.keyCount(); i++) {
            if (index.columns().get(i).collation() != binary) {
                assembler.add(Opcode.Column, cursor, i, part);
                assembler.add(Opcode.Ne, part, differs, entry + i, binary, 0);
            }
        }
        assembler.jump(same);
        assembler.bind(differs);
        reportRow("row ", number, " values differ from index " + index.name());
        assembler.jump(done);
        assembler.bind(same);
    }

    private void checkNext(TableAccess access, Index index, int cursor, int entry) {
        int fine = assembler.label();
        int next = assembler.label();
        for (int i = 0; i < index.keyCount(); i++) {
            int column = index.columns().get(i).tableColumn();
            if (column < 0 || !access.table().columns().get(column).notNull()) {
                assembler.add(Opcode.IsNull, entry + i, fine, 0);
            }
        }
        assembler.add(Opcode.Next, cursor, next, 0);
        assembler.jump(fine);
        assembler.bind(next);
        assembler.add(Opcode.IdxGT, cursor, fine, entry, index.keyCount(), 0);
        report("non-unique entry in index " + index.name());
        assembler.bind(fine);
    }

    private void reportRow(String before, int number, String behind) {
        assembler.load(Text.of(before), part);
        assembler.add(Opcode.Concat, number, part, message);
        assembler.load(Text.of(behind), part);
        assembler.add(Opcode.Concat, part, message, message);
        report();
    }
}
