package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.Defaults;
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
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;
import org.sqlvm.engine.virtual.ConnectedTable;

import java.util.Arrays;
import java.util.List;

/** INSERT and REPLACE, into tables and, with a trigger instead, into views. */
public final class InsertCode {
    private static final int ABSENT = -1;

    private final ChangeContext context;
    private final Assembler assembler;
    private final Statement.Insert tree;
    private final ChangePlanner planner;
    private final Targets.Target target;
    private final Table table;
    private final RowTriggers triggers;
    private final ForeignKeyCode keys;
    /** The statement's OR. */
    private final ConflictAction action;
    /** The action for keys that other rows have. */
    private ConflictAction conflicts;

    /** By table column: which value of the source goes there, or {@link #ABSENT}. */
    private int[] places;
    /** How many values a row must have. */
    private int givenCount;
    /** The index of the rowid among the values of the source, or {@link #ABSENT}. */
    private int rowidPlace = ABSENT;

    /** Whether the rowids are those of another table, if this one is empty. */
    private final boolean copiesRowids;

    /** With {@link #copiesRowids}: 1 if the table was empty. */
    private int wasEmpty;

    /** The counter of AUTOINCREMENT: a register of the statement's own program; 0 without one. */
    private int greatest;

    /** One row, and nothing else that could change. */
    private boolean insertsOne;

    private TargetCursors cursors;
    private ReturningCode returning;
    /** Null unless the rows are counted. */
    private ChangeCount counter;

    private List<UpsertClause> upserts = List.of();
    private RowBlock fresh;

    private InsertCode(ChangeContext context, Statement.Insert tree) {
        this.context = context;
        this.assembler = context.assembler();
        this.planner = context.planner(tree.with());
        planner.shareWithReturning(tree);
        this.target = Targets.changed(
                context,
                tree.table(),
                TriggerEvent.INSERT,
                List.of(),
                !tree.returning().isEmpty());
        this.table = target.table();
        this.triggers = RowTriggers.of(context, table, TriggerEvent.INSERT);
        Transfer transfer = triggers.any() || target.isView()
                ? new Transfer(tree, false)
                : Transfer.of(context, tree, table);
        this.tree = transfer.insert();
        this.copiesRowids = transfer.rowids();
        this.keys = ForeignKeyCode.of(context, table, null);
        this.action = context.action(tree.action());
    }

    /** Emits the statement. */
    public static Emitted emit(ChangeContext context, Statement.Insert tree) {
        ConnectedTable virtual = Targets.virtual(context, tree.table());
        return virtual == null
                ? new InsertCode(context, tree).emit()
                : VirtualCode.insert(context, tree, virtual);
    }

    private Emitted emit() {
        if (!context.isPermitted(Authorization.Action.INSERT, table, tree.span())) {
            return Emitted.NOTHING;
        }
        assembler.transaction(table.databaseNumber(), !target.isView());
        findPlaces(tree.source() == null);
        RowPlan plan = tree.source() == null ? null : planner.inserted(tree.source());
        int width = plan == null ? 0 : plan.columns().size();
        checkWidth(width);
        begin();
        counter = ChangeCount.open(context, TriggerEvent.INSERT, returning != null);
        boolean single = plan instanceof RowPlan.Values values && values.isSingle();
        insertsOne = (plan == null || single)
                && !triggers.any()
                && !context.isInTrigger()
                && returning == null
                && counter == null;
        if (plan == null) {
            int next = assembler.label();
            emitRow(0, 0, next);
            assembler.bind(next);
        } else if (single || SelectCode.isData(plan) || mayStream(plan)) {
            SelectCode.emit(assembler, plan, this::emitRow);
        } else {
            emitThroughTemporary(plan, width);
        }
        context.end();
        return ChangeCount.end(
                counter, returning, plan == null || single ? List.of() : plan.queryPlan());
    }

    /** Whether rows may be inserted while the query that gives them goes on. */
    private boolean mayStream(RowPlan plan) {
        return plan instanceof SelectPlan
                && !plan.reads(table.rootPage())
                && !triggers.any()
                && !keys.isNeeded();
    }

