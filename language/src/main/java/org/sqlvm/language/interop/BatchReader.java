package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.row.Batch;

/**
 * A function without parameters that gives the next rows of a result, whole columns in the guest
 * language's own lists; null after the last row. One call to a foreign object for up to
 * {@link Batch#CAPACITY_MAX} rows.
 */
@ExportLibrary(InteropLibrary.class)
final class BatchReader implements TruffleObject {
    private final RowIterator rows;
    private final BatchView view;

    BatchReader(RowIterator rows, BatchView view) {
        this.rows = rows;
        this.view = view;
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(@SuppressWarnings("unused") Object[] arguments) {
        Batch batch = rows.takeBatch();
        return batch == null ? NullObject.NULL : view.view(batch);
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return "batches for " + view.language();
    }
}
