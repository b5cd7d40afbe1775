package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.ScanNotes;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.StoredTable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The cursors over one table of a statement, and the reads of its columns through them. */
public final class TableAccess implements SourceAccess {
    private final Assembler assembler;
    private final Table table;
    /** The table's cursor; -1 if an index serves every column. */
    private final int tableCursor;
    /** The index's cursor, or -1. */
    private final int indexCursor;

    private final Index index;

    /** The notes of the loop through all rows; null without one. */
    private ScanNotes scan;

    /**
     * @param index the index that is scanned, or null; of a WITHOUT ROWID table the primary key is
     *     the table
     * @param covering the index serves every column, so the table is not opened
     */
    public TableAccess(Assembler assembler, Table table, Index index, boolean covering) {
        this.assembler = assembler;
        this.table = table;
        boolean isTable = index == null || (table.withoutRowid() && index == table.primaryKey());
        this.index = isTable ? null : index;
        this.indexCursor = this.index == null ? -1 : assembler.cursor();
        this.tableCursor = this.index != null && covering ? -1 : assembler.cursor();
    }

    /** Emits the instructions that open the cursors. */
    public void open(boolean write) {
        Opcode opcode = write ? Opcode.OpenWrite : Opcode.OpenRead;
        if (tableCursor >= 0) {
            assembler.add(
                    opcode,
                    tableCursor,
                    table.rootPage(),
                    table.databaseNumber(),
                    tableP4(table),
                    0);
        }
        if (indexCursor >= 0) {
            assembler.add(
                    opcode,
                    indexCursor,
                    index.rootPage(),
                    table.databaseNumber(),
                    keyInfo(index),
                    0);
        }
    }

    /** P4 of the instruction that opens a table. */
    public static Object tableP4(Table table) {
        if (table.withoutRowid()) {
            return keyInfo(table.primaryKey());
        }
        return storedTable(table);
    }

    /**
     * Returns the notes of the loop that goes through all rows in their order; null if rows are
     * read from an index, which the table may be.
     */
    ScanNotes scanAll() {
        if (scan == null && index == null && !table.withoutRowid()) {
            scan = assembler.notes().scan(tableCursor, storedTable(table));
        }
        return scan;
    }

