package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.virtual.SeriesCursor;
import org.sqlvm.engine.virtual.VirtualCursor;
import org.sqlvm.engine.virtual.VirtualTable;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/**
 * VOpen, VFilter, VColumn, VNext. A series is walked without leaving compiled code; all other
 * tables do what they do behind a boundary.
 */
final class VirtualNodes {
    /** The rowid, as a column. */
    static final int ROWID = -1;

    private VirtualNodes() {}

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
            state.open(
                    cursor,
                    ProgramCursor.virtual(
                            table, state.connection.virtualContext(state.schema, state)));
        }
    }

    static final class VFilterNode extends InstructionNode.Branch {
        private final int cursor;
        private final Operand index;

        @CompilationFinal(dimensions = 1)
        private final Operand[] arguments;

        VFilterNode(int cursor, Operand index, Operand[] arguments, int target) {
            super(target);
            this.cursor = cursor;
            this.index = index;
            this.arguments = arguments;
        }

        @Override
        @ExplodeLoop
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            Object[] values = new Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                values[i] = arguments[i].get(frame);
            }
            return !filter(state.cursors[cursor], (int) index.getLong(frame), values);
        }

        @TruffleBoundary
        private static boolean filter(ProgramCursor row, int index, Object[] values) {
            row.nullRow = false;
            return row.virtual.filter(index, values);
        }
    }

    static final class VColumnNode extends InstructionNode.Step {
        private final int cursor;
        private final int column;
        private final int target;

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
            } else {
                Registers.set(frame, target, read(row.virtual));
            }
        }

        @TruffleBoundary
        private Object read(VirtualCursor row) {
            return column == ROWID ? (Object) row.rowid() : row.column(column);
        }
    }

    static final class VNextNode extends InstructionNode.Branch {
        private final int cursor;

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
            return row.virtual instanceof SeriesCursor series ? series.next() : next(row.virtual);
        }

        @TruffleBoundary
        private static boolean next(VirtualCursor row) {
            return row.next();
        }
    }
}
