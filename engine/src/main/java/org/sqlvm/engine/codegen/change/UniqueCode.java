package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.Conflicts;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;

import java.util.ArrayList;
import java.util.List;

/**
 * Uniqueness of a new row's keys, and its entries in the indexes. The order of the checks is
 * SQLite's: the rowid, then the indexes, the newest first; the clauses of an UPSERT before all
 * others, and constraints that replace rows behind them.
 */
public final class UniqueCode {
    private final ChangeContext context;
    private final Assembler assembler;
    private final Table table;
    private final NewRow row;
    private final TargetCursors cursors;
    /** The statement's OR. */
    private final ConflictAction action;
    /** Where a row goes that is left out. */
    private final int ignored;

    /** The key of the row that an UPDATE changes; 0 for a row that was not there. */
    private final int oldKey;

    /** The columns that an UPDATE changes; null for a new row. */
    private final NewRow.Changed changed;

    private final List<UpsertClause> upserts;
    /** Deletes rows that are in the way. */
    private final RowDelete replaced;

    /** By index: the first register of the entry, or 0. */
    private final int[] entries;
    /**
     * For each index the register that tells whether a partial index has the row; 0 if it has all
     * rows.
     */
    private final int[] wanted;

    /** Counts the rows that were replaced, where that may run other programs; else 0. */
    private int replacedCount;

    private final List<Runnable> rechecks = new ArrayList<>();
    private boolean replaces;

    /**
     * One constraint in the order of checking.
     *
     * @param index null for the rowid
     * @param upsert the clause that runs instead, or null
     */
    private record Turn(Index index, ConflictAction action, UpsertClause upsert) {
        boolean isReplacing() {
            return upsert == null && action == ConflictAction.REPLACE;
        }
    }

    UniqueCode(
            ChangeContext context,
            NewRow row,
            TargetCursors cursors,
            ConflictAction action,
            int ignored,
            int oldKey,
            NewRow.Changed changed,
            List<UpsertClause> upserts,
            RowDelete replaced) {
        this.context = context;
        this.assembler = context.assembler();
        this.row = row;
        this.table = row.block().table();
        this.cursors = cursors;
        this.action = action;
        this.ignored = ignored;
        this.oldKey = oldKey;
        this.changed = changed;
        this.upserts = upserts;
        this.replaced = replaced;
        this.entries = new int[table.indexes().size()];
        this.wanted = new int[table.indexes().size()];
    }

    /** Whether rows may have been deleted, so that the table's cursor has moved. */
    boolean replaces() {
        return replaces;
    }

    /**
     * Emits all checks and makes the entries.
     *
     * @param rowid whether the rowid may be another row's
     */
    void check(boolean rowid) {
        List<Turn> turns = turns(rowid);
        boolean mayRun = replaced != null
                && !replaced.isPlain()
                && turns.stream().anyMatch(Turn::isReplacing);
        if (mayRun) {
            replacedCount = assembler.register();
            assembler.add(Opcode.Integer, 0, replacedCount, 0);
        }
        for (Turn turn : turns) {
            if (turn.index() == null) {
                checkRowid(turn);
            } else {
                row.checkTypesOnce();
                checkIndex(turn);
            }
        }
        row.checkTypesOnce();
        if (mayRun) {
            int done = assembler.label();
            assembler.add(Opcode.IfNot, replacedCount, done, 0);
            if (table.hasRowid()) {
                recheckRowid();
            }
            rechecks.forEach(Runnable::run);
            assembler.bind(done);
        }
    }

    private List<Turn> turns(boolean rowid) {
        List<Turn> turns = new ArrayList<>();
        List<Index> left = new ArrayList<>(ordered());
        boolean rowidLeft = rowid && table.hasRowid();
        for (UpsertClause upsert : upserts) {
            if (upsert.isForAny()) {
                break;
            }
            if (upsert.index() == null) {
                if (rowidLeft) {
                    turns.add(new Turn(null, action, upsert));
                    rowidLeft = false;
                }
            } else if (left.remove(upsert.index())) {
                turns.add(new Turn(upsert.index(), action, upsert));
            }
        }
        UpsertClause any =
                upserts.stream().filter(UpsertClause::isForAny).findFirst().orElse(null);
        ConflictAction ofRowid =
                Conflicts.action(action, context.schema().constraints(table).rowid());
        boolean rowidLast = ofRowid == ConflictAction.REPLACE
                && action == ConflictAction.DEFAULT
                && any == null;
        if (rowidLeft && !rowidLast) {
            turns.add(new Turn(null, ofRowid, any));
        }
        for (Index index : left) {
            turns.add(new Turn(index, Conflicts.action(action, index.conflict()), any));
        }
        if (rowidLeft && rowidLast) {
            turns.add(new Turn(null, ofRowid, any));
        }
        return turns;
    }

