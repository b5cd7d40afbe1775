package org.sqlite.core;

import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.SQLiteUpdateListener;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Backup;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.UpdateListener;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The database below a connection: its hooks, counts and backups. */
public final class DB {
    private static final int ALL_PAGES = -1;

    private final String url;
    private final SQLiteConfig config;
    private final Database database;

    private final List<SQLiteUpdateListener> updateListeners = new CopyOnWriteArrayList<>();
    private final List<SQLiteCommitListener> commitListeners = new CopyOnWriteArrayList<>();
    /** Objects whose methods are hooks now; or null. */
    private Object busyHandler;

    private Object progressHandler;

    /** Decides about a lock, by how often that has been asked. */
    public interface BusyCallback {
        int call(int attempts) throws SQLException;
    }

    /** Decides whether a statement goes on. */
    public interface ProgressCallback {
        int call() throws SQLException;
    }

    /** Is told how far a backup is, in pages. */
    public interface ProgressObserver {
        void progress(int remaining, int pageCount);
    }

    /** Belongs to one connection. */
    public DB(String url, SQLiteConfig config, Database database) {
        this.url = url;
        this.config = config;
        this.database = database;
    }

    /** Returns what is below a connection, which may be one of a pool. */
    public static DB of(Connection connection) throws SQLException {
        if (connection == null || connection.isClosed()) {
            throw new SQLException("The database has been closed", "08003");
        }
        return connection.unwrap(SQLiteConnection.class).getDatabase();
    }

    /** Returns an error with the message that its code gets. */
    public static SQLiteException newSQLException(int code, String message) {
        SQLiteErrorCode known = SQLiteErrorCode.getErrorCode(code);
        String text = known == SQLiteErrorCode.UNKNOWN_ERROR
                ? known + ":" + code + " (" + message + ")"
                : known + " (" + message + ")";
        return new SQLiteException(text, known);
    }

    /** sqlvm's own API of the connection. */
    public Database handle() {
        return database;
    }

    public String getUrl() {
        return url;
    }

    public SQLiteConfig getConfig() {
        return config;
    }

    /** The version of SQLite. */
    public static String libversion() {
        return SQLiteJDBCLoader.getVersion();
    }

    /** Ends what runs. */
    public void interrupt() {
        database.interrupt();
    }

    /** How many rows the last statement has changed. */
    public long changes() {
        return database.changes();
    }

    /** How many rows have been changed since the connection was opened. */
    public long total_changes() {
        return database.totalChanges();
    }

    private static IllegalStateException wrapped(SQLException error) {
        return new IllegalStateException(error);
    }

    // --- Hooks

    /** Sets what decides about locks; null for nothing. */
    public void busy_handler(BusyCallback callback, Object owner) {
        busyHandler = callback == null ? null : owner;
        database.setBusyHandler(
                callback == null
                        ? null
                        : attempts -> {
                            try {
                                return callback.call(attempts) != 0;
                            } catch (SQLException e) {
                                throw wrapped(e);
                            }
                        });
    }

    /** Sets what is called while statements run. */
    public void register_progress_handler(
            int instructions, ProgressCallback callback, Object owner) {
        progressHandler = owner;
        database.setProgressHandler(instructions, () -> {
            try {
                return callback.call() != 0;
            } catch (SQLException e) {
                throw wrapped(e);
            }
        });
    }

    /** Takes back what is called while statements run. */
    public void clear_progress_handler() {
        progressHandler = null;
        database.setProgressHandler(0, null);
    }

    public void addUpdateListener(SQLiteUpdateListener listener) {
        updateListeners.add(listener);
        database.setUpdateHook(this::changed);
    }

    public void removeUpdateListener(SQLiteUpdateListener listener) {
        if (updateListeners.remove(listener) && updateListeners.isEmpty()) {
            database.setUpdateHook(null);
        }
    }

