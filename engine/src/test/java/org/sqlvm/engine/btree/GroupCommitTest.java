package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.SyncedFiles;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.Checkpoint;
import org.sqlvm.engine.pager.CheckpointMode;
import org.sqlvm.engine.pager.Synchronous;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;

/** Commits of several connections to one log share a sync, and fail with it. */
@Timeout(120)
final class GroupCommitTest {
    private static final int TIMEOUT_MS = 60_000;

    @TempDir
    Path folder;

    private final SyncedFiles files = new SyncedFiles();
    private final List<Btree> opened = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();
    private Path file;
    private int root;

    /** A sync of the log that waits for its end. */
    private final class Gate implements SyncedFiles.Hook {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean fails;

        Gate() {
            files.setHook(this);
            gates.add(this);
        }

        @Override
        public void run() throws IOException {
            begun.countDown();
            try {
                ended.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (fails) {
                throw new IOException("injected");
            }
        }

        /** Later syncs are ordinary ones. */
        void open(boolean failing) {
            fails = failing;
            files.setHook(() -> {});
            ended.countDown();
        }
    }

    @BeforeEach
    void create() {
        file = folder.resolve("t.db");
        Btree btree = open();
        TreeWorkload table = new TreeWorkload(1);
        table.create(btree);
        root = table.root();
        assertTrue(btree.storage().enterLog());
        put(btree, 1, 1);
    }

    @AfterEach
    void close() {
        gates.forEach(gate -> gate.open(false)); // A test that has failed leaves one closed.
        opened.forEach(Btree::close);
    }

    private Btree open() {
        OpenOptions options = OpenOptions.ofPath(file.toString())
                .withBusyTimeoutMs(TIMEOUT_MS)
                .withMemory(1, 0);
        Btree btree = Btree.open(files, options, Pause.BLOCKING, new Workspace(files, 0));
        opened.add(btree);
        return btree;
    }

    private void change(Btree btree, long rowid, long value) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        byte[] record = MemoryTreeTest.record(bytes);
        try (TableCursor cursor = btree.openTable(root, true)) {
            cursor.insert(rowid, record, record.length, false);
        }
    }

    private void put(Btree btree, long rowid, long value) {
        btree.beginWrite();
        change(btree, rowid, value);
        btree.commit();
    }

    /** The value of a row, in the running transaction; -1 for none. */
    private long find(Btree btree, long rowid) {
        try (TableCursor cursor = btree.openTable(root, false)) {
            if (!cursor.seekExact(rowid)) {
                return -1;
            }
            byte[] payload = cursor.fullPayload();
            return ByteBuffer.wrap(payload).getLong(payload.length - Long.BYTES);
        }
    }

    private long get(Btree btree, long rowid) {
        btree.beginRead();
        try {
            return find(btree, rowid);
        } finally {
            btree.endRead();
        }
    }

