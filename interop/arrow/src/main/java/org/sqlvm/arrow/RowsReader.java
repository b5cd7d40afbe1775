package org.sqlvm.arrow;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Record batches of the rows of a query: a number of the engine's batches becomes one of Arrow's.
 */
final class RowsReader extends ArrowReader {
    private final Rows rows;
    private final Map<String, ColumnType> wanted;
    private final MixedColumns mixed;
    private final int batchRows;

    /** By column; null before the first batch has been looked at. */
    private ColumnType[] types;

    /** Rows that have been read and are in no record batch yet. */
    private final List<Slice> pending = new ArrayList<>();

    private int pendingRows;
    private boolean ended;

    /** Rows in the record batches so far. */
    private long rowsBefore;

    /**
     * Rows of a batch.
     *
     * @param from the first of them
     */
    record Slice(RowBatch batch, int from, int count) {
        Slice {
            assert 0 <= from && 0 <= count && count <= batch.rowCount() - from : from;
        }
    }

    RowsReader(
            BufferAllocator allocator,
            Rows rows,
            Map<String, ColumnType> wanted,
            MixedColumns mixed,
            int batchRows) {
        super(allocator);
        assert batchRows > 0 : batchRows;
        this.rows = rows;
        this.wanted = wanted;
        this.mixed = mixed;
        this.batchRows = batchRows;
    }

    @Override
    protected Schema readSchema() {
        read();
        types = new ColumnType[rows.columnCount()];
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            types[i] = type(i);
            fields.add(types[i].field(rows.columnName(i)));
        }
        return new Schema(fields);
    }

    private ColumnType type(int column) {
        ColumnType chosen = wanted.get(rows.columnName(column));
        if (chosen != null) {
            return chosen;
        }
        ColumnType known = ColumnType.ofDeclared(rows.columnDeclaredType(column));
        StorageClasses seen = new StorageClasses();
        int count = 0;
        for (Slice slice : pending) {
            // More may have come with a batch of the engine than go into the first record batch.
            int own = Math.min(slice.count(), batchRows - count);
            seen.add(new Slice(slice.batch(), slice.from(), own), column);
            count += own;
        }
        ColumnType type = seen.type(known);
        if (type == ColumnType.UNION && mixed == MixedColumns.ERROR) {
            // The copy of the values finds the row.
            return known != null ? known : seen.first();
        }
        boolean unknown = type == ColumnType.NULL && pendingRows > 0;
        return unknown && mixed == MixedColumns.UNION ? ColumnType.UNION : type;
    }

    /** Reads until there are enough rows for a record batch, or no more. */
    private void read() {
        while (pendingRows < batchRows && !ended) {
            RowBatch batch = rows.nextBatch();
            if (batch == null) {
                ended = true;
            } else {
                pending.add(new Slice(batch, 0, batch.rowCount()));
                pendingRows += batch.rowCount();
            }
        }
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        prepareLoadNextBatch();
        read();
        int count = Math.min(pendingRows, batchRows);
        if (count == 0) {
            return false;
        }
        List<Slice> slices = take(count);
        VectorSchemaRoot root = getVectorSchemaRoot();
        for (int i = 0; i < types.length; i++) {
            ColumnFill fill = new ColumnFill(rows.columnName(i), i, rowsBefore, slices, count);
            fill.fill(root.getVector(i), types[i]);
        }
        root.setRowCount(count);
        rowsBefore += count;
        return true;
    }

    private List<Slice> take(int count) {
        assert 0 < count && count <= pendingRows : count + " of " + pendingRows;
        List<Slice> taken = new ArrayList<>();
        int left = count;
        while (left > 0) {
            Slice slice = pending.removeFirst();
            if (slice.count() > left) {
                int from = slice.from() + left;
                pending.addFirst(new Slice(slice.batch(), from, slice.count() - left));
                slice = new Slice(slice.batch(), slice.from(), left);
            }
            taken.add(slice);
            left -= slice.count();
        }
        pendingRows -= count;
        return taken;
    }

    /** The rows are not read from a stream of bytes. */
    @Override
    public long bytesRead() {
        return 0;
    }

    @Override
    protected void closeReadSource() {
        pending.clear();
        pendingRows = 0;
        ended = true;
        rows.close();
    }
}
