package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;

/** How connections are found and opened: the driver, URLs, properties, data sources. */
final class SqlvmDriverTest {
    private static final String MEMORY = "jdbc:sqlvm::memory:";

    @Test
    void isFoundByItself() throws SQLException {
        assertInstanceOf(SqlvmDriver.class, DriverManager.getDriver(MEMORY));
        assertTrue(ServiceLoader.load(Driver.class).stream()
                .anyMatch(provider -> provider.type() == SqlvmDriver.class));
        try (Connection connection = DriverManager.getConnection(MEMORY)) {
            assertTrue(connection.isValid(1));
        }
    }

    @Test
    void leavesOtherUrlsToOthers() throws SQLException {
        Driver driver = new SqlvmDriver();
        assertFalse(driver.acceptsURL("jdbc:sqlite:x.db"));
        assertFalse(driver.acceptsURL("jdbc:h2:mem:"));
        assertFalse(driver.acceptsURL("nonsense"));
        assertFalse(driver.acceptsURL(null));
        assertNull(driver.connect("jdbc:h2:mem:", new Properties()));
        assertTrue(driver.acceptsURL("JDBC:SQLVM:x.db"));
    }

    @Test
    void takesUrlsOfSqliteWhenAsked() throws SQLException {
        Driver driver = new SqlvmDriver();
        System.setProperty("sqlvm.jdbc.acceptSqlite", "true");
        try (Connection connection = driver.connect("jdbc:sqlite::memory:", new Properties())) {
            assertInstanceOf(SqlvmConnection.class, connection);
            assertEquals("jdbc:sqlite::memory:", connection.getMetaData().getURL());
        } finally {
            System.clearProperty("sqlvm.jdbc.acceptSqlite");
        }
    }

    private static String pragma(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA " + name)) {
            assertTrue(rows.next());
            return rows.getString(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
            assertTrue(rows.next());
            return rows.getInt(1);
        }
    }

    @Test
    void connectionsShareADatabaseInMemory() throws SQLException {
        List<String> urls = List.of(
                "jdbc:sqlvm:file:x?mode=memory&cache=shared",
                "jdbc:sqlvm:file:x?mode=memory&cache=shared&foreign_keys=on&journal_mode=WAL",
                "jdbc:sqlvm::memory:?cache=shared",
                "jdbc:sqlvm:file::memory:?cache=shared",
                "jdbc:sqlvm:file:/x?vfs=memdb");
        for (String url : urls) {
            try (Connection first = DriverManager.getConnection(url);
                    Connection second = DriverManager.getConnection(url)) {
                execute(first, "CREATE TABLE t(x)");
                second.setAutoCommit(false);
                execute(second, "INSERT INTO t VALUES (1)");
                assertEquals(0, count(first, "t"), url);
                second.commit();
                assertEquals(1, count(first, "t"), url);
                assertEquals("memory", pragma(first, "journal_mode"), url);
            }
            try (Connection third = DriverManager.getConnection(url)) {
                assertThrows(SQLException.class, () -> count(third, "t"), url);
            }
        }
        String shared = urls.getFirst();
        Properties properties = new Properties();
        properties.setProperty("shared_cache", "true");
        for (String url :
                List.of(MEMORY, MEMORY + "?foreign_keys=on", "jdbc:sqlvm:file:x?mode=memory")) {
            try (Connection first = DriverManager.getConnection(url, properties);
                    Connection second = DriverManager.getConnection(url, properties);
                    Connection third = DriverManager.getConnection(shared)) {
                execute(first, "CREATE TABLE t(x)");
                assertThrows(SQLException.class, () -> count(second, "t"), url);
                assertThrows(SQLException.class, () -> count(third, "t"), url);
            }
        }
    }

    @Test
    void aRefusedWriterOfASharedDatabaseIsToldSo() throws SQLException {
        String url = "jdbc:sqlvm:file:locked?mode=memory&cache=shared&busy_timeout=0";
        try (Connection first = DriverManager.getConnection(url);
                Connection second = DriverManager.getConnection(url)) {
            execute(first, "CREATE TABLE t(x)");
            first.setAutoCommit(false);
            execute(first, "INSERT INTO t VALUES (1)");
            SQLException e =
                    assertThrows(SQLException.class, () -> execute(second, "DELETE FROM t"));
            assertEquals(262, e.getErrorCode());
            assertInstanceOf(SQLTransactionRollbackException.class, e);
            first.rollback();
            execute(second, "DELETE FROM t");
        }
    }

