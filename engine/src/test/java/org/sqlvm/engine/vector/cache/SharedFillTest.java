package org.sqlvm.engine.vector.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Scans of several connections have the same chunks, whose memory counts once. */
final class SharedFillTest {
    private static final int PARTITION_ROWS = 50;
    private static final int PARTITIONS = 8;
    private static final Runnable NO_POLL = () -> {};

    private static final StoredColumn A = new StoredColumn("a", 0, false, SqlNull.NULL);
    private static final StoredColumn B = new StoredColumn("b", 1, false, SqlNull.NULL);

    @TempDir
    private Path directory;

    private final List<User> users = new ArrayList<>();
    private int root;

    /** What all other tests have left. */
    private long usedBefore;

    /** A connection. */
    private final class User {
        final Btree btree = open();
        final ColumnCache cache = new ColumnCache();
        final VectorSizes sizes = new VectorSizes(16, PARTITION_ROWS, 1);
        final TableCursor cursor;

        User() {
            btree.beginRead();
            cursor = btree.openTable(root, false);
            users.add(this);
        }

        PartitionSource scan(Runnable poll, StoredColumn... columns) {
            ScanColumns asked = ScanColumns.only(List.of(columns));
            Workspace workspace = Workspace.inMemory();
            CachedTable held = new CacheUpdate(cache, cursor, sizes, workspace, poll)
                    .of(cache.table(btree, root, "t"), asked.all());
            return new PartitionSource(cache, held, cursor, asked, sizes, true, workspace, poll);
        }

        /** Reads to the end; the chunks by partition. */
        List<Chunk> read(PartitionSource source) {
            return read(source, new ArrayList<>());
        }

        /** @param chunks those that have been read, to which the others are added */
        List<Chunk> read(PartitionSource source, List<Chunk> chunks) {
            Chunk[] next = new Chunk[1];
            int rows = source.next(next);
            while (rows > 0) {
                assertEquals(PARTITION_ROWS, rows);
                chunks.add(next[0]);
                rows = source.next(next);
            }
            source.close();
            assertEquals(PARTITIONS, chunks.size());
            return chunks;
        }

        List<Chunk> read(StoredColumn column) {
            return read(scan(NO_POLL, column));
        }

        Chunk next(PartitionSource source) {
            Chunk[] next = new Chunk[1];
            assertEquals(PARTITION_ROWS, source.next(next));
            return next[0];
        }

        void close() {
            cursor.close();
            cache.close();
            btree.close();
            users.remove(this);
        }
    }

    private Btree open() {
        OpenOptions options = OpenOptions.ofPath(directory.resolve("t.db").toString());
        return Btree.open(DirectFileSystem.INSTANCE, options, Pause.BLOCKING);
    }

    @BeforeEach
    void fill() {
        usedBefore = CacheMemory.used();
        try (Btree btree = open()) {
            btree.beginWrite();
            root = btree.trees().create(true);
            try (TableCursor cursor = btree.openTable(root, true)) {
                for (long rowid = 1; rowid <= PARTITIONS * PARTITION_ROWS; rowid++) {
                    Object[] values = {rowid * 1000, rowid % 7};
                    byte[] record = RecordWriter.write(values, 0, 2, TextEncoding.UTF8);
                    cursor.insert(rowid, record, record.length, false);
                }
            }
            btree.commit();
        }
    }

    @AfterEach
    void close() {
        List.copyOf(users).forEach(User::close);
        assertEquals(usedBefore, CacheMemory.used());
    }

