package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.KeptRows;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.virtual.ConnectedTable;

import java.util.ArrayList;
import java.util.List;

/** UPDATE of a table or, with a trigger instead, of a view. */
public final class UpdateCode {
    private final ChangeContext context;
    private final Assembler assembler;
    private final Statement.Update tree;
    private final ChangePlanner planner;
    private final Targets.Target target;
    private final Table table;
    private final Assignments assignments;
    private final RowTriggers triggers;
    private final ConflictAction action;
    private ReturningCode returning;
    /** Null unless the rows are counted. */
    private ChangeCount counter;

    private Source source;

    private UpdateCode(ChangeContext context, Statement.Update tree) {
        this.context = context;
        this.assembler = context.assembler();
        this.tree = tree;
        this.planner = context.planner(tree.with());
        planner.shareWithReturning(tree);
        this.target = Targets.changed(
                context,
                tree.target().name(),
                TriggerEvent.UPDATE,
                tree.assignments(),
                !tree.returning().isEmpty());
        this.table = target.table();
        this.assignments = new Assignments(
                table, tree.assignments(), assembler.preparation(), Span.isWritten(tree.span()));
        this.triggers = RowTriggers.ofUpdate(context, table, tree.assignments());
        this.action = context.action(tree.action());
    }

    /** Emits the statement. */
    public static Emitted emit(ChangeContext context, Statement.Update tree) {
        ConnectedTable virtual = Targets.virtual(context, tree.target().name());
        return virtual == null
                ? new UpdateCode(context, tree).emit()
                : VirtualCode.update(context, tree, virtual);
    }

    private Emitted emit() {
        assembler.transaction(table.databaseNumber(), !target.isView());
        String name = ChangedRows.name(tree.target());
        source = planner.source(table, name, tree.target().alias() != null);
        counter =
                ChangeCount.open(context, TriggerEvent.UPDATE, !tree.returning().isEmpty());
        List<PlanLine> plan;
        if (target.isView()) {
            plan = emitView();
        } else if (tree.from() != null) {
            plan = emitFrom();
        } else {
            plan = emitTable();
        }
        context.end();
        return ChangeCount.end(counter, returning, plan);
    }

    private List<PlanLine> emitTable() {
        int changed = triggers.any() ? 0 : table.rootPage();
        Assignments.Resolved values =
                assignments.resolve(planner, planner.scope(List.of(source)), changed);
        RowPlan plan = planner.query(Trees.select(
                null,
                ChangedRows.keys(table, false),
                Trees.changed(tree.target(), table),
                tree.where()));
        openReturning();
        RowUpdate update =
                new RowUpdate(context, table, assignments, triggers, action, returning, counter);
        ChangedRows rows = new ChangedRows(assembler, table, returning != null);
        rows.forEach(
                tree.target().hint() == null ? rows.inOrder(plan) : plan,
                update.isInPlace(),
                index -> !update.touches(index),
                update.indexesToOpen(),
                (cursors, key, found, next) -> {
                    if (!found) {
                        cursors.seek(key, TargetCursors.keyCount(table), next);
                    }
                    ExpressionCode code = new ExpressionCode(
                            assembler, planner.plans(), RowUpdate.reader(cursors.access()));
                    update.emit(cursors, key, targets -> values.emit(code, targets), next);
                });
        return plan.queryPlan();
    }

    /** Once the rest is resolved: of several errors, one of RETURNING is the last. */
    private void openReturning() {
        returning = ReturningCode.open(context, planner, table, tree.returning());
    }

    /** The new values and the keys, from the table joined with others. */
    private RowPlan joined() {
        List<ResultColumn> columns = new ArrayList<>(assignments.asColumns());
        columns.addAll(ChangedRows.keys(table, target.isView()));
        TableSource from = tree.source(Trees.changed(tree.target(), table));
        return planner.query(Trees.select(null, columns, from, tree.where()));
    }

    /**
     * A row that several rows of the other tables match is changed once. Rows are kept by key: of
     * several the last one counts. They are changed in the order of the table.
     */
    private List<PlanLine> emitFrom() {
        RowPlan plan = joined();
        openReturning();
        int keyCount = TargetCursors.keyCount(table);
        int valueCount = plan.columns().size() - keyCount;
        int kept = assembler.cursor();
        assembler.add(
                Opcode.HashOpen, kept, keyCount, valueCount, KeptKeys.keys(assembler, table), 0);
        SelectCode.emit(assembler, plan, (first, _, next) -> {
            int row = assembler.registers(keyCount + valueCount);
            int fresh = assembler.label();
            assembler.add(Opcode.Copy, first + valueCount, row, keyCount - 1);
            assembler.add(Opcode.Copy, first, row + keyCount, valueCount - 1);
            assembler.add(Opcode.HashFind, kept, fresh, row);
            assembler.add(Opcode.HashUpdate, kept, keyCount, row + keyCount, null, valueCount);
            assembler.jump(next);
            assembler.bind(fresh);
            assembler.add(Opcode.HashInsert, kept, row, 0);
        });
        RowUpdate update =
                new RowUpdate(context, table, assignments, triggers, action, returning, counter);
        TableAccess access = new TableAccess(assembler, table, null, false);
        access.open(true);
        TargetCursors cursors = new TargetCursors(
                assembler, access, Targets.openIndexes(assembler, table, update.indexesToOpen()));
        int key = assembler.registers(keyCount);
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.HashRewind, kept, end, 1);
        int top = assembler.here();
        assembler.add(Opcode.HashData, kept, 0, key, null, keyCount);
        cursors.seek(key, keyCount, next);
        update.emit(
                cursors,
                key,
                targets -> {
                    for (int i = 0; i < targets.length; i++) {
                        if (targets[i] != 0) {
                            assembler.add(Opcode.HashData, kept, keyCount + i, targets[i], null, 1);
                        }
                    }
                },
                next);
        assembler.bind(next);
        assembler.add(Opcode.HashNext, kept, top, 0);
        assembler.bind(end);
        return plan.queryPlan();
    }

    /**
     * Emits the rows of the view with the new values; triggers make the changes. The columns'
     * affinities are applied for the triggers: where only RETURNING reads the row, values stay.
     */
    private List<PlanLine> emitView() {
        RowPlan plan = joined();
        openReturning();
        int columnCount = table.columns().size();
        KeptRows kept = KeptRows.of(
                assembler, plan.columns().size(), sink -> SelectCode.emit(assembler, plan, sink));
        RowBlock[] pair = RowBlock.pair(assembler, table);
        kept.forEach((first, count, next) -> {
            for (RowBlock row : pair) {
                assembler.add(Opcode.Null, 0, row.rowid(), 0);
                for (int i = 0; i < columnCount; i++) {
                    int place = row == pair[1] ? assignments.place(i) : -1;
                    int from = place < 0 ? first + assignments.count() + i : first + place;
                    assembler.add(Opcode.Copy, from, row.stored(i), 0);
                }
                row.makeReal(assembler);
            }
            if (triggers.has(TriggerTime.INSTEAD_OF)) {
                pair[1].applyAffinities(assembler);
            }
            triggers.fire(TriggerTime.INSTEAD_OF, pair[0].first(), action, next);
            ChangeCount.row(counter);
            if (returning != null) {
                returning.row(pair[1]);
            }
        });
        return plan.queryPlan();
    }
}
