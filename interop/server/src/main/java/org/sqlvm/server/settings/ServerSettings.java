package org.sqlvm.server.settings;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.advice.Door;

import java.util.function.Consumer;

/**
 * The settings of a server; {@code SqlvmServer.Builder} describes them.
 *
 * @param isReadOnly whether sessions are read-only
 * @param mayUseFiles whether sessions may open other files of the machine
 * @param onConnect receives the connection of each session before it is used
 * @param log receives log lines about sessions
 */
public record ServerSettings(
        String file,
        boolean isReadOnly,
        boolean mayUseFiles,
        Access access,
        Limits limits,
        Timeouts times,
        Consumer<Database> onConnect,
        Consumer<String> log) {

    private static final int PRIMARY = 0xff;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;

    /**
     * Opens a connection for a session, with the limits of all sessions.
     *
     * @throws SqlvmException if the file cannot be opened
     */
    public Database open() {
        Sqlvm.Opener opener = Sqlvm.opener().readOnly(isReadOnly).memoryLimit(limits.memoryLimit());
        Database database = Door.SERVER.open(() -> opener.open(file));
        database.setLimit(Limit.LENGTH, limits.valueSizeMax());
        return database;
    }

    /**
     * Checks before the first client connects that the database can be opened; it may be locked by
     * others.
     *
     * @throws SqlvmException if sessions could not use it
     */
    public void checkFile() {
        try (Database database = open();
                Rows rows = database.query("SELECT count(*) FROM sqlite_schema")) {
            rows.next();
        } catch (SqlvmException e) {
            int code = e.code() & PRIMARY;
            if (code != BUSY && code != LOCKED) {
                throw e;
            }
        }
    }
}
