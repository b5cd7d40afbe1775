package org.sqlvm.language.instruction;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.TableScan;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.vector.cache.ColumnCache;
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
 * Rewind decides whether this scan reads the table or the column cache. The latter gives vectors,
 * of which the cursor is at one row, or whole batches of the result.
 */
public final class RowScan {
    private final TableScan scan;
    private final String table;

    /** The conditions that let the program pass over rows; null for none. */
    private final ScanConditions conditions;

    private final VectorSizes sizes;

    /** Columns are decoded whenever the column cache does not have them. */
    private final boolean always;

    /** Whether a scan of many rows has come to its end. */
    private boolean comesToEnd;

    private RowScan(TableScan scan, VectorSizes sizes, boolean always) {
        this.scan = scan;
        this.table = scan.table().name();
        this.conditions = ScanConditions.of(scan);
        this.sizes = sizes;
        this.always = always;
    }

    /** Returns a program's scans by cursor; null for a cursor that always reads records. */
    public static RowScan[] of(ProgramSetting setting) {
        Program program = setting.program();
        RowScan[] scans = new RowScan[program.cursorCount()];
        if (setting.encoding() == TextEncoding.UTF8 && setting.vectors() != VectorUse.NEVER) {
            boolean always = setting.vectors() == VectorUse.ALWAYS;
            program.facts()
                    .reads()
                    .scans()
                    .forEach(scan ->
                            scans[scan.cursor()] = new RowScan(scan, setting.sizes(), always));
        }
        return scans;
    }

    /** Returns the number of the cursor. */
    public int cursor() {
        return scan.cursor();
    }

    /** Returns the loop over the rows if it does nothing but give them; or null. */
    public TableScan.RowLoop loop() {
        return scan.loop();
    }

    /** Returns the registers whose values {@link #begin} wants. */
    public List<Integer> settled() {
        return conditions == null ? List.of() : conditions.settled();
    }

    /**
     * Returns the index of a column in the vectors.
     *
     * @param place its index in the record, or {@code StoredColumn.ROWID}
     */
    public int index(int place) {
        return scan.index(place);
    }

    /**
     * Decides whether rows are read from columns: then the cursor has vectors.
     *
     * @param settled the values of the registers {@link #settled}
     * @param poll fails if the run is to end
     */
    @TruffleBoundary
    public void begin(ExecutionState state, ProgramCursor row, Object[] settled, Runnable poll) {
        row.setColumnScan(null);
        row.setColumnScan(ColumnScan.begin(
                state.connection.columnCache(),
                row.table,
                table,
                scan.columns(),
                () -> filter(state, settled),
                comesToEnd,
                always,
                sizes,
                state.connection.workspace(),
                poll));
        row.givesBatches = row.vectors != null && scan.loop() != null && givesBatches(state);
        if (state.counters != null && row.vectors != null) {
            row.columnScan().countInto(state.counters.scan(scan.cursor(), scan.columns()));
        }
    }

    private ScanFilter filter(ExecutionState state, Object[] settled) {
        return conditions == null ? null : conditions.filter(state, settled, sizes.vectorRows());
    }

    /** Goes to the first row, or before the first batch; false if there is none. */
    public boolean first(ExecutionState state, ProgramCursor row, Object[] settled) {
        begin(state, row, settled, Polls.of(state));
        return first(row);
    }

    /** Goes to the first row of a scan that has begun, or before its first batch. */
    public static boolean first(ProgramCursor row) {
        if (row.vectors != null) {
            return row.givesBatches ? !isEmpty(row) : nextVectors(row);
        }
        row.lane = 0;
        return Cursors.first(row);
    }

    /** Goes to the next row; false behind the last. */
    public boolean next(ExecutionState state, ProgramCursor row) {
        row.lane++;
        if (row.vectors != null) {
            return row.lane < row.laneCount || nextVectors(row);
        }
        if (row.table.next()) {
            row.loadTable();
            return true;
        }
        noteEnd(state, row);
        return false;
    }

