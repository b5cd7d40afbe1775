package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.TimeZone;
import java.util.UUID;

/**
 * Tests the features of result sets that sqlite-jdbc does not have: java.time, large objects,
 * ranges.
 */
class ResultSetTest {
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** A result that stands on its only row. */
    private ResultSet row(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.closeOnCompletion();
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        return rows;
    }

    private void roundTrip(Object value, Class<?> type, String stored) throws SQLException {
        try (ResultSet rows = row("SELECT ?", value)) {
            assertEquals(stored, rows.getString(1));
            assertEquals(value, rows.getObject(1, type));
        }
    }

    @Test
    void javaTime() throws SQLException {
        LocalDateTime moment = LocalDateTime.of(2026, 11, 21, 20, 15, 30);
        roundTrip(LocalDate.of(2026, 11, 21), LocalDate.class, "2026-11-21");
        roundTrip(LocalTime.of(20, 15), LocalTime.class, "20:15:00");
        roundTrip(moment, LocalDateTime.class, "2026-11-21 20:15:30");
        roundTrip(moment.withNano(120_000_000), LocalDateTime.class, "2026-11-21 20:15:30.12");
        OffsetDateTime offset = moment.atOffset(ZoneOffset.ofHours(2));
        roundTrip(offset, OffsetDateTime.class, "2026-11-21 20:15:30+02:00");
        roundTrip(offset.toInstant(), Instant.class, "2026-11-21 18:15:30Z");
    }

    @Test
    void javaTimeOfOtherForms() throws SQLException {
        LocalDateTime moment = LocalDateTime.of(2026, 11, 21, 20, 15, 30);
        long millis = moment.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli();
        try (ResultSet rows = row(
                "SELECT ?, '2026-11-21T20:15:30', '2026-11-21 20:15', '2026-11-21',"
                        + " 2461000.5, NULL, 'noon', CURRENT_TIMESTAMP",
                millis)) {
            assertEquals(moment, rows.getObject(1, LocalDateTime.class));
            assertEquals(moment.toLocalDate(), rows.getObject(1, LocalDate.class));
            assertEquals(moment, rows.getObject(2, LocalDateTime.class));
            assertEquals(moment.withSecond(0), rows.getObject(3, LocalDateTime.class));
            assertEquals(
                    moment.toLocalDate().atStartOfDay(), rows.getObject(4, LocalDateTime.class));
            assertEquals(Timestamp.valueOf(moment), rows.getTimestamp(2));
            assertEquals(Instant.parse("2025-11-21T00:00:00Z"), rows.getObject(5, Instant.class));
            assertNull(rows.getObject(6, LocalDate.class));
            assertNull(rows.getObject(6, Integer.class));
            assertNull(rows.getTime(6));
            assertThrows(SQLDataException.class, () -> rows.getObject(7, LocalDate.class));
            assertThrows(SQLDataException.class, () -> rows.getTimestamp(7));
            assertTrue(rows.getTimestamp(8).after(Timestamp.valueOf("2026-01-01 00:00:00")));
        }
    }

    @Test
    void calendarsHaveZones() throws SQLException {
        Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
        try (ResultSet rows = row("SELECT '2026-11-21 20:15:30'")) {
            assertEquals(
                    Instant.parse("2026-11-21T20:15:30Z"),
                    rows.getTimestamp(1, utc).toInstant());
        }
    }

    @Test
    void otherClasses() throws SQLException {
        UUID uuid = UUID.randomUUID();
        byte[] bytes = ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        try (ResultSet rows = row("SELECT ?, ?, ?, 'x'", uuid, bytes, new BigInteger("12"))) {
            assertEquals(uuid, rows.getObject(1, UUID.class));
            assertEquals(uuid, rows.getObject(2, UUID.class));
            assertEquals(BigInteger.valueOf(12), rows.getObject(3, BigInteger.class));
            assertEquals(12L, rows.getObject(3, Long.class));
            assertEquals((short) 12, rows.getObject(3, Short.class));
            assertThrows(SQLDataException.class, () -> rows.getObject(4, UUID.class));
            assertThrows(SQLDataException.class, () -> rows.getBigDecimal(4));
            assertThrows(
                    SQLFeatureNotSupportedException.class, () -> rows.getObject(4, Thread.class));
        }
    }

    @Test
    void rangesAreChecked() throws SQLException {
        try (ResultSet rows = row("SELECT 5000000000, 40000, 200, 1e300")) {
            assertThrows(SQLDataException.class, () -> rows.getInt(1));
            assertThrows(SQLDataException.class, () -> rows.getShort(2));
            assertThrows(SQLDataException.class, () -> rows.getByte(3));
            assertEquals(40000, rows.getInt(2));
            assertEquals(Float.POSITIVE_INFINITY, rows.getFloat(4));
        }
    }

