package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.engine.virtual.VirtualCursor;

import java.util.Iterator;

/** Walks over a Java collection. A null is a row of NULLs. */
public final class HostTableCursor extends VirtualCursor {
    private final HostTable table;
    private Iterator<?> iterator;
    private Object row;
    private long position;

    HostTableCursor(HostTable table) {
        this.table = table;
    }

    /** The object that it stands on. */
    public Object row() {
        return row;
    }

    /** What reads a column; the other way to a value is {@link #column}. */
    public Object reader(int column) {
        return table.readers()[column];
    }

    /** Calls that with {@link #row} and a {@link CallResult}. */
    public RootCallTarget target(int column) {
        return table.targets()[column];
    }

    @Override
    @TruffleBoundary
    public boolean filter(int index, String text, Object[] arguments) {
        position = 0;
        try {
            iterator = table.rows().iterator();
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
        return next();
    }

    @Override
    @TruffleBoundary
    public boolean next() {
        try {
            if (!iterator.hasNext()) {
                return false;
            }
            row = iterator.next();
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
        position++;
        return true;
    }

    @Override
    @TruffleBoundary
    public Object column(int column) {
        CallResult result = new CallResult();
        if (row != null) {
            target(column).call(reader(column), row, result);
        }
        return result.value();
    }

    @Override
    public long rowid() {
        return position;
    }
}
