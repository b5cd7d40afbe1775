package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.virtual.BufferedCursor;
import org.sqlvm.engine.virtual.SeriesCursor;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.callbacks.guest.GuestRowNode;
import org.sqlvm.language.callbacks.guest.GuestTableCursor;
import org.sqlvm.language.callbacks.host.HostCallNode;
import org.sqlvm.language.callbacks.host.HostTableCursor;
import org.sqlvm.language.instruction.Virtuals;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/**
 * VColumn, VNext. A series, batches and collections of the program are walked without leaving
 * compiled code; all other tables work behind a boundary.
 */
final class VirtualNodes {
    private VirtualNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case VColumn -> new VColumnNode(i.p1(), i.p2(), i.p3());
            case VNext -> new VNextNode(i.p1(), i.p2());
            default -> null;
        };
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
            } else if (row.virtual instanceof BufferedCursor batch && column != Virtuals.ROWID) {
                read(frame, batch);
            } else if (row.virtual instanceof GuestTableCursor guest && column != Virtuals.ROWID) {
                read(frame, guest);
            } else if (row.virtual instanceof HostTableCursor host && column != Virtuals.ROWID) {
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
            return Virtuals.column(row, column);
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
}
