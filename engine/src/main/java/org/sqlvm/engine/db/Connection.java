package org.sqlvm.engine.db;

import org.sqlvm.api.Limit;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.function.StoredFunction;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.vector.cache.ColumnCache;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.OverloadedFunction;
import org.sqlvm.engine.virtual.VirtualContext;
import org.sqlvm.engine.virtual.module.SeenFiles;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A connection: its databases, with their schemas as last read, and its transaction, which is over
 * all of them.
 *
 * <p>Outside of BEGIN … COMMIT every statement is a transaction of its own
 * (sqlite.org/lang_transaction.html). A statement takes part through a {@link StatementRun}. One
 * thread at a time.
 *
 * <p>The file is long because a transaction, its savepoints and ATTACH change the same databases.
 */
public final class Connection implements AutoCloseable {
    /** SQLITE_MAX_LENGTH: the longest TEXT or BLOB, in bytes. */
    public static final int LENGTH_MAX = 1_000_000_000;

    private final Databases databases;
    private final Opener opener;
    private final Workspace workspace;
    private final PragmaValues pragmas;

    private final Registry registry;
    private final Limits limits;
    private final Transaction transaction;
    private long changes;
    /** Without the rows that modules have changed in their own tables. */
    private long totalChanges;

    private long lastInsertRowid;
    private boolean likeCaseSensitive;
    private final ConnectionModules modules;
    /** Violations of foreign keys that must be mended before the transaction ends. */
    private long deferredViolations;

    /** Opens the databases of a connection: all as its options say. */
    private record Opener(
            FileSystem fileSystem, OpenOptions options, Pause pause, Workspace workspace) {
        Btree main() {
            return Btree.open(fileSystem, options, pause, workspace);
        }

        Btree other(String name, OpenMode mode) {
            OpenOptions own = OpenOptions.parse(name, mode)
                    .withMemory(options.cacheBytes(), options.workspaceBytes())
                    .withBusyTimeoutMs(options.busyTimeoutMs());
            return open(own, name, pause);
        }

        /**
         * Opens a file that exists, of those that are read as one table.
         *
         * @param inContext whether the caller is the thread of the statement
         */
        Btree existing(String path, long busyTimeoutMs, boolean inContext) {
            OpenMode mode = options.allowed() == OpenMode.READ_ONLY
                    ? OpenMode.READ_ONLY
                    : OpenMode.READ_WRITE;
            OpenOptions own = OpenOptions.ofPath(path)
                    .withMode(mode)
                    .withMemory(options.cacheBytes(), options.workspaceBytes())
                    .withBusyTimeoutMs(busyTimeoutMs);
            Pause helper = (calls, micros) -> Pause.BLOCKING.await(calls, micros)
                    && !workspace.interruption().isRequested();
            Btree opened = open(own, path, inContext ? pause : helper);
            // A reader of many files changes none: what another scan finds is what this one did.
            opened.storage().settings().setLeavesLog(true);
            return opened;
        }

        private Btree open(OpenOptions own, String name, Pause wait) {
            try {
                return Btree.open(fileSystem, own, wait, workspace);
            } catch (SqlException e) {
                if (ResultCode.primary(e.code()) != ResultCode.CANTOPEN) {
                    throw e;
                }
                throw new SqlException(e.code(), "unable to open database: " + name);
            }
        }
    }

    private Connection(Opener opener, Workspace workspace) {
        this.opener = opener;
        this.databases = new Databases(
                opener.fileSystem(), opener.main(), opener.options().busyTimeoutMs(), workspace);
        this.workspace = workspace;
        this.transaction = databases.transaction();
        this.registry = new Registry(databases);
        this.limits = databases.limits();
        this.pragmas = new PragmaValues(databases, workspace);
        this.modules = new ConnectionModules(
                databases,
                registry,
                pragmas,
                new OtherFiles(databases, workspace, opener::existing));
    }

    public static Connection open(FileSystem fileSystem, OpenOptions options, Pause pause) {
        Workspace workspace = new Workspace(fileSystem, options.workspaceBytes());
        Pause interruptible = (calls, micros) ->
                pause.await(calls, micros) && !workspace.interruption().isRequested();
        return new Connection(new Opener(fileSystem, options, interruptible, workspace), workspace);
    }

