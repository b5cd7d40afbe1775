package org.sqlvm.test.corpus;

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
import org.sqlvm.api.Statement;
import org.sqlvm.test.engines.SqliteProcess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Prepared statements, with something changed between two of their runs that the later one must not
 * miss: by this connection, by another one of this process, or by sqlite3 in another one.
 */
final class RepeatedStatementTest {
    @TempDir
    private Path folder;

    private Context context;
    private Path file;
    private Database database;
    private Statement insert;
    private Statement point;

    @BeforeEach
    void open() {
        context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        file = folder.resolve("t.db");
        database = open(file);
        database.execute("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'one'), (2, 'two')");
        insert = database.prepare("INSERT INTO t VALUES (?, ?)");
        point = database.prepare("SELECT * FROM t WHERE rowid = ?");
        assertEquals("3", insertAndRead(3, "three"));
    }

    @AfterEach
    void close() {
        database.close();
        context.close();
    }

    private Database open(Path path) {
        Database opened = context.getBindings("sqlvm")
                .getMember("open")
                .execute(path.toString())
                .getMember("host")
                .asHostObject();
        opened.execute("PRAGMA busy_timeout = 0");
        return opened;
    }

    private String insertAndRead(long a, String b) {
        insert.bindLong(1, a).bindText(2, b).execute();
        return read(database.query("SELECT last_insert_rowid()"));
    }

