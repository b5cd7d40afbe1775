package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.values.ValueArray;

/** Reads the rows that {@code rows} of a {@link GuestModuleTable} returns. */
public final class GuestModuleRows extends VirtualCursor {
    private final GuestObject table;
    private final boolean givesRowids;
    private Object iterator;
    private Object row;
    private long position;

    GuestModuleRows(GuestObject table, boolean givesRowids) {
        this.table = table;
        this.givesRowids = givesRowids;
    }

    private SqlException wrong(String what) {
        return SqlException.error("table " + table.name() + " " + what);
    }

    @Override
    @TruffleBoundary
    public void filter(ScanPlan plan, Object[] arguments) {
        InteropLibrary interop = InteropLibrary.getUncached();
        Object rows = table.call(
                "rows", plan.index(), plan.text(), new ValueArray(table.arguments(arguments)));
        position = 0;
        try {
            iterator = interop.isIterator(rows) ? rows : interop.getIterator(rows);
        } catch (InteropException e) {
            throw wrong("gave rows that cannot be iterated over");
        }
    }

    @Override
    @TruffleBoundary
    public boolean next() {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (!interop.hasIteratorNextElement(iterator)) {
                return false;
            }
            row = interop.getIteratorNextElement(iterator);
        } catch (InteropException e) {
            throw wrong("was changed while it was read");
        }
        position++;
        return true;
    }

    @Override
    @TruffleBoundary
    public Object column(int column) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            return column < interop.getArraySize(row)
                    ? table.toSql(interop.readArrayElement(row, column))
                    : table.toSql(null);
        } catch (InteropException e) {
            throw wrong("gave a row that is no array");
        }
    }

    @Override
    @TruffleBoundary
    public long rowid() {
        if (!givesRowids) {
            return position;
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            long last = interop.getArraySize(row) - 1;
            return interop.asLong(interop.readArrayElement(row, last));
        } catch (InteropException e) {
            throw wrong("gave a row without a rowid");
        }
    }
}
