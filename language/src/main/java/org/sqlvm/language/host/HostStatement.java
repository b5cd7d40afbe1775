package org.sqlvm.language.host;

import org.sqlvm.api.Column;
import org.sqlvm.api.Counters;
import org.sqlvm.api.Counting;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.statement.DirectRows;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.statement.PreparedStatement;

import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.List;

/** A compiled statement for Java callers, with the values bound to it. */
final class HostStatement implements Statement {
    private final HostDatabase database;
    private final PreparedStatement statement;
    /**
     * The bound values. A run shares them as long as it lasts: a binding meanwhile goes to another
     * object.
     */
    private Parameters parameters;

    /** A run has been given {@link #parameters} and may still need them as they are. */
    private boolean shared;

    /** Whether {@link #parameters} are shared with saved bindings. */
    private boolean saved;

    /** The {@link Execution#number} of {@link #execution}; written before it. */
    private long runNumber;

    private volatile Execution execution;
    private boolean closesOnCompletion;
    private boolean keepsRowids;
    private long timeLimitMs;
    private Counting counting = Counting.NOTHING;
    /** The rows of the last run; or null. */
    private HostRows rows;

    private boolean directIsKnown;
    /** Makes many runs at once; null if that cannot be. */
    private DirectRows direct;

    HostStatement(HostDatabase database, PreparedStatement statement) {
        this.database = database;
        this.statement = statement;
        this.parameters = statement.noParameters();
    }

    @Override
    public String sql() {
        return statement.sql();
    }

    @Override
    public boolean isQuery() {
        return statement.program().givesRows();
    }

    @Override
    public List<String> columnNames() {
        // A view: drivers ask for each statement whether there are any.
        List<ResultColumn> columns = statement.program().columns();
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                return columns.get(index).name();
            }

