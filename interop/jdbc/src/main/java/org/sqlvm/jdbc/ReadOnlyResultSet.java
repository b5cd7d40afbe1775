package org.sqlvm.jdbc;

import org.sqlvm.jdbc.error.Errors;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Map;

/**
 * The methods of a result set that SQLite cannot support: updates, moves other than forward, and
 * types that SQLite does not have.
 */
abstract class ReadOnlyResultSet implements ResultSet {
    @Override
    public String getCursorName() throws SQLException {
        throw Errors.notSupported("getCursorName");
    }

    @Override
    public boolean isLast() throws SQLException {
        throw Errors.notSupported("isLast of a forward-only result set");
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw Errors.notSupported("beforeFirst of a forward-only result set");
    }

    @Override
    public void afterLast() throws SQLException {
        throw Errors.notSupported("afterLast of a forward-only result set");
    }

    @Override
    public boolean first() throws SQLException {
        throw Errors.notSupported("first of a forward-only result set");
    }

    @Override
    public boolean last() throws SQLException {
        throw Errors.notSupported("last of a forward-only result set");
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        throw Errors.notSupported("absolute of a forward-only result set");
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        throw Errors.notSupported("relative of a forward-only result set");
    }

    @Override
    public boolean previous() throws SQLException {
        throw Errors.notSupported("previous of a forward-only result set");
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        return false;
    }

    @Override
    public boolean rowInserted() throws SQLException {
        return false;
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        return false;
    }

    @Override
    public void updateNull(int columnIndex) throws SQLException {
        throw Errors.notSupported("updateNull");
    }

    @Override
    public void updateBoolean(int columnIndex, boolean x) throws SQLException {
        throw Errors.notSupported("updateBoolean");
    }

    @Override
    public void updateByte(int columnIndex, byte x) throws SQLException {
        throw Errors.notSupported("updateByte");
    }

    @Override
    public void updateShort(int columnIndex, short x) throws SQLException {
        throw Errors.notSupported("updateShort");
    }

    @Override
    public void updateInt(int columnIndex, int x) throws SQLException {
        throw Errors.notSupported("updateInt");
    }

    @Override
    public void updateLong(int columnIndex, long x) throws SQLException {
        throw Errors.notSupported("updateLong");
    }

    @Override
    public void updateFloat(int columnIndex, float x) throws SQLException {
        throw Errors.notSupported("updateFloat");
    }

    @Override
    public void updateDouble(int columnIndex, double x) throws SQLException {
        throw Errors.notSupported("updateDouble");
    }

    @Override
    public void updateBigDecimal(int columnIndex, BigDecimal x) throws SQLException {
        throw Errors.notSupported("updateBigDecimal");
    }

    @Override
    public void updateString(int columnIndex, String x) throws SQLException {
        throw Errors.notSupported("updateString");
    }

    @Override
    public void updateBytes(int columnIndex, byte[] x) throws SQLException {
        throw Errors.notSupported("updateBytes");
    }

    @Override
    public void updateDate(int columnIndex, Date x) throws SQLException {
        throw Errors.notSupported("updateDate");
    }

    @Override
    public void updateTime(int columnIndex, Time x) throws SQLException {
        throw Errors.notSupported("updateTime");
    }

