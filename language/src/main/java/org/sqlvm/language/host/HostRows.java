package org.sqlvm.language.host;

import org.sqlvm.api.Rows;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.runtime.Execution;

import java.nio.charset.StandardCharsets;

/**
 * The rows of a batch after the other, for Java callers. The context is entered once per batch; a
 * row and a getter are plain array reads, which the JIT compiler inlines into the caller's loop.
 */
final class HostRows implements Rows {
    private final HostDatabase database;
    private final Execution execution;
    private final ResultColumn[] columns;

    /** By column: the array of the batch at hand; two of the three are null. */
    private final long[][] longs;

    private final double[][] doubles;
    private final Object[][] objects;
    private int row;
    private int rowCount;

    HostRows(HostDatabase database, Execution execution) {
        this.database = database;
        this.execution = execution;
        this.columns = execution.statement().program().columns().toArray(ResultColumn[]::new);
        this.longs = new long[columns.length][];
        this.doubles = new double[columns.length][];
        this.objects = new Object[columns.length][];
        this.row = -1;
    }

    @Override
    public boolean next() {
        int next = row + 1;
        if (next < rowCount) {
            row = next;
            return true;
        }
        return advance();
    }

    private boolean advance() {
        database.setRunning(execution);
        Batch batch = database.entry().call(execution::nextBatch);
        if (batch == null) {
            database.setRunning(null);
            row = -1;
            rowCount = 0;
            return false;
        }
        for (int column = 0; column < columns.length; column++) {
            int kind = batch.kind(column);
            longs[column] = kind == Batch.KIND_LONG ? batch.longs(column) : null;
            doubles[column] = kind == Batch.KIND_DOUBLE ? batch.doubles(column) : null;
            objects[column] = kind == Batch.KIND_OBJECT ? batch.objects(column) : null;
        }
        row = 0;
        rowCount = batch.rowCount();
        return true;
    }

    /** The value, boxed if it is a number. */
    private Object value(int column) {
        if (row < 0) {
            throw new IllegalStateException("no row: next() has not been called or was false");
        }
        if (longs[column] != null) {
            return longs[column][row];
        }
        return doubles[column] != null ? (Object) doubles[column][row] : objects[column][row];
    }

    @Override
    public int columnCount() {
        return columns.length;
    }

    @Override
    public String columnName(int column) {
        return columns[column].name();
    }

    @Override
    public String columnDeclaredType(int column) {
        return columns[column].declaredType();
    }

    @Override
    public Type type(int column) {
        return switch (value(column)) {
            case Long _ -> Type.INTEGER;
            case Double _ -> Type.REAL;
            case Text _ -> Type.TEXT;
            case Blob _ -> Type.BLOB;
            default -> Type.NULL;
        };
    }

    @Override
    public boolean isNull(int column) {
        Object[] values = objects[column];
        return values != null && values[row] == SqlNull.NULL;
    }

    @Override
    public long getLong(int column) {
        long[] values = longs[column];
        return values != null ? values[row] : Casts.toLong(value(column));
    }

    @Override
    public double getDouble(int column) {
        double[] values = doubles[column];
        return values != null ? values[row] : toDouble(column);
    }

    private double toDouble(int column) {
        long[] values = longs[column];
        return values != null ? values[row] : Casts.toDouble(value(column));
    }

    @Override
    public String getText(int column) {
        Object value = value(column);
        return switch (value) {
            case SqlNull _ -> null;
            case Text text -> text.toString();
            case Blob blob ->
                new String(blob.array, blob.offset, blob.length, StandardCharsets.UTF_8);
            default -> Casts.toText(value).toString();
        };
    }

    @Override
    public byte[] getBlob(int column) {
        Object value = value(column);
        return switch (value) {
            case SqlNull _ -> null;
            case Bytes bytes -> bytes.toArray();
            default -> Casts.toText(value).toArray();
        };
    }

    @Override
    public Object getObject(int column) {
        Object value = value(column);
        return switch (value) {
            case SqlNull _ -> null;
            case Text text -> text.toString();
            case Blob blob -> blob.toArray();
            default -> value;
        };
    }

    @Override
    public void close() {
        database.entry().run(execution::close);
    }
}
