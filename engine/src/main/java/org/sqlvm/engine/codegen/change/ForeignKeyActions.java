package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.ForeignKeyConstraint;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Expression.BinaryOperator;
import org.sqlvm.engine.sql.tree.ForeignKey.Action;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;

import java.util.ArrayList;
import java.util.List;

/**
 * CASCADE, SET NULL, SET DEFAULT and RESTRICT: each is a trigger on the parent, made of trees that
 * the user has not written.
 */
final class ForeignKeyActions {
    private ForeignKeyActions() {}

    /** The key that identifies an action's program. */
    private record Program(ForeignKeyConstraint key, boolean update) {}

    /** Whether a row is the one of the program of this key's action. */
    private static boolean isOf(TriggerRow row, ForeignKeyConstraint key) {
        return row.action() instanceof Program program && program.key().equals(key);
    }

    /** Whether the program that runs for {@code row} sets the columns of {@code key} to NULL. */
    static boolean isSetNullOf(TriggerRow row, ForeignKeyConstraint key) {
        return isOf(row, key) && action(key, ((Program) row.action()).update()) == Action.SET_NULL;
    }

    private static Action action(ForeignKeyConstraint key, boolean update) {
        return update ? key.onUpdate() : key.onDelete();
    }

    /**
     * Emits a key's action.
     *
     * @param parent the table whose row was deleted or changed
     * @param dropping whether it is being dropped, so that it does not matter if the key is broken
     * @param old its registers, followed by the new row's if it was changed
     */
    static void emit(
            ChangeContext context,
            ForeignKeyConstraint key,
            Table parent,
            boolean update,
            boolean dropping,
            RowBlock old) {
        Action action = action(key, update);
        boolean waits = action == Action.RESTRICT && context.settings().deferForeignKeys();
        if (action == Action.NO_ACTION || waits) {
            return;
        }
        ForeignKeyCode.ParentKey parentKey = ForeignKeyCode.ParentKey.of(key, parent);
        if (parentKey == null && !dropping) {
            context.broken().add(ForeignKeyCode.mismatch(key));
        }
        if (parentKey == null || context.broken().any()) {
            return;
        }
        Program what = new Program(key, update);
        TriggerEvent event = update ? TriggerEvent.UPDATE : TriggerEvent.DELETE;
        TriggerRow row = new TriggerRow(parent, event, what);
        Table child = context.schema().database(parent.databaseNumber()).table(key.child());
        RowBlock.clearRowids(context.assembler(), row, old.first());
        int done = context.assembler().label();
        context.assembler()
                .add(
                        Opcode.Program,
                        old.first(),
                        done,
                        row.argumentCount(),
                        context.programs()
                                .of(
                                        what,
                                        row,
                                        () -> update ? isChanged(parentKey) : null,
                                        program -> TriggerPrograms.emit(
                                                program,
                                                "",
                                                List.of(step(action, update, child, parentKey)))),
                        0);
        context.assembler().bind(done);
    }

    /**
     * Returns the condition that an UPDATE has changed the key: otherwise the action does nothing.
     */
    private static Expression isChanged(ForeignKeyCode.ParentKey key) {
        Expression same = null;
        for (String column : key.columns()) {
            same = Trees.and(
                    same,
                    Trees.binary(
                            BinaryOperator.IS,
                            Trees.column("old", column),
                            Trees.column("new", column)));
        }
        return Trees.not(same);
    }

    private static Statement step(
            Action action, boolean update, Table child, ForeignKeyCode.ParentKey key) {
        Expression where = null;
        List<Statement.Assignment> assignments = new ArrayList<>();
        for (int i = 0; i < key.columns().size(); i++) {
            String parent = key.columns().get(i);
            Column column = child.columns().get(key.children().get(i));
            where = Trees.and(
                    where,
                    Trees.binary(
                            BinaryOperator.EQ,
                            Trees.column("old", parent),
                            Trees.column(null, column.name())));
            Expression value = switch (action) {
                case CASCADE -> Trees.column("new", parent);
                case SET_DEFAULT ->
                    column.defaultValue() == null
                            ? new Expression.NullLiteral(Trees.NOWHERE)
                            : column.defaultValue();
                default -> new Expression.NullLiteral(Trees.NOWHERE);
            };
            Name name = Trees.name(column.name());
            assignments.add(new Statement.Assignment(List.of(name), value, Trees.NOWHERE));
        }
        if (action == Action.RESTRICT) {
            Expression raise = new Expression.Raise(
                    Expression.RaiseAction.ABORT,
                    new Expression.StringLiteral("FOREIGN KEY constraint failed", Trees.NOWHERE),
                    Trees.NOWHERE);
            return Trees.select(
                    null, List.of(Trees.item(raise)), Trees.table(child.name(), null), where);
        }
        if (action == Action.CASCADE && !update) {
            return new Statement.Delete(
                    null, Trees.table(child.name(), null), where, List.of(), Trees.NOWHERE);
        }
        return new Statement.Update(
                null,
                ConflictAction.DEFAULT,
                Trees.table(child.name(), null),
                assignments,
                null,
                where,
                List.of(),
                Trees.NOWHERE);
    }
}