    @Override
    public void updateTimestamp(int columnIndex, Timestamp x) throws SQLException {
        throw Errors.notSupported("updateTimestamp");
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, int length) throws SQLException {
        throw Errors.notSupported("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, int length) throws SQLException {
        throw Errors.notSupported("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, int length) throws SQLException {
        throw Errors.notSupported("updateCharacterStream");
    }

    @Override
    public void updateObject(int columnIndex, Object x, int scaleOrLength) throws SQLException {
        throw Errors.notSupported("updateObject");
    }

    @Override
    public void updateObject(int columnIndex, Object x) throws SQLException {
        throw Errors.notSupported("updateObject");
    }

    @Override
    public void updateNull(String columnLabel) throws SQLException {
        throw Errors.notSupported("updateNull");
    }

    @Override
    public void updateBoolean(String columnLabel, boolean x) throws SQLException {
        throw Errors.notSupported("updateBoolean");
    }

    @Override
    public void updateByte(String columnLabel, byte x) throws SQLException {
        throw Errors.notSupported("updateByte");
    }

    @Override
    public void updateShort(String columnLabel, short x) throws SQLException {
        throw Errors.notSupported("updateShort");
    }

    @Override
    public void updateInt(String columnLabel, int x) throws SQLException {
        throw Errors.notSupported("updateInt");
    }

    @Override
    public void updateLong(String columnLabel, long x) throws SQLException {
        throw Errors.notSupported("updateLong");
    }

    @Override
    public void updateFloat(String columnLabel, float x) throws SQLException {
        throw Errors.notSupported("updateFloat");
    }

    @Override
    public void updateDouble(String columnLabel, double x) throws SQLException {
        throw Errors.notSupported("updateDouble");
    }

    @Override
    public void updateBigDecimal(String columnLabel, BigDecimal x) throws SQLException {
        throw Errors.notSupported("updateBigDecimal");
    }

    @Override
    public void updateString(String columnLabel, String x) throws SQLException {
        throw Errors.notSupported("updateString");
    }

    @Override
    public void updateBytes(String columnLabel, byte[] x) throws SQLException {
        throw Errors.notSupported("updateBytes");
    }

    @Override
    public void updateDate(String columnLabel, Date x) throws SQLException {
        throw Errors.notSupported("updateDate");
    }

    @Override
    public void updateTime(String columnLabel, Time x) throws SQLException {
        throw Errors.notSupported("updateTime");
    }

    @Override
    public void updateTimestamp(String columnLabel, Timestamp x) throws SQLException {
        throw Errors.notSupported("updateTimestamp");
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, int length)
            throws SQLException {
        throw Errors.notSupported("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, int length)
            throws SQLException {
        throw Errors.notSupported("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, int length)
            throws SQLException {
        throw Errors.notSupported("updateCharacterStream");
    }

    @Override
    public void updateObject(String columnLabel, Object x, int scaleOrLength) throws SQLException {
        throw Errors.notSupported("updateObject");
    }

    @Override
    public void updateObject(String columnLabel, Object x) throws SQLException {
        throw Errors.notSupported("updateObject");
    }

    @Override
    public void insertRow() throws SQLException {
        throw Errors.notSupported("insertRow");
    }

    @Override
    public void updateRow() throws SQLException {
        throw Errors.notSupported("updateRow");
    }

    @Override
    public void deleteRow() throws SQLException {
        throw Errors.notSupported("deleteRow");
    }

    @Override
    public void refreshRow() throws SQLException {
        throw Errors.notSupported("refreshRow of a forward-only result set");
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw Errors.notSupported("cancelRowUpdates");
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw Errors.notSupported("moveToInsertRow");
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw Errors.notSupported("moveToCurrentRow");
    }

    @Override
    public Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
        return getObject(column);
    }

    @Override
    public Ref getRef(int columnIndex) throws SQLException {
        throw Errors.notSupported("getRef");
    }

    @Override
    public Array getArray(int columnIndex) throws SQLException {
        throw Errors.notSupported("getArray");
    }

    @Override
    public Object getObject(String columnLabel, Map<String, Class<?>> map) throws SQLException {
        return getObject(columnLabel);
    }

    @Override
    public Ref getRef(String columnLabel) throws SQLException {
        throw Errors.notSupported("getRef");
    }

    @Override
    public Array getArray(String columnLabel) throws SQLException {
        throw Errors.notSupported("getArray");
    }

    @Override
    public void updateRef(int columnIndex, Ref x) throws SQLException {
        throw Errors.notSupported("updateRef");
    }

    @Override
    public void updateRef(String columnLabel, Ref x) throws SQLException {
        throw Errors.notSupported("updateRef");
    }

    @Override
    public void updateBlob(int columnIndex, Blob x) throws SQLException {
        throw Errors.notSupported("updateBlob");
    }

    @Override
    public void updateBlob(String columnLabel, Blob x) throws SQLException {
        throw Errors.notSupported("updateBlob");
    }

    @Override
    public void updateClob(int columnIndex, Clob x) throws SQLException {
        throw Errors.notSupported("updateClob");
    }

    @Override
    public void updateClob(String columnLabel, Clob x) throws SQLException {
        throw Errors.notSupported("updateClob");
    }

    @Override
    public void updateArray(int columnIndex, Array x) throws SQLException {
        throw Errors.notSupported("updateArray");
    }

    @Override
    public void updateArray(String columnLabel, Array x) throws SQLException {
        throw Errors.notSupported("updateArray");
    }

    @Override
    public RowId getRowId(int columnIndex) throws SQLException {
        throw Errors.notSupported("getRowId");
    }

    @Override
    public RowId getRowId(String columnLabel) throws SQLException {
        throw Errors.notSupported("getRowId");
    }

    @Override
    public void updateRowId(int columnIndex, RowId x) throws SQLException {
        throw Errors.notSupported("updateRowId");
    }

    @Override
    public void updateRowId(String columnLabel, RowId x) throws SQLException {
        throw Errors.notSupported("updateRowId");
    }

    @Override
    public void updateNString(int columnIndex, String nString) throws SQLException {
        throw Errors.notSupported("updateNString");
    }

    @Override
    public void updateNString(String columnLabel, String nString) throws SQLException {
        throw Errors.notSupported("updateNString");
    }

    @Override
    public void updateNClob(int columnIndex, NClob nClob) throws SQLException {
        throw Errors.notSupported("updateNClob");
    }

    @Override
    public void updateNClob(String columnLabel, NClob nClob) throws SQLException {
        throw Errors.notSupported("updateNClob");
    }

    @Override
    public void updateSQLXML(int columnIndex, SQLXML xmlObject) throws SQLException {
        throw Errors.notSupported("updateSQLXML");
    }

    @Override
    public void updateSQLXML(String columnLabel, SQLXML xmlObject) throws SQLException {
        throw Errors.notSupported("updateSQLXML");
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        throw Errors.notSupported("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader, long length)
            throws SQLException {
        throw Errors.notSupported("updateNCharacterStream");
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, long length) throws SQLException {
        throw Errors.notSupported("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, long length)
            throws SQLException {
        throw Errors.notSupported("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        throw Errors.notSupported("updateCharacterStream");
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, long length)
            throws SQLException {
        throw Errors.notSupported("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, long length)
            throws SQLException {
        throw Errors.notSupported("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, long length)
            throws SQLException {
        throw Errors.notSupported("updateCharacterStream");
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream, long length)
            throws SQLException {
        throw Errors.notSupported("updateBlob");
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream, long length)
            throws SQLException {
        throw Errors.notSupported("updateBlob");
    }

    @Override
    public void updateClob(int columnIndex, Reader reader, long length) throws SQLException {
        throw Errors.notSupported("updateClob");
    }

    @Override
    public void updateClob(String columnLabel, Reader reader, long length) throws SQLException {
        throw Errors.notSupported("updateClob");
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader, long length) throws SQLException {
        throw Errors.notSupported("updateNClob");
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader, long length) throws SQLException {
        throw Errors.notSupported("updateNClob");
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x) throws SQLException {
        throw Errors.notSupported("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader) throws SQLException {
        throw Errors.notSupported("updateNCharacterStream");
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x) throws SQLException {
        throw Errors.notSupported("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x) throws SQLException {
        throw Errors.notSupported("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x) throws SQLException {
        throw Errors.notSupported("updateCharacterStream");
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x) throws SQLException {
        throw Errors.notSupported("updateAsciiStream");
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x) throws SQLException {
        throw Errors.notSupported("updateBinaryStream");
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader) throws SQLException {
        throw Errors.notSupported("updateCharacterStream");
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream) throws SQLException {
        throw Errors.notSupported("updateBlob");
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream) throws SQLException {
        throw Errors.notSupported("updateBlob");
    }

    @Override
    public void updateClob(int columnIndex, Reader reader) throws SQLException {
        throw Errors.notSupported("updateClob");
    }

    @Override
    public void updateClob(String columnLabel, Reader reader) throws SQLException {
        throw Errors.notSupported("updateClob");
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader) throws SQLException {
        throw Errors.notSupported("updateNClob");
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader) throws SQLException {
        throw Errors.notSupported("updateNClob");
    }

    @Override
    public void updateObject(int columnIndex, Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        throw Errors.notSupported("updateObject");
    }

    @Override
    public void updateObject(String columnLabel, Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        throw Errors.notSupported("updateObject");
    }

    @Override
    public void updateObject(int columnIndex, Object x, SQLType targetSqlType) throws SQLException {
        throw Errors.notSupported("updateObject");
    }

    @Override
    public void updateObject(String columnLabel, Object x, SQLType targetSqlType)
            throws SQLException {
        throw Errors.notSupported("updateObject");
    }
}