    /** The main database. */
    public Btree btree() {
        return databases.btree(0);
    }

    /** The database with this number, as instructions have it. */
    public Btree btree(int number) {
        return databases.btree(number);
    }

    /**
     * The number of the database called {@code name}.
     *
     * @throws SqlException SQLITE_ERROR if there is none
     */
    public int databaseNumber(String name) {
        return databases.numberOf(name);
    }

    /** The columns that scans on vectors have left. */
    public ColumnCache columnCache() {
        return databases.columnCache();
    }

    /** Saves these columns when databases are closed, and loads those saved before. */
    public void saveColumns(MirrorPlace place) {
        databases.saveColumns(place);
    }

    /** Forgets these columns, and deletes the files that they have been saved in. */
    public void dropSavedColumns() {
        databases.dropSavedColumns();
    }

    /** Returns the storage for intermediate rows that the statements share. */
    public Workspace workspace() {
        return workspace;
    }

    /** Whether {@link #schema} has nothing to read. */
    public boolean knowsSchema() {
        return databases.knowsSchema();
    }

    /** Whether {@link #schema} reads nothing from a file. */
    public boolean hasReadSchemas() {
        return databases.hasReadSchemas();
    }

    /** The schema as last read; reads it if that has not been done yet. */
    public Schema schema() {
        return databases.schema();
    }

    /** For a statement that needs none, where that would have to be read. */
    public Schema emptySchema() {
        return databases.emptySchema();
    }

    /** Reads the schemas again whose cookies say that they have changed. Needs no transaction. */
    public void refreshSchema() {
        databases.refresh();
    }

    /**
     * Counts the changes of known schemas and of settings: while the number stays the same, so does
     * the meaning of a statement, as far as this connection knows.
     */
    public int changeCount() {
        return databases.changeCount();
    }

    /** Another object for other databases or other settings, whatever is in the databases. */
    public Object shape() {
        return databases.shape();
    }

    /** Within a transaction: reads a schema if it is not the one of this snapshot. */
    void checkSchema(int database) {
        databases.check(database);
    }

    /** Within a transaction: reads sqlite_schema, and sqlite_stat1 if ANALYZE has made one. */
    public void readSchema(int database) {
        databases.read(database);
    }

    /** The triggers of temp are from now on on the tables that their names mean. */
    public void findTablesOfTriggers() {
        databases.findTablesOfTriggers();
    }

    /** All schemas are read again before the next statement. */
    public void forgetSchemas() {
        databases.forgetAll();
    }

    /** In a write transaction: the schema of a database is read again before the next statement. */
    public void forgetSchema(int database) {
        databases.expire(database);
    }

    /** Whether the file of a database can only be read. */
    public boolean isReadOnly(int database) {
        return databases.btree(database).isReadOnly();
    }

    /** Outside of BEGIN … COMMIT. */
    public boolean isAutocommit() {
        return transaction.isAutocommit();
    }

    /** Whether a database is read from in a transaction that does not write to it. */
    public boolean isReading() {
        return databases.list().stream()
                .map(each -> each.btree)
                .anyMatch(btree -> btree.isReading() && !btree.isWriting());
    }

    /** BEGIN ({@code on} false), COMMIT ({@code on} true) and ROLLBACK. */
    public void setAutocommit(boolean on, boolean rollback) {
        if (!on) {
            transaction.begin();
            return;
        }
        endDeferralOutside();
        if (rollback) {
            transaction.rollback();
        } else {
            if (!isAutocommit() && deferredViolations > 0) {
                throw foreignKeyFailed();
            }
            transaction.commit();
        }
        endDeferral();
    }

    /** ROLLBACK of a conflict: the transaction of BEGIN ends, too. */
    void rollbackAll() {
        transaction.rollbackAll();
        endDeferral();
    }

    /** Ends the deferral after a statement about transactions that fails since there is none. */
    private void endDeferralOutside() {
        if (isAutocommit()) {
            endDeferral();
        }
    }