    @Test
    void urlsAndProperties(@TempDir Path folder) throws SQLException {
        Path file = folder.resolve("a b.db");
        Properties properties = new Properties();
        properties.setProperty("busyTimeout", "123");
        properties.setProperty("user", "me");
        properties.setProperty("password", "");
        String url = "jdbc:sqlvm:" + file + "?journal_mode=wal&foreignKeys=on&page_size=1024"
                + "&user_version=%37&jdbc.explicit_readonly=false";
        try (Connection connection = DriverManager.getConnection(url, properties)) {
            assertEquals("wal", pragma(connection, "journal_mode"));
            assertEquals("1", pragma(connection, "foreign_keys"));
            assertEquals("1024", pragma(connection, "page_size"));
            assertEquals("7", pragma(connection, "user_version"));
            assertEquals("123", pragma(connection, "busy_timeout"));
        }
        assertTrue(Files.exists(file));
        try (Connection connection =
                DriverManager.getConnection("jdbc:sqlvm:file:" + folder + "/a%20b.db?mode=ro")) {
            assertEquals("7", pragma(connection, "user_version"));
            assertEquals("5000", pragma(connection, "busy_timeout"));
            assertThrows(SQLException.class, () -> {
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("PRAGMA user_version = 8; CREATE TABLE t (x)");
                }
            });
        }
    }

    @Test
    void misspeltKeysAreErrorsWithASuggestion() {
        SQLException error = assertThrows(
                SQLException.class, () -> DriverManager.getConnection(MEMORY + "?journalmod=wal"));
        assertEquals(
                "no such property: journalmod; did you mean journal_mode?", error.getMessage());
        error = assertThrows(
                SQLException.class,
                () -> DriverManager.getConnection(MEMORY + "?synchronous=perhaps"));
        assertEquals(
                "synchronous is one of OFF, NORMAL, FULL, EXTRA, and not perhaps",
                error.getMessage());
    }

    /** Programs that know several databases give each driver all keys. */
    @Test
    void keysOfOtherDriversAreWarnings() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("batchsize", "1000");
        String url = MEMORY + "?useSSL=false&foreign_keys=on&&ApplicationName=a&foo";
        try (Connection connection = DriverManager.getConnection(url, properties)) {
            List<String> messages = new ArrayList<>();
            for (SQLWarning each = connection.getWarnings();
                    each != null;
                    each = each.getNextWarning()) {
                assertEquals("01S00", each.getSQLState());
                messages.add(each.getMessage());
            }
            assertEquals(
                    List.of(
                            "no such property: batchsize",
                            "no such property: useSSL",
                            "no such property: ApplicationName",
                            "no such property: foo"),
                    messages);
            assertEquals("1", pragma(connection, "foreign_keys"));
            connection.clearWarnings();
            assertNull(connection.getWarnings());
        }
        SqlvmDataSource source = new SqlvmDataSource();
        assertThrows(SQLException.class, () -> source.setProperty("useSSL", "false"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "encoding=UTF8, encoding, UTF-8",
                "encoding='UTF-8', encoding, UTF-8",
                "encoding=utf_8, encoding, UTF-8",
                "encoding=\"UTF-16le\", encoding, UTF-16le",
                "encoding=UTF16BE, encoding, UTF-16be",
                "synchronous=off, synchronous, 0",
                "synchronous=1, synchronous, 1",
                "Synchronous=Extra, synchronous, 3",
                "auto_vacuum=2, auto_vacuum, 2",
                "auto-vacuum=incremental, auto_vacuum, 2",
                "foreignKeys=yes, foreign_keys, 1",
                "foreign_keys, foreign_keys, 1",
                "foreign_keys='true', foreign_keys, 1",
                "temp_store=memory, temp_store, 2",
                "recursive_triggers=ON, recursive_triggers, 1",
                "user_version='7', user_version, 7",
            })
    void valuesHaveSeveralSpellings(String line) throws SQLException {
        String[] parts = line.split(", ", -1);
        try (Connection connection = DriverManager.getConnection(MEMORY + "?" + parts[0])) {
            assertEquals(parts[2], pragma(connection, parts[1]));
            assertNull(connection.getWarnings());
        }
    }

    @Test
    void propertiesAreDescribed() throws SQLException {
        DriverPropertyInfo[] all =
                new SqlvmDriver().getPropertyInfo(MEMORY + "?synchronous=normal", new Properties());
        DriverPropertyInfo info = Arrays.stream(all)
                .filter(each -> each.name.equals("synchronous"))
                .findFirst()
                .orElseThrow();
        assertEquals("NORMAL", info.value);
        assertEquals("[OFF, NORMAL, FULL, EXTRA]", Arrays.toString(info.choices));
        assertTrue(all.length > 50);
    }

    @Test
    void readOnlyFiles(@TempDir Path folder) throws SQLException {
        String url = "jdbc:sqlvm:" + folder.resolve("t.db");
        SQLException missing = assertThrows(
                SQLException.class, () -> DriverManager.getConnection(url + "?open_mode=2"));
        assertEquals(14, missing.getErrorCode());
        assertEquals("08001", missing.getSQLState());
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE t (x)");
        }
        try (Connection connection = DriverManager.getConnection(url + "?open_mode=1");
                Statement statement = connection.createStatement()) {
            assertTrue(connection.isReadOnly());
            SQLException error = assertThrows(
                    SQLException.class, () -> statement.executeUpdate("DELETE FROM t"));
            assertEquals("25006", error.getSQLState());
            assertThrows(SQLException.class, () -> connection.setReadOnly(false));
        }
    }

    @Test
    void resources(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("inner.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE t AS SELECT 42 AS x");
        }
        Path jar = folder.resolve("outer.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("data/inner.db"));
            Files.copy(file, zip);
        }
        for (String place :
                List.of(file.toUri().toString(), "jar:" + jar.toUri() + "!/data/inner.db")) {
            try (Connection connection =
                            DriverManager.getConnection("jdbc:sqlvm::resource:" + place);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT x FROM t")) {
                assertTrue(rows.next());
                assertEquals(42, rows.getInt(1));
                assertTrue(connection.isReadOnly());
                SQLException refused = assertThrows(
                        SQLException.class, () -> statement.executeUpdate("DELETE FROM t"));
                assertEquals("25006", refused.getSQLState(), refused.getMessage());
            }
        }
        SQLException error = assertThrows(
                SQLException.class,
                () -> DriverManager.getConnection("jdbc:sqlvm::resource:no/such.db"));
        assertEquals("no such resource: no/such.db", error.getMessage());
    }

    @Test
    void limitsAreSetByKey() throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlvm::memory:?limit_attached=0&limit_sql_length=60");
                Statement statement = connection.createStatement()) {
            SQLException attached = assertThrows(
                    SQLException.class, () -> statement.execute("ATTACH ':memory:' AS other"));
            assertEquals(
                    "[SQLITE_ERROR] SQL error or missing database"
                            + " (too many attached databases - max 0)",
                    attached.getMessage());
            SQLException length = assertThrows(
                    SQLException.class, () -> statement.execute("SELECT 1" + " + 1".repeat(20)));
            assertEquals(18, length.getErrorCode() & 0xff, length.getMessage());
        }
    }

    @Test
    void connectionsUnwrap() throws SQLException {
        try (Connection connection = DriverManager.getConnection(MEMORY)) {
            assertTrue(connection.isWrapperFor(Database.class));
            assertEquals(0, connection.unwrap(Database.class).totalChanges());
            assertInstanceOf(SqlvmConnection.class, connection.unwrap(SqlvmConnection.class));
            assertThrows(SQLException.class, () -> connection.unwrap(String.class));
        }
    }

    @Test
    void dataSources(@TempDir Path folder) throws SQLException {
        SqlvmDataSource source = new SqlvmDataSource();
        source.setDatabaseName(folder.resolve("t.db").toString());
        source.setJournalMode("WAL");
        source.setForeignKeys(true);
        source.setProperty("cacheSize", "100");
        try (Connection connection = source.getConnection("anybody", "secret")) {
            assertEquals("wal", pragma(connection, "journal_mode"));
            assertEquals("1", pragma(connection, "foreign_keys"));
            assertEquals("100", pragma(connection, "cache_size"));
        }
        assertThrows(SQLException.class, () -> source.setProperty("cachesize2", "1"));
    }

    @Test
    void pooledConnectionsAreGivenBack() throws SQLException {
        SqlvmConnectionPoolDataSource source = new SqlvmConnectionPoolDataSource();
        source.setUrl(MEMORY);
        PooledConnection pooled = source.getPooledConnection();
        int[] closedCount = {0};
        pooled.addConnectionEventListener(new ConnectionEventListener() {
            @Override
            public void connectionClosed(ConnectionEvent event) {
                closedCount[0]++;
            }

            @Override
            public void connectionErrorOccurred(ConnectionEvent event) {}
        });
        try (Connection connection = pooled.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE t (x)");
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t VALUES (1)");
        }
        assertEquals(1, closedCount[0]);
        try (Connection connection = pooled.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
            assertTrue(connection.getAutoCommit());
            assertTrue(rows.next());
            assertEquals(0, rows.getInt(1));
        }
        pooled.close();
    }
}