            @Override
            public int size() {
                return columns.size();
            }
        };
    }

    @Override
    public List<Column> columns() {
        return statement.program().columns().stream().map(HostStatement::column).toList();
    }

    static Column column(ResultColumn column) {
        return new Column(
                column.name(),
                column.declaredType(),
                column.database(),
                column.table(),
                column.column());
    }

    @Override
    public boolean changesRows() {
        return statement.program().kind() == Program.Kind.CHANGE;
    }

    @Override
    public boolean isReadOnly() {
        return statement.program().facts().readOnly();
    }

    @Override
    public int parameterCount() {
        return parameters.count();
    }

    @Override
    public String parameterName(int number) {
        String name = statement.parameters().get(number - 1);
        return name == null || name.isEmpty() ? null : name;
    }

    @Override
    public int parameterNumber(String name) {
        return statement.parameters().indexOf(name) + 1;
    }

    @Override
    public Statement bind(int number, Object value) {
        return set(number, toValue(value));
    }

    private Statement set(int number, Object value) {
        own(number);
        parameters.set(number, value);
        return this;
    }

    /** Parameter {@code number} is going to be set. */
    private void own(int number) {
        if (number < 1 || number > parameters.count()) {
            throw new SqlvmException("column index out of range", ResultCode.RANGE, -1, null);
        }
        own();
    }

    /** Binding other values does not disturb the run that goes on. */
    private void own() {
        if (shared) {
            shared = false;
            if (saved || !execution.isEnded()) {
                saved = false;
                parameters = parameters.copy();
            }
        }
    }

    /**
     * Binds the first values, one for each parameter: the statements of a script take the same
     * values.
     */
    void bindFirst(Object... values) {
        for (int i = 0; i < Math.min(values.length, parameters.count()); i++) {
            bind(i + 1, values[i]);
        }
    }

    @Override
    public Statement bindLong(int number, long value) {
        own(number);
        parameters.setLong(number, value);
        return this;
    }

    @Override
    public Statement bindDouble(int number, double value) {
        own(number);
        parameters.setDouble(number, value);
        return this;
    }

    @Override
    public Statement bindText(int number, String value) {
        return set(number, value == null ? SqlNull.NULL : text(value));
    }

    @Override
    public Statement bindBlob(int number, byte[] value) {
        return set(number, value == null ? SqlNull.NULL : Blob.of(value.clone()));
    }

    @Override
    public Statement bindNull(int number) {
        return set(number, SqlNull.NULL);
    }

    private static Object toValue(Object value) {
        return switch (value) {
            case null -> SqlNull.NULL;
            case Boolean truth -> truth ? 1L : 0L;
            case Double number -> number.isNaN() ? SqlNull.NULL : (Object) number;
            case Float number -> number.isNaN() ? SqlNull.NULL : (Object) (double) number;
            case BigDecimal number -> number.doubleValue();
            case Number number -> number.longValue();
            case CharSequence text -> text(text.toString());
            case byte[] bytes -> Blob.of(bytes.clone());
            default -> throw new IllegalArgumentException("no value of SQL: " + value.getClass());
        };
    }

    /** The text of a string, which may have none: then it is the caller's error. */
    private static Text text(String value) {
        try {
            return Text.of(value);
        } catch (SqlException error) {
            throw Entry.error(error);
        }
    }

    private record Values(Parameters parameters) implements Bindings {}

    @Override
    public Bindings saveBindings() {
        return new Values(parameters.copy());
    }

    @Override
    public Statement restoreBindings(Bindings bindings) {
        if (!(bindings instanceof Values values)
                || values.parameters.count() != parameters.count()) {
            throw new IllegalArgumentException("bindings of another statement");
        }
        parameters = values.parameters;
        shared = true;
        saved = true;
        return this;
    }

    @Override
    public Statement clearBindings() {
        own();
        parameters.clear();
        return this;
    }

    @Override
    public Rows query() {
        Object before = database.entry().enter();
        try {
            Execution run = start();
            Batch first = run.nextBatch();
            rows = new HostRows(database, run, first, closesOnCompletion ? this : null);
            return rows;
        } catch (RuntimeException error) {
            throw Entry.error(error);
        } finally {
            database.entry().leave(before);
        }
    }

    @Override
    public long execute() {
        Object before = database.entry().enter();
        try {
            Execution run = start();
            run.finish();
            return run.changes();
        } catch (RuntimeException error) {
            throw Entry.error(error);
        } finally {
            database.entry().leave(before);
        }
    }

    @Override
    public int executeFirst(List<Bindings> values, int from) {
        if (keepsRowids || counting != Counting.NOTHING) {
            return 0;
        }
        return database.entry().call(() -> {
            end();
            if (!directIsKnown) {
                directIsKnown = true;
                direct = DirectRows.of(statement);
            }
            if (direct == null || !direct.isReady()) {
                return 0;
            }
            for (int at = from; at < values.size(); at++) {
                if (!(values.get(at) instanceof Values saved) || !direct.add(saved.parameters)) {
                    break;
                }
            }
            return direct.run();
        });
    }

    @Override
    public Statement closeOnCompletion() {
        closesOnCompletion = true;
        return this;
    }

    /** Ends the run before. */
    private Execution start() {
        end();
        database.begins(this);
        if (execution == null) {
            Execution run = database.spareRuns().begin(statement, parameters);
            run.keepRowids(keepsRowids);
            run.setTimeLimit(timeLimitMs);
            run.count(counting);
            runNumber = run.number();
            execution = run;
        } else {
            execution.restart(parameters);
        }
        shared = true;
        return execution;
    }

    @Override
    public Statement keepRowids(boolean keep) {
        keepsRowids = keep;
        if (execution != null) {
            execution.keepRowids(keep);
        }
        return this;
    }

    @Override
    public Statement keepMoreRowids() {
        if (execution != null) {
            execution.keepMoreRowids();
        }
        return this;
    }

    @Override
    public long[] insertedRowids() {
        return execution == null ? new long[0] : execution.insertedRowids();
    }

    @Override
    public Statement timeLimit(long millis) {
        timeLimitMs = millis;
        if (execution != null) {
            execution.setTimeLimit(millis);
        }
        return this;
    }

    @Override
    public Statement count(Counting what) {
        counting = what;
        if (execution != null) {
            execution.count(what);
        }
        return this;
    }

    @Override
    public Counters counters() {
        return execution == null ? null : execution.counters();
    }

    @Override
    public Counters progress() {
        Execution run = execution;
        return run == null ? null : run.progress();
    }

    @Override
    public void interrupt() {
        Execution run = execution;
        if (run != null) {
            run.interrupt(runNumber);
        }
    }

    private void end() {
        if (execution != null) {
            execution.close();
        }
        if (rows != null) {
            rows.detach();
            rows = null;
        }
    }

    private void endForGood() {
        end();
        Execution run = execution;
        if (run != null) {
            execution = null;
            database.spareRuns().give(run);
        }
    }

    @Override
    public void close() {
        database.forget(this);
        if (!database.entry().isClosed()) {
            database.entry().run(this::endForGood);
        }
        execution = null;
        shared = false;
    }
}
