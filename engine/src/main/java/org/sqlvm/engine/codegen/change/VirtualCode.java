package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.KeptRows;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.VirtualChange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * INSERT, UPDATE and DELETE of a virtual table: its module has the rows, and changes one after the
 * other (sqlite.org/vtab.html section 2.13). They are found before the first is changed. There are
 * no triggers, keys, constraints and defaults.
 */
final class VirtualCode {
    private static final int ABSENT = -1;

    private final ChangeContext context;
    private final Assembler assembler;
    private final ChangePlanner planner;
    private final ConnectedTable virtual;
    private final Table table;
    private ReturningCode returning;
    /**
     * The counter of rows; null if they are not counted. SQLite does not count those that an UPDATE
     * changes.
     */
    private ChangeCount counter;

    private VirtualCode(ChangeContext context, ChangePlanner planner, ConnectedTable virtual) {
        this.context = context;
        this.assembler = context.assembler();
        this.planner = planner;
        this.virtual = virtual;
        this.table = virtual.declared();
    }

    /** Notes that a statement changes one row at most, so that it need not be undone alone. */
    private void noteSingle(RowPlan plan) {
        boolean single = plan instanceof SelectPlan select
                && select.loops().size() == 1
                && select.loops().getFirst().access() instanceof SelectPlan.VirtualScan scan
                && scan.arguments().stream().allMatch(SelectPlan.VirtualArgument::isOne)
                && virtual.findsOneRow(scan.plan(), assembler.preparation().registered());
        if (single && !context.isInTrigger()) {
            assembler.notes().writesAtOnce();
        }
    }

    private void begin() {
        virtual.databases(assembler.preparation().registered())
                .forEach(number -> assembler.transaction(number, true));
        assembler.add(Opcode.VBegin, 0, 0, 0, virtual, 0);
    }

    private Emitted end(RowPlan plan) {
        context.end();
        return ChangeCount.end(counter, returning, plan == null ? List.of() : plan.queryPlan());
    }

    private void openReturning(List<ResultColumn> tree) {
        returning = ReturningCode.open(context, planner, table, tree);
    }

    /** Emits the change of a row whose registers begin with {@code first}. */
    private void change(VirtualChange.Kind kind, int first, int count, ConflictAction or) {
        VirtualChange change = new VirtualChange(virtual, kind, false, or);
        assembler.add(Opcode.VUpdate, 0, count, first, change, 0);
    }

    /** Emits the row of RETURNING: a key and then the values of the columns. */
    private void returnRow(int key, int values) {
        RowBlock row = RowBlock.of(assembler, table);
        if (table.hasRowid()) {
            assembler.add(Opcode.SCopy, key, row.rowid(), 0);
        }
        for (int i = 0; i < table.columns().size(); i++) {
            assembler.add(Opcode.SCopy, values + i, row.stored(i), 0);
        }
        row.applyAffinities(assembler);
        returning.row(row);
    }

    // ------------------------------------------------------------------ INSERT

    static Emitted insert(ChangeContext context, Statement.Insert tree, ConnectedTable virtual) {
        if (!context.isPermitted(Authorization.Action.INSERT, virtual.declared(), tree.span())) {
            return Emitted.NOTHING;
        }
        ChangePlanner planner = context.planner(tree.with());
        return new VirtualCode(context, planner, virtual).insert(tree);
    }

    /**
     * Returns, for each column and behind them for the rowid, the index of its value in the source.
     */
    private int[] places(Statement.Insert tree) {
        int columnCount = table.columns().size();
        int[] places = new int[columnCount + 1];
        Arrays.fill(places, ABSENT);
        if (tree.columns() == null) {
            int given = 0;
            for (int i = 0; i < columnCount && tree.source() != null; i++) {
                Column column = table.columns().get(i);
                places[i] = column.hidden() ? ABSENT : given++;
            }
            return places;
        }
        for (int i = 0; i < tree.columns().size(); i++) {
            Name name = tree.columns().get(i);
            int column = table.columnIndex(name.text());
            if (column < 0 && table.hasRowid() && Table.isRowidName(name.text())) {
                places[columnCount] = i;
            } else if (column < 0) {
                throw SqlException.error(
                        "table " + tree.table() + " has no column named " + name.text(),
                        name.span().start());
            } else if (places[column] == ABSENT) {
                places[column] = i;
            }
        }
        return places;
    }

    private Emitted insert(Statement.Insert tree) {
        if (!tree.upserts().isEmpty()) {
            throw SqlException.error(
                    "UPSERT not implemented for virtual table \"" + table.name() + "\"");
        }
        int[] places = places(tree);
        RowPlan plan = tree.source() == null ? null : planner.inserted(tree.source());
        checkWidth(tree, plan == null ? 0 : plan.columns().size(), places);
        begin();
        openReturning(tree.returning());
        counter = ChangeCount.open(context, TriggerEvent.INSERT, returning != null);
        ConflictAction action = context.action(tree.action());
        if (plan == null) {
            if (!context.isInTrigger()) {
                assembler.notes().writesAtOnce();
            }
            insertRow(0, places, action);
            return end(null);
        }
        boolean single = plan instanceof RowPlan.Values values && values.isSingle();
        if (single && !context.isInTrigger()) {
            assembler.notes().writesAtOnce();
        }
        if (single || SelectCode.isData(plan)) {
            SelectCode.emit(
                    assembler, plan, (first, count, next) -> insertRow(first, places, action));
        } else {
            KeptRows.of(
                            assembler,
                            plan.columns().size(),
                            sink -> SelectCode.emit(assembler, plan, sink))
                    .forEach((first, count, next) -> insertRow(first, places, action));
        }
        return end(single ? null : plan);
    }

