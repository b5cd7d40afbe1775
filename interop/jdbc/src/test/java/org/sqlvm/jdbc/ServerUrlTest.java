package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/** URLs of servers: how the driver comes to them, and what becomes of it when they end. */
final class ServerUrlTest {
    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i)"
                    + " FROM n";

    @TempDir
    Path folder;

    private SqlvmServer.Builder builder() {
        return SqlvmServer.builder(folder.resolve("t.db").toString()).log(line -> {});
    }

    private static String url(SqlvmServer server) {
        return "jdbc:sqlvm://localhost:" + server.port() + "/";
    }

    private static long one(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertTrue(rows.next());
            return rows.getLong(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A process of the server's user needs no password there. */
    @Test
    void aUnixSocket() throws IOException, SQLException {
        try (SqlvmServer server = builder().socket(folder).password("secret").start()) {
            for (Path path : List.of(folder, server.socket())) {
                try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlvm:unix:" + path)) {
                    assertEquals(7, one(connection, "SELECT 7"));
                    assertEquals(
                            "jdbc:sqlvm:unix:" + path, connection.getMetaData().getURL());
                }
            }
        }
        SQLException error = assertThrows(
                SQLException.class,
                () -> DriverManager.getConnection("jdbc:sqlvm:unix:" + folder.resolve("none")));
        assertEquals("08001", error.getSQLState());
    }

    @Test
    void passwords() throws IOException, SQLException {
        try (SqlvmServer server = builder().port(0).password("me", "sécret").start()) {
            String url = url(server);
            try (Connection connection = DriverManager.getConnection(url, "me", "sécret")) {
                assertEquals(7, one(connection, "SELECT 7"));
                assertEquals("me", connection.getMetaData().getUserName());
            }
            SqlvmConnectionPoolDataSource source = new SqlvmConnectionPoolDataSource();
            source.setUrl(url);
            source.setLoginTimeout(20);
            try (Connection connection = source.getConnection("me", "sécret")) {
                assertEquals(7, one(connection, "SELECT 7"));
            }
            source.getPooledConnection("me", "sécret").close();
            assertThrows(
                    SQLInvalidAuthorizationSpecException.class,
                    () -> source.getPooledConnection("me", "other"));
            try (Connection connection =
                    DriverManager.getConnection(url + "?user=me&password=s%C3%A9cret")) {
                assertEquals(7, one(connection, "SELECT 7"));
            }
            for (List<String> wrong :
                    List.of(List.of("me", "other"), List.of("you", "sécret"), List.of("me", ""))) {
                SQLException error = assertThrows(
                        SQLInvalidAuthorizationSpecException.class,
                        () -> DriverManager.getConnection(url, wrong.get(0), wrong.get(1)));
                assertEquals("28P01", error.getSQLState());
            }
            SQLException error = assertThrows(
                    SQLInvalidAuthorizationSpecException.class,
                    () -> DriverManager.getConnection(url));
            assertEquals("28000", error.getSQLState());
            assertTrue(error.getMessage().contains("wants a password"), error.getMessage());
        }
    }

    @Test
    void encryption() throws Exception {
        Path keys = makeKeys();
        try (SqlvmServer server = builder().port(0).tls(keys, "changeit").start()) {
            Properties properties = new Properties();
            properties.setProperty("ssl", "true");
            properties.setProperty("ssl_trust_store", keys.toString());
            properties.setProperty("ssl_trust_store_password", "changeit");
            try (Connection connection = DriverManager.getConnection(url(server), properties)) {
                String sql = "SELECT sum(length(x)) FROM (SELECT hex(zeroblob(50)) || value AS x"
                        + " FROM generate_series(1, 20000))";
                assertEquals(2_088_894, one(connection, sql));
                long sum = 0;
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(
                                "SELECT value, hex(zeroblob(50)) FROM generate_series(1, 20000)")) {
                    while (rows.next()) {
                        sum += rows.getLong(1);
                        assertEquals(100, rows.getString(2).length());
                    }
                }
                assertEquals(200_010_000, sum);
                try (Statement statement = connection.createStatement()) {
                    statement.setQueryTimeout(1);
                    assertThrows(SQLTimeoutException.class, () -> statement.executeQuery(ENDLESS));
                }
            }
            // Java does not trust this certificate, and it is not for this name.
            SQLException error = assertThrows(
                    SQLNonTransientConnectionException.class,
                    () -> DriverManager.getConnection(url(server) + "?ssl=true"));
            assertEquals("08001", error.getSQLState());
            String otherName = "jdbc:sqlvm://127.0.0.1:" + server.port() + "/";
            assertThrows(
                    SQLNonTransientConnectionException.class,
                    () -> DriverManager.getConnection(otherName, properties));
            properties.setProperty("ssl_verify_host", "false");
            try (Connection connection = DriverManager.getConnection(otherName, properties)) {
                assertEquals(7, one(connection, "SELECT 7"));
            }
        }
        try (SqlvmServer server = builder().port(0).start()) {
            SQLException error = assertThrows(
                    SQLNonTransientConnectionException.class,
                    () -> DriverManager.getConnection(url(server) + "?ssl=true"));
            assertTrue(error.getMessage().contains("does not encrypt"), error.getMessage());
        }
    }

    private Path makeKeys() throws IOException, InterruptedException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        assumeTrue(Files.exists(keytool), "no keytool in this Java");
        Path file = folder.resolve("server.p12");
        String options = "-genkeypair -alias server -keyalg EC -dname CN=localhost"
                + " -storetype PKCS12 -storepass changeit -keystore";
        List<String> command = new java.util.ArrayList<>(List.of(keytool.toString()));
        command.addAll(List.of(options.split(" ", -1)));
        command.add(file.toString());
        // As a certificate of an authority it is trusted where it is in the store of trust.
        Process made = new ProcessBuilder(command).inheritIO().start();
        assertEquals(0, made.waitFor());
        return trusted(keytool, file);
    }

    /** The same file with its certificate as one that is trusted, too. */
    private Path trusted(Path keytool, Path file) throws IOException, InterruptedException {
        Path certificate = folder.resolve("server.pem");
        for (String options : List.of(
                "-exportcert -alias server -rfc -file " + certificate,
                "-importcert -noprompt -alias trusted -file " + certificate)) {
            List<String> command = new java.util.ArrayList<>(List.of(keytool.toString()));
            command.addAll(List.of(options.split(" ", -1)));
            command.addAll(List.of("-storepass", "changeit", "-keystore", file.toString()));
            assertEquals(0, new ProcessBuilder(command).start().waitFor());
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:sqlvm://",
                "jdbc:sqlvm:///",
                "jdbc:sqlvm://:5432/",
                "jdbc:sqlvm://localhost:/",
                "jdbc:sqlvm://localhost:65536/",
                "jdbc:sqlvm://localhost:x/",
                "jdbc:sqlvm://localhost:1/shop",
                "jdbc:sqlvm:unix:",
                "jdbc:sqlvm://localhost:1/"
            })
    void urlsThatLeadNowhere(String url) {
        SQLException error =
                assertThrows(SQLException.class, () -> DriverManager.getConnection(url));
        assertEquals("08001", error.getSQLState(), error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory_limit=1", "limit_length=5", "stored_functions=true"})
    void settingsOfEmbeddedDatabases(String setting) throws IOException {
        try (SqlvmServer server = builder().port(0).start()) {
            SQLException error = assertThrows(
                    SQLException.class,
                    () -> DriverManager.getConnection(url(server) + "?" + setting));
            assertTrue(error.getMessage().contains("a server has"), error.getMessage());
            assertEquals(0, sessions(server));
        }
    }

    private static int sessions(SqlvmServer server) {
        return server.sessionCount();
    }

    @Test
    void settingsOfTheSession() throws IOException, SQLException {
        try (SqlvmServer server = builder().port(0).start()) {
            String url = url(server)
                    + "?foreign_keys=on&busy_timeout=77&application_name=shop&date_class=TEXT";
            try (Connection connection = DriverManager.getConnection(url)) {
                assertNull(connection.getWarnings());
                assertEquals(1, one(connection, "PRAGMA foreign_keys"));
                assertEquals(77, one(connection, "PRAGMA busy_timeout"));
            }
            SQLException error = assertThrows(
                    SQLException.class,
                    () -> DriverManager.getConnection(url(server) + "?foreign_keyz=on"));
            assertTrue(error.getMessage().contains("did you mean foreign_keys"));
        }
    }

    @Test
    void whatIsOfAProcessIsNotThere() throws IOException, SQLException {
        try (SqlvmServer server = builder().port(0).start();
                Connection connection = DriverManager.getConnection(url(server))) {
            SqlvmConnection own = connection.unwrap(SqlvmConnection.class);
            assertThrows(SQLFeatureNotSupportedException.class, own::database);
            assertThrows(
                    SQLFeatureNotSupportedException.class, () -> connection.unwrap(Database.class));
            assertFalse(connection.isWrapperFor(Database.class));
            SQLException error = assertThrows(
                    SQLException.class, () -> execute(connection, "ATTACH 'x.db' AS x"));
            assertEquals(23, error.getErrorCode());
        }
    }

    @Test
    void aServerForReadingOnly() throws IOException, SQLException {
        try (SqlvmServer server = builder().port(0).start();
                Connection connection = DriverManager.getConnection(url(server))) {
            execute(connection, "CREATE TABLE t (x)");
        }
        try (SqlvmServer server = builder().port(0).readOnly(true).start();
                Connection connection = DriverManager.getConnection(url(server))) {
            assertTrue(connection.isReadOnly());
            SQLException error = assertThrows(
                    SQLException.class, () -> execute(connection, "INSERT INTO t VALUES (1)"));
            assertEquals("25006", error.getSQLState());
            error = assertThrows(SQLException.class, () -> connection.setReadOnly(false));
            assertEquals("25006", error.getSQLState());
        }
    }

    /** A pool sees it by the SQLState, and opens another connection. */
    @Test
    void theServerEndsAndComesAgain() throws IOException, SQLException {
        SqlvmServer first = builder().socket(folder).start();
        String url = "jdbc:sqlvm:unix:" + folder;
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
            execute(connection, "CREATE TABLE t (x)");
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO t VALUES (1)");
            first.close();
            statement.setInt(1, 1);
            SQLException error =
                    assertThrows(SQLNonTransientConnectionException.class, statement::executeQuery);
            assertEquals("08006", error.getSQLState());
            assertFalse(connection.isValid(1));
            error = assertThrows(SQLException.class, connection::createStatement);
            assertEquals("08003", error.getSQLState());
            try (SqlvmServer second = builder().socket(folder).start();
                    Connection other = DriverManager.getConnection(url)) {
                assertEquals(0, one(other, "SELECT count(*) FROM t"));
                assertTrue(other.isValid(1));
                assertEquals(1, second.sessionCount());
            }
        }
    }

    @Test
    void abortEndsWhatRuns() throws IOException, SQLException, InterruptedException {
        try (SqlvmServer server = builder().port(0).start();
                Connection connection = DriverManager.getConnection(url(server))) {
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(300);
                    connection.abort(Runnable::run);
                } catch (InterruptedException | SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThrows(SQLException.class, () -> one(connection, ENDLESS));
            thread.join();
            assertTrue(connection.isClosed());
            assertFalse(connection.isValid(0));
        }
    }

    @Test
    void cancelEndsAStatement() throws IOException, SQLException, InterruptedException {
        try (SqlvmServer server = builder().socket(folder).start();
                Connection connection = DriverManager.getConnection("jdbc:sqlvm:unix:" + folder);
                Statement statement = connection.createStatement()) {
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(300);
                    statement.cancel();
                } catch (InterruptedException | SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            SQLException error =
                    assertThrows(SQLException.class, () -> statement.executeQuery(ENDLESS));
            assertEquals("57014", error.getSQLState());
            thread.join();
            assertEquals(3, one(connection, "SELECT 3"));
            assertEquals(1, server.sessionCount());
        }
    }

    /** More than half a megabyte of rows, then none: a session knows of no statement any more. */
    @Test
    void statementsAreForgottenByTheServer() throws IOException, SQLException {
        try (SqlvmServer server = builder().port(0).start();
                Connection connection = DriverManager.getConnection(url(server))) {
            for (int i = 0; i < 2000; i++) {
                assertEquals(i, one(connection, "SELECT " + i + " UNION ALL SELECT 0"));
            }
        }
    }

    @Test
    void aPooledDataSource() throws IOException, SQLException {
        try (SqlvmServer server = builder().port(0).start()) {
            SqlvmConnectionPoolDataSource source = new SqlvmConnectionPoolDataSource();
            source.setUrl(url(server));
            source.setProperty("application_name", "pool");
            var pooled = source.getPooledConnection();
            try (Connection connection = pooled.getConnection()) {
                assertEquals(7, one(connection, "SELECT 7"));
                assertInstanceOf(Connection.class, connection);
            }
            pooled.close();
        }
    }
}
