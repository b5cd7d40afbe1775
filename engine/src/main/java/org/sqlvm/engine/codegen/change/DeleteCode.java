package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.KeptRows;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.virtual.ConnectedTable;

import java.util.List;

/**
 * DELETE from a table or, with a trigger instead, from a view. Without a condition, and if no
 * trigger or other code needs the rows, all trees of the table are cleared. The OR of a statement
 * that a DELETE runs for does not reach the triggers of the DELETE.
 */
public final class DeleteCode {
    private static final ConflictAction ACTION = ConflictAction.DEFAULT;

    private final ChangeContext context;
    private final Assembler assembler;
    private final Statement.Delete tree;
    private final ChangePlanner planner;
    private final Targets.Target target;
    private final Table table;
    private final RowTriggers triggers;
    private ReturningCode returning;
    /** Null unless the rows are counted. */
    private ChangeCount counter;

    private DeleteCode(ChangeContext context, Statement.Delete tree) {
        this.context = context;
        this.assembler = context.assembler();
        this.tree = tree;
        this.planner = context.planner(tree.with());
        planner.shareWithReturning(tree);
        this.target = Targets.changed(
                context,
                tree.target().name(),
                TriggerEvent.DELETE,
                List.of(),
                !tree.returning().isEmpty());
        this.table = target.table();
        this.triggers = RowTriggers.of(context, table, TriggerEvent.DELETE);
    }

    /** Emits the statement. */
    public static Emitted emit(ChangeContext context, Statement.Delete tree) {
        ConnectedTable virtual = Targets.virtual(context, tree.target().name());
        return virtual == null
                ? new DeleteCode(context, tree).emit()
                : VirtualCode.delete(context, tree, virtual);
    }

    private Emitted emit() {
        boolean permitted = context.isPermitted(Authorization.Action.DELETE, table, tree.span());
        assembler.transaction(table.databaseNumber(), !target.isView());
        List<PlanLine> plan = List.of();
        counter =
                ChangeCount.open(context, TriggerEvent.DELETE, !tree.returning().isEmpty());
        ForeignKeyCode keys = ForeignKeyCode.of(context, table, null);
        boolean all = permitted
                && tree.where() == null
                && tree.with() == null
                && tree.returning().isEmpty()
                && !triggers.any()
                && !keys.isNeeded();
        if (all) {
            clear();
        } else if (target.isView()) {
            plan = emitView();
        } else {
            plan = emitTable(keys);
        }
        context.end();
        return ChangeCount.end(counter, returning, plan);
    }

    private void clear() {
        if (!context.isInTrigger()) {
            assembler.notes().writesAtOnce();
        }
        if (counter != null) {
            count();
        }
        assembler.add(Opcode.Clear, table.rootPage(), table.databaseNumber(), 1);
        for (Index index : table.indexes()) {
            assembler.add(Opcode.Clear, index.rootPage(), table.databaseNumber(), 0);
        }
    }

    private void count() {
        int cursor = assembler.cursor();
        Object row = table.hasRowid()
                ? TableAccess.tableP4(table)
                : TableAccess.keyInfo(table.primaryKey());
        assembler.add(Opcode.OpenRead, cursor, table.rootPage(), table.databaseNumber(), row, 0);
        assembler.add(Opcode.Count, cursor, counter.register(), 0);
        assembler.add(Opcode.Close, cursor, 0, 0);
    }

    private RowPlan plan() {
        return planner.query(Trees.select(
                null,
                ChangedRows.keys(table, target.isView()),
                Trees.changed(tree.target(), table),
                tree.where()));
    }

    /** Once the rest is resolved: of several errors, one of RETURNING is the last. */
    private void openReturning() {
        returning = ReturningCode.open(context, planner, table, tree.returning());
    }

    private List<PlanLine> emitTable(ForeignKeyCode keys) {
        RowPlan own = plan();
        openReturning();
        ChangedRows rows = new ChangedRows(assembler, table, returning != null);
        RowPlan plan = tree.target().hint() == null ? rows.inOrder(own) : own;
        boolean inPlace = !triggers.any() && !keys.isNeeded();
        if (inPlace && returning == null && deletesOne(plan) && !context.isInTrigger()) {
            assembler.notes().writesAtOnce();
        }
        rows.forEach(plan, inPlace, _ -> true, null, (cursors, key, found, next) -> {
            ChangeCount.row(counter);
            new RowDelete(context, cursors, triggers, keys, returning, ACTION)
                    .emit(key, found, next, Opcode.COUNT_CHANGE);
        });
        return plan.queryPlan();
    }

    /** Whether one row of a table without indexes is deleted at most. */
    private boolean deletesOne(RowPlan plan) {
        return table.indexes().isEmpty()
                && plan instanceof SelectPlan select
                && select.loops().size() == 1
                && select.loops().getFirst().access() instanceof SelectPlan.RowidEqual;
    }

    private List<PlanLine> emitView() {
        RowPlan plan = plan();
        openReturning();
        KeptRows kept = KeptRows.of(
                assembler, plan.columns().size(), sink -> SelectCode.emit(assembler, plan, sink));
        RowBlock old = RowBlock.of(assembler, table);
        kept.forEach((first, count, next) -> {
            assembler.add(Opcode.Null, 0, old.rowid(), 0);
            assembler.add(Opcode.Copy, first, old.record(), count - 1);
            ChangeCount.row(counter);
            triggers.fire(TriggerTime.INSTEAD_OF, old.first(), ACTION, next);
            if (returning != null) {
                returning.row(old);
            }
        });
        return plan.queryPlan();
    }

    /**
     * Deletes the rows of a table that is being dropped, so that foreign keys on them are checked.
     */
    public static void emitDropped(ChangeContext context, Table table) {
        ChangePlanner planner = context.planner(null);
        TableSource.TableName target = Trees.table(table, null);
        RowPlan plan =
                planner.query(Trees.select(null, ChangedRows.keys(table, false), target, null));
        new ChangedRows(context.assembler(), table, false)
                .forEach(
                        plan,
                        false,
                        _ -> false,
                        null,
                        (cursors, key, found, next) -> new RowDelete(
                                        context,
                                        cursors,
                                        RowTriggers.none(context, table),
                                        ForeignKeyCode.ofDropped(context, table),
                                        null,
                                        ACTION)
                                .emit(key, found, next, Opcode.COUNT_CHANGE));
    }
}