    /**
     * Ends what waited for the transaction's end: the count of deferred violations, and the
     * deferral of foreign keys.
     */
    void endDeferral() {
        deferredViolations = 0;
        if (databases.settings().deferForeignKeys()) {
            set("defer_foreign_keys", false);
        }
    }

    /**
     * Sets a PRAGMA that statements are compiled for. PRAGMA foreign_keys does nothing inside of
     * BEGIN … COMMIT; PRAGMA defer_foreign_keys = OFF forgets the violations that wait, as
     * SQLite's.
     */
    public void set(String pragma, boolean on) {
        if (!isAutocommit() && pragma.equals("foreign_keys")) {
            return;
        }
        if (!on && pragma.equals("defer_foreign_keys")) {
            deferredViolations = 0;
        }
        databases.setSettings(databases.settings().with(pragma, on));
    }

    /** Violations of foreign keys that must be mended before the transaction ends. */
    public long deferredViolations() {
        return deferredViolations;
    }

    public void addDeferredViolations(long count) {
        deferredViolations += count;
    }

    /** The error for violations that are left. */
    public static SqlException foreignKeyFailed() {
        return new SqlException(ResultCode.CONSTRAINT_FOREIGNKEY, "FOREIGN KEY constraint failed");
    }

    /** SAVEPOINT. */
    public void openSavepoint(String name) {
        transaction.savepoint(name, deferredViolations);
    }

    /** RELEASE. */
    public void releaseSavepoint(String name) {
        endDeferralOutside();
        boolean commits = transaction.commits(name);
        if (commits && deferredViolations > 0) {
            throw foreignKeyFailed();
        }
        transaction.release(name);
        if (commits) {
            endDeferral();
        }
    }

    /** ROLLBACK TO. */
    public void rollbackToSavepoint(String name) {
        endDeferralOutside();
        deferredViolations = transaction.rollbackTo(name);
    }

    /** A statement begins to run. */
    public StatementRun begin() {
        endInterruption();
        return new StatementRun(this, transaction);
    }

    /** Forgets an interruption that came when no statement ran. */
    public void endInterruption() {
        if (!transaction.hasRuns()) {
            workspace.interruption().clear();
        }
    }

    /** Whether another statement than the one that asks is between its first row and its last. */
    public boolean hasOtherRuns() {
        return transaction.hasOtherRuns();
    }

    /** Counts for changes() and total_changes(). */
    public void setChanges(long count) {
        changes = count;
        totalChanges += count;
    }

    public long changes() {
        return changes;
    }

    /** As of a connection that has just been opened. */
    public void resetCounts() {
        changes = 0;
        totalChanges = -modules.changeCount();
        lastInsertRowid = 0;
    }

    /** Restores changes() at the end of a trigger. */
    public void restoreChanges(long before) {
        changes = before;
    }

    /** With the rows that modules have changed in their own tables, as in SQLite. */
    public long totalChanges() {
        return totalChanges + modules.changeCount();
    }

    public long lastInsertRowid() {
        return lastInsertRowid;
    }

    public void setLastInsertRowid(long rowid) {
        lastInsertRowid = rowid;
    }

    /** ATTACH: opens a database under a name. */
    private void attach(String file, String name) {
        databases.checkNew(name);
        FileSetDatabase set = FileSetDatabase.of(opener.fileSystem(), file);
        Btree btree = set == null
                ? opener.other(file, opener.options().allowed())
                : set.create(modules.databaseFiles(), databases.encoding());
        boolean done = false;
        try {
            databases.attach(name, btree, set != null);
            done = true;
        } finally {
            if (!done) {
                btree.close();
            }
        }
    }

    private void detach(String name) {
        int number = databases.find(name);
        databases.detach(name);
        modules.forget(number); // The databases behind it have other numbers now.
    }

    /** Returns the limits of statements. */
    public Limits limits() {
        return limits;
    }

    /** Returns the user's hooks. */
    public ConnectionHooks hooks() {
        return databases.hooks();
    }

    /** The functions and collations that the user has registered. */
    public Registry registry() {
        return registry;
    }

    /**
     * Allows the functions that CREATE FUNCTION has stored in main, and the creation of others: the
     * file is trusted.
     *
     * @param maker makes the body of one
     */
    public void allowStoredFunctions(Function<StoredFunction, RegisteredFunction.Body> maker) {
        databases.allowStoredFunctions(maker);
    }

