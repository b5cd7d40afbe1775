package org.sqlvm.engine.virtual.shadow;

import org.sqlvm.engine.btree.IndexCursor;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.ModuleHost;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of a shadow table with rowids whose first columns are its PRIMARY KEY, in the order of
 * the key. It keeps the index of that key. See {@link ShadowRows} for how long it lives.
 */
public final class ShadowTable implements AutoCloseable {
    private final ModuleHost host;
    private final TableCursor rows;
    private final IndexCursor keys;
    private final KeyOrder order;
    private final RecordWriter writer;
    private final TextEncoding encoding;
    private final int keyCount;

    private ShadowTable(
            ModuleHost host, TableCursor rows, IndexCursor keys, KeyOrder order, int count) {
        this.host = host;
        this.rows = rows;
        this.keys = keys;
        this.order = order;
        this.encoding = host.encoding();
        this.keyCount = count;
        writer = new RecordWriter(encoding);
    }

    /**
     * Opens a table, within a transaction of its database that writes if {@code writable}.
     *
     * @return null if there is no such table, or it has other indexes than that of its key
     */
    public static ShadowTable open(
            ModuleHost host, DatabaseId database, String name, boolean writable) {
        Table table = host.table(database, name);
        if (table == null || table.withoutRowid() || table.rootPage() <= 0) {
            return null;
        }
        if (table.indexes().size() != 1) {
            return null;
        }
        Index index = table.indexes().get(0);
        int count = index.keyCount();
        boolean leads =
                IntStream.range(0, count).allMatch(i -> index.columns().get(i).tableColumn() == i);
        if (!leads || index.rootPage() <= 0) {
            return null;
        }
        KeyOrder order = new KeyOrder(
                index.columns().stream()
                        .limit(count)
                        .map(each -> new KeyField(each.collation(), each.descending(), false))
                        .toList(),
                host.encoding());
        return new ShadowTable(
                host,
                host.database(database).openTable(table.rootPage(), writable),
                host.database(database).openIndex(index.rootPage(), writable, order),
                order,
                count);
    }

    private IndexKey key(Object... values) {
        IndexKey key = new IndexKey(order, values.length);
        for (int i = 0; i < values.length; i++) {
            key.set(i, values[i]);
        }
        return key;
    }

    /**
     * The rows with first values of the key from {@code from} to {@code to}, in the key's order;
     * each with its rowid behind its columns.
     */
    public List<Object[]> range(long from, long to, int columns) {
        List<Object[]> found = new ArrayList<>();
        IndexKey key = key(from);
        key.setOnEqual(1); // Before all entries with this value.
        int place = keys.seek(key);
        boolean valid = place < 0 ? keys.isValid() && keys.next() : keys.isValid();
        for (; valid; valid = keys.next()) {
            byte[] entry = keys.fullPayload();
            Object first = RecordReader.column(entry, 0, entry.length, 0, encoding);
            if (!(first instanceof Long value) || value > to) {
                break;
            }
            if (value < from) {
                continue;
            }
            long rowid = RecordReader.lastLong(entry, 0, entry.length);
            if (rows.seekExact(rowid)) {
                found.add(row(rowid, columns));
            }
        }
        return found;
    }

    private Object[] row(long rowid, int columns) {
        byte[] record = rows.fullPayload();
        Object[] row = new Object[columns + 1];
        for (int i = 0; i < columns; i++) {
            Object value = RecordReader.column(record, 0, record.length, i, encoding);
            row[i] = value == null ? SqlNull.NULL : value;
        }
        row[columns] = rowid;
        return row;
    }

    /** The smallest (or largest) first value of the key; null in an empty table. */
    public Object bound(boolean largest) {
        if (!(largest ? keys.last() : keys.first())) {
            return null;
        }
        byte[] entry = keys.fullPayload();
        return RecordReader.column(entry, 0, entry.length, 0, encoding);
    }

    /** The rowid of the row with this key; -1 if there is none. */
    private long find(Object... key) {
        if (keys.seek(key(key)) != 0) {
            return -1;
        }
        byte[] entry = keys.fullPayload();
        return RecordReader.lastLong(entry, 0, entry.length);
    }

    /** Inserts a row instead of the one with the same key. */
    public void put(Object... values) {
        remove(firsts(values));
        long rowid = rows.last() ? rows.rowid() + 1 : 1;
        write(rowid, values);
    }

    private Object[] firsts(Object... values) {
        Object[] key = new Object[keyCount];
        System.arraycopy(values, 0, key, 0, keyCount);
        return key;
    }

    private void write(long rowid, Object... values) {
        byte[] record = record(values);
        rows.insert(rowid, record, record.length, false);
        Object[] entry = new Object[keyCount + 1];
        System.arraycopy(values, 0, entry, 0, keyCount);
        entry[keyCount] = rowid;
        byte[] key = record(entry);
        keys.insert(key, key.length, key(firsts(values)));
        host.countChange();
    }

    private byte[] record(Object... values) {
        writer.clear();
        for (Object value : values) {
            writer.add(value);
        }
        return writer.toRecord();
    }

    /** Deletes the row with this key; false if there is none. */
    public boolean delete(Object... key) {
        boolean found = remove(key);
        if (found) {
            host.countChange();
        }
        return found;
    }

    private boolean remove(Object... key) {
        long rowid = find(key);
        if (rowid < 0) {
            return false;
        }
        keys.delete();
        if (rows.seekExact(rowid)) {
            rows.delete();
        }
        return true;
    }

    /** Gives the row with this key other values, and keeps its rowid; false if there is none. */
    public boolean update(Object[] key, Object... values) {
        long rowid = find(key);
        if (rowid < 0) {
            return false;
        }
        keys.delete();
        write(rowid, values);
        return true;
    }

    @Override
    public void close() {
        rows.close();
        keys.close();
    }
}
