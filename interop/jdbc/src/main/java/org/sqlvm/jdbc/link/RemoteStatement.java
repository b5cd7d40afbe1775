package org.sqlvm.jdbc.link;

import org.sqlvm.api.Column;
import org.sqlvm.api.Counters;
import org.sqlvm.api.Counting;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.client.ClientColumn;
import org.sqlvm.client.ClientConnection;
import org.sqlvm.client.ClientException;
import org.sqlvm.client.ClientStatement;
import org.sqlvm.jdbc.error.Errors;

import java.math.BigDecimal;
import java.util.List;

/** A statement that a server has compiled, as the driver sees those of a database. */
public final class RemoteStatement implements Statement {
    private final ClientConnection connection;
    private final ClientStatement statement;
    private boolean closesOnCompletion;

    RemoteStatement(ClientConnection connection, ClientStatement statement) {
        this.connection = connection;
        this.statement = statement;
    }

    static Column column(ClientColumn column) {
        return new Column(
                column.name(),
                column.declaredType(),
                column.database(),
                column.table(),
                column.origin());
    }

    @Override
    public String sql() {
        return statement.sql();
    }

    @Override
    public boolean isQuery() {
        return statement.isQuery();
    }

    @Override
    public List<String> columnNames() {
        return statement.columns().stream().map(ClientColumn::name).toList();
    }

    @Override
    public List<Column> columns() {
        return statement.columns().stream().map(RemoteStatement::column).toList();
    }

    @Override
    public boolean changesRows() {
        return statement.changesRows();
    }

    @Override
    public boolean isReadOnly() {
        return statement.isReadOnly();
    }

    @Override
    public int parameterCount() {
        return statement.parameterCount();
    }

    @Override
    public String parameterName(int number) {
        return statement.parameterName(number);
    }

    @Override
    public int parameterNumber(String name) {
        return statement.parameterNumber(name);
    }

    @Override
    public Statement bind(int number, Object value) {
        Object plain = switch (value) {
            case BigDecimal decimal -> (Object) decimal.doubleValue();
            case Double _, Float _, String _ -> value;
            case Number integer -> (Object) integer.longValue();
            case CharSequence text -> text.toString();
            case null, default -> value;
        };
        RemoteLink.call(() -> statement.bind(number, plain));
        return this;
    }

    @Override
    public Statement bindLong(int number, long value) {
        return bind(number, value);
    }

    @Override
    public Statement bindDouble(int number, double value) {
        return bind(number, value);
    }

    @Override
    public Statement bindText(int number, String value) {
        return bind(number, value);
    }

    @Override
    public Statement bindBlob(int number, byte[] value) {
        return bind(number, value);
    }

    @Override
    public Statement bindNull(int number) {
        return bind(number, null);
    }

    @Override
    public Statement clearBindings() {
        statement.clearBindings();
        return this;
    }

    private record Values(Object[] values) implements Bindings {}

    @Override
    public Bindings saveBindings() {
        return new Values(statement.bindings());
    }

    @Override
    public Statement restoreBindings(Bindings bindings) {
        statement.bindAll(values(bindings));
        return this;
    }

    private static Object[] values(Bindings bindings) {
        return ((Values) bindings).values();
    }

    @Override
    public Rows query() {
        return new RemoteRows(RemoteLink.call(statement::query), closesOnCompletion ? this : null);
    }

    @Override
    public Statement closeOnCompletion() {
        closesOnCompletion = true;
        return this;
    }

    @Override
    public long execute() {
        return RemoteLink.call(statement::execute);
    }

    /** Runs it for the entries that are left, in messages of many. */
    void runMany(List<Bindings> entries, Link.BatchCounts run) {
        int from = run.done;
        List<Object[]> rows = entries.subList(from, entries.size()).stream()
                .map(RemoteStatement::values)
                .toList();
        try {
            RemoteLink.call(() -> statement.executeBatch(rows));
        } finally {
            long[] counts = statement.batchCounts();
            System.arraycopy(counts, 0, run.counts, from, counts.length);
            run.done = from + counts.length;
        }
    }

    /** None: {@link #runMany} does it. */
    @Override
    public int executeFirst(List<Bindings> values, int from) {
        return 0;
    }

    @Override
    public Statement keepRowids(boolean keep) {
        statement.keepRowids(keep);
        return this;
    }

    /** {@link #runMany} does so by itself. */
    @Override
    public Statement keepMoreRowids() {
        return this;
    }

    @Override
    public long[] insertedRowids() {
        return statement.insertedRowids();
    }

    @Override
    public Statement timeLimit(long millis) {
        statement.timeLimit(millis);
        return this;
    }

    public void fetchSize(int rowCount) {
        statement.fetchSize(rowCount);
    }

    @Override
    public Statement count(Counting what) {
        throw new SqlvmException("runs on a server are not counted", Errors.MISUSE, -1, null);
    }

    @Override
    public Counters counters() {
        return null;
    }

    @Override
    public Counters progress() {
        return null;
    }

    @Override
    public void interrupt() {
        try {
            connection.cancel();
        } catch (ClientException e) {
            throw RemoteLink.error(e);
        }
    }

    @Override
    public void close() {
        RemoteLink.call(() -> {
            statement.close();
            return null;
        });
    }
}
