package org.sqlvm.jdbc;

import org.sqlvm.api.Rows;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.DateSettings;
import org.sqlvm.jdbc.value.Temporals;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.nio.ByteBuffer;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The conversions of {@code getObject(column, type)}, by the requested type. */
final class Conversions {
    private interface Getter {
        Object get(SqlvmResultSet rows, int column) throws SQLException;
    }

    /**
     * The getters by result type. Each returns null for NULL, except those of numbers, which
     * {@link #get} handles.
     */
    private static final Map<Class<?>, Getter> GETTERS = Map.ofEntries(
            Map.entry(Object.class, SqlvmResultSet::getObject),
            Map.entry(String.class, SqlvmResultSet::getString),
            Map.entry(Boolean.class, SqlvmResultSet::getBoolean),
            Map.entry(Byte.class, SqlvmResultSet::getByte),
            Map.entry(Short.class, SqlvmResultSet::getShort),
            Map.entry(Integer.class, SqlvmResultSet::getInt),
            Map.entry(Long.class, SqlvmResultSet::getLong),
            Map.entry(Float.class, SqlvmResultSet::getFloat),
            Map.entry(Double.class, SqlvmResultSet::getDouble),
            Map.entry(BigDecimal.class, (rows, column) -> rows.getBigDecimal(column)),
            Map.entry(BigInteger.class, Conversions::bigInteger),
            Map.entry(byte[].class, SqlvmResultSet::getBytes),
            Map.entry(UUID.class, Conversions::uuid),
            Map.entry(Date.class, (rows, column) -> rows.getDate(column)),
            Map.entry(Time.class, (rows, column) -> rows.getTime(column)),
            Map.entry(Timestamp.class, (rows, column) -> rows.getTimestamp(column)),
            Map.entry(java.util.Date.class, (rows, column) -> rows.getTimestamp(column)),
            Map.entry(Calendar.class, Conversions::calendar),
            Map.entry(Blob.class, SqlvmResultSet::getBlob),
            Map.entry(Clob.class, SqlvmResultSet::getClob),
            Map.entry(NClob.class, SqlvmResultSet::getNClob),
            Map.entry(SQLXML.class, SqlvmResultSet::getSQLXML),
            Map.entry(URL.class, SqlvmResultSet::getURL),
            Map.entry(InputStream.class, SqlvmResultSet::getBinaryStream),
            Map.entry(Reader.class, SqlvmResultSet::getCharacterStream));

    private static final Set<Class<?>> NUMBERS =
            Set.of(Byte.class, Short.class, Integer.class, Long.class, Float.class, Double.class);

    private Conversions() {}

    static Object get(SqlvmResultSet rows, int column, Class<?> type, DateSettings dates)
            throws SQLException {
        if (Temporals.isTemporal(type)) {
            return Temporals.get(rows.rows(), column - 1, type, dates);
        }
        Getter getter = GETTERS.get(type);
        if (getter == null) {
            throw Errors.notSupported("getObject as " + type.getName());
        }
        if (rows.rows().isNull(column - 1)) {
            return null;
        }
        if (NUMBERS.contains(type)) {
            checkNumber(rows, column, type);
        }
        return getter.get(rows, column);
    }

    /** A text that is no number is an error here, though getInt and its kind take it for 0. */
    private static void checkNumber(SqlvmResultSet rows, int column, Class<?> type)
            throws SQLException {
        Rows.Type stored = rows.rows().type(column - 1);
        if (stored == Rows.Type.INTEGER || stored == Rows.Type.REAL) {
            return;
        }
        String text = rows.getString(column);
        try {
            new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw Errors.badValue(text, type.getSimpleName(), e);
        }
    }

    private static BigInteger bigInteger(SqlvmResultSet rows, int column) throws SQLException {
        try {
            return rows.getBigDecimal(column).toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw Errors.badValue(rows.getString(column), "BigInteger", e);
        }
    }

    /** Reads a UUID from a BLOB of 16 bytes, or from text. */
    private static UUID uuid(SqlvmResultSet rows, int column) throws SQLException {
        if (rows.getObject(column) instanceof byte[] bytes && bytes.length == 16) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        String text = rows.getString(column);
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw Errors.badValue(text, "UUID", e);
        }
    }

    private static Calendar calendar(SqlvmResultSet rows, int column) throws SQLException {
        Calendar calendar = Calendar.getInstance();
        calendar.setTime(rows.getTimestamp(column));
        return calendar;
    }
}
