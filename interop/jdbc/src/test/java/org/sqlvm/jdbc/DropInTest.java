package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Tests the misuse that sqlite-jdbc ignores, and {@code compatibility=strict} does not. */
@Tag("native")
class DropInTest {
    private static final String OURS = "jdbc:sqlvm::memory:";
    private static final String THEIRS = "jdbc:sqlite::memory:";

    private static Connection strict() throws SQLException {
        return DriverManager.getConnection(OURS + "?compatibility=strict");
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void aParameterWithoutAValueIsNull(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement query = connection.prepareStatement("SELECT ?, ? IS NULL")) {
            query.setInt(1, 1);
            ResultSet rows = query.executeQuery();
            assertTrue(rows.next());
            assertEquals(1, rows.getInt(1));
            assertTrue(rows.getBoolean(2));
            rows.close();
            query.clearParameters();
            rows = query.executeQuery();
            assertTrue(rows.next());
            assertNull(rows.getObject(1));
        }
    }

    @Test
    void strictlyAParameterMustHaveAValue() throws SQLException {
        try (Connection connection = strict();
                PreparedStatement query = connection.prepareStatement("SELECT ?, ?")) {
            query.setInt(1, 1);
            SQLException error = assertThrows(SQLException.class, query::executeQuery);
            assertEquals("07002", error.getSQLState());
            query.setInt(2, 2);
            query.executeQuery().close();
            query.clearParameters();
            assertThrows(SQLException.class, query::executeQuery);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void aGetterBeforeTheFirstRowReadsIt(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("VALUES (7, NULL, 'x'), (8, 1, 'y')");
            assertEquals(7, rows.getInt(1));
            assertNull(rows.getObject(2));
            assertTrue(rows.wasNull());
            assertEquals("x", rows.getString("column3"));
            assertEquals(0, rows.getRow());
            assertTrue(rows.next());
            assertEquals(7, rows.getInt(1));
            assertEquals(1, rows.getRow());
            assertTrue(rows.next());
            assertEquals(8, rows.getInt(1));
            assertFalse(rows.next());
            ResultSet blob = statement.executeQuery("SELECT x'01', 1.5, 3");
            assertEquals(1, blob.getBytes(1).length);
            assertEquals(1.5, blob.getDouble(2));
            assertEquals(3, blob.getObject(3));
            statement.executeUpdate("CREATE TABLE t(id INTEGER PRIMARY KEY)");
            statement.executeUpdate("INSERT INTO t VALUES (5)");
            assertEquals(5, statement.getGeneratedKeys().getInt(1));
            ResultSet tables = connection.getMetaData().getTables(null, null, "t", null);
            assertEquals("t", tables.getString("TABLE_NAME"));
            ResultSet none = statement.executeQuery("SELECT 1 WHERE 0");
            assertFalse(none.next());
        }
    }

    @Test
    void strictlyAGetterNeedsARow() throws SQLException {
        try (Connection connection = strict();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 7, x'01'")) {
            assertThrows(SQLException.class, () -> rows.getInt(1));
            assertThrows(SQLException.class, () -> rows.getBytes(2));
            assertThrows(SQLException.class, () -> rows.getObject(1));
            assertTrue(rows.next());
            assertEquals(7, rows.getInt(1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void aSavepointEndsAutocommit(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE t(x)");
            Savepoint outer = connection.setSavepoint();
            assertFalse(connection.getAutoCommit());
            statement.executeUpdate("INSERT INTO t VALUES (1)");
            Savepoint inner = connection.setSavepoint("inner");
            statement.executeUpdate("INSERT INTO t VALUES (2)");
            connection.rollback(inner);
            connection.releaseSavepoint(outer);
            assertEquals("1", all(statement, "SELECT x FROM t"));
        }
    }

    @Test
    void strictlyASavepointNeedsATransaction() throws SQLException {
        try (Connection connection = strict()) {
            assertThrows(SQLException.class, connection::setSavepoint);
            assertThrows(SQLException.class, () -> connection.setSavepoint("a"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void anUpdateThatIsAQueryChangesNothing(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE t(x)");
            statement.executeUpdate("INSERT INTO t VALUES (1), (2)");
            assertEquals(0, statement.executeUpdate("SELECT * FROM t"));
            assertEquals(1, statement.executeUpdate("DELETE FROM t WHERE x = 1"));
        }
    }

    @Test
    void strictlyAnUpdateIsNoQuery() throws SQLException {
        try (Connection connection = strict();
                Statement statement = connection.createStatement()) {
            assertThrows(SQLException.class, () -> statement.executeUpdate("SELECT 1"));
        }
    }

    private static String all(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return all(rows, 1);
        }
    }

    private static String all(ResultSet rows, int... columns) throws SQLException {
        List<String> seen = new ArrayList<>();
        while (rows.next()) {
            for (int column : columns) {
                seen.add(rows.getString(column));
            }
        }
        return String.join(" ", seen);
    }

    private static final String TYPES = "CREATE TABLE t(a, b INT, c BIGINT, d BOOLEAN, e TEXT,"
            + " f VARCHAR(3), g BLOB, h REAL, i DOUBLE PRECISION, j NUMERIC(10, 2), k DECIMAL,"
            + " l DATE, m TIME, n DATETIME, o TIMESTAMP, p JSON, q BINARY(16), r NUMBER, s ANY)";

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void typesOfATablesColumns(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(TYPES);
            assertEquals(
                    "12 4 4 4 12 12 12 6 6 6 6 12 12 12 12 12 12 6 12",
                    all(connection.getMetaData().getColumns(null, null, "t", null), 5));
        }
    }

    @Test
    void strictlyATypeIsThatOfItsName() throws SQLException {
        try (Connection connection = strict();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(TYPES);
            assertEquals(
                    "2004 4 -5 16 12 12 2004 7 8 2 3 91 92 93 93 2 -2 2 2",
                    all(connection.getMetaData().getColumns(null, null, "t", null), 5));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void onlyAutoincrementIsAutomatic(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE plain(id INTEGER PRIMARY KEY, x)");
            statement.executeUpdate(
                    "CREATE TABLE auto(x DEFAULT 'autoincrement', id INTEGER PRIMARY KEY"
                            + " /* , */ AUTOINCREMENT)");
            statement.executeUpdate(
                    "CREATE TABLE late(x, id INTEGER, PRIMARY KEY (id AUTOINCREMENT))");
            String[] tables = {"plain", "auto", "late"};
            String[] expected = {"NO NO", "NO YES", "NO YES"};
            for (int i = 0; i < tables.length; i++) {
                assertEquals(
                        expected[i],
                        all(connection.getMetaData().getColumns(null, null, tables[i], null), 23));
                ResultSetMetaData columns =
                        statement.executeQuery("SELECT * FROM " + tables[i]).getMetaData();
                assertFalse(columns.isAutoIncrement(1));
                assertEquals(i > 0, columns.isAutoIncrement(2));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    @SuppressWarnings("try") // Closing is what is tested.
    void whatIsClosed(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT 1");
            rows.close();
            assertFalse(rows.next());
            assertThrows(SQLException.class, () -> rows.getInt(1));
            statement.close();
            assertTrue(statement.isClosed());
            assertEquals("2", all(statement, "SELECT 2"));
            PreparedStatement query = connection.prepareStatement("SELECT 1");
            query.close();
            assertThrows(SQLException.class, query::executeQuery);
            connection.close();
            assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 2"));
        }
    }

    @Test
    void strictlyWhatIsClosedIsClosed() throws SQLException {
        try (Connection connection = strict()) {
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT 1");
            rows.close();
            assertThrows(SQLException.class, rows::next);
            statement.close();
            assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 2"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void propertiesWinOverTheUrl(String url, @TempDir Path folder) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("journal_mode", "TRUNCATE");
        String file = url.replace(":memory:", folder.resolve("a.db").toString());
        try (Connection connection =
                        DriverManager.getConnection(file + "?journal_mode=WAL", properties);
                Statement statement = connection.createStatement()) {
            assertEquals("truncate", all(statement, "PRAGMA journal_mode"));
        }
    }

    @Test
    void strictlyTheUrlWins(@TempDir Path folder) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("journal_mode", "TRUNCATE");
        String file = "jdbc:sqlvm:" + folder.resolve("a.db");
        try (Connection connection = DriverManager.getConnection(
                        file + "?journal_mode=WAL&compatibility=strict", properties);
                Statement statement = connection.createStatement()) {
            assertEquals("wal", all(statement, "PRAGMA journal_mode"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void metadataHasAStatement(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            ResultSet tables = connection.getMetaData().getTables(null, null, null, null);
            Statement statement = tables.getStatement();
            assertFalse(statement.isClosed());
            tables.close();
            assertTrue(statement.isClosed());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void figuresOfTypes(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(TYPES);
            assertEquals(
                    "2000000000 10 10 2000000000 2000000000 0 10 2000000000 2000000000 0 10"
                            + " 2000000000 2000000000 0 10 2000000000 2000000000 0 10 2000000000"
                            + " 3 0 10 2000000000 2000000000 0 10 2000000000 2000000000 10 10"
                            + " 2000000000 2000000000 10 10 2000000000 12 2 10 2000000000"
                            + " 2000000000 10 10 2000000000 2000000000 10 10 2000000000"
                            + " 2000000000 10 10 2000000000 2000000000 10 10 2000000000"
                            + " 2000000000 10 10 2000000000 2000000000 10 10 2000000000 16 0 10"
                            + " 2000000000 2000000000 10 10 2000000000 2000000000 10 10"
                            + " 2000000000",
                    all(connection.getMetaData().getColumns(null, null, "t", null), 7, 9, 10, 16));
            assertEquals(
                    "NULL 0 null INTEGER 0 null REAL 0 null TEXT 0 null BLOB 0 null",
                    all(connection.getMetaData().getTypeInfo(), 1, 3, 4));
            assertEquals(
                    8,
                    connection
                            .getMetaData()
                            .getProcedures(null, null, null)
                            .getMetaData()
                            .getColumnCount());
        }
    }

    @Test
    void strictlyMetadataIsThatOfTheStandard() throws SQLException {
        try (Connection connection = strict()) {
            assertEquals(
                    "NULL null INTEGER null REAL null TEXT ' BLOB X'",
                    all(connection.getMetaData().getTypeInfo(), 1, 4));
            assertEquals(
                    9,
                    connection
                            .getMetaData()
                            .getProcedures(null, null, null)
                            .getMetaData()
                            .getColumnCount());
        }
    }
}
