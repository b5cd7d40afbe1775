package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;

/** Result sets of the type TYPE_SCROLL_INSENSITIVE. */
class ScrollableResultSetTest {
    private static final int SCROLL = ResultSet.TYPE_SCROLL_INSENSITIVE;
    private static final int READ = ResultSet.CONCUR_READ_ONLY;

    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
        statement = connection.createStatement(SCROLL, READ);
        statement.executeUpdate("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)");
        statement.executeUpdate(
                "INSERT INTO t SELECT value, 'b' || value FROM generate_series(1, 5)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static void assertAt(long expected, ResultSet rows) throws SQLException {
        assertEquals(expected, rows.getLong("a"));
        assertEquals("b" + expected, rows.getString(2));
        assertEquals(expected, rows.getRow());
        assertEquals(expected == 1, rows.isFirst());
        assertEquals(expected == 5, rows.isLast());
        assertFalse(rows.isBeforeFirst() || rows.isAfterLast());
    }

    private static void assertBefore(ResultSet rows) throws SQLException {
        assertTrue(rows.isBeforeFirst());
        assertFalse(rows.isAfterLast() || rows.isFirst() || rows.isLast());
        assertEquals(0, rows.getRow());
        assertThrows(SQLException.class, () -> rows.getLong(1));
    }

    private static void assertBehind(ResultSet rows) throws SQLException {
        assertTrue(rows.isAfterLast());
        assertFalse(rows.isBeforeFirst() || rows.isFirst() || rows.isLast());
        assertEquals(0, rows.getRow());
        assertThrows(SQLException.class, () -> rows.getLong(1));
    }

    @Test
    void goesAnywhere() throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM t ORDER BY a")) {
            assertEquals(SCROLL, rows.getType());
            assertBefore(rows);
            assertTrue(rows.next());
            assertAt(1, rows);
            assertTrue(rows.last());
            assertAt(5, rows);
            assertFalse(rows.next());
            assertBehind(rows);
            assertFalse(rows.next());
            assertBehind(rows);
            assertTrue(rows.previous());
            assertAt(5, rows);
            assertTrue(rows.absolute(2));
            assertAt(2, rows);
            assertTrue(rows.absolute(-2));
            assertAt(4, rows);
            assertTrue(rows.relative(-3));
            assertAt(1, rows);
            assertTrue(rows.relative(0));
            assertAt(1, rows);
            assertFalse(rows.relative(Integer.MIN_VALUE));
            assertBefore(rows);
            assertFalse(rows.previous());
            assertBefore(rows);
            assertTrue(rows.relative(1));
            assertAt(1, rows);
            assertFalse(rows.relative(Integer.MAX_VALUE));
            assertBehind(rows);
            assertTrue(rows.first());
            assertAt(1, rows);
            assertFalse(rows.absolute(0));
            assertBefore(rows);
            assertFalse(rows.absolute(6));
            assertBehind(rows);
            assertFalse(rows.absolute(-6));
            assertBefore(rows);
            rows.afterLast();
            assertBehind(rows);
            rows.beforeFirst();
            assertBefore(rows);
        }
    }

    @Test
    void aResultWithoutRows() throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM t WHERE a > 5")) {
            assertFalse(rows.first() || rows.last() || rows.next() || rows.previous());
            assertFalse(rows.absolute(1) || rows.absolute(-1) || rows.relative(1));
            rows.afterLast();
            assertFalse(rows.isBeforeFirst() || rows.isAfterLast());
            assertFalse(rows.isFirst() || rows.isLast());
            assertEquals(0, rows.getRow());
        }
    }

    @Test
    void showsNoLaterChange() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT * FROM t WHERE a >= ? ORDER BY a", SCROLL, READ)) {
            query.setInt(1, 1);
            query.setMaxRows(5);
            try (ResultSet rows = query.executeQuery()) {
                statement.executeUpdate("UPDATE t SET b = 'x'");
                statement.executeUpdate("DELETE FROM t WHERE a > 3");
                // The result holds nothing of the database.
                statement.executeUpdate("DROP TABLE t");
                for (int i = 5; i > 0; i--) {
                    assertTrue(rows.absolute(i));
                    assertAt(i, rows);
                }
            }
        }
    }

    @Test
    void rowsAreLimited() throws SQLException {
        statement.setMaxRows(2);
        try (ResultSet rows = statement.executeQuery("SELECT * FROM t ORDER BY a")) {
            assertTrue(rows.last());
            assertEquals(2, rows.getRow());
            assertFalse(rows.next());
        }
    }

    @Test
    void theDirectionIsAHint() throws SQLException {
        statement.setFetchDirection(ResultSet.FETCH_REVERSE);
        assertEquals(ResultSet.FETCH_REVERSE, statement.getFetchDirection());
        assertThrows(SQLException.class, () -> statement.setFetchDirection(0));
        try (ResultSet rows = statement.executeQuery("SELECT * FROM t")) {
            rows.setFetchDirection(ResultSet.FETCH_UNKNOWN);
            assertEquals(ResultSet.FETCH_UNKNOWN, rows.getFetchDirection());
            assertThrows(SQLException.class, () -> rows.setFetchDirection(0));
            assertTrue(rows.next());
        }
    }

    @Test
    void afterClosingNothingMoves() throws SQLException {
        ResultSet rows = statement.executeQuery("SELECT * FROM t");
        rows.close();
        assertThrows(SQLException.class, rows::first);
        assertThrows(SQLException.class, rows::isLast);
        assertThrows(SQLException.class, () -> rows.absolute(1));
    }

    @Test
    void anErrorInTheMidstIsAnErrorOfTheStatement() throws SQLException {
        assertThrows(
                SQLException.class,
                () -> statement.executeQuery("SELECT abs(-9223372036854775808 + (a > 3)) FROM t"));
        assertEquals(1, statement.executeUpdate("DELETE FROM t WHERE a = 1"));
    }

    @Test
    void metadataSaysWhatThereIs() throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        assertTrue(data.supportsResultSetType(SCROLL));
        assertTrue(data.supportsResultSetConcurrency(SCROLL, READ));
        assertFalse(data.supportsResultSetConcurrency(SCROLL, ResultSet.CONCUR_UPDATABLE));
        assertFalse(data.supportsResultSetType(ResultSet.TYPE_SCROLL_SENSITIVE));
        assertFalse(data.ownUpdatesAreVisible(SCROLL));
        assertThrows(
                SQLFeatureNotSupportedException.class,
                () -> connection.createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, READ));
        assertThrows(
                SQLFeatureNotSupportedException.class,
                () -> connection.createStatement(SCROLL, ResultSet.CONCUR_UPDATABLE));
        assertEquals(SCROLL, statement.getResultSetType());
    }
}
