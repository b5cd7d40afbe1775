package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.BatchCursor;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.language.callbacks.result.BufferedCursor;

import java.util.List;

/** Walks over the batches of a table of Java. */
public final class HostBatchCursor extends BufferedCursor {
    private final BatchCursor cursor;

    HostBatchCursor(BatchCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    @TruffleBoundary
    public void begin(ScanPlan plan, Object[] arguments) {
        HostErrors.during(() -> cursor.filter(plan, HostValues.toJava(arguments)));
    }

    @Override
    @TruffleBoundary
    public List<HostBatchCursor> parts() {
        return HostErrors.during(
                () -> cursor.split().stream().map(HostBatchCursor::new).toList());
    }

    /** The table knows best how many it has at hand. */
    @Override
    protected int firstRows() {
        return BATCH_ROWS;
    }

    @Override
    protected int fill(int count) {
        return HostErrors.during(() -> cursor.next(buffer));
    }

    @Override
    protected Object toRegister(Object value, int column, int row) {
        return HostValues.toRegister(value);
    }

    @Override
    @TruffleBoundary
    public void close() {
        HostErrors.during(cursor::close);
    }
}
