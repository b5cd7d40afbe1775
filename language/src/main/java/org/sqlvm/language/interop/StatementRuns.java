package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.statement.DirectRows;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.List;

/**
 * A statement for a caller that runs it again and again and reads whole batches, in lists of its
 * own language. One message runs it and brings the first rows. Members:
 *
 * <ul>
 *   <li>{@code start(values…)} ends the run before and begins one, with as many values as there are
 *       parameters. Gives the first rows of a query, null if it has none; the number of rows that
 *       INSERT, UPDATE or DELETE have changed, and the rowid of the last row inserted; null for the
 *       rest.
 *   <li>{@code direct(values…)}: the same, if the values are as many as there are parameters, and
 *       each a number, a string, or the language's null, and not of a derived kind; else false, and
 *       nothing has happened.
 *   <li>{@code each(row)}: {@code direct} with the values of a row, a list of the language's. Gives
 *       how many rows have been changed.
 *   <li>{@code many(rows, place)}: {@code direct} with each row of a list of the language's, from
 *       that index on, up to one that cannot be taken so, or to some number of rows. Gives the
 *       index of the first row that has not been run, and how many rows have been changed. If one
 *       fails, the members {@code place} and {@code total} say so.
 *   <li>{@code more()}: the next rows, or null.
 *   <li>{@code close()} ends the run.
 *   <li>{@code changes}: how many rows the last run has changed.
 *   <li>{@code expanded(values…)}: the text with values instead of its parameters.
 * </ul>
 *
 * <p>Rows are what {@link BatchView} says: columns, and behind them whether there are more; or the
 * only row. One thread is inside at a time.
 */
final class StatementRuns extends Members {
    private static final List<String> NAMES = List.of(
            "start",
            "direct",
            "each",
            "many",
            "more",
            "close",
            "changes",
            "expanded",
            "place",
            "total");

    /** A call ends after this many rows, so that the language can handle signals. */
    private static final int MANY_MAX = 1000;

    /** Converts the values of SQL to those of the language. */
    private interface Form {
        Object rows(Batch batch, boolean more) throws UnsupportedTypeException;

        /** Null if it has no form of its own. */
        Object onlyRow(Batch batch);

        /** See {@link BatchView#row}. */
        default Object[] row(Object rows, int place, int count) {
            return null;
        }

        /** See {@link BatchView#rowValues}. */
        default Object[] values(Object row, int count) {
            return null;
        }

        Object numbers(Object... numbers) throws UnsupportedTypeException;

        /** NULL. */
        Object nothing();

        /** See {@link BatchView#hasOnlyReals}. */
        default boolean hasOnlyReals() {
            return false;
        }
    }

    /** Lists of the language's own. */
    private record Native(BatchView view, boolean raw) implements Form {
        @Override
        public Object rows(Batch batch, boolean more) {
            return view.view(batch, more, raw);
        }

        @Override
        public Object onlyRow(Batch batch) {
            return raw ? null : view.onlyRow(batch);
        }

        @Override
        public Object[] row(Object rows, int place, int count) {
            return view.row(rows, place, count);
        }

        @Override
        public Object[] values(Object row, int count) {
            return view.rowValues(row, count);
        }

        @Override
        public Object numbers(Object... numbers) {
            return view.tuple(numbers);
        }

        @Override
        public Object nothing() {
            return view.nothing();
        }

        @Override
        public boolean hasOnlyReals() {
            return view.hasOnlyReals();
        }
    }

    /** Made by two functions, see {@link StatementRuns#of}. */
    private record Called(Object columns, Object whole, boolean hasOnlyReals) implements Form {
        @Override
        public Object rows(Batch batch, boolean more) throws UnsupportedTypeException {
            InteropLibrary interop = InteropLibrary.getUncached();
            try {
                Object[] lists = new Object[batch.columnCount() + 1];
                for (int column = 0; column < lists.length - 1; column++) {
                    Object[] values = new Object[batch.rowCount()];
                    for (int row = 0; row < values.length; row++) {
                        values[row] = value(batch, column, row);
                    }
                    lists[column] = interop.execute(columns, values);
                }
                lists[lists.length - 1] = more;
                return interop.execute(whole, lists);
            } catch (UnsupportedMessageException | ArityException _) {
                throw unsupported();
            }
        }

