package org.sqlvm.jdbc;

import org.sqlvm.api.Column;
import org.sqlvm.api.Rows;
import org.sqlvm.client.ClientException;
import org.sqlvm.client.ClientRows;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.Text;

import java.nio.charset.StandardCharsets;

/**
 * Rows that come from a server. Texts of numbers, and numbers of texts, are those of the engine.
 */
final class RemoteRows implements Rows {
    private static final Type[] TYPES = Type.values();

    private final ClientRows rows;
    /** The statement, if it is closed together with these rows; else null. */
    private final RemoteStatement closed;

    RemoteRows(ClientRows rows, RemoteStatement closed) {
        this.rows = rows;
        this.closed = closed;
    }

    @Override
    public boolean next() {
        try {
            return rows.next();
        } catch (ClientException e) {
            throw RemoteLink.error(e);
        }
    }

    @Override
    public int columnCount() {
        return rows.columnCount();
    }

    @Override
    public Column column(int column) {
        return RemoteStatement.column(rows.columns().get(column));
    }

    @Override
    public String columnName(int column) {
        return rows.columns().get(column).name();
    }

    private static Type type(ClientRows.Type type) {
        return type == null ? null : TYPES[type.ordinal()];
    }

    @Override
    public Type type(int column) {
        return type(rows.type(column));
    }

    @Override
    public Type firstType(int column) {
        return type(rows.firstType(column));
    }

    @Override
    public long firstLong(int column) {
        return rows.firstLong(column);
    }

    @Override
    public boolean isNull(int column) {
        return rows.isNull(column);
    }

    @Override
    public long getLong(int column) {
        return hasBytes(column) ? Numbers.longOf(text(column)) : rows.getLong(column);
    }

    @Override
    public double getDouble(int column) {
        return hasBytes(column) ? Numbers.doubleOf(text(column)) : rows.getDouble(column);
    }

    private boolean hasBytes(int column) {
        ClientRows.Type type = rows.type(column);
        return type == ClientRows.Type.TEXT || type == ClientRows.Type.BLOB;
    }

    private Text text(int column) {
        return Text.of(rows.getBlob(column));
    }

    @Override
    public String getText(int column) {
        return rows.type(column) == ClientRows.Type.REAL
                ? Numbers.text(rows.getDouble(column)).toString()
                : rows.getText(column);
    }

    @Override
    public byte[] getBlob(int column) {
        return rows.type(column) == ClientRows.Type.REAL
                ? getText(column).getBytes(StandardCharsets.UTF_8)
                : rows.getBlob(column);
    }

    @Override
    public Object getObject(int column) {
        return rows.getObject(column);
    }

    @Override
    public void close() {
        try {
            rows.close();
            if (closed != null) {
                closed.close();
            }
        } catch (ClientException e) {
            throw RemoteLink.error(e);
        }
    }
}
