package org.sqlvm.api;

/** Is told of every row of a rowid table that changes (sqlite.org/c3ref/update_hook.html). */
@FunctionalInterface
public interface UpdateListener {
    /** SQLite's codes for what happens to a row. */
    int DELETE = 9;

    int INSERT = 18;
    int UPDATE = 23;

    /**
     * A row has changed.
     *
     * @param operation {@link #DELETE}, {@link #INSERT} or {@link #UPDATE}
     * @param database {@code main}, {@code temp} or the name of an attached one
     */
    void changed(int operation, String database, String table, long rowid);
}
