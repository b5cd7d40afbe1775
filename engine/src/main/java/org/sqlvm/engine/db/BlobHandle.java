package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.PayloadCursor;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;

/**
 * A BLOB or TEXT in a row that is read and written in place (sqlite.org/c3ref/blob_open.html). A
 * statement that runs, as far as the transaction is concerned, until it is closed.
 */
public final class BlobHandle implements AutoCloseable {
    /** A varint takes no more bytes. */
    private static final int VARINT_SIZE_MAX = 9;

    /** Serial types from here on are BLOB and TEXT. */
    private static final int FIRST_BYTES_TYPE = 12;

    /** By serial type below 12. */
    private static final int[] SIZES = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};

    private static final int ATTEMPTS_MAX = 50;

    private final StatementRun run;
    private final PayloadCursor cursor;
    private final int column;
    private final boolean writable;
    /** Where the value begins in the record. */
    private long start;

    private int length;
    private boolean closed;

    private BlobHandle(StatementRun run, PayloadCursor cursor, int column, boolean writable) {
        this.run = run;
        this.cursor = cursor;
        this.column = column;
        this.writable = writable;
    }

    /**
     * Opens a value, with another try if the schema changes before the transaction begins.
     *
     * @param database {@code main}, {@code temp} or the name of an attached one
     */
    static BlobHandle open(
            Connection connection,
            String database,
            String tableName,
            String columnName,
            long rowid,
            boolean writable) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                return tryOpen(connection, database, tableName, columnName, rowid, writable);
            } catch (SchemaChangedException _) {
                // The failed run has undone its own work.
            }
        }
        throw new SqlException(ResultCode.SCHEMA, "database schema has changed");
    }

    private static BlobHandle tryOpen(
            Connection connection,
            String database,
            String tableName,
            String columnName,
            long rowid,
            boolean writable) {
        connection.refreshSchema();
        Schema all = connection.schema();
        Schema schema = find(all, database);
        Table table = schema == null ? null : schema.table(tableName);
        if (table == null) {
            boolean view = schema != null && schema.view(tableName) != null;
            throw SqlException.error(
                    view
                            ? "cannot open view: " + tableName
                            : "no such table: " + database + "." + tableName);
        }
        int column = column(all, table, columnName, writable);
        StatementRun run = connection.begin();
        PayloadCursor cursor = null;
        boolean done = false;
        try {
            run.begin(schema.number(), writable, false, false, all);
            cursor = PayloadCursor.open(
                    connection.btree(schema.number()), table.rootPage(), writable);
            BlobHandle handle = new BlobHandle(run, cursor, column, writable);
            handle.seek(rowid);
            done = true;
            return handle;
        } finally {
            if (!done) {
                if (cursor != null) {
                    cursor.close();
                }
                run.fail(ResultCode.ERROR, Undo.STATEMENT);
            }
        }
    }

    private static Schema find(Schema all, String name) {
        for (Schema schema : all.databases()) {
            if (Name.same(schema.id().name(), name)) {
                return schema;
            }
        }
        return null;
    }

    /** Returns the column's index in the record. */
    private static int column(Schema all, Table table, String name, boolean writable) {
        if (table.withoutRowid()) {
            throw SqlException.error("cannot open table without rowid: " + table.name());
        }
        if (table.columns().stream().anyMatch(Column::generated)) {
            throw SqlException.error("cannot open table with generated columns: " + table.name());
        }
        int column = table.columnIndex(name);
        if (column < 0) {
            throw SqlException.error("no such column: \"" + name + "\"");
        }
        if (writable && all.settings().foreignKeys() && isForeignKey(all, table, column)) {
            throw SqlException.error("cannot open foreign key column for writing");
        }
        if (writable && isIndexed(table, column)) {
            throw SqlException.error("cannot open indexed column for writing");
        }
        return column;
    }

    private static boolean isIndexed(Table table, int column) {
        for (Index index : table.indexes()) {
            boolean holds = index.columns().stream()
                    .anyMatch(each ->
                            each.tableColumn() == column || each.tableColumn() == Index.EXPRESSION);
            if (holds) {
                return true;
            }
        }
        return false;
    }

    private static boolean isForeignKey(Schema all, Table table, int column) {
        return all.constraints(table).foreignKeys().stream()
                .anyMatch(key -> key.columns().contains(column));
    }

    /** The value's length in bytes. */
    public int length() {
        return length;
    }

    /** Goes to the same column of another row. */
    public void reopen(long rowid) {
        checkOpen();
        seek(rowid);
    }

    private void seek(long rowid) {
        length = 0;
        if (!cursor.seek(rowid)) {
            throw SqlException.error("no such rowid: " + rowid);
        }
        byte[] first = new byte[(int) Math.min(VARINT_SIZE_MAX, cursor.size())];
        cursor.read(0, first, 0, first.length);
        int headerSize =
                RecordReader.headerSize(first, 0, (int) Math.min(cursor.size(), Integer.MAX_VALUE));
        byte[] header = new byte[headerSize];
        cursor.read(0, header, 0, headerSize);
        int at = RecordReader.varintSize(header, 0);
        long place = headerSize;
        long type = 0; // A column that the record is too short for is NULL.
        for (int i = 0; i <= column; i++) {
            if (at >= headerSize) {
                type = 0;
                break;
            }
            type = RecordReader.readVarint(header, at, headerSize);
            at += RecordReader.varintSize(header, at);
            if (i < column) {
                place += size(type);
            }
        }
        if (type < FIRST_BYTES_TYPE) {
            cursor.expire();
            String kind = type == 0 ? "null" : type == 7 ? "real" : "integer";
            throw SqlException.error("cannot open value of type " + kind);
        }
        start = place;
        length = (int) size(type);
        if (start + length > cursor.size()) {
            throw SqlException.corrupt(0, "a value ends behind its record");
        }
    }

    private static long size(long type) {
        return type < FIRST_BYTES_TYPE ? SIZES[(int) type] : (type - FIRST_BYTES_TYPE) / 2;
    }

    private void checkOpen() {
        if (closed) {
            throw new SqlException(ResultCode.MISUSE, "bad parameter or other API misuse");
        }
    }

    private void check(int position, int count) {
        checkOpen();
        if (position < 0 || count < 0 || (long) position + count > length) {
            throw SqlException.error("SQL logic error");
        }
        if (cursor.isExpired()) {
            throw new SqlException(ResultCode.ABORT, "query aborted");
        }
    }

    public void read(int position, byte[] target, int offset, int count) {
        check(position, count);
        cursor.read(start + position, target, offset, count);
    }

    public void write(int position, byte[] source, int offset, int count) {
        checkOpen();
        if (!writable) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        check(position, count);
        cursor.write(start + position, source, offset, count);
    }

    /** Ends its part of the transaction. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cursor.close();
            run.succeed();
        }
    }
}
