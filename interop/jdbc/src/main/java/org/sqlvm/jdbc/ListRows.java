package org.sqlvm.jdbc;

import org.sqlvm.api.Column;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows that are in memory already: those of DatabaseMetaData, generated keys, and of a query that
 * others follow in one script. Values are Long, Double, String, byte[] or null.
 */
final class ListRows implements Rows {
    private final List<Column> columns;
    private final List<Object[]> rows;
    /** Index of the current row; -1 before the first. */
    private int row = -1;

    private boolean closed;

    ListRows(List<Column> columns, List<Object[]> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** Reads all rows that are left, and closes them. */
    static ListRows copy(Rows source) {
        return copy(source, Long.MAX_VALUE);
    }

    /** Reads the rows that are left, but at most {@code countMax}, and closes them. */
    static ListRows copy(Rows source, long countMax) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < source.columnCount(); i++) {
            columns.add(source.column(i));
        }
        List<Object[]> rows = new ArrayList<>();
        while (rows.size() < countMax && source.next()) {
            Object[] values = new Object[columns.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = source.getObject(i);
            }
            rows.add(values);
        }
        source.close();
        return new ListRows(columns, rows);
    }

    /** Returns the same rows, positioned before the first. */
    ListRows again() {
        return new ListRows(columns, rows);
    }

    /** Appends rows of the same columns. */
    ListRows with(ListRows more) {
        List<Object[]> all = new ArrayList<>(rows);
        all.addAll(more.rows);
        return new ListRows(columns, all);
    }

    @Override
    public boolean next() {
        if (!closed && row < rows.size()) {
            row++;
        }
        return !closed && row < rows.size();
    }

    int count() {
        return rows.size();
    }

    /** Makes a row the current one: -1 is before the first, {@link #count} after the last. */
    void seek(int index) {
        assert index >= -1 && index <= rows.size() : index;
        row = index;
    }

    private Object value(int column) {
        if (closed || row < 0 || row == rows.size()) {
            throw new IllegalStateException("no row: next() has not been called or was false");
        }
        return rows.get(row)[column];
    }

    @Override
    public int columnCount() {
        return columns.size();
    }

    @Override
    public Column column(int column) {
        return columns.get(column);
    }

    @Override
    public Type type(int column) {
        return JavaValues.typeOf(value(column));
    }

    @Override
    public Type firstType(int column) {
        return closed || row >= 0 || rows.isEmpty()
                ? null
                : JavaValues.typeOf(rows.getFirst()[column]);
    }

    @Override
    public long firstLong(int column) {
        return firstType(column) == null ? 0 : JavaValues.toLong(rows.getFirst()[column]);
    }

    @Override
    public boolean isNull(int column) {
        return JavaValues.isNull(value(column));
    }

    @Override
    public long getLong(int column) {
        return JavaValues.toLong(value(column));
    }

    @Override
    public double getDouble(int column) {
        return JavaValues.toDouble(value(column));
    }

    @Override
    public boolean getBoolean(int column) {
        return JavaValues.toBoolean(value(column));
    }

    @Override
    public String getText(int column) {
        return JavaValues.toText(value(column));
    }

    @Override
    public byte[] getBlob(int column) {
        return JavaValues.toBlob(value(column));
    }

    @Override
    public Object getObject(int column) {
        return JavaValues.toObject(value(column));
    }

    @Override
    public void close() {
        closed = true;
    }
}
