package org.sqlvm.server.rows;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.value.ParameterValue;
import org.sqlvm.server.value.PgType;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Reads the rows of COPY … FROM STDIN. */
public abstract class CopyReader {
    /** Returns the next row in a new array; null after the last row. */
    abstract Object[] next();

    public final Iterator<Object[]> rows() {
        return new Iterator<>() {
            private Object[] next;
            private boolean isKnown;

            @Override
            public boolean hasNext() {
                if (!isKnown) {
                    next = CopyReader.this.next();
                    isKnown = true;
                }
                return next != null;
            }

            @Override
            public Object[] next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                isKnown = false;
                return next;
            }
        };
    }

    static ServerError bad(String message) {
        return new ServerError(SqlState.BAD_COPY_FILE_FORMAT, message);
    }

    /**
     * Converts a text to the value for a column. Numbers stay texts, which the column's affinity
     * converts.
     */
    static Object value(String text, PgType type) {
        boolean isWritten = switch (type) {
            case BYTEA -> text.startsWith("\\x");
            case BOOL -> true;
            default -> false;
        };
        return isWritten ? ParameterValue.ofText(text, type) : text;
    }
}
