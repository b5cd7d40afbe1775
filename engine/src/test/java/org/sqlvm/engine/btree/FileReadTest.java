package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Files that the real sqlite3 has written, read by our cursors. */
final class FileReadTest {
    @TempDir
    Path directory;

    static Btree open(Path file) {
        return Btree.open(
                DirectFileSystem.INSTANCE,
                OpenOptions.parse(file.toString(), OpenMode.READ_WRITE),
                Pause.BLOCKING);
    }

    static int root(Path file, String name) throws Exception {
        return Integer.parseInt(
                Sqlite3.run(file, "SELECT rootpage FROM sqlite_schema WHERE name='" + name + "';"));
    }

    /** Rows (a, b) with a BLOB of every size from small to several overflow pages. */
    static String makeRows(int count) {
        return "CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB);"
                + "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i<" + count
                + ") INSERT INTO t SELECT i*3, randomblob(CASE WHEN i%50=0 THEN i*7 ELSE i%90 END)"
                + " FROM n;";
    }

    private static String bodyHex(byte[] record) {
        return HexFormat.of().withUpperCase().formatHex(record, record[0], record.length);
    }

    @ParameterizedTest
    @CsvSource({
        "512, UTF-8, 0, 0", "1024, UTF-16le, 1, 0", "2048, UTF-16be, 2, 0", "4096, UTF-8, 0, 32",
        "4096, UTF-8, 1, 0", "8192, UTF-8, 0, 255", "16384, UTF-8, 0, 1", "32768, UTF-16le, 0, 0",
        "65536, UTF-8, 0, 0", "65536, UTF-8, 2, 16", "512, UTF-8, 1, 32"
    })
    void everyLayout(int pageSize, String encoding, int autoVacuum, int reserved) throws Exception {
        Path file = directory.resolve("layout.db");
        Sqlite3.run(
                file,
                "PRAGMA page_size=" + pageSize + "; PRAGMA encoding='" + encoding
                        + "'; PRAGMA auto_vacuum="
                        + autoVacuum + ";\n.filectrl reserve_bytes " + reserved + "\nVACUUM;\n"
                        + makeRows(3000)
                        + "CREATE TABLE w(k BLOB PRIMARY KEY) WITHOUT ROWID; INSERT OR IGNORE INTO"
                        + " w SELECT b FROM t;PRAGMA user_version=77; DELETE FROM t WHERE a%7=0;");
        String[] rows = Sqlite3.run(file, "SELECT a, hex(b) FROM t ORDER BY a;").split("\n");
        String[] keys = Sqlite3.run(file, "SELECT hex(k) FROM w ORDER BY k;").split("\n", -1);
        String pageCount = Sqlite3.run(file, "PRAGMA page_count;");
        int tableRoot = root(file, "t");
        int keysRoot = root(file, "w");
        try (Btree btree = open(file)) {
            btree.beginRead();
            DatabaseHeader header = btree.header().all();
            assertEquals(pageSize, header.pageSize());
            assertEquals(reserved, header.reservedBytes());
            assertEquals(
                    List.of("", "UTF-8", "UTF-16le", "UTF-16be").indexOf(encoding),
                    header.textEncoding());
            assertEquals(77, header.userVersion());
            assertEquals(autoVacuum != 0, header.autovacuumTopRoot() != 0);
            assertEquals(autoVacuum == 2, header.incrementalVacuum());
            assertEquals(Long.parseLong(pageCount), header.pageCount());
            checkTable(btree, tableRoot, rows);
            checkKeys(btree, keysRoot, keys);
            btree.endRead();
        }
    }

    /** Pages that few searches have come by are not kept: a cursor reads them into one array. */
    @Test
    void searchesOfPagesThatFewWant() throws Exception {
        Path file = directory.resolve("visits.db");
        Sqlite3.run(file, "PRAGMA page_size=512;" + makeRows(20_000).replace("i*7", "i%90"));
        int root = root(file, "t");
        AtomicInteger allocated = new AtomicInteger();
        try (Btree btree = open(file)) {
            btree.storage().settings().setMemory(bytes -> {
                allocated.incrementAndGet();
                return new byte[bytes];
            });
            btree.beginRead();
            long pageCount = btree.header().all().pageCount();
            try (TableCursor cursor = btree.openTable(root, false);
                    TableCursor other = btree.openTable(root, false)) {
                assertTrue(other.seekExact(300));
                byte[] kept = other.fullPayload();
                long leaves = seekAll(cursor);
                assertTrue(leaves > pageCount / 2, () -> leaves + " of " + pageCount);
                seekAll(cursor);
                assertTrue(allocated.get() < pageCount / 5, allocated::toString);
                assertArrayEquals(kept, other.fullPayload());
                seekAll(cursor);
                seekAll(cursor);
                assertTrue(allocated.get() > leaves, "wanted often, but not kept");
                int before = allocated.get();
                seekAll(cursor);
                assertEquals(before, allocated.get());
            }
            btree.endRead();
        }
    }

