package org.sqlvm.engine.virtual.shadow;

import org.sqlvm.engine.btree.IndexCursor;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.ModuleHost;

/**
 * The rows of a shadow table WITHOUT ROWID whose columns begin with those of its key, in their
 * order. See {@link ShadowRows} for how long it lives.
 */
public final class ShadowKeys implements AutoCloseable {
    private final ModuleHost host;
    private final Table table;
    private final IndexCursor cursor;
    private final KeyOrder order;
    private final RecordWriter writer;
    private final TextEncoding encoding;
    private final int keyCount;

    private ShadowKeys(ModuleHost host, Table table, IndexCursor cursor, KeyOrder order) {
        this.host = host;
        this.table = table;
        this.cursor = cursor;
        this.order = order;
        this.encoding = host.encoding();
        this.keyCount = table.primaryKey().keyCount();
        writer = new RecordWriter(encoding);
    }

    /**
     * Opens a table, within a transaction of its database that writes if {@code writable}.
     *
     * @return null if there is no table WITHOUT ROWID of that name
     */
    public static ShadowKeys open(
            ModuleHost host, DatabaseId database, String name, boolean writable) {
        Table table = host.table(database, name);
        if (table == null || !table.withoutRowid() || table.rootPage() <= 0) {
            return null;
        }
        int keyCount = table.primaryKey().keyCount();
        for (int i = 0; i < keyCount; i++) {
            if (table.primaryKey().columns().get(i).tableColumn() != i) {
                return null;
            }
        }
        KeyOrder order = new KeyOrder(
                table.primaryKey().columns().stream()
                        .map(each -> new KeyField(each.collation(), each.descending(), false))
                        .toList(),
                host.encoding());
        return new ShadowKeys(
                host,
                table,
                host.database(database).openIndex(table.rootPage(), writable, order),
                order);
    }

    /**
     * As {@link #open(ModuleHost, DatabaseId, String, boolean)}.
     *
     * @param before closed rows of the table, which are opened again if they still fit; or null
     */
    public static ShadowKeys open(
            ModuleHost host,
            DatabaseId database,
            String name,
            boolean writable,
            ShadowKeys before) {
        Table table = host.table(database, name);
        if (before != null
                && table == before.table
                && before.cursor.fits(host.database(database), table.rootPage(), writable)) {
            before.cursor.reopen();
            return before;
        }
        return open(host, database, name, writable);
    }

    /** As {@link ShadowRows#version}. */
    public long version() {
        return cursor.btree().versions().ofTree(cursor.root());
    }

    private IndexKey key(Object... values) {
        IndexKey key = new IndexKey(order, values.length);
        for (int i = 0; i < values.length; i++) {
            key.set(i, values[i]);
        }
        return key;
    }

    /** Goes to the row with this key; false if there is none. */
    public boolean seek(Object... key) {
        return cursor.seek(key(key)) == 0;
    }

    /** Goes to the row with the greatest key up to this one; false if there is none. */
    public boolean seekUpTo(Object... key) {
        int found = cursor.seek(key(key));
        return found > 0 ? cursor.previous() : cursor.isValid();
    }

    /** Goes to the row with the smallest key from this one on; false if there is none. */
    public boolean seekFrom(Object... key) {
        int found = cursor.seek(key(key));
        return found < 0 ? cursor.isValid() && cursor.next() : cursor.isValid();
    }

    /** Goes to the first row; false if there is none. */
    public boolean first() {
        return cursor.first();
    }

    /** Goes to the next row; false after the last one. */
    public boolean next() {
        return cursor.next();
    }

    /** A value of the row, as in a register; it stays. */
    public Object value(int column) {
        byte[] record = cursor.fullPayload();
        Object value = RecordReader.column(record, 0, record.length, column, encoding);
        return value == null ? SqlNull.NULL : value;
    }

    /** Inserts a row or replaces the one with that key, and stands on it. */
    public void put(Object... values) {
        writer.clear();
        for (Object value : values) {
            writer.add(value);
        }
        byte[] record = writer.toRecord();
        Object[] key = new Object[keyCount];
        System.arraycopy(values, 0, key, 0, keyCount);
        cursor.insert(record, record.length, key(key));
        host.countChange();
    }

    /** Deletes the row with this key; false if there is none. */
    public boolean delete(Object... key) {
        if (!seek(key)) {
            return false;
        }
        delete();
        return true;
    }

    /** Deletes the row it stands on; {@link #next} goes to the one behind. */
    public void delete() {
        cursor.delete();
        host.countChange();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