    private static void assertSameChunks(List<Chunk> expected, List<Chunk> actual) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertSame(expected.get(i), actual.get(i));
        }
    }

    private long used() {
        return CacheMemory.used() - usedBefore;
    }

    @Test
    void memoryCountsOnce() {
        User one = new User();
        List<Chunk> chunks = one.read(A);
        long size = chunks.stream().mapToLong(Chunk::size).sum();
        assertEquals(size, used());
        List<User> others = List.of(new User(), new User(), new User());
        others.forEach(other -> assertSameChunks(chunks, other.read(A)));
        assertEquals(size, used());
        one.close();
        others.getFirst().close();
        assertEquals(size, used());
        List<Chunk> second = others.getLast().read(B);
        assertSameChunks(second, others.get(1).read(B));
        assertEquals(size + second.stream().mapToLong(Chunk::size).sum(), used());
    }

    @Test
    void theLimitOfOneConnectionIsItsOwn() {
        User one = new User();
        User two = new User();
        List<Chunk> chunks = one.read(A);
        assertSameChunks(chunks, two.read(A));
        long size = used();
        two.cache.setLimit(0);
        assertEquals(size, used());
        assertSameChunks(chunks, one.read(A));
        // What no connection holds any more goes, too.
        one.cache.setLimit(0);
        assertEquals(0, used());
    }

    @Test
    void oneFollowsTheOther() {
        User one = new User();
        User two = new User();
        PartitionSource leading = one.scan(NO_POLL, A);
        PartitionSource following = two.scan(NO_POLL, A);
        PartitionSource third = two.scan(NO_POLL, B);
        for (int i = 0; i < PARTITIONS; i++) {
            Chunk chunk = one.next(leading);
            assertSame(chunk, two.next(following));
            two.next(third);
        }
        assertEquals(0, leading.next(new Chunk[1]));
        assertEquals(0, following.next(new Chunk[1]));
        assertTrue(following.isKept());
        List.of(leading, following, third).forEach(PartitionSource::close);
        assertSameChunks(one.read(A), two.read(A));
        long size = one.read(A).stream().mapToLong(Chunk::size).sum();
        assertTrue(used() < 2 * size, () -> used() + " of " + size);
    }

    @Test
    void oneGoesOnWhereTheOtherEnds() {
        User one = new User();
        User two = new User();
        PartitionSource leading = one.scan(NO_POLL, A);
        PartitionSource following = two.scan(NO_POLL, A);
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            chunks.add(one.next(leading));
            assertSame(chunks.get(i), two.next(following));
        }
        leading.close();
        while (chunks.size() < PARTITIONS) {
            chunks.add(two.next(following));
        }
        assertEquals(0, following.next(new Chunk[1]));
        assertTrue(following.isKept());
        following.close();
        assertSameChunks(chunks, two.read(A));
        assertSameChunks(chunks, one.read(A));
    }

    /** The one that decodes waits, perhaps for the other. */
    @Test
    void nobodyWaitsForOneThatWaits() {
        User one = new User();
        User two = new User();
        PartitionSource leading = one.scan(NO_POLL, A);
        one.next(leading);
        PartitionSource following = two.scan(NO_POLL, A);
        List<Chunk> chunks = two.read(following);
        assertTrue(following.isKept());
        for (int i = 1; i < PARTITIONS; i++) {
            assertNotNull(one.next(leading));
        }
        leading.close();
        assertSameChunks(chunks, two.read(A));
    }

    @Test
    void aScanThatEndsDoesNotWait() {
        User one = new User();
        User two = new User();
        PartitionSource leading = one.scan(NO_POLL, A);
        one.next(leading);
        boolean[] ends = {false};
        PartitionSource following = two.scan(
                () -> {
                    if (ends[0]) {
                        throw new IllegalStateException("ended");
                    }
                },
                A);
        two.next(following);
        ends[0] = true;
        RuntimeException found = null;
        try {
            two.next(following);
        } catch (IllegalStateException e) {
            found = e;
        }
        assertNotNull(found);
        following.close();
        leading.close();
    }

    @Test
    void aWriterSharesNothing() {
        User one = new User();
        List<Chunk> chunks = one.read(A);
        User two = new User();
        two.btree.beginWrite();
        assertNull(two.btree.snapshot());
        assertFalse(two.read(A).getFirst() == chunks.getFirst());
        two.btree.rollback(false);
        User three = new User();
        assertSameChunks(chunks, three.read(A));
    }

    @Test
    void manyThreadsDecodeOnce() throws InterruptedException, ExecutionException {
        List<User> many = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            many.add(new User());
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(many.size())) {
            List<Future<List<Chunk>>> begun = new ArrayList<>();
            CyclicBarrier allAreScanning = new CyclicBarrier(many.size());
            for (User user : many) {
                begun.add(threads.submit(() -> {
                    PartitionSource source = user.scan(NO_POLL, A);
                    List<Chunk> chunks = new ArrayList<>(List.of(user.next(source)));
                    allAreScanning.await();
                    return user.read(source, chunks);
                }));
            }
            List<Chunk> first = begun.getFirst().get();
            for (Future<List<Chunk>> each : begun) {
                assertSameChunks(first, each.get());
            }
        }
    }
}
