package org.sqlvm.language;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.language.host.HostDatabase;

/**
 * Opens databases for a Java program that finds this class where the context finds the language.
 * What {@code context.getBindings("sqlvm")} gives is the same, but a process that runs one
 * statement would wait longer for the polyglot API to learn how values of ours are used than for
 * the rows.
 */
public final class HostDatabases {
    private HostDatabases() {}

    /**
     * Opens a database.
     *
     * @param path a file's name or URI, or {@code :memory:}
     * @throws SqlvmException if that is not possible, with SQLite's code
     */
    public static Database open(Context context, String path, boolean readOnly) {
        context.initialize(SqlvmLanguage.ID);
        context.enter();
        try {
            return HostDatabase.open(SqlvmContext.get(null).databases(), path, readOnly);
        } finally {
            context.leave();
        }
    }
}