    /** Opens and resolves the parts that all rows need. */
    private void begin() {
        returning = ReturningCode.open(context, planner, table, tree.returning());
        fresh = RowBlock.of(assembler, table);
        if (target.isView()) {
            if (!tree.upserts().isEmpty()) {
                throw SqlException.error("cannot UPSERT a view");
            }
            return;
        }
        cursors = TargetCursors.open(assembler, table);
        if (copiesRowids) {
            int empty = assembler.label();
            wasEmpty = assembler.register();
            assembler.add(Opcode.Integer, 1, wasEmpty, 0);
            assembler.add(Opcode.Rewind, cursors.table(), empty, 0);
            assembler.add(Opcode.Integer, 0, wasEmpty, 0);
            assembler.bind(empty);
        }
        greatest = context.programs().greatest(table);
        String name = tree.alias() == null ? table.name() : tree.alias().text();
        upserts = UpsertClause.of(context, planner, tree.upserts(), table, name, fresh, returning);
        boolean ignoresAll = tree.upserts().size() == 1
                && tree.upserts().get(0).isNothing()
                && upserts.get(0).isForAny();
        if (ignoresAll) {
            upserts = List.of();
        }
        conflicts = ignoresAll ? ConflictAction.IGNORE : action;
    }

    /** Rows read from the table itself are read first; all share one copy of the insertion. */
    private void emitThroughTemporary(RowPlan plan, int width) {
        KeptRows.of(assembler, width, sink -> SelectCode.emit(assembler, plan, sink))
                .forEach(this::emitRow);
    }

    /** Finds the indexes of the columns that the statement names, or of all that can be given. */
    private void findPlaces(boolean defaults) {
        int columnCount = table.columns().size();
        places = new int[columnCount];
        Arrays.fill(places, ABSENT);
        if (tree.columns() == null) {
            for (int i = 0; i < columnCount && !defaults; i++) {
                if (!table.columns().get(i).generated()) {
                    places[i] = givenCount++;
                }
            }
            return;
        }
        givenCount = tree.columns().size();
        for (int i = 0; i < givenCount; i++) {
            Name name = tree.columns().get(i);
            int column = table.columnIndex(name.text());
            if (column >= 0 && table.columns().get(column).generated()) {
                throw SqlException.error(
                        "cannot INSERT into generated column \"" + name.text() + "\"");
            }
            if (column >= 0 && column == table.rowidAlias()) {
                rowidPlace = i;
            } else if (column >= 0) {
                places[column] = places[column] == ABSENT ? i : places[column];
            } else if (table.hasRowid() && Table.isRowidName(name.text())) {
                rowidPlace = i;
            } else {
                throw SqlException.error(
                        "table " + written() + " has no column named " + name.text(),
                        name.span().start());
            }
        }
        // Among repeated names the last one counts for the rowid, the first one for other columns.
        if (table.rowidAlias() >= 0) {
            places[table.rowidAlias()] = rowidPlace;
        }
    }

    private void checkWidth(int width) {
        if (width != givenCount) {
            throw SqlException.error(
                    tree.columns() != null
                            ? width + " values for " + givenCount + " columns"
                            : "table " + written() + " has " + givenCount + " columns but " + width
                                    + " values were supplied");
        }
    }

    /** The table as the statement calls it. */
    private String written() {
        return tree.alias() == null ? tree.table().toString() : tree.alias().text();
    }

    /** One row: its values are in the registers from {@code source} on. */
    private void emitRow(int source, int width, int next) {
        if (triggers.has(TriggerTime.BEFORE) || target.isView()) {
            emitBefore(source, next);
        }
        if (!target.isView()) {
            emitInsertion(source, next);
        }
        ChangeCount.row(counter);
        triggers.fireAfter(fresh.first(), action, next, returning, fresh);
    }

