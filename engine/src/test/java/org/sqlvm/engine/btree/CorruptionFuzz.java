package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/**
 * Damaged files: every call ends, with a result or with an SqlException. The seed is the test's
 * argument, so a failure can be run again alone.
 */
final class CorruptionFuzz {
    private static final int ROUNDS = 400;

    @TempDir
    static Path directory;

    private static byte[] small;
    private static byte[] large;
    private static byte[] log;

    /** Errors seen by a round; the canary: damage must be noticed at all. */
    private static int errors;

    @BeforeAll
    static void makeFiles() throws Exception {
        small = make(512);
        large = make(4096);
        Path file = directory.resolve("log.db");
        Process writer = new ProcessBuilder("sqlite3", "-batch", file.toString()).start();
        var input = writer.getOutputStream();
        input.write(("PRAGMA journal_mode=WAL;" + FileReadTest.makeRows(50) + "SELECT 'done';\n")
                .getBytes("UTF-8"));
        input.flush();
        var output = writer.inputReader();
        assertEquals("wal", output.readLine());
        assertEquals("done", output.readLine());
        log = Files.readAllBytes(directory.resolve("log.db-wal"));
        Files.copy(file, directory.resolve("logcopy.db"));
        writer.destroyForcibly();
        writer.waitFor();
    }

    private static byte[] make(int pageSize) throws Exception {
        Path file = directory.resolve("base" + pageSize + ".db");
        Sqlite3.run(
                file,
                "PRAGMA page_size=" + pageSize + ";" + FileReadTest.makeRows(600)
                        + "CREATE TABLE w(k BLOB PRIMARY KEY) WITHOUT ROWID;"
                        + "INSERT OR IGNORE INTO w SELECT b FROM t; DELETE FROM t WHERE a%5=0;");
        return Files.readAllBytes(file);
    }