    /** Whether statements are kept from damaging the file (SQLITE_DBCONFIG_DEFENSIVE). */
    public void setDefensive(boolean on) {
        databases.setSettings(databases.settings().withDefensive(on));
    }

    /** Allows quoted names in FROM that are no tables to be names of files. */
    public void allowFileNames() {
        databases.allowFileNames();
    }

    /**
     * Returns the context of a function that is called from this connection.
     *
     * @param currentTimeMs the statement's {@code 'now'}, in milliseconds since 1970
     */
    public CallContext callContext(Collation collation, LongSupplier currentTimeMs) {
        return new ConnectionCallContext(this, collation, currentTimeMs);
    }

    /**
     * Opens a BLOB or TEXT for reading and writing in place.
     *
     * @throws SqlException SQLITE_ERROR for a table, column or row that is not there, and for a
     *     value or a column that cannot be opened
     */
    public BlobHandle openBlob(
            String database, String table, String column, long rowid, boolean writable) {
        return BlobHandle.open(this, database, table, column, rowid, writable);
    }

    /** The database becomes one in memory with the content of a database file. */
    public void deserialize(String name, byte[] image) {
        databases.replace(name, image);
        modules.forget(0);
    }

    /**
     * Begins to copy one of these databases over one of another connection.
     *
     * @throws SqlException SQLITE_ERROR for a name that is none, or a target in a transaction
     */
    public Backup backup(String from, Connection target, String to) {
        return Backup.of(databases, from, target.databases, to);
    }

    /** Sets the runner of statements that are part of others. */
    public void setStatementRunner(StatementRunner runner) {
        pragmas.setStatementRunner(runner);
    }

    /** The value of a PRAGMA about this connection, within a transaction; as in a register. */
    public Object pragmaValue(String pragma, int database) {
        return pragmas.value(pragma, database);
    }

    /**
     * Sets a PRAGMA about how the database is stored.
     *
     * @return the PRAGMA's result as a value of a register
     */
    public Object setPragma(String pragma, String argument, int database) {
        if (pragma.equals("encoding")) {
            return setEncoding(argument);
        }
        if (pragma.equals("busy_timeout")) {
            databases.hooks().forgetBusy();
            databases.list().forEach(each -> each.pragmas.set(pragma, argument));
        }
        if (pragma.equals("journal_mode")) {
            databases.prepare(database); // A log needs a first page.
        }
        databases.use(database);
        boolean unsafe = pragma.equals("journal_mode")
                && argument.equalsIgnoreCase("off")
                && databases.settings().isDefensive();
        StoragePragmas storage = databases.get(database).pragmas;
        if (!unsafe) {
            storage.set(pragma, argument);
        }
        Object said = storage.value(pragma);
        return said == null ? SqlNull.NULL : said;
    }

    /** PRAGMA encoding: main's, which the others follow. */
    private Object setEncoding(String argument) {
        if (!databases.encodingIsFixed()) {
            databases.forgetAll(); // An empty one has an encoding, too.
            databases.get(0).pragmas.set("encoding", argument);
        }
        return SqlNull.NULL;
    }

    /**
     * VACUUM of a database other than temp.
     *
     * @param into the name of the file for the copy, as in a register; null for VACUUM alone
     * @param poll called regularly; throws to stop it
     */
    public void vacuum(int database, Object into, Runnable poll) {
        if (!isAutocommit()) {
            throw SqlException.error("cannot VACUUM from within a transaction");
        }
        if (hasOtherRuns()) {
            throw SqlException.error("cannot VACUUM - SQL statements in progress");
        }
        if (into != null && !(into instanceof Text)) {
            throw SqlException.error("non-text filename");
        }
        // The copy is a database, too, so the connection may not fill it.
        boolean forbidden = into == null && opener.options().allowed() == OpenMode.READ_ONLY;
        if (databases.settings().queryOnly() || forbidden) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        databases.checkRoom();
        VacuumRun run = new VacuumRun(databases, database, poll);
        long rowid = into == null
                ? run.inPlace(workspace)
                : run.into(opener.other(into.toString(), OpenMode.READ_WRITE_CREATE));
        if (rowid > 0) {
            lastInsertRowid = rowid; // As SQLite, where it is the statement of another one.
        }
    }

