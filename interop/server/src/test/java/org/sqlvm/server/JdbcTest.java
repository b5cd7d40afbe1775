package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Authorizer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;

/** PostgreSQL's own JDBC driver on the server. */
final class JdbcTest {
    @TempDir
    Path folder;

    private SqlvmServer server;
    private Connection connection;

    @BeforeEach
    void connect() throws IOException, SQLException {
        server = ServerFixture.builder(folder).password("secret").start();
        connection = DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + server.port() + "/shop", "me", "secret");
    }

    @AfterEach
    void disconnect() throws IOException, SQLException {
        connection.close();
        server.close();
    }

    /** The driver asks for binary results from the fifth run on. */
    @Test
    void aPreparedQueryRunsManyTimes() throws SQLException {
        String sql = "SELECT id, name, price, data, note FROM parts WHERE id = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < 12; i++) {
                statement.setLong(1, 1 + i % 2);
                try (ResultSet rows = statement.executeQuery()) {
                    assertTrue(rows.next());
                    assertEquals(1 + i % 2, rows.getLong("id"));
                    assertEquals(i % 2 == 0 ? "bolt" : "nut", rows.getString(2));
                    assertEquals(i % 2 == 0 ? 1.5 : 0.1, rows.getDouble(3));
                    assertArrayEquals(i % 2 == 0 ? new byte[] {1, 2} : null, rows.getBytes("data"));
                    assertEquals(i % 2 == 0 ? "x" : "3", rows.getString(5));
                    assertFalse(rows.next());
                }
            }
        }
    }

    @Test
    void parametersHaveTheirTypes() throws SQLException {
        String sql = "SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?), typeof(?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < 7; i++) {
                statement.setInt(1, 1);
                statement.setDouble(2, 1.5);
                statement.setString(3, "x");
                statement.setBytes(4, new byte[] {1});
                statement.setNull(5, java.sql.Types.INTEGER);
                statement.setBoolean(6, true);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    StringBuilder types = new StringBuilder();
                    for (int column = 1; column <= 6; column++) {
                        types.append(rows.getString(column)).append(' ');
                    }
                    assertEquals("integer real text blob null integer ", types.toString());
                }
            }
        }
    }

    @Test
    void rowsAreFetchedInParts() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(7);
            long sum = 0;
            try (ResultSet rows =
                    statement.executeQuery("SELECT value FROM generate_series(1, 100)")) {
                while (rows.next()) {
                    sum += rows.getLong(1);
                }
            }
            assertEquals(5050, sum);
        }
        connection.commit();
    }

    @Test
    void transactionsAndSavepoints() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO orders VALUES (1, 1)");
            Savepoint savepoint = connection.setSavepoint();
            SQLException error = assertThrows(
                    SQLException.class,
                    () -> statement.execute("INSERT INTO orders VALUES (1, 1)"));
            assertEquals("23505", error.getSQLState());
            SQLException aborted =
                    assertThrows(SQLException.class, () -> statement.execute("SELECT 1"));
            assertEquals("25P02", aborted.getSQLState());
            connection.rollback(savepoint);
            connection.commit();
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM orders")) {
                rows.next();
                assertEquals(1, rows.getInt(1));
            }
        }
    }

    @Test
    void batchesAndKeys() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO orders(part) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 20; i++) {
                statement.setInt(1, i);
                statement.addBatch();
            }
            assertEquals(20, statement.executeBatch().length);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                for (int i = 1; i <= 20; i++) {
                    assertTrue(keys.next());
                    assertEquals(i, keys.getLong("id"));
                }
            }
        }
    }

    @Test
    void aConnectionIsValidAndIsCancelled() throws SQLException {
        assertTrue(connection.isValid(5));
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            SQLException error = assertThrows(
                    SQLException.class,
                    () -> statement.executeQuery(
                            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                                    + " SELECT max(i) FROM n"));
            assertEquals("57014", error.getSQLState());
        }
    }

    /** Checks that the authorizer of the embedding program is used beside the server's own. */
    @Test
    void theProgramsOwnAuthorizerStays() throws SQLException, IOException {
        try (SqlvmServer own = SqlvmServer.builder(folder.resolve("shop.db").toString())
                        .port(0)
                        .log(line -> {})
                        .onConnect(database ->
                                database.setAuthorizer((action, first, second, name, source) ->
                                        "price".equals(second) ? Authorizer.DENY : Authorizer.OK))
                        .start();
                Connection other = DriverManager.getConnection(
                        "jdbc:postgresql://localhost:" + own.port() + "/shop", "me", "");
                Statement statement = other.createStatement()) {
            for (String sql : new String[] {
                "SELECT price FROM parts",
                "ATTACH 'other.db' AS other",
                "SELECT price FROM parts /* copy */",
                "SELECT price FROM parts"
            }) {
                SQLException error =
                        assertThrows(SQLException.class, () -> statement.execute(sql), sql);
                assertEquals("42501", error.getSQLState(), sql + ": " + error.getMessage());
            }
        }
    }

    /**
     * Runs the statements that tools send at their start, with the driver that DBeaver and Metabase
     * use.
     */
    @Test
    void recordedStatementsRun() throws SQLException, IOException {
        String text;
        try (InputStream stream = JdbcTest.class.getResourceAsStream("recorded.sql")) {
            text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String recorded : text.split("(?m)^-- ")) {
            if (!recorded.startsWith("dbeaver") && !recorded.startsWith("metabase")) {
                continue;
            }
            String sql = recorded.substring(recorded.indexOf('\n') + 1);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                if (statement.execute()) {
                    readAll(statement.getResultSet());
                }
            }
        }
    }

    private static void readAll(ResultSet rows) throws SQLException {
        int count = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            for (int i = 1; i <= count; i++) {
                rows.getObject(i);
            }
        }
    }

    @Test
    void othersFilesStayClosed() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : new String[] {
                "ATTACH 'other.db' AS other",
                "VACUUM INTO 'copy.db'",
                "SELECT * FROM read_csv('x.csv')",
                "SELECT * FROM \"READ_csv\" /* ( */ ('x.csv')",
                "EXPLAIN SELECT 1 WHERE EXISTS (SELECT * FROM read_json('x'))",
                "CREATE TABLE t AS SELECT * FROM read_csv('x.csv')",
                "COPY parts TO 'x.csv'",
                "PRAGMA writable_schema = on",
                "PRAGMA temp.Writable_Schema(1)",
                "COPY parts FROM 'x.csv'",
                "CREATE VIRTUAL TABLE temp.c USING csv(filename='x.csv')"
            }) {
                SQLException error =
                        assertThrows(SQLException.class, () -> statement.execute(sql), sql);
                assertEquals("42501", error.getSQLState(), sql + ": " + error.getMessage());
            }
            statement.execute("VACUUM");
        }
    }
}
