package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.Conflicts;
import org.sqlvm.engine.codegen.query.RowReader;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;

import java.util.Arrays;
import java.util.List;

/** The change of one row with all that belongs to it: checks, entries, triggers, foreign keys. */
final class RowUpdate {
    private final ChangeContext context;
    private final Assembler assembler;
    private final Table table;
    private final Assignments assignments;
    private final NewRow.Changed changed;
    private final RowTriggers triggers;
    private final ForeignKeyCode keys;
    private final ReturningCode returning;
    private final ChangeCount counter;
    private final ConflictAction action;
    private final boolean[] touched;
    private final boolean mayReplace;

    /** Emits the values of the assignments: by assignment their registers, 0 for none. */
    interface Values {
        void emit(int[] targets);
    }

    /**
     * @param table with the columns of indexed expressions
     * @param action the statement's OR
     * @param returning null if there is no RETURNING
     * @param counter null unless the rows are counted
     */
    RowUpdate(
            ChangeContext context,
            Table table,
            Assignments assignments,
            RowTriggers triggers,
            ConflictAction action,
            ReturningCode returning,
            ChangeCount counter) {
        this.context = context;
        this.assembler = context.assembler();
        this.table = table;
        this.assignments = assignments;
        this.triggers = triggers;
        this.action = action;
        this.returning = returning;
        this.counter = counter;
        this.changed = assignments.changed();
        this.keys = ForeignKeyCode.of(context, table, changed);
        this.touched = touched();
        this.mayReplace = mayReplace();
    }

    private boolean[] touched() {
        List<Index> indexes = table.indexes();
        boolean[] result = new boolean[indexes.size()];
        for (int i = 0; i < result.length; i++) {
            Index index = indexes.get(i);
            result[i] = assignments.changesKey()
                    || keys.replacesRow()
                    || changed.concerns(
                            index,
                            StoredExpressions.condition(table, index, assembler.preparation()));
        }
        return result;
    }

    /** Whether a key that changes may be another row's, which then is deleted. */
    private boolean mayReplace() {
        if (assignments.changesKey()) {
            ConflictAction ofKey = table.withoutRowid()
                    ? table.primaryKey().conflict()
                    : context.schema().constraints(table).rowid();
            if (replaces(ofKey)) {
                return true;
            }
        }
        for (int i = 0; i < touched.length; i++) {
            if (touched[i] && replaces(table.indexes().get(i).conflict())) {
                return true;
            }
        }
        return false;
    }

    private boolean replaces(ConflictAction ofConstraint) {
        return Conflicts.action(action, ofConstraint) == ConflictAction.REPLACE;
    }

    /** Returns, for each index, whether its entries may change, so that it needs a cursor. */
    boolean[] indexesToOpen() {
        boolean[] open = touched.clone();
        if (mayReplace) {
            Arrays.fill(open, true);
        }
        return open;
    }

    /** Whether triggers or foreign keys are concerned. */
    boolean runsOthers() {
        return triggers.any() || keys.isNeeded();
    }

    /** Whether the change concerns this row and its entries alone and is done in place. */
    boolean isInPlace() {
        return !assignments.changesKey() && !mayReplace && !triggers.any() && !keys.isNeeded();
    }

    /** Whether an index is among those whose entries may change. */
    boolean touches(Index index) {
        int place = table.indexes().indexOf(index);
        return place < 0 ? assignments.changesKey() : touched[place];
    }