    /** NEW as triggers see it before: a rowid that is not known yet is -1. */
    private void emitBefore(int source, int next) {
        RowBlock before = target.isView() ? fresh : RowBlock.of(assembler, table);
        assembler.add(Opcode.Integer, -1, before.rowid(), 0);
        int place = givenRowid();
        if (place != ABSENT) {
            int unknown = assembler.label();
            assembler.add(Opcode.IsNull, source + place, unknown, 0);
            assembler.add(Opcode.Copy, source + place, before.rowid(), 0);
            assembler.add(Opcode.MustBeInt, before.rowid(), 0, 0);
            assembler.bind(unknown);
        }
        load(source, before);
        if (target.isView()) {
            before.makeReal(assembler);
            triggers.fire(TriggerTime.INSTEAD_OF, before.first(), action, next);
            return;
        }
        new NewRow(context, before, null).completeStrictly();
        triggers.fire(TriggerTime.BEFORE, before.first(), action, next);
    }

    private void load(int source, RowBlock row) {
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            if (column.generated()) {
                continue;
            }
            if (i == table.rowidAlias()) {
                assembler.add(Opcode.Null, 0, row.stored(i), 0);
            } else if (places[i] == ABSENT) {
                Defaults.insert(assembler, column, row.stored(i));
            } else {
                assembler.add(Opcode.SCopy, source + places[i], row.stored(i), 0);
            }
        }
    }

    private void emitInsertion(int source, int next) {
        if (table.hasRowid()) {
            emitRowid(source);
        }
        NewRow row = new NewRow(context, fresh, null);
        load(source, fresh);
        row.complete();
        row.check(action, next);
        RowDelete replaced = replaced();
        UniqueCode unique =
                new UniqueCode(context, row, cursors, conflicts, next, 0, null, upserts, replaced);
        unique.check(givenRowid() != ABSENT && !copiesRowids);
        boolean alone = upserts.stream().noneMatch(UpsertClause::runsOthers);
        if (insertsOne && alone && !unique.replaces()) {
            if (upserts.isEmpty() && greatest == 0 && !keys.isNeeded()) {
                assembler.notes().writesAtOnce();
            }
            keys.insertsSingleRow();
        }
        boolean appends = insertsOne
                && tree.source() != null
                && tree.upserts().isEmpty()
                && greatest == 0
                && !keys.isChecked()
                && (!unique.replaces() || replaced.isPlain());
        if (appends) {
            assembler
                    .notes()
                    .setInsertion(InsertedRow.of(
                            table, tree.source(), places, givenRowid(), assembler.preparation()));
        }
        keys.check(null, fresh);
        unique.insertEntries();
        row.insert(cursors.table(), Opcode.COUNT_CHANGE | Opcode.LAST_ROWID);
    }

    /** Deletes rows that are in the way, and runs their triggers if triggers are recursive. */
    private RowDelete replaced() {
        RowTriggers ofDelete = context.settings().recursiveTriggers()
                ? RowTriggers.of(context, table, TriggerEvent.DELETE)
                : RowTriggers.none(context, table);
        ForeignKeyCode ofKeys = ForeignKeyCode.of(context, table, null);
        return new RowDelete(context, cursors, ofDelete, ofKeys, null, ConflictAction.REPLACE);
    }

    /** Returns the index of the rowid among the values of the source, under any of its names. */
    private int givenRowid() {
        return table.rowidAlias() >= 0 ? places[table.rowidAlias()] : rowidPlace;
    }

    /** The row's rowid: the value given, or a new one for NULL. */
    private void emitRowid(int source) {
        int rowid = fresh.rowid();
        int place = givenRowid();
        if (place == ABSENT) {
            addNewRowid(rowid);
            return;
        }
        int given = assembler.label();
        int done = assembler.label();
        assembler.add(Opcode.SCopy, source + place, rowid, 0);
        assembler.add(
                copiesRowids ? Opcode.If : Opcode.NotNull,
                copiesRowids ? wasEmpty : rowid,
                given,
                0);
        addNewRowid(rowid);
        assembler.jump(done);
        assembler.bind(given);
        assembler.add(Opcode.MustBeInt, rowid, 0, 0);
        assembler.bind(done);
        if (greatest != 0) {
            assembler.add(Opcode.MemMax, greatest, rowid, 0, null, counterFlags());
        }
    }

    private void addNewRowid(int rowid) {
        assembler.add(Opcode.NewRowid, cursors.table(), rowid, greatest, null, counterFlags());
    }

    private int counterFlags() {
        return greatest != 0 && context.isInTrigger() ? Opcode.COUNTER_OF_STATEMENT : 0;
    }
}
