package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.values.NullObject;

import java.util.List;

/**
 * The result of a query: its rows can be iterated once. Members: {@code columns}, the names;
 * {@code close()}, which ends the statement before its last row. Callers that want batches of rows
 * take {@link StatementRuns}.
 */
@ExportLibrary(InteropLibrary.class)
public final class ResultObject extends Members {
    private static final List<String> NAMES = List.of("columns", "close");

    private final Execution execution;
    private final ColumnNames columns;
    private final RowIterator rows;

    public ResultObject(Execution execution) {
        this.execution = execution;
        this.columns = new ColumnNames(execution.statement().program().columns().stream()
                .map(ResultColumn::name)
                .toList());
        this.rows = new RowIterator(execution, columns);
    }

    public Execution execution() {
        return execution;
    }

    @ExportMessage
    boolean hasIterator() {
        return true;
    }

    @ExportMessage
    Object getIterator() {
        return rows;
    }

    @Override
    List<String> memberNames() {
        return NAMES;
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "columns" -> columns;
            case "close" ->
                new Method(name, 0, _ -> {
                    execution.close();
                    return NullObject.NULL;
                });
            default -> null;
        };
    }

    @Override
    String display() {
        return "rows of " + execution.statement().sql();
    }
}