    /**
     * Emits the change of the table cursor's current row.
     *
     * @param key its rowid or primary key
     * @param values the new values; read before anything is changed
     * @param next the label for a row that is left unchanged
     */
    void emit(TargetCursors cursors, int key, Values values, int next) {
        keys.begin();
        TableAccess access = cursors.access();
        boolean wantsOld = triggers.any() || keys.isNeeded();
        RowBlock[] pair = wantsOld ? RowBlock.pair(assembler, table) : null;
        RowBlock fresh = wantsOld ? pair[1] : RowBlock.of(assembler, table);
        RowBlock old = wantsOld ? pair[0] : null;
        if (wantsOld) {
            old.load(assembler, access);
        }
        NewRow row = new NewRow(context, fresh, changed);
        compute(access, fresh, values, key);
        if (triggers.has(TriggerTime.BEFORE)) {
            row.completeStrictly();
        } else {
            row.complete();
        }
        boolean moves = assignments.changesKey() || table.withoutRowid();
        if (wantsOld || moves || mayReplace || returning != null) {
            fresh.own(assembler);
        }
        if (triggers.has(TriggerTime.BEFORE)) {
            triggers.fire(TriggerTime.BEFORE, old.first(), action, next);
            cursors.seek(key, TargetCursors.keyCount(table), next);
            loadUnchanged(access, fresh);
            row.complete();
            fresh.own(assembler);
        }
        row.check(action, next);
        UniqueCode unique = uniqueness(cursors, row, key, next);
        unique.check(assignments.changesRowid());
        if (unique.replaces() || moves) {
            cursors.seek(key, TargetCursors.keyCount(table), next);
        }
        keys.check(old, null);
        cursors.deleteEntries(unique.touched());
        if (moves || keys.replacesRow()) {
            assembler.add(Opcode.Delete, cursors.table(), 0, 0);
        }
        keys.check(null, fresh);
        unique.insertEntries();
        row.insert(cursors.table(), Opcode.COUNT_CHANGE);
        keys.act(old);
        ChangeCount.row(counter);
        triggers.fireAfter(old == null ? 0 : old.first(), action, next, returning, fresh);
    }

    private UniqueCode uniqueness(TargetCursors cursors, NewRow row, int key, int next) {
        RowDelete replaced = null;
        if (mayReplace) {
            RowTriggers ofDelete = context.settings().recursiveTriggers()
                    ? RowTriggers.of(context, table, TriggerEvent.DELETE)
                    : RowTriggers.none(context, table);
            replaced = new RowDelete(
                    context,
                    cursors,
                    ofDelete,
                    ForeignKeyCode.of(context, table, null),
                    null,
                    ConflictAction.REPLACE);
        }
        NewRow.Changed concerned =
                assignments.changesKey() || keys.replacesRow() ? everything() : changed;
        return new UniqueCode(
                context, row, cursors, action, next, key, concerned, List.of(), replaced);
    }

    /** A row that goes and comes has other entries in all indexes. */
    private NewRow.Changed everything() {
        boolean[] columns = new boolean[table.columns().size()];
        Arrays.fill(columns, true);
        if (table.withoutRowid() && !assignments.changesKey()) {
            for (int i = 0; i < table.primaryKey().keyCount(); i++) {
                columns[table.primaryKey().columns().get(i).tableColumn()] = false;
            }
        }
        return new NewRow.Changed(columns, true);
    }

    /** The new row's values but the generated ones. */
    private void compute(TableAccess access, RowBlock fresh, Values values, int key) {
        int[] targets = new int[assignments.count()];
        if (assignments.changesRowid()) {
            targets[assignments.rowidPlace()] = fresh.rowid();
        } else if (table.hasRowid()) {
            assembler.add(Opcode.SCopy, key, fresh.rowid(), 0);
        }
        for (int column = 0; column < table.columns().size(); column++) {
            int place = assignments.place(column);
            if (place >= 0) {
                targets[place] = fresh.stored(column);
            }
        }
        values.emit(targets);
        if (assignments.changesRowid()) {
            assembler.add(Opcode.MustBeInt, fresh.rowid(), 0, 0);
        }
        if (table.rowidAlias() >= 0) {
            assembler.add(Opcode.Null, 0, fresh.stored(table.rowidAlias()), 0);
        }
        loadUnchanged(access, fresh);
    }

    private void loadUnchanged(TableAccess access, RowBlock fresh) {
        for (int column = 0; column < table.columns().size(); column++) {
            boolean kept = assignments.place(column) < 0
                    && column != table.rowidAlias()
                    && !table.columns().get(column).generated();
            if (kept) {
                access.read(column, fresh.stored(column));
            }
        }
    }

    /** Returns a reader of the columns of expressions over the unchanged row: from the cursor. */
    static RowReader reader(TableAccess access) {
        return (Expr.Column column, int target) -> access.read(column.index(), target);
    }
}
