package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FaultyDisk;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.AutoVacuum;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.Synchronous;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** Transactions on files, in every journal mode; the real sqlite3 finds them sound. */
final class FileWriteTest {
    private static final long TINY_CACHE = 1;

    @TempDir
    Path directory;

    private static Btree open(Path file, long cacheBytes, Workspace workspace) {
        OpenOptions options = OpenOptions.ofPath(file.toString()).withMemory(cacheBytes, 0);
        return Btree.open(DirectFileSystem.INSTANCE, options, Pause.BLOCKING, workspace);
    }

    static void setMode(Btree btree, JournalMode mode) {
        if (mode == JournalMode.WAL) {
            assertTrue(btree.storage().enterLog());
        } else {
            btree.beginRead();
            btree.storage().setJournalMode(mode);
            btree.endRead();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, FULL, 4096, 0",
        "DELETE, EXTRA, 512, 1",
        "DELETE, OFF, 1024, 1",
        "TRUNCATE, FULL, 4096, 1",
        "TRUNCATE, OFF, 512, 1",
        "PERSIST, FULL, 1024, 1",
        "PERSIST, NORMAL, 65536, 0",
        "MEMORY, FULL, 512, 1",
        "MEMORY, OFF, 4096, 0",
        "WAL, FULL, 512, 1",
        "WAL, NORMAL, 4096, 1",
        "WAL, OFF, 1024, 0",
        "OFF, FULL, 1024, 0",
    })
    void againstMap(JournalMode mode, Synchronous level, int pageSize, long cache)
            throws Exception {
        Path file = directory.resolve("t.db");
        Workspace workspace = new Workspace(DirectFileSystem.INSTANCE, 0);
        TreeWorkload workload = new TreeWorkload(pageSize + mode.ordinal());
        try (workspace;
                Btree btree = open(file, cache, workspace)) {
            btree.storage().settings().setNewPageSize(pageSize);
            btree.storage().settings().setSynchronous(level);
            workload.create(btree);
            setMode(btree, mode);
            for (int round = 0; round < 60; round++) {
                workload.transaction(btree);
                if (round % 20 == 19) {
                    TreeWorkload.check(btree, workload.root(), workload.committed());
                    assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;"));
                }
            }
        }
        try (Btree btree = open(file, 0, workspace)) {
            TreeWorkload.check(btree, workload.root(), workload.committed());
        }
        assertEquals(
                pageSize + "\n" + workload.committed().size(),
                Sqlite3.run(file, "PRAGMA page_size; SELECT count(*) FROM t;"));
        boolean left = Files.exists(directory.resolve("t.db-journal"));
        assertEquals(mode == JournalMode.PERSIST || mode == JournalMode.TRUNCATE, left);
        assertFalse(Files.exists(directory.resolve("t.db-wal")));
    }

