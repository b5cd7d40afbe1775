package org.sqlvm.engine.virtual;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.BatchCursor;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.UserCode;

import java.util.List;

/** Walks over the batches of a user's table. */
final class UserBatchCursor extends BufferedCursor {
    private final BatchCursor cursor;

    UserBatchCursor(BatchCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    @TruffleBoundary
    public void begin(ScanPlan plan, Object[] arguments) {
        UserCode.run(() -> cursor.filter(plan, TableCalls.toJava(arguments)));
    }

    @Override
    @TruffleBoundary
    public List<UserBatchCursor> parts() {
        return UserCode.call(
                () -> cursor.split().stream().map(UserBatchCursor::new).toList());
    }

    /** The table itself decides how many rows its first batch has. */
    @Override
    protected int firstRows() {
        return BATCH_ROWS;
    }

    @Override
    protected int fill(int count) {
        return UserCode.call(() -> cursor.next(buffer));
    }

    @Override
    public Object toRegister(Object value, int column, int row) {
        return CallResult.register(value);
    }

    @Override
    @TruffleBoundary
    public void close() {
        UserCode.run(cursor::close);
    }
}
