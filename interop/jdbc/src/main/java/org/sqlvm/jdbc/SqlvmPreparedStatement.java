package org.sqlvm.jdbc;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.StatementKind;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.link.Link;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One statement, compiled once. Values are bound to it as they are set; a batch keeps them row by
 * row and runs the one program again for each.
 */
final class SqlvmPreparedStatement extends ParameterSetters {
    private final org.sqlvm.api.Statement statement;
    private final TransactionPart part;
    private final KeyRequest request;
    /** The rows of its RETURNING clause are keys, and not its result. */
    private final boolean returnsKeys;

    private final boolean givesRows;
    private final boolean inserts;
    /** A text that only the driver understands, or null. */
    private final String command;

    /** The types of the values that parameters have, for {@link SqlvmParameterMetaData}. */
    private final int[] types;

    private int unbound;

    private final List<org.sqlvm.api.Statement.Bindings> batch = new ArrayList<>();

    SqlvmPreparedStatement(
            SqlvmConnection connection, String sql, KeyRequest request, int type, int holdability)
            throws SQLException {
        super(connection, type, holdability);
        this.request = request;
        this.command = BackupCommand.matching(sql);
        StatementKind kind = StatementKind.of(sql);
        this.part = TransactionPart.of(kind, sql);
        this.inserts = kind == StatementKind.INSERT;
        String rewritten = request.rewritten(sql);
        org.sqlvm.api.Statement compiled = rewritten == null ? null : returning(rewritten);
        this.returnsKeys = compiled != null;
        if (returnsKeys) {
            request.check(compiled);
        }
        this.statement = returnsKeys || command != null ? compiled : compile(sql);
        if (statement != null && request.wanted() && !returnsKeys && statement.changesRows()) {
            statement.keepRowids(true);
        }
        this.givesRows = statement != null && !returnsKeys && givesRows(statement);
        int count = statement == null ? 0 : statement.parameterCount();
        this.types = new int[count];
        Arrays.fill(types, SqlvmParameterMetaData.UNSET);
        this.unbound = count;
    }

    /**
     * Compiles a statement with an added RETURNING clause; returns null if the clause does not fit.
     */
    private org.sqlvm.api.Statement returning(String rewritten) {
        try {
            org.sqlvm.api.Statement compiled = link().prepare(rewritten);
            return compiled != null && compiled.changesRows() ? compiled : null;
        } catch (SqlvmException _) {
            return null;
        }
    }

    private org.sqlvm.api.Statement compile(String sql) throws SQLException {
        try {
            Database.Prepared first = link().preparation().prepare(sql, 0);
            String rest = sql.substring(first.end());
            if (StatementKind.of(rest) != StatementKind.EMPTY) {
                throw Errors.invalid(
                        "a prepared statement is one statement, and more follow: " + rest.strip());
            }
            return first.statement();
        } catch (SqlvmException e) {
            throw failed(e);
        }
    }

    private org.sqlvm.api.Statement statement() throws SQLException {
        checkOpen();
        if (statement == null) {
            throw Errors.invalid("there is no statement");
        }
        return statement;
    }

    @Override
    void checkTakesSql() throws SQLException {
        throw new SQLException("a prepared statement takes no SQL", "HY010");
    }

    @Override
    org.sqlvm.api.Statement binding(int number, int type) throws SQLException {
        checkOpen();
        if (number < 1 || number > types.length) {
            throw new SQLException("parameter " + number + " of " + types.length, "07009", 25);
        }
        if (types[number - 1] == SqlvmParameterMetaData.UNSET) {
            unbound--;
        }
        types[number - 1] = type;
        return statement;
    }

    /** A parameter without a value is NULL, but for strict connections. */
    private void checkBound() throws SQLException {
        if (unbound == 0 || !connection.isStrict()) {
            return;
        }
        for (int i = 0; i < types.length; i++) {
            String name = statement.parameterName(i + 1);
            // Numbers that are left out between ?1 and ?5 are parameters without a use.
            if (types[i] == SqlvmParameterMetaData.UNSET
                    && (name != null || !statement.sql().contains("?" + types.length))) {
                throw new SQLException("parameter " + (i + 1) + " has no value", "07002");
            }
        }
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        if (statement != null) {
            statement.clearBindings();
        }
        Arrays.fill(types, SqlvmParameterMetaData.UNSET);
        unbound = types.length;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        beginRun();
        if (!statement().isQuery() || returnsKeys) {
            throw new SQLException("the statement does not give rows", "07005");
        }
        checkBound();
        connection.before(this, part);
        return runForRows(statement);
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        beginRun();
        if (runsNothing()) {
            return 0;
        }
        if (!statement.changesRows() && StatementKind.of(statement.sql()) == StatementKind.QUERY) {
            throw new SQLException("a query gives rows, and no count: use executeQuery", "07005");
        }
        checkBound();
        connection.before(this, part);
        return change();
    }

