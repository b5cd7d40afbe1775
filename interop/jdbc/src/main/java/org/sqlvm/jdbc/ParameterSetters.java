package org.sqlvm.jdbc;

import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.value.Temporals;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.TimeZone;
import java.util.UUID;

/** The setters of a prepared statement, all of which come down to five kinds of values. */
abstract class ParameterSetters extends SqlvmStatement implements PreparedStatement {
    ParameterSetters(SqlvmConnection connection, int type, int holdability) {
        super(connection, type, holdability);
    }

    /**
     * Returns the compiled statement, before its parameter {@code number} is bound.
     *
     * @param type the value's type for {@link SqlvmParameterMetaData}
     */
    abstract org.sqlvm.api.Statement binding(int number, int type) throws SQLException;

    private void bindInteger(int number, long value, int type) throws SQLException {
        binding(number, type).bindLong(number, value);
    }

    @Override
    public void setNull(int number, int sqlType) throws SQLException {
        binding(number, Types.NULL).bindNull(number);
    }

    @Override
    public void setNull(int number, int sqlType, String typeName) throws SQLException {
        setNull(number, sqlType);
    }

    @Override
    public void setLong(int number, long value) throws SQLException {
        bindInteger(number, value, Types.BIGINT);
    }

    @Override
    public void setDouble(int number, double value) throws SQLException {
        binding(number, Types.REAL).bindDouble(number, value);
    }

    @Override
    public void setString(int number, String value) throws SQLException {
        binding(number, value == null ? Types.NULL : Types.VARCHAR).bindText(number, value);
    }

    @Override
    public void setBytes(int number, byte[] value) throws SQLException {
        binding(number, value == null ? Types.NULL : Types.VARCHAR).bindBlob(number, value);
    }

    @Override
    public void setBoolean(int number, boolean value) throws SQLException {
        bindInteger(number, value ? 1 : 0, Types.INTEGER);
    }

    @Override
    public void setByte(int number, byte value) throws SQLException {
        bindInteger(number, value, Types.INTEGER);
    }

    @Override
    public void setShort(int number, short value) throws SQLException {
        bindInteger(number, value, Types.INTEGER);
    }

    @Override
    public void setInt(int number, int value) throws SQLException {
        bindInteger(number, value, Types.INTEGER);
    }

    @Override
    public void setFloat(int number, float value) throws SQLException {
        setDouble(number, value);
    }

    /**
     * Binds a text, which keeps all digits; a column with a numeric affinity converts it to a
     * number.
     */
    @Override
    public void setBigDecimal(int number, BigDecimal value) throws SQLException {
        setString(number, value == null ? null : value.toString());
    }

    private void setTime(int number, java.util.Date value, Calendar calendar) throws SQLException {
        if (value == null) {
            setNull(number, Types.TIMESTAMP);
            return;
        }
        TimeZone zone = Temporals.zone(calendar);
        Object stored = Temporals.stored(value.getTime(), zone, connection.dates());
        binding(number, typeOf(stored)).bind(number, stored);
    }

    private static int typeOf(Object stored) {
        return switch (stored) {
            case Long _ -> Types.BIGINT;
            case Double _ -> Types.REAL;
            default -> Types.VARCHAR;
        };
    }

    @Override
    public void setDate(int number, Date value) throws SQLException {
        setTime(number, value, null);
    }

    @Override
    public void setDate(int number, Date value, Calendar calendar) throws SQLException {
        setTime(number, (java.util.Date) value, calendar);
    }

    @Override
    public void setTime(int number, Time value) throws SQLException {
        setTime(number, (java.util.Date) value, null);
    }

    @Override
    public void setTime(int number, Time value, Calendar calendar) throws SQLException {
        setTime(number, (java.util.Date) value, calendar);
    }

    @Override
    public void setTimestamp(int number, Timestamp value) throws SQLException {
        setTime(number, value, null);
    }

    @Override
    public void setTimestamp(int number, Timestamp value, Calendar calendar) throws SQLException {
        setTime(number, (java.util.Date) value, calendar);
    }