    private static String read(Rows rows) {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                for (int i = 0; i < rows.columnCount(); i++) {
                    values.add(rows.getText(i));
                }
            }
        }
        return String.join(" ", values);
    }

    private String read(long rowid) {
        return read(point.bindLong(1, rowid).query());
    }

    private static int code(Runnable work) {
        return assertThrows(SqlvmException.class, work::run).code();
    }

    @Test
    void aPointQueryHasEndedWithItsOnlyRow() throws IOException {
        Rows rows = point.bindLong(1, 1).query();
        assertTrue(rows.next());
        // Nothing is open any more: others may have the file for themselves, and tables may go.
        try (Database other = open(file)) {
            other.execute("BEGIN EXCLUSIVE; ROLLBACK");
        }
        database.execute("CREATE TABLE u(c); DROP TABLE u; VACUUM");
        assertEquals("one", rows.getText(1));
        assertFalse(rows.next());
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "WAL"})
    void anotherProcessChangesRowsAndSchema(String mode) throws IOException {
        database.execute("PRAGMA journal_mode = " + mode);
        try (SqliteProcess sqlite = new SqliteProcess(file)) {
            for (int round = 0; round < 3; round++) {
                assertEquals("1 one", read(1));
                sqlite.run("UPDATE t SET b = 'eins' WHERE rowid = 1;");
                assertEquals("1 eins", read(1));
                sqlite.run("UPDATE t SET b = 'one' WHERE rowid = 1;");
            }
            sqlite.run("ALTER TABLE t ADD COLUMN c DEFAULT 7;");
            assertEquals("1 one 7", read(1));
            assertEquals(1, code(() -> insertAndRead(4, "four")));
            sqlite.run("ALTER TABLE t DROP COLUMN c; CREATE UNIQUE INDEX i ON t(b);");
            assertEquals("1 one", read(1));
            assertEquals(2067, code(() -> insertAndRead(4, "three")));
            sqlite.run("DROP TABLE t; CREATE TABLE t(a INTEGER PRIMARY KEY, b);");
            assertEquals("", read(1));
            assertEquals("40", insertAndRead(40, "forty"));
            assertEquals("40 forty", sqlite.run(".separator ' '\nSELECT * FROM t;"));
            assertEquals("ok", sqlite.run("PRAGMA integrity_check;"));
        }
    }

    @Test
    void anotherConnectionChangesTheSchema() {
        try (Database other = open(file)) {
            other.execute("CREATE TRIGGER r AFTER INSERT ON t BEGIN"
                    + " UPDATE t SET a = -a WHERE rowid = new.rowid; END");
            insertAndRead(4, "four");
            assertEquals("-4 four", read(4));
            other.execute("DROP TRIGGER r");
            insertAndRead(5, "five");
            assertEquals("5 five", read(5));
        }
    }

    @Test
    void theTransactionAroundItIsUndone() {
        database.execute("BEGIN");
        insertAndRead(4, "four");
        database.execute("CREATE UNIQUE INDEX i ON t(a); CREATE TABLE u(c);"
                + "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO u VALUES (new.a); END");
        assertEquals(2067, code(() -> insertAndRead(4, "four again")));
        insertAndRead(5, "five");
        assertEquals("5", read(database.query("SELECT c FROM u")));
        database.execute("ROLLBACK");
        assertEquals("", read(4));
        assertEquals("4", insertAndRead(3, "three again"));
        assertEquals("3 three again", read(4));
    }

    @Test
    void aSavepointAroundItIsUndone() {
        database.execute("BEGIN; SAVEPOINT s");
        insertAndRead(4, "four");
        database.execute("ALTER TABLE t ADD COLUMN c DEFAULT 7");
        assertEquals("4 four 7", read(4));
        database.execute("ROLLBACK TO s");
        assertEquals("", read(4));
        assertEquals("1 one", read(1));
        assertEquals("4", insertAndRead(44, "four"));
        database.execute("RELEASE s; COMMIT");
        assertEquals("44 four", read(4));
        assertEquals("ok", read(database.query("PRAGMA integrity_check")));
    }

    @Test
    void theSameNameIsAnotherDatabase() {
        try (Database other = open(folder.resolve("u.db"))) {
            other.execute("CREATE TABLE t(a, b); INSERT INTO t VALUES ('other', 'file')");
        }
        database.execute("ATTACH ':memory:' AS x; CREATE TABLE x.t(a, b);"
                + "INSERT INTO x.t VALUES ('in', 'memory')");
        Statement attached = database.prepare("SELECT * FROM x.t WHERE rowid = 1");
        assertEquals("in memory", read(attached.query()));
        database.execute("DETACH x");
        assertEquals(1, code(() -> read(attached.query())));
        database.execute("ATTACH ':memory:' AS y; ATTACH '" + folder.resolve("u.db") + "' AS x");
        assertEquals("other file", read(attached.query()));
        database.execute("DETACH y");
        assertEquals("other file", read(attached.query()));
        database.execute("CREATE TEMP TABLE t(a, b); INSERT INTO temp.t VALUES ('for', 'now')");
        assertEquals("for now", read(1));
        database.execute("DROP TABLE temp.t");
        assertEquals("1 one", read(1));
    }

    @Test
    void aBackupReplacesTheDatabase() {
        try (Database other = open(folder.resolve("u.db"))) {
            other.execute("CREATE TABLE u(c); CREATE TABLE t(a UNIQUE, b, c);"
                    + "INSERT INTO t VALUES ('from', 'the', 'backup')");
            assertEquals("1 one", read(1));
            try (Backup backup = other.backup("main", database, "main")) {
                backup.step(-1);
            }
        }
        assertEquals("from the backup", read(1));
        assertEquals(1, code(() -> insertAndRead(4, "four")));
    }

    @Test
    void theSchemaVersionIsSet() {
        assertEquals("1 one", read(1));
        for (int version = 100; version < 103; version++) {
            database.execute("PRAGMA schema_version = " + version);
            assertEquals("1 one", read(1));
            assertEquals("" + version, read(database.query("PRAGMA schema_version")));
        }
        database.execute("VACUUM");
        assertEquals("1 one", read(1));
        assertEquals("4", insertAndRead(4, "four"));
    }

    @Test
    void theFileIsBusy() {
        try (Database other = open(file)) {
            other.execute("BEGIN EXCLUSIVE; UPDATE t SET b = 'uno' WHERE a = 1");
            assertEquals(5, code(() -> read(1)));
            assertEquals(5, code(() -> insertAndRead(4, "four")));
            other.execute("COMMIT");
            assertEquals("1 uno", read(1));
            assertEquals("4", insertAndRead(4, "four"));
            // A transaction that has only read cannot write while another one does.
            database.execute("BEGIN");
            assertEquals("4 four", read(4));
            other.execute("BEGIN IMMEDIATE");
            assertEquals(5, code(() -> insertAndRead(5, "five")));
            assertEquals("4 four", read(4));
            other.execute("ROLLBACK");
            assertEquals("5", insertAndRead(5, "five"));
            database.execute("COMMIT");
            assertEquals("5 five", read(other.query("SELECT * FROM t WHERE a = 5")));
        }
    }

    @Test
    void hooksAndSettingsComeAndGo() {
        List<Long> changed = new ArrayList<>();
        database.setUpdateHook((_, _, _, rowid) -> changed.add(rowid));
        insertAndRead(4, "four");
        database.setUpdateHook(null);
        insertAndRead(5, "five");
        assertEquals(List.of(4L), changed);
        database.execute("PRAGMA query_only = ON");
        assertEquals(8, code(() -> insertAndRead(6, "six")));
        database.execute("PRAGMA query_only = OFF");
        assertEquals("6", insertAndRead(6, "six"));
        database.execute("CREATE TABLE p(a UNIQUE); DELETE FROM t;"
                + "DROP TABLE t; CREATE TABLE t(a REFERENCES p(a), b)");
        assertEquals("1", insertAndRead(1, "without a check"));
        database.execute("PRAGMA foreign_keys = ON");
        assertEquals(787, code(() -> insertAndRead(2, "with one")));
        assertEquals("1 without a check", read(1));
    }

    @Test
    void rowsGoAndComeAtTheEnd() {
        database.execute("BEGIN");
        Statement delete = database.prepare("DELETE FROM t WHERE rowid = ?");
        Statement move = database.prepare("UPDATE t SET rowid = ?1 WHERE rowid = ?2");
        for (int round = 0; round < 500; round++) {
            long last = Long.parseLong(insertAndRead(round, "text " + round));
            switch (round % 5) {
                case 0 -> delete.bindLong(1, last).execute();
                case 1 -> delete.bindLong(1, last - 1).execute();
                case 2 -> move.bindLong(1, last + 10).bindLong(2, last).execute();
                case 3 -> assertEquals(round + " text " + round, read(last));
                default -> assertEquals("1 one", read(1));
            }
        }
        database.execute("COMMIT");
        assertEquals("303", read(database.query("SELECT count(*) FROM t")));
        assertEquals("ok", read(database.query("PRAGMA integrity_check")));
    }
}