        /**
         * Strings and buffers have the bytes of a batch, but not if the next run fills it again.
         */
        private static Object value(Batch batch, int column, int row) {
            Object value = batch.value(column, row);
            return GuestValues.toGuest(
                    batch.isReused() && value instanceof Bytes bytes ? bytes.owned() : value);
        }

        @Override
        public Object onlyRow(Batch batch) {
            return null;
        }

        @Override
        public Object numbers(Object... numbers) throws UnsupportedTypeException {
            try {
                return InteropLibrary.getUncached().execute(whole, numbers);
            } catch (UnsupportedMessageException | ArityException _) {
                throw unsupported();
            }
        }

        @Override
        public Object nothing() {
            return NullObject.NULL;
        }

        private UnsupportedTypeException unsupported() {
            return UnsupportedTypeException.create(
                    new Object[] {columns, whole}, "functions of any number of values");
        }
    }

    private final OpenDatabase database;
    private final PreparedStatement statement;
    private final int parameterCount;
    private final boolean givesRows;
    private final boolean changesRows;
    private final Form form;
    private final boolean onlyReals;
    private Execution execution;
    /** Null before it is first needed. */
    private Parameters own;
    /** The index and the number of changes of the last call of many. */
    private long place;

    private long total;

    private boolean directIsKnown;
    /** Makes many runs at once; null if that cannot be. */
    private DirectRows direct;

    private StatementRuns(OpenDatabase database, PreparedStatement statement, Form form) {
        this.database = database;
        this.statement = statement;
        this.form = form;
        onlyReals = form.hasOnlyReals();
        parameterCount = statement.parameters().size();
        givesRows = statement.program().givesRows();
        changesRows = statement.program().kind() == Program.Kind.CHANGE;
    }

