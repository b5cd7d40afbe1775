package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Backup;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Online backups: what sqlvm copies, SQLite reads, and the other way round. */
final class BackupTest {
    private static final String ROWS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1"
            + " FROM n WHERE i < 2000) INSERT INTO t SELECT i, hex(zeroblob(50)) || i FROM n";

    private static final String SUM = "SELECT count(*) || ' ' || sum(a) || ' ' || max(b) FROM t";
    private static final String FULL = "2000 2001000 " + "0".repeat(100) + "999";

    @TempDir
    private Path folder;

    private Context context;

    @BeforeEach
    void openContext() {
        context = Context.newBuilder("sqlvm").allowAllAccess(true).build();
    }

    @AfterEach
    void closeContext() {
        context.close();
    }

    private Database open(String path) {
        return context.getBindings("sqlvm")
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private static String text(Database database, String sql) {
        try (Rows rows = database.query(sql)) {
            assertTrue(rows.next(), sql);
            return rows.getText(0);
        }
    }

    private static Database filled(Database database, String pragma) {
        database.execute(pragma);
        database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)");
        database.execute(ROWS);
        return database;
    }

    private static void copy(Database from, Database to) {
        try (Backup backup = from.backup("main", to, "main")) {
            assertTrue(backup.step(-1));
            assertEquals(0, backup.remaining());
        }
    }

