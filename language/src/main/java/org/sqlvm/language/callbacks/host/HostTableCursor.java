package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.callbacks.result.ParameterValues;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;

/**
 * Reads the rows of a Java collection, or of one that a Java function returns. A null is a row of
 * NULLs.
 */
public final class HostTableCursor extends VirtualCursor {
    /** Forms of a column: its reader returns a long; or a double; or an object. */
    public static final int LONGS = 1;

    public static final int DOUBLES = 2;
    public static final int OBJECTS = 3;

    private final HostTable table;
    private Iterator<?> iterator;
    private Object row;
    private long position;

    /** The values of the parameters, as in a register. */
    private Object[] parameters = {};

    HostTableCursor(HostTable table) {
        this.table = table;
    }

    /** The value of a hidden column; null if the column is not one. */
    public Object parameter(int column) {
        int place = column - table.readers().length;
        return place >= 0 ? parameters[place] : null;
    }

    /** Returns the form of a column; 0 if the value of this row is not read by its reader. */
    public int form(int column) {
        if (row == null || column >= table.readers().length) {
            return 0;
        }
        return switch (table.kinds()[column]) {
            case INTEGER -> LONGS;
            case REAL -> DOUBLES;
            case TEXT, BLOB, ANY -> OBJECTS;
        };
    }

    /** Returns an object that the reader of a column has returned, as in a register. */
    public Object converted(int column, Object value) {
        CallResult result = new CallResult();
        try {
            switch (table.kinds()[column]) {
                case TEXT -> result.setText((String) value);
                case BLOB -> result.setBlob((byte[]) value);
                default -> result.setObject(value);
            }
        } catch (RuntimeException thrown) {
            throw HostErrors.of(thrown);
        }
        return result.value();
    }

    /** Returns the current object. */
    public Object row() {
        return row;
    }

    /**
     * Returns the function that reads a column, for callers that read values without
     * {@link #column}.
     */
    public Object reader(int column) {
        return table.readers()[column];
    }

    /** Calls that with {@link #row} and a {@link CallResult}. */
    public RootCallTarget target(int column) {
        return table.targets()[column];
    }

    @Override
    @TruffleBoundary
    public void filter(ScanPlan plan, Object[] arguments) {
        position = 0;
        if (Arrays.asList(arguments).contains(SqlNull.NULL)) {
            iterator = Collections.emptyIterator(); // No row has a parameter that equals NULL.
            return;
        }
        parameters = ParameterValues.spread(
                plan.index(), arguments, table.parameters().size());
        try {
            iterator = table.rows().rows(new HostArguments(parameters)).iterator();
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
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
        Object parameter = parameter(column);
        if (parameter != null) {
            return parameter;
        }
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
