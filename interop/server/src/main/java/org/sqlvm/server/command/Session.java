package org.sqlvm.server.command;

import org.sqlvm.api.Column;
import org.sqlvm.api.Database;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.TableColumns;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.catalog.Catalog;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Replies;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Login;
import org.sqlvm.server.session.StatementCompiler;
import org.sqlvm.server.settings.ServerSettings;
import org.sqlvm.server.settings.SessionParameters;
import org.sqlvm.server.sql.ArrayTable;
import org.sqlvm.server.sql.DialectRewriter;
import org.sqlvm.server.typing.FieldTypes;
import org.sqlvm.server.typing.ParameterTypes;
import org.sqlvm.server.typing.SchemaColumns;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;
import org.sqlvm.server.value.ValueKinds;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A client that has logged in: its connection to the database, and all that belongs to it until it
 * leaves. One thread at a time, but for {@link #cancel}.
 */
public final class Session implements AutoCloseable {
    /** Statements whose columns are remembered. */
    private static final int WIDENED_MAX = 1_000;

    private final ServerSettings settings;
    private final Database database;
    private final MessageReader in;
    private final Replies replies;
    private final SessionParameters parameters;
    private final PreparedStatements statements = new PreparedStatements();
    private final Portals portals = new Portals();
    private final TransactionBlock transaction;
    private final Catalog catalog;
    private final Login login;
    private final int processId;
    private final Activity activity;
    /** Most sessions never call one of PostgreSQL's functions: they are added with the first. */
    private boolean hasFunctions;

    private final FieldTypes fieldTypes;
    private final CommandCompiler compiler;
    private final StatementCompiler statementCompiler;
    private final SchemaColumns columns;

    /** Modules of {@link ArrayTable} that the connection has. */
    private final Set<String> arrayTables = new HashSet<>();

    /** Statements, and columns of them that are told as texts. */
    private final Map<String, Set<Integer>> widened = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<Integer>> eldest) {
            return size() > WIDENED_MAX;
        }
    };

    public Session(
            Database database,
            SessionParameters parameters,
            Login login,
            int processId,
            MessageReader in,
            Replies replies,
            Activity activity,
            Clients clients) {
        this.settings = clients.settings();
        this.database = database;
        this.parameters = parameters;
        this.login = login;
        this.processId = processId;
        this.in = in;
        this.replies = replies;
        this.activity = activity;
        this.transaction = new TransactionBlock(database, portals::endTransaction);
        this.catalog = Catalog.register(database, parameters, login, clients);
        this.columns = new SchemaColumns(database);
        this.fieldTypes = new FieldTypes(catalog::type, columns);
        this.compiler = new CommandCompiler(this);
        this.statementCompiler = new StatementCompiler(database, settings);
    }

    public Activity activity() {
        return activity;
    }

    /** The client may send the next statement. */
    public void ready() {
        char status = transaction.status();
        // Before the client knows, since it may ask another session at once.
        activity.end(
                status,
                parameters.get("application_name"),
                in.byteCount(),
                replies.out().byteCount());
        replies.ready(status);
    }

    /** A statement has failed. */
    public void fail() {
        transaction.fail();
        activity.fail();
    }

    public CommandCompiler compiler() {
        return compiler;
    }

    public PreparedStatements statements() {
        return statements;
    }

    public Portals portals() {
        return portals;
    }

    public TransactionBlock transaction() {
        return transaction;
    }

    FieldTypes fieldTypes() {
        return fieldTypes;
    }

    /**
     * Compiles the first statement from {@code start} on.
     *
     * @param sent the text from the client, to which the positions of errors refer; null if
     *     {@code text} was not sent by the client
     */
    Database.Prepared prepare(String text, int start, String sent) {
        if (!hasFunctions && SessionFunctions.areNamedIn(text)) {
            hasFunctions = true;
            new SessionFunctions(this, login, processId).register(database);
            catalog.registerFunctions(login);
        }
        ArrayTable.register(database, text, arrayTables);
        try {
            return statementCompiler.prepare(text, start, statementTimeout());
        } catch (SqlvmException e) {
            throw ServerError.of(e, sent);
        }
    }

    /** A command of the server's own text. */
    SqlCommand sqlCommand(String text, String tag) {
        return new SqlCommand(
                this, prepare(text, 0, null).statement(), tag, DialectRewriter.readsCatalog(text));
    }

    /**
     * Returns the shorter of the statement timeouts of the client and the server, in milliseconds;
     * 0 for none.
     */
    long statementTimeout() {
        return settings.times().statementMs(Long.parseLong(parameters.get("statement_timeout")));
    }

    MessageReader in() {
        return in;
    }

    MessageWriter out() {
        return replies.out();
    }

    /** Returns the size of the buffer for columns that are sent, in bytes. */
    int bufferSize() {
        return settings.limits().bufferSize();
    }

    int messageSizeMax() {
        return settings.limits().messageSizeMax();
    }

    /**
     * Inserts rows into a table, all or none.
     *
     * @param column one of the table's
     */
    long insert(Column column, TableColumns<Object[]> columns, Iterator<Object[]> rows) {
        try {
            return database.bulkInsert(column.table())
                    .schema(column.database())
                    .columns(columns)
                    .insert(rows);
        } catch (SqlvmException e) {
            throw ServerError.of(e);
        }
    }

    /** A statement is about to run that reads the catalog. */
    void refreshCatalog() {
        catalog.refresh();
    }

    /**
     * Returns the types, where UNKNOWN is replaced by the type of the column that the parameter
     * belongs to, else by text.
     */
    public List<PgType> guess(Command command, List<PgType> types) {
        if (!types.contains(PgType.UNKNOWN)) {
            return types;
        }
        Map<Integer, PgType> places = places(command);
        List<PgType> described = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            PgType type = types.get(i);
            described.add(type == PgType.UNKNOWN ? places.getOrDefault(i + 1, PgType.TEXT) : type);
        }
        return described;
    }

    /** The types of parameters by where they stand, as far as that says something. */
    public Map<Integer, PgType> places(Command command) {
        if (!(command instanceof SqlCommand sql)) {
            return Map.of();
        }
        return ParameterTypes.of(sql.text(), schemaColumns());
    }

    /** Runs a statement of the server's own. */
    void execute(String sql) {
        try {
            database.execute(sql);
        } catch (SqlvmException e) {
            throw ServerError.of(e);
        }
    }

    /** Runs a query of the server's own. */
    Rows query(String sql, Object... values) {
        return database.query(sql, values);
    }

    /** Does some work as a whole, or nothing of it. */
    void atomically(Consumer<Database> work) {
        execute("SAVEPOINT sqlvm_work");
        boolean isDone = false;
        try {
            work.accept(database);
            isDone = true;
        } catch (SqlvmException e) {
            throw ServerError.of(e);
        } finally {
            if (!isDone) {
                execute("ROLLBACK TO sqlvm_work");
            }
            execute("RELEASE sqlvm_work");
        }
    }

    /** The columns of tables as they are now. */
    SchemaColumns schemaColumns() {
        columns.refresh();
        return columns;
    }

    /**
     * Returns the kinds of the values in a table's column, as far as they can be read within the
     * time limit.
     */
    ValueKinds stored(Column column, long timeLimitMs) {
        ValueKinds kinds = fieldTypes.kinds(column);
        String sql = "SELECT " + SqlText.quoted(column.origin()) + " FROM "
                + SqlText.quoted(column.database()) + "." + SqlText.quoted(column.table());
        try (Statement statement = database.prepare(sql)) {
            statement.timeLimit(timeLimitMs);
            try (Rows rows = statement.query()) {
                for (RowBatch batch = rows.nextBatch(); batch != null; batch = rows.nextBatch()) {
                    kinds.add(batch, 0, 0, batch.rowCount());
                }
            }
        } catch (SqlvmException e) {
            // It takes too long, or it is a table that has to be asked for something.
            return kinds;
        }
        return kinds;
    }

    /** The column of a statement has had a value that was none of its type. */
    void widen(String sql, int column) {
        widened.computeIfAbsent(sql, text -> new HashSet<>()).add(column);
    }

    /** Columns of a statement, as texts where {@link #widen} has been called. */
    List<Field> widened(String sql, List<Field> fields) {
        Set<Integer> texts = widened.get(sql);
        if (texts == null) {
            return fields;
        }
        List<Field> wider = new ArrayList<>(fields);
        texts.forEach(i -> wider.set(i, new Field(fields.get(i).name(), PgType.TEXT)));
        return wider;
    }

    /** Refuses results that are longer than allowed. */
    void checkRowCount(long count) {
        settings.limits().checkRowCount(count);
    }

    void warn(String state, String message) {
        replies.warning(state, message);
    }

    /** @param value null for the one that the session has begun with */
    void setParameter(String name, String value) {
        if (value == null) {
            parameters.reset(name);
        } else {
            parameters.set(name, value);
        }
        String reported = SessionParameters.reportedName(name);
        if (reported != null) {
            replies.parameterStatus(reported, parameters.get(name));
        }
    }

    void resetParameters() {
        parameters.resetAll();
        parameters.reported().forEach(replies::parameterStatus);
    }

    Map<String, String> parameters() {
        return parameters.all();
    }

    /** Everything is as it was at the beginning. */
    void discardAll() {
        if (transaction.isOpen()) {
            throw new ServerError(
                    SqlState.ACTIVE_TRANSACTION,
                    "DISCARD ALL cannot run inside a transaction block");
        }
        portals.closeAll();
        statements.clear();
        resetParameters();
    }

    /** Returns the connection, for what any thread may ask. */
    public Database database() {
        return database;
    }

    /** Ends the statement that runs, if one does. Any thread may call. */
    public void cancel() {
        database.interrupt();
    }

    @Override
    public void close() {
        database.close();
    }
}