    /** Checks that the connection may write databases, as a writer of files beside them must. */
    private void checkMayWrite() {
        boolean readOnly = opener.options().allowed() == OpenMode.READ_ONLY;
        if (readOnly || databases.settings().queryOnly()) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
    }

    /**
     * Runs PRAGMA wal_checkpoint; returns whether it was busy, the frames in the log, and those
     * copied back.
     *
     * @param database its number
     * @param attached whether attached databases are included; their frames are not counted
     */
    public long[] checkpoint(String mode, int database, boolean attached) {
        long[] result = databases.get(database).pragmas.checkpoint(mode);
        // The temporary one, number 1, has no log.
        for (int number = 2; attached && number < databases.count(); number++) {
            result[0] |= databases.get(number).pragmas.checkpoint(mode)[0];
        }
        return result;
    }

    /**
     * Returns the context of a virtual table that this connection reads.
     *
     * @param run the statement's run
     * @param currentTimeMs as for {@link #callContext}
     */
    public VirtualContext virtualContext(StatementRun run, LongSupplier currentTimeMs) {
        return new ConnectionVirtualContext(
                this, run, callContext(Collation.BINARY, currentTimeMs));
    }

    /** The virtual tables whose modules this connection has connected. */
    public ConnectionModules modules() {
        return modules;
    }

    @Override
    public void close() {
        try {
            modules.close(); // A module of the user's may throw.
        } finally {
            workspace.close();
            databases.close();
        }
    }

    private record ConnectionCallContext(
            Connection connection, Collation collation, LongSupplier clock) implements CallContext {
        @Override
        public TextEncoding encoding() {
            return connection.databases.encoding();
        }

        @Override
        public long currentTimeMs() {
            return clock.getAsLong();
        }

        @Override
        public long lastInsertRowid() {
            return connection.lastInsertRowid();
        }

        @Override
        public long changes() {
            return connection.changes();
        }

        @Override
        public long totalChanges() {
            return connection.totalChanges();
        }

        @Override
        public int lengthMax() {
            return connection.limits.get(Limit.LENGTH);
        }

        @Override
        public int patternLengthMax() {
            return connection.limits.get(Limit.LIKE_PATTERN_LENGTH);
        }

        @Override
        public boolean isLikeCaseSensitive() {
            return connection.likeCaseSensitive;
        }

        @Override
        public void setLikeCaseSensitive(boolean sensitive) {
            connection.likeCaseSensitive = sensitive;
        }

        @Override
        public void setAnalysisLimit(int limit) {
            connection.pragmas.setAnalysisLimit(limit);
        }

        @Override
        public void attach(String file, String name) {
            connection.attach(file, name);
        }

        @Override
        public void detach(String name) {
            connection.detach(name);
        }

        @Override
        public Object callOverloaded(ScalarFunction function, Object[] arguments) {
            return connection.modules.call((OverloadedFunction) function, arguments);
        }

        @Override
        public Object callModule(String function, Object[] arguments) {
            return connection.modules.call(function, arguments);
        }

        @Override
        public void setTempStore(int store) {
            connection.databases.setTempStore(store);
            connection.modules.forget(DatabaseId.TEMP.number());
        }
    }

    private record ConnectionVirtualContext(
            Connection connection, StatementRun run, CallContext callContext)
            implements VirtualContext {
        @Override
        public FileSystem filesToWrite() {
            connection.checkMayWrite();
            return connection.opener.fileSystem();
        }

        @Override
        public SeenFiles seenFiles() {
            return run.seenFiles();
        }

        @Override
        public Interruption interruption() {
            return connection.workspace.interruption();
        }

        @Override
        public ModuleTable connected(ConnectedTable table) {
            return connection.modules.connected(table);
        }

        @Override
        public List<Object[]> pragma(Pragma pragma, String argument, String database) {
            return connection.pragmas.rows(pragma, argument, database, run);
        }
    }
}
