package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.statement.Execution;

/**
 * The rows of a result, one after the other. Runs the statement a batch at a time, as rows are
 * read.
 */
@ExportLibrary(InteropLibrary.class)
final class RowIterator implements TruffleObject {
    private final Execution execution;
    private final ColumnNames columns;
    private Batch batch;
    private int rowCount;
    private int row;

    RowIterator(Execution execution, ColumnNames columns) {
        this.execution = execution;
        this.columns = columns;
    }

    @ExportMessage
    boolean isIterator() {
        return true;
    }

    @ExportMessage
    boolean hasIteratorNextElement() {
        return row < rowCount || advance();
    }

    @ExportMessage
    Object getIteratorNextElement() throws StopIterationException {
        if (row == rowCount && !advance()) {
            throw StopIterationException.create();
        }
        return new RowObject(columns, batch, row++);
    }

    @TruffleBoundary
    private boolean advance() {
        try {
            batch = execution.nextBatch();
        } catch (RuntimeException | Error thrown) {
            throw SqlvmException.ofAny(thrown);
        }
        row = 0;
        rowCount = batch == null ? 0 : batch.rowCount();
        return rowCount > 0;
    }
}
