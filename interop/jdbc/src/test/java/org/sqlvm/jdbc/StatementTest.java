package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Statements: results, keys, batches, timeouts, errors. */
class StatementTest {
    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM"
                    + " n";

    /** Takes half a minute to compile: the best order of 64 tables is looked for 500 times. */
    private static final String LONG =
            String.join(" UNION ALL ", Collections.nCopies(500, joinOf64Tables()));

    Connection connection;
    Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
        statement = connection.createStatement();
        statement.executeUpdate("CREATE TABLE t (id INTEGER PRIMARY KEY, x UNIQUE, y DEFAULT 7)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static String joinOf64Tables() {
        StringBuilder tables = new StringBuilder("SELECT t0.x FROM t t0");
        for (int i = 1; i < 64; i++) {
            tables.append(" JOIN t t" + i + " ON t" + i + ".x = t" + (i - 1) + ".y");
        }
        return tables.toString();
    }

    private static List<Long> longs(ResultSet rows) throws SQLException {
        List<Long> all = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                all.add(rows.getLong(1));
            }
        }
        return all;
    }

    @Test
    void allStatementsOfATextRun() throws SQLException {
        assertFalse(statement.execute("INSERT INTO t (x) VALUES (1), (2); SELECT x FROM t;"
                + " DELETE FROM t; SELECT count(*) FROM t; -- done"));
        assertEquals(2, statement.getUpdateCount());
        assertTrue(statement.getMoreResults());
        assertEquals(List.of(1L, 2L), longs(statement.getResultSet()));
        assertFalse(statement.getMoreResults());
        assertEquals(2, statement.getUpdateCount());
        assertTrue(statement.getMoreResults());
        assertEquals(List.of(0L), longs(statement.getResultSet()));
        assertFalse(statement.getMoreResults());
        assertEquals(-1, statement.getUpdateCount());
        assertEquals(
                3,
                statement.executeUpdate(
                        "INSERT INTO t (x) VALUES (1), (2); DELETE FROM t WHERE x = 2"));
    }

    @Test
    void blanksAndCommentsMayComeFirst() throws SQLException {
        String prefix = (" ".repeat(10) + "-- a\n/* b */;").repeat(20_000);
        assertEquals(List.of(1L), longs(statement.executeQuery(prefix + "SELECT 1")));
        connection.setAutoCommit(false);
        statement.executeUpdate("/* not a transaction */ PRAGMA foreign_keys = ON");
        assertTrue(connection.unwrap(SqlvmConnection.class).link().isAutocommit());
        statement.executeQuery("-- a transaction\nSELECT 1").close();
        assertFalse(connection.unwrap(SqlvmConnection.class).link().isAutocommit());
    }

    @Test
    void keysOfAllRows() throws SQLException {
        statement.executeUpdate(
                "INSERT INTO t (x) VALUES (10), (20), (30)", Statement.RETURN_GENERATED_KEYS);
        assertEquals(List.of(1L, 2L, 3L), longs(statement.getGeneratedKeys()));
        assertEquals(List.of(1L, 2L, 3L), longs(statement.getGeneratedKeys()));
        statement.executeUpdate("UPDATE t SET y = 1", Statement.RETURN_GENERATED_KEYS);
        assertEquals(List.of(), longs(statement.getGeneratedKeys()));
        statement.executeUpdate("INSERT INTO t (x) VALUES (40)");
        assertEquals(List.of(4L), longs(statement.getGeneratedKeys()));
        statement.executeUpdate("DELETE FROM t");
        assertEquals(List.of(), longs(statement.getGeneratedKeys()));
    }

    @Test
    void keysOfABatch() throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t (x) VALUES (?), (?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 3; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i + 10);
                insert.addBatch();
            }
            assertArrayEquals(new long[] {2, 2, 2}, insert.executeLargeBatch());
            assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), longs(insert.getGeneratedKeys()));
            insert.setInt(1, 50);
            insert.setInt(2, 51);
            insert.executeUpdate();
            assertEquals(List.of(7L, 8L), longs(insert.getGeneratedKeys()));
        }
    }

    @Test
    void keysByColumns() throws SQLException {
        statement.executeUpdate("INSERT INTO t (x) VALUES (5), (6);", new String[] {"Y", "id"});
        try (ResultSet keys = statement.getGeneratedKeys()) {
            assertTrue(keys.next());
            assertEquals(7, keys.getInt("y"));
            assertEquals(1, keys.getInt("ID"));
            assertTrue(keys.next());
            assertEquals(2, keys.getInt(2));
            assertFalse(keys.next());
        }
        assertEquals(2, statement.getUpdateCount());
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t (x) VALUES (?)", new int[] {3})) {
            insert.setString(1, "seven");
            assertEquals(1, insert.executeUpdate());
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertTrue(keys.next());
                assertEquals("y", keys.getMetaData().getColumnName(1));
                assertEquals(7, keys.getInt(1));
            }
        }
    }

    /** A text with the word RETURNING has no RETURNING clause, and a comment may come last. */
    @Test
    void keysByColumnsWhateverTheTextsAre() throws SQLException {
        List<String> inserts = List.of(
                "INSERT INTO t (x) VALUES ('a returning customer')",
                "INSERT INTO t (x) VALUES (1); -- the first",
                "INSERT INTO t (x) VALUES (1) /* ; */ ; ; ",
                "/* RETURNING */ WITH n AS (SELECT 1) INSERT INTO t (x) SELECT * FROM n");
        for (String insert : inserts) {
            statement.executeUpdate("DELETE FROM t");
            statement.executeUpdate(insert, new String[] {"y"});
            assertEquals(List.of(7L), longs(statement.getGeneratedKeys()), insert);
        }
        String query = "WITH n AS (SELECT 5) SELECT * FROM n";
        try (PreparedStatement select = connection.prepareStatement(query, new String[] {"y"})) {
            assertEquals(List.of(5L), longs(select.executeQuery()));
        }
    }

    @Test
    void errorsInTheMiddleAreErrorsOfJdbc() throws SQLException {
        String sql = "SELECT x, abs(y) FROM (SELECT 1 AS x, 1 AS y UNION ALL SELECT 2,"
                + " -9223372036854775807 - 1); SELECT 1";
        SQLException error = assertThrows(SQLException.class, () -> statement.execute(sql));
        assertEquals(
                "[SQLITE_ERROR] SQL error or missing database (integer overflow)",
                error.getMessage());
        assertThrows(
                SQLException.class,
                () -> statement.executeUpdate("INSERT INTO t (x) VALUES (9)", new int[] {4}));
        assertEquals(List.of(0L), longs(statement.executeQuery("SELECT count(*) FROM t")));
    }

    @Test
    void keysDoNotCountTriggers() throws SQLException {
        statement.executeUpdate("CREATE TABLE log (what); CREATE TRIGGER tr AFTER INSERT ON t BEGIN"
                + " INSERT INTO log VALUES (1); INSERT INTO log VALUES (2); END");
        statement.executeUpdate("INSERT INTO t (x) VALUES (1)", Statement.RETURN_GENERATED_KEYS);
        assertEquals(List.of(1L), longs(statement.getGeneratedKeys()));
    }

    @Test
    void returning() throws SQLException {
        assertEquals(
                List.of(1L, 2L),
                longs(statement.executeQuery("INSERT INTO t (x) VALUES (1), (2) RETURNING id")));
        assertEquals(1, statement.executeUpdate("INSERT INTO t (x) VALUES (3) RETURNING id"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t (x) VALUES (?) RETURNING id")) {
            insert.setInt(1, 4);
            assertEquals(1, insert.executeUpdate());
            insert.setInt(1, 5);
            assertTrue(insert.execute());
            assertEquals(List.of(5L), longs(insert.getResultSet()));
        }
    }

    @Test
    void aBatchThatFailsKeepsWhatCameBefore() throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t (x) VALUES (?)")) {
            for (int x : new int[] {1, 2, 2, 3}) {
                insert.setInt(1, x);
                insert.addBatch();
            }
            BatchUpdateException error =
                    assertThrows(BatchUpdateException.class, insert::executeBatch);
            assertArrayEquals(new int[] {1, 1}, error.getUpdateCounts());
            assertEquals("23505", error.getSQLState());
            assertEquals(2067, error.getErrorCode());
            assertTrue(connection.getAutoCommit());
        }
        assertEquals(List.of(2L), longs(statement.executeQuery("SELECT count(*) FROM t")));
        statement.execute("BEGIN"); // The batch's own transaction is over.
        statement.execute("ROLLBACK");
    }

    @Test
    void aBatchOfQueriesIsAnError() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT ?")) {
            query.setInt(1, 1);
            query.addBatch();
            assertThrows(BatchUpdateException.class, query::executeBatch);
        }
        statement.addBatch("SELECT 1");
        assertThrows(BatchUpdateException.class, statement::executeBatch);
        statement.addBatch("WITH n AS (SELECT 1) SELECT * FROM n");
        assertThrows(BatchUpdateException.class, statement::executeBatch);
    }

    @Test
    void parametersHaveNumbers() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT ?, ?")) {
            assertThrows(SQLException.class, () -> query.setInt(3, 1));
            query.executeQuery().close();
            assertThrows(SQLException.class, () -> query.executeQuery("SELECT 1"));
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT ?3 - ?1")) {
            query.setInt(1, 1);
            query.setInt(3, 5);
            assertEquals(List.of(4L), longs(query.executeQuery()));
        }
    }

    @Test
    void oneStatementIsPrepared() throws SQLException {
        assertThrows(SQLException.class, () -> connection.prepareStatement("SELECT 1; SELECT 2"));
        connection.prepareStatement("SELECT 1; -- and no more").close();
    }

    private static List<String> longOnes() {
        return List.of(ENDLESS, LONG);
    }

    @ParameterizedTest
    @MethodSource("longOnes")
    void aTimeoutEndsAQuery(String sql) throws SQLException {
        statement.setQueryTimeout(1);
        long begun = System.nanoTime();
        SQLTimeoutException error =
                assertThrows(SQLTimeoutException.class, () -> statement.executeQuery(sql));
        assertEquals(9, error.getErrorCode());
        assertTrue(System.nanoTime() - begun < 20_000_000_000L);
        assertEquals(List.of(1L), longs(statement.executeQuery("SELECT 1")));
    }

    @ParameterizedTest
    @MethodSource("longOnes")
    void anotherThreadCancels(String sql) throws Exception {
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < 50; i++) {
                    Thread.sleep(20);
                    statement.cancel();
                }
            } catch (InterruptedException | SQLException e) {
                throw new AssertionError(e);
            }
        });
        SQLException error = assertThrows(SQLException.class, () -> statement.executeQuery(sql));
        assertEquals("57014", error.getSQLState());
        assertFalse(error instanceof SQLTimeoutException);
        other.join();
    }

    @Test
    void anotherThreadAborts() throws Exception {
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                Thread.sleep(200);
                connection.abort(Runnable::run);
            } catch (InterruptedException | SQLException e) {
                throw new AssertionError(e);
            }
        });
        assertThrows(SQLException.class, () -> statement.executeQuery(ENDLESS));
        other.join();
        assertTrue(connection.isClosed());
        assertTrue(statement.isClosed());
        assertFalse(connection.isValid(0));
        SQLException error =
                assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 1"));
        assertEquals("08003", error.getSQLState());
    }

    @Test
    void closeOnCompletion() throws SQLException {
        statement.closeOnCompletion();
        ResultSet rows = statement.executeQuery("SELECT 1");
        assertTrue(rows.next());
        rows.close();
        assertTrue(statement.isClosed());
    }

    @Test
    void errorsHaveClassesAndStates() throws SQLException {
        statement.executeUpdate("CREATE TABLE c (a NOT NULL, b CHECK (b > 0), p REFERENCES t)");
        assertError(SQLSyntaxErrorException.class, "42000", 1, "SELEC 1");
        assertError(SQLSyntaxErrorException.class, "42S02", 1, "SELECT * FROM missing");
        assertError(SQLSyntaxErrorException.class, "42S22", 1, "SELECT missing FROM t");
        assertError(SQLSyntaxErrorException.class, "42S01", 1, "CREATE TABLE t (x)");
        Class<SQLIntegrityConstraintViolationException> violation =
                SQLIntegrityConstraintViolationException.class;
        assertError(violation, "23502", 1299, "INSERT INTO c VALUES (NULL, 1, NULL)");
        assertError(violation, "23514", 275, "INSERT INTO c VALUES (1, 0, NULL)");
        statement.execute("PRAGMA foreign_keys = ON");
        assertError(violation, "23503", 787, "INSERT INTO c VALUES (1, 1, 99)");
        statement.execute("INSERT INTO t (id, x) VALUES (1, 1)");
        assertError(violation, "23505", 1555, "INSERT INTO t (id) VALUES (1)");
        assertError(violation, "23505", 2067, "INSERT INTO t (x) VALUES (1)");
    }

    private void assertError(
            Class<? extends SQLException> type, String state, int code, String sql) {
        SQLException error = assertThrows(type, () -> statement.execute(sql), sql);
        assertEquals(state, error.getSQLState(), sql);
        assertEquals(code, error.getErrorCode(), sql);
    }

    @Test
    void aLockedDatabaseIsWorthAnotherTry(@TempDir Path folder) throws SQLException {
        String url = "jdbc:sqlvm:" + folder.resolve("t.db") + "?busy_timeout=0";
        try (Connection first = DriverManager.getConnection(url);
                Statement writer = first.createStatement();
                Connection second = DriverManager.getConnection(url);
                Statement other = second.createStatement()) {
            writer.executeUpdate("CREATE TABLE t (x)");
            first.setAutoCommit(false);
            writer.executeUpdate("INSERT INTO t VALUES (1)");
            SQLException error = assertThrows(
                    SQLTransactionRollbackException.class,
                    () -> other.executeUpdate("INSERT INTO t VALUES (2)"));
            assertEquals(5, error.getErrorCode());
            assertEquals("40001", error.getSQLState());
            first.commit();
            assertEquals(1, other.executeUpdate("INSERT INTO t VALUES (2)"));
        }
    }

    @Test
    void whatSqliteHasNot() {
        assertThrows(
                SQLFeatureNotSupportedException.class, () -> connection.prepareCall("{call f()}"));
        assertThrows(
                SQLFeatureNotSupportedException.class,
                () -> connection.createArrayOf("x", new Object[0]));
        assertThrows(
                SQLFeatureNotSupportedException.class,
                () -> connection.createStatement(
                        ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_READ_ONLY));
        assertThrows(
                SQLFeatureNotSupportedException.class,
                () -> connection.createStatement(
                        ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE));
    }

    @Test
    void backupAndRestore(@TempDir Path folder) throws SQLException {
        Path file = folder.resolve("copy.db");
        statement.executeUpdate("INSERT INTO t (x) VALUES (1), (2)");
        statement.executeUpdate("backup to '" + file + "'");
        statement.executeUpdate("DELETE FROM t");
        statement.execute("Restore main From \"" + file + "\";");
        assertEquals(List.of(2L), longs(statement.executeQuery("SELECT count(*) FROM t")));
        SQLException error = assertThrows(
                SQLException.class,
                () -> statement.execute("restore from '" + folder.resolve("none.db") + "'"));
        assertEquals(14, error.getErrorCode());
        Path vacuumed = folder.resolve("vacuumed.db");
        connection.setAutoCommit(false);
        statement.executeUpdate("VACUUM INTO '" + vacuumed + "'");
        connection.setAutoCommit(true);
        try (Connection other = DriverManager.getConnection("jdbc:sqlvm:" + vacuumed);
                Statement query = other.createStatement()) {
            assertEquals(List.of(2L), longs(query.executeQuery("SELECT count(*) FROM t")));
        }
    }

    @Test
    void settingsComeBeforeATransaction(@TempDir Path folder) throws SQLException {
        try (Connection other =
                        DriverManager.getConnection("jdbc:sqlvm:" + folder.resolve("t.db"));
                Statement query = other.createStatement()) {
            other.setAutoCommit(false);
            query.execute("PRAGMA journal_mode = WAL");
            query.executeUpdate("CREATE TABLE t (x)");
            query.executeUpdate("PRAGMA user_version = 3");
            other.rollback();
            query.executeUpdate("VACUUM");
            ResultSet rows = query.executeQuery("SELECT count(*) FROM sqlite_schema");
            assertEquals(List.of(0L), longs(rows));
            assertEquals(List.of(0L), longs(query.executeQuery("PRAGMA user_version")));
            query.executeUpdate("COMMIT");
            query.executeUpdate("CREATE TABLE u (x)");
            query.executeUpdate("COMMIT");
            other.rollback();
            query.executeQuery("SELECT * FROM u").close();
            other.commit();
        }
    }

    @Test
    void holdability() throws SQLException {
        statement.executeUpdate("INSERT INTO t (x) VALUES (1), (2), (3)");
        connection.setAutoCommit(false);
        try (Statement held = connection.createStatement();
                Statement dropped = connection.createStatement(
                        ResultSet.TYPE_FORWARD_ONLY,
                        ResultSet.CONCUR_READ_ONLY,
                        ResultSet.CLOSE_CURSORS_AT_COMMIT)) {
            assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, held.getResultSetHoldability());
            ResultSet stays = held.executeQuery("SELECT x FROM t");
            ResultSet goes = dropped.executeQuery("SELECT x FROM t");
            assertTrue(stays.next());
            assertTrue(goes.next());
            connection.commit();
            assertTrue(goes.isClosed());
            assertTrue(stays.next());
            assertEquals(2, stays.getInt(1));
            assertTrue(stays.next());
        }
        connection.rollback();
    }

    @Test
    void savepointsHaveNumbersOrNames() throws SQLException {
        connection.setAutoCommit(false);
        var first = connection.setSavepoint();
        statement.executeUpdate("INSERT INTO t (x) VALUES (1)");
        var second = connection.setSavepoint("it's ] odd");
        statement.executeUpdate("INSERT INTO t (x) VALUES (2)");
        assertTrue(first.getSavepointId() > 0);
        assertThrows(SQLException.class, first::getSavepointName);
        assertEquals("it's ] odd", second.getSavepointName());
        connection.rollback(second);
        connection.releaseSavepoint(second);
        assertEquals(List.of(1L), longs(statement.executeQuery("SELECT count(*) FROM t")));
        connection.rollback(first);
        connection.commit();
        assertEquals(List.of(0L), longs(statement.executeQuery("SELECT count(*) FROM t")));
    }

    @Test
    void readOnlyConnections() throws SQLException {
        connection.setReadOnly(true);
        SQLException error = assertThrows(
                SQLException.class, () -> statement.executeUpdate("INSERT INTO t (x) VALUES (1)"));
        assertEquals("25006", error.getSQLState());
        connection.setReadOnly(false);
        assertEquals(1, statement.executeUpdate("INSERT INTO t (x) VALUES (1)"));
        connection.setAutoCommit(false);
        statement.executeQuery("SELECT 1").close();
        assertThrows(SQLException.class, () -> connection.setReadOnly(true));
        connection.rollback();
        assertNotNull(connection.getMetaData());
    }
}
