package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.program.ConstantRows;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.LiteralRows;
import org.sqlvm.engine.program.ValueList;
import org.sqlvm.engine.row.RowThreads;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.row.window.WindowPlan;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.List;

/** Instructions that open hash tables, queues and windows, and fill them with constants. */
public final class RowTables {
    private RowTables() {}

    /** The task of an instruction of this family; null for one of another family. */
    static Task of(Instruction i, ProgramSetting setting) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case HashOpen -> {
                KeyInfo keys = setting.inEncoding((KeyInfo) i.p4());
                yield Task.step((state, _) -> state.open(
                        cursor, ProgramCursor.hash(keys, i.p3(), state.connection.workspace())));
            }
            case HashFill ->
                i.p4() instanceof LiteralRows literals
                        ? Task.step((state, _) -> fill(
                                state.cursors[cursor].hash,
                                literals,
                                state.parameters,
                                setting.encoding()))
                        : Task.step((state, _) -> fill(
                                state.cursors[cursor].hash,
                                (ConstantRows) i.p4(),
                                state.parameters));
            case HashList ->
                (state, _, out) -> {
                    boolean hasNull =
                            fill(state.cursors[cursor].hash, (ValueList) i.p4(), state.parameters);
                    if (out.length > 0) {
                        out[0] = hasNull ? SqlNull.NULL : (Object) 0L;
                    }
                    return false;
                };
            case QueueOpen -> Task.step((state, _) -> openQueue(state, cursor, i.p2()));
            case WindowOpen ->
                Task.step((state, _) ->
                        openWindow(state, cursor, (WindowPlan) i.p4(), setting.sizes()));
            default -> null;
        };
    }

    /** Goes to the next row of a hash table; false behind the last, and if there is no table. */
    public static boolean next(ProgramCursor hash) {
        return hash != null && hash.hash.step();
    }

    private static void fill(HashTable table, ConstantRows rows, Parameters parameters) {
        for (List<Object> row : rows.rows()) {
            Object[] values = row.toArray();
            for (int column = 0; column < values.length; column++) {
                if (values[column] instanceof ConstantRows.Parameter parameter) {
                    values[column] = parameters.value(parameter.number());
                }
            }
            table.addRow(values);
        }
    }

    private static void fill(
            HashTable table, LiteralRows rows, Parameters parameters, TextEncoding encoding) {
        for (int row = rows.first(); row <= parameters.size(); row += rows.width()) {
            table.beginRow();
            for (int i = 0; i < rows.width(); i++) {
                Object object = parameters.object(row + i);
                if (object instanceof Blob blob) {
                    object = blob.in(encoding);
                }
                table.set(i, parameters.kind(row + i), parameters.bits(row + i), object);
            }
        }
    }

    /** Returns whether a value of the list is NULL. */
    private static boolean fill(HashTable table, ValueList list, Parameters parameters) {
        boolean hasNull = false;
        for (Object listed : list.values()) {
            Object value = listed instanceof ConstantRows.Parameter parameter
                    ? list.adapted(parameters.value(parameter.number()))
                    : listed;
            if (value == SqlNull.NULL) {
                hasNull = true;
            } else {
                table.addKey(value);
            }
        }
        return hasNull;
    }

    /** A program that runs once for each row of another one, as triggers do, keeps its queue. */
    private static void openQueue(ExecutionState state, int cursor, int width) {
        ProgramCursor before = state.cursors[cursor];
        if (before != null) {
            before.queue.clear();
        } else {
            state.open(cursor, ProgramCursor.queue(width, state.connection.workspace()));
        }
    }

    private static void openWindow(
            ExecutionState state, int cursor, WindowPlan plan, VectorSizes sizes) {
        WindowPlan bound = plan.bound(state.root.bodies);
        Workspace workspace = state.connection.workspace();
        RowThreads threads = sizes.rowThreads(workspace.interruption());
        state.open(cursor, ProgramCursor.window(bound, threads, workspace));
    }
}
