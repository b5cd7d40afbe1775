package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.SyncedFiles;
import org.sqlvm.engine.pager.CheckpointMode;
import org.sqlvm.engine.pager.Synchronous;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Connections of many threads count in rows of their own and in one that they share, while syncs of
 * the log fail, the power goes, and another process writes. What was confirmed is there, and the
 * sum of the rows is what the shared one says.
 */
@Timeout(300)
final class GroupCommitFaultTest {
    private static final int CLIENTS = 6;
    private static final int TOTAL = 50;
    private static final int TIMEOUT_MS = 60_000;

    /** {@code ./sqlvm crash --power} runs more. */
    private static final int ROUNDS = 60 * Integer.getInteger("sqlvm.power", 1);

    private static final int LOG_PAGES = 40;

    @TempDir
    Path folder;

    private final SyncedFiles files = new SyncedFiles();
    private final AtomicLongArray confirmed = new AtomicLongArray(CLIENTS);
    private final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private Path file;
    private int root;

    private Btree open(FileSystem system, Path path) {
        OpenOptions options = OpenOptions.ofPath(path.toString()).withBusyTimeoutMs(TIMEOUT_MS);
        Btree btree = Btree.open(system, options, Pause.BLOCKING);
        btree.storage().settings().setWalAutoCheckpoint(LOG_PAGES);
        return btree;
    }

    private Btree create() {
        file = folder.resolve("t.db");
        Btree btree = open(files, file);
        TreeWorkload table = new TreeWorkload(1);
        table.create(btree);
        root = table.root();
        assertTrue(btree.storage().enterLog());
        btree.beginWrite();
        for (int i = 0; i < CLIENTS; i++) {
            change(btree, i, 0);
        }
        change(btree, TOTAL, 0);
        btree.commit();
        files.syncFolder(file.toString());
        return btree;
    }

