package org.sqlvm.jdbc;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.link.EmbeddedLink;
import org.sqlvm.jdbc.link.Link;
import org.sqlvm.jdbc.link.RemoteLink;
import org.sqlvm.jdbc.settings.DateSettings;
import org.sqlvm.jdbc.settings.Setting;
import org.sqlvm.jdbc.settings.Settings;
import org.sqlvm.jdbc.value.Escapes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * A connection to a {@link Database}, or to a server, under the names of JDBC. Programs get it from
 * {@code DriverManager} and by {@code unwrap}, for what JDBC has no word for: {@link #database}.
 *
 * <p>One statement runs at a time; any thread may cancel it, or close the connection.
 */
public class SqlvmConnection extends ConnectionBase {
    private final String url;
    private final Settings settings;
    private final DateSettings dates;
    private final Link link;
    private final Transactions transactions;
    /** Converts the exception for an error of the engine to the one that is thrown. */
    private final UnaryOperator<SQLException> errors;
    /** The file itself may not be written to. */
    private final boolean fileReadOnly;

    /** The open statements, except those that the garbage collector has freed. */
    private final Set<SqlvmStatement> statements = Collections.newSetFromMap(new WeakHashMap<>());

    private final ReentrantLock statementsLock = new ReentrantLock();

    /** Whose rowid the last one of the database is; null if no statement needs it. */
    private SqlvmStatement inserter;

    /** Whether a statement returns the last rowid as its key if no keys were requested. */
    private boolean givesKeys;

    private boolean readOnly;
    private int isolation = Connection.TRANSACTION_SERIALIZABLE;
    private volatile boolean closed;

    SqlvmConnection(String url, ConnectionUrl parsed) throws SQLException {
        this(url, parsed, UnaryOperator.identity());
    }

    /**
     * Opens a connection for a driver on top of this one, with URLs and exceptions of its own.
     *
     * @param prefix the beginning of the URL, before the path of a database of this process
     * @param properties the settings, as for {@link java.sql.Driver#connect}
     * @param errors converts the exception for an error of the engine to the one that is thrown
     */
    protected SqlvmConnection(
            String url, String prefix, Properties properties, UnaryOperator<SQLException> errors)
            throws SQLException {
        this(url, ConnectionUrl.parse(url, prefix, properties), errors);
    }

    private SqlvmConnection(String url, ConnectionUrl parsed, UnaryOperator<SQLException> errors)
            throws SQLException {
        super(parsed.settings().warnings());
        this.errors = errors;
        this.url = url;
        this.settings = parsed.settings();
        this.dates = settings.dates();
        this.givesKeys = settings.isTrue(Setting.GET_GENERATED_KEYS);
        boolean opensReadOnly = settings.isReadOnly() || parsed.isResource();
        this.link = open(parsed, opensReadOnly);
        this.fileReadOnly = opensReadOnly || link.isReadOnly();
        this.readOnly = fileReadOnly;
        this.transactions = new Transactions(
                link, settings.transactionMode(readOnly), settings.isStrict(), this::error);
        boolean ready = false;
        try {
            List<String> pragmas = settings.pragmas(!link.isEmbedded() && readOnly);
            if (!pragmas.isEmpty()) {
                link.execute(String.join("; ", pragmas));
            }
            setLimits();
            ready = true;
        } catch (SqlvmException e) {
            throw error(e);
        } finally {
            if (!ready) {
                link.close();
            }
        }
    }

    private Link open(ConnectionUrl parsed, boolean opensReadOnly) throws SQLException {
        if (parsed.server() != null) {
            settings.checkRemote();
            return new RemoteLink(parsed.server().open(settings));
        }
        return new EmbeddedLink(openDatabase(parsed, opensReadOnly));
    }

    private Database openDatabase(ConnectionUrl parsed, boolean opensReadOnly) throws SQLException {
        String place = parsed.place();
        if (!settings.mayCreate() && parsed.isPath() && !Files.exists(Path.of(place))) {
            throw error(new SqlvmException("unable to open database file", 14, -1, null));
        }
        try {
            Sqlvm.Opener opener = Sqlvm.opener()
                    .readOnly(opensReadOnly)
                    .memoryLimit(settings.number(Setting.MEMORY_LIMIT))
                    .storedFunctions(settings.isTrue(Setting.STORED_FUNCTIONS))
                    .storedFunctionsAccess(settings.isTrue(Setting.STORED_FUNCTIONS_ACCESS))
                    .busyTimeout(Duration.ofMillis(settings.number(Setting.BUSY_TIMEOUT)));
            return parsed.isResource()
                    ? Resource.open(parsed.resource(), opener)
                    : Door.JDBC.open(() -> opener.open(place));
        } catch (SqlvmException e) {
            throw error(e);
        }
    }

    private void setLimits() throws SQLException {
        for (Limit limit : Limit.values()) {
            Setting setting = Setting.of("limit_" + limit.name());
            if (settings.isSet(setting)) {
                link.setLimit(limit, (int) settings.number(setting));
            }
        }
    }

    /**
     * The database under this connection: its functions, collations, hooks and backups.
     * Transactions are better left to the connection.
     *
     * @throws java.sql.SQLFeatureNotSupportedException if a server has the database
     */
    public Database database() throws SQLException {
        return link.database();
    }

    Link link() {
        return link;
    }

    /** The URL that it was opened with. */
    public String url() {
        return url;
    }

    Settings settings() {
        return settings;
    }

    /** Whether what sqlite-jdbc lets pass is an error. */
    final boolean isStrict() {
        return settings.isStrict();
    }

    /** Returns what to throw for an error of the engine. */
    protected final SQLException error(SqlvmException cause) {
        return errors.apply(Errors.of(cause));
    }

    @Override
    DateSettings dates() {
        return dates;
    }

    @Override
    void checkOpen() throws SQLException {
        if (closed || link.isBroken()) {
            throw Errors.closed("connection");
        }
    }

    /** Rows of a query of the driver's own; the caller closes them. */
    Rows ask(String sql, Object... parameters) throws SQLException {
        checkOpen();
        try {
            return link.query(sql, parameters);
        } catch (SqlvmException e) {
            throw error(e);
        }
    }

    private void execute(String sql) throws SQLException {
        try {
            link.execute(sql);
        } catch (SqlvmException e) {
            throw error(e);
        }
    }

    // --- Statements

    @Override
    public Statement createStatement(int type, int concurrency, int resultHoldability)
            throws SQLException {
        checkOpen();
        checkCursor(type, concurrency, resultHoldability);
        SqlvmStatement statement = new SqlvmStatement(this, type, resultHoldability);
        remember(statement);
        return statement;
    }

    @Override
    PreparedStatement prepare(String sql, KeyRequest request, int type, int resultHoldability)
            throws SQLException {
        checkOpen();
        SqlvmPreparedStatement statement = new SqlvmPreparedStatement(
                this, Escapes.processed(sql, dates), request, type, resultHoldability);
        remember(statement);
        return statement;
    }

    void remember(SqlvmStatement statement) {
        statementsLock.lock();
        try {
            statements.add(statement);
        } finally {
            statementsLock.unlock();
        }
    }

    void forget(SqlvmStatement statement) {
        if (inserter == statement) {
            inserter = null;
        }
        statementsLock.lock();
        try {
            statements.remove(statement);
        } finally {
            statementsLock.unlock();
        }
    }

    private List<SqlvmStatement> openStatements() {
        statementsLock.lock();
        try {
            return new ArrayList<>(statements);
        } finally {
            statementsLock.unlock();
        }
    }

    // --- Transactions

    /** A statement is to run: the last rowid is that of the one before it no longer. */
    void before(SqlvmStatement statement, TransactionPart part) throws SQLException {
        SqlvmStatement last = inserter;
        if (last != null && last != statement) {
            inserter = null;
            last.keepRowid();
        }
        transactions.before(part);
    }

    /** A statement has inserted rows, and has asked for no rowid yet. */
    void insertedBy(SqlvmStatement statement) {
        inserter = statement;
    }

    /** A statement has failed. */
    void afterError() {
        transactions.afterError();
    }

    boolean beginBatch(int entryCount) throws SQLException {
        return entryCount > 1 && transactions.beginBatch();
    }

    void endBatch(boolean own) throws SQLException {
        if (own) {
            transactions.endBatch();
        }
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        checkOpen();
        transactions.setAutocommit(autoCommit);
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        checkOpen();
        return transactions.isAutocommit();
    }

    @Override
    public void commit() throws SQLException {
        checkOpen();
        transactions.commit();
        closeCursors();
    }

    @Override
    public void rollback() throws SQLException {
        checkOpen();
        transactions.rollback();
        closeCursors();
    }

    private void closeCursors() throws SQLException {
        for (SqlvmStatement statement : openStatements()) {
            statement.transactionEnded();
        }
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return setSavepoint(null);
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        checkOpen();
        return transactions.setSavepoint(name);
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        checkOpen();
        transactions.rollback(savepoint);
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        checkOpen();
        transactions.release(savepoint);
    }

    /**
     * All levels but READ UNCOMMITTED are SERIALIZABLE, which the standard allows; and that one is,
     * too, since there is no shared cache to read from.
     */
    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED ->
                execute("PRAGMA read_uncommitted = true");
            case Connection.TRANSACTION_READ_COMMITTED,
                    Connection.TRANSACTION_REPEATABLE_READ,
                    Connection.TRANSACTION_SERIALIZABLE ->
                execute("PRAGMA read_uncommitted = false");
            default -> throw Errors.notSupported("isolation level " + level);
        }
        isolation = level;
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        checkOpen();
        return isolation;
    }

    /** Refuses changes from now on, or allows them again; not within a transaction. */
    @Override
    public void setReadOnly(boolean on) throws SQLException {
        if (on == readOnly) {
            checkOpen();
            return;
        }
        if (fileReadOnly) {
            throw new SQLException(
                    "Cannot change read-only flag after establishing a connection. The database"
                            + " was opened for reading only.",
                    "25006",
                    8);
        }
        checkOpen();
        if (transactions.isOpen()) {
            throw new SQLException("a transaction is open", "25001");
        }
        execute("PRAGMA query_only = " + on);
        readOnly = on;
        transactions.setMode(settings.transactionMode(on));
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        checkOpen();
        return readOnly;
    }

    final boolean givesKeys() {
        return givesKeys;
    }

    /** Sets whether a statement returns the last rowid as its key if no keys were requested. */
    protected final void setGivesKeys(boolean on) {
        givesKeys = on;
    }

    /** Sets the word after BEGIN: DEFERRED, IMMEDIATE or EXCLUSIVE. */
    protected final void setTransactionMode(String mode) {
        transactions.setMode(mode);
    }

    // --- The rest

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        return new SqlvmDatabaseMetaData(this);
    }

    /** Whether a query runs; {@code timeout} is how many seconds it may take, 0 for any. */
    @Override
    public boolean isValid(int timeout) throws SQLException {
        if (timeout < 0) {
            throw Errors.invalid("the timeout is negative: " + timeout);
        }
        return !closed && link.isValid(timeout);
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            link.close();
        } catch (SqlvmException e) {
            throw error(e);
        }
    }

    /** Ends what runs, and closes. */
    @Override
    public void abort(Executor executor) throws SQLException {
        if (executor == null) {
            throw Errors.invalid("no executor");
        }
        if (!closed) {
            interruptAndClose();
        }
    }

    private void interruptAndClose() throws SQLException {
        try {
            link.interrupt();
        } catch (SqlvmException e) {
            throw error(e);
        } finally {
            close();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type == Database.class ? type.cast(database()) : Wrapped.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return (type == Database.class && link.isEmbedded()) || type.isInstance(this);
    }
}