    @Test
    void booleans() throws SQLException {
        try (ResultSet rows = row("SELECT 1, 0, 'true', 'FALSE', 0.5, NULL, '2'")) {
            assertTrue(rows.getBoolean(1));
            assertFalse(rows.getBoolean(2));
            assertTrue(rows.getBoolean(3));
            assertFalse(rows.getBoolean(4));
            assertTrue(rows.getBoolean(5));
            assertFalse(rows.getBoolean(6));
            assertTrue(rows.wasNull());
            assertTrue(rows.getBoolean(7));
        }
    }

    @Test
    void largeObjects() throws SQLException, IOException {
        Blob blob = connection.createBlob();
        assertEquals(3, blob.setBytes(1, new byte[] {1, 2, 3}));
        try (var stream = blob.setBinaryStream(3)) {
            stream.write(new byte[] {9, 8});
        }
        Clob clob = connection.createClob();
        clob.setString(1, "grün");
        SQLXML xml = connection.createSQLXML();
        xml.setString("<a/>");
        try (ResultSet rows = row("SELECT ?, ?, ?", blob, clob, xml)) {
            assertArrayEquals(new byte[] {1, 2, 9, 8}, rows.getBytes(1));
            Blob read = rows.getBlob(1);
            assertEquals(4, read.length());
            assertArrayEquals(new byte[] {2, 9}, read.getBytes(2, 2));
            assertEquals(3, read.position(new byte[] {9, 8}, 1));
            assertArrayEquals(new byte[] {1, 2, 9, 8}, rows.getBinaryStream(1).readAllBytes());
            assertEquals("rün", rows.getClob(2).getSubString(2, 10));
            assertEquals(2, rows.getClob(2).position("r", 1));
            assertEquals("<a/>", rows.getSQLXML(3).getString());
            assertEquals('g', rows.getCharacterStream(2).read());
            read.free();
            assertThrows(SQLException.class, read::length);
        }
    }

    @Test
    void streamsIn() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?, ?, ?")) {
            statement.setBinaryStream(1, new ByteArrayInputStream(new byte[] {1, 2, 3}), 2);
            statement.setCharacterStream(2, new StringReader("text"));
            statement.setAsciiStream(3, new ByteArrayInputStream(new byte[] {'a'}));
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertArrayEquals(new byte[] {1, 2}, rows.getBytes(1));
            assertEquals("text", rows.getString(2));
            assertEquals("a", rows.getString(3));
            assertThrows(
                    SQLException.class,
                    () -> statement.setCharacterStream(2, new StringReader("x"), 5));
        }
    }

    @Test
    void setObjectConverts() throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT typeof(?), typeof(?), typeof(?), typeof(?)")) {
            statement.setObject(1, "12", Types.INTEGER);
            statement.setObject(2, 5, Types.VARCHAR);
            statement.setObject(3, "1.5", Types.DOUBLE);
            statement.setObject(4, "true", Types.BOOLEAN);
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals("integer", rows.getString(1));
            assertEquals("text", rows.getString(2));
            assertEquals("real", rows.getString(3));
            assertEquals("integer", rows.getString(4));
            assertThrows(SQLException.class, () -> statement.setObject(1, "twelve", Types.INTEGER));
            assertThrows(SQLException.class, () -> statement.setObject(1, new Object()));
        }
    }

    @Test
    void placesInTheResult() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("VALUES (1), (2)");
            assertTrue(rows.isBeforeFirst());
            assertEquals(0, rows.getRow());
            assertTrue(rows.next());
            assertFalse(rows.isBeforeFirst());
            assertTrue(rows.next());
            assertEquals(2, rows.getRow());
            assertFalse(rows.next());
            assertTrue(rows.isAfterLast());
            assertFalse(rows.isClosed());
            assertThrows(SQLException.class, () -> rows.getInt(1));
            assertThrows(SQLException.class, rows::previous);
            rows.close();
            assertFalse(rows.next());
            ResultSet none = statement.executeQuery("SELECT 1 WHERE 0");
            assertFalse(none.isBeforeFirst());
            assertFalse(none.next());
            assertFalse(none.isAfterLast());
        }
    }

    @Test
    void resultSetsAreForReading() throws SQLException {
        try (ResultSet rows = row("SELECT 1 AS a")) {
            assertThrows(SQLFeatureNotSupportedException.class, () -> rows.updateInt(1, 2));
            assertThrows(SQLFeatureNotSupportedException.class, () -> rows.updateInt("a", 2));
            assertThrows(SQLFeatureNotSupportedException.class, rows::deleteRow);
            assertEquals(ResultSet.CONCUR_READ_ONLY, rows.getConcurrency());
            assertEquals(ResultSet.TYPE_FORWARD_ONLY, rows.getType());
        }
    }
}
