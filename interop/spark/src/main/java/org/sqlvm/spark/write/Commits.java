package org.sqlvm.spark.write;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

/**
 * The table of a file's commits. A job inserts its row in the transaction that changes the data, so
 * that the row is there if and only if the change is.
 */
final class Commits {
    static final String TABLE = "sqlvm_spark_commits";

    private Commits() {}

    /**
     * Returns whether a job has been committed.
     *
     * @param id see {@link WriteOptions#commitId}
     */
    static boolean contains(Database database, String id) {
        if (!hasTable(database)) {
            return false;
        }
        try (Rows rows = database.query("SELECT 1 FROM main." + TABLE + " WHERE id = ?", id)) {
            return rows.next();
        }
    }

    private static boolean hasTable(Database database) {
        try (Rows rows = database.query(
                "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?", TABLE)) {
            return rows.next();
        }
    }

    /**
     * Records a job. Must be called in its transaction.
     *
     * @param rows the number of rows that the job has written
     */
    static void add(Database database, String id, long rows) {
        database.execute("CREATE TABLE IF NOT EXISTS main." + TABLE
                + "(id TEXT PRIMARY KEY, written INTEGER NOT NULL,"
                + " committed TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now')))"
                + " WITHOUT ROWID");
        database.execute("INSERT INTO main." + TABLE + "(id, written) VALUES (?, ?)", id, rows);
    }

    /** The work of a job in its transaction. */
    @FunctionalInterface
    interface Change {
        /** Changes the database and returns the number of rows that were written. */
        long apply(Database database);
    }

    /**
     * Applies a change and records it, in one transaction; does nothing if it is recorded already.
     *
     * @return whether this call has applied the change
     */
    static boolean once(Database database, String id, Change change) {
        database.execute("BEGIN IMMEDIATE");
        try {
            boolean isNew = !contains(database, id);
            if (isNew) {
                add(database, id, change.apply(database));
            }
            database.execute("COMMIT");
            return isNew;
        } catch (Throwable e) {
            rollback(database, e);
            throw e;
        }
    }

    /** Ends a transaction that an error may have ended already. */
    static void rollback(Database database, Throwable cause) {
        if (!database.isAutocommit()) {
            try {
                database.execute("ROLLBACK");
            } catch (RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }
}
