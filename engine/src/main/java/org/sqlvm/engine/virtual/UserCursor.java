package org.sqlvm.engine.virtual;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.UserCode;
import org.sqlvm.engine.virtual.module.VirtualCursor;

/** Walks over the rows of a user's table. */
final class UserCursor extends VirtualCursor {
    private final TableCursor rows;

    UserCursor(TableCursor rows) {
        this.rows = rows;
    }

    @Override
    @TruffleBoundary
    public void filter(ScanPlan plan, Object[] arguments) {
        UserCode.run(() -> rows.filter(plan, TableCalls.toJava(arguments)));
    }

    @Override
    @TruffleBoundary
    public boolean next() {
        return UserCode.call(rows::next);
    }

    @Override
    @TruffleBoundary
    public Object column(int column) {
        return UserCode.call(() -> CallResult.register(rows.column(column)));
    }

    @Override
    @TruffleBoundary
    public Object columnToKeep(int column) {
        return UserCode.call(() -> {
            Object value = rows.columnToKeep(column);
            return value == UNCHANGED ? value : CallResult.register(value);
        });
    }

    @Override
    @TruffleBoundary
    public long rowid() {
        return UserCode.call(rows::rowid);
    }

    @Override
    @TruffleBoundary
    public void close() {
        UserCode.run(rows::close);
    }
}
