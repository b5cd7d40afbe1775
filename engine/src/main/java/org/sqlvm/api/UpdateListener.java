package org.sqlvm.api;

/** Receives every change of a row in a rowid table (sqlite.org/c3ref/update_hook.html). */
@FunctionalInterface
public interface UpdateListener {
    /** SQLite's codes of the operations. */
    int DELETE = 9;

    int INSERT = 18;
    int UPDATE = 23;

    /**
     * Called after a row has been inserted, updated or deleted.
     *
     * @param operation {@link #DELETE}, {@link #INSERT} or {@link #UPDATE}
     * @param database {@code main}, {@code temp} or the name of an attached one
     */
    void changed(int operation, String database, String table, long rowid);
}
