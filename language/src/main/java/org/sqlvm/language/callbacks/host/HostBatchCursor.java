package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.BatchCursor;
import org.sqlvm.api.ScanPlan;

import java.util.List;

/** Walks over the batches of a table of Java. */
final class HostBatchCursor extends BufferedCursor {
    private final BatchCursor cursor;

    HostBatchCursor(BatchCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    @TruffleBoundary
    public void begin(int index, String text, Object[] arguments) {
        ScanPlan plan = ScanPlan.all().withIndex(index).withText(text == null ? "" : text);
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
    int firstRows() {
        return BATCH_ROWS;
    }

    @Override
    int fill(int count) {
        return HostErrors.during(() -> cursor.next(buffer));
    }

    @Override
    Object toRegister(Object value, int column, int row) {
        return HostValues.toRegister(value);
    }

    @Override
    @TruffleBoundary
    public void close() {
        HostErrors.during(cursor::close);
    }
}