    /** Whether a scan of columns gives no row. */
    @TruffleBoundary
    private static boolean isEmpty(ProgramCursor row) {
        return row.columnScan().isEmpty();
    }

    /** Goes to the first row of the next vectors; false behind the last. */
    @TruffleBoundary
    private static boolean nextVectors(ProgramCursor row) {
        return row.nextVectors();
    }

    /** A scan of the table, row by row, has come to its end. */
    private void noteEnd(ExecutionState state, ProgramCursor row) {
        if (row.lane >= ColumnCache.ROWS_MIN) {
            noteLongScan(state, row);
        }
    }

    @TruffleBoundary
    private void noteLongScan(ExecutionState state, ProgramCursor row) {
        comesToEnd = true;
        state.connection.columnCache().noteScan(row.table, table);
    }

    // Values in vectors.

    /** Returns the kind of a column's value in the row. */
    public static int kind(ProgramCursor row, int column) {
        Vector vector = row.vectors[column];
        int lane = row.lane;
        if (vector.hasNulls && vector.nulls[lane]) {
            return ValueKind.NULL;
        }
        return switch (vector.kind) {
            case Vector.LONGS -> ValueKind.LONG;
            case Vector.DOUBLES -> ValueKind.DOUBLE;
            default -> RegisterValues.kind(vector.objects[lane]);
        };
    }

    /** Returns the bits of the value, which is not NULL. */
    public static long bits(ProgramCursor row, int column) {
        Vector vector = row.vectors[column];
        int lane = row.lane;
        return switch (vector.kind) {
            case Vector.LONGS -> vector.longs[lane];
            case Vector.DOUBLES -> Double.doubleToRawLongBits(vector.doubles[lane]);
            default -> RegisterValues.bits(vector.objects[lane]);
        };
    }

    /** Returns the value as an object; null for a number that is none. */
    public static Object object(ProgramCursor row, int column) {
        Vector vector = row.vectors[column];
        return vector.kind == Vector.OBJECTS ? vector.objects[row.lane] : null;
    }

    // Batches of the result.

    private boolean givesBatches(ExecutionState state) {
        return scan.loop().call() == null
                || (!state.root.asksProgress() && functionLoop(state) != null);
    }

    /** Null if the function is to be called row by row. */
    private GuestLoop functionLoop(ExecutionState state) {
        TableScan.Call call = scan.loop().call();
        return state.root.bodies[call.slot()] instanceof GuestFunction function
                ? function.loop(call.argumentCount())
                : null;
    }

    /**
     * The loop over the rows begins, and the cursor gives batches: fills the run's batch. Without a
     * row in it, and if the cursor gives batches still, the loop has ended.
     *
     * @return whether the batch has rows
     */
    @TruffleBoundary
    public boolean fill(ExecutionState state, ProgramCursor row) {
        if (state.batch.rowCount() > 0) {
            if (state.counters != null) {
                state.counters.correct(scan.loop().head(), -1);
            }
            return true; // Rows of a loop before this one: they go first.
        }
        if (scan.loop().call() == null) {
            count(state, row.columnScan().fill(state.batch, scan.loop().columns()));
        } else {
            call(state, row);
        }
        return state.batch.rowCount() > 0;
    }

    /** The instruction has been counted once, for any number of rows. */
    private void count(ExecutionState state, int count) {
        TableScan.RowLoop loop = scan.loop();
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
        TableScan.Call place = scan.loop().call();
        Batch read = new Batch(place.read().length, state.batch.capacity());
        int count = row.columnScan().fill(read, place.read());
        count(state, count);
        if (count == 0) {
            return;
        }
        Batch batch = state.batch;
        GuestLoop.Called called = function.call(state.root, read, batch, place.result());
        int next = place.argumentCount();
        for (int column = 0; column < scan.loop().columns().length; column++) {
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
}
