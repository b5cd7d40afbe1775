package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FaultyDisk;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.pager.JournalMode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** Connections of one process that wait to write: each is called when it is its turn. */
@Timeout(60)
final class WriterQueueTest {
    private static final int WAITING = 5;

    /** Waits for a call, however long that takes: who is not called waits for ever. */
    private static final Pause UNTIL_CALLED = (calls, _) -> {
        try {
            calls.acquire();
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    };

    @TempDir
    Path folder;

    /** Where a database is that several connections write to. */
    private enum Place {
        ROLLBACK,
        WAL,
        /** Locks for this process alone. */
        LOCAL,
        MEMORY;

        private final FaultyDisk disk = new FaultyDisk();

        FileSystem fileSystem() {
            return this == LOCAL ? disk : DirectFileSystem.INSTANCE;
        }

        OpenOptions options(Path folder) {
            OpenOptions options = switch (this) {
                case ROLLBACK, WAL -> OpenOptions.ofPath(folder.resolve("t.db").toString());
                case LOCAL -> OpenOptions.ofPath("/t.db");
                case MEMORY ->
                    OpenOptions.parse("file:/queue?vfs=memdb", OpenMode.READ_WRITE_CREATE);
            };
            return options.withBusyTimeoutMs(50_000);
        }
    }

    private Btree open(Place place, Pause pause) {
        return Btree.open(place.fileSystem(), place.options(folder), pause);
    }

    @ParameterizedTest
    @EnumSource
    void eachIsCalledWhenTheOneBeforeEnds(Place place) throws Exception {
        try (Btree btree = open(place, Pause.BLOCKING)) {
            new TreeWorkload(1).create(btree);
            if (place == Place.WAL) {
                FileWriteTest.setMode(btree, JournalMode.WAL);
            }
            btree.beginWrite();
            ConcurrentLinkedQueue<Integer> wrote = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < WAITING; i++) {
                int number = i;
                Thread thread = Thread.ofPlatform().start(() -> writeOnce(place, number, wrote));
                awaitBlocked(thread);
                threads.add(thread);
            }
            assertTrue(wrote.isEmpty());
            btree.rollback(false);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(0, 1, 2, 3, 4), List.copyOf(wrote));
        }
    }

    private void writeOnce(Place place, int number, ConcurrentLinkedQueue<Integer> wrote) {
        try (Btree btree = open(place, UNTIL_CALLED)) {
            btree.beginWrite();
            wrote.add(number);
            if (place == Place.WAL || place == Place.MEMORY) {
                btree.header().set(Meta.USER_VERSION, number);
                btree.commit();
            } else {
                btree.rollback(false); // A commit would wait for readers, who do not call.
            }
        }
    }

    private static void awaitBlocked(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
    }

    /** The first writer goes without the lock; the next one is called instead. */
    @Test
    void whoGivesUpCallsTheNext() throws Exception {
        CountDownLatch givesUp = new CountDownLatch(1);
        ConcurrentLinkedQueue<Integer> wrote = new ConcurrentLinkedQueue<>();
        try (Btree btree = open(Place.ROLLBACK, Pause.BLOCKING)) {
            new TreeWorkload(1).create(btree);
            btree.beginWrite();
            Thread first = Thread.ofPlatform().start(() -> {
                try (Btree other = open(Place.ROLLBACK, (_, _) -> awaits(givesUp))) {
                    SqlException error = assertThrows(SqlException.class, other::beginWrite);
                    assertEquals(ResultCode.INTERRUPT, error.code());
                    wrote.add(0);
                }
            });
            awaitBlocked(first);
            Thread second = Thread.ofPlatform().start(() -> writeOnce(Place.ROLLBACK, 1, wrote));
            awaitBlocked(second);
            btree.rollback(false);
            givesUp.countDown();
            first.join();
            second.join();
        }
        assertEquals(Set.of(0, 1), Set.copyOf(wrote));
    }

    /** @return false: it is interrupted then */
    private static boolean awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    @Test
    void aQueueThatIsLeftIsEmpty() throws Exception {
        try (Btree btree = open(Place.ROLLBACK, Pause.BLOCKING);
                Btree other = Btree.open(
                        DirectFileSystem.INSTANCE,
                        Place.ROLLBACK.options(folder).withBusyTimeoutMs(1),
                        Pause.BLOCKING)) {
            new TreeWorkload(1).create(btree);
            btree.beginWrite();
            assertThrows(SqlException.class, other::beginWrite);
            btree.rollback(false);
            btree.beginWrite();
            assertTrue(btree.isWriting());
            btree.rollback(false);
            assertFalse(btree.isWriting());
        }
    }
}
