package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.virtual.Pragma;
import org.sqlvm.engine.virtual.VirtualContext;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * A connection: its databases, with their schemas as last read, and its transaction, which is over
 * all of them.
 *
 * <p>Outside of BEGIN … COMMIT every statement is a transaction of its own
 * (sqlite.org/lang_transaction.html). A statement takes part through a {@link StatementRun}. One
 * thread at a time.
 */
public final class Connection implements AutoCloseable {
    /** SQLITE_MAX_LENGTH: the longest TEXT or BLOB, in bytes. */
    public static final int LENGTH_MAX = 1_000_000_000;

    private final Databases databases;
    private final Opener opener;
    private final Workspace workspace;
    private final PragmaValues pragmas;

    private boolean autocommit = true;
    /** Statements between their first instruction and their last. */
    private int runningCount;
    /** Those of them that write. */
    private int writingCount;

    private long changes;
    private long totalChanges;
    private long lastInsertRowid;
    private boolean likeCaseSensitive;

    /** Opens the databases of a connection: all as its options say. */
    private record Opener(FileSystem fileSystem, OpenOptions options, Pause pause) {
        Btree main() {
            return options.memory() ? Btree.openMemory() : Btree.open(fileSystem, options, pause);
        }

        Btree other(String name) {
            OpenOptions own = OpenOptions.parse(name, options.mode())
                    .withMemory(options.cacheBytes(), options.workspaceBytes())
                    .withBusyTimeoutMs(options.busyTimeoutMs());
            return own.memory() ? Btree.openMemory() : Btree.open(fileSystem, own, pause);
        }
    }

    private Connection(Opener opener, Workspace workspace) {
        this.opener = opener;
        this.databases = new Databases(opener.main());
        this.workspace = workspace;
        this.pragmas = new PragmaValues(databases, workspace, opener.options());
    }

    public static Connection open(FileSystem fileSystem, OpenOptions options, Pause pause) {
        return new Connection(
                new Opener(fileSystem, options, pause),
                new Workspace(fileSystem, options.workspaceBytes()));
    }

    /** The main database. */
    public Btree btree() {
        return databases.btree(0);
    }

    /** The database with this number, as instructions have it. */
    public Btree btree(int number) {
        return databases.btree(number);
    }

    /** What the statements share for their intermediate rows. */
    public Workspace workspace() {
        return workspace;
    }

    /** The schema as last read; reads it if that has not been done yet. */
    public Schema schema() {
        return databases.schema();
    }

    /**
     * Reads the schemas again whose cookies say that they have changed. Needs no transaction.
     *
     * @return whether one had changed
     */
    public boolean refreshSchema() {
        long before = databases.schema().fingerprint();
        databases.refresh();
        return before != databases.schema().fingerprint();
    }

    /** Within a transaction: reads a schema if it is not the one of this snapshot. */
    void checkSchema(int database) {
        databases.check(database);
    }

    /** Within a transaction: reads sqlite_schema, and sqlite_stat1 if ANALYZE has made one. */
    public void readSchema(int database) {
        databases.read(database);
    }

    /** Outside of BEGIN … COMMIT. */
    public boolean isAutocommit() {
        return autocommit;
    }

    /**
     * BEGIN ({@code on} false), COMMIT ({@code on} true) and ROLLBACK. The transaction itself ends
     * with the statement.
     */
    public void setAutocommit(boolean on, boolean rollback) {
        if (on == autocommit) {
            throw SqlException.error(
                    !on
                            ? "cannot start a transaction within a transaction"
                            : rollback
                                    ? "cannot rollback - no transaction is active"
                                    : "cannot commit - no transaction is active");
        }
        if (on && rollback) {
            undo();
        } else if (on && writingCount > 0) {
            throw new SqlException(
                    ResultCode.BUSY, "cannot commit transaction - SQL statements in progress");
        }
        autocommit = on;
    }

    /** Undoes the transaction. The schemas may have been different before it. */
    private void undo() {
        for (int i = 0; i < databases.count(); i++) {
            if (btree(i).isWriting()) {
                btree(i).rollback();
                databases.forget(i);
            }
        }
    }

    /** A statement begins to run. */
    public StatementRun begin() {
        runningCount++;
        return new StatementRun(this);
    }

    /** A statement writes to a database from now on. */
    void beginWriting(int database) {
        Btree btree = btree(database);
        if (!btree.isWritable()) {
            throw SqlException.notSupported("writing to a database file", SqlException.NO_POSITION);
        }
        btree.beginWrite();
        databases.initialize(database);
        btree.beginStatement();
    }

    void countWriter(int more) {
        writingCount += more;
    }

    /** A statement that wrote has failed: what it wrote is undone, the transaction goes on. */
    void undoStatement(int database) {
        if (!btree(database).isWriting()) {
            return; // It was ROLLBACK itself, or a rollback took the statement with it.
        }
        btree(database).rollbackStatement();
        databases.forget(database);
    }

    void keepStatement(int database) {
        if (btree(database).isWriting()) {
            btree(database).releaseStatement();
        }
    }

    /** Whether another statement than the one that asks is between its first row and its last. */
    public boolean hasOtherRuns() {
        return runningCount > 1;
    }

    /** A statement has ended; without BEGIN, its transaction with it. */
    void end() {
        runningCount--;
        assert runningCount >= 0 : runningCount;
        assert runningCount > 0 || databases.openCursorCount() == 0 : databases.openCursorCount();
        if (autocommit && writingCount == 0) {
            databases.btrees().forEach(Btree::commit);
        }
    }

    /** Counts for changes() and total_changes(). */
    public void setChanges(long count) {
        changes = count;
        totalChanges += count;
    }

    public long changes() {
        return changes;
    }

    public long totalChanges() {
        return totalChanges;
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
        Btree btree = opener.other(file);
        boolean done = false;
        try {
            databases.attach(name, btree);
            done = true;
        } finally {
            if (!done) {
                btree.close();
            }
        }
    }

    /**
     * What a function called from this connection may know.
     *
     * @param currentTimeMs what {@code 'now'} means to the statement, in milliseconds since 1970
     */
    public CallContext callContext(Collation collation, LongSupplier currentTimeMs) {
        return new ConnectionCallContext(this, collation, currentTimeMs);
    }

    /** Who runs statements that are part of others. */
    public void setStatementRunner(StatementRunner runner) {
        pragmas.setStatementRunner(runner);
    }

    /** The value of a PRAGMA about this connection, within a transaction; as in a register. */
    public Object pragmaValue(String pragma, int database) {
        return pragmas.value(pragma, database);
    }

    /**
     * What a virtual table read by this connection may know.
     *
     * @param statementSchema the schema that the statement was compiled for
     * @param currentTimeMs as for {@link #callContext}
     */
    public VirtualContext virtualContext(Schema statementSchema, LongSupplier currentTimeMs) {
        return new ConnectionVirtualContext(
                pragmas, statementSchema, callContext(Collation.BINARY, currentTimeMs));
    }

    @Override
    public void close() {
        workspace.close();
        databases.close();
    }

    private record ConnectionCallContext(
            Connection connection, Collation collation, LongSupplier clock) implements CallContext {
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
            return LENGTH_MAX;
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
            connection.databases.detach(name);
        }

        @Override
        public void setTempStore(int store) {
            connection.workspace.setStore(store);
        }
    }

    private record ConnectionVirtualContext(
            PragmaValues pragmas, Schema schema, CallContext callContext)
            implements VirtualContext {
        @Override
        public List<Object[]> pragma(Pragma pragma, String argument, String database) {
            return pragmas.rows(pragma, argument, database, schema);
        }
    }
}
