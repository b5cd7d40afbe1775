package org.sqlvm.jdbc.link;

import org.sqlvm.api.Column;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.Rows;
import org.sqlvm.client.ClientException;
import org.sqlvm.client.ClientRows;

/** Rows that come from a server. They convert as the engine's do. */
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

    private boolean hasBytes(int column) {
        ClientRows.Type type = rows.type(column);
        return type == ClientRows.Type.TEXT || type == ClientRows.Type.BLOB;
    }

    /** The value; a TEXT or BLOB as its bytes, which are not decoded. */
    private Object value(int column) {
        return hasBytes(column) ? rows.getBlob(column) : rows.getObject(column);
    }

    private boolean isInteger(int column) {
        return rows.type(column) == ClientRows.Type.INTEGER;
    }

    @Override
    public long getLong(int column) {
        return isInteger(column) ? rows.getLong(column) : JavaValues.toLong(value(column));
    }

    @Override
    public double getDouble(int column) {
        return rows.type(column) == ClientRows.Type.REAL
                ? rows.getDouble(column)
                : JavaValues.toDouble(value(column));
    }

    @Override
    public boolean getBoolean(int column) {
        return JavaValues.toBoolean(value(column));
    }

    @Override
    public String getText(int column) {
        return hasBytes(column) ? rows.getText(column) : JavaValues.toText(rows.getObject(column));
    }

    @Override
    public byte[] getBlob(int column) {
        return hasBytes(column) ? rows.getBlob(column) : JavaValues.toBlob(rows.getObject(column));
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
