package org.sqlvm.api.arrow;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows as columns in memory, laid out as Apache Arrow's are, for libraries that take such columns
 * without a copy: through {@link ColumnBuffers}, or Arrow's C stream interface
 * (arrow.apache.org/docs/format/CStreamInterface.html), which needs no library here.
 *
 * <p>A column is Int64, Float64, Utf8 or Binary as its values are: all of one storage class, but
 * for integers among reals that are exact. If there are none but NULL, the declared type says what
 * it is, and else it is Null.
 */
public final class ArrowColumns {
    private final List<ColumnBuffers> columns = new ArrayList<>();

    /**
     * Without rows.
     *
     * @param declaredTypes as for {@link org.sqlvm.api.Column#declaredType}
     */
    public ArrowColumns(List<String> names, List<String> declaredTypes) {
        for (int i = 0; i < names.size(); i++) {
            columns.add(new ColumnBuffers(names.get(i), declaredTypes.get(i)));
        }
    }

    /**
     * All rows that are left.
     *
     * @throws org.sqlvm.api.SqlvmException for an error of the query, or for a column with values
     *     of several storage classes
     */
    public static ArrowColumns of(Rows rows) {
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            names.add(rows.columnName(i));
            types.add(rows.columnDeclaredType(i));
        }
        ArrowColumns columns = new ArrowColumns(names, types);
        for (RowBatch batch = rows.nextBatch(); batch != null; batch = rows.nextBatch()) {
            columns.add(batch);
        }
        return columns;
    }

    private void add(RowBatch batch) {
        int count = batch.rowCount();
        for (int column = 0; column < columns.size(); column++) {
            ColumnBuffers buffers = columns.get(column);
            long[] longs = batch.longs(column);
            double[] doubles = longs == null ? batch.doubles(column) : null;
            if (longs != null) {
                buffers.addLongs(longs, batch.start(), count);
            } else if (doubles != null) {
                buffers.addDoubles(doubles, batch.start(), count);
            } else {
                for (int row = 0; row < count; row++) {
                    add(buffers, batch, column, row);
                }
            }
        }
    }

    private static void add(ColumnBuffers buffers, RowBatch batch, int column, int row) {
        switch (batch.type(column, row)) {
            case NULL -> buffers.addNull();
            case INTEGER -> buffers.addLong(batch.getLong(column, row));
            case REAL -> buffers.addDouble(batch.getDouble(column, row));
            case TEXT ->
                buffers.addText(
                        batch.array(column, row),
                        batch.offset(column, row),
                        batch.length(column, row));
            case BLOB ->
                buffers.addBlob(
                        batch.array(column, row),
                        batch.offset(column, row),
                        batch.length(column, row));
        }
    }

    public int columnCount() {
        return columns.size();
    }

    public ColumnBuffers column(int index) {
        return columns.get(index);
    }

    public long rowCount() {
        return columns.isEmpty() ? 0 : columns.getFirst().count();
    }

    /** There will be no more rows. Whatever reads the columns needs it first. */
    public ArrowColumns finish() {
        columns.forEach(ColumnBuffers::finish);
        return this;
    }

    /**
     * Makes an {@code ArrowArrayStream} of one record batch, without a copy. The columns live until
     * it, the array that it gives and the array's children are released.
     *
     * @param address the address of the structure, whose 40 bytes are overwritten
     */
    public void exportStream(long address) {
        finish();
        CDataExport.stream(this, address);
    }

    /** Releases a stream that {@link #exportStream} has made and that is not released. */
    public static void releaseStream(long address) {
        CDataExport.releaseStream(address);
    }
}
