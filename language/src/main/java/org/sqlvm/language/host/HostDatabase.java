package org.sqlvm.language.host;

import org.sqlvm.api.Backup;
import org.sqlvm.api.Blob;
import org.sqlvm.api.BulkInsert;
import org.sqlvm.api.Counters;
import org.sqlvm.api.Database;
import org.sqlvm.api.FileInfo;
import org.sqlvm.api.Preparation;
import org.sqlvm.api.Rows;
import org.sqlvm.api.TransactionState;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.DatabaseHeader;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.SnapshotChoice;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.database.OpenDatabases;
import org.sqlvm.language.statement.SpareRuns;
import org.sqlvm.language.statement.StatementText;

import java.util.List;

/** A database for Java callers. */
public final class HostDatabase extends HostCallbacks implements Database {
    /** For other threads. */
    private final Interruption interruption;

    private Runnable onClose = () -> {};

    /** A thread waits to close this: an insertion, which may have no last row, must end. */
    private volatile boolean closing;

    /** The statement that was begun last; null if it has been closed. Other threads read it. */
    private volatile HostStatement latest;

    public HostDatabase(OpenDatabase database) {
        super(database);
        this.interruption = database.connection().workspace().interruption();
    }

    /**
     * Opens a database. The thread is in the context.
     *
     * @param path a file's name or URI, or {@code :memory:}
     * @throws org.sqlvm.api.SqlvmException if that is not possible, with SQLite's code
     */
    public static HostDatabase open(OpenDatabases databases, String path, boolean readOnly) {
        try {
            return new HostDatabase(databases.open(path, readOnly, OpenDatabases.Stored.AS_SET));
        } catch (SqlException e) {
            throw Entry.error(e);
        }
    }

    Entry entry() {
        return entry;
    }

    SpareRuns spareRuns() {
        return database.spareRuns();
    }

    /** A statement begins to run. */
    void begins(HostStatement statement) {
        if (latest != statement) {
            latest = statement;
        }
    }

    /** A statement is closed. */
    void forget(HostStatement statement) {
        if (latest == statement) {
            latest = null;
        }
    }

    @Override
    public Counters progress() {
        HostStatement statement = latest;
        return statement == null ? null : statement.progress();
    }

    @Override
    public TransactionState transactionState() {
        Btree main = connection().btree();
        return main.isWriting()
                ? TransactionState.WRITE
                : main.isReading() ? TransactionState.READ : TransactionState.NONE;
    }

    private Connection connection() {
        return database.connection();
    }

    @Override
    public Prepared prepare(String sql, int start) {
        return entry.call(() -> compile(sql, start));
    }

    @Override
    public Preparation preparation() {
        return new HostPreparation(this, interruption);
    }

    /** Compiles the first statement from {@code start} on, inside of the context. */
    Prepared compile(String sql, int start) {
        StatementText text = database.text(sql, start);
        return text == null
                ? new Prepared(null, sql.length())
                : new Prepared(new HostStatement(this, database.prepare(text)), text.end());
    }

    @Override
    public Rows query(String sql, Object... parameters) {
        HostStatement statement = (HostStatement) prepare(sql);
        if (statement == null) {
            throw new IllegalArgumentException("no statement");
        }
        statement.bindFirst(parameters);
        statement.closeOnCompletion();
        return statement.query();
    }

    @Override
    public long execute(String sql, Object... parameters) {
        long changes = 0;
        int start = 0;
        while (start < sql.length()) {
            Prepared prepared = prepare(sql, start);
            if (prepared.statement() instanceof HostStatement statement) {
                statement.bindFirst(parameters);
                changes = statement.execute();
                statement.close();
            }
            start = prepared.end();
        }
        return changes;
    }

    @Override
    public BulkInsert bulkInsert(String table) {
        return new HostBulkInsert(this, table);
    }

    /** Ends an insertion that another thread waits for, to close the database. */
    void checkClosing() {
        if (closing) {
            throw new SqlException(ResultCode.INTERRUPT, "interrupted");
        }
    }

    @Override
    public boolean isAutocommit() {
        return entry.call(() -> connection().isAutocommit());
    }

    @Override
    public void setDefensive(boolean on) {
        entry.run(() -> connection().setDefensive(on));
    }

    @Override
    public long changes() {
        return entry.call(() -> connection().changes());
    }

    @Override
    public long totalChanges() {
        return entry.call(() -> connection().totalChanges());
    }

    @Override
    public long lastInsertRowid() {
        return entry.call(() -> connection().lastInsertRowid());
    }

