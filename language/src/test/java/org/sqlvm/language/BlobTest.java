package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Blob;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/** BLOBs in place, and databases as bytes. */
final class BlobTest extends DatabaseTestCase {
    private static final int LARGE = 1_000_003;

    @BeforeEach
    void fill() {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, data, i UNIQUE);"
                + "INSERT INTO t VALUES (1, 'one', x'0102030405', 1), (2, 'two', NULL, 2),"
                + " (3, 'three', 3, 3), (4, 'four', 4.5, 4), (5, 'five', 'text', 5)");
    }

    private Blob blob(long rowid, boolean writable) {
        return database.openBlob("main", "t", "data", rowid, writable);
    }

    private static byte[] all(Blob blob) {
        byte[] bytes = new byte[blob.length()];
        blob.read(0, bytes, 0, bytes.length);
        return bytes;
    }

    private byte[] stored(long rowid) {
        try (Rows rows = database.query("SELECT data FROM t WHERE id = ?", rowid)) {
            assertTrue(rows.next());
            return rows.getBlob(0);
        }
    }

    private static SqlvmException error(int code, String message, Executable work) {
        SqlvmException error = assertThrows(SqlvmException.class, work);
        assertEquals(message, error.getMessage());
        assertEquals(code, error.code());
        return error;
    }

    @Test
    void readsAndWrites() {
        try (Blob blob = blob(1, true)) {
            assertEquals(5, blob.length());
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, all(blob));
            blob.write(1, new byte[] {9, 8, 7}, 1, 2);
            byte[] part = new byte[4];
            blob.read(1, part, 1, 3);
            assertArrayEquals(new byte[] {0, 8, 7, 4}, part);
            blob.reopen(5);
            assertEquals("text", new String(all(blob), StandardCharsets.UTF_8));
            blob.write(4, new byte[0], 0, 0);
        }
        assertArrayEquals(new byte[] {1, 8, 7, 4, 5}, stored(1));
        assertTrue(database.isAutocommit());
    }

    /** While it waits for the lock, another connection commits a new schema. */
    @Test
    void theSchemaMayChangeWhileItIsOpened(@TempDir Path folder) {
        String file = folder.resolve("blob.db").toString();
        try (Database one = open(file);
                Database two = open(file)) {
            one.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, data);"
                    + " INSERT INTO t VALUES (1, x'010203')");
            two.execute("SELECT * FROM t");
            one.execute("BEGIN IMMEDIATE; ALTER TABLE t ADD COLUMN z;"
                    + " UPDATE t SET data = x'0506'");
            two.setBusyHandler(_ -> {
                one.execute("COMMIT");
                return true;
            });
            try (Blob blob = two.openBlob("main", "t", "data", 1, true)) {
                assertArrayEquals(new byte[] {5, 6}, all(blob));
            }
            one.execute("BEGIN IMMEDIATE; ALTER TABLE t RENAME TO u");
            error(1, "no such table: main.t", () -> two.openBlob("main", "t", "data", 1, true));
        }
    }

    @Test
    void largeOnes() {
        byte[] content = new byte[LARGE];
        new Random(1).nextBytes(content);
        database.execute("INSERT INTO t(id, data) VALUES (10, ?)", content);
        Random random = new Random(2);
        database.execute("BEGIN");
        try (Blob blob = blob(10, true)) {
            assertArrayEquals(content, all(blob));
            for (int round = 0; round < 300; round++) {
                int length = random.nextInt(round % 10 == 0 ? 20_000 : 30);
                int place = random.nextInt(LARGE - length);
                byte[] part = new byte[length];
                if (round % 3 == 0) {
                    blob.read(place, part, 0, length);
                    for (int i = 0; i < length; i++) {
                        assertEquals(content[place + i], part[i]);
                    }
                } else {
                    random.nextBytes(part);
                    blob.write(place, part, 0, length);
                    System.arraycopy(part, 0, content, place, length);
                }
                if (round % 50 == 0) {
                    database.execute("INSERT INTO t(data) VALUES (zeroblob(2000))");
                }
            }
            assertArrayEquals(content, all(blob));
        }
        assertArrayEquals(content, stored(10));
        database.execute("COMMIT");
        try (Rows rows = database.query("PRAGMA integrity_check")) {
            assertTrue(rows.next());
            assertEquals("ok", rows.getText(0));
        }
    }

    @Test
    void isUndoneWithItsTransaction() {
        database.execute("BEGIN");
        Blob blob = blob(1, true);
        blob.write(0, new byte[] {99}, 0, 1);
        error(
                5,
                "cannot commit transaction - SQL statements in progress",
                () -> database.execute("COMMIT"));
        database.execute("ROLLBACK");
        error(4, "query aborted", () -> blob.read(0, new byte[1], 0, 1));
        blob.close();
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, stored(1));
    }

    @Test
    void expires() {
        for (String change : new String[] {
            "UPDATE t SET name = 'other' WHERE id = 1",
            "DELETE FROM t WHERE id = 1",
            "REPLACE INTO t VALUES (1, 'x', x'06', 1)",
            "DELETE FROM t"
        }) {
            database.execute("BEGIN");
            try (Blob blob = blob(1, false)) {
                database.execute("UPDATE t SET name = 'x' WHERE id = 5");
                assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, all(blob));
                database.execute(change);
                error(4, "query aborted", () -> blob.read(0, new byte[1], 0, 1));
                error(4, "query aborted", () -> blob.read(0, new byte[1], 0, 1));
            }
            database.execute("ROLLBACK");
        }
        try (Blob blob = blob(1, true)) {
            assertThrows(SqlvmException.class, () -> blob.reopen(99));
            error(1, "SQL logic error", () -> blob.read(0, new byte[1], 0, 1));
            blob.reopen(1);
            assertEquals(5, blob.length());
        }
    }

    @Test
    void refuses() {
        database.execute("CREATE VIEW v AS SELECT * FROM t;"
                + "CREATE TABLE w(a PRIMARY KEY, b) WITHOUT ROWID;"
                + "CREATE TABLE g(a, b AS (a)); CREATE TABLE f(a, b REFERENCES t(id));"
                + "INSERT INTO f VALUES (1, x'01')");
        error(1, "no such table: main.x", () -> database.openBlob("main", "x", "a", 1, false));
        error(1, "no such table: x.t", () -> database.openBlob("x", "t", "data", 1, false));
        error(1, "no such column: \"x\"", () -> database.openBlob("main", "t", "x", 1, false));
        error(1, "no such rowid: 99", () -> blob(99, false));
        error(1, "cannot open value of type null", () -> blob(2, false));
        error(1, "cannot open value of type integer", () -> blob(3, false));
        error(1, "cannot open value of type real", () -> blob(4, false));
        error(1, "cannot open view: v", () -> database.openBlob("main", "v", "data", 1, false));
        error(
                1,
                "cannot open table without rowid: w",
                () -> database.openBlob("main", "w", "b", 1, false));
        error(
                1,
                "cannot open table with generated columns: g",
                () -> database.openBlob("main", "g", "a", 1, false));
        error(
                1,
                "cannot open indexed column for writing",
                () -> database.openBlob("main", "t", "i", 1, true));
        database.openBlob("main", "f", "b", 1, true).close();
        database.execute("PRAGMA foreign_keys = ON");
        error(
                1,
                "cannot open foreign key column for writing",
                () -> database.openBlob("main", "f", "b", 1, true));
        assertTrue(database.isAutocommit());
        try (Blob blob = blob(1, false)) {
            error(
                    8,
                    "attempt to write a readonly database",
                    () -> blob.write(0, new byte[1], 0, 1));
            error(1, "SQL logic error", () -> blob.read(5, new byte[1], 0, 1));
            error(1, "SQL logic error", () -> blob.read(-1, new byte[1], 0, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> blob.read(0, new byte[1], 1, 1));
        }
        Blob closed = blob(1, false);
        closed.close();
        closed.close();
        error(21, "bad parameter or other API misuse", () -> closed.read(0, new byte[1], 0, 1));
    }

    @Test
    void databasesAsBytes() {
        byte[] image = database.serialize("main");
        assertEquals("SQLite format 3", new String(image, 0, 15, StandardCharsets.US_ASCII));
        try (Database other = another()) {
            other.execute("CREATE TABLE gone(x); ATTACH ':memory:' AS second");
            other.deserialize("main", image);
            other.deserialize("second", image);
            image[0] = 0;
            other.execute("INSERT INTO t(id) VALUES (6); DELETE FROM second.t");
            try (Rows rows = other.query(
                    "SELECT (SELECT count(*) FROM main.t)," + " (SELECT count(*) FROM second.t)")) {
                assertTrue(rows.next());
                assertEquals(6, rows.getLong(0));
                assertEquals(0, rows.getLong(1));
            }
            error(1, "no such table: gone", () -> other.execute("SELECT * FROM gone"));
            error(1, "SQL logic error", () -> other.deserialize("temp", image));
            error(1, "unknown database x", () -> other.deserialize("x", image));
            other.execute("BEGIN; SELECT * FROM t");
            error(1, "SQL logic error", () -> other.deserialize("main", image));
            other.execute("COMMIT");
            other.deserialize("main", new byte[0]);
            try (Rows rows = other.query("SELECT * FROM main.sqlite_schema")) {
                assertFalse(rows.next());
            }
            error(26, "file is not a database", () -> {
                other.deserialize("main", new byte[4096]);
                other.execute("SELECT * FROM main.sqlite_schema");
            });
        }
    }
}