    /** To every row in their order; how often that went to another page. */
    private static long seekAll(TableCursor cursor) {
        long pages = 0;
        long last = 0;
        for (int i = 1; i <= 20_000; i++) {
            assertTrue(cursor.seekExact(i * 3L));
            assertEquals(i * 3L, cursor.rowid());
            assertTrue(cursor.payloadSize() <= 93, () -> "payload of " + cursor.rowid());
            if (cursor.payloadOffset() > last) {
                pages++; // Cells are written from the page's end on.
            }
            last = cursor.payloadOffset();
        }
        return pages;
    }

    /** A page that only a reader has, and that a writer changes. */
    @Test
    void writersChangeWhatAReaderStandsOn() throws Exception {
        Path file = directory.resolve("changed.db");
        Sqlite3.run(file, "PRAGMA page_size=512;" + makeRows(3000));
        int root = root(file, "t");
        try (Btree btree = open(file)) {
            btree.beginRead();
            try (TableCursor reader = btree.openTable(root, false)) {
                for (long i = 1; i < 2900; i += 100) {
                    assertTrue(reader.seekExact(i * 3)); // Now it knows how deep the leaves are.
                    assertTrue(reader.seekExact((i + 50) * 3));
                    btree.beginWrite();
                    try (TableCursor writer = btree.openTable(root, true)) {
                        assertTrue(writer.seekExact((i + 50) * 3));
                        writer.delete();
                        assertTrue(writer.seekExact((i + 51) * 3));
                        writer.insert(writer.rowid(), new byte[] {2, 9}, 2, false);
                    }
                    assertFalse(reader.isValid());
                    assertTrue(reader.next());
                    assertEquals((i + 51) * 3, reader.rowid());
                    assertArrayEquals(new byte[] {2, 9}, reader.fullPayload());
                    if (i % 200 == 1) {
                        btree.commit();
                    } else {
                        btree.rollback(false);
                    }
                    btree.beginRead();
                    assertEquals(i % 200 != 1, reader.seekExact((i + 50) * 3));
                }
            }
            btree.endRead();
        }
        assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;").strip());
    }

    static void checkTable(Btree btree, int root, String[] rows) {
        try (TableCursor cursor = btree.openTable(root, false)) {
            assertEquals(rows.length, cursor.count());
            boolean more = cursor.first();
            for (String row : rows) {
                assertTrue(more, row);
                assertEquals(row, cursor.rowid() + "|" + bodyHex(cursor.fullPayload()));
                more = cursor.next();
            }
            assertFalse(more);
            assertFalse(cursor.isValid());
            more = cursor.last();
            for (int i = rows.length - 1; i >= 0; i--) {
                assertTrue(more);
                assertEquals(rows[i], cursor.rowid() + "|" + bodyHex(cursor.fullPayload()));
                more = cursor.previous();
            }
            assertFalse(more);
            checkSeeks(cursor, rows);
        }
    }

    private static void checkSeeks(TableCursor cursor, String[] rows) {
        long[] rowids = Arrays.stream(rows)
                .mapToLong(row -> Long.parseLong(row.substring(0, row.indexOf('|'))))
                .toArray();
        Random random = new Random(1);
        long nearby = 0;
        for (int i = 0; i < 20_000; i++) {
            nearby = i % 3 == 0
                    ? random.nextLong(-10, rowids[rowids.length - 1] + 10)
                    : nearby + random.nextInt(-5, 9);
            int at = Arrays.binarySearch(rowids, nearby);
            int result = cursor.seek(nearby);
            assertEquals(at >= 0, result == 0, () -> "seek");
            assertTrue(cursor.isValid());
            if (result < 0) {
                assertEquals(rowids[-at - 2], cursor.rowid());
            } else if (result > 0) {
                assertEquals(rowids[-at - 1], cursor.rowid());
            } else {
                assertEquals(nearby, cursor.rowid());
            }
        }
    }

