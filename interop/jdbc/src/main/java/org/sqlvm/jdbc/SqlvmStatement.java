package org.sqlvm.jdbc;

import org.sqlvm.api.Database;
import org.sqlvm.api.Preparation;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.api.text.StatementKind;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.link.Link;
import org.sqlvm.jdbc.link.RemoteStatement;
import org.sqlvm.jdbc.value.Escapes;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs SQL. A text may hold several statements: all of them are run, and {@link #getMoreResults}
 * goes from the first one's result to the others'.
 */
class SqlvmStatement extends StatementSettings {
    private static final long NO_COUNT = -1;

    final SqlvmConnection connection;

    /** The compilation in progress, for {@link #cancel} from another thread; or null. */
    private volatile Preparation preparing;

    /**
     * The engine's statement that runs or ran last, for {@link #cancel} from another thread; or
     * null.
     */
    private volatile org.sqlvm.api.Statement running;

    private volatile boolean cancelled;
    private volatile boolean closed;

    /** The result of one statement of a text: rows, or a count. */
    private record Result(Rows rows, long count) {}

    private final List<Result> results = new ArrayList<>();
    private SqlvmResultSet resultSet;
    private long updateCount = NO_COUNT;

    /** The count of the statement that {@link #start} has run to its end. */
    private long count;

    /** The keys of the rows that were inserted last; null if they were not requested. */
    private ListRows keys;
    /** Whether the last statement was one that inserts rows, by its text. */
    private boolean inserted;
    /** The rowid of its last row, kept when another statement was to run; null before that. */
    private Long insertedRowid;

    private final List<String> batch = new ArrayList<>();

    private boolean closeOnCompletion;

    SqlvmStatement(SqlvmConnection connection, int type, int holdability) {
        super(type, holdability);
        this.connection = connection;
    }

    /**
     * Refuses a call of a method that takes SQL on a statement that has its own. One that is closed
     * is opened again, as in sqlite-jdbc.
     */
    void checkTakesSql() throws SQLException {
        if (closed && !connection.isStrict() && !connection.isClosed()) {
            closed = false;
            connection.remember(this);
        }
        checkOpen();
    }

    final Link link() {
        return connection.link();
    }

    // --- Running

    /** Forgets the results of the last run, and closes its rows. */
    final void beginRun() throws SQLException {
        checkOpen();
        cancelled = false;
        keys = null;
        inserted = false;
        insertedRowid = null;
        updateCount = NO_COUNT;
        SqlvmResultSet last = resultSet;
        resultSet = null;
        if (last != null) {
            last.close();
        }
        for (Result result : results) {
            if (result.rows() != null) {
                result.rows().close();
            }
        }
        results.clear();
    }

    /** Runs all statements of a text. */
    private void runAll(String sql, KeyRequest request) throws SQLException {
        beginRun();
        String command = BackupCommand.matching(sql);
        if (command != null) {
            BackupCommand.run(connection, command);
            results.add(new Result(null, 0));
            return;
        }
        String own = processesEscapes() ? Escapes.processed(sql, connection.dates()) : sql;
        String text = own;
        String rewritten = request.rewritten(own);
        if (rewritten != null && isOneStatement(rewritten)) {
            text = rewritten;
        }
        int start = 0;
        while (start < text.length()) {
            Database.Prepared prepared = prepare(text, start);
            if (prepared.statement() == null) {
                break;
            }
            keepResults();
            runOne(prepared.statement().closeOnCompletion(), request, text != own);
            start = prepared.end();
        }
    }

    private boolean isOneStatement(String sql) {
        try (org.sqlvm.api.Statement statement = link().prepare(sql)) {
            return statement != null && statement.changesRows();
        } catch (SqlvmException _) {
            return false; // The statement without the addition reports its own error.
        }
    }

    private Database.Prepared prepare(String sql, int start) throws SQLException {
        Preparation preparation = link().preparation().timeLimit(queryTimeout() * 1000L);
        preparing = preparation;
        try {
            return preparation.prepare(sql, start);
        } catch (RuntimeException e) {
            throw failed(e);
        } finally {
            preparing = null;
        }
    }

    /** The rows of a query are read before the next statement may change them. */
    private void keepResults() throws SQLException {
        try {
            results.replaceAll(SqlvmStatement::kept);
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private static Result kept(Result result) {
        return result.rows() == null || result.rows() instanceof ListRows
                ? result
                : new Result(ListRows.copy(result.rows()), NO_COUNT);
    }

    /** @param returnsKeys the rows of its RETURNING clause are keys, and not its result */
    private void runOne(org.sqlvm.api.Statement statement, KeyRequest request, boolean returnsKeys)
            throws SQLException {
        if (returnsKeys) {
            request.check(statement);
        }
        StatementKind kind = StatementKind.of(statement.sql());
        connection.before(this, TransactionPart.of(kind, statement.sql()));
        boolean changes = statement.changesRows();
        if (changes && request.wanted() && !returnsKeys) {
            statement.keepRowids(true);
        }
        Rows rows = start(statement, returnsKeys);
        if (returnsKeys) {
            keys = keysOf(request, rows);
            results.add(new Result(null, link().changes()));
        } else if (rows != null) {
            results.add(new Result(rows, NO_COUNT));
        } else {
            results.add(new Result(null, count));
        }
        setInserted(changes && kind == StatementKind.INSERT);
        if (changes && request.wanted() && !returnsKeys) {
            keys = request.rows(statement.insertedRowids());
        }
        if (rows == null) {
            statement.close();
        }
    }

    /**
     * Returns whether a statement returns rows; a PRAGMA that only sets a value is a query without
     * columns.
     */
    static boolean givesRows(org.sqlvm.api.Statement statement) {
        return statement.isQuery() && !statement.columnNames().isEmpty();
    }

    /**
     * Applies the settings to a statement before it runs, and makes it the target of
     * {@link #cancel}.
     */
    final void aboutToRun(org.sqlvm.api.Statement statement) throws SQLException {
        statement.timeLimit(queryTimeout() * 1000L);
        if (statement instanceof RemoteStatement remote) {
            remote.fetchSize(getFetchSize());
        }
        running = statement;
    }

    /** Runs a statement to its first rows, or to its end if it has none. */
    final Rows start(org.sqlvm.api.Statement statement, boolean wantsRows) throws SQLException {
        aboutToRun(statement);
        try {
            if (wantsRows || givesRows(statement)) {
                return statement.query();
            }
            count = statement.execute();
            return null;
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /** The keys among what a RETURNING clause has given. */
    final ListRows keysOf(KeyRequest request, Rows rows) throws SQLException {
        try (rows) {
            return request.chosen(rows);
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /**
     * Runs one statement whose rows, if it has any, are not wanted.
     *
     * @return how many rows it has changed
     */
    final long runForCount(org.sqlvm.api.Statement statement) throws SQLException {
        aboutToRun(statement);
        try {
            return statement.execute();
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /** Runs one statement for its rows, which become the current result. */
    final ResultSet runForRows(org.sqlvm.api.Statement statement) throws SQLException {
        Rows rows = start(statement, true);
        return show(new Result(rows, NO_COUNT));
    }

    /** Makes a count, and perhaps keys, the current result. */
    final void showCount(long rowCount, ListRows generatedKeys, boolean inserts)
            throws SQLException {
        show(new Result(null, rowCount));
        keys = generatedKeys;
        setInserted(inserts);
    }

    private void setInserted(boolean value) {
        inserted = value;
        if (value) {
            connection.insertedBy(this);
        }
    }

    /** Another statement is to run, which may insert rows. */
    final void keepRowid() {
        insertedRowid = lastRowid();
    }

    private long lastRowid() {
        return insertedRowid == null ? link().lastInsertRowid() : insertedRowid;
    }

    /** Returns the next result; null after the last one. */
    private Result nextResult() {
        return results.isEmpty() ? null : results.removeFirst();
    }

    private SqlvmResultSet show(Result result) throws SQLException {
        if (result == null) {
            resultSet = null;
            updateCount = NO_COUNT;
        } else if (result.rows() == null) {
            resultSet = null;
            updateCount = result.count();
        } else {
            resultSet = resultSet(result.rows());
            updateCount = NO_COUNT;
        }
        return resultSet;
    }

    private SqlvmResultSet resultSet(Rows rows) throws SQLException {
        if (!isScrollable()) {
            return new SqlvmResultSet(this, rows, connection.dates(), maxRows());
        }
        try {
            ListRows all = ListRows.copy(rows, maxRows() == 0 ? Long.MAX_VALUE : maxRows());
            return new ScrollableResultSet(this, all, connection.dates());
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /** Returns the exception to throw for an error of the engine. */
    final SQLException failed(SqlvmException error) {
        connection.afterError();
        if ((error.code() & 0xff) == Errors.INTERRUPT && !cancelled && queryTimeout() > 0) {
            return new SQLTimeoutException(
                    "the query has run for " + queryTimeout() + " s", "HYT00", error.code(), error);
        }
        return connection.error(error);
    }

    /** Returns the exception to throw for an error of a function that the caller has registered. */
    final SQLException failed(RuntimeException error) {
        if (error instanceof SqlvmException known) {
            return failed(known);
        }
        connection.afterError();
        return new SQLException(error.getMessage(), "38000", Errors.ERROR, error);
    }

    /** A result set has been read to its end. */
    final void exhausted() throws SQLException {
        if (closeOnCompletion && results.isEmpty()) {
            close();
        }
    }

    /** A result set has been closed. */
    final void closed(SqlvmResultSet rows) throws SQLException {
        if (closeOnCompletion && rows == resultSet && results.isEmpty()) {
            close();
        }
    }

    /** The transaction has ended: a result set that does not outlive it is closed. */
    final void transactionEnded() throws SQLException {
        if (holdability() == ResultSet.CLOSE_CURSORS_AT_COMMIT && resultSet != null) {
            resultSet.close();
        }
    }

    // --- Statement

    private boolean execute(String sql, KeyRequest request) throws SQLException {
        checkTakesSql();
        runAll(sql, request);
        return show(nextResult()) != null;
    }

    private long update(String sql, KeyRequest request) throws SQLException {
        checkTakesSql();
        if (connection.isStrict() && StatementKind.of(sql) == StatementKind.QUERY) {
            throw new SQLException("a query gives rows, and no count: use executeQuery", "07005");
        }
        runAll(sql, request);
        long total = 0;
        for (Result result : results) {
            if (result.rows() == null) {
                total += result.count();
            } else {
                boolean returning = SqlText.hasKeyword(sql, "RETURNING");
                result.rows().close();
                total += returning ? link().changes() : 0;
            }
        }
        results.clear();
        show(new Result(null, total));
        return total;
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        checkTakesSql();
        runAll(sql, KeyRequest.NONE);
        SqlvmResultSet rows = show(nextResult());
        if (rows == null) {
            throw new SQLException("the statement does not give rows", "07005");
        }
        return rows;
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        return update(sql, KeyRequest.NONE);
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return update(sql, KeyRequest.of(autoGeneratedKeys));
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return update(sql, KeyRequest.of(columnIndexes));
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
        return update(sql, KeyRequest.of(columnNames));
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        return toInt(executeLargeUpdate(sql));
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return toInt(executeLargeUpdate(sql, autoGeneratedKeys));
    }

    @Override
    public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return toInt(executeLargeUpdate(sql, columnIndexes));
    }

    @Override
    public int executeUpdate(String sql, String[] columnNames) throws SQLException {
        return toInt(executeLargeUpdate(sql, columnNames));
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        return execute(sql, KeyRequest.NONE);
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        return execute(sql, KeyRequest.of(autoGeneratedKeys));
    }

    @Override
    public boolean execute(String sql, int[] columnIndexes) throws SQLException {
        return execute(sql, KeyRequest.of(columnIndexes));
    }

    @Override
    public boolean execute(String sql, String[] columnNames) throws SQLException {
        return execute(sql, KeyRequest.of(columnNames));
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        checkOpen();
        return resultSet;
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        checkOpen();
        return updateCount;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        return toInt(getLargeUpdateCount());
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current != CLOSE_CURRENT_RESULT && current != CLOSE_ALL_RESULTS) {
            throw Errors.notSupported("more than one open result of a statement");
        }
        SqlvmResultSet last = resultSet;
        resultSet = null;
        if (last != null) {
            last.close();
        }
        return show(nextResult()) != null;
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        ListRows rows = keys;
        if (rows == null) {
            boolean told = inserted && updateCount > 0 && connection.givesKeys();
            rows = told ? KeyRequest.ROWIDS.rows(lastRowid()) : KeyRequest.ROWIDS.rows();
        }
        return new SqlvmResultSet(null, rows.again(), connection.dates(), 0, connection.isStrict());
    }

    @Override
    public void addBatch(String sql) throws SQLException {
        checkTakesSql();
        batch.add(sql);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        beginRun();
        List<String> statements = List.copyOf(batch);
        batch.clear();
        long[] counts = new long[statements.size()];
        boolean own = statements.stream().allMatch(sql -> StatementKind.of(sql).changesRows())
                && connection.beginBatch(counts.length);
        int done = 0;
        try {
            for (String sql : statements) {
                if (StatementKind.of(sql) == StatementKind.QUERY) {
                    throw new SQLException("a query gives rows, and no count", "07005");
                }
                counts[done] = update(sql, KeyRequest.NONE);
                done++;
            }
        } catch (SQLException e) {
            throw batchError(e, Arrays.copyOf(counts, done));
        } finally {
            connection.endBatch(own);
        }
        show(null);
        return counts;
    }

    static BatchUpdateException batchError(SQLException cause, long[] counts) {
        return new BatchUpdateException(
                "batch entry " + counts.length + ": " + cause.getMessage(),
                cause.getSQLState(),
                cause.getErrorCode(),
                counts,
                cause);
    }

    @Override
    public int[] executeBatch() throws SQLException {
        return Arrays.stream(executeLargeBatch())
                .mapToInt(SqlvmStatement::toInt)
                .toArray();
    }

    @Override
    public void cancel() throws SQLException {
        checkOpen();
        Preparation compiled = preparing;
        org.sqlvm.api.Statement statement = running;
        cancelled = compiled != null || statement != null;
        try {
            if (compiled != null) {
                compiled.interrupt();
            }
            if (statement != null) {
                statement.interrupt();
            }
        } catch (SqlvmException e) {
            throw connection.error(e);
        }
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        connection.forget(this);
        SqlvmResultSet last = resultSet;
        resultSet = null;
        try {
            if (last != null) {
                last.close();
            }
            for (Result result : results) {
                if (result.rows() != null) {
                    result.rows().close();
                }
            }
        } catch (SqlvmException e) {
            throw connection.error(e);
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed || connection.isClosed();
    }

    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        return connection;
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closeOnCompletion;
    }
}
