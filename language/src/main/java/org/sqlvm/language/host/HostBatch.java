package org.sqlvm.language.host;

import org.sqlvm.api.JavaValues;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.row.Batch;

/** The rows of a batch from one row on. The batch is not filled again. */
final class HostBatch implements RowBatch {
    private final long[][] longs;
    private final double[][] doubles;
    private final Object[][] objects;
    private final int start;
    private final int rowCount;

    HostBatch(Batch batch, int start) {
        this.longs = batch.longs();
        this.doubles = batch.doubles();
        this.objects = batch.objects();
        this.start = start;
        this.rowCount = batch.rowCount() - start;
    }

    @Override
    public int rowCount() {
        return rowCount;
    }

    @Override
    public int start() {
        return start;
    }

    @Override
    public long[] longs(int column) {
        return longs[column];
    }

    @Override
    public double[] doubles(int column) {
        return doubles[column];
    }

    @Override
    public Rows.Type type(int column, int row) {
        if (longs[column] != null) {
            return Rows.Type.INTEGER;
        }
        return doubles[column] != null
                ? Rows.Type.REAL
                : JavaValues.typeOf(objects[column][start + row]);
    }

    @Override
    public long getLong(int column, int row) {
        long[] values = longs[column];
        return values != null ? values[start + row] : (long) objects[column][start + row];
    }

    @Override
    public double getDouble(int column, int row) {
        double[] values = doubles[column];
        return values != null ? values[start + row] : (double) objects[column][start + row];
    }

    @Override
    public String getText(int column, int row) {
        if (longs[column] != null) {
            return JavaValues.toText(longs[column][start + row]);
        }
        return JavaValues.toText(
                doubles[column] != null
                        ? doubles[column][start + row]
                        : objects[column][start + row]);
    }

    private Bytes bytes(int column, int row) {
        return (Bytes) objects[column][start + row];
    }

    @Override
    public byte[] array(int column, int row) {
        return bytes(column, row).array;
    }

    @Override
    public int offset(int column, int row) {
        return bytes(column, row).offset;
    }

    @Override
    public int length(int column, int row) {
        return bytes(column, row).length;
    }
}
