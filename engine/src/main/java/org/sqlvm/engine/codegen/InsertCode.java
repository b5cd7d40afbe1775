package org.sqlvm.engine.codegen;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.PlanOptions;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.RowPlan;
import org.sqlvm.engine.plan.SelectPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** INSERT. */
final class InsertCode {
    private static final int ABSENT = -1;

    private final Assembler assembler;
    private final Statement.Insert tree;
    private final Schema schema;
    private final Table table;
    /** By table column: which value of the source goes there, or {@link #ABSENT}. */
    private int[] places;
    /** Which value of the source is the rowid, or {@link #ABSENT}. */
    private int rowidPlace = ABSENT;

    /** Null without AUTOINCREMENT. */
    private SequenceCode sequence;

    private int tableCursor;
    private int[] indexCursors;

    private InsertCode(Assembler assembler, Statement.Insert tree, Schema schema) {
        this.assembler = assembler;
        this.tree = tree;
        this.schema = schema;
        this.table = target();
    }

    /** Emits the statement; gives the plan's lines for EXPLAIN QUERY PLAN. */
    static List<PlanLine> emit(
            Assembler assembler, Statement.Insert tree, String sql, Schema schema) {
        return new InsertCode(assembler, tree, schema).emit(sql);
    }

    private Table target() {
        int position = tree.span().start();
        Table found = Targets.changed(schema, tree.table(), !tree.returning().isEmpty(), position);
        boolean plainAction = tree.action() == ConflictAction.DEFAULT
                || tree.action() == ConflictAction.ABORT
                || tree.action() == ConflictAction.IGNORE;
        Targets.refuse(!tree.upserts().isEmpty(), "ON CONFLICT", position);
        Targets.refuse(!plainAction, "INSERT OR " + tree.action(), position);
        return found;
    }

    private List<PlanLine> emit(String sql) {
        assembler.transaction(table.databaseNumber(), true);
        RowPlan plan = tree.source() == null
                ? null
                : Planner.plan(source(), sql, schema, PlanOptions.of(schema.encoding()));
        int width = plan == null ? 0 : plan.columns().size();
        findPlaces(width, plan == null);
        openCursors();
        if (table.autoincrement()) {
            sequence = SequenceCode.begin(assembler, table, schema);
        }
        boolean single = plan instanceof RowPlan.Values values && values.rows().size() == 1;
        boolean readsTarget = plan != null && plan.reads(table.rootPage());
        if (plan == null) {
            int next = assembler.label();
            emitRow(0, 0, next);
            assembler.bind(next);
        } else if (single || (plan instanceof SelectPlan && !readsTarget)) {
            SelectCode.emit(assembler, plan, this::emitRow);
        } else {
            emitThroughTemporary(plan, width);
        }
        if (sequence != null) {
            sequence.end();
        }
        return plan == null || single ? List.of() : plan.queryPlan();
    }

    /** The rows' query, which also sees the common tables that stand before INSERT. */
    private Select source() {
        Select source = tree.source();
        Select.With outer = tree.with();
        if (outer == null) {
            return source;
        }
        Select.With with = outer;
        if (source.with() != null) {
            List<Select.CommonTable> tables = new ArrayList<>(outer.tables());
            // Of two with one name the inner one counts.
            tables.removeIf(table -> source.with().tables().stream()
                    .anyMatch(inner -> inner.name().matches(table.name().text())));
            tables.addAll(source.with().tables());
            with = new Select.With(
                    outer.recursive() || source.with().recursive(), tables, outer.span());
        }
        return new Select(with, source.body(), source.orderBy(), source.limit(), source.span());
    }

    /**
     * Many literal rows share one copy of the insertion; rows read from the table itself are read
     * first.
     */
    private void emitThroughTemporary(RowPlan plan, int width) {
        KeptAccess kept = new KeptAccess(assembler);
        kept.fill(width, sink -> SelectCode.emit(assembler, plan, sink));
        kept.forEach(width, this::emitRow);
    }

