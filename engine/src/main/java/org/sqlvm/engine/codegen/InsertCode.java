package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.PlanOptions;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.RowPlan;
import org.sqlvm.engine.plan.SelectPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableConstraint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** INSERT. */
final class InsertCode {
    /** P2 of Halt: the statement is undone, the transaction goes on. */
    static final int ABORT = 2;

    private static final int ROWID = -1;
    private static final int ABSENT = -1;

    private final Assembler assembler;
    private final Statement.Insert tree;
    private final Schema schema;
    private final Table table;
    /** By table column: which value of the source goes there, or {@link #ABSENT}. */
    private int[] places;
    /** Which value of the source is the rowid, or {@link #ABSENT}. */
    private int rowidPlace = ABSENT;

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
        Name name = tree.table().name();
        Table found = schema.table(name.text());
        if (found == null) {
            if (schema.view(name.text()) != null) {
                throw SqlException.error("cannot modify " + name.text() + " because it is a view");
            }
            throw Targets.missing(tree.table());
        }
        if (found.rootPage() == 1) {
            throw SqlException.error("table " + found.name() + " may not be modified");
        }
        int position = tree.span().start();
        refuse(!tree.upserts().isEmpty(), "ON CONFLICT", position);
        refuse(!tree.returning().isEmpty(), "RETURNING", position);
        boolean plainAction = tree.action() == ConflictAction.DEFAULT
                || tree.action() == ConflictAction.ABORT
                || tree.action() == ConflictAction.IGNORE;
        refuse(!plainAction, "INSERT OR " + tree.action(), position);
        refuse(schema.hasTriggers(found.name()), "triggers", position);
        refuse(found.strict(), "STRICT tables", position);
        refuse(found.autoincrement(), "AUTOINCREMENT", position);
        refuse(found.columns().stream().anyMatch(Column::generated), "generated columns", position);
        refuse(hasCheck(found), "CHECK constraints", position);
        for (Index index : found.indexes()) {
            refuse(!index.isPlain(), "writing to partial and expression indexes", position);
        }
        return found;
    }

    private static void refuse(boolean condition, String what, int position) {
        if (condition) {
            throw SqlException.notSupported(what, position);
        }
    }

    private static boolean hasCheck(Table table) {
        return Parser.parseSchemaSql(table.sql()) instanceof Statement.CreateTable create
                && (create.constraints().stream().anyMatch(TableConstraint.Check.class::isInstance)
                        || create.columns().stream()
                                .flatMap(column -> column.constraints().stream())
                                .anyMatch(ColumnConstraint.Check.class::isInstance));
    }

    private List<PlanLine> emit(String sql) {
        assembler.transaction(true);
        RowPlan plan = tree.source() == null
                ? null
                : Planner.plan(source(), sql, schema, PlanOptions.of(schema.encoding()));
        int width = plan == null ? 0 : plan.columns().size();
        findPlaces(width, plan == null);
        openCursors();
        if (plan == null) {
            int next = assembler.label();
            emitRow(0, 0, next);
            assembler.bind(next);
            return List.of();
        }
        boolean single = plan instanceof RowPlan.Values values && values.rows().size() == 1;
        boolean readsTarget = plan.reads(table.rootPage());
        if (single || (plan instanceof SelectPlan && !readsTarget)) {
            SelectCode.emit(assembler, plan, this::emitRow);
        } else {
            emitThroughTemporary(plan, width);
        }
        return single ? List.of() : plan.queryPlan();
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
        int cursor = assembler.cursor();
        int record = assembler.register();
        int rowid = assembler.register();
        assembler.add(Opcode.OpenEphemeral, cursor, width, 0);
        SelectCode.emit(assembler, plan, (first, count, next) -> {
            assembler.add(Opcode.MakeRecord, first, count, record);
            assembler.add(Opcode.NewRowid, cursor, rowid, 0);
            assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
        });
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        int first = assembler.registers(width);
        for (int i = 0; i < width; i++) {
            assembler.add(Opcode.Column, cursor, i, first + i);
        }
        emitRow(first, width, next);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
    }

    private void findPlaces(int width, boolean defaults) {
        int columnCount = table.columns().size();
        places = new int[columnCount];
        Arrays.fill(places, ABSENT);
        if (tree.columns() == null) {
            if (!defaults && width != columnCount) {
                throw SqlException.error("table " + table.name() + " has " + columnCount
                        + " columns but " + width + " values were supplied");
            }
            for (int i = 0; i < columnCount && !defaults; i++) {
                places[i] = i;
            }
            return;
        }
        if (width != tree.columns().size()) {
            throw SqlException.error(width + " values for " + tree.columns().size() + " columns");
        }
        for (int i = 0; i < tree.columns().size(); i++) {
            Name name = tree.columns().get(i);
            int column = table.columnIndex(name.text());
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
                Opcode.OpenWrite, tableCursor, table.rootPage(), 0, TableAccess.tableP4(table), 0);
        indexCursors = new int[table.indexes().size()];
        for (int i = 0; i < indexCursors.length; i++) {
            Index index = table.indexes().get(i);
            indexCursors[i] = assembler.cursor();
            assembler.add(
                    Opcode.OpenWrite,
                    indexCursors[i],
                    index.rootPage(),
                    0,
                    TableAccess.keyInfo(index),
                    0);
        }
    }

    /** One row: its values are in the registers from {@code source} on. */
    private void emitRow(int source, int width, int next) {
        int columnCount = table.columns().size();
        int rowid = table.hasRowid() ? emitRowid(source) : 0;
        int first = assembler.registers(columnCount);
        List<Affinity> affinities = new ArrayList<>();
        for (int i = 0; i < columnCount; i++) {
            affinities.add(Affinity.BLOB);
        }
        for (int i = 0; i < columnCount; i++) {
            Column column = table.columns().get(i);
            int target = first + column.recordIndex();
            affinities.set(column.recordIndex(), column.affinity());
            if (i == table.rowidAlias()) {
                assembler.add(Opcode.Null, 0, target, 0);
                affinities.set(column.recordIndex(), Affinity.BLOB);
            } else if (places[i] == ABSENT) {
                assembler.load(Defaults.insertValue(column), target);
            } else {
                assembler.add(Opcode.SCopy, source + places[i], target, 0);
            }
        }
        new ExpressionCode(assembler, RowReader.NONE).affinity(first, affinities);
        emitNotNull(first, next);
        emitConstraints(first, rowid, next);
        int record = assembler.register();
        StringBuilder letters = new StringBuilder();
        affinities.forEach(affinity -> letters.append(affinity.code));
        assembler.add(Opcode.MakeRecord, first, columnCount, record, letters.toString(), 0);
        if (table.hasRowid()) {
            int flags = Opcode.COUNT_CHANGE | Opcode.LAST_ROWID;
            assembler.add(Opcode.Insert, tableCursor, record, rowid, null, flags);
        } else {
            assembler.add(Opcode.IdxInsert, tableCursor, record, first, null, Opcode.COUNT_CHANGE);
        }
    }

    /** The row's rowid: the value given, or a new one for NULL. */
    private int emitRowid(int source) {
        int rowid = assembler.register();
        int place = table.rowidAlias() >= 0 ? places[table.rowidAlias()] : rowidPlace;
        if (place == ABSENT) {
            assembler.add(Opcode.NewRowid, tableCursor, rowid, 0);
            return rowid;
        }
        int given = assembler.label();
        int done = assembler.label();
        assembler.add(Opcode.SCopy, source + place, rowid, 0);
        assembler.add(Opcode.NotNull, rowid, given, 0);
        assembler.add(Opcode.NewRowid, tableCursor, rowid, 0);
        assembler.jump(done);
        assembler.bind(given);
        assembler.add(Opcode.MustBeInt, rowid, 0, 0);
        assembler.bind(done);
        return rowid;
    }

    private void emitNotNull(int first, int next) {
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            if (!column.notNull() || i == table.rowidAlias()) {
                continue;
            }
            int register = first + column.recordIndex();
            if (tree.action() == ConflictAction.IGNORE) {
                assembler.add(Opcode.IsNull, register, next, 0);
            } else {
                String message =
                        "NOT NULL constraint failed: " + table.name() + "." + column.name();
                assembler.add(
                        Opcode.HaltIfNull,
                        ResultCode.CONSTRAINT_NOTNULL,
                        ABORT,
                        register,
                        message,
                        0);
            }
        }
    }

    /** Uniqueness, then the entries of all indexes. */
    private void emitConstraints(int first, int rowid, int next) {
        boolean rowidGiven = table.hasRowid()
                && (table.rowidAlias() >= 0 ? places[table.rowidAlias()] : rowidPlace) != ABSENT;
        if (rowidGiven) {
            int free = assembler.label();
            assembler.add(Opcode.NotExists, tableCursor, free, rowid);
            String column = table.rowidAlias() >= 0
                    ? table.columns().get(table.rowidAlias()).name()
                    : "rowid";
            int code = table.rowidAlias() >= 0
                    ? ResultCode.CONSTRAINT_PRIMARYKEY
                    : ResultCode.CONSTRAINT_ROWID;
            emitViolation(code, table.name() + "." + column, next);
            assembler.bind(free);
        }
        if (table.withoutRowid()) {
            int key = keyRegisters(table.primaryKey(), first, rowid);
            emitUnique(table.primaryKey(), tableCursor, key, next);
        }
        List<Index> indexes = table.indexes();
        int[] keys = new int[indexes.size()];
        for (int i = 0; i < indexes.size(); i++) {
            keys[i] = keyRegisters(indexes.get(i), first, rowid);
            if (indexes.get(i).unique()) {
                emitUnique(indexes.get(i), indexCursors[i], keys[i], next);
            }
        }
        for (int i = 0; i < indexes.size(); i++) {
            int record = assembler.register();
            int count = indexes.get(i).columns().size();
            assembler.add(Opcode.MakeRecord, keys[i], count, record);
            assembler.add(Opcode.IdxInsert, indexCursors[i], record, keys[i], null, 0);
        }
    }

    /** The fields of an index entry in consecutive registers. */
    private int keyRegisters(Index index, int first, int rowid) {
        int key = assembler.registers(index.columns().size());
        for (int i = 0; i < index.columns().size(); i++) {
            int column = index.columns().get(i).tableColumn();
            boolean isRowid = column == ROWID || (column == table.rowidAlias() && column >= 0);
            int register = isRowid ? rowid : first + table.columns().get(column).recordIndex();
            assembler.add(Opcode.SCopy, register, key + i, 0);
        }
        return key;
    }

    private void emitUnique(Index index, int cursor, int key, int next) {
        int free = assembler.label();
        assembler.add(Opcode.NoConflict, cursor, free, key, index.keyCount(), 0);
        boolean primaryKey = index.origin().equals("pk");
        emitViolation(
                primaryKey ? ResultCode.CONSTRAINT_PRIMARYKEY : ResultCode.CONSTRAINT_UNIQUE,
                columnNames(table, index),
                next);
        assembler.bind(free);
    }

    /** The columns of an index as a violation names them: {@code t.a, t.b}. */
    static String columnNames(Table table, Index index) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < index.keyCount(); i++) {
            int column = index.columns().get(i).tableColumn();
            names.add(table.name() + "." + table.columns().get(column).name());
        }
        return String.join(", ", names);
    }

    private void emitViolation(int code, String columns, int next) {
        if (tree.action() == ConflictAction.IGNORE) {
            assembler.jump(next);
        } else {
            assembler.add(Opcode.Halt, code, ABORT, 0, "UNIQUE constraint failed: " + columns, 0);
        }
    }
}
