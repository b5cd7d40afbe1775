package org.sqlvm.arrow;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.sqlvm.api.Rows;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Makes record batches of Apache Arrow of the rows of a query.
 *
 * <pre>{@code
 * try (BufferAllocator allocator = new RootAllocator();
 *         ArrowReader reader = ArrowRows.of(database.query("SELECT * FROM parts"))
 *                 .open(allocator)) {
 *     while (reader.loadNextBatch()) {
 *         VectorSchemaRoot root = reader.getVectorSchemaRoot();
 *         …
 *     }
 * }
 * }</pre>
 *
 * <p>A column is Int64, Float64, Utf8 or Binary, and may be null. The type is the first one that is
 * known of: {@link #column}; the declared type, if its affinity is INTEGER, REAL, TEXT or BLOB, or
 * it is DECIMAL or NUMERIC, which are Float64; the values in the first record batch. If all of them
 * are NULL, it is of type Null. A column of Float64 accepts integers that it can represent exactly,
 * as does one with values of both kinds. Any other value of another storage class makes the column
 * mixed: see {@link #mixed}.
 */
public final class ArrowRows {
    private static final int BATCH_ROWS = 1 << 14;

    private final Rows rows;
    private final Map<String, ColumnType> columns = new HashMap<>();
    private MixedColumns mixed = MixedColumns.ERROR;
    private int batchRows = BATCH_ROWS;

    private ArrowRows(Rows rows) {
        this.rows = rows;
    }

    /** @param rows their remaining rows become batches; they are closed with the reader */
    public static ArrowRows of(Rows rows) {
        return new ArrowRows(Objects.requireNonNull(rows));
    }

    /** {@link MixedColumns#ERROR} unless it is called. */
    public ArrowRows mixed(MixedColumns choice) {
        mixed = Objects.requireNonNull(choice);
        return this;
    }

    /**
     * Says that a column's values are of one storage class.
     *
     * @param name the column's name, in any case
     * @param type the storage class; NULL for a column without other values
     * @throws IllegalArgumentException if there is no such column
     */
    public ArrowRows column(String name, Rows.Type type) {
        columns.put(rows.columnName(rows.columnIndex(name)), ColumnType.of(type));
        return this;
    }

    /** A column's values may be of any storage class: it is a union, whatever comes. */
    public ArrowRows union(String name) {
        columns.put(rows.columnName(rows.columnIndex(name)), ColumnType.UNION);
        return this;
    }

    /**
     * How many rows a record batch has, but for the last; 16,384 unless it is called.
     *
     * @param count at least 1
     */
    public ArrowRows batchRows(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("rows of a batch: " + count);
        }
        batchRows = count;
        return this;
    }

    /**
     * Returns the reader. Each loadNextBatch overwrites the former batch with the next one. An
     * error of the query is the {@link org.sqlvm.api.SqlvmException} that it would be without the
     * reader.
     *
     * @param allocator the allocator of the batches' memory until the reader is closed
     */
    public ArrowReader open(BufferAllocator allocator) {
        return new RowsReader(allocator, rows, columns, mixed, batchRows);
    }
}
