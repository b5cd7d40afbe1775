package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.TableCursor;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.values.NullObject;
import org.sqlvm.language.values.ValueArray;

import java.util.ArrayList;
import java.util.List;

/**
 * A virtual table of another language that statements can change. Its object has the methods
 * {@code insert(rowid, values)}, which returns the rowid, {@code update(key, newKey, values)} and
 * {@code delete(key)}.
 *
 * <p>Other methods are optional. OR REPLACE calls {@code replace} and {@code updateReplacing}, with
 * the same arguments. {@code conflict(action)} is called with the word after OR before each change,
 * and with null after it. If {@code keepsUnchanged} is true, {@code updateKeeping(key, newKey,
 * values, kept)} is called instead of {@code update}: {@code kept} has the numbers of the columns
 * for which the cursor's {@code columnToKeep(column)} returned null instead of an array with the
 * value. Transactions call {@code begin}, {@code sync}, {@code commit}, {@code rollback},
 * {@code savepoint(number)}, {@code release(number)} and {@code rollbackTo(number)}.
 *
 * <p>A violated constraint is an exception with a member {@code sqlite_errorcode} or {@code code};
 * see {@link GuestErrors#code}. If {@code supportsConstraints} is false, the statement then fails,
 * whatever its OR clause is.
 */
public final class GuestWritableTable extends GuestModuleTable implements WritableTable {
    private static final String INSERT = "insert";
    private static final String REPLACE = "replace";
    private static final String UPDATE = "update";
    private static final String UPDATE_REPLACING = "updateReplacing";
    private static final String KEEPING = "updateKeeping";
    private static final String DELETE = "delete";
    private static final String CONFLICT = "conflict";

    GuestWritableTable(GuestObject table) {
        super(table);
    }

    /** Whether statements can change a table in some way: it need not know all three. */
    static boolean isWritable(GuestObject table) {
        return table.has(INSERT) || table.has(UPDATE) || table.has(DELETE);
    }

    @Override
    boolean givesRowids() {
        return true;
    }

    private ValueArray array(Object[] values) {
        return new ValueArray(table.arguments(values));
    }

    @Override
    @TruffleBoundary
    public long insert(Long rowid, Object[] values) {
        return insert(INSERT, rowid, values);
    }

    @Override
    @TruffleBoundary
    public long replace(Long rowid, Object[] values) {
        return insert(table.has(REPLACE) ? REPLACE : INSERT, rowid, values);
    }

    private long insert(String method, Long rowid, Object[] values) {
        Object key = rowid == null ? SqlNull.NULL : rowid;
        Object given = change(method, table.arguments(key)[0], array(values));
        try {
            return InteropLibrary.getUncached().asLong(given);
        } catch (InteropException e) {
            if (rowid != null) {
                return rowid;
            }
            throw SqlException.error("insert of table " + table.name() + " gave no rowid");
        }
    }

    @Override
    @TruffleBoundary
    public void update(Object key, Object newKey, Object[] values) {
        Object[] keys = table.arguments(key, newKey);
        if (!keepsUnchanged()) {
            change(UPDATE, keys[0], keys[1], array(values));
            return;
        }
        Object[] row = values.clone();
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            if (row[i] == TableCursor.UNCHANGED) {
                row[i] = SqlNull.NULL;
                kept.add(i);
            }
        }
        change(KEEPING, keys[0], keys[1], array(row), new ValueArray(kept.toArray()));
    }

    @Override
    @TruffleBoundary
    public void updateReplacing(Object key, Object newKey, Object[] values) {
        if (keepsUnchanged() || !table.has(UPDATE_REPLACING)) {
            update(key, newKey, values);
        } else {
            Object[] keys = table.arguments(key, newKey);
            change(UPDATE_REPLACING, keys[0], keys[1], array(values));
        }
    }

    @Override
    @TruffleBoundary
    public boolean keepsUnchanged() {
        return table.isTrue("keepsUnchanged") && table.has(KEEPING);
    }

    @Override
    @TruffleBoundary
    public void delete(Object key) {
        change(DELETE, table.arguments(key));
    }

    private Object change(String method, Object... arguments) {
        if (!table.has(method)) {
            throw SqlException.error("table " + table.name() + " may not be modified");
        }
        try {
            return table.call(method, arguments);
        } catch (AbstractTruffleException thrown) {
            int code = GuestErrors.code(thrown);
            throw code == ResultCode.ERROR ? thrown : SqlException.ofCallback(code, thrown);
        }
    }

    @Override
    @TruffleBoundary
    public void onConflict(String action) {
        table.callIfPresent(CONFLICT, action == null ? NullObject.NULL : action);
    }

    @Override
    @TruffleBoundary
    public boolean supportsConstraints() {
        String member = "supportsConstraints";
        return !table.has(member) || table.isTrue(member);
    }

    @Override
    public void begin() {
        table.callIfPresent("begin");
    }

    @Override
    public void sync() {
        table.callIfPresent("sync");
    }

    @Override
    public void commit() {
        table.callIfPresent("commit");
    }

    @Override
    public void rollback() {
        table.callIfPresent("rollback");
    }

    @Override
    public void savepoint(int number) {
        table.callIfPresent("savepoint", number);
    }

    @Override
    public void release(int number) {
        table.callIfPresent("release", number);
    }

    @Override
    public void rollbackTo(int number) {
        table.callIfPresent("rollbackTo", number);
    }
}
