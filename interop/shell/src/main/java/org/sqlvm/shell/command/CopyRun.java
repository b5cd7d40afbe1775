package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Statement;
import org.sqlvm.shell.session.Shell;

/** Runs a statement that copies rows from or to a file; it can be stopped. */
final class CopyRun {
    private CopyRun() {}

    /** Runs COPY; returns the number of rows that it has inserted. */
    static long run(Shell shell, String sql) {
        Database database = shell.database();
        try (Statement statement = database.prepare(sql)) {
            shell.activity.run(statement);
            long before = database.totalChanges();
            statement.execute();
            return database.totalChanges() - before;
        } finally {
            shell.activity.run(null);
        }
    }
}