    /** The indexes that change; the primary key of a WITHOUT ROWID table is one of them. */
    private List<Index> ordered() {
        List<Index> result = new ArrayList<>();
        for (Index index : table.keys()) {
            int number = table.indexes().indexOf(index);
            boolean written = number < 0 || cursors.indexes()[number] >= 0;
            if (written && isTouched(index)) {
                result.add(index);
            }
        }
        return result;
    }

    private boolean isTouched(Index index) {
        if (changed == null) {
            return true;
        }
        if (index == table.primaryKey() && table.withoutRowid()) {
            return index.columns().subList(0, index.keyCount()).stream()
                    .anyMatch(column -> changed.has(column.tableColumn()));
        }
        return changed.concerns(index, condition(index));
    }

    private Expr condition(Index index) {
        return StoredExpressions.computedCondition(table, index, assembler.preparation());
    }

    private void checkRowid(Turn turn) {
        int free = assembler.label();
        if (turn.isReplacing() && replaced.isPlain() && table.indexes().isEmpty()) {
            replaces = true; // The new row replaces the other one.
            assembler.bind(free);
            return;
        }
        findRowid(free);
        if (turn.upsert() != null) {
            turn.upsert().emit(cursors, cursors.table(), null, ignored);
            assembler.jump(ignored);
        } else if (turn.isReplacing()) {
            replaces = true;
            if (replaced.isPlain()) {
                cursors.deleteEntries(null);
            } else {
                delete(row.block().rowid());
            }
        } else {
            rowidViolation(turn.action());
        }
        assembler.bind(free);
    }

    private void rowidViolation(ConflictAction how) {
        boolean named = table.rowidAlias() >= 0;
        String column = named ? table.columns().get(table.rowidAlias()).name() : "rowid";
        Conflicts.emit(
                assembler,
                how,
                ignored,
                named ? ResultCode.CONSTRAINT_PRIMARYKEY : ResultCode.CONSTRAINT_ROWID,
                "UNIQUE constraint failed: " + table.name() + "." + column);
    }

    /** Checks again: the triggers and actions for replaced rows may have written other rows. */
    private void recheckRowid() {
        int free = assembler.label();
        findRowid(free);
        rowidViolation(ConflictAction.ABORT);
        assembler.bind(free);
    }

    /** Falls through if another row has the new rowid. */
    private void findRowid(int free) {
        if (oldKey != 0) {
            assembler.add(Opcode.Eq, oldKey, free, row.block().rowid());
        }
        assembler.add(Opcode.NotExists, cursors.table(), free, row.block().rowid());
    }

    /** Deletes the row with a key. */
    private void delete(int key) {
        int gone = assembler.label();
        replaced.emit(key, false, gone, 0);
        assembler.bind(gone);
        if (replacedCount != 0) {
            assembler.add(Opcode.AddImm, replacedCount, 1, 0);
        }
    }

    /**
     * Deletes the row that an index finds. While an UPDATE is at another row, triggers of DELETE
     * may not change the table; SQLite lets those do so that run for a rowid.
     */
    private void deleteFound(int key) {
        boolean locks = oldKey != 0 && replaced.hasTriggers();
        if (locks) {
            assembler.add(Opcode.CursorLock, cursors.table(), 0, 0);
        }
        delete(key);
        if (locks) {
            assembler.add(Opcode.CursorUnlock, cursors.table(), 0, 0);
        }
    }

    private void checkIndex(Turn turn) {
        Index index = turn.index();
        boolean isKey = table.withoutRowid() && index == table.primaryKey();
        int number = isKey ? -1 : table.indexes().indexOf(index);
        int cursor = isKey ? cursors.table() : cursors.indexes()[number];
        int done = assembler.label();
        Expr condition = condition(index);
        int first = assembler.registers(
                (condition == null ? 0 : 1) + index.columns().size());
        int meant = condition == null ? 0 : first;
        int entry = condition == null ? first : first + 1;
        if (condition != null) {
            // NULL for a row that a partial index does not have, and so is its entry.
            assembler.add(Opcode.Null, 0, meant, meant + index.columns().size());
            row.values().conditions().jumpIfFalse(condition, done, true);
            assembler.add(Opcode.Integer, 1, meant, 0);
        }
        row.readEntry(index, entry);
        if (!isKey) {
            wanted[number] = meant;
            entries[number] = entry;
        }
        if (index.unique()) {
            int other = findOther(index, cursor, entry, turn.isReplacing(), done);
            if (turn.upsert() != null) {
                turn.upsert().emit(cursors, cursor, isKey ? null : index, ignored);
                assembler.jump(ignored);
            } else if (turn.isReplacing()) {
                replaces = true;
                deleteFound(other);
                recheck(index, cursor, meant, entry);
            } else {
                violation(index, turn.action());
            }
        }
        assembler.bind(done);
    }

