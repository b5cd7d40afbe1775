package org.sqlvm.spark.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Inserts rows into a table, some at a time. {@link #flush} must be called behind the last one. */
final class RowInserter implements AutoCloseable {
    /** Rows that are inserted together. */
    private static final int BATCH = 1000;
    /** Bytes of rows that are inserted together, if these are fewer rows. */
    private static final long BATCH_BYTES = 8 << 20;

    private final Statement insert;
    private final ValueBinder[] binders;
    private final List<Statement.Bindings> pending = new ArrayList<>(BATCH);
    private long pendingBytes;
    private long rows;

    /**
     * @param insert {@code INSERT}, perhaps with a conflict clause
     * @param table the quoted name of the table
     * @param schema the names of the columns and the types of rows
     * @param epoch see {@link ValueBinder#of}
     */
    RowInserter(Database database, String insert, String table, StructType schema, boolean epoch) {
        StringJoiner columns = new StringJoiner(",", "(", ")");
        StringJoiner values = new StringJoiner(",", " VALUES (", ")");
        StructField[] fields = schema.fields();
        binders = new ValueBinder[fields.length];
        for (int i = 0; i < fields.length; i++) {
            columns.add(SqlText.quoted(fields[i].name()));
            values.add("?");
            binders[i] = ValueBinder.of(fields[i].dataType(), epoch);
        }
        this.insert = database.prepare(insert + " INTO " + table + columns + values);
    }

    void add(InternalRow row) {
        for (int i = 0; i < binders.length; i++) {
            if (row.isNullAt(i)) {
                insert.bindNull(i + 1);
            } else {
                binders[i].bind(insert, i + 1, row, i);
            }
        }
        added(row instanceof UnsafeRow bytes ? bytes.getSizeInBytes() : 0);
    }

    /** Adds the current row of a result, which has the columns of the table. */
    void add(Rows row) {
        long bytes = 0;
        for (int i = 0; i < binders.length; i++) {
            switch (row.type(i)) {
                case INTEGER -> insert.bindLong(i + 1, row.getLong(i));
                case REAL -> insert.bindDouble(i + 1, row.getDouble(i));
                case TEXT -> {
                    String text = row.getText(i);
                    insert.bindText(i + 1, text);
                    bytes += text.length();
                }
                case BLOB -> {
                    byte[] blob = row.getBlob(i);
                    insert.bindBlob(i + 1, blob);
                    bytes += blob.length;
                }
                case NULL -> insert.bindNull(i + 1);
            }
        }
        added(bytes);
    }

    private void added(long bytes) {
        rows++;
        pendingBytes += bytes;
        pending.add(insert.saveBindings());
        if (pending.size() == BATCH || pendingBytes >= BATCH_BYTES) {
            flush();
        }
    }

    /** Inserts the rows that have been added since the last flush. */
    void flush() {
        for (int i = 0; i < pending.size(); ) {
            i += insert.executeFirst(pending, i);
            if (i < pending.size()) {
                insert.restoreBindings(pending.get(i));
                insert.execute();
                i++;
            }
        }
        pending.clear();
        pendingBytes = 0;
    }

    /** Returns the number of rows that were added. */
    long rows() {
        return rows;
    }

    @Override
    public void close() {
        insert.close();
    }
}
