package org.sqlite;

/** Is told of every row that changes. */
public interface SQLiteUpdateListener {
    /** The operation on a row. */
    enum Type {
        INSERT,
        DELETE,
        UPDATE
    }

    /**
     * A row has changed.
     *
     * @param database {@code main}, {@code temp} or the name of an attached one
     */
    void onUpdate(Type type, String database, String table, long rowId);
}
