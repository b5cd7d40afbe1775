package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.language.instruction.RowScan;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** The instructions of a {@link RowScan}. */
final class ColumnScanNodes {
    private ColumnScanNodes() {}

    static final class RewindNode extends InstructionNode.Branch {
        private final int cursor;
        private final RowScan scan;

        /** The values that the conditions compare columns with. */
        @CompilationFinal(dimensions = 1)
        private final Operand[] settled;

        RewindNode(int cursor, RowScan scan, int target, Operand[] settled) {
            super(target);
            this.cursor = cursor;
            this.scan = scan;
            this.settled = settled;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            begin(state, row, Operand.values(frame, settled));
            return !RowScan.first(row);
        }

        @TruffleBoundary
        private void begin(ExecutionState state, ProgramCursor row, Object[] values) {
            if (ProgramRootNode.of(this).isStopping()) {
                row.setColumnScan(null); // A debugger is to see each row, also filtered ones.
                return;
            }
            Interruption interruption = state.connection.workspace().interruption();
            scan.begin(state, row, values, () -> {
                TruffleSafepoint.poll(this);
                interruption.check();
            });
        }
    }

    static final class NextNode extends InstructionNode.Branch {
        private final int cursor;
        private final RowScan scan;

        NextNode(int cursor, RowScan scan, int target) {
            super(target);
            this.cursor = cursor;
            this.scan = scan;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return scan.next(state, state.cursors[cursor]);
        }
    }

    /** Column and Rowid. A column whose values have been of few kinds is compiled for those. */
    static final class ReadNode extends InstructionNode.Step {
        private static final int SEEN_RECORD = 1;
        private static final int SEEN_NULL = 1 << 1;
        private static final int SEEN_LONG = 1 << 2;
        private static final int SEEN_DOUBLE = 1 << 3;
        private static final int SEEN_TEXT = 1 << 4;
        private static final int SEEN_OBJECT = 1 << 5;

        private final int cursor;
        private final int column;
        private final int target;

        /** Reads from the record, where the table is scanned. */
        @Child
        private InstructionNode.Step record;

        @CompilationFinal
        private int seen;

        /** @param column the column's index in the scan */
        ReadNode(int cursor, int column, int target, InstructionNode.Step record) {
            this.cursor = cursor;
            this.column = column;
            this.target = target;
            this.record = record;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            Vector[] vectors = row.vectors;
            if (vectors == null) {
                see(SEEN_RECORD);
                record.execute(frame, state);
                return;
            }
            if ((seen & ~SEEN_RECORD) == 0) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
            }
            read(frame, vectors[column], row.lane);
        }

        private void read(VirtualFrame frame, Vector vector, int lane) {
            int known = seen;
            int kind = vector.kind;
            if (vector.hasNulls && vector.nulls[lane]) {
                see(SEEN_NULL);
                Registers.setNull(frame, target);
            } else if ((known & SEEN_LONG) != 0 && kind == Vector.LONGS) {
                Registers.setLong(frame, target, vector.longs[lane]);
            } else if ((known & SEEN_DOUBLE) != 0 && kind == Vector.DOUBLES) {
                Registers.setDouble(frame, target, vector.doubles[lane]);
            } else if ((known & SEEN_TEXT) != 0
                    && kind == Vector.OBJECTS
                    && vector.objects[lane] instanceof Text text) {
                Registers.setText(frame, target, text);
            } else if ((known & SEEN_OBJECT) != 0 && kind == Vector.OBJECTS) {
                Registers.set(frame, target, vector.objects[lane]);
            } else {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                seen |= switch (kind) {
                    case Vector.LONGS -> SEEN_LONG;
                    case Vector.DOUBLES -> SEEN_DOUBLE;
                    default -> vector.objects[lane] instanceof Text ? SEEN_TEXT : SEEN_OBJECT;
                };
                read(frame, vector, lane);
            }
        }

        private void see(int bit) {
            if ((seen & bit) == 0) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                seen |= bit;
            }
        }
    }

    /**
     * The first instruction of a loop that gives each row's columns as they are, perhaps with one
     * call of a function, and nothing else: from a column scan, batch by batch without the loop.
     */
    static final class RowsNode extends InstructionNode.Rows {
        private final int cursor;
        private final RowScan scan;

        /** The instruction that handles a single row. */
        @Child
        private InstructionNode.Step first;

        @CompilationFinal
        private boolean seenRows;

        @CompilationFinal
        private boolean seenBatches;

        RowsNode(int cursor, RowScan scan, InstructionNode.Step first) {
            super(scan.loop().end());
            this.cursor = cursor;
            this.scan = scan;
            this.first = first;
        }

        @Override
        public boolean append(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            return row.givesBatches && scan.fill(state, row);
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            if (state.cursors[cursor].givesBatches) {
                if (!seenBatches) {
                    CompilerDirectives.transferToInterpreterAndInvalidate();
                    seenBatches = true;
                }
                return true;
            }
            if (!seenRows) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                seenRows = true;
            }
            first.execute(frame, state);
            return false;
        }
    }
}