    /**
     * Returns the runs of a statement.
     *
     * @param arguments a language that has a {@link BatchView}, and whether values are to be raw;
     *     or else a function that is called with the values of each column, one that is called with
     *     what that gave and whether there are more, and perhaps whether numbers are always REAL
     * @return null if the language has no view that works
     */
    static Object of(OpenDatabase database, PreparedStatement statement, Object[] arguments)
            throws UnsupportedTypeException {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object how = arguments[0];
            if (!interop.isString(how)) {
                boolean onlyReals = arguments.length > 2 && interop.asBoolean(arguments[2]);
                Form form = new Called(how, arguments[1], onlyReals);
                return new StatementRuns(database, statement, form);
            }
            boolean raw = interop.asBoolean(arguments[1]);
            BatchView view = BatchView.of(interop.asString(how));
            return view == null
                    ? NullObject.NULL
                    : new StatementRuns(database, statement, new Native(view, raw));
        } catch (UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(arguments, "a language or a function, a boolean");
        }
    }

    @Override
    List<String> memberNames() {
        return NAMES;
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "start" -> new Method(name, parameterCount, Method.alone(database, this::start));
            case "direct" -> new Method(name, 0, Method.alone(database, this::startDirect));
            case "each" -> new Method(name, 1, Method.alone(database, this::startEach));
            case "many" -> new Method(name, 2, Method.alone(database, this::startMany));
            case "more" -> new Method(name, 0, Method.alone(database, _ -> batch()));
            case "close" -> new Method(name, 0, Method.alone(database, _ -> close()));
            case "changes" -> execution == null ? 0L : execution.changes();
            case "expanded" -> new Method(name, 0, Method.alone(database, this::expanded));
            case "place" -> place;
            case "total" -> total;
            default -> null;
        };
    }

    private Object startDirect(Object[] arguments) throws UnsupportedTypeException {
        if (arguments.length != parameterCount) {
            return false;
        }
        Parameters parameters = ownParameters();
        return bind(arguments, parameters) ? run(parameters) : (Object) false;
    }

    /** Whether all values are of kinds that need no code of the language. */
    private boolean bind(Object[] values, Parameters parameters) {
        for (int i = 0; i < parameterCount; i++) {
            Object value = values[i];
            if (value instanceof Integer number) {
                if (onlyReals) {
                    parameters.setDouble(i + 1, number);
                } else {
                    parameters.setLong(i + 1, number);
                }
                continue;
            }
            Object plain = value == form.nothing() ? SqlNull.NULL : GuestValues.plain(value);
            if (plain == null) {
                return false;
            }
            parameters.set(i + 1, plain);
        }
        return true;
    }

    private Object startMany(Object[] arguments) throws UnsupportedTypeException {
        total = 0;
        place = GuestValues.toSql(arguments[1]) instanceof Long from ? from : 0;
        if (changesRows && !givesRows) {
            long end = place + MANY_MAX;
            Parameters parameters = ownParameters();
            startFirst(arguments[0], end, parameters);
            for (; place < end; place++) {
                Object[] values = form.row(arguments[0], Math.toIntExact(place), parameterCount);
                if (values == null || !bind(values, parameters)) {
                    break;
                }
                prepare(parameters);
                execution.finish();
                total += execution.changes();
                parameters = ownParameters();
            }
        }
        return form.numbers(place, total);
    }

    private Object startEach(Object[] arguments) throws UnsupportedTypeException {
        Parameters parameters = ownParameters();
        Object[] values = form.values(arguments[0], parameterCount);
        if (!changesRows || givesRows || values == null || !bind(values, parameters)) {
            return false;
        }
        prepare(parameters);
        execution.finish();
        return execution.changes();
    }

    /** Runs the statement with rows of a list from {@link #place} on, as many as can be at once. */
    private void startFirst(Object list, long end, Parameters parameters) {
        if (!directIsKnown) {
            directIsKnown = true;
            direct = DirectRows.of(statement);
        }
        if (direct == null || !direct.isReady()) {
            return;
        }
        for (long at = place; at < end; at++) {
            Object[] values = form.row(list, Math.toIntExact(at), parameterCount);
            if (values == null || !tryToBind(values, parameters) || !direct.add(parameters)) {
                break;
            }
        }
        int made = direct.run();
        place += made;
        total += made;
    }

    /**
     * As bind, but false for a value that is refused: its error comes when the rows before have.
     */
    private boolean tryToBind(Object[] values, Parameters parameters) {
        try {
            return bind(values, parameters);
        } catch (SqlException _) {
            return false;
        }
    }

    private Object start(Object[] arguments) throws UnsupportedTypeException {
        return run(bound(arguments));
    }

    private Parameters bound(Object[] arguments) throws UnsupportedTypeException {
        Parameters parameters = GuestValues.bind(arguments, statement.noParameters());
        int count = onlyReals ? Math.min(arguments.length, parameterCount) : 0;
        for (int i = 0; i < count; i++) {
            if (arguments[i] instanceof Integer || arguments[i] instanceof Long) {
                parameters.setDouble(i + 1, ((Number) arguments[i]).doubleValue());
            }
        }
        return parameters;
    }

    private Object expanded(Object[] arguments) throws UnsupportedTypeException {
        return GuestValues.toString(statement.expanded(bound(arguments)));
    }

    /** Returns the parameters for the next run; a run that goes on keeps its own. */
    private Parameters ownParameters() {
        if (own == null || (execution != null && !execution.isEnded())) {
            own = statement.noParameters();
        }
        return own;
    }

    private Object run(Parameters parameters) throws UnsupportedTypeException {
        prepare(parameters);
        if (givesRows) {
            execution.begin();
            return firstRows();
        }
        execution.finish();
        return changesRows
                ? form.numbers(execution.changes(), database.connection().lastInsertRowid())
                : form.nothing();
    }

    private void prepare(Parameters parameters) {
        database.connection();
        if (execution == null) {
            execution = new Execution(statement, parameters);
        } else {
            execution.close();
            execution.restart(parameters);
        }
    }

    private Object firstRows() throws UnsupportedTypeException {
        Batch batch = execution.nextBatch();
        if (batch == null) {
            return form.nothing();
        }
        boolean more = !execution.isEnded();
        Object row = more || batch.rowCount() > 1 ? null : form.onlyRow(batch);
        return row == null ? form.rows(batch, more) : row;
    }

    private Object batch() throws UnsupportedTypeException {
        database.connection();
        Batch batch = execution == null ? null : execution.nextBatch();
        return batch == null ? form.nothing() : form.rows(batch, !execution.isEnded());
    }

    private Object close() {
        if (execution != null && !database.isClosed()) {
            execution.close();
        }
        return form.nothing();
    }

    @Override
    String display() {
        return "runs of " + statement.sql();
    }
}
