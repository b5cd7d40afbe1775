package org.sqlvm.jdbc;

import org.sqlvm.api.Column;
import org.sqlvm.api.Rows;

import java.nio.charset.StandardCharsets;
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

    /** The same rows from the first one on. */
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

    /** Makes a row the current one: -1 is before the first, {@link #count} behind the last. */
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
        return typeOf(value(column));
    }

    @Override
    public Type firstType(int column) {
        return closed || row >= 0 || rows.isEmpty() ? null : typeOf(rows.getFirst()[column]);
    }

    @Override
    public long firstLong(int column) {
        return firstType(column) != null && rows.getFirst()[column] instanceof Number number
                ? number.longValue()
                : 0;
    }

    private static Type typeOf(Object value) {
        return switch (value) {
            case null -> Type.NULL;
            case Long _ -> Type.INTEGER;
            case Double _ -> Type.REAL;
            case byte[] _ -> Type.BLOB;
            default -> Type.TEXT;
        };
    }

    @Override
    public boolean isNull(int column) {
        return value(column) == null;
    }

    @Override
    public long getLong(int column) {
        return value(column) instanceof Number number ? number.longValue() : 0;
    }

    @Override
    public double getDouble(int column) {
        return value(column) instanceof Number number ? number.doubleValue() : 0;
    }

    @Override
    public String getText(int column) {
        return switch (value(column)) {
            case null -> null;
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case Object value -> value.toString();
        };
    }

    @Override
    public byte[] getBlob(int column) {
        return value(column) instanceof byte[] bytes
                ? bytes.clone()
                : value(column) == null ? null : getText(column).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object getObject(int column) {
        return value(column);
    }

    @Override
    public void close() {
        closed = true;
    }
}
