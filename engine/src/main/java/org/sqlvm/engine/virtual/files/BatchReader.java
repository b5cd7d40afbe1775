package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.ColumnBatch;
import org.sqlvm.api.files.FormatReader;
import org.sqlvm.engine.row.function.CallResult;

import java.util.Arrays;

/** The columns of a reader that fills batches, which is one of another format than ours. */
final class BatchReader implements ColumnReader, ColumnBatch {
    private final FormatReader reader;
    private final FileInput file;

    /** By column; null if it is not used. */
    private final ColumnValues[] columns;

    /** By column: whether the batch has values for it. */
    private final boolean[] filled;

    /**
     * Begins with the first row.
     *
     * @param used by column: whether it will be asked for
     */
    BatchReader(FormatReader reader, FileInput file, boolean[] used) {
        this.reader = reader;
        this.file = file;
        columns = new ColumnValues[used.length];
        filled = new boolean[used.length];
        for (int i = 0; i < used.length; i++) {
            columns[i] = used[i] ? new ColumnValues(ColumnValues.ROWS_MAX) : null;
        }
    }

    @Override
    public int read() {
        for (int i = 0; i < columns.length; i++) {
            filled[i] = false;
            if (columns[i] != null) {
                columns[i].clear();
            }
        }
        int count = FormatCalls.during(file, () -> reader.next(this));
        if (count < 0 || count > capacity()) {
            throw file.error("a batch of " + count + " rows: at most " + capacity());
        }
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] != null) {
                finish(columns[i], filled[i], count);
            }
        }
        return count;
    }

    /** Makes values of registers, and NULLs where nothing was set. */
    private static void finish(ColumnValues column, boolean hasValues, int count) {
        if (!hasValues) {
            column.become(ColumnValues.Kind.VALUES);
        }
        for (int row = 0; row < count; row++) {
            boolean missing = !hasValues
                    || (column.kind == ColumnValues.Kind.TEXTS && column.arrays[row] == null);
            if (missing) {
                column.setNull(row);
            } else if (column.kind == ColumnValues.Kind.VALUES) {
                column.setValue(row, CallResult.register(column.values[row]));
            }
        }
    }

    @Override
    public ColumnValues column(int column) {
        return columns[column];
    }

    @Override
    public void close() {
        FormatCalls.during(file, () -> {
            reader.close();
            return null;
        });
    }

    // ------------------------------------------------------------------ the format fills it

    @Override
    public int capacity() {
        return ColumnValues.ROWS_MAX;
    }

    @Override
    public boolean isUsed(int column) {
        return columns[column] != null;
    }

    /** The column's values, all NULL so far; of a column that is not used they go nowhere. */
    private ColumnValues begin(int column, ColumnValues.Kind kind) {
        ColumnValues found =
                columns[column] == null ? new ColumnValues(capacity()) : columns[column];
        if (!filled[column] || found.kind != kind) {
            filled[column] = true;
            found.become(kind);
            if (found.arrays != null) {
                Arrays.fill(found.arrays, null);
            }
            if (found.values != null) {
                Arrays.fill(found.values, null);
            }
        }
        return found;
    }

    @Override
    public long[] longs(int column) {
        return begin(column, ColumnValues.Kind.LONGS).longs;
    }

    @Override
    public void setLongs(int column, long[] values, int first) {
        long[] own = longs(column);
        System.arraycopy(values, first, own, 0, Math.min(own.length, values.length - first));
    }

    @Override
    public double[] doubles(int column) {
        return begin(column, ColumnValues.Kind.DOUBLES).doubles;
    }

    @Override
    public void setDoubles(int column, double[] values, int first) {
        double[] own = doubles(column);
        System.arraycopy(values, first, own, 0, Math.min(own.length, values.length - first));
    }

    @Override
    public void setText(int column, int row, byte[] utf8, int offset, int length) {
        begin(column, ColumnValues.Kind.TEXTS).setBytes(row, utf8, offset, length);
    }

    @Override
    public Object[] values(int column) {
        return begin(column, ColumnValues.Kind.VALUES).values;
    }

    @Override
    public void setNull(int column, int row) {
        if (columns[column] != null) {
            columns[column].setNull(row);
        }
    }
}
