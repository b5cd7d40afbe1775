package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlvm.jdbc.error.ResultCode;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Messages of errors are those of sqlite-jdbc, which programs look into. */
@Tag("native")
class MessagesTest {
    private static final List<String> SCHEMA = List.of(
            "PRAGMA foreign_keys = ON",
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE NOT NULL, b CHECK (b > 0))",
            "INSERT INTO t VALUES (1, 1, 1)",
            "CREATE TABLE child (x REFERENCES t)",
            "CREATE TABLE strict (x INTEGER) STRICT",
            "CREATE TABLE raises (x)",
            "CREATE TRIGGER raising BEFORE INSERT ON raises"
                    + " BEGIN SELECT RAISE(ABORT, 'our own words'); END",
            "CREATE TABLE w (k PRIMARY KEY) WITHOUT ROWID",
            "CREATE VIEW v AS SELECT 1");

    @Test
    void everyResultCodeHasItsWords() {
        for (SQLiteErrorCode code : SQLiteErrorCode.values()) {
            if (code != SQLiteErrorCode.UNKNOWN_ERROR) {
                assertEquals(code + " (why)", ResultCode.message(code.code, "why"));
            }
        }
        String unknown = ResultCode.message(10 | 99 << 8, "why");
        assertEquals(SQLiteErrorCode.SQLITE_IOERR + " (why)", unknown);
    }

    private interface Run {
        void on(Connection connection) throws SQLException;
    }

    private static String message(String url, Run run) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : SCHEMA) {
                statement.execute(sql);
            }
            run.on(connection);
            return "no error";
        } catch (SQLException e) {
            return (e.getErrorCode() & 0xff) + " " + e.getMessage();
        }
    }

    private static void assertSame(Run run) throws SQLException {
        assertEquals(message("jdbc:sqlite::memory:", run), message("jdbc:sqlvm::memory:", run));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1, 2, 2)",
                "INSERT INTO t VALUES (3, 1, 2)",
                "INSERT INTO t VALUES (3, NULL, 2)",
                "INSERT INTO t VALUES (3, 3, -1)",
                "INSERT INTO t (id) VALUES ('x')",
                "INSERT INTO t VALUES (1)",
                "INSERT INTO child VALUES (99)",
                "INSERT INTO strict VALUES ('x')",
                "INSERT INTO raises VALUES (1)",
                "INSERT INTO w VALUES (1), (1)",
                "INSERT INTO v VALUES (1)",
                "SELECT * FROM missing",
                "SELECT missing FROM t",
                "SELECT missing(1)",
                "SELECT a FROM t ORDER BY a COLLATE missing",
                "SELEC",
                "SELECT",
                "SELECT 'a",
                "CREATE TABLE t (a)",
                "DROP TABLE missing",
                "ALTER TABLE t ADD COLUMN id",
                "SELECT abs(-9223372036854775808)",
                "SELECT zeroblob(2000000000)",
                "SELECT json('x')",
                "ATTACH '/no/such/folder/x.db' AS k",
                "DETACH k",
                "COMMIT",
            })
    void messagesAreThoseOfTheOtherDriver(String sql) throws SQLException {
        assertSame(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        });
        assertSame(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.execute();
            }
        });
    }

    @Test
    void refusedChanges() throws SQLException {
        assertSame(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA query_only = 1");
                statement.execute("DELETE FROM t");
            }
        });
    }

    @Test
    void lockedFiles(@TempDir Path folder) throws SQLException {
        for (String url : List.of("jdbc:sqlite:", "jdbc:sqlvm:")) {
            String file = url + folder.resolve(url.replace(':', '-') + ".db") + "?busy_timeout=1";
            try (Connection first = DriverManager.getConnection(file);
                    Connection second = DriverManager.getConnection(file);
                    Statement holder = first.createStatement();
                    Statement statement = second.createStatement()) {
                holder.execute("CREATE TABLE t (a)");
                holder.execute("BEGIN IMMEDIATE");
                SQLException error = assertThrows(
                        SQLException.class, () -> statement.execute("INSERT INTO t VALUES (1)"));
                assertEquals(
                        "[SQLITE_BUSY] The database file is locked (database is locked)",
                        error.getMessage());
            }
        }
    }
}