    private void changed(int operation, String schema, String table, long rowid) {
        SQLiteUpdateListener.Type type = switch (operation) {
            case UpdateListener.INSERT -> SQLiteUpdateListener.Type.INSERT;
            case UpdateListener.DELETE -> SQLiteUpdateListener.Type.DELETE;
            default -> SQLiteUpdateListener.Type.UPDATE;
        };
        updateListeners.forEach(listener -> listener.onUpdate(type, schema, table, rowid));
    }

    public void addCommitListener(SQLiteCommitListener listener) {
        commitListeners.add(listener);
        database.setCommitHook(() -> {
            commitListeners.forEach(SQLiteCommitListener::onCommit);
            return false;
        });
        database.setRollbackHook(() -> commitListeners.forEach(SQLiteCommitListener::onRollback));
    }

    public void removeCommitListener(SQLiteCommitListener listener) {
        if (commitListeners.remove(listener) && commitListeners.isEmpty()) {
            database.setCommitHook(null);
            database.setRollbackHook(null);
        }
    }

    /** The connection is closed. */
    public void forgetAll() {
        updateListeners.clear();
        commitListeners.clear();
        busyHandler = null;
        progressHandler = null;
    }

    boolean hasUpdateListener() {
        return !updateListeners.isEmpty();
    }

    boolean hasCommitListener() {
        return !commitListeners.isEmpty();
    }

    boolean hasBusyHandler() {
        return busyHandler != null;
    }

    boolean hasProgressHandler() {
        return progressHandler != null;
    }

    // --- Backups

    /** Copies a database of the connection into a file; returns 0. */
    public int backup(String schema, String file, ProgressObserver observer) throws SQLException {
        return backup(schema, file, observer, 0, 0, ALL_PAGES);
    }

    /**
     * Copies a database of the connection into a file.
     *
     * @param observer null for none
     * @param sleepMs how long to wait where the database is locked
     * @param attempts how often
     * @param pages how many are copied at once; -1 for all
     * @return 0
     */
    public int backup(
            String schema,
            String file,
            ProgressObserver observer,
            int sleepMs,
            int attempts,
            int pages)
            throws SQLException {
        try (Database target = Sqlvm.open(file);
                Backup backup = database.backup(schema, target, "main")) {
            copy(backup, observer, new Patience(sleepMs, attempts), pages);
            return 0;
        } catch (SqlvmException e) {
            throw newSQLException(e.code(), e.getMessage());
        }
    }

    /** Copies a file into a database of the connection; returns 0. */
    public int restore(String schema, String file, ProgressObserver observer) throws SQLException {
        return restore(schema, file, observer, 0, 0, ALL_PAGES);
    }

    /** Copies a file into a database of the connection, as {@link #backup} the other way. */
    public int restore(
            String schema,
            String file,
            ProgressObserver observer,
            int sleepMs,
            int attempts,
            int pages)
            throws SQLException {
        if (!Files.exists(Path.of(file))) {
            throw newSQLException(
                    SQLiteErrorCode.SQLITE_CANTOPEN.code, "unable to open database: " + file);
        }
        try (Database source = Sqlvm.opener().readOnly(true).open(file);
                Backup backup = source.backup("main", database, schema)) {
            copy(backup, observer, new Patience(sleepMs, attempts), pages);
            return 0;
        } catch (SqlvmException e) {
            throw newSQLException(e.code(), e.getMessage());
        }
    }

    private record Patience(int sleepMs, int attempts) {}

    private static void copy(
            Backup backup, ProgressObserver observer, Patience patience, int pages) {
        int failures = 0;
        boolean done = false;
        while (!done) {
            try {
                done = backup.step(pages);
            } catch (SqlvmException e) {
                int code = e.code() & 0xff;
                boolean busy = code == SQLiteErrorCode.SQLITE_BUSY.code
                        || code == SQLiteErrorCode.SQLITE_LOCKED.code;
                if (!busy || ++failures > patience.attempts()) {
                    throw e;
                }
                pause(patience.sleepMs());
            }
            if (observer != null) {
                observer.progress(backup.remaining(), backup.pageCount());
            }
        }
    }

    private static void pause(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SqlvmException("interrupted", SQLiteErrorCode.SQLITE_INTERRUPT.code, -1, e);
        }
    }
}