    private void change(Btree btree, long rowid, long value) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        byte[] record = MemoryTreeTest.record(bytes);
        try (TableCursor cursor = btree.openTable(root, true)) {
            cursor.insert(rowid, record, record.length, false);
        }
    }

    private long find(Btree btree, long rowid) {
        try (TableCursor cursor = btree.openTable(root, false)) {
            assertTrue(cursor.seekExact(rowid));
            byte[] payload = cursor.fullPayload();
            return ByteBuffer.wrap(payload).getLong(payload.length - Long.BYTES);
        }
    }

    private void client(int number, Synchronous level) {
        Random random = new Random(number);
        try (Btree btree = open(files, file)) {
            btree.storage().settings().setSynchronous(level);
            for (int i = 0; i < ROUNDS; i++) {
                count(btree, number, random.nextInt(10) == 0);
                if (random.nextInt(20) == 0) {
                    checkpoint(btree, random);
                }
            }
        } catch (SqlException | AssertionError e) {
            errors.add(e);
        }
    }

    private void count(Btree btree, int number, boolean undoes) {
        btree.beginWrite();
        long own = find(btree, number);
        assertEquals(confirmed.get(number), own);
        change(btree, number, own + 1);
        change(btree, TOTAL, find(btree, TOTAL) + 1);
        if (undoes) {
            btree.rollback(false);
            return;
        }
        try {
            btree.commit();
            confirmed.incrementAndGet(number);
        } catch (SqlException e) {
            assertEquals(ResultCode.IOERR_FSYNC, e.code());
            btree.rollback(false);
        }
    }

    private static void checkpoint(Btree btree, Random random) {
        CheckpointMode[] modes = CheckpointMode.values();
        try {
            btree.storage().checkpoint(modes[random.nextInt(modes.length)]);
        } catch (SqlException e) {
            assertTrue(
                    e.code() == ResultCode.BUSY || TreeWorkload.isDiskError(e),
                    () -> e + " " + e.code());
        }
    }

    /** Looks at a snapshot. */
    private void check(Btree btree, long[] atLeast) {
        btree.beginRead();
        try {
            long sum = 0;
            for (int i = 0; i < CLIENTS; i++) {
                long value = find(btree, i);
                assertTrue(value >= atLeast[i], value + " of " + atLeast[i]);
                sum += value;
            }
            assertEquals(find(btree, TOTAL), sum);
        } finally {
            btree.endRead();
        }
    }

    private long[] confirmed() {
        long[] counts = new long[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            counts[i] = confirmed.get(i);
        }
        return counts;
    }

    /** @param careless the number of clients that do not want to wait for syncs */
    private List<Thread> start(int careless) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int number = i;
            Synchronous level = i < careless ? Synchronous.NORMAL : Synchronous.FULL;
            threads.add(Thread.ofPlatform().start(() -> client(number, level)));
        }
        return threads;
    }

    private void end(List<Thread> threads) throws Exception {
        for (Thread thread : threads) {
            thread.join();
        }
        for (Throwable error : errors) {
            throw new AssertionError(error);
        }
        assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;"));
    }

    private static void sleep(long micros) {
        try {
            Thread.sleep(micros / 1000, (int) (micros % 1000) * 1000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void syncsFail() throws Exception {
        try (Btree reader = create()) {
            Random random = new Random(5);
            files.setHook(() -> {
                sleep(random.nextInt(1500));
                if (random.nextInt(8) == 0) {
                    throw new IOException("injected");
                }
            });
            List<Thread> threads = start(2);
            while (threads.stream().anyMatch(Thread::isAlive)) {
                check(reader, confirmed());
            }
            files.setHook(() -> {});
            end(threads);
            check(reader, confirmed());
        }
    }

    /** All that was confirmed before the power went is there, whatever happened to the rest. */
    @Test
    void thePowerGoes() throws Exception {
        try (Btree reader = create()) {
            Random random = new Random(6);
            files.setHook(() -> sleep(random.nextInt(1500)));
            List<Thread> threads = start(0);
            for (int loss = 0; threads.stream().anyMatch(Thread::isAlive); loss++) {
                long[] before = confirmed();
                Path found = Files.createDirectory(folder.resolve("loss" + loss));
                files.losePower(random, found);
                Path lost = found.resolve("t.db");
                if (loss % 2 == 0) {
                    assertEquals("ok", Sqlite3.run(lost, "PRAGMA integrity_check;"));
                }
                try (Btree btree = open(DirectFileSystem.INSTANCE, lost)) {
                    check(btree, before);
                }
            }
            end(threads);
            check(reader, confirmed());
        }
    }

    private void put(int rowid) {
        try (Btree btree = open(files, file)) {
            for (int i = 0; i < 2 * ROUNDS; i++) {
                btree.beginWrite();
                change(btree, rowid, i);
                btree.commit();
            }
        } catch (SqlException | AssertionError e) {
            errors.add(e);
        }
    }

    /** Checkpoints come to the end of a log that is written to without a pause. */
    @Test
    void aLongLogBeginsAgain() throws Exception {
        try (Btree reader = create()) {
            files.setHook(() -> sleep(3000));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                int rowid = 100 + i;
                threads.add(Thread.ofPlatform().start(() -> put(rowid)));
            }
            end(threads);
            check(reader, confirmed());
            // There are 3,900 frames. A log of eight times its length is copied back, or a bit
            // later.
            long frames = Files.size(folder.resolve("t.db-wal")) / 4096;
            assertTrue(frames < 40 * LOG_PAGES, frames + " frames");
        }
    }

    /** Another process gets its turns beside connections that write without a pause. */
    @Test
    void anotherProcessWrites() throws Exception {
        try (Btree reader = create()) {
            files.setHook(() -> sleep(2000));
            List<Thread> threads = start(1);
            int written = 0;
            while (threads.stream().anyMatch(Thread::isAlive)) {
                String sql = "PRAGMA busy_timeout = 60000; BEGIN IMMEDIATE;"
                        + " INSERT INTO t(rowid, b) VALUES(" + (1000 + written) + ", 'x'); COMMIT;";
                assertEquals("60000", Sqlite3.run(file, sql));
                written++;
                check(reader, confirmed());
            }
            end(threads);
            assertEquals(
                    "" + written, Sqlite3.run(file, "SELECT count(*) FROM t WHERE rowid >= 1000;"));
        }
    }
}