    /** Runs in a thread of its own, and returns when that waits for a sync. */
    private static CompletableFuture<Void> start(Runnable work) throws InterruptedException {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                work.run();
                end.complete(null);
            } catch (SqlException | AssertionError e) {
                end.completeExceptionally(e);
            }
        });
        while (thread.getState() != Thread.State.WAITING && !end.isDone()) {
            Thread.sleep(1);
        }
        if (end.isDone()) {
            end.join();
            throw new AssertionError("it has not waited");
        }
        return end;
    }

    private static void assertFailed(CompletableFuture<Void> end, int code) {
        CompletionException e = assertThrows(CompletionException.class, end::join);
        assertEquals(code, ((SqlException) e.getCause()).code());
    }

    private void assertSound() throws Exception {
        assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;"));
    }

    private String count() throws Exception {
        return Sqlite3.run(file, "SELECT count(*) FROM t;");
    }

    @Test
    void commitsThatWaitShareASync() throws Exception {
        Btree reader = open();
        Gate gate = new Gate();
        int before = files.logSyncs();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int i = 2; i <= 7; i++) {
            int rowid = i;
            Btree btree = open();
            ends.add(start(() -> put(btree, rowid, rowid)));
            assertEquals(
                    -1, get(reader, rowid), "a reader sees a commit that is not on the disk yet");
        }
        assertEquals("1", count());
        String busy = Sqlite3.run(file, "PRAGMA busy_timeout = 1; DELETE FROM t;");
        assertTrue(busy.contains("locked"), busy);
        gate.open(false);
        ends.forEach(CompletableFuture::join);
        assertEquals(2, files.logSyncs() - before);
        assertEquals(7, get(reader, 7));
        assertEquals("7", count());
        assertEquals("", Sqlite3.run(file, "DELETE FROM t WHERE rowid = 3;"));
        assertEquals(-1, get(reader, 3));
        assertSound();
    }

    @Test
    void aCommitAloneNeedsOneSync() {
        int before = files.logSyncs();
        put(opened.getFirst(), 2, 2);
        put(opened.getFirst(), 3, 3);
        assertEquals(2, files.logSyncs() - before);
        opened.getFirst().storage().settings().setSynchronous(Synchronous.NORMAL);
        put(opened.getFirst(), 4, 4);
        assertEquals(2, files.logSyncs() - before);
    }

    @Test
    void aFailedSyncFailsAllThatBuildOnIt() throws Exception {
        Gate gate = new Gate();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        List<Btree> failing = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Btree btree = open();
            failing.add(btree);
            ends.add(start(() -> put(btree, 2, failing.indexOf(btree))));
        }
        Btree writer = open();
        writer.beginWrite();
        assertEquals(3, find(writer, 2), "the next writer builds on those that wait");
        for (int i = 10; i < 3000; i++) {
            change(writer, i, i); // Some of its pages are in the log before it commits.
        }
        gate.open(true);
        ends.forEach(end -> assertFailed(end, ResultCode.IOERR_FSYNC));
        SqlException e = assertThrows(SqlException.class, writer::commit);
        assertEquals(ResultCode.IOERR_FSYNC, e.code());
        writer.rollback(false);
        failing.forEach(btree -> btree.rollback(false));
        assertEquals("1", count());
        // A recovery does not find them, either.
        Path copy = folder.resolve("copy.db");
        Files.copy(file, copy);
        Files.copy(folder.resolve("t.db-wal"), folder.resolve("copy.db-wal"));
        assertEquals("1", Sqlite3.run(copy, "SELECT count(*) FROM t;"));
        put(failing.getFirst(), 2, 77);
        for (Btree btree : opened) {
            assertEquals(77, get(btree, 2));
            assertEquals(-1, get(btree, 10));
        }
        put(writer, 3, 3);
        assertEquals("3", count());
        assertSound();
    }

    @Test
    void aWriterThatHasUndoneItsTransactionForgetsFailedCommits() throws Exception {
        Btree btree = open();
        Btree writer = open();
        btree.beginWrite();
        for (int i = 10; i < 3000; i++) {
            change(btree, i, i);
        }
        btree.commit();
        Gate gate = new Gate();
        CompletableFuture<Void> end = start(() -> put(btree, 2, 2));
        writer.beginWrite();
        assertEquals(2, find(writer, 2));
        writer.rollback(false);
        assertEquals(-1, get(writer, 2));
        writer.beginWrite();
        assertEquals(2, find(writer, 2));
        writer.rollback(false);
        gate.open(true);
        assertFailed(end, ResultCode.IOERR_FSYNC);
        btree.rollback(false);
        // The frames of pages that have failed get other pages.
        for (int i = 0; i < 20; i++) {
            put(btree, 2999, i + 3);
        }
        assertEquals(-1, get(writer, 2));
        assertEquals(10, get(writer, 10));
        assertEquals(22, get(writer, 2999));
        put(writer, 4, 44);
        assertEquals(-1, get(btree, 2));
        assertEquals("2992", count());
        assertSound();
    }

    @Test
    void whatAFailedTransactionHasReadIsNotReadOn() throws Exception {
        Btree first = open();
        Btree second = open();
        Gate gate = new Gate();
        CompletableFuture<Void> end = start(() -> put(first, 2, 2));
        second.beginRead();
        assertEquals(-1, find(second, 2));
        second.endRead();
        second.beginWrite();
        second.beginRead(); // As a statement that still reads when the transaction ends.
        assertEquals(2, find(second, 2));
        change(second, 3, 3);
        gate.open(true);
        assertFailed(end, ResultCode.IOERR_FSYNC);
        assertThrows(SqlException.class, second::commit);
        second.rollback(false);
        assertThrows(SqlException.class, () -> find(second, 2));
        second.endRead();
        assertEquals(-1, get(second, 2));
        assertEquals(1, get(second, 1));
    }

    @Test
    void aCommitThatNeedsNoSyncWaitsForThoseBefore() throws Exception {
        Btree btree = open();
        Btree careless = open();
        careless.storage().settings().setSynchronous(Synchronous.NORMAL);
        Gate gate = new Gate();
        CompletableFuture<Void> first = start(() -> put(btree, 2, 2));
        CompletableFuture<Void> second = start(() -> put(careless, 3, 3));
        assertEquals("1", count());
        gate.open(false);
        first.join();
        second.join();
        assertEquals("3", count());
    }

    @Test
    void aReaderCannotWriteBehindCommitsThatItDoesNotSee() throws Exception {
        Btree btree = open();
        Btree reader = open();
        reader.beginRead();
        Gate gate = new Gate();
        CompletableFuture<Void> end = start(() -> put(btree, 2, 2));
        SqlException e = assertThrows(SqlException.class, reader::beginWrite);
        assertEquals(ResultCode.BUSY, e.code());
        gate.open(false);
        end.join();
        e = assertThrows(SqlException.class, reader::beginWrite);
        assertEquals(ResultCode.BUSY_SNAPSHOT, e.code());
        assertEquals(-1, find(reader, 2));
        reader.endRead();
        put(reader, 3, 3);
        assertEquals("3", count());
    }

    @Test
    void aCheckpointStopsBeforeCommitsThatWait() throws Exception {
        Btree btree = open();
        Btree copier = open();
        copier.storage().setBusyTimeoutMs(1);
        put(btree, 1, 11);
        int frames = btree.storage().locks().log().frames();
        Gate gate = new Gate();
        CompletableFuture<Void> end = start(() -> put(btree, 2, 2));
        for (CheckpointMode mode : CheckpointMode.values()) {
            CompletableFuture<Checkpoint.Result> result = new CompletableFuture<>();
            CompletableFuture<Void> copied =
                    start(() -> result.complete(copier.storage().checkpoint(mode)));
            gate.open(true);
            copied.join();
            assertEquals(frames, result.join().copied(), mode::toString);
            assertFailed(end, ResultCode.IOERR_FSYNC);
            btree.rollback(false);
            put(btree, 1, mode.ordinal() + 100);
            put(btree, 2, mode.ordinal() + 100);
            frames = btree.storage().locks().log().frames();
            gate = new Gate();
            end = start(() -> put(btree, 2, 3));
        }
        gate.open(false);
        end.join();
        assertEquals(3, get(copier, 2));
        assertSound();
    }

    @Test
    void changeOfTheSchemaIsNotBuiltOn() throws Exception {
        Btree btree = open();
        Btree writer = open();
        writer.storage().setBusyTimeoutMs(50);
        Gate gate = new Gate();
        CompletableFuture<Void> end = start(() -> {
            btree.beginWrite();
            btree.header().set(Meta.SCHEMA_COOKIE, 17);
            btree.commit();
        });
        SqlException e = assertThrows(SqlException.class, writer::beginWrite);
        assertEquals(ResultCode.BUSY, e.code());
        gate.open(false);
        end.join();
        put(writer, 2, 2);
        assertEquals("2", count());
    }

    /** A failed write may be reported to the checkpoint's sync alone. */
    @Test
    void aFailedSyncOfACheckpointFailsCommitsThatWait() throws Exception {
        Btree btree = open();
        Btree copier = open();
        Gate gate = new Gate();
        CompletableFuture<Void> copied =
                start(() -> copier.storage().checkpoint(CheckpointMode.PASSIVE));
        CompletableFuture<Void> end = start(() -> put(btree, 2, 2));
        gate.open(true);
        assertThrows(CompletionException.class, copied::join);
        assertFailed(end, ResultCode.IOERR_FSYNC);
        btree.rollback(false);
        assertEquals("1", count());
        put(btree, 2, 2);
        assertEquals("2", count());
        assertSound();
    }
}
