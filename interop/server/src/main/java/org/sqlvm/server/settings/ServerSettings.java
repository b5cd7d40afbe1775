package org.sqlvm.server.settings;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.advice.Door;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The settings of a server; {@code SqlvmServer.Builder} describes them.
 *
 * @param file the database of all sessions; null if each of them names its own
 * @param isReadOnly whether sessions are read-only
 * @param mayUseFiles whether sessions may open other files of the machine
 * @param attached the databases that requests see beside the file: paths or {@code file:} URIs by
 *     the names of their schemas. It is asked before each request
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
        Supplier<Map<String, String>> attached,
        Consumer<Database> onConnect,
        Consumer<String> log) {

    private static final int PRIMARY = 0xff;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;

    /** Whether each session names the file that it opens. */
    public boolean areFilesNamed() {
        return file == null;
    }

    /**
     * Opens a connection for a session, with the limits of all sessions.
     *
     * @throws SqlvmException if the file cannot be opened
     */
    public Database open() {
        return open(opener(), Objects.requireNonNull(file));
    }

    /**
     * Opens a connection to a file that the session has named.
     *
     * @param folder the absolute path of the folder in which relative names begin
     * @throws SqlvmException if the file cannot be opened
     */
    public Database open(String named, Path folder) {
        assert areFilesNamed() && folder.isAbsolute() : folder;
        return open(opener().directory(folder), named);
    }

    private Sqlvm.Opener opener() {
        return Sqlvm.opener().readOnly(isReadOnly).memoryLimit(limits.memoryLimit());
    }

    private Database open(Sqlvm.Opener opener, String name) {
        Database database = Door.SERVER.open(() -> opener.open(name));
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
