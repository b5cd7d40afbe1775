package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.SqlNull;

/**
 * Reads the rows in which the values of a full-text table's columns are stored. It stands on one
 * row at most.
 */
abstract class ContentRows implements AutoCloseable {
    /** Goes to a row; false if there is none. */
    abstract boolean seek(long rowid);

    /**
     * Goes before the first of the rows of a range.
     *
     * @param first the smallest rowid
     * @param last the largest rowid
     */
    abstract void scan(long first, long last, boolean descending);

    /** Goes before the first of all rows. */
    abstract void scan();

    /** Goes to the next row of a scan; false after the last one. */
    abstract boolean next();

    abstract long rowid();

    /** The value of a column; it stays. */
    abstract Object value(int column);

    /** The locale of a column's text; NULL if it has none. */
    abstract Object locale(int column);

    @Override
    public abstract void close();

    /** Goes to the row whose rowid equals a value; false if there is none. */
    boolean seekEqual(Object value) {
        Object number = Affinities.toInteger(value);
        return number instanceof Long rowid && seek(rowid);
    }

    /** The values of all columns, and behind them their locales. */
    final Object[] values(int columnCount, boolean withLocales) {
        Object[] values = new Object[2 * columnCount];
        for (int i = 0; i < columnCount; i++) {
            values[i] = value(i);
            values[columnCount + i] = withLocales ? locale(i) : SqlNull.NULL;
        }
        return values;
    }
}