    private static void checkKeys(Btree btree, int root, String[] keys) {
        try (IndexCursor cursor = btree.openIndex(root, false, null)) {
            assertEquals(keys.length, cursor.count());
            boolean more = cursor.first();
            for (String key : keys) {
                assertTrue(more);
                assertEquals(key, bodyHex(cursor.fullPayload()));
                more = cursor.next();
            }
            assertFalse(more);
            for (int i = 0; i < keys.length; i += 3) {
                byte[] key = HexFormat.of().parseHex(keys[i]);
                assertEquals(0, cursor.seek(MemoryTreeTest.probe(key)));
                assertEquals(i > 0, cursor.previous());
                if (i > 0) {
                    assertEquals(keys[i - 1], bodyHex(cursor.fullPayload()));
                }
            }
        }
    }

    @Test
    void aNewTransactionSeesWhatOthersHaveWritten() throws Exception {
        Path file = directory.resolve("change.db");
        Sqlite3.run(file, makeRows(200));
        int root = root(file, "t");
        try (Btree btree = open(file)) {
            assertTrue(btree.beginRead());
            try (TableCursor cursor = btree.openTable(root, false)) {
                assertEquals(200, cursor.count());
            }
            btree.endRead();
            assertFalse(btree.beginRead());
            btree.endRead();
            Sqlite3.run(file, "DELETE FROM t WHERE a>300;");
            assertTrue(btree.beginRead());
            try (TableCursor cursor = btree.openTable(root, false)) {
                assertEquals(100, cursor.count());
            }
            btree.endRead();
        }
    }

