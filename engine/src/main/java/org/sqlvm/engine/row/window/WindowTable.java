package org.sqlvm.engine.row.window;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.RowTarget;
import org.sqlvm.engine.row.RowThreads;
import org.sqlvm.engine.row.sort.ValueColumn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows under windows: added in any order, sorted by partition and order, returned in that order
 * with the windows' results ({@link WindowCalls}).
 *
 * <p>As long as the workspace has room, all rows are in memory, and one window after the other
 * sorts them and adds its results. Then each window's sorter takes the rows of the window before,
 * and they are computed partition by partition; a partition that is too large is in a file
 * ({@link WindowRows}).
 *
 * <p>Use: {@link #beginRow}, {@link #set} for all columns below the results, and {@link #endRow}
 * for each row, or the same for many; {@link #compute} once; then {@link #next} until false.
 */
public final class WindowTable implements RowTarget, AutoCloseable {
    private final int width;

    /** All rows, or the current partition if there are sorters. */
    private final WindowRows rows;

    private final List<WindowStage> stages = new ArrayList<>();

    /** They do not fit into memory. */
    private boolean isSorted;

    private int rowCount;
    private int current = -1;

    /** The current row: its number in these columns. */
    private ValueColumn[] shown;

    private int shownRow;

    /** @param threads the threads that sort the rows */
    public WindowTable(WindowPlan plan, RowThreads threads, Workspace workspace) {
        width = plan.width();
        rows = new WindowRows(workspace, threads, width);
        for (int i = 0; i < plan.specs().size(); i++) {
            stages.add(new WindowStage(plan.specs().get(i), plan.wanted(i), rows, workspace));
        }
    }

    @Override
    public int rowCount() {
        return rowCount;
    }

    @Override
    public void beginRow() {
        if (!rows.hasRoom(1)) {
            makeRoom();
        }
    }

    @TruffleBoundary
    private void makeRoom() {
        if (!rows.reserve(1)) {
            spill();
        }
    }

    @Override
    public void set(int column, int kind, long number, Object object) {
        ValueColumn target = rows.columns()[column];
        if (ValueKind.isNumber(kind)) {
            target.setNumber(rows.size(), kind, number);
        } else if (kind == ValueKind.NULL) {
            target.setNull(rows.size());
        } else {
            setObject(target, (Bytes) object);
        }
    }

    @TruffleBoundary
    private void setObject(ValueColumn target, Bytes object) {
        Bytes owned = object.owned();
        target.setObject(rows.size(), owned);
        if (!isSorted) {
            rows.noteObject(owned);
        }
    }

    @Override
    public void endRow() {
        rowCount++;
        if (isSorted) {
            sort();
        } else {
            rows.endRows(1);
        }
    }

    @TruffleBoundary
    private void sort() {
        stages.getFirst().sort(0);
    }

    @Override
    public boolean beginRows(int count) {
        return !isSorted && (rows.hasRoom(count) || rows.reserve(count));
    }

    @Override
    public void setLongs(int column, long[] values, boolean[] nulls, int count) {
        rows.columns()[column].setLongs(rows.size(), values, nulls, count);
    }

    @Override
    public void setDoubles(int column, double[] values, boolean[] nulls, int count) {
        rows.columns()[column].setDoubles(rows.size(), values, nulls, count);
    }

    @Override
    public void setObjects(int column, Object[] values, int count) {
        ValueColumn target = rows.columns()[column];
        for (int i = 0; i < count; i++) {
            target.set(rows.size() + i, values[i]);
            if (values[i] instanceof Bytes bytes) {
                rows.noteSlice(bytes);
            }
        }
    }

    @Override
    public void endRows(int count) {
        rowCount += count;
        rows.endRows(count);
    }

    /** From now on a sorter takes the rows, and the first in memory is the one that comes. */
    private void spill() {
        isSorted = true;
        WindowStage first = stages.getFirst();
        first.openSorter();
        for (int row = 0; row < rows.size(); row++) {
            first.sort(row);
        }
        rows.close();
        rows.reserve(1);
    }

    /** Computes the results; moves before the first row. */
    @TruffleBoundary
    public void compute() {
        if (!isSorted) {
            stages.forEach(WindowStage::compute);
            return;
        }
        for (int i = 0; i < stages.size(); i++) {
            stages.get(i).finishSorting();
            if (i + 1 < stages.size()) {
                handOn(stages.get(i), stages.get(i + 1));
            }
        }
    }

    private void handOn(WindowStage from, WindowStage to) {
        to.openSorter();
        while (from.computeNext()) {
            for (int row = 0; row < rows.size(); row++) {
                to.sort(row);
            }
        }
        from.close();
    }

    /** Moves to the next row; false after the last. */
    @TruffleBoundary
    public boolean next() {
        current++;
        if (current >= rows.size()) {
            if (!isSorted || !stages.getLast().computeNext()) {
                return false;
            }
            current = 0;
        }
        show();
        return true;
    }

    private void show() {
        if (rows.isInMemory()) {
            shown = rows.columns();
            shownRow = current;
            return;
        }
        shown = new ValueColumn[width];
        shownRow = 0;
        Arrays.setAll(shown, _ -> new ValueColumn());
        for (int column = 0; column < width; column++) {
            shown[column].grow(1);
            shown[column].set(0, rows.get(current, column));
        }
    }

    /** Returns the kind of a value of the current row: see {@link ValueKind}. */
    public int kind(int column) {
        return shown[column].kind(shownRow);
    }

    /** Returns an integer of the current row, or the raw bits of a real. */
    public long number(int column) {
        return shown[column].number(shownRow);
    }

    /** Returns a text or a blob of the current row. */
    public Object object(int column) {
        return shown[column].object(shownRow);
    }

    /** Releases the memory and the files. */
    @Override
    public void close() {
        rows.close();
        stages.forEach(WindowStage::close);
    }
}
