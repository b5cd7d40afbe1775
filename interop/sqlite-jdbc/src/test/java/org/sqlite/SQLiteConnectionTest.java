package org.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.core.DB;
import org.sqlite.javax.SQLiteConnectionPoolDataSource;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import javax.sql.PooledConnection;

/** Tests that programs can use these classes like sqlite-jdbc's. */
final class SQLiteConnectionTest {
    private SQLiteConnection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = (SQLiteConnection) DriverManager.getConnection("jdbc:sqlite:");
        statement = connection.createStatement();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static String value(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.getString(1);
        }
    }

    private String value(String sql) throws SQLException {
        return value(statement, sql);
    }

    @Test
    void theDriverIsFoundByItsUrls() throws SQLException {
        assertInstanceOf(JDBC.class, DriverManager.getDriver("jdbc:sqlite:file.db"));
        assertEquals(connection, connection.unwrap(SQLiteConnection.class));
        assertEquals(connection, statement.getConnection());
        assertEquals("jdbc:sqlite:", connection.getMetaData().getURL());
        assertNull(new JDBC().connect("jdbc:other:", null));
        assertThrows(SQLException.class, () -> JDBC.createConnection("jdbc:other:", null));
        assertEquals("3.54.1", connection.libversion());
        // Two slashes begin a path, and not the name of a server.
        SQLException error = assertThrows(
                SQLException.class, () -> JDBC.createConnection("jdbc:sqlite://", null));
        assertTrue(error.getMessage().startsWith("[SQLITE_CANTOPEN"), error.getMessage());
    }

    @Test
    void errorsHaveResultCodes() throws SQLException {
        statement.executeUpdate("CREATE TABLE t(a UNIQUE)");
        statement.executeUpdate("INSERT INTO t VALUES (1)");
        SQLiteException error = assertThrows(
                SQLiteException.class, () -> statement.executeUpdate("INSERT INTO t VALUES (1)"));
        assertEquals(SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE, error.getResultCode());
        assertEquals(19, error.getErrorCode());
        assertEquals(
                "[SQLITE_CONSTRAINT_UNIQUE] A UNIQUE constraint failed (UNIQUE constraint failed:"
                        + " t.a)",
                error.getMessage());
        assertThrows(SQLiteException.class, () -> statement.execute("SELEC"));
        assertThrows(SQLiteException.class, () -> connection.prepareStatement("SELECT nothing"));
        assertThrows(
                SQLiteException.class, () -> DriverManager.getConnection("jdbc:sqlite:/no/such/x"));
        assertEquals(SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT, SQLiteErrorCode.getErrorCode(517));
        assertEquals(SQLiteErrorCode.SQLITE_BUSY, SQLiteErrorCode.getErrorCode(5 + 256 * 99));
        assertEquals(SQLiteErrorCode.UNKNOWN_ERROR, SQLiteErrorCode.getErrorCode(99));
    }

    @Test
    void configurations(@TempDir Path folder) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.enforceForeignKeys(true);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.setBusyTimeout(77);
        String url = "jdbc:sqlite:" + folder.resolve("a.db");
        try (Connection own = config.createConnection(url);
                Statement query = own.createStatement()) {
            assertEquals("1", value(query, "PRAGMA foreign_keys"));
            assertEquals("wal", value(query, "PRAGMA journal_mode"));
            assertEquals("77", value(query, "PRAGMA busy_timeout"));
            SQLiteConnection cast = (SQLiteConnection) own;
            assertEquals(77, cast.getBusyTimeout());
            assertEquals(SQLiteConfig.TransactionMode.IMMEDIATE, cast.getCurrentTransactionMode());
            cast.setBusyTimeout(88);
            assertEquals("88", value(query, "PRAGMA busy_timeout"));
            cast.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
            assertThrows(SQLiteException.class, () -> query.execute("ATTACH ':memory:' AS b"));
        }
        assertEquals("3000", value("PRAGMA busy_timeout"));
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl(url);
        source.setReadOnly(true);
        source.setBusyTimeout(5);
        try (SQLiteConnection own = source.getConnection(null, null);
                Statement query = own.createStatement()) {
            assertTrue(own.isReadOnly());
            assertEquals("5", value(query, "PRAGMA busy_timeout"));
            SQLiteException error = assertThrows(
                    SQLiteException.class, () -> query.executeUpdate("CREATE TABLE t(x)"));
            assertEquals(SQLiteErrorCode.SQLITE_READONLY, error.getResultCode());
        }
        config.apply(connection);
        assertEquals("1", value("PRAGMA foreign_keys"));
    }

    @Test
    void pools() throws SQLException {
        PooledConnection pooled = new SQLiteConnectionPoolDataSource().getPooledConnection();
        Connection first = pooled.getConnection();
        assertEquals("1", value(first.createStatement(), "SELECT 1"));
        first.close();
        assertThrows(SQLException.class, first::createStatement);
        assertEquals("2", value(pooled.getConnection().createStatement(), "SELECT 2"));
        pooled.close();
    }

    @Test
    void functions() throws SQLException {
        Function.create(connection, "twice", new Function() {
            @Override
            protected void xFunc() throws SQLException {
                if (value_type(0) == 5) {
                    result();
                } else {
                    result(2 * value_long(0));
                }
            }
        });
        Function.create(connection, "longest", new Function.Window() {
            private final List<String> texts = new ArrayList<>();

            @Override
            protected void xStep() throws SQLException {
                texts.add(value_text(0));
            }

            @Override
            protected void xInverse() {
                texts.removeFirst();
            }

            @Override
            protected void xValue() throws SQLException {
                result(texts.stream().reduce("", (a, b) -> a.length() < b.length() ? b : a));
            }

            @Override
            protected void xFinal() throws SQLException {
                xValue();
            }

            @Override
            public Object clone() throws CloneNotSupportedException {
                Object copy = super.clone();
                texts.clear();
                return copy;
            }
        });
        assertEquals("14", value("SELECT twice(7)"));
        assertNull(value("SELECT twice(NULL)"));
        assertEquals("abc", value("SELECT longest(column1) FROM (VALUES ('a'), ('abc'), ('bc'))"));
        Function.destroy(connection, "twice");
        assertThrows(SQLException.class, () -> value("SELECT twice(7)"));
        Collation.create(connection, "backwards", new Collation() {
            @Override
            protected int xCompare(String left, String right) {
                return right.compareTo(left);
            }
        });
        assertEquals(
                "b",
                value("SELECT column1 FROM (VALUES ('a'), ('b')) ORDER BY 1 COLLATE backwards"));
        Collation.destroy(connection, "backwards");
    }

    @Test
    void listenersAndHandlers(@TempDir Path folder) throws SQLException {
        List<String> seen = new ArrayList<>();
        SQLiteUpdateListener updates =
                (type, database, table, rowid) -> seen.add(type + " " + table + " " + rowid);
        SQLiteCommitListener commits = new SQLiteCommitListener() {
            @Override
            public void onCommit() {
                seen.add("commit");
            }

            @Override
            public void onRollback() {
                seen.add("rollback");
            }
        };
        statement.executeUpdate("CREATE TABLE t(x)");
        connection.addUpdateListener(updates);
        connection.addCommitListener(commits);
        statement.executeUpdate("INSERT INTO t VALUES (1)");
        connection.setAutoCommit(false);
        statement.executeUpdate("UPDATE t SET x = 2");
        connection.rollback();
        connection.setAutoCommit(true);
        connection.removeUpdateListener(updates);
        connection.removeCommitListener(commits);
        statement.executeUpdate("DELETE FROM t WHERE x = 1");
        assertEquals(List.of("INSERT t 1", "commit", "UPDATE t 1", "rollback"), seen);

        ProgressHandler.setHandler(connection, 1, new ProgressHandler() {
            @Override
            protected int progress() {
                return 1;
            }
        });
        String slow = "SELECT count(*) FROM generate_series(1, 100000)";
        SQLiteException stopped = assertThrows(SQLiteException.class, () -> value(slow));
        assertEquals(SQLiteErrorCode.SQLITE_INTERRUPT, stopped.getResultCode());
        ProgressHandler.clearHandler(connection);
        assertEquals("100000", value(slow));

        String url = "jdbc:sqlite:" + folder.resolve("busy.db");
        try (Connection first = DriverManager.getConnection(url);
                Connection second = DriverManager.getConnection(url)) {
            first.createStatement().execute("BEGIN EXCLUSIVE");
            List<Integer> attempts = new ArrayList<>();
            BusyHandler.setHandler(second, new BusyHandler() {
                @Override
                protected int callback(int attempt) {
                    attempts.add(attempt);
                    return attempt < 2 ? 1 : 0;
                }
            });
            SQLiteException busy = assertThrows(
                    SQLiteException.class,
                    () -> second.createStatement().execute("CREATE TABLE t(x)"));
            assertEquals(SQLiteErrorCode.SQLITE_BUSY, busy.getResultCode());
            assertEquals(List.of(0, 1, 2), attempts);
            BusyHandler.clearHandler(second);
        }
        connection.close();
        assertThrows(SQLException.class, () -> BusyHandler.clearHandler(connection));
    }

    @Test
    void imagesAndBackups(@TempDir Path folder) throws SQLException {
        statement.executeUpdate("CREATE TABLE t(x)");
        statement.executeUpdate("INSERT INTO t VALUES (7)");
        byte[] image = connection.serialize("main");
        String file = folder.resolve("copy.db").toString();
        statement.executeUpdate("backup to " + file);
        List<Integer> left = new ArrayList<>();
        DB.ProgressObserver observer = (remaining, _) -> left.add(remaining);
        assertEquals(0, connection.getDatabase().backup("main", file, observer, 1, 1, 1));
        assertEquals(0, left.getLast());
        try (SQLiteConnection other = JDBC.createConnection("jdbc:sqlite:", null);
                Statement query = other.createStatement()) {
            other.deserialize("main", image);
            assertEquals("7", value(query, "SELECT x FROM t"));
            query.executeUpdate("DELETE FROM t");
            ExtendedCommand.parse("restore from '" + file + "'").execute(other.getDatabase());
            assertEquals("7", value(query, "SELECT x FROM t"));
            assertNull(ExtendedCommand.parse("SELECT 1"));
            assertThrows(SQLiteException.class, () -> other.deserialize("nothing", image));
            assertThrows(
                    SQLiteException.class,
                    () -> other.getDatabase().restore("main", file + ".no", null));
        }
    }

    @Test
    void keysCanBeTurnedOff() throws SQLException {
        statement.executeUpdate("CREATE TABLE t(id INTEGER PRIMARY KEY)");
        statement.executeUpdate("INSERT INTO t VALUES (5)");
        assertEquals(5, statement.getGeneratedKeys().getInt(1));
        connection.getConnectionConfig().setGetGeneratedKeys(false);
        statement.executeUpdate("INSERT INTO t VALUES (6)");
        assertFalse(statement.getGeneratedKeys().next());
    }
}