    @Test
    void locksAreRespectedBothWays() throws Exception {
        Path file = directory.resolve("locks.db");
        Sqlite3.run(file, makeRows(20));
        try (Btree first = open(file);
                Btree second = open(file)) {
            first.beginRead();
            second.beginRead();
            second.endRead();
            assertTrue(Sqlite3.run(file, "DELETE FROM t;").contains("database is locked"));
            first.endRead();
            assertEquals("", Sqlite3.run(file, "DELETE FROM t WHERE a=3;"));
            Process writer = new ProcessBuilder("sqlite3", "-batch", file.toString())
                    .redirectErrorStream(true)
                    .start();
            var input = writer.getOutputStream();
            input.write("BEGIN EXCLUSIVE;\nSELECT 'locked';\n"
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8));
            input.flush();
            assertEquals('l', writer.getInputStream().read());
            SqlException busy = assertThrows(SqlException.class, first::beginRead);
            assertEquals(ResultCode.BUSY, busy.code());
            assertEquals("database is locked", busy.getMessage());
            input.close();
            writer.waitFor();
            first.beginRead();
            assertEquals(19, first.openTable(root(file, "t"), false).count());
            first.endRead();
        }
    }

    @Test
    void anEmptyFileIsAnEmptyDatabase() throws Exception {
        Path file = Files.createFile(directory.resolve("empty.db"));
        try (Btree btree = open(file)) {
            btree.beginRead();
            assertEquals(0, btree.header().all().pageCount());
            assertFalse(btree.openTable(1, false).first());
            btree.endRead();
            Sqlite3.run(file, makeRows(5));
            btree.beginRead();
            assertTrue(btree.openTable(1, false).first());
            btree.endRead();
        }
    }

    @Test
    void whatIsNoDatabase() throws IOException {
        Path file = directory.resolve("text.txt");
        Files.writeString(file, "This is a text of some length.".repeat(50));
        try (Btree btree = open(file)) {
            SqlException error = assertThrows(SqlException.class, btree::beginRead);
            assertEquals(ResultCode.NOTADB, error.code());
            assertEquals("file is not a database", error.getMessage());
        }
        SqlException missing =
                assertThrows(SqlException.class, () -> open(directory.resolve("missing.db")));
        assertEquals(ResultCode.CANTOPEN, missing.code());
        assertEquals("unable to open database file", missing.getMessage());
        assertThrows(SqlException.class, () -> open(directory));
    }

    @Test
    void aHotJournalIsRolledBack() throws Exception {
        Path file = directory.resolve("hot.db");
        Sqlite3.run(file, makeRows(3000));
        String[] rows = Sqlite3.run(file, "SELECT a, hex(b) FROM t ORDER BY a;").split("\n");
        int root = root(file, "t");
        Path copy = directory.resolve("copy.db");
        Process writer = new ProcessBuilder("sqlite3", "-batch", file.toString())
                .redirectErrorStream(true)
                .start();
        var input = writer.getOutputStream();
        // A tiny cache: the transaction must write to the database before it ends.
        input.write(
                "PRAGMA cache_size=5; BEGIN; UPDATE t SET b=zeroblob(60); DELETE FROM t WHERE a<3000; SELECT 'done';\n"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        input.flush();
        assertEquals('d', writer.getInputStream().read());
        Files.copy(file, copy);
        Files.copy(
                directory.resolve("hot.db-journal"),
                directory.resolve("copy.db-journal"),
                StandardCopyOption.REPLACE_EXISTING);
        writer.destroyForcibly();
        writer.waitFor();
        try (Btree btree = open(copy)) {
            btree.beginRead();
            checkTable(btree, root, rows);
            btree.endRead();
            assertFalse(Files.exists(directory.resolve("copy.db-journal")));
        }
        assertEquals("ok", Sqlite3.run(copy, "PRAGMA integrity_check;"));
    }

    @Test
    void deserializedImageIsTheSameDatabase() throws Exception {
        Path file = directory.resolve("image.db");
        Sqlite3.run(file, makeRows(1000));
        String[] rows = Sqlite3.run(file, "SELECT a, hex(b) FROM t ORDER BY a;").split("\n");
        try (Btree btree = Btree.deserialize(Files.readAllBytes(file))) {
            btree.beginRead();
            checkTable(btree, root(file, "t"), rows);
            btree.endRead();
            btree.beginWrite();
            try (TableCursor cursor = btree.openTable(root(file, "t"), true)) {
                for (int i = 0; i < 500; i++) {
                    assertTrue(cursor.seekExact(rowidOf(rows[i * 2])));
                    cursor.delete();
                }
            }
            btree.commit();
            Files.write(file, btree.serialize());
            assertEquals(
                    "ok\n500",
                    Sqlite3.run(file, "PRAGMA integrity_check; SELECT count(*) FROM t;"));
        }
    }

    @Test
    void anInterruptOfTheThreadDoesNotCloseTheFile() throws Exception {
        Path file = directory.resolve("interrupt.db");
        Sqlite3.run(file, makeRows(2000));
        int root = root(file, "t");
        try (Btree btree = open(file)) {
            btree.beginRead();
            Thread.currentThread().interrupt();
            try (TableCursor cursor = btree.openTable(root, false)) {
                assertEquals(2000, cursor.count());
            } finally {
                assertTrue(Thread.interrupted());
            }
            assertTrue(Sqlite3.run(file, "DELETE FROM t;").contains("database is locked"));
            btree.endRead();
        }
    }

    @Test
    void uriParametersSayHowToOpen() throws Exception {
        Path file = directory.resolve("uri?.db");
        Sqlite3.run(file, makeRows(3) + "PRAGMA journal_mode=WAL;");
        String uri = "file:" + file.toString().replace("?", "%3f");
        for (String parameters :
                List.of("?immutable=1", "?mode=ro", "?cache=private&mode=rw#part")) {
            OpenOptions options = OpenOptions.parse(uri + parameters, OpenMode.READ_WRITE_CREATE);
            try (Btree btree = Btree.open(DirectFileSystem.INSTANCE, options, Pause.BLOCKING)) {
                btree.beginRead();
                assertEquals(3, btree.openTable(2, false).count());
                btree.endRead();
            }
        }
        OpenOptions lockless = OpenOptions.parse(uri + "?nolock=1", OpenMode.READ_WRITE);
        try (Btree btree = Btree.open(DirectFileSystem.INSTANCE, lockless, Pause.BLOCKING)) {
            assertEquals(
                    ResultCode.CANTOPEN,
                    assertThrows(SqlException.class, btree::beginRead).code());
        }
        assertTrue(OpenOptions.parse("file:x?mode=memory", OpenMode.READ_WRITE).memory());
        assertEquals(
                "/a b",
                OpenOptions.parse("file://localhost/a%20b", OpenMode.READ_WRITE).path());
        assertMessage("no such access mode: odd", "file:x?mode=odd");
        assertMessage("no such cache mode: odd", "file:x?cache=odd");
        assertMessage("access mode not allowed: rwc", "file:x?mode=rwc");
        assertMessage("invalid uri authority: host", "file://host/x");
    }

    private static void assertMessage(String message, String uri) {
        SqlException error =
                assertThrows(SqlException.class, () -> OpenOptions.parse(uri, OpenMode.READ_WRITE));
        assertEquals(message, error.getMessage());
    }

    private static long rowidOf(String row) {
        return Long.parseLong(row.substring(0, row.indexOf('|')));
    }
}
