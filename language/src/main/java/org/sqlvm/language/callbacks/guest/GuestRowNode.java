package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.language.values.GuestValues;

/**
 * Steps over the rows of a {@link GuestTable} and reads their columns. The caches of
 * {@link InteropLibrary} make that a part of the compiled query.
 */
public final class GuestRowNode extends Node {
    private static final int CACHE_SIZE = 3;

    static final GuestRowNode UNCACHED = new GuestRowNode(InteropLibrary.getUncached());

    @Child
    private InteropLibrary interop;

    private GuestRowNode(InteropLibrary interop) {
        this.interop = interop;
    }

    public static GuestRowNode create() {
        return new GuestRowNode(InteropLibrary.getFactory().createDispatched(CACHE_SIZE));
    }

    /** Moves to the first row. */
    boolean first(GuestTableCursor cursor) {
        Object rows = cursor.rows;
        cursor.position = -1;
        cursor.iterator = null;
        try {
            if (interop.isString(rows) || interop.hasHashEntries(rows)) {
                throw noRows(cursor, rows);
            } else if (interop.hasArrayElements(rows)) {
                cursor.size = interop.getArraySize(rows);
            } else if (interop.hasIterator(rows)) {
                cursor.iterator = interop.getIterator(rows);
            } else if (interop.isIterator(rows)) {
                cursor.iterator = rows;
            } else {
                throw noRows(cursor, rows);
            }
        } catch (UnsupportedMessageException error) {
            throw unreadable(cursor, error);
        }
        boolean found = next(cursor);
        if (found && cursor.shape == null) {
            cursor.shape = GuestTables.shape(cursor.row);
        }
        return found;
    }

    /** Moves to the next row; returns whether there is one. */
    public boolean next(GuestTableCursor cursor) {
        long position = cursor.position + 1;
        Object row;
        try {
            if (cursor.iterator != null) {
                row = interop.getIteratorNextElement(cursor.iterator);
            } else if (position < cursor.size) {
                row = interop.readArrayElement(cursor.rows, position);
            } else {
                checkSize(cursor);
                return false;
            }
        } catch (StopIterationException _) {
            return false;
        } catch (InvalidArrayIndexException _) {
            throw changed(cursor);
        } catch (UnsupportedMessageException error) {
            throw unreadable(cursor, error);
        }
        cursor.position = position;
        cursor.row = row;
        return true;
    }

    private void checkSize(GuestTableCursor cursor) throws UnsupportedMessageException {
        if (interop.getArraySize(cursor.rows) != cursor.size) {
            throw changed(cursor);
        }
    }

    /** At the end of a walk by an iterator: a list must have as many rows as at its beginning. */
    void checkEnd(GuestTableCursor cursor) {
        try {
            if (interop.hasArrayElements(cursor.rows)) {
                checkSize(cursor);
                if (cursor.position + 1 != cursor.size) {
                    throw changed(cursor);
                }
            }
        } catch (UnsupportedMessageException error) {
            throw unreadable(cursor, error);
        }
    }

    /** Reads a column of the row. */
    public void read(GuestTableCursor cursor, int column, CallResult result) {
        GuestTable table = cursor.table;
        Object parameter = cursor.parameter(column);
        if (parameter != null) {
            result.setValue(parameter);
            return;
        }
        Object row = cursor.row;
        Object value;
        try {
            value = switch (cursor.shape) {
                case HASH -> interop.readHashValue(row, table.keys()[column]);
                case ARRAY -> element(cursor, row, column);
                case MEMBERS -> interop.readMember(row, table.members()[column]);
                case VALUE -> onlyValue(cursor, row);
            };
        } catch (UnknownKeyException | InvalidArrayIndexException _) {
            result.setNull();
            return;
        } catch (InteropException error) {
            noColumn(cursor, column, error);
            result.setNull();
            return;
        }
        if (value instanceof Long number) {
            result.setLong(number);
        } else if (value instanceof Integer number) {
            result.setLong(number);
        } else if (value instanceof Double number) {
            result.setDouble(number);
        } else {
            result.setValue(toSql(cursor, column, value, cursor.position));
        }
    }

    private Object element(GuestTableCursor cursor, Object row, int column)
            throws UnsupportedMessageException, InvalidArrayIndexException {
        long size = interop.getArraySize(row);
        if (size != cursor.table.members().length) {
            throw wrongSize(cursor, size);
        }
        return interop.readArrayElement(row, column);
    }

    /** A row that is a value has one; a null stands for a row of NULLs. */
    private Object onlyValue(GuestTableCursor cursor, Object row) {
        if (cursor.table.members().length != 1 && !interop.isNull(row)) {
            throw wrongSize(cursor, 1);
        }
        return row;
    }

    @TruffleBoundary
    private static SqlException wrongSize(GuestTableCursor cursor, long size) {
        int columns = cursor.table.members().length;
        return SqlException.error(at(cursor, cursor.position) + " has " + size
                + (size == 1 ? " value" : " values") + " for " + columns
                + (columns == 1 ? " column" : " columns"));
    }

    /** @param position the row's, for an error */
    @TruffleBoundary
    static Object toSql(GuestTableCursor cursor, int column, Object value, long position) {
        try {
            return GuestValues.toSql(value);
        } catch (UnsupportedTypeException _) {
            throw wrongValue(cursor, column, value, position, ResultCode.ERROR, "no value of SQL");
        } catch (SqlException wrong) {
            String what = wrong.getMessage();
            throw wrong.code() == ResultCode.TOOBIG
                    ? wrongValue(cursor, column, value, position, wrong.code(), what)
                    : new SqlException(wrong.code(), at(cursor, column, position) + ": " + what);
        }
    }

    private static SqlException wrongValue(
            GuestTableCursor cursor,
            int column,
            Object value,
            long position,
            int code,
            String what) {
        String shown = GuestTables.text(InteropLibrary.getUncached().toDisplayString(value, false));
        return new SqlException(
                code, at(cursor, column, position) + " has " + shown + ", which is " + what);
    }

    private static String at(GuestTableCursor cursor, int column, long position) {
        return at(cursor, position) + ": column " + cursor.table.members()[column];
    }

    @TruffleBoundary
    private static SqlException noRows(GuestTableCursor cursor, Object rows) {
        return SqlException.error("table " + cursor.table.name() + " got " + GuestTables.kind(rows)
                + ", which is no list of rows");
    }

    /** A row that is null has NULLs; any other must have the column. */
    @TruffleBoundary
    private static void noColumn(GuestTableCursor cursor, int column, InteropException error) {
        if (!InteropLibrary.getUncached().isNull(cursor.row)) {
            throw SqlException.error(at(cursor, cursor.position) + " has no column "
                    + cursor.table.members()[column] + ": " + error.getMessage());
        }
    }

    private static String at(GuestTableCursor cursor, long position) {
        return "row " + (position + 1) + " of table " + cursor.table.name();
    }

    private static SqlException changed(GuestTableCursor cursor) {
        CompilerDirectives.transferToInterpreter();
        return SqlException.error(
                "table " + cursor.table.name() + " was changed while it was read");
    }

    private static SqlException unreadable(GuestTableCursor cursor, InteropException error) {
        CompilerDirectives.transferToInterpreter();
        return SqlException.error(
                "table " + cursor.table.name() + " cannot be read: " + error.getMessage());
    }
}
