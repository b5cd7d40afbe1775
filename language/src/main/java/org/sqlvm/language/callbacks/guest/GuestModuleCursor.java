package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.values.NullObject;
import org.sqlvm.language.values.ValueArray;

/**
 * A cursor of another language, which is asked for single values: an object with
 * {@code filter(index, text, arguments)} and {@code next()}, which say whether there is a row,
 * {@code column(place)}, {@code rowid()}, and perhaps {@code columnToKeep(place)}
 * ({@link GuestWritableTable}) and {@code close()}.
 */
public final class GuestModuleCursor extends VirtualCursor {
    private final GuestObject table;
    private final GuestObject cursor;

    /** Whether {@code filter} has returned that there is a first row. */
    private boolean isOnFirst;

    /** Whether it has gone to the first row. */
    private boolean stands;

    GuestModuleCursor(GuestObject table, Object cursor) {
        this.table = table;
        this.cursor = table.other(table.name(), cursor);
    }

    @Override
    @TruffleBoundary
    public void filter(ScanPlan plan, Object[] arguments) {
        stands = false;
        isOnFirst = isOnRow(
                "filter",
                cursor.call(
                        "filter",
                        plan.index(),
                        plan.detail() == null ? NullObject.NULL : plan.text(),
                        new ValueArray(table.arguments(arguments))));
    }

    @Override
    @TruffleBoundary
    public boolean next() {
        if (!stands) {
            stands = true;
            return isOnFirst;
        }
        return isOnRow("next", cursor.call("next"));
    }

    private boolean isOnRow(String method, Object given) {
        try {
            return InteropLibrary.getUncached().asBoolean(given);
        } catch (InteropException e) {
            throw wrong(method, "did not say whether there is a row");
        }
    }

    @Override
    @TruffleBoundary
    public Object column(int column) {
        return table.toSql(cursor.call("column", column));
    }

    @Override
    @TruffleBoundary
    public Object columnToKeep(int column) {
        InteropLibrary interop = InteropLibrary.getUncached();
        Object given = cursor.call("columnToKeep", column);
        try {
            return interop.isNull(given)
                    ? UNCHANGED
                    : table.toSql(interop.readArrayElement(given, 0));
        } catch (InteropException e) {
            throw wrong("columnToKeep", "gave neither null nor an array of one value");
        }
    }

    @Override
    @TruffleBoundary
    public long rowid() {
        try {
            return InteropLibrary.getUncached().asLong(cursor.call("rowid"));
        } catch (InteropException e) {
            throw wrong("rowid", "gave no integer");
        }
    }

    private SqlException wrong(String method, String what) {
        return SqlException.error("cursor." + method + " of table " + table.name() + " " + what);
    }

    @Override
    public void close() {
        cursor.callIfPresent("close");
    }
}
