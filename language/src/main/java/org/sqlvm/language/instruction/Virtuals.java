package org.sqlvm.language.instruction;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.virtual.BufferedCursor;
import org.sqlvm.engine.virtual.CollectionRows;
import org.sqlvm.engine.virtual.CollectionTable;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.CopyCursor;
import org.sqlvm.engine.virtual.ValueList;
import org.sqlvm.engine.virtual.VirtualChange;
import org.sqlvm.engine.virtual.VirtualTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.HashMap;

/** Instructions of virtual tables and of COPY. */
public final class Virtuals {
    /** The rowid, as a column. */
    public static final int ROWID = -1;

    /** The number of rows that are counted between two looks whether the run is to end. */
    private static final int BATCH = 10_000;

    private Virtuals() {}

    /** The task of an instruction of this family; null for one of another family. */
    static Task of(Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case VCreate ->
                Task.step((state, _) ->
                        state.connection.modules().create((Schema.StoredText) i.p4()));
            case VDestroy ->
                Task.step(
                        (state, _) -> state.connection.modules().destroy((ConnectedTable) i.p4()));
            case VRename ->
                Task.step((state, in) -> state.connection
                        .modules()
                        .rename((ConnectedTable) i.p4(), in[0].toString()));
            case VCheck ->
                Task.value((state, _) -> check(state, (ConnectedTable) i.p4(), i.p3() != 0));
            case VBegin ->
                Task.step((state, _) -> state.connection.modules().begin((ConnectedTable) i.p4()));
            case VUpdate -> Task.step((state, in) -> change(state, (VirtualChange) i.p4(), in));
            case VOpen -> Task.step((state, _) -> open(state, cursor, (VirtualTable) i.p4()));
            case VInitIn -> Task.step((state, _) -> beginList(state.cursors[cursor], i.p2()));
            case VListAdd ->
                Task.step((state, in) -> state.cursors[cursor].lists.get(i.p2()).add(in[0]));
            case VFilter ->
                Task.branch((state, in) -> !filter(state.cursors[cursor], (ScanPlan) i.p4(), in));
            case VKeep ->
                (state, _, out) -> {
                    keep(state.cursors[cursor].virtual, i.p2(), out);
                    return false;
                };
            case VCount ->
                (state, in, out) -> {
                    int count = state.cursors[cursor].virtual.skip(BATCH);
                    out[0] = (long) in[0] + count;
                    return count == BATCH;
                };
            case CopyRow ->
                Task.step((state, in) -> {
                    ((CopyCursor) state.cursors[cursor].virtual).write(in);
                    state.changes++;
                });
            case CopyEnd ->
                Task.step((state, _) -> ((CopyCursor) state.cursors[cursor].virtual).finish());
            default -> null;
        };
    }

    /** Returns a column of the row, or its rowid. */
    public static Object column(VirtualCursor row, int column) {
        return column == ROWID ? (Object) row.rowid() : row.column(column);
    }

    /** Returns the kind of a number in a batch; {@code NULL} if the value is read as an object. */
    public static int numberKind(BufferedCursor row, int column) {
        if (row.longs(column) != null) {
            return ValueKind.LONG;
        }
        double[] doubles = row.doubles(column);
        return doubles == null || Double.isNaN(doubles[row.place(column)])
                ? ValueKind.NULL
                : ValueKind.DOUBLE;
    }

    /** Returns the bits of a number in a batch. */
    public static long numberBits(BufferedCursor row, int column) {
        long[] longs = row.longs(column);
        int place = row.place(column);
        return longs != null
                ? longs[place]
                : Double.doubleToRawLongBits(row.doubles(column)[place]);
    }

    private static Object check(ExecutionState state, ConnectedTable table, boolean quick) {
        String problem = state.connection.modules().check(table, quick);
        return problem == null ? SqlNull.NULL : Text.of(problem);
    }

    private static void change(ExecutionState state, VirtualChange change, Object[] values) {
        try {
            long inserted = state.connection.modules().change(change, values);
            if (change.kind() == VirtualChange.Kind.INSERT
                    && change.table().declared().hasRowid()) {
                state.connection.setLastInsertRowid(inserted);
            }
            state.changes++;
        } catch (SqlException e) {
            refuse(state.connection, change, e);
        }
    }

    /** Reports a violated constraint: the OR of the statement decides. */
    private static void refuse(Connection connection, VirtualChange change, SqlException error) {
        if (ResultCode.primary(error.code()) != ResultCode.CONSTRAINT
                || !connection.modules().supportsConstraints(change.table())) {
            throw error;
        }
        switch (change.action()) {
            case IGNORE -> {}
            case FAIL -> throw error.undoing(Undo.NOTHING);
            case ROLLBACK -> throw error.undoing(Undo.TRANSACTION);
            default -> throw error;
        }
    }

    private static void open(ExecutionState state, int cursor, VirtualTable table) {
        VirtualCursor row = table instanceof CollectionTable collection
                ? ((CollectionRows) state.root.bodies[collection.definition().slot()]).open()
                : table.open(state.connection.virtualContext(state.run, state));
        state.open(cursor, ProgramCursor.virtual(row));
    }

    private static void beginList(ProgramCursor row, int argument) {
        if (row.lists == null) {
            row.lists = new HashMap<>();
        }
        row.lists.put(argument, new ValueList());
    }

    private static boolean filter(ProgramCursor row, ScanPlan plan, Object[] values) {
        row.nullRow = false;
        if (row.lists != null) {
            row.lists.forEach((argument, list) -> values[argument] = list);
        }
        row.virtual.filter(plan, values);
        return row.virtual.next();
    }

    private static void keep(VirtualCursor row, int column, Object[] out) {
        Object value = row.columnToKeep(column);
        boolean unchanged = value == TableCursor.UNCHANGED;
        out[0] = unchanged ? SqlNull.NULL : value;
        out[1] = unchanged ? 1L : 0L;
    }
}
