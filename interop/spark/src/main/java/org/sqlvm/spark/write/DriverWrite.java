package org.sqlvm.spark.write;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.text.SqlText;

import java.time.Duration;

/** Changes that the driver makes itself: DELETE, TRUNCATE TABLE and the statements of DDL. */
public final class DriverWrite {
    private static final Duration BUSY_TIMEOUT = Duration.ofMinutes(1);

    private DriverWrite() {}

    /** Deletes rows of a table, in one transaction. */
    public static void delete(String file, String table, Removal rows) {
        try (Database database = open(file)) {
            rows.apply(database, "main." + SqlText.quoted(table));
        }
    }

    /** Runs statements, in one transaction. */
    public static void run(String file, Iterable<String> statements) {
        try (Database database = open(file)) {
            database.execute("BEGIN IMMEDIATE");
            try {
                statements.forEach(database::execute);
                database.execute("COMMIT");
            } catch (Throwable e) {
                Commits.rollback(database, e);
                throw e;
            }
        }
    }

    private static Database open(String file) {
        return Sqlvm.opener().busyTimeout(BUSY_TIMEOUT).open(file);
    }
}
