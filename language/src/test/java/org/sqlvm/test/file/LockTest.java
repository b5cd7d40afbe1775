package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteProcess;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connections of this process, and sqlite3 in another one, on the same file at the same time. */
final class LockTest {
    private static final String LOCKED = "5 database is locked";

    @TempDir
    private Path folder;

    /** One that does not wait. */
    private static TestEngine open(Path file) {
        TestEngine engine = SqlvmEngine.onFile(file);
        assertEquals("0", run(engine, "PRAGMA busy_timeout = 0"));
        return engine;
    }

    private static String run(TestEngine engine, String sql) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed()) {
            return outcome.failure().toString();
        }
        List<String> lines = new ArrayList<>();
        outcome.rows().forEach(row -> lines.add(ValueText.row(row)));
        return String.join("\n", lines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "TRUNCATE", "PERSIST"})
    void withJournal(String mode) throws IOException {
        Path file = folder.resolve("t.db");
        try (SqliteProcess sqlite = new SqliteProcess(file);
                TestEngine sqlvm = open(file);
                TestEngine other = open(file)) {
            sqlite.run("CREATE TABLE t(a); INSERT INTO t VALUES(1);");
            assertEquals(
                    "'" + mode.toLowerCase(java.util.Locale.ROOT) + "'",
                    run(sqlvm, "PRAGMA journal_mode=" + mode));
            // A writer lets others read until it commits.
            assertEquals("", run(sqlvm, "BEGIN IMMEDIATE"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(2)"));
            assertEquals("1", sqlite.run("SELECT count(*) FROM t;"));
            assertEquals("1", run(other, "SELECT count(*) FROM t"));
            assertEquals(LOCKED, run(other, "BEGIN IMMEDIATE"));
            assertEquals(LOCKED, run(other, "INSERT INTO t VALUES(3)"));
            assertTrue(sqlite.run("INSERT INTO t VALUES(3);").contains("locked"));
            assertEquals("", run(sqlvm, "COMMIT"));
            assertEquals("2", sqlite.run("SELECT count(*) FROM t;"));
            assertEquals("2", run(other, "SELECT count(*) FROM t"));
            // A reader makes a commit wait; the transaction stays.
            sqlite.run("BEGIN; SELECT * FROM t;");
            assertEquals("", run(sqlvm, "BEGIN"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(4)"));
            assertEquals(LOCKED, run(sqlvm, "COMMIT"));
            assertEquals(LOCKED, run(other, "SELECT count(*) FROM t"));
            assertEquals("3", run(sqlvm, "SELECT count(*) FROM t"));
            sqlite.run("COMMIT;");
            assertEquals("", run(sqlvm, "COMMIT"));
            assertEquals("3", sqlite.run("SELECT count(*) FROM t;"));
            // So does one in this process.
            assertEquals("", run(other, "BEGIN"));
            assertEquals("3", run(other, "SELECT count(*) FROM t"));
            assertEquals(LOCKED, run(sqlvm, "INSERT INTO t VALUES(5)"));
            assertEquals("3", run(other, "SELECT count(*) FROM t"));
            assertEquals("", run(other, "COMMIT"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(5)"));
            // No other lock beside an exclusive one.
            assertEquals("", run(sqlvm, "BEGIN EXCLUSIVE"));
            assertEquals(LOCKED, run(other, "SELECT count(*) FROM t"));
            assertTrue(sqlite.run("SELECT count(*) FROM t;").contains("locked"));
            assertEquals("", run(sqlvm, "ROLLBACK"));
            sqlite.run("BEGIN EXCLUSIVE;");
            assertEquals(LOCKED, run(sqlvm, "SELECT count(*) FROM t"));
            sqlite.run("INSERT INTO t VALUES(6); COMMIT;");
            assertEquals("5", run(sqlvm, "SELECT count(*) FROM t"));
            assertEquals("ok", sqlite.run("PRAGMA integrity_check;"));
        }
    }

    /** The header that a busy commit has written is undone with the rest. */
    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "TRUNCATE", "PERSIST", "MEMORY"})
    void afterABusyCommitAndRollbackToOthersSeeTheNextCommit(String mode) throws IOException {
        Path file = folder.resolve("busy.db");
        try (SqliteProcess sqlite = new SqliteProcess(file);
                TestEngine sqlvm = open(file);
                TestEngine other = open(file)) {
            run(sqlvm, "PRAGMA journal_mode=" + mode);
            run(sqlvm, "CREATE TABLE t(a)");
            run(sqlvm, "INSERT INTO t VALUES(1)");
            for (String end : List.of("COMMIT", "RELEASE outer")) {
                assertEquals("", run(other, "DELETE FROM t WHERE a > 1"));
                assertEquals("1", run(other, "SELECT a FROM t"));
                sqlite.run("BEGIN;");
                assertEquals("1", sqlite.run("SELECT a FROM t;"));
                if (end.equals("COMMIT")) {
                    assertEquals("", run(sqlvm, "BEGIN"));
                }
                assertEquals("", run(sqlvm, "SAVEPOINT outer"));
                assertEquals("", run(sqlvm, "SAVEPOINT inner"));
                assertEquals("", run(sqlvm, "INSERT INTO t VALUES(2)"));
                assertEquals(LOCKED, run(sqlvm, end));
                sqlite.run("COMMIT;");
                assertEquals("", run(sqlvm, "ROLLBACK TO inner"));
                assertEquals("", run(sqlvm, "INSERT INTO t VALUES(3)"));
                assertEquals("", run(sqlvm, end));
                assertEquals("1\n3", run(other, "SELECT a FROM t"));
                assertEquals("1\n3", sqlite.run("SELECT a FROM t;"));
                sqlite.run("INSERT INTO t VALUES(4);");
                assertEquals("1\n3\n4", run(sqlvm, "SELECT a FROM t"));
                assertEquals("", run(other, "CREATE INDEX i ON t(a)"));
                assertEquals("ok", sqlite.run("PRAGMA integrity_check;"));
                assertEquals("", run(sqlvm, "DROP INDEX i"));
            }
        }
    }

    @Test
    void withLog() throws IOException {
        Path file = folder.resolve("wal.db");
        try (SqliteProcess sqlite = new SqliteProcess(file);
                TestEngine sqlvm = open(file);
                TestEngine other = open(file)) {
            assertEquals("'wal'", run(sqlvm, "PRAGMA journal_mode = WAL"));
            assertEquals("", run(sqlvm, "CREATE TABLE t(a)"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(1)"));
            // Readers keep their snapshots while others write.
            sqlite.run("BEGIN;");
            assertEquals("1", sqlite.run("SELECT count(*) FROM t;"));
            assertEquals("", run(other, "BEGIN"));
            assertEquals("1", run(other, "SELECT count(*) FROM t"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(2)"));
            assertEquals("1", sqlite.run("SELECT count(*) FROM t;"));
            assertEquals("1", run(other, "SELECT count(*) FROM t"));
            // One who writes on an old snapshot is too late.
            assertEquals("517 database is locked", run(other, "INSERT INTO t VALUES(3)"));
            assertEquals("", run(other, "ROLLBACK"));
            sqlite.run("COMMIT;");
            assertEquals("2", sqlite.run("SELECT count(*) FROM t;"));
            // One writer at a time.
            sqlite.run("BEGIN IMMEDIATE; INSERT INTO t VALUES(3);");
            assertEquals(LOCKED, run(sqlvm, "INSERT INTO t VALUES(4)"));
            assertEquals("2", run(sqlvm, "SELECT count(*) FROM t"));
            sqlite.run("COMMIT;");
            assertEquals("3", run(sqlvm, "SELECT count(*) FROM t"));
            assertEquals("", run(sqlvm, "BEGIN IMMEDIATE"));
            assertTrue(sqlite.run("INSERT INTO t VALUES(4);").contains("locked"));
            assertEquals("", run(sqlvm, "ROLLBACK"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(4)"));
            String result = run(sqlvm, "PRAGMA wal_checkpoint(TRUNCATE)");
            assertEquals("0 | 0 | 0", result);
            assertEquals(0, Files.size(folder.resolve("wal.db-wal")));
            assertEquals("ok\n4", sqlite.run("PRAGMA integrity_check; SELECT count(*) FROM t;"));
            sqlite.run("INSERT INTO t VALUES(5);");
            assertEquals("5", run(other, "SELECT count(*) FROM t"));
            assertTrue(run(sqlvm, "PRAGMA journal_mode = DELETE").startsWith(LOCKED));
        }
        assertFalse(Files.exists(folder.resolve("wal.db-wal")));
        assertFalse(Files.exists(folder.resolve("wal.db-shm")));
        try (TestEngine sqlvm = open(file)) {
            assertEquals("'wal'", run(sqlvm, "PRAGMA journal_mode"));
            assertEquals("'delete'", run(sqlvm, "PRAGMA journal_mode = DELETE"));
            assertEquals("5", run(sqlvm, "SELECT count(*) FROM t"));
        }
        try (SqliteProcess sqlite = new SqliteProcess(file)) {
            assertEquals("delete", sqlite.run("PRAGMA journal_mode;"));
        }
    }

    @Test
    void aBusyTimeoutWaits() throws Exception {
        Path file = folder.resolve("wait.db");
        try (TestEngine sqlvm = open(file)) {
            assertEquals("", run(sqlvm, "CREATE TABLE t(n INTEGER PRIMARY KEY, who)"));
            assertEquals("", run(sqlvm, "BEGIN IMMEDIATE"));
            FutureTask<String> writer = startWriter(file, 2);
            assertFalse(writer.isDone());
            assertEquals("", run(sqlvm, "INSERT INTO t(who) VALUES(1)"));
            assertEquals("", run(sqlvm, "COMMIT"));
            assertEquals("", writer.get());
            assertEquals("1\n2", run(sqlvm, "SELECT who FROM t ORDER BY n"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "WAL"})
    void writersTakeTurnsInTheOrderInWhichTheyCame(String mode) throws Exception {
        Path file = folder.resolve("queue.db");
        try (TestEngine first = open(file)) {
            run(first, "PRAGMA journal_mode = " + mode);
            run(first, "CREATE TABLE t(n INTEGER PRIMARY KEY, who)");
            assertEquals("", run(first, "BEGIN IMMEDIATE"));
            List<FutureTask<String>> writers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                writers.add(startWriter(file, i));
            }
            assertEquals("", run(first, "COMMIT"));
            for (FutureTask<String> writer : writers) {
                assertEquals("", writer.get());
            }
            assertEquals("0\n1\n2\n3\n4\n5", run(first, "SELECT who FROM t ORDER BY n"));
        }
    }

    /** Returns when it waits for the lock. */
    private static FutureTask<String> startWriter(Path file, int who) throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        FutureTask<String> writer = new FutureTask<>(() -> insertInTurn(file, who, ready));
        Thread thread = Thread.ofPlatform().start(writer);
        ready.await();
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        Thread.sleep(20);
        return writer;
    }

    private static String insertInTurn(Path file, int who, CountDownLatch ready) {
        try (TestEngine engine = SqlvmEngine.onFile(file)) {
            run(engine, "PRAGMA busy_timeout = 60000");
            run(engine, "SELECT count(*) FROM t");
            ready.countDown();
            return run(engine, "INSERT INTO t(who) VALUES(" + who + ")");
        }
    }

    /** Who has a database alone needs no file for the index of its log. */
    @Test
    void anExclusiveLogHasItsIndexOnTheHeap() throws Exception {
        Path file = folder.resolve("heap.db");
        Path index = folder.resolve("heap.db-shm");
        Path copy = folder.resolve("copy.db");
        try (SqliteProcess sqlite = new SqliteProcess(file);
                TestEngine sqlvm = open(file)) {
            assertEquals("'exclusive'", run(sqlvm, "PRAGMA locking_mode = EXCLUSIVE"));
            assertEquals("'wal'", run(sqlvm, "PRAGMA journal_mode = WAL"));
            run(sqlvm, "CREATE TABLE t(a)");
            run(sqlvm, "INSERT INTO t VALUES(1)");
            run(sqlvm, "BEGIN");
            run(sqlvm, "INSERT INTO t VALUES(2)");
            run(sqlvm, "ROLLBACK");
            run(sqlvm, "INSERT INTO t VALUES(3)");
            assertEquals("1\n3", run(sqlvm, "SELECT a FROM t"));
            assertFalse(Files.exists(index));
            assertTrue(sqlite.run("SELECT count(*) FROM t;").contains("locked"));
            // As if the process had died here.
            copy(file, copy);
            copy(folder.resolve("heap.db-wal"), folder.resolve("copy.db-wal"));
            assertEquals("0 | 0 | 0", run(sqlvm, "PRAGMA wal_checkpoint(TRUNCATE)"));
            run(sqlvm, "INSERT INTO t VALUES(4)");
            // There is no way back as long as there is a log.
            assertEquals("'exclusive'", run(sqlvm, "PRAGMA locking_mode = NORMAL"));
            assertEquals("1\n3\n4", run(sqlvm, "SELECT a FROM t"));
            assertTrue(sqlite.run("SELECT count(*) FROM t;").contains("locked"));
            assertFalse(Files.exists(index));
            assertEquals("'delete'", run(sqlvm, "PRAGMA journal_mode = DELETE"));
            assertEquals("'normal'", run(sqlvm, "PRAGMA locking_mode = NORMAL"));
            assertEquals("3\nok", sqlite.run("SELECT count(*) FROM t; PRAGMA integrity_check;"));
            assertFalse(Files.exists(folder.resolve("heap.db-wal")));
        }
        try (TestEngine sqlvm = open(copy)) {
            assertEquals("'exclusive'", run(sqlvm, "PRAGMA locking_mode = EXCLUSIVE"));
            assertEquals("1\n3", run(sqlvm, "SELECT a FROM t"));
            run(sqlvm, "INSERT INTO t VALUES(5)");
        }
        try (SqliteProcess sqlite = new SqliteProcess(copy)) {
            assertEquals("wal\n3", sqlite.run("PRAGMA journal_mode; SELECT count(*) FROM t;"));
        }
    }

    /** By another process: closing a file here drops the locks that we have on it. */
    private static void copy(Path from, Path to) throws Exception {
        Process process = new ProcessBuilder("cp", from.toString(), to.toString()).start();
        assertEquals(0, process.waitFor());
    }

    /** A log that is in use becomes exclusive with the next change, and back again. */
    @Test
    void aSharedLogBecomesExclusive() throws IOException {
        Path file = folder.resolve("shared.db");
        try (TestEngine sqlvm = open(file)) {
            assertEquals("'wal'", run(sqlvm, "PRAGMA journal_mode = WAL"));
            run(sqlvm, "CREATE TABLE t(a)");
            try (SqliteProcess sqlite = new SqliteProcess(file)) {
                assertEquals("0", sqlite.run("SELECT count(*) FROM t;"));
                assertEquals("'exclusive'", run(sqlvm, "PRAGMA locking_mode = EXCLUSIVE"));
                assertEquals("0", run(sqlvm, "SELECT count(*) FROM t"));
                assertEquals(LOCKED, run(sqlvm, "INSERT INTO t VALUES(1)"));
                assertEquals("0", sqlite.run("SELECT count(*) FROM t;"));
            }
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(1)"));
            try (SqliteProcess sqlite = new SqliteProcess(file)) {
                assertTrue(sqlite.run("SELECT count(*) FROM t;").contains("locked"));
                assertEquals("'normal'", run(sqlvm, "PRAGMA locking_mode = NORMAL"));
                assertEquals("1", sqlite.run("SELECT count(*) FROM t;"));
                sqlite.run("INSERT INTO t VALUES(2);");
                assertEquals("2", run(sqlvm, "SELECT count(*) FROM t"));
            }
        }
    }

    @Test
    void exclusiveLockingKeepsTheLock() throws IOException {
        Path file = folder.resolve("exclusive.db");
        try (SqliteProcess sqlite = new SqliteProcess(file);
                TestEngine sqlvm = open(file)) {
            sqlite.run("CREATE TABLE t(a);");
            assertEquals("'exclusive'", run(sqlvm, "PRAGMA locking_mode = EXCLUSIVE"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(1)"));
            assertTrue(sqlite.run("SELECT count(*) FROM t;").contains("locked"));
            assertEquals("", run(sqlvm, "INSERT INTO t VALUES(2)"));
            assertEquals("'normal'", run(sqlvm, "PRAGMA locking_mode = NORMAL"));
            assertEquals("2", run(sqlvm, "SELECT count(*) FROM t"));
            assertEquals("2", sqlite.run("SELECT count(*) FROM t;"));
            assertEquals("ok", sqlite.run("PRAGMA integrity_check;"));
        }
        assertFalse(Files.exists(folder.resolve("exclusive.db-journal")));
    }

    /** One who reads without pause keeps his lock for a while: {@code ReadLease}. */
    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "WAL"})
    void readingWithoutPauseLetsOthersWrite(String mode) throws Exception {
        Path file = folder.resolve("reads.db");
        AtomicBoolean stop = new AtomicBoolean();
        try (SqliteProcess sqlite = new SqliteProcess(file);
                TestEngine sqlvm = SqlvmEngine.onFile(file)) {
            sqlite.run(".timeout 60000");
            sqlite.run("PRAGMA journal_mode=" + mode + "; CREATE TABLE t(a);");
            FutureTask<Long> reader = new FutureTask<>(() -> readCounts(file, stop));
            Thread.ofPlatform().start(reader);
            for (int i = 0; i < 20; i++) {
                assertEquals("", sqlite.run("INSERT INTO t VALUES(1);"));
                assertEquals("", run(sqlvm, "INSERT INTO t VALUES(2)"));
                assertEquals("" + 2 * (i + 1), run(sqlvm, "SELECT count(*) FROM t"));
                if (mode.equals("WAL")) {
                    assertEquals("0|0|0", sqlite.run("PRAGMA wal_checkpoint(TRUNCATE);"));
                }
            }
            stop.set(true);
            assertEquals(40, reader.get());
            assertEquals("ok", sqlite.run("PRAGMA integrity_check;"));
        }
    }

    /** Counts the rows again and again; gives the last count. There are never less than before. */
    private static long readCounts(Path file, AtomicBoolean stop) {
        try (Context context = Context.newBuilder("sqlvm").allowAllAccess(true).build()) {
            Database database = context.getBindings("sqlvm")
                    .getMember("open")
                    .execute(file.toString())
                    .getMember("host")
                    .asHostObject();
            Statement statement = database.prepare("SELECT count(*) FROM t");
            long count = 0;
            boolean last;
            do {
                last = stop.get();
                for (int i = 0; i < 1000; i++) {
                    try (Rows rows = statement.query()) {
                        assertTrue(rows.next());
                        assertTrue(rows.getLong(0) >= count);
                        count = rows.getLong(0);
                    }
                }
            } while (!last);
            return count;
        }
    }
}