    /** Whether there is no statement for the engine; a command of the driver is run here. */
    private boolean runsNothing() throws SQLException {
        if (command != null) {
            BackupCommand.run(connection, command);
        }
        if (statement == null) {
            showCount(0, null, false);
        }
        return statement == null;
    }

    private long change() throws SQLException {
        if (returnsKeys) {
            ListRows keys = keysOf(request, start(statement, true));
            showCount(link().changes(), keys, true);
            return link().changes();
        }
        long count = runForCount(statement);
        ListRows keys = request.wanted() ? request.rows(statement.insertedRowids()) : null;
        showCount(count, keys, inserts);
        return count;
    }

    @Override
    public int executeUpdate() throws SQLException {
        return toInt(executeLargeUpdate());
    }

    @Override
    public boolean execute() throws SQLException {
        if (command == null && givesRows) {
            executeQuery();
            return true;
        }
        executeLargeUpdate();
        return false;
    }

    @Override
    public void addBatch() throws SQLException {
        statement();
        checkBound();
        batch.add(statement.saveBindings());
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        beginRun();
        List<org.sqlvm.api.Statement.Bindings> entries = List.copyOf(batch);
        batch.clear();
        if (entries.isEmpty()) {
            return new long[0];
        }
        if (givesRows && !statement.changesRows()) {
            SQLException error = new SQLException("a query gives rows, and no count", "07005");
            throw batchError(error, new long[0]);
        }
        Link.BatchCounts run = new Link.BatchCounts(entries.size());
        boolean own = statement.changesRows() && connection.beginBatch(entries.size());
        org.sqlvm.api.Statement.Bindings current = statement.saveBindings();
        ListRows keys = null;
        try {
            connection.before(this, part);
            keys = runBatch(entries, run);
        } catch (SQLException e) {
            throw batchError(e, Arrays.copyOf(run.counts, run.done));
        } finally {
            if (request.wanted() && !returnsKeys) {
                keys = request.rows(statement.insertedRowids());
                statement.keepRowids(statement.changesRows());
            }
            statement.restoreBindings(current);
            showCount(-1, keys, false);
            connection.endBatch(own);
        }
        return run.counts;
    }

    /** Runs a batch; returns the keys from a RETURNING clause, or null without one. */
    private ListRows runBatch(List<org.sqlvm.api.Statement.Bindings> entries, Link.BatchCounts run)
            throws SQLException {
        ListRows keys = null;
        aboutToRun(statement);
        while (true) {
            if (!returnsKeys) {
                runMany(entries, run);
            }
            if (run.done == entries.size()) {
                return keys;
            }
            statement.restoreBindings(entries.get(run.done));
            if (returnsKeys) {
                ListRows more = keysOf(request, start(statement, true));
                keys = keys == null ? more : keys.with(more);
                run.counts[run.done] = link().changes();
            } else {
                run.counts[run.done] = runForCount(statement);
            }
            if (run.done == 0 && request.wanted() && !returnsKeys) {
                statement.keepMoreRowids();
            }
            run.done++;
        }
    }

    /** Runs the statement for entries that are left, as many as can be run at once. */
    private void runMany(List<org.sqlvm.api.Statement.Bindings> entries, Link.BatchCounts run)
            throws SQLException {
        try {
            boolean appends = inserts && !givesRows && !request.wanted();
            link().runMany(statement, entries, run, appends);
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        if (!givesRows) {
            return null;
        }
        ResultSet rows = getResultSet();
        return rows == null || rows.isClosed()
                ? SqlvmResultSetMetaData.of(connection, statement.columns())
                : rows.getMetaData();
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new SqlvmParameterMetaData(types);
    }

    @Override
    public void close() throws SQLException {
        boolean open = !isClosed();
        super.close();
        if (open && statement != null) {
            try {
                statement.close();
            } catch (SqlvmException e) {
                throw connection.error(e);
            }
        }
    }
}
