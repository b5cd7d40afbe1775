package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;

/** JDBC's escapes in braces. */
class EscapesTest {
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
        statement = connection.createStatement();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private String value(String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertTrue(rows.next(), sql);
            return rows.getString(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        SELECT {fn UCASE('é{a}')}                          | é{A}
        SELECT {fn upper({fn concat('a', 'b')})}           | AB
        SELECT {fn LOCATE('c', 'abc')}                     | 3
        SELECT {fn LOCATE(',', {fn RIGHT('a,bc', 3)})}     | 1
        SELECT {fn concat({fn LEFT('abc', 2)}, {fn RIGHT('abc', 0)})} | ab
        SELECT {fn CHAR_LENGTH('äöü')}                     | 3
        SELECT {fn ASCII('A')}                             | 65
        SELECT {fn LOG(1)} + {fn MOD(7, 4)}                | 3.0
        SELECT {fn CURDATE()} = CURRENT_DATE               | 1
        SELECT {fn NOW()} IS NULL                          | 0
        SELECT 'a_b' LIKE 'a!_b' {escape '!'}              | 1
        SELECT 'axb' LIKE 'a!_b' {escape '!'}              | 0
        SELECT count(*) FROM {oj (SELECT 1 a) x LEFT OUTER JOIN (SELECT 2 b) y ON a = b} | 1
        SELECT value FROM generate_series(1, 9) {limit 1 offset 4}       | 5
        SELECT '{d ''x''}' AS "{fn a}", 1 /* {d */ -- {t   | {d 'x'}
        """)
    void aQuery(String sql, String expected) throws SQLException {
        assertEquals(expected, value(sql));
    }

    /** As setDate and its kind store them, however the connection says. */
    @ParameterizedTest
    @ValueSource(strings = {"INTEGER", "TEXT", "REAL"})
    void datesAndTimes(String dateClass) throws SQLException {
        String url = "jdbc:sqlvm::memory:?date_class=" + dateClass;
        try (Connection other = DriverManager.getConnection(url);
                PreparedStatement query = other.prepareStatement("SELECT {d '2026-11-22'} = ?,"
                        + " {t '10:20:30'} = ?, {ts '2026-11-22 10:20:30.5'} = ?,"
                        + " {d '2026-11-22'}, {ts '2026-11-22 10:20:30.5'},"
                        + " 5-{d '1950-01-01'} = 5")) {
            query.setDate(1, Date.valueOf("2026-11-22"));
            query.setTime(2, Time.valueOf("10:20:30"));
            query.setTimestamp(3, Timestamp.valueOf("2026-11-22 10:20:30.5"));
            try (ResultSet rows = query.executeQuery()) {
                assertTrue(rows.next());
                assertTrue(rows.getBoolean(1));
                assertTrue(rows.getBoolean(2));
                assertTrue(rows.getBoolean(3));
                assertEquals(Date.valueOf("2026-11-22"), rows.getDate(4));
                assertEquals(Timestamp.valueOf("2026-11-22 10:20:30.5"), rows.getTimestamp(5));
                assertFalse(rows.getBoolean(6));
            }
        }
    }

    @Test
    void whatIsNoEscape() {
        for (String sql : new String[] {
            "SELECT {x 1}",
            "SELECT {}",
            "SELECT {fn abs(1)",
            "SELECT {fn LEFT('a')}",
            "SELECT {d 1}"
        }) {
            assertThrows(SQLSyntaxErrorException.class, () -> statement.execute(sql), sql);
        }
        assertThrows(SQLDataException.class, () -> statement.execute("SELECT {d '2026'}"));
        for (String sql : new String[] {"{call f()}", "{? = call f()}", "{ CALL f() }"}) {
            assertThrows(SQLFeatureNotSupportedException.class, () -> statement.execute(sql), sql);
            assertThrows(
                    SQLFeatureNotSupportedException.class,
                    () -> connection.prepareStatement(sql),
                    sql);
        }
    }

    @Test
    void processingCanBeTurnedOff() throws SQLException {
        assertEquals("SELECT upper('a')", connection.nativeSQL("SELECT {fn UCASE('a')}"));
        statement.setEscapeProcessing(false);
        assertThrows(
                SQLSyntaxErrorException.class, () -> statement.execute("SELECT {fn UCASE('a')}"));
        statement.setEscapeProcessing(true);
        assertEquals("A", value("SELECT {fn UCASE('a')}"));
    }

    @Test
    void changesAndBatches() throws SQLException {
        assertEquals(0, statement.executeUpdate("CREATE TABLE t(a)"));
        statement.addBatch("INSERT INTO t VALUES ({fn UCASE('a')})");
        statement.addBatch("INSERT INTO t VALUES ({fn LCASE('B')})");
        assertEquals(2, statement.executeBatch().length);
        assertEquals("Ab", value("SELECT group_concat(a, '') FROM t"));
        assertFalse(statement.execute("DELETE FROM t WHERE a = {fn UCASE('A')}"));
        assertEquals(1, statement.getUpdateCount());
    }
}
