package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.program.TableScan;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.vector.cache.ColumnCache;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.scan.ColumnScan;
import org.sqlvm.engine.vector.scan.ScanFilter;
import org.sqlvm.language.callbacks.guest.GuestFunction;
import org.sqlvm.language.callbacks.guest.GuestLoop;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.List;

/**
 * Rewind, Next, Column and Rowid on a table cursor that only reads all rows in their order. Each
 * Rewind decides whether this scan reads the table or the column cache.
 */
final class ColumnScanNodes {
    private ColumnScanNodes() {}

    /** The state that the instructions of one cursor share. */
    static final class Scan {
        private final int cursor;
        private final String table;
        private final List<StoredColumn> columns;

        /** The conditions that let the program pass over rows; null for none. */
        final ScanConditions conditions;

        private final VectorSizes sizes;
        private final boolean always;

        /** Whether a scan of many rows has come to its end. */
        private boolean comesToEnd;

        /** If the loop does nothing but give rows; or null. */
        private RowsNode rows;

        /** @param always columns are decoded whenever the column cache does not have them */
        Scan(
                int cursor,
                String table,
                List<StoredColumn> columns,
                ScanConditions conditions,
                VectorSizes sizes,
                boolean always) {
            this.cursor = cursor;
            this.table = table;
            this.columns = columns;
            this.conditions = conditions;
            this.sizes = sizes;
            this.always = always;
        }
    }

    static final class RewindNode extends InstructionNode.Branch {
        private final Scan scan;

        /** The values that the conditions compare columns with. */
        @CompilationFinal(dimensions = 1)
        private final Operand[] settled;

        RewindNode(Scan scan, int target, Operand[] settled) {
            super(target);
            this.scan = scan;
            this.settled = settled;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[scan.cursor];
            if (begins(state, row, Operand.values(frame, settled))) {
                return row.givesBatches ? isEmpty(row) : !nextVectors(row);
            }
            row.lane = 0;
            if (row.table.first()) {
                row.loadTable();
                return false;
            }
            return true;
        }

        /** Whether rows are read from columns. */
        @TruffleBoundary
        private boolean begins(ExecutionState state, ProgramCursor row, Object[] values) {
            Interruption interruption = state.connection.workspace().interruption();
            row.setColumnScan(null);
            if (ProgramRootNode.of(this).isStopping()) {
                return false; // A debugger is to see each row, also filtered ones.
            }
            row.setColumnScan(ColumnScan.begin(
                    state.connection.columnCache(),
                    row.table,
                    scan.table,
                    scan.columns,
                    () -> filter(state, values),
                    scan.comesToEnd,
                    scan.always,
                    scan.sizes,
                    state.connection.workspace(),
                    () -> {
                        TruffleSafepoint.poll(this);
                        interruption.check();
                    }));
            row.givesBatches =
                    row.vectors != null && scan.rows != null && scan.rows.isUsable(state);
            if (state.counters != null && row.vectors != null) {
                row.columnScan().countInto(state.counters.scan(scan.cursor, scan.columns));
            }
            return row.vectors != null;
        }

        private ScanFilter filter(ExecutionState state, Object[] values) {
            return scan.conditions == null
                    ? null
                    : scan.conditions.filter(state, values, scan.sizes.vectorRows());
        }
    }

    @TruffleBoundary
    private static boolean isEmpty(ProgramCursor row) {
        return row.columnScan().isEmpty();
    }

    @TruffleBoundary
    private static boolean nextVectors(ProgramCursor row) {
        return row.nextVectors();
    }

    static final class NextNode extends InstructionNode.Branch {
        private final Scan scan;

        NextNode(Scan scan, int target) {
            super(target);
            this.scan = scan;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[scan.cursor];
            row.lane++;
            if (row.vectors != null) {
                return row.lane < row.laneCount || nextVectors(row);
            }
            if (row.table.next()) {
                row.loadTable();
                return true;
            }
            if (row.lane >= ColumnCache.ROWS_MIN) {
                noteEnd(state, row);
            }
            return false;
        }

        @TruffleBoundary
        private void noteEnd(ExecutionState state, ProgramCursor row) {
            scan.comesToEnd = true;
            state.connection.columnCache().noteScan(row.table, scan.table);
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
        private final Scan scan;
        private final TableScan.RowLoop loop;

        /** The instruction that handles a single row. */
        @Child
        private InstructionNode.Step first;

        @CompilationFinal
        private boolean seenRows;

        @CompilationFinal
        private boolean seenBatches;

        RowsNode(Scan scan, TableScan.RowLoop loop, InstructionNode.Step first) {
            super(loop.end());
            this.scan = scan;
            this.loop = loop;
            this.first = first;
            scan.rows = this;
        }

        /** Whether the run that has begun is to have batches. */
        private boolean isUsable(ExecutionState state) {
            return loop.call() == null
                    || (!state.root.asksProgress() && functionLoop(state) != null);
        }

        /** Null if the function is to be called row by row. */
        private GuestLoop functionLoop(ExecutionState state) {
            return state.root.bodies[loop.call().slot()] instanceof GuestFunction function
                    ? function.loop(loop.call().argumentCount())
                    : null;
        }

        @Override
        public boolean append(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[scan.cursor];
            return row.givesBatches && fill(state, row);
        }

        @TruffleBoundary
        private boolean fill(ExecutionState state, ProgramCursor row) {
            if (state.batch.rowCount() > 0) {
                if (state.counters != null) {
                    state.counters.correct(loop.head(), -1);
                }
                return true; // Rows of a loop before this one: they go first.
            }
            if (loop.call() == null) {
                count(state, row.columnScan().fill(state.batch, loop.columns()));
            } else {
                call(state, row);
            }
            return state.batch.rowCount() > 0;
        }

        /** This instruction has been counted once, for any number of rows. */
        private void count(ExecutionState state, int count) {
            if (state.counters != null) {
                state.counters.correct(loop.head(), count - 1);
            }
            state.root.countInstructions((long) count * (loop.end() - loop.head()));
        }

        private void call(ExecutionState state, ProgramCursor row) {
            GuestLoop function = functionLoop(state);
            if (function == null) {
                // Not any more: row by row.
                row.givesBatches = row.columnScan().isEmpty() || !row.nextVectors();
                return;
            }
            TableScan.Call place = loop.call();
            Batch read = new Batch(place.read().length, state.batch.capacity());
            int count = row.columnScan().fill(read, place.read());
            count(state, count);
            if (count == 0) {
                return;
            }
            Batch batch = state.batch;
            GuestLoop.Called called = function.call(state.root, read, batch, place.result());
            int next = place.argumentCount();
            for (int column = 0; column < loop.columns().length; column++) {
                if (column != place.result()) {
                    read.giveColumn(next, batch, column);
                    next++;
                }
            }
            batch.endRows(called.count());
            if (called.error() != null) {
                throw called.error();
            }
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            if (state.cursors[scan.cursor].givesBatches) {
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
