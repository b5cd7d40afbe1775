package org.sqlvm.language.host;

import org.sqlvm.api.Column;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.statement.Execution;

import java.util.List;

/**
 * The rows of a batch after the other, for Java callers. The context is entered once per batch; a
 * row and a getter are plain array reads, which the JIT compiler inlines into the caller's loop.
 */
final class HostRows implements Rows {
    private final HostDatabase database;
    /** The statement, if it is closed together with these rows; else null. */
    private HostStatement closed;

    /** Null when the statement runs again, or is closed: these rows are over. */
    private Execution execution;

    private final List<ResultColumn> columns;

    /** The one that is read. */
    private Batch batch;

    /** The consumer has the batch as columns: it must not be filled again. */
    private boolean kept;

    /** By column: its array; two of the three are null. */
    private long[][] longs;

    private double[][] doubles;
    private Object[][] objects;
    private int row;
    private int rowCount;

    /**
     * The rows of a run.
     *
     * @param first its first batch; null if there are no rows
     * @param closed the statement, if it is to be closed with them; else null
     */
    HostRows(HostDatabase database, Execution execution, Batch first, HostStatement closed) {
        this.database = database;
        this.closed = closed;
        this.execution = execution;
        this.columns = execution.statement().program().columns();
        this.row = -1;
        take(first == null ? new Batch(columns.size(), 1) : first);
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
        leave();
        if (execution == null || execution.isEnded()) {
            return false;
        }
        Batch next = compute();
        if (next == null) {
            return false;
        }
        take(next);
        row = 0;
        return true;
    }

    @Override
    public RowBatch nextBatch() {
        if (!next()) {
            return null;
        }
        HostBatch rest = new HostBatch(batch, row);
        kept = true;
        if (execution != null) {
            execution.keep(batch);
        }
        leave();
        return rest;
    }

    private Batch compute() {
        Object before = database.entry().enter();
        try {
            if (!kept) {
                execution.giveBack(batch);
            }
            return execution.nextBatch();
        } catch (RuntimeException error) {
            throw Entry.error(error);
        } finally {
            database.entry().leave(before);
        }
    }

    private void take(Batch next) {
        batch = next;
        kept = false;
        longs = next.longs();
        doubles = next.doubles();
        objects = next.objects();
        rowCount = next.rowCount();
    }

    /** Stands on no row, and there is none to go to. */
    private void leave() {
        row = -1;
        rowCount = 0;
    }

    /** The statement runs again, or is closed. */
    void detach() {
        execution = null;
        closed = null;
        leave();
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
        return columns.size();
    }

    @Override
    public Column column(int column) {
        return HostStatement.column(columns.get(column));
    }

    @Override
    public String columnName(int column) {
        return columns.get(column).name();
    }

    @Override
    public Type type(int column) {
        return JavaValues.typeOf(value(column));
    }

    @Override
    public Type firstType(int column) {
        if (row >= 0 || rowCount == 0) {
            return null;
        }
        if (longs[column] != null) {
            return Type.INTEGER;
        }
        return doubles[column] != null ? Type.REAL : JavaValues.typeOf(objects[column][0]);
    }

    @Override
    public long firstLong(int column) {
        if (firstType(column) == null) {
            return 0;
        }
        if (longs[column] != null) {
            return longs[column][0];
        }
        Object first = doubles[column] != null ? doubles[column][0] : objects[column][0];
        return JavaValues.toLong(first);
    }

    @Override
    public boolean isNull(int column) {
        return objects[column] != null && value(column) == SqlNull.NULL;
    }

    @Override
    public long getLong(int column) {
        long[] values = longs[column];
        return values != null && row >= 0 ? values[row] : JavaValues.toLong(value(column));
    }

    @Override
    public double getDouble(int column) {
        double[] values = doubles[column];
        return values != null && row >= 0 ? values[row] : toDouble(column);
    }

    private double toDouble(int column) {
        long[] values = longs[column];
        return values != null && row >= 0 ? values[row] : JavaValues.toDouble(value(column));
    }

    @Override
    public String getText(int column) {
        return JavaValues.toText(value(column));
    }

    @Override
    public byte[] getBlob(int column) {
        return JavaValues.toBlob(value(column));
    }

    @Override
    public boolean getBoolean(int column) {
        return JavaValues.toBoolean(value(column));
    }

    @Override
    public Object getObject(int column) {
        return JavaValues.toObject(value(column));
    }

    @Override
    public void close() {
        leave();
        if (closed != null) {
            closed.close();
        } else if (execution != null
                && !execution.isEnded()
                && !database.entry().isClosed()) {
            database.entry().run(execution::close);
        }
    }
}
