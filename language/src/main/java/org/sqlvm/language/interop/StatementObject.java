package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.statement.StatementText;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A compiled statement: execute it with its parameters by position. A query gives a
 * {@link ResultObject}, INSERT, UPDATE and DELETE the number of rows they changed, everything else
 * null. Parameters that are left out are NULL. Members: {@code sql}; {@code columns}, names, and
 * {@code types}, as they are declared; {@code databases}, {@code tables} and {@code origins} of
 * columns of tables, empty for others; {@code parameters}, their names; {@code readOnly}, whether
 * it changes nothing in a file; {@code end}, where in the text that it was found in the next one
 * begins; {@code runs}, see {@link StatementRuns}.
 */
@ExportLibrary(InteropLibrary.class)
public final class StatementObject extends Members {
    private static final List<String> NAMES = List.of(
            "sql",
            "columns",
            "types",
            "databases",
            "tables",
            "origins",
            "parameters",
            "readOnly",
            "end",
            "runs");

    private final OpenDatabase database;
    private final PreparedStatement statement;
    private final int end;

    public StatementObject(OpenDatabase database, PreparedStatement statement) {
        this(database, statement, statement.sql().length());
    }

    private StatementObject(OpenDatabase database, PreparedStatement statement, int end) {
        this.database = database;
        this.statement = statement;
        this.end = end;
    }

    /** The first statement of {@code sql} from {@code start} on; or null. */
    static Object first(OpenDatabase database, String sql, int start) {
        StatementText text = database.text(sql, start);
        return text == null
                ? NullObject.NULL
                : new StatementObject(database, database.prepare(text), text.end());
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(Object[] arguments) throws ArityException, UnsupportedTypeException {
        int count = statement.parameters().size();
        if (arguments.length > count) {
            throw ArityException.create(0, count, arguments.length);
        }
        try {
            return run(statement, GuestValues.bind(arguments, statement.noParameters()));
        } catch (RuntimeException | Error thrown) {
            throw SqlvmException.ofAny(thrown);
        }
    }

    /** Runs a statement: a query until its rows are read, any other statement to its end. */
    @TruffleBoundary
    public static Object run(PreparedStatement statement, Parameters parameters) {
        Execution execution = new Execution(statement, parameters);
        Program.Kind kind = statement.program().kind();
        if (statement.program().givesRows()) {
            execution.begin();
            return new ResultObject(execution);
        }
        execution.finish();
        return kind == Program.Kind.CHANGE ? (Object) execution.changes() : NullObject.NULL;
    }

    @Override
    List<String> memberNames() {
        return NAMES;
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "sql" -> GuestValues.toString(statement.sql());
            case "columns" -> ofColumns(ResultColumn::name);
            case "types" -> ofColumns(ResultColumn::declaredType);
            case "databases" -> ofColumns(ResultColumn::database);
            case "tables" -> ofColumns(ResultColumn::table);
            case "origins" -> ofColumns(ResultColumn::column);
            case "parameters" -> new ColumnNames(statement.parameters());
            case "readOnly" -> statement.program().facts().readOnly();
            case "end" -> end;
            case "runs" ->
                new Method(name, 2, arguments -> StatementRuns.of(database, statement, arguments));
            default -> null;
        };
    }

    /** A name for each column; empty where there is none. */
    private ColumnNames ofColumns(Function<ResultColumn, String> name) {
        return new ColumnNames(statement.program().columns().stream()
                .map(column -> Objects.requireNonNullElse(name.apply(column), ""))
                .toList());
    }

    @Override
    String display() {
        return statement.sql();
    }
}
