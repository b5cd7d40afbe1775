package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Databases in write-ahead log mode, with the real sqlite3 as the other process. */
final class WalReadTest {
    @TempDir
    Path directory;

    /** An sqlite3 that stays. */
    private static final class Session implements AutoCloseable {
        private final Process process;
        private final OutputStream input;
        private final BufferedReader output;

        Session(Path file) throws IOException {
            process = new ProcessBuilder("sqlite3", "-batch", file.toString())
                    .redirectErrorStream(true)
                    .start();
            input = process.getOutputStream();
            output = process.inputReader(StandardCharsets.UTF_8);
        }

        String run(String sql) throws IOException {
            input.write((sql + "\nSELECT 'end';\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
            StringBuilder lines = new StringBuilder();
            for (String line = output.readLine();
                    line != null && !line.equals("end");
                    line = output.readLine()) {
                lines.append(line).append('\n');
            }
            return lines.toString().strip();
        }

        @Override
        public void close() throws IOException {
            input.close();
            output.readAllLines(); // Until the process has ended.
            process.onExit().join();
        }
    }

    private static long count(Btree btree, int root) {
        try (TableCursor cursor = btree.openTable(root, false)) {
            return cursor.count();
        }
    }

    @Test
    void copyOfALogIsReadAtItsLastCommit() throws Exception {
        Path file = directory.resolve("wal.db");
        Path copy = directory.resolve("copy.db");
        String[] rows;
        int root;
        try (Session writer = new Session(file)) {
            writer.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;"
                    + FileReadTest.makeRows(2000));
            writer.run("UPDATE t SET b=randomblob(80) WHERE a%9=0;");
            root = Integer.parseInt(
                    writer.run("SELECT rootpage FROM sqlite_schema WHERE name='t';"));
            rows = writer.run("SELECT a, hex(b) FROM t ORDER BY a;").split("\n");
            writer.run("PRAGMA cache_size=5; BEGIN; DELETE FROM t WHERE a%2=0; UPDATE t SET"
                    + " b=zeroblob(500);");
            Files.copy(file, copy);
            Files.copy(directory.resolve("wal.db-wal"), directory.resolve("copy.db-wal"));
            writer.run("ROLLBACK;");
        }
        try (Btree btree = FileReadTest.open(copy)) {
            btree.beginRead();
            FileReadTest.checkTable(btree, root, rows);
            // sqlite3 recovers the log beside us, and may not take anything away from us.
            assertEquals("2000", Sqlite3.run(copy, "SELECT count(*) FROM t;"));
            Sqlite3.run(copy, "DELETE FROM t WHERE a>30; PRAGMA wal_checkpoint(TRUNCATE);");
            FileReadTest.checkTable(btree, root, rows);
            btree.endRead();
            assertTrue(btree.beginRead());
            assertEquals(10, count(btree, root));
            btree.endRead();
        }
        assertEquals(
                "ok\n10", Sqlite3.run(copy, "PRAGMA integrity_check; SELECT count(*) FROM t;"));
    }

    @Test
    void aSnapshotStaysWhileOthersCommitAndCheckpoint() throws Exception {
        Path file = directory.resolve("live.db");
        try (Session writer = new Session(file)) {
            writer.run("PRAGMA journal_mode=WAL;" + FileReadTest.makeRows(1000));
            int root = Integer.parseInt(
                    writer.run("SELECT rootpage FROM sqlite_schema WHERE name='t';"));
            String[] rows = writer.run("SELECT a, hex(b) FROM t ORDER BY a;").split("\n");
            try (Btree btree = FileReadTest.open(file);
                    Btree other = FileReadTest.open(file)) {
                btree.beginRead();
                assertEquals(1000, count(btree, root));
                assertEquals(
                        "",
                        writer.run("UPDATE t SET b=randomblob(300); DELETE FROM t WHERE a%2=1;"));
                writer.run("PRAGMA wal_checkpoint(TRUNCATE);");
                FileReadTest.checkTable(btree, root, rows);
                other.beginRead();
                assertEquals(500, count(other, root));
                other.endRead();
                FileReadTest.checkTable(btree, root, rows);
                btree.endRead();
                writer.run("PRAGMA wal_checkpoint(TRUNCATE);");
                for (int i = 0; i < 20; i++) {
                    writer.run("DELETE FROM t WHERE a=(SELECT min(a) FROM t);");
                    assertTrue(btree.beginRead());
                    assertEquals(499 - i, count(btree, root));
                    btree.endRead();
                    if (i % 5 == 4) {
                        writer.run("PRAGMA wal_checkpoint(" + (i % 2 == 0 ? "RESTART" : "PASSIVE")
                                + ");");
                        btree.beginRead();
                        assertEquals(499 - i, count(btree, root));
                        btree.endRead();
                    }
                }
                assertFalse(btree.beginRead());
                btree.endRead();
                assertEquals("ok", writer.run("PRAGMA integrity_check;"));
            }
        }
        assertFalse(Files.exists(directory.resolve("live.db-wal")));
    }

    @Test
    void aCleanDatabaseInLogModeLeavesNothingBehind() throws Exception {
        Path file = directory.resolve("clean.db");
        Sqlite3.run(file, "PRAGMA journal_mode=WAL;" + FileReadTest.makeRows(100));
        int root = FileReadTest.root(file, "t");
        assertFalse(Files.exists(directory.resolve("clean.db-wal")));
        try (Btree btree = FileReadTest.open(file)) {
            btree.beginRead();
            assertEquals(100, count(btree, root));
            // A writer that comes now must not checkpoint under our snapshot.
            Sqlite3.run(file, "DELETE FROM t; PRAGMA wal_checkpoint;");
            assertEquals(100, count(btree, root));
            btree.endRead();
            btree.beginRead();
            assertEquals(0, count(btree, root));
            btree.endRead();
        }
        assertEquals("ok\n0", Sqlite3.run(file, "PRAGMA integrity_check; SELECT count(*) FROM t;"));
        assertFalse(Files.exists(directory.resolve("clean.db-shm")));
    }

    @Test
    void journalModeMayChangeBetweenTransactions() throws Exception {
        Path file = directory.resolve("mode.db");
        Sqlite3.run(file, FileReadTest.makeRows(100));
        int root = FileReadTest.root(file, "t");
        try (Btree btree = FileReadTest.open(file)) {
            btree.beginRead();
            assertEquals(100, count(btree, root));
            btree.endRead();
            Sqlite3.run(file, "PRAGMA journal_mode=WAL; DELETE FROM t WHERE a<=30;");
            btree.beginRead();
            assertEquals(90, count(btree, root));
            btree.endRead();
        }
        Sqlite3.run(file, "PRAGMA journal_mode=DELETE; DELETE FROM t WHERE a<=60;");
        try (Btree btree = FileReadTest.open(file)) {
            btree.beginRead();
            assertEquals(80, count(btree, root));
            btree.endRead();
        }
    }
}
