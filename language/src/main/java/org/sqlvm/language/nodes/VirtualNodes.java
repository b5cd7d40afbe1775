package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.virtual.BufferedCursor;
import org.sqlvm.engine.virtual.CollectionRows;
import org.sqlvm.engine.virtual.CollectionTable;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.CopyCursor;
import org.sqlvm.engine.virtual.SeriesCursor;
import org.sqlvm.engine.virtual.ValueList;
import org.sqlvm.engine.virtual.VirtualChange;
import org.sqlvm.engine.virtual.VirtualTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.callbacks.guest.GuestRowNode;
import org.sqlvm.language.callbacks.guest.GuestTableCursor;
import org.sqlvm.language.callbacks.host.HostCallNode;
import org.sqlvm.language.callbacks.host.HostTableCursor;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.HashMap;

/**
 * VCreate, VDestroy, VRename, VCheck, VBegin, VUpdate, VOpen, VInitIn, VListAdd, VFilter, VColumn,
 * VKeep, VNext, VCount, CopyRow, CopyEnd. A series, batches and collections of the program are
 * walked without leaving compiled code; all other tables work behind a boundary.
 */
final class VirtualNodes {
    /** The rowid, as a column. */
    static final int ROWID = -1;

    private VirtualNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case VCreate -> new VCreateNode((Schema.StoredText) i.p4());
            case VDestroy -> new VDestroyNode((ConnectedTable) i.p4());
            case VRename -> new VRenameNode((ConnectedTable) i.p4(), builder.operand(i.p1()));
            case VCheck -> new VCheckNode(i.p2(), (ConnectedTable) i.p4(), i.p3() != 0);
            case VBegin -> new VBeginNode((ConnectedTable) i.p4());
            case VUpdate ->
                new VUpdateNode((VirtualChange) i.p4(), builder.operands(i.p3(), i.p2()));
            case VOpen -> new VOpenNode(i.p1(), (VirtualTable) i.p4());
            case VInitIn -> new VInitInNode(i.p1(), i.p2());
            case VListAdd -> new VListAddNode(i.p1(), i.p2(), builder.operand(i.p3()));
            case VFilter ->
                new VFilterNode(
                        i.p1(), (ScanPlan) i.p4(), builder.operands(i.p3(), i.p5()), i.p2());
            case VColumn -> new VColumnNode(i.p1(), i.p2(), i.p3());
            case VKeep -> new VKeepNode(i.p1(), i.p2(), i.p3());
            case VNext -> new VNextNode(i.p1(), i.p2());
            case VCount -> new VCountNode(i.p1(), i.p2(), builder.operand(i.p3()));
            case CopyRow -> new CopyRowNode(i.p1(), builder.operands(i.p2(), i.p3()));
            case CopyEnd -> new CopyEndNode(i.p1());
            default -> null;
        };
    }

    static final class VCreateNode extends InstructionNode.Step {
        private final Schema.StoredText table;

        VCreateNode(Schema.StoredText table) {
            this.table = table;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            create(state);
        }

        @TruffleBoundary
        private void create(ExecutionState state) {
            state.connection.modules().create(table);
        }
    }

    static final class VDestroyNode extends InstructionNode.Step {
        private final ConnectedTable table;

        VDestroyNode(ConnectedTable table) {
            this.table = table;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            destroy(state);
        }

        @TruffleBoundary
        private void destroy(ExecutionState state) {
            state.connection.modules().destroy(table);
        }
    }

    static final class VRenameNode extends InstructionNode.Step {
        private final ConnectedTable table;
        private final Operand name;

        VRenameNode(ConnectedTable table, Operand name) {
            this.table = table;
            this.name = name;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            rename(state, name.get(frame));
        }

        @TruffleBoundary
        private void rename(ExecutionState state, Object wanted) {
            state.connection.modules().rename(table, wanted.toString());
        }
    }

    static final class VBeginNode extends InstructionNode.Step {
        private final ConnectedTable table;

        VBeginNode(ConnectedTable table) {
            this.table = table;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            begin(state);
        }

        @TruffleBoundary
        private void begin(ExecutionState state) {
            state.connection.modules().begin(table);
        }
    }

    static final class VUpdateNode extends InstructionNode.Step {
        private final VirtualChange change;

        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        VUpdateNode(VirtualChange change, Operand[] operands) {
            this.change = change;
            this.operands = operands;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            change(state, Operand.values(frame, operands));
        }

        @TruffleBoundary
        private void change(ExecutionState state, Object[] values) {
            try {
                long inserted = state.connection.modules().change(change, values);
                if (change.kind() == VirtualChange.Kind.INSERT
                        && change.table().declared().hasRowid()) {
                    state.connection.setLastInsertRowid(inserted);
                }
                state.changes++;
            } catch (SqlException e) {
                refuse(state.connection, e);
            }
        }

        /** Reports a violated constraint: the OR of the statement decides. */
        private void refuse(Connection connection, SqlException error) {
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
    }

    static final class VCheckNode extends InstructionNode.Step {
        private final int target;
        private final ConnectedTable table;
        private final boolean quick;

        VCheckNode(int target, ConnectedTable table, boolean quick) {
            this.target = target;
            this.table = table;
            this.quick = quick;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.set(frame, target, check(state));
        }

        @TruffleBoundary
        private Object check(ExecutionState state) {
            String problem = state.connection.modules().check(table, quick);
            return problem == null ? SqlNull.NULL : Text.of(problem);
        }
    }

    static final class VOpenNode extends InstructionNode.Step {
        private final int cursor;
        private final VirtualTable table;

        VOpenNode(int cursor, VirtualTable table) {
            this.cursor = cursor;
            this.table = table;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            open(state);
        }

        @TruffleBoundary
        private void open(ExecutionState state) {
            VirtualCursor row = table instanceof CollectionTable collection
                    ? ((CollectionRows)
                                    state.root.bodies[collection.definition().slot()])
                            .open()
                    : table.open(state.connection.virtualContext(state.run, state));
            state.open(cursor, ProgramCursor.virtual(row));
        }
    }

    static final class VInitInNode extends InstructionNode.Step {
        private final int cursor;
        private final int argument;

        VInitInNode(int cursor, int argument) {
            this.cursor = cursor;
            this.argument = argument;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            begin(state.cursors[cursor], argument);
        }

        @TruffleBoundary
        private static void begin(ProgramCursor row, int argument) {
            if (row.lists == null) {
                row.lists = new HashMap<>();
            }
            row.lists.put(argument, new ValueList());
        }
    }

    static final class VListAddNode extends InstructionNode.Step {
        private final int cursor;
        private final int argument;
        private final Operand value;

        VListAddNode(int cursor, int argument, Operand value) {
            this.cursor = cursor;
            this.argument = argument;
            this.value = value;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            add(state.cursors[cursor], argument, value.get(frame));
        }

        @TruffleBoundary
        private static void add(ProgramCursor row, int argument, Object value) {
            row.lists.get(argument).add(value);
        }
    }

    static final class VFilterNode extends InstructionNode.Branch {
        private final int cursor;
        private final ScanPlan plan;

        @CompilationFinal(dimensions = 1)
        private final Operand[] arguments;

        VFilterNode(int cursor, ScanPlan plan, Operand[] arguments, int target) {
            super(target);
            this.cursor = cursor;
            this.plan = plan;
            this.arguments = arguments;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            Object[] values = Operand.values(frame, arguments);
            return !filter(state.cursors[cursor], plan, values);
        }

        @TruffleBoundary
        private static boolean filter(ProgramCursor row, ScanPlan plan, Object[] values) {
            row.nullRow = false;
            if (row.lists != null) {
                row.lists.forEach((argument, list) -> values[argument] = list);
            }
            row.virtual.filter(plan, values);
            return row.virtual.next();
        }
    }

    static final class VColumnNode extends InstructionNode.Step {
        private final int cursor;
        private final int column;
        private final int target;

        /** Null before the first row of another language. */
        @Child
        private GuestRowNode guestRow;

        /** Null before the first row of Java. */
        @Child
        private HostCallNode hostCall;

        VColumnNode(int cursor, int column, int target) {
            this.cursor = cursor;
            this.column = column;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            if (row.nullRow) {
                Registers.setNull(frame, target);
            } else if (row.virtual instanceof SeriesCursor series) {
                Registers.setLong(frame, target, series.number(column));
            } else if (row.virtual instanceof BufferedCursor batch && column != ROWID) {
                read(frame, batch);
            } else if (row.virtual instanceof GuestTableCursor guest && column != ROWID) {
                read(frame, guest);
            } else if (row.virtual instanceof HostTableCursor host && column != ROWID) {
                read(frame, host);
            } else {
                Registers.set(frame, target, read(row.virtual));
            }
        }

        private void read(VirtualFrame frame, BufferedCursor row) {
            long[] longs = row.longs(column);
            double[] doubles = row.doubles(column);
            if (longs != null) {
                Registers.setLong(frame, target, longs[row.place(column)]);
            } else if (doubles != null && !Double.isNaN(doubles[row.place(column)])) {
                Registers.setDouble(frame, target, doubles[row.place(column)]);
            } else {
                Registers.set(frame, target, row.column(column));
            }
        }

        private void read(VirtualFrame frame, GuestTableCursor row) {
            if (guestRow == null) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                guestRow = insert(GuestRowNode.create());
            }
            CallResult result = new CallResult();
            guestRow.read(row, column, result);
            Registers.restore(frame, target, result.kind(), result.bits(), result.object());
        }

        private void read(VirtualFrame frame, HostTableCursor row) {
            Object parameter = row.parameter(column);
            if (parameter != null) {
                Registers.set(frame, target, parameter);
                return;
            }
            if (row.row() == null) {
                Registers.setNull(frame, target);
                return;
            }
            if (hostCall == null) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                hostCall = insert(HostCallNode.create());
            }
            CallResult result = new CallResult();
            hostCall.execute(
                    row.target(column), new Object[] {row.reader(column), row.row(), result});
            Registers.restore(frame, target, result.kind(), result.bits(), result.object());
        }

        @TruffleBoundary
        private Object read(VirtualCursor row) {
            return column == ROWID ? (Object) row.rowid() : row.column(column);
        }
    }

    static final class VKeepNode extends InstructionNode.Step {
        private final int cursor;
        private final int column;
        private final int target;

        VKeepNode(int cursor, int column, int target) {
            this.cursor = cursor;
            this.column = column;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Object value = read(state.cursors[cursor].virtual, column);
            if (value == TableCursor.UNCHANGED) {
                Registers.setNull(frame, target);
                Registers.setLong(frame, target + 1, 1);
            } else {
                Registers.set(frame, target, value);
                Registers.setLong(frame, target + 1, 0);
            }
        }

        @TruffleBoundary
        private static Object read(VirtualCursor row, int column) {
            return row.columnToKeep(column);
        }
    }

    static final class VNextNode extends InstructionNode.Branch {
        private final int cursor;

        /** Null before the first row of another language. */
        @Child
        private GuestRowNode guestRow;

        VNextNode(int cursor, int target) {
            super(target);
            this.cursor = cursor;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            if (row.nullRow) {
                return false; // The loop around an outer join's row of NULLs ends with that row.
            }
            if (row.virtual instanceof SeriesCursor series) {
                return series.next();
            }
            if (row.virtual instanceof BufferedCursor batch) {
                return batch.next();
            }
            return row.virtual instanceof GuestTableCursor guest ? next(guest) : next(row.virtual);
        }

        private boolean next(GuestTableCursor row) {
            if (guestRow == null) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                guestRow = insert(GuestRowNode.create());
            }
            return guestRow.next(row);
        }

        @TruffleBoundary
        private static boolean next(VirtualCursor row) {
            return row.next();
        }
    }

    static final class VCountNode extends InstructionNode.Branch {
        /** The number of rows that are counted between two looks whether the run is to end. */
        private static final int BATCH = 10_000;

        private final int cursor;
        private final Operand counter;

        VCountNode(int cursor, int target, Operand counter) {
            super(target);
            this.cursor = cursor;
            this.counter = counter;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            int count = skip(state.cursors[cursor].virtual);
            Registers.setLong(frame, counter.register, counter.getLong(frame) + count);
            return count == BATCH;
        }

        @TruffleBoundary
        private static int skip(VirtualCursor row) {
            return row.skip(BATCH);
        }
    }

    static final class CopyRowNode extends InstructionNode.Step {
        private final int cursor;

        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        CopyRowNode(int cursor, Operand[] operands) {
            this.cursor = cursor;
            this.operands = operands;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            write(state.cursors[cursor], Operand.values(frame, operands));
            state.changes++;
        }

        @TruffleBoundary
        private static void write(ProgramCursor file, Object[] values) {
            ((CopyCursor) file.virtual).write(values);
        }
    }

    static final class CopyEndNode extends InstructionNode.Step {
        private final int cursor;

        CopyEndNode(int cursor) {
            this.cursor = cursor;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            finish(state.cursors[cursor]);
        }

        @TruffleBoundary
        private static void finish(ProgramCursor file) {
            ((CopyCursor) file.virtual).finish();
        }
    }
}