    private void checkWidth(Statement.Insert tree, int width, int[] places) {
        int wanted = tree.columns() != null
                ? tree.columns().size()
                : (int) Arrays.stream(places).filter(place -> place != ABSENT).count();
        if (width != wanted) {
            throw SqlException.error(
                    tree.columns() != null
                            ? width + " values for " + wanted + " columns"
                            : "table " + tree.table() + " has " + wanted + " columns but " + width
                                    + " values were supplied");
        }
    }

    private void insertRow(int source, int[] places, ConflictAction action) {
        int count = table.columns().size();
        int first = assembler.registers(1 + count);
        take(source, places[count], first);
        if (places[count] != ABSENT) {
            int unknown = assembler.label();
            assembler.add(Opcode.IsNull, first, unknown, 0);
            assembler.add(Opcode.MustBeInt, first, 0, 0);
            assembler.bind(unknown);
        }
        for (int i = 0; i < count; i++) {
            take(source, places[i], first + 1 + i);
        }
        change(VirtualChange.Kind.INSERT, first, 1 + count, action);
        ChangeCount.row(counter);
        if (returning != null) {
            int known = assembler.label();
            assembler.add(Opcode.NotNull, first, known, 0);
            assembler.add(Opcode.Integer, -1, first, 0); // As in SQLite.
            assembler.bind(known);
            returnRow(first, first + 1);
        }
    }

    private void take(int source, int place, int target) {
        if (place == ABSENT) {
            assembler.add(Opcode.Null, 0, target, 0);
        } else {
            assembler.add(Opcode.Copy, source + place, target, 0);
        }
    }

    // ------------------------------------------------------------------ UPDATE

    static Emitted update(ChangeContext context, Statement.Update tree, ConnectedTable virtual) {
        ChangePlanner planner = context.planner(tree.with());
        return new VirtualCode(context, planner, virtual).update(tree);
    }

    private Emitted update(Statement.Update tree) {
        refuseReturning(tree.returning(), "UPDATE");
        Assignments assignments = new Assignments(
                table, tree.assignments(), assembler.preparation(), Span.isWritten(tree.span()));
        List<ResultColumn> columns = new ArrayList<>(assignments.asColumns());
        columns.addAll(ChangedRows.keys(table, false));
        columns.addAll(ChangedRows.keys(table, true));
        RowPlan plan = planner.query(Trees.select(
                null, columns, tree.source(Trees.changed(tree.target(), table)), tree.where()));
        noteSingle(plan);
        begin();
        VirtualUpdate update = new VirtualUpdate(assembler, virtual, assignments, plan);
        update.emit(context.action(tree.action()));
        return end(plan);
    }

    /** A module may change a row's values, which would have to be read again for RETURNING. */
    private static void refuseReturning(List<ResultColumn> returning, String statement) {
        if (!returning.isEmpty()) {
            throw SqlException.error(statement + " RETURNING is not available on virtual tables");
        }
    }

    // ------------------------------------------------------------------ DELETE

    static Emitted delete(ChangeContext context, Statement.Delete tree, ConnectedTable virtual) {
        ChangePlanner planner = context.planner(tree.with());
        return new VirtualCode(context, planner, virtual).delete(tree);
    }

    private Emitted delete(Statement.Delete tree) {
        refuseReturning(tree.returning(), "DELETE");
        context.isPermitted(Authorization.Action.DELETE, table, tree.span());
        RowPlan plan = planner.query(Trees.select(
                null,
                ChangedRows.keys(table, false),
                Trees.changed(tree.target(), table),
                tree.where()));
        noteSingle(plan);
        begin();
        counter = ChangeCount.open(context, TriggerEvent.DELETE, false);
        if (table.hasRowid()) {
            deleteInOrder(plan);
        } else {
            KeptRows kept = KeptRows.of(
                    assembler,
                    plan.columns().size(),
                    sink -> SelectCode.emit(assembler, plan, sink));
            kept.forEach((source, width, next) -> deleteRow(source));
        }
        return end(plan);
    }

    private void deleteRow(int key) {
        change(VirtualChange.Kind.DELETE, key, 1, ConflictAction.DEFAULT);
        ChangeCount.row(counter);
    }

    /** Deletes rows in the order of their rowids, each once, in which SQLite deletes them. */
    private void deleteInOrder(RowPlan plan) {
        int rowids = assembler.cursor();
        int record = assembler.register();
        assembler.add(Opcode.OpenEphemeral, rowids, 1, 0);
        SelectCode.emit(assembler, plan, (first, count, next) -> {
            assembler.add(Opcode.MakeRecord, first, 1, record);
            assembler.add(Opcode.Insert, rowids, record, first);
        });
        int end = assembler.label();
        int rowid = assembler.register();
        assembler.add(Opcode.Rewind, rowids, end, 0);
        int next = assembler.here();
        assembler.add(Opcode.Rowid, rowids, rowid, 0);
        deleteRow(rowid);
        assembler.add(Opcode.Next, rowids, next, 0);
        assembler.bind(end);
    }
}
