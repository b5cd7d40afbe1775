package org.sqlvm.engine.virtual;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.virtual.module.ColumnCursor;

/**
 * Walks over a table of the program whose rows come column by column: vectors take them as they
 * are, programs of rows go through them one by one.
 */
public abstract class BufferedCursor extends ColumnCursor implements ColumnBuffer.Conversion {
    protected final ColumnBuffer buffer = new ColumnBuffer();

    /** The number of rows in the buffer, and the one that it stands on. */
    private int rows;

    private int row;

    /** The rowid of the buffer's first row. */
    private long firstRowid;

    /** The number of rows to request next. */
    private int wanted;

    /** How many rows a program of rows is given at first: it may not want more. */
    protected abstract int firstRows();

    /**
     * Puts the next rows into the buffer, which is empty.
     *
     * @return their number, 0 at the end
     */
    protected abstract int fill(int count);

    // ------------------------------------------------------------------ for vectors

    @Override
    @TruffleBoundary
    public final int read(int[] columns) {
        buffer.clear();
        buffer.use(columns);
        return filled(BATCH_ROWS);
    }

    private int filled(int most) {
        int count = fill(most);
        if (count < 0 || count > most) {
            throw SqlException.error("a batch of " + count + " rows: at most " + most);
        }
        return count;
    }

    @Override
    public final void give(int column, int from, int to, ChunkBuilder target) {
        buffer.give(column, from, to, target, this);
    }

    // ------------------------------------------------------------------ for rows

    @Override
    @TruffleBoundary
    public final void filter(ScanPlan plan, Object[] arguments) {
        begin(plan, arguments);
        rows = 0;
        row = 0;
        firstRowid = 1;
        wanted = firstRows();
    }

    @Override
    public final boolean next() {
        row++;
        return row < rows || nextBatch();
    }

    @TruffleBoundary
    private boolean nextBatch() {
        firstRowid += rows;
        row = 0;
        rows = 0;
        buffer.clear();
        buffer.useAll();
        rows = filled(wanted);
        wanted = Math.min(2 * wanted, BATCH_ROWS);
        return rows > 0;
    }

    /** The integers of a column, the one of this row at {@link #place}; null if it has others. */
    public final long[] longs(int column) {
        ColumnBuffer.Column read = buffer.column(column);
        return read.kind == ColumnBuffer.Kind.LONGS && !read.isNull(row) ? read.longs : null;
    }

    /** As {@link #longs}, for reals. */
    public final double[] doubles(int column) {
        ColumnBuffer.Column read = buffer.column(column);
        return read.kind == ColumnBuffer.Kind.DOUBLES && !read.isNull(row) ? read.doubles : null;
    }

    /** Returns the index of the current row in an array of a column. */
    public final int place(int column) {
        return buffer.column(column).first + row;
    }

    @Override
    @TruffleBoundary
    public final Object column(int column) {
        return buffer.value(column, row, this);
    }

    @Override
    public final long rowid() {
        return firstRowid + row;
    }
}