    @ParameterizedTest
    @CsvSource({
        "FULL, DELETE, 512, 1",
        "FULL, WAL, 1024, 1",
        "FULL, MEMORY, 4096, 0",
        "INCREMENTAL, PERSIST, 512, 0",
        "INCREMENTAL, WAL, 512, 1",
    })
    void vacuumedAgainstMap(AutoVacuum vacuum, JournalMode mode, int pageSize, long cache)
            throws Exception {
        Path file = directory.resolve("v.db");
        TreeWorkload workload = new TreeWorkload(pageSize + mode.ordinal());
        try (Btree btree = open(file, cache, null)) {
            btree.storage().settings().setNewPageSize(pageSize);
            btree.storage().settings().setSynchronous(Synchronous.OFF);
            btree.storage().settings().setNewAutoVacuum(vacuum);
            workload.create(btree);
            setMode(btree, mode);
            for (int round = 0; round < 80; round++) {
                workload.transaction(btree);
                if (vacuum == AutoVacuum.INCREMENTAL && round % 3 == 0) {
                    btree.beginWrite();
                    btree.vacuum(round % 4 == 0 ? Long.MAX_VALUE : 3);
                    if (round % 9 == 0) {
                        btree.rollback(false);
                    } else {
                        btree.commit();
                    }
                }
                if (vacuum == AutoVacuum.FULL) {
                    btree.beginRead();
                    assertEquals(0, btree.header().get(Meta.FREELIST_COUNT));
                    btree.endRead();
                }
                if (round % 10 == 9) {
                    TreeWorkload.check(btree, workload.root(), workload.committed());
                    assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;"), "" + round);
                }
            }
        }
        // Roots come and go: the last one moves to where one was dropped.
        Sqlite3.run(
                file, "CREATE TABLE u(x, UNIQUE(x)); CREATE TABLE v(y); INSERT INTO v VALUES(1);");
        assertEquals("ok\n1", Sqlite3.run(file, "PRAGMA integrity_check; SELECT y FROM v;"));
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE", "WAL"})
    void takesTurnsWithSqlite(JournalMode mode) throws Exception {
        Path file = directory.resolve("turns.db");
        Sqlite3.run(
                file,
                "PRAGMA journal_mode=" + mode
                        + "; CREATE TABLE t(b); INSERT INTO t(rowid, b) VALUES(1, x'00');");
        try (Btree btree = open(file, TINY_CACHE, null)) {
            int root = FileReadTest.root(file, "t");
            for (int i = 2; i < 40; i += 2) {
                btree.beginWrite();
                try (TableCursor cursor = btree.openTable(root, true)) {
                    byte[] record = MemoryTreeTest.record(new byte[i * 300]);
                    cursor.insert(i, record, record.length, false);
                }
                btree.commit();
                String printed = Sqlite3.run(
                        file,
                        "SELECT count(*), max(rowid), sum(length(b)) FROM t;"
                                + " INSERT INTO t(b) VALUES(zeroblob(" + (i + 1) * 300 + "));"
                                + " PRAGMA integrity_check;");
                long bytes = 1 + 300L * (i * (i + 1) / 2 - 1);
                assertEquals(i + "|" + i + "|" + bytes + "\nok", printed);
                btree.beginRead();
                try (TableCursor cursor = btree.openTable(root, false)) {
                    assertTrue(cursor.last());
                    assertEquals(i + 1, cursor.rowid());
                }
                btree.endRead();
            }
        }
    }

    /** The pages of one value go to the file while it is written, and while it is deleted. */
    @ParameterizedTest
    @EnumSource(names = {"DELETE", "WAL"})
    void aHugeValueNeedsNoMemoryForItsPages(JournalMode mode) throws Exception {
        Path file = directory.resolve("huge.db");
        byte[] huge = new byte[5_000_000];
        new Random(1).nextBytes(huge);
        byte[] record = MemoryTreeTest.record(huge);
        try (Workspace workspace = new Workspace(DirectFileSystem.INSTANCE, 0);
                Btree btree = open(file, 300_000, workspace)) {
            btree.beginWrite();
            int root = btree.trees().create(true);
            MemoryTreeTest.addSchema(btree, 1, "t", root, MemoryTreeTest.TABLE);
            btree.commit();
            setMode(btree, mode);
            Path target = mode == JournalMode.WAL ? directory.resolve("huge.db-wal") : file;
            for (boolean keeps : new boolean[] {false, true}) {
                btree.beginWrite();
                try (TableCursor cursor = btree.openTable(root, true)) {
                    cursor.insert(1, record, record.length, false);
                }
                assertTrue(Files.size(target) > 4_000_000, "" + Files.size(target));
                if (keeps) {
                    btree.commit();
                } else {
                    btree.rollback(false);
                }
                TreeWorkload.check(btree, root, keeps ? Map.of(1L, record) : Map.of());
            }
            assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;"));
            btree.beginWrite();
            try (TableCursor cursor = btree.openTable(root, true)) {
                assertTrue(cursor.seekExact(1));
                cursor.delete();
            }
            btree.commit();
            TreeWorkload.check(btree, root, Map.of());
        }
        assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;"));
    }

    /** A file system that has none has logs all the same, for one connection at a time. */
    @Test
    void aLogWithoutSharedMemory() {
        FaultyDisk disk = new FaultyDisk();
        disk.forbidSharedMemory();
        OpenOptions options = OpenOptions.ofPath("/t.db").withMemory(TINY_CACHE, 0);
        TreeWorkload workload = new TreeWorkload(3);
        try (Btree btree = Btree.open(disk, options, Pause.BLOCKING);
                Btree other = Btree.open(disk, options, Pause.BLOCKING)) {
            workload.create(btree);
            assertFalse(btree.storage().enterLog());
            btree.storage().setExclusiveLocking(true);
            assertTrue(btree.storage().enterLog());
            for (int i = 0; i < 20; i++) {
                workload.transaction(btree);
            }
            TreeWorkload.check(btree, workload.root(), workload.committed());
            SqlException error = assertThrows(SqlException.class, other::beginRead);
            assertEquals(ResultCode.BUSY, error.code());
            assertTrue(disk.made().contains("/t.db-wal"));
        }
        assertFalse(disk.made().contains("/t.db-wal"));
        try (Btree btree = Btree.open(disk, options, Pause.BLOCKING)) {
            TreeWorkload.check(btree, workload.root(), workload.committed());
            SqlException error = assertThrows(SqlException.class, btree::beginWrite);
            assertEquals(ResultCode.CANTOPEN, error.code());
            btree.storage().setExclusiveLocking(true);
            workload.transaction(btree);
            TreeWorkload.check(btree, workload.root(), workload.committed());
            btree.storage().leaveLog(JournalMode.DELETE);
            btree.storage().setExclusiveLocking(false);
            assertFalse(btree.storage().settings().isExclusiveLocking());
            TreeWorkload.check(btree, workload.root(), workload.committed());
        }
    }

    @Test
    void readersAndWritersExcludeEachOther() throws Exception {
        Path file = directory.resolve("busy.db");
        TreeWorkload workload = new TreeWorkload(1);
        try (Btree btree = open(file, 0, null);
                Btree other = open(file, 0, null)) {
            workload.create(btree);
            btree.beginWrite();
            int busy = assertThrows(SqlException.class, other::beginWrite).code();
            assertEquals(ResultCode.BUSY, busy);
            assertFalse(other.isReading());
            assertTrue(Sqlite3.run(file, "DELETE FROM t;").contains("database is locked"));
            // Reading beside a writer that has not begun to write.
            other.beginRead();
            assertEquals("0", Sqlite3.run(file, "SELECT count(*) FROM t;"));
            btree.header().set(Meta.USER_VERSION, 7);
            assertEquals(
                    ResultCode.BUSY,
                    assertThrows(SqlException.class, btree::commit).code());
            assertTrue(btree.isWriting());
            // Now it waits for the readers: no new one comes in.
            assertTrue(Sqlite3.run(file, "SELECT count(*) FROM t;").contains("locked"));
            other.endRead();
            assertEquals(
                    ResultCode.BUSY,
                    assertThrows(SqlException.class, other::beginRead).code());
            btree.commit();
            assertEquals("7", Sqlite3.run(file, "PRAGMA user_version;"));
            other.beginRead();
            assertEquals(7, other.header().get(Meta.USER_VERSION));
            other.endRead();
        }
    }

    @Test
    void aReadOnlyFileIsOnlyRead() throws Exception {
        Path file = directory.resolve("readonly.db");
        Sqlite3.run(file, "CREATE TABLE t(b);");
        OpenOptions options = OpenOptions.parse(
                "file:" + file + "?mode=ro", org.sqlvm.engine.file.OpenMode.READ_WRITE);
        try (Btree btree = Btree.open(DirectFileSystem.INSTANCE, options, Pause.BLOCKING)) {
            SqlException refused = assertThrows(SqlException.class, btree::beginWrite);
            assertEquals(ResultCode.READONLY, refused.code());
            assertEquals("attempt to write a readonly database", refused.getMessage());
        }
    }
}