    /** How the rows of a table are stored. */
    static StoredTable storedTable(Table table) {
        List<StoredColumn> stored = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (!table.columns().get(i).isVirtual()) {
                stored.add(stored(table, i));
            }
        }
        // The key's columns come first in the records of a table without rowids.
        stored.sort(Comparator.comparingInt(StoredColumn::place));
        int rowidAlias = table.rowidAlias() < 0
                ? -1
                : table.columns().get(table.rowidAlias()).recordIndex();
        return new StoredTable(table.name(), List.copyOf(stored), rowidAlias);
    }

    /** How many columns a row's record has. */
    public static int storedCount(Table table) {
        return table.recordColumns().size();
    }

    /** The order of an index's entries. */
    public static KeyInfo keyInfo(Index index) {
        List<KeyField> fields = new ArrayList<>();
        for (IndexColumn column : index.columns()) {
            fields.add(new KeyField(column.collation(), column.descending(), false));
        }
        return new KeyInfo(fields);
    }

    /**
     * Returns the affinities that MakeRecord applies to an index entry, or null for none: a REAL
     * that is a whole number is an integer there, so that -0.0 becomes 0.
     */
    public static String entryAffinities(Table table, Index index) {
        StringBuilder letters = new StringBuilder();
        boolean changes = false;
        for (IndexColumn column : index.columns()) {
            int place = column.tableColumn();
            boolean real = place >= 0 && table.columns().get(place).affinity() == Affinity.REAL;
            letters.append(real ? Affinity.NUMERIC.code : Affinity.BLOB.code);
            changes |= real;
        }
        return changes ? letters.toString() : null;
    }

    public Table table() {
        return table;
    }

    public int tableCursor() {
        return tableCursor;
    }

    /** The cursor that a scan moves: the index's, or the table's. */
    int scanCursor() {
        return indexCursor >= 0 ? indexCursor : tableCursor;
    }

    /** After the index cursor has moved: the table's cursor is to follow. */
    void follow() {
        if (indexCursor < 0 || tableCursor < 0) {
            return;
        }
        if (table.hasRowid()) {
            assembler.add(Opcode.DeferredSeek, indexCursor, 0, tableCursor);
        } else {
            seekByPrimaryKey();
        }
    }

    /** A row of a WITHOUT ROWID table is found by the primary key at the end of the index entry. */
    private void seekByPrimaryKey() {
        Index primaryKey = table.primaryKey();
        int first = assembler.registers(primaryKey.keyCount());
        for (int i = 0; i < primaryKey.keyCount(); i++) {
            int place = index.place(primaryKey.columns().get(i).tableColumn());
            assert place >= 0 : index.name();
            assembler.add(Opcode.Column, indexCursor, place, first + i);
        }
        int found = assembler.label();
        assembler.add(Opcode.Found, tableCursor, found, first, primaryKey.keyCount(), 0);
        assembler.bind(found);
    }

    /** Both cursors give NULL: the empty side of an outer join. */
    @Override
    public void nullRow() {
        if (tableCursor >= 0) {
            assembler.add(Opcode.NullRow, tableCursor, 0, 0);
        }
        if (indexCursor >= 0) {
            assembler.add(Opcode.NullRow, indexCursor, 0, 0);
        }
    }

    @Override
    public HeldRow held(Table row) {
        return new HeldInTable(row, tableCursor, index, indexCursor);
    }

    /** Emits the read of a column into {@code target}, from the index where that has it. */
    @Override
    public void read(int column, int target) {
        if (scan != null) {
            StoredColumn stored = storedOrNull(column);
            if (stored == null) {
                scan.useOtherwise();
            } else {
                scan.read(stored);
            }
        }
        if (column == Expr.Column.ROWID || column == table.rowidAlias()) {
            if (indexCursor >= 0) {
                assembler.add(Opcode.IdxRowid, indexCursor, target, 0);
            } else {
                assembler.add(Opcode.Rowid, tableCursor, target, 0);
            }
            return;
        }
        Column described = table.columns().get(column);
        int place = indexCursor >= 0 ? index.place(column) : -1;
        if (place >= 0) {
            assembler.add(Opcode.Column, indexCursor, place, target);
        } else if (described.isVirtual()) {
            compute(column, target);
            return;
        } else {
            Object value = Defaults.absentValue(described, table.sql());
            assembler.add(
                    Opcode.Column,
                    tableCursor,
                    described.recordIndex(),
                    target,
                    value == SqlNull.NULL ? null : value,
                    0);
        }
        if (described.affinity() == Affinity.REAL) {
            assembler.add(Opcode.RealAffinity, target, 0, 0);
        }
    }

    /** Where records hold a column, or the rowid; null for a virtual column. */
    StoredColumn storedOrNull(int column) {
        if (column == Expr.Column.ROWID || column == table.rowidAlias()) {
            return StoredColumn.OF_ROWIDS;
        }
        return table.columns().get(column).isVirtual() ? null : stored(table, column);
    }

    /** Where records hold a column that is not virtual, or the rowid. */
    StoredColumn stored(int column) {
        return column == Expr.Column.ROWID ? StoredColumn.OF_ROWIDS : stored(table, column);
    }

    /** Returns where records of a table hold a column, or the rowid; null for a virtual column. */
    public static StoredColumn storedColumn(Table table, int column) {
        if (column == table.rowidAlias()) {
            return StoredColumn.OF_ROWIDS;
        }
        return table.columns().get(column).isVirtual() ? null : stored(table, column);
    }

    private static StoredColumn stored(Table table, int column) {
        Column described = table.columns().get(column);
        return new StoredColumn(
                described.name(),
                described.recordIndex(),
                described.affinity() == Affinity.REAL,
                Defaults.absentValue(described, table.sql()));
    }

    /** The value of a virtual column, made of others; NULL on a row of NULLs. */
    private void compute(int column, int target) {
        int known = assembler.label();
        ExpressionCode code =
                new ExpressionCode(assembler, (operand, into) -> read(operand.index(), into));
        assembler.add(Opcode.IfNullRow, scanCursor(), known, target);
        code.evaluateInto(
                StoredExpressions.computed(table, column, assembler.preparation()), target);
        code.affinity(target, List.of(table.columns().get(column).affinity()));
        assembler.bind(known);
    }

    /** Jumps to {@code other} if a partial index does not have the row; else falls through. */
    public void unlessMeant(Index partial, int other) {
        Expr condition =
                StoredExpressions.computedCondition(table, partial, assembler.preparation());
        if (condition != null) {
            new ExpressionCode(assembler, (operand, into) -> read(operand.index(), into))
                    .conditions()
                    .jumpIfFalse(condition, other, true);
        }
    }
}