    @Override
    public void setObject(int number, Object value) throws SQLException {
        switch (value) {
            case null -> setNull(number, Types.NULL);
            case String text -> setString(number, text);
            case Long integer -> setLong(number, integer);
            case Integer integer -> setInt(number, integer);
            case Short integer -> setInt(number, integer);
            case Byte integer -> setInt(number, integer);
            case Boolean truth -> setBoolean(number, truth);
            case Double real -> setDouble(number, real);
            case Float real -> setDouble(number, real);
            case BigDecimal decimal -> setBigDecimal(number, decimal);
            case BigInteger integer -> setString(number, integer.toString());
            case byte[] bytes -> setBytes(number, bytes);
            case java.util.Date date -> setTime(number, date, null);
            case Calendar calendar -> setTime(number, calendar.getTime(), calendar);
            case UUID uuid -> setString(number, uuid.toString());
            case Character letter -> setString(number, letter.toString());
            case Blob blob -> setBlob(number, blob);
            case Clob clob -> setClob(number, clob);
            case SQLXML xml -> setSQLXML(number, xml);
            case InputStream stream -> setBinaryStream(number, stream);
            case Reader reader -> setCharacterStream(number, reader);
            case Enum<?> constant -> setString(number, constant.name());
            default -> setOther(number, value);
        }
    }

    private void setOther(int number, Object value) throws SQLException {
        String temporal = Temporals.stored(value);
        if (temporal == null && !(value instanceof CharSequence) && !(value instanceof URL)) {
            throw Errors.notSupported("a parameter of " + value.getClass().getName());
        }
        setString(number, temporal == null ? value.toString() : temporal);
    }

    /** Numbers, booleans and texts are made of what they are asked to be. */
    @Override
    public void setObject(int number, Object value, int targetSqlType) throws SQLException {
        if (value == null) {
            setNull(number, targetSqlType);
            return;
        }
        try {
            switch (targetSqlType) {
                case Types.BOOLEAN, Types.BIT -> setBoolean(number, isTrue(value));
                case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                    setInteger(number, value);
                case Types.REAL, Types.FLOAT, Types.DOUBLE -> setReal(number, value);
                case Types.CHAR,
                        Types.VARCHAR,
                        Types.LONGVARCHAR,
                        Types.NCHAR,
                        Types.NVARCHAR,
                        Types.LONGNVARCHAR -> setCharacters(number, value);
                default -> setObject(number, value);
            }
        } catch (NumberFormatException e) {
            throw Errors.badValue(
                    value.toString(), JDBCType.valueOf(targetSqlType).getName(), e);
        }
    }

    private static boolean isTrue(Object value) {
        return switch (value) {
            case Boolean truth -> truth;
            case Number number -> number.doubleValue() != 0;
            default -> "true".equalsIgnoreCase(value.toString()) || "1".equals(value.toString());
        };
    }

    private void setInteger(int number, Object value) throws SQLException {
        switch (value) {
            case Boolean truth -> setBoolean(number, truth);
            case Integer integer -> setInt(number, integer);
            case Short integer -> setInt(number, integer);
            case Byte integer -> setInt(number, integer);
            case BigDecimal decimal -> setLong(number, decimal.longValue());
            case Number integer -> setLong(number, integer.longValue());
            case String text -> setLong(number, Long.parseLong(text.strip()));
            default -> setObject(number, value);
        }
    }

    private void setReal(int number, Object value) throws SQLException {
        switch (value) {
            case Boolean truth -> setDouble(number, truth ? 1 : 0);
            case Number real -> setDouble(number, real.doubleValue());
            case String text -> setDouble(number, Double.parseDouble(text.strip()));
            default -> setObject(number, value);
        }
    }

    private void setCharacters(int number, Object value) throws SQLException {
        switch (value) {
            case Number numeric -> setString(number, numeric.toString());
            case Boolean truth -> setString(number, truth.toString());
            default -> setObject(number, value);
        }
    }

    @Override
    public void setObject(int number, Object value, int targetSqlType, int scaleOrLength)
            throws SQLException {
        switch (value) {
            case InputStream stream -> setBinaryStream(number, stream, scaleOrLength);
            case Reader reader -> setCharacterStream(number, reader, scaleOrLength);
            case null, default -> setObject(number, value, targetSqlType);
        }
    }

    @Override
    public void setObject(int number, Object value, SQLType targetSqlType) throws SQLException {
        setObject(number, value, targetSqlType.getVendorTypeNumber());
    }

    @Override
    public void setObject(int number, Object value, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        setObject(number, value, targetSqlType.getVendorTypeNumber(), scaleOrLength);
    }

    // --- Streams. They are read when they are set.

    /** @param length to be read; negative for all */
    private static byte[] read(InputStream stream, long length) throws SQLException {
        try {
            byte[] bytes =
                    length < 0 ? stream.readAllBytes() : stream.readNBytes(Math.toIntExact(length));
            if (bytes.length < length) {
                throw new SQLException(
                        "the stream ends after " + bytes.length + " bytes of " + length, "22026");
            }
            return bytes;
        } catch (IOException e) {
            throw new SQLException("the stream cannot be read", "58030", e);
        }
    }

