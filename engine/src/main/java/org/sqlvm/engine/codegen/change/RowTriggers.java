package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.Trigger;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;

import java.util.List;

/** The triggers that a statement fires on one table. */
final class RowTriggers {
    private final ChangeContext context;
    private final TriggerRow row;
    private final List<Trigger> triggers;

    private RowTriggers(ChangeContext context, TriggerRow row, List<Trigger> triggers) {
        this.context = context;
        this.row = row;
        this.triggers = triggers;
    }

    /** None, where a statement fires none. */
    static RowTriggers none(ChangeContext context, Table table) {
        return new RowTriggers(context, new TriggerRow(table, TriggerEvent.DELETE), List.of());
    }

    /** @param table with the columns of indexed expressions, or a view's columns */
    static RowTriggers of(ChangeContext context, Table table, TriggerEvent event) {
        return new RowTriggers(
                context,
                new TriggerRow(table, event),
                context.programs().schema().triggers(table).stream()
                        .filter(trigger -> trigger.tree().event() == event)
                        .toList());
    }

    /** Returns the triggers that an UPDATE of these columns fires. */
    static RowTriggers ofUpdate(
            ChangeContext context, Table table, List<Statement.Assignment> assignments) {
        return new RowTriggers(
                context,
                new TriggerRow(table, TriggerEvent.UPDATE),
                context.programs().schema().triggers(table).stream()
                        .filter(trigger -> trigger.tree().event() == TriggerEvent.UPDATE
                                && isMeant(trigger.tree().updateOf(), assignments))
                        .toList());
    }

    private static boolean isMeant(List<Name> columns, List<Statement.Assignment> assignments) {
        return columns.isEmpty()
                || columns.stream()
                        .anyMatch(column -> assignments.stream()
                                .flatMap(assignment -> assignment.columns().stream())
                                .anyMatch(name -> name.matches(column.text())));
    }

    /**
     * Whether a view has any triggers. Then a statement with RETURNING may change it, though none
     * of them fires: SQLite counts RETURNING as a trigger.
     */
    static boolean areOn(ChangeContext context, Table view) {
        return !context.programs().schema().triggers(view).isEmpty();
    }

    boolean any() {
        return !triggers.isEmpty();
    }

    boolean has(TriggerTime time) {
        return triggers.stream().anyMatch(trigger -> trigger.tree().time() == time);
    }

    /**
     * Emits the triggers of one time, BEFORE or AFTER.
     *
     * @param first the first register of the row, of OLD for UPDATE
     * @param action the OR of the statement, or DEFAULT
     * @param ignored the label for RAISE(IGNORE)
     */
    void fire(TriggerTime time, int first, ConflictAction action, int ignored) {
        for (Trigger trigger : triggers) {
            if (trigger.tree().time() == time) {
                emit(trigger, first, action, ignored);
            }
        }
    }

    /**
     * Emits the AFTER triggers and RETURNING, which comes after the TEMP triggers and before the
     * others: RAISE(IGNORE) in a TEMP one leaves the row out.
     *
     * @param first as in {@link #fire}, like {@code action} and {@code ignored}
     * @param returning null if there is no RETURNING
     * @param returned the row that RETURNING shows
     */
    void fireAfter(
            int first,
            ConflictAction action,
            int ignored,
            ReturningCode returning,
            RowBlock returned) {
        List<Trigger> after = triggers.stream()
                .filter(trigger -> trigger.tree().time() == TriggerTime.AFTER)
                .toList();
        after.stream()
                .filter(this::isTempOnOther)
                .forEach(trigger -> emit(trigger, first, action, ignored));
        if (returning != null) {
            returning.row(returned);
        }
        after.stream()
                .filter(trigger -> !isTempOnOther(trigger))
                .forEach(trigger -> emit(trigger, first, action, ignored));
    }

    /** A TEMP trigger on a table of another database. */
    private boolean isTempOnOther(Trigger trigger) {
        return trigger.database().isTemp() && !row.table().database().isTemp();
    }

    private void emit(Trigger trigger, int first, ConflictAction action, int ignored) {
        if (context.broken().any()) {
            return;
        }
        RowBlock.clearRowids(context.assembler(), row, first);
        context.assembler()
                .add(
                        Opcode.Program,
                        first,
                        ignored,
                        row.argumentCount(),
                        context.programs().of(trigger, row, action),
                        context.settings().recursiveTriggers() ? 0 : 1);
    }
}