    private void findPlaces(int width, boolean defaults) {
        int columnCount = table.columns().size();
        places = new int[columnCount];
        Arrays.fill(places, ABSENT);
        if (tree.columns() == null) {
            int given = 0;
            for (int i = 0; i < columnCount && !defaults; i++) {
                if (!table.columns().get(i).generated()) {
                    places[i] = given++;
                }
            }
            if (!defaults && width != given) {
                throw SqlException.error("table " + table.name() + " has " + given + " columns but "
                        + width + " values were supplied");
            }
            return;
        }
        if (width != tree.columns().size()) {
            throw SqlException.error(width + " values for " + tree.columns().size() + " columns");
        }
        for (int i = 0; i < tree.columns().size(); i++) {
            Name name = tree.columns().get(i);
            int column = table.columnIndex(name.text());
            if (column >= 0 && table.columns().get(column).generated()) {
                throw SqlException.error(
                        "cannot INSERT into generated column \"" + name.text() + "\"");
            }
            if (column >= 0) {
                places[column] = places[column] == ABSENT ? i : places[column];
            } else if (table.hasRowid() && Table.isRowidName(name.text())) {
                rowidPlace = i;
            } else {
                throw SqlException.error(
                        "table " + table.name() + " has no column named " + name.text(),
                        name.span().start());
            }
        }
        if (table.rowidAlias() >= 0 && rowidPlace != ABSENT) {
            places[table.rowidAlias()] = rowidPlace;
        }
    }

    private void openCursors() {
        tableCursor = assembler.cursor();
        assembler.add(
                Opcode.OpenWrite,
                tableCursor,
                table.rootPage(),
                table.databaseNumber(),
                TableAccess.tableP4(table),
                0);
        indexCursors = Targets.openIndexes(assembler, table);
    }

    /** One row: its values are in the registers from {@code source} on. */
    private void emitRow(int source, int width, int next) {
        int rowid = table.hasRowid() ? emitRowid(source) : 0;
        boolean ignores = tree.action() == ConflictAction.IGNORE;
        NewRow row = new NewRow(assembler, table, rowid, ignores ? next : 0);
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            if (column.generated()) {
                continue;
            }
            if (i == table.rowidAlias()) {
                assembler.add(Opcode.Null, 0, row.register(i), 0);
            } else if (places[i] == ABSENT) {
                Defaults.insert(assembler, column, row.register(i));
            } else {
                assembler.add(Opcode.SCopy, source + places[i], row.register(i), 0);
            }
        }
        row.complete();
        row.check();
        int given = table.rowidAlias() >= 0 ? places[table.rowidAlias()] : rowidPlace;
        if (table.hasRowid() && given != ABSENT) {
            row.checkRowid(tableCursor);
        }
        row.insertEntries(tableCursor, indexCursors);
        int record = row.makeRecord();
        if (table.hasRowid()) {
            int flags = Opcode.COUNT_CHANGE | Opcode.LAST_ROWID;
            assembler.add(Opcode.Insert, tableCursor, record, rowid, null, flags);
        } else {
            assembler.add(
                    Opcode.IdxInsert, tableCursor, record, row.first(), null, Opcode.COUNT_CHANGE);
        }
    }

    /** The row's rowid: the value given, or a new one for NULL. */
    private int emitRowid(int source) {
        int rowid = assembler.register();
        int greatest = sequence == null ? 0 : sequence.greatest();
        int place = table.rowidAlias() >= 0 ? places[table.rowidAlias()] : rowidPlace;
        if (place == ABSENT) {
            assembler.add(Opcode.NewRowid, tableCursor, rowid, greatest);
            return rowid;
        }
        int given = assembler.label();
        int done = assembler.label();
        assembler.add(Opcode.SCopy, source + place, rowid, 0);
        assembler.add(Opcode.NotNull, rowid, given, 0);
        assembler.add(Opcode.NewRowid, tableCursor, rowid, greatest);
        assembler.jump(done);
        assembler.bind(given);
        assembler.add(Opcode.MustBeInt, rowid, 0, 0);
        assembler.bind(done);
        if (sequence != null) {
            assembler.add(Opcode.MemMax, greatest, rowid, 0);
        }
        return rowid;
    }
}