    /** The first column of the first row, from SQLite. */
    private String sqlite(String name, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file(name));
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet row = statement.getResultSet();
            return row.next() ? row.getString(1) : "";
        }
    }

    private void assertGood(String name) throws SQLException {
        assertEquals("ok", sqlite(name, "PRAGMA integrity_check"));
        assertEquals(FULL, sqlite(name, SUM));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PRAGMA page_size = 512",
                "PRAGMA page_size = 65536",
                "PRAGMA encoding = 'UTF-16le'",
                "PRAGMA auto_vacuum = FULL",
                "PRAGMA journal_mode = WAL"
            })
    void sqliteReadsTheCopy(String pragma) throws SQLException {
        try (Database from = filled(open(file("from.db")), pragma);
                Database to = open(file("to.db"))) {
            copy(from, to);
            assertEquals(FULL, text(to, SUM));
            assertEquals("ok", text(to, "PRAGMA integrity_check"));
            to.execute("INSERT INTO t(b) VALUES ('later')");
            to.execute("DELETE FROM t WHERE b = 'later'");
        }
        assertGood("to.db");
        String size = sqlite("from.db", "PRAGMA page_size");
        assertEquals(size, sqlite("to.db", "PRAGMA page_size"));
        String mode = sqlite("from.db", "PRAGMA journal_mode");
        assertEquals(mode, sqlite("to.db", "PRAGMA journal_mode"));
    }

    /** Over a file that has pages of another size, and more of them or fewer. */
    @ParameterizedTest
    @ValueSource(ints = {512, 2048, 16384})
    void pagesOfAnotherSizeAreReplaced(int size) throws SQLException, IOException {
        for (boolean larger : new boolean[] {false, true}) {
            String name = "to" + larger + ".db";
            sqlite(name, "PRAGMA page_size = " + size);
            try (Database from = filled(open(file("from" + larger + ".db")), "SELECT 1");
                    Database to = open(file(name))) {
                to.execute("PRAGMA page_size = " + size);
                to.execute("CREATE TABLE old(x)");
                to.execute("INSERT INTO old VALUES (zeroblob(" + (larger ? 1_000_000 : 10) + "))");
                copy(from, to);
                assertEquals(FULL, text(to, SUM));
                assertEquals("4096", text(to, "PRAGMA page_size"));
                assertEquals("ok", text(to, "PRAGMA integrity_check"));
            }
            assertGood(name);
            long pages = Long.parseLong(sqlite(name, "PRAGMA page_count"));
            assertTrue(Files.size(folder.resolve(name)) - pages * 4096 < 16384, name);
        }
    }

    @Test
    void memoryIsSourceAndTarget() throws SQLException {
        try (Database from = filled(open(":memory:"), "PRAGMA page_size = 1024");
                Database file = open(file("to.db"));
                Database back = open(":memory:")) {
            copy(from, file);
            copy(file, back);
            assertEquals(FULL, text(back, SUM));
            assertEquals("1024", text(back, "PRAGMA page_size"));
            try (Database other = filled(open(":memory:"), "PRAGMA page_size = 512")) {
                SqlvmException error = assertThrows(SqlvmException.class, () -> copy(from, other));
                assertEquals(8, error.code());
                assertEquals(FULL, text(other, SUM));
            }
        }
        assertGood("to.db");
    }

    @Test
    void anEmptyDatabaseIsCopiedToo() throws SQLException {
        try (Database from = open(":memory:");
                Database to = filled(open(file("to.db")), "PRAGMA page_size = 1024")) {
            copy(from, to);
            assertEquals("0", text(to, "SELECT count(*) FROM sqlite_schema"));
        }
        assertEquals("ok", sqlite("to.db", "PRAGMA integrity_check"));
        assertEquals("1", sqlite("to.db", "PRAGMA page_count"));
    }

    @Test
    void stepsCountPages() {
        try (Database from = filled(open(":memory:"), "SELECT 1");
                Database to = open(":memory:")) {
            int pages = Integer.parseInt(text(from, "PRAGMA page_count"));
            try (Backup backup = from.backup("main", to, "main")) {
                assertFalse(backup.step(10));
                assertEquals(pages, backup.pageCount());
                assertEquals(pages - 10, backup.remaining());
                assertFalse(backup.step(0));
                assertEquals(pages - 10, backup.remaining());
                assertFalse(backup.step(pages - 11));
                assertTrue(backup.step(10));
                assertTrue(backup.step(10));
            }
            assertEquals(FULL, text(to, SUM));
        }
    }

    /** The copy is of one moment, also if the source changes between two steps. */
    @Test
    void changesOfTheSourceBeginAnew() throws SQLException {
        for (boolean own : new boolean[] {true, false}) {
            String name = "to" + own + ".db";
            try (Database from = filled(open(file("from" + own + ".db")), "SELECT 1");
                    Database other = open(file("from" + own + ".db"));
                    Database to = open(file(name));
                    Backup backup = from.backup("main", to, "main")) {
                assertFalse(backup.step(20));
                int remaining = backup.remaining();
                (own ? from : other).execute("UPDATE t SET b = 'changed' WHERE a IN (1, 1999)");
                assertFalse(backup.step(5));
                assertEquals(remaining + 15, backup.remaining());
                assertTrue(backup.step(-1));
            }
            assertEquals("ok", sqlite(name, "PRAGMA integrity_check"));
            assertEquals("2", sqlite(name, "SELECT count(*) FROM t WHERE b = 'changed'"));
        }
    }

    @Test
    void aBackupThatIsGivenUpChangesNothing() throws SQLException {
        try (Database from = filled(open(":memory:"), "SELECT 1");
                Database to = open(file("to.db"))) {
            to.execute("CREATE TABLE old(x)");
            to.execute("INSERT INTO old VALUES (1)");
            try (Backup backup = from.backup("main", to, "main")) {
                assertFalse(backup.step(30));
            }
            assertEquals("1", text(to, "SELECT x FROM old"));
            to.execute("INSERT INTO old VALUES (2)");
        }
        assertEquals("ok", sqlite("to.db", "PRAGMA integrity_check"));
        assertEquals("2", sqlite("to.db", "SELECT count(*) FROM old"));
    }

    @Test
    void attachedAndTemporaryDatabases() {
        try (Database from = open(":memory:");
                Database to = open(":memory:")) {
            from.execute("CREATE TEMP TABLE t(a)");
            from.execute("INSERT INTO t VALUES (7)");
            to.execute("ATTACH ':memory:' AS aux1");
            try (Backup backup = from.backup("temp", to, "aux1")) {
                assertTrue(backup.step(-1));
            }
            assertEquals("7", text(to, "SELECT a FROM aux1.t"));
        }
    }

    @Test
    void refusals() {
        try (Database from = filled(open(file("from.db")), "SELECT 1");
                Database to = open(":memory:")) {
            assertError(1, "source and destination must be distinct", from, from, "main");
            assertError(1, "unknown database nope", from, to, "nope");
            to.execute("BEGIN IMMEDIATE");
            assertError(1, "destination database is in use", from, to, "main");
            to.execute("COMMIT");
            from.execute("BEGIN IMMEDIATE");
            assertError(5, "database is locked", from, to, "main");
            from.execute("COMMIT");
            copy(from, to);
        }
    }

    private static void assertError(
            int code, String message, Database from, Database to, String target) {
        SqlvmException error = assertThrows(SqlvmException.class, () -> {
            try (Backup backup = from.backup("main", to, target)) {
                backup.step(-1);
            }
        });
        assertEquals(message, error.getMessage());
        assertEquals(code, error.code());
    }
}
