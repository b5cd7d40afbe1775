package org.sqlvm.engine.virtual.shadow;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.ModuleHost;

/**
 * The rows of a shadow table with rowids. It stands on one row at most. It lives within one
 * statement or one part of a transaction that can be undone alone: a rollback takes its position.
 *
 * <p>Nothing but the table itself is changed: such a table has no index and no trigger. Values get
 * no affinity.
 */
public final class ShadowRows implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final ModuleHost host;
    private final TableCursor cursor;
    private final RecordWriter writer;
    private final TextEncoding encoding;
    /** The column that is the rowid, and NULL in the record; -1 for none. */
    private final int rowidAlias;

    private ShadowRows(ModuleHost host, TableCursor cursor, int rowidAlias) {
        this.host = host;
        this.cursor = cursor;
        this.encoding = host.encoding();
        this.rowidAlias = rowidAlias;
        writer = new RecordWriter(encoding);
    }

    /**
     * Opens a table, within a transaction of its database that writes if {@code writable}.
     *
     * @return null if there is no ordinary table of that name
     */
    public static ShadowRows open(
            ModuleHost host, DatabaseId database, String name, boolean writable) {
        Table table = host.table(database, name);
        if (table == null || table.withoutRowid() || table.rootPage() <= 0) {
            return null;
        }
        return new ShadowRows(
                host,
                host.database(database).openTable(table.rootPage(), writable),
                table.rowidAlias());
    }

    /**
     * As {@link #open(ModuleHost, DatabaseId, String, boolean)}.
     *
     * @param before closed rows of the table, which are opened again if they still fit; or null
     */
    public static ShadowRows open(
            ModuleHost host,
            DatabaseId database,
            String name,
            boolean writable,
            ShadowRows before) {
        Table table = host.table(database, name);
        if (before != null
                && table != null
                && before.cursor.fits(host.database(database), table.rootPage(), writable)
                && before.rowidAlias == table.rowidAlias()) {
            before.cursor.reopen();
            return before;
        }
        return open(host, database, name, writable);
    }

    /**
     * The version of the table's content: another number if a row may be another one, also because
     * a change was undone.
     */
    public long version() {
        return cursor.btree().versions().ofTree(cursor.root());
    }

    /** Goes to a row; false if there is none. */
    public boolean seek(long rowid) {
        return cursor.seekExact(rowid);
    }

    /** Goes to the row with the smallest rowid from this one on; false if there is none. */
    public boolean seekFrom(long rowid) {
        int found = cursor.seek(rowid);
        return found < 0 ? cursor.isValid() && cursor.next() : cursor.isValid();
    }

    /** Goes to the first row; false if there is none. */
    public boolean first() {
        return cursor.first();
    }

    /** Goes to the last row; false if there is none. */
    public boolean last() {
        return cursor.last();
    }

    /** Goes to the next row; false after the last one. */
    public boolean next() {
        return cursor.next();
    }

    /** Goes to the row before; false before the first one. */
    public boolean previous() {
        return cursor.previous();
    }

    public long rowid() {
        return cursor.rowid();
    }

    /** A value of the row, as in a register; it stays. */
    public Object value(int column) {
        if (column == rowidAlias) {
            return cursor.rowid();
        }
        byte[] record = record();
        Object value = RecordReader.column(record, 0, record.length, column, encoding);
        return value == null ? SqlNull.NULL : value;
    }

    /** The bytes of a blob or text of the row; null for any other value. They are the caller's. */
    public byte[] bytes(int column) {
        return value(column) instanceof Bytes bytes ? bytes.toArray() : null;
    }

    /** The whole row's record, which stays. */
    public byte[] record() {
        return cursor.isValid() ? cursor.fullPayload() : NOTHING;
    }

    /** Inserts a row or replaces the one with that rowid, and stands on it. */
    public void put(long rowid, Object... values) {
        write(rowid, values);
        host.countChange();
    }

    private void write(long rowid, Object... values) {
        assert rowidAlias < 0 || values[rowidAlias] == SqlNull.NULL : rowid;
        writer.clear();
        for (Object value : values) {
            writer.add(value);
        }
        byte[] record = writer.toRecord();
        cursor.insert(rowid, record, record.length, false);
    }

    /** As {@link #put}, of a table {@code (id INTEGER PRIMARY KEY, data BLOB)}. */
    public void putBlob(long rowid, byte[] data, int length) {
        put(rowid, SqlNull.NULL, new Blob(data, 0, length));
    }

    /** As {@link #putBlob}, but the change is not counted. */
    public void overwriteBlob(long rowid, byte[] data, int length) {
        write(rowid, SqlNull.NULL, new Blob(data, 0, length));
    }

    /** Deletes a row; false if there is none. */
    public boolean delete(long rowid) {
        if (!seek(rowid)) {
            return false;
        }
        cursor.delete();
        host.countChange();
        return true;
    }

    /** The rows of the table, counted one by one. */
    public long count() {
        return cursor.count();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