    @Override
    public void resetCounts() {
        entry.run(() -> connection().resetCounts());
    }

    @Override
    public void interrupt() {
        interruption.request();
    }

    @Override
    public FileInfo fileInfo(String name) {
        return entry.call(() -> {
            int number = connection().databaseNumber(name);
            Schema schema = connection().schema().database(number);
            Btree btree = connection().btree(number);
            btree.beginRead();
            try {
                return info(btree.header().all(), schema);
            } finally {
                btree.endRead();
            }
        });
    }

    private static FileInfo info(DatabaseHeader header, Schema schema) {
        int indexCount = schema.tables().stream()
                .mapToInt(table -> table.indexes().size())
                .sum();
        return new FileInfo(
                header.pageSize(),
                header.writeFormat(),
                header.readFormat(),
                header.reservedBytes(),
                header.fileChangeCounter(),
                header.pageCount(),
                header.freelistPageCount(),
                header.schemaCookie(),
                header.schemaFormat(),
                header.defaultCacheSize(),
                header.autovacuumTopRoot(),
                header.incrementalVacuum(),
                header.textEncoding(),
                header.userVersion(),
                header.applicationId(),
                header.writeLibraryVersion(),
                header.dataVersion(),
                schema.tables().size(),
                indexCount,
                schema.triggers().size(),
                schema.views().size(),
                schema.textSize());
    }

    @Override
    public byte[] beginSnapshot(String schema) {
        return begin(schema, SnapshotChoice.SHARED);
    }

    @Override
    public void beginSnapshot(String schema, byte[] snapshot) {
        begin(schema, entry.call(() -> SnapshotChoice.of(snapshot)));
    }

    private byte[] begin(String schema, SnapshotChoice choice) {
        execute("BEGIN");
        boolean begun = false;
        choose(schema, choice);
        try {
            try (Rows rows =
                    query("SELECT 1 FROM " + SqlText.quoted(schema) + ".sqlite_schema LIMIT 1")) {
                rows.next();
            }
            byte[] seen = entry.call(() -> btree(schema).describeSnapshot(choice));
            begun = true;
            return seen;
        } finally {
            choose(schema, SnapshotChoice.LAST);
            if (!begun && !isAutocommit()) {
                execute("ROLLBACK");
            }
        }
    }

    /**
     * Begins a scan of a range of rowids of {@code main}, in a transaction that has read: for
     * modules that read the parts of a table in tasks of their own.
     *
     * @param columns the names of columns that are stored
     * @param behind the range begins behind this rowid; Long.MIN_VALUE for the first row
     * @param to the last rowid of the range
     */
    public HostScan scan(String table, List<String> columns, long behind, long to) {
        return entry.call(() -> HostScan.begin(entry, connection(), table, columns, behind, to));
    }

    private void choose(String schema, SnapshotChoice choice) {
        entry.run(() -> btree(schema).setSnapshot(choice));
    }

    private Btree btree(String schema) {
        return connection().btree(connection().databaseNumber(schema));
    }

    @Override
    public byte[] page(int number) {
        return entry.call(() -> connection().btree().pageBytes(number));
    }

    @Override
    public byte[] serialize(String schema) {
        return entry.call(
                () -> connection().btree(connection().databaseNumber(schema)).serialize());
    }

    @Override
    public void deserialize(String schema, byte[] image) {
        byte[] own = image.clone();
        entry.run(() -> connection().deserialize(schema, own));
    }

    @Override
    public Blob openBlob(String schema, String table, String column, long rowid, boolean writable) {
        return entry.call(() ->
                new HostBlob(entry, connection().openBlob(schema, table, column, rowid, writable)));
    }

    @Override
    public Backup backup(String schema, Database target, String targetSchema) {
        if (!(target instanceof HostDatabase other)) {
            throw new IllegalArgumentException("not a database of sqlvm: " + target);
        }
        return entry.call(() -> {
            Connection to = other.connection();
            return new HostBackup(entry, connection().backup(schema, to, targetSchema));
        });
    }

    @Override
    public String path() {
        return entry.call(() -> connection().btree().path());
    }

    /** Sets an action to run after {@link #close}, such as ending the context. */
    public void onClose(Runnable action) {
        onClose = action;
    }

    @Override
    public void close() {
        if (entry.isClosed()) {
            return;
        }
        closing = true;
        try {
            entry.run(() -> {
                database.close();
                entry.close();
            });
        } finally {
            closing = false;
        }
        onClose.run();
    }
}
