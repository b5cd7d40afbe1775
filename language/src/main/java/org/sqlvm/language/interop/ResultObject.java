package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.runtime.Execution;

import java.util.List;

/**
 * The result of a query: its rows can be iterated once. Members: {@code columns}, the names;
 * {@code close()}, which ends the statement before its last row; {@code batch(function)}, the next
 * rows column by column, made by calling {@code function} with all values of a column, for each
 * column and then for what that gave; {@code batches(language)}, a function that gives the next
 * rows in lists of that language without copying, or null if that language has no such view.
 */
@ExportLibrary(InteropLibrary.class)
public final class ResultObject extends Members {
    private static final List<String> NAMES = List.of("columns", "close", "batch", "batches");

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
            case "batch" -> new Method(name, 1, arguments -> batch(arguments[0]));
            case "batches" -> new Method(name, 1, arguments -> batches(arguments[0]));
            default -> null;
        };
    }

    private Object batch(Object function) throws UnsupportedTypeException {
        Batch batch = rows.takeBatch();
        if (batch == null) {
            return NullObject.NULL;
        }
        InteropLibrary interop = InteropLibrary.getUncached(function);
        try {
            Object[] lists = new Object[batch.columnCount()];
            for (int column = 0; column < lists.length; column++) {
                Object[] values = new Object[batch.rowCount()];
                for (int row = 0; row < values.length; row++) {
                    values[row] = GuestValues.toGuest(batch.value(column, row));
                }
                lists[column] = interop.execute(function, values);
            }
            return interop.execute(function, lists);
        } catch (UnsupportedMessageException | ArityException _) {
            throw UnsupportedTypeException.create(
                    new Object[] {function}, "a function of any number of values expected");
        }
    }

    private Object batches(Object language) throws UnsupportedTypeException {
        try {
            BatchView view = BatchView.of(InteropLibrary.getUncached().asString(language));
            return view == null ? NullObject.NULL : new BatchReader(rows, view);
        } catch (UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(new Object[] {language}, "a language's id");
        }
    }

    @Override
    String display() {
        return "rows of " + execution.statement().sql();
    }
}