    private void recheck(Index index, int cursor, int meant, int entry) {
        if (replacedCount == 0) {
            return;
        }
        rechecks.add(() -> {
            int unique = assembler.label();
            if (meant != 0) {
                assembler.add(Opcode.IfNot, meant, unique, 1);
            }
            findOther(index, cursor, entry, false, unique);
            violation(index, ConflictAction.ABORT);
            assembler.bind(unique);
        });
    }

    private void violation(Index index, ConflictAction how) {
        boolean primaryKey = index.origin().equals("pk");
        Conflicts.emit(
                assembler,
                how,
                ignored,
                primaryKey ? ResultCode.CONSTRAINT_PRIMARYKEY : ResultCode.CONSTRAINT_UNIQUE,
                uniqueMessage(table, index));
    }

    /**
     * Jumps to {@code free} unless another row has the entry's key.
     *
     * @param wantsKey whether the other row's key is needed
     * @return its registers, if it is known
     */
    private int findOther(Index index, int cursor, int entry, boolean wantsKey, int free) {
        assembler.add(Opcode.NoConflict, cursor, free, entry, index.keyCount(), 0);
        if (oldKey == 0 && !wantsKey) {
            return 0;
        }
        if (table.hasRowid()) {
            int rowid = assembler.register();
            assembler.add(Opcode.IdxRowid, cursor, rowid, 0);
            if (oldKey != 0) {
                assembler.add(Opcode.Eq, oldKey, free, rowid);
            }
            return rowid;
        }
        Index key = table.primaryKey();
        int found = entry;
        if (index != key) {
            found = assembler.registers(key.keyCount());
            for (int i = 0; i < key.keyCount(); i++) {
                int place = placeIn(index, key.columns().get(i));
                assembler.add(Opcode.Column, cursor, place, found + i);
            }
            assembler.add(Opcode.Copy, found, found, key.keyCount() - 1);
        }
        if (oldKey != 0) {
            jumpIfSame(found, free);
        }
        return found;
    }

    static int placeIn(Index index, Index.IndexColumn wanted) {
        for (int i = 0; i < index.columns().size(); i++) {
            Index.IndexColumn column = index.columns().get(i);
            if (column.tableColumn() == wanted.tableColumn()
                    && column.collation()
                            .name()
                            .equalsIgnoreCase(wanted.collation().name())) {
                return i;
            }
        }
        throw new AssertionError(index.name() + " lacks primary key column " + wanted);
    }

    private void jumpIfSame(int found, int same) {
        List<KeyField> fields = new ArrayList<>();
        Index key = table.primaryKey();
        for (int i = 0; i < key.keyCount(); i++) {
            fields.add(new KeyField(key.columns().get(i).collation(), false, false));
        }
        int differs = assembler.label();
        assembler.add(Opcode.Compare, oldKey, found, key.keyCount(), new KeyInfo(fields), 0);
        assembler.add(Opcode.Jump, differs, same, differs);
        assembler.bind(differs);
    }

    /** Returns the message for two rows that an index may not both have. */
    public static String uniqueMessage(Table table, Index index) {
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

    /** By index: whether its entry is one that {@link #insertEntries} makes. */
    boolean[] touched() {
        boolean[] touched = new boolean[entries.length];
        for (int i = 0; i < touched.length; i++) {
            touched[i] = entries[i] != 0;
        }
        return touched;
    }

    /** Emits the row's entries in the indexes. */
    void insertEntries() {
        for (int i = 0; i < entries.length; i++) {
            if (entries[i] == 0) {
                continue;
            }
            int done = assembler.label();
            if (wanted[i] != 0) {
                assembler.add(Opcode.IfNot, wanted[i], done, 1);
            }
            int record = assembler.register();
            Index index = table.indexes().get(i);
            int count = index.columns().size();
            String affinities = TableAccess.entryAffinities(table, index);
            assembler.add(Opcode.MakeRecord, entries[i], count, record, affinities, 0);
            assembler.add(Opcode.IdxInsert, cursors.indexes()[i], record, entries[i], null, 0);
            assembler.bind(done);
        }
    }
}
