package org.sqlvm.engine.btree;

import java.util.Map;

/** Changes a table's rows and likewise the map that the table is compared with. */
public final class RowChanges {
    private RowChanges() {}

    /** Inserts a row, or replaces the one with this key. */
    public static void put(TableCursor cursor, Map<Long, byte[]> rows, long key, byte[] record) {
        cursor.insert(key, record, record.length, false);
        rows.put(key, record);
    }

    /** Nothing happens if there is no such row. */
    public static void delete(TableCursor cursor, Map<Long, byte[]> rows, long key) {
        if (cursor.seekExact(key)) {
            cursor.delete();
        }
        rows.remove(key);
    }
}