    private static String read(Reader reader, long length) throws SQLException {
        try {
            StringWriter text = new StringWriter();
            if (length < 0) {
                reader.transferTo(text);
                return text.toString();
            }
            char[] chars = new char[Math.toIntExact(length)];
            int count = 0;
            while (count < chars.length) {
                int read = reader.read(chars, count, chars.length - count);
                if (read < 0) {
                    throw new SQLException(
                            "the stream ends after " + count + " characters of " + length, "22026");
                }
                count += read;
            }
            return new String(chars);
        } catch (IOException e) {
            throw new SQLException("the stream cannot be read", "58030", e);
        }
    }

    @Override
    public void setBinaryStream(int number, InputStream value, long length) throws SQLException {
        setBytes(number, value == null ? null : read(value, length));
    }

    @Override
    public void setBinaryStream(int number, InputStream value, int length) throws SQLException {
        setBinaryStream(number, value, (long) length);
    }

    @Override
    public void setBinaryStream(int number, InputStream value) throws SQLException {
        setBinaryStream(number, value, -1L);
    }

    @Override
    public void setAsciiStream(int number, InputStream value, long length) throws SQLException {
        setString(
                number,
                value == null ? null : new String(read(value, length), StandardCharsets.US_ASCII));
    }

    @Override
    public void setAsciiStream(int number, InputStream value, int length) throws SQLException {
        setAsciiStream(number, value, (long) length);
    }

    @Override
    public void setAsciiStream(int number, InputStream value) throws SQLException {
        setAsciiStream(number, value, -1L);
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int number, InputStream value, int length) throws SQLException {
        setString(
                number,
                value == null ? null : new String(read(value, length), StandardCharsets.UTF_8));
    }

    @Override
    public void setCharacterStream(int number, Reader value, long length) throws SQLException {
        setString(number, value == null ? null : read(value, length));
    }

    @Override
    public void setCharacterStream(int number, Reader value, int length) throws SQLException {
        setCharacterStream(number, value, (long) length);
    }

    @Override
    public void setCharacterStream(int number, Reader value) throws SQLException {
        setCharacterStream(number, value, -1L);
    }

    @Override
    public void setNCharacterStream(int number, Reader value, long length) throws SQLException {
        setCharacterStream(number, value, length);
    }

    @Override
    public void setNCharacterStream(int number, Reader value) throws SQLException {
        setCharacterStream(number, value, -1L);
    }

    @Override
    public void setNString(int number, String value) throws SQLException {
        setString(number, value);
    }

    @Override
    public void setBlob(int number, Blob value) throws SQLException {
        setBytes(number, value == null ? null : value.getBytes(1, (int) value.length()));
    }

    @Override
    public void setBlob(int number, InputStream value, long length) throws SQLException {
        setBinaryStream(number, value, length);
    }

    @Override
    public void setBlob(int number, InputStream value) throws SQLException {
        setBinaryStream(number, value, -1L);
    }

    @Override
    public void setClob(int number, Clob value) throws SQLException {
        setString(number, value == null ? null : value.getSubString(1, (int) value.length()));
    }

    @Override
    public void setClob(int number, Reader value, long length) throws SQLException {
        setCharacterStream(number, value, length);
    }

    @Override
    public void setClob(int number, Reader value) throws SQLException {
        setCharacterStream(number, value, -1L);
    }

    @Override
    public void setNClob(int number, NClob value) throws SQLException {
        setClob(number, value);
    }

    @Override
    public void setNClob(int number, Reader value, long length) throws SQLException {
        setCharacterStream(number, value, length);
    }

    @Override
    public void setNClob(int number, Reader value) throws SQLException {
        setCharacterStream(number, value, -1L);
    }

    @Override
    public void setSQLXML(int number, SQLXML value) throws SQLException {
        setString(number, value == null ? null : value.getString());
    }

    @Override
    public void setURL(int number, URL value) throws SQLException {
        setString(number, value == null ? null : value.toString());
    }

    @Override
    public void setRef(int number, Ref value) throws SQLException {
        throw Errors.notSupported("setRef");
    }

    @Override
    public void setArray(int number, Array value) throws SQLException {
        throw Errors.notSupported("setArray");
    }

    @Override
    public void setRowId(int number, RowId value) throws SQLException {
        throw Errors.notSupported("setRowId");
    }
}
