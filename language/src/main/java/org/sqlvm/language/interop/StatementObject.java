package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.language.runtime.Execution;
import org.sqlvm.language.runtime.PreparedStatement;
import org.sqlvm.language.runtime.SqlvmException;

import java.util.List;

/**
 * A compiled statement: execute it with its parameters by position. A query gives a
 * {@link ResultObject}, INSERT, UPDATE and DELETE the number of rows they changed, everything else
 * null. Parameters that are left out are NULL.
 */
@ExportLibrary(InteropLibrary.class)
public final class StatementObject extends Members {
    private static final List<String> NAMES = List.of("sql", "columns", "parameters");

    private final PreparedStatement statement;

    public StatementObject(PreparedStatement statement) {
        this.statement = statement;
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
            return run(statement, GuestValues.toParameters(arguments, 0, count));
        } catch (SqlException error) {
            throw SqlvmException.of(error);
        }
    }

    /** Runs a statement: a query up to where its rows are asked for, anything else to its end. */
    @TruffleBoundary
    public static Object run(PreparedStatement statement, Object[] parameters) {
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
            case "columns" ->
                new ColumnNames(statement.program().columns().stream()
                        .map(ResultColumn::name)
                        .toList());
            case "parameters" -> new ColumnNames(statement.parameters());
            default -> null;
        };
    }

    @Override
    String display() {
        return statement.sql();
    }
}