    private static byte[] damage(byte[] original, Random random) {
        byte[] bytes = original.clone();
        if (random.nextInt(8) == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        int flips = 1 + random.nextInt(12);
        int pageSize = original == small ? 512 : 4096;
        for (int i = 0; i < flips; i++) {
            int at = random.nextInt(bytes.length);
            if (random.nextBoolean()) {
                at = at / pageSize * pageSize
                        + random.nextInt(40); // Where headers and pointers are.
            }
            bytes[at] = (byte)
                    (random.nextBoolean() ? random.nextInt() : bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({"1, small", "2, small", "3, large", "4, large"})
    void readersOfDamagedFiles(long seed, String which) throws Exception {
        Random random = new Random(seed);
        byte[] original = which.equals("small") ? small : large;
        Path file = directory.resolve("damaged" + seed + ".db");
        errors = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Files.write(file, damage(original, random));
            int number = round;
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20),
                    () -> readEverything(file),
                    () -> "seed " + seed + " round " + number);
        }
        assertTrue(errors > ROUNDS / 10, errors + " errors");
    }

    private static void readEverything(Path file) {
        try (Btree btree = FileReadTest.open(file)) {
            attempt(() -> {
                btree.beginRead();
                for (int root = 1; root <= btree.pageCount(); root++) {
                    int number = root;
                    attempt(() -> scanTable(btree, number));
                    attempt(() -> scanIndex(btree, number));
                }
                btree.header().all();
                btree.endRead();
            });
        }
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (SqlException e) {
            int code = ResultCode.primary(e.code());
            // A damaged header may say that a later version has written the file.
            assertTrue(
                    code == ResultCode.CORRUPT
                            || code == ResultCode.NOTADB
                            || code == ResultCode.READONLY,
                    e.getMessage());
            errors++;
        }
    }

    private static void scanTable(Btree btree, int root) {
        try (TableCursor cursor = btree.openTable(root, false)) {
            long seen = 0;
            for (boolean more = cursor.first(); more; more = cursor.next()) {
                assertTrue(cursor.fullPayload().length == cursor.payloadSize());
                seen += cursor.rowid();
            }
            for (boolean more = cursor.last(); more; more = cursor.previous()) {
                seen -= cursor.rowid();
            }
            assertEquals(0, seen);
            cursor.count();
            cursor.seek(1000);
        }
    }

    private static void scanIndex(Btree btree, int root) {
        try (IndexCursor cursor = btree.openIndex(root, false, null)) {
            for (boolean more = cursor.first(); more; more = cursor.next()) {
                cursor.fullPayload();
            }
            for (boolean more = cursor.last(); more; more = cursor.previous()) {
                cursor.payloadOffset();
            }
            cursor.count();
            cursor.seek((payload, offset, length) -> length - 40);
        }
    }

    /** Writing into a damaged image must end, too; the tree is damaged before and after. */
    @ParameterizedTest
    @CsvSource({"11, small", "12, large", "13, small", "14, large"})
    void writersIntoDamagedImages(long seed, String which) {
        Random random = new Random(seed);
        byte[] original = which.equals("small") ? small : large;
        errors = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] image = damage(original, random);
            image = image.length < 100 ? original.clone() : image;
            byte[] damaged = image;
            int number = round;
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20),
                    () -> attempt(() -> writeSomething(damaged, random)),
                    () -> "seed " + seed + " round " + number);
        }
        assertTrue(errors > ROUNDS / 10, errors + " errors");
    }

    private static void writeSomething(byte[] image, Random random) {
        try (Btree btree = Btree.deserialize(image)) {
            btree.beginWrite();
            for (int root = 2; root <= Math.min(btree.pageCount(), 6); root++) {
                int number = root;
                attempt(() -> writeTable(btree, number, random));
                attempt(() -> writeIndex(btree, number, random));
            }
            attempt(() -> btree.trees().clear(2));
            btree.rollback(true);
        }
    }

    private static void writeTable(Btree btree, int root, Random random) {
        try (TableCursor cursor = btree.openTable(root, true)) {
            for (int i = 0; i < 100; i++) {
                byte[] record =
                        MemoryTreeTest.record(new byte[random.nextInt(i % 10 == 0 ? 5000 : 100)]);
                cursor.insert(random.nextInt(2000), record, record.length, false);
                cursor.seek(random.nextInt(2000));
                if (cursor.isValid()) {
                    cursor.delete();
                    cursor.next();
                }
            }
        }
    }

    private static void writeIndex(Btree btree, int root, Random random) {
        try (IndexCursor cursor =
                btree.openIndex(root, true, (record, length) -> byBytes(record, length))) {
            for (int i = 0; i < 100; i++) {
                byte[] key = new byte[1 + random.nextInt(i % 10 == 0 ? 5000 : 100)];
                random.nextBytes(key);
                byte[] record = MemoryTreeTest.record(key);
                cursor.insert(record, record.length, byBytes(record, record.length));
                if (cursor.next()) {
                    cursor.delete();
                }
            }
        }
    }

    /** An order that no damaged record can upset. */
    private static KeyProbe byBytes(byte[] record, int wanted) {
        return (payload, offset, length) ->
                Arrays.compareUnsigned(payload, offset, offset + length, record, 0, wanted);
    }

    @Test
    void damagedLogs() throws Exception {
        Random random = new Random(21);
        Path file = directory.resolve("logcopy.db");
        byte[] base = Files.readAllBytes(file);
        for (int round = 0; round < 200; round++) {
            byte[] damaged = log.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                damaged[random.nextInt(round % 2 == 0 ? damaged.length : 200)] ^=
                        (byte) (1 << random.nextInt(8));
            }
            int length = round % 5 == 0 ? random.nextInt(damaged.length) : damaged.length;
            Path copy = directory.resolve("l" + round + ".db");
            Files.write(copy, base);
            Files.write(directory.resolve("l" + round + ".db-wal"), Arrays.copyOf(damaged, length));
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> readEverything(copy));
        }
    }
}
