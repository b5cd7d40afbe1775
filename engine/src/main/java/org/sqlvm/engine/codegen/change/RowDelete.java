package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;

/** The deletion of one row with all that belongs to it: entries, triggers, foreign keys. */
final class RowDelete {
    private final Assembler assembler;
    private final Table table;
    private final TargetCursors cursors;
    private final RowTriggers triggers;
    private final ForeignKeyCode keys;
    private final ReturningCode returning;
    private final ConflictAction action;

    /**
     * @param triggers the triggers of DELETE that are to run
     * @param returning null if there is no RETURNING
     * @param action the OR of the statement, which applies to the triggers
     */
    RowDelete(
            ChangeContext context,
            TargetCursors cursors,
            RowTriggers triggers,
            ForeignKeyCode keys,
            ReturningCode returning,
            ConflictAction action) {
        this.assembler = context.assembler();
        this.cursors = cursors;
        this.table = cursors.access().table();
        this.triggers = triggers;
        this.keys = keys;
        this.returning = returning;
        this.action = action;
    }

    /** Whether nothing but the row and its entries is concerned. */
    boolean isPlain() {
        return !triggers.any() && !keys.isNeeded();
    }

    /** Whether triggers run for the row. */
    boolean hasTriggers() {
        return triggers.any();
    }

    /**
     * Emits the deletion of the row with a key.
     *
     * @param found the cursor is on it already
     * @param gone where to go if there is none, also because a trigger has deleted it
     * @param flags P5 of Delete
     */
    void emit(int key, boolean found, int gone, int flags) {
        int keyCount = TargetCursors.keyCount(table);
        if (!found) {
            cursors.seek(key, keyCount, gone);
        }
        keys.begin();
        RowBlock old = null;
        if (!isPlain() || returning != null) {
            old = RowBlock.of(assembler, table);
            old.load(assembler, cursors.access());
        }
        if (triggers.has(TriggerTime.BEFORE)) {
            triggers.fire(TriggerTime.BEFORE, old.first(), action, gone);
            cursors.seek(key, keyCount, gone);
        }
        keys.check(old, null);
        cursors.deleteEntries(null);
        assembler.add(Opcode.Delete, cursors.table(), 0, 0, null, flags);
        keys.act(old);
        triggers.fireAfter(old == null ? 0 : old.first(), action, gone, returning, old);
    }
}
