package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.SmallDisk;
import org.sqlvm.engine.file.Varint;
import org.sqlvm.engine.file.Workspace;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Trees of a database in memory against sorted maps; the image against the real sqlite3. */
final class MemoryTreeTest {
    /** One CREATE statement in the schema makes sqlite3's integrity_check look at the tree. */
    static final String TABLE = "CREATE TABLE t(b)";

    private static final String KEYS = "CREATE TABLE k(b PRIMARY KEY) WITHOUT ROWID";

    @TempDir
    Path directory;

    /** A record of one BLOB value. */
    static byte[] record(byte[] value) {
        byte[] head = new byte[10];
        int serial = 12 + 2 * value.length;
        int start = Varint.write(head, 1, serial);
        head[0] = (byte) start;
        byte[] record = Arrays.copyOf(head, start + value.length);
        System.arraycopy(value, 0, record, start, value.length);
        return record;
    }

    static int bodyOf(byte[] payload, int offset) {
        return offset + payload[offset];
    }

    static void addSchema(Btree btree, long rowid, String name, int root, String sql) {
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] sqlBytes = sql.getBytes(StandardCharsets.UTF_8);
        byte[] head = new byte[16];
        int at = 1;
        at = Varint.write(head, at, 13 + 2 * 5);
        at = Varint.write(head, at, 13 + 2 * nameBytes.length);
        at = Varint.write(head, at, 13 + 2 * nameBytes.length);
        at = Varint.write(head, at, 4);
        at = Varint.write(head, at, 13 + 2 * sqlBytes.length);
        head[0] = (byte) at;
        var record = new java.io.ByteArrayOutputStream();
        record.write(head, 0, at);
        record.writeBytes("table".getBytes(StandardCharsets.UTF_8));
        record.writeBytes(nameBytes);
        record.writeBytes(nameBytes);
        record.writeBytes(new byte[] {
            (byte) (root >>> 24), (byte) (root >>> 16), (byte) (root >>> 8), (byte) root
        });
        record.writeBytes(sqlBytes);
        try (TableCursor schema = btree.openTable(1, true)) {
            schema.insert(rowid, record.toByteArray(), record.size(), false);
        }
    }

    static KeyProbe probe(byte[] wanted) {
        return (payload, offset, length) -> {
            int body = bodyOf(payload, offset);
            return Arrays.compareUnsigned(payload, body, offset + length, wanted, 0, wanted.length);
        };
    }

    static KeyProbe recordProbe(byte[] record, int length) {
        return probe(Arrays.copyOfRange(record, bodyOf(record, 0), length));
    }

    static byte[] value(Random random) {
        int size = switch (random.nextInt(20)) {
            case 0 -> random.nextInt(20_000);
            case 1, 2 -> random.nextInt(3_000);
            case 3, 4, 5 -> 0;
            default -> random.nextInt(120);
        };
        byte[] value = new byte[size];
        random.nextBytes(value);
        return value;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void tableAgainstMap(long seed) throws Exception {
        TreeMap<Long, byte[]> expected = new TreeMap<>();
        try (Btree btree = Btree.openMemory()) {
            btree.beginWrite();
            int root = changeTable(btree, expected, seed);
            btree.commit();
            assertEquals("ok", Sqlite3.check(btree.serialize(), directory));
            btree.beginWrite();
            assertEquals(expected.size(), btree.trees().clear(root));
            btree.commit();
            assertEquals("ok", Sqlite3.check(btree.serialize(), directory));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20_000, 200_000})
    void tableInTemporaryFileAgainstMap(long memory) throws Exception {
        SmallDisk disk = new SmallDisk(Long.MAX_VALUE);
        Workspace workspace = new Workspace(disk, memory);
        try (workspace;
                Btree btree = Btree.openEphemeral(workspace)) {
            TreeMap<Long, byte[]> expected = new TreeMap<>();
            int root = changeTable(btree, expected, memory);
            assertEquals(1, workspace.fileCount());
            // More than that are only taken during one change.
            assertTrue(workspace.used() < memory + 200_000, () -> "" + workspace.used());
            btree.commit();
            assertEquals("ok", Sqlite3.check(btree.serialize(), directory));
            btree.beginWrite();
            assertEquals(root, btree.restart(true));
            assertEquals(0, workspace.fileCount());
            try (TableCursor cursor = btree.openTable(root, true)) {
                assertFalse(cursor.first());
            }
            changeTable(btree, root, new TreeMap<>(), 5);
        }
        assertEquals(0, disk.size());
        assertEquals(0, workspace.used());
    }

    @Test
    void aFullDiskIsAnErrorOfTheTemporaryTable() {
        SmallDisk disk = new SmallDisk(30_000);
        Workspace workspace = new Workspace(disk, 20_000);
        try (workspace;
                Btree btree = Btree.openEphemeral(workspace)) {
            SqlException error =
                    assertThrows(SqlException.class, () -> changeTable(btree, new TreeMap<>(), 1));
            assertEquals(ResultCode.FULL, error.code());
        }
        assertEquals(0, workspace.used());
        assertEquals(0, workspace.fileCount());
    }

    private static int changeTable(Btree btree, TreeMap<Long, byte[]> expected, long seed) {
        int root = btree.trees().create(true);
        addSchema(btree, 1, "t", root, TABLE);
        changeTable(btree, root, expected, seed);
        return root;
    }

    private static void changeTable(
            Btree btree, int root, TreeMap<Long, byte[]> expected, long seed) {
        Random random = new Random(seed);
        try (TableCursor cursor = btree.openTable(root, true);
                TableCursor bystander = btree.openTable(root, false)) {
            for (int round = 0; round < 6; round++) {
                int inserts = random.nextInt(1500);
                boolean inOrder = random.nextBoolean();
                for (int i = 0; i < inserts; i++) {
                    long rowid = inOrder && !expected.isEmpty()
                            ? expected.lastKey() + 1
                            : random.nextLong(-5000, 5000) * (seed == 3 ? 1L << 45 : 1);
                    byte[] value = value(random);
                    byte[] record = record(value);
                    cursor.insert(rowid, record, record.length, inOrder);
                    expected.put(rowid, value);
                    assertTrue(cursor.isValid());
                    assertEquals(rowid, cursor.rowid());
                    if (i % 7 == 0) {
                        moveBystander(bystander, expected, random);
                    }
                }
                int deletes = random.nextInt(1500);
                for (int i = 0; i < deletes && !expected.isEmpty(); i++) {
                    Long rowid = expected.ceilingKey(random.nextLong(-5000, 5000));
                    rowid = rowid == null ? expected.firstKey() : rowid;
                    assertTrue(cursor.seekExact(rowid));
                    cursor.delete();
                    expected.remove(rowid);
                    Long next = expected.higherKey(rowid);
                    if (random.nextBoolean()) {
                        assertFalse(cursor.isValid());
                    }
                    assertEquals(next != null, cursor.next());
                    if (next != null) {
                        assertEquals(next, cursor.rowid());
                    }
                }
                compare(cursor, expected);
            }
        }
    }

    /** A cursor keeps its position while others write around it. */
    private static void moveBystander(
            TableCursor cursor, TreeMap<Long, byte[]> expected, Random random) {
        if (cursor.isValid()) {
            long at = cursor.rowid();
            Long next = random.nextBoolean() ? expected.higherKey(at) : expected.lowerKey(at);
            boolean forward = next != null && next > at;
            if (next != null) {
                assertTrue(forward ? cursor.next() : cursor.previous());
                assertEquals(next, cursor.rowid());
            }
        } else {
            assertEquals(!expected.isEmpty(), cursor.first());
        }
    }

    private static void compare(TableCursor cursor, TreeMap<Long, byte[]> expected) {
        assertEquals(expected.size(), cursor.count());
        boolean more = cursor.first();
        for (Map.Entry<Long, byte[]> entry : expected.entrySet()) {
            assertTrue(more);
            assertEquals(entry.getKey(), cursor.rowid());
            assertArrayEquals(record(entry.getValue()), cursor.fullPayload());
            more = cursor.next();
        }
        assertFalse(more);
        more = cursor.last();
        for (Long rowid : expected.descendingKeySet()) {
            assertTrue(more);
            assertEquals(rowid, cursor.rowid());
            more = cursor.previous();
        }
        assertFalse(more);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void indexAgainstMap(long seed) throws Exception {
        try (Btree btree = Btree.openMemory()) {
            btree.beginWrite();
            int root = changeIndex(btree, seed);
            btree.commit();
            assertEquals("ok", Sqlite3.check(btree.serialize(), directory));
            btree.beginWrite();
            btree.trees().drop(root);
            btree.rollback(true);
            assertEquals("ok", Sqlite3.check(btree.serialize(), directory));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20_000, 200_000})
    void indexInTemporaryFileAgainstMap(long memory) throws Exception {
        try (Workspace workspace = new Workspace(new SmallDisk(Long.MAX_VALUE), memory);
                Btree btree = Btree.openEphemeral(workspace)) {
            changeIndex(btree, memory);
            assertEquals(1, workspace.fileCount());
            btree.commit();
            assertEquals("ok", Sqlite3.check(btree.serialize(), directory));
        }
    }

    private static int changeIndex(Btree btree, long seed) {
        Random random = new Random(seed);
        TreeMap<byte[], Boolean> expected = new TreeMap<>(Arrays::compareUnsigned);
        int root = btree.trees().create(false);
        addSchema(btree, 1, "k", root, KEYS);
        try (IndexCursor cursor = btree.openIndex(root, true, MemoryTreeTest::recordProbe)) {
            for (int round = 0; round < 6; round++) {
                int inserts = random.nextInt(1500);
                for (int i = 0; i < inserts; i++) {
                    byte[] key = value(random);
                    byte[] record = record(key);
                    cursor.insert(record, record.length, probe(key));
                    expected.put(key, true);
                    assertTrue(cursor.isValid());
                    assertArrayEquals(record, cursor.fullPayload());
                }
                int deletes = random.nextInt(1500);
                for (int i = 0; i < deletes && !expected.isEmpty(); i++) {
                    byte[] key = expected.ceilingKey(value(random));
                    key = key == null ? expected.firstKey() : key;
                    assertEquals(0, cursor.seek(probe(key)));
                    cursor.delete();
                    expected.remove(key);
                    byte[] next = expected.higherKey(key);
                    assertEquals(next != null, cursor.next());
                    if (next != null) {
                        assertArrayEquals(record(next), cursor.fullPayload());
                    }
                }
                assertEquals(expected.size(), cursor.count());
                boolean more = cursor.first();
                for (byte[] key : expected.keySet()) {
                    assertTrue(more);
                    assertArrayEquals(record(key), cursor.fullPayload());
                    more = cursor.next();
                }
                assertFalse(more);
                more = cursor.last();
                for (byte[] key : expected.descendingKeySet()) {
                    assertTrue(more);
                    assertArrayEquals(record(key), cursor.fullPayload());
                    more = cursor.previous();
                }
                assertFalse(more);
            }
        }
        return root;
    }

    @Test
    void undoOfStatementAndTransaction() throws Exception {
        Random random = new Random(7);
        try (Btree btree = Btree.openMemory()) {
            btree.beginWrite();
            int root = btree.trees().create(true);
            addSchema(btree, 1, "t", root, TABLE);
            insert(btree, root, 0, 500, random);
            btree.commit();
            byte[] before = btree.serialize();
            btree.beginWrite();
            insert(btree, root, 500, 700, random);
            byte[] inside = btree.serialize();
            btree.beginStatement();
            insert(btree, root, 300, 2000, random);
            btree.beginStatement();
            btree.trees().create(false);
            btree.trees().clear(root);
            btree.releaseStatement();
            btree.rollbackStatement(true);
            assertArrayEquals(inside, btree.serialize());
            btree.rollback(true);
            assertArrayEquals(before, btree.serialize());
            assertEquals("ok", Sqlite3.check(before, directory));
        }
    }

    /** A temporary database has transactions as any other, wherever its pages are. */
    @ParameterizedTest
    @ValueSource(longs = {1, 20_000, 200_000, 1L << 30})
    void undoInTemporaryFiles(long memory) throws Exception {
        SmallDisk disk = new SmallDisk(Long.MAX_VALUE);
        Workspace workspace = new Workspace(disk, memory);
        try (workspace;
                Btree btree = Btree.openTemporary(workspace)) {
            TreeWorkload workload = new TreeWorkload(memory);
            workload.create(btree);
            for (int i = 0; i < 60; i++) {
                workload.transaction(btree);
                TreeWorkload.check(btree, workload.root(), workload.committed());
                assertTrue(workspace.used() < memory + 200_000, () -> "" + workspace.used());
            }
            assertEquals(memory < 1 << 20 ? 1 : 0, workspace.fileCount());
            assertEquals("ok", Sqlite3.check(btree.serialize(), directory));
            btree.beginWrite(); // Does not end.
            btree.trees().clear(workload.root());
        }
        assertEquals(0, disk.size());
        assertEquals(0, workspace.used());
    }

    @Test
    void aTemporaryDatabaseKeepsToItsCacheSize() {
        SmallDisk disk = new SmallDisk(Long.MAX_VALUE);
        try (Workspace workspace = new Workspace(disk, 1L << 30);
                Btree btree = Btree.openTemporary(workspace)) {
            btree.beginRead();
            btree.storage().setCacheBytes(50_000);
            btree.endRead();
            btree.beginWrite();
            int root = btree.trees().create(true);
            insert(btree, root, 0, 2_000, new Random(1));
            assertTrue(workspace.used() < 100_000, () -> "" + workspace.used());
            btree.storage().settings().setSpilling(false);
            insert(btree, root, 2_000, 4_000, new Random(2));
            assertTrue(workspace.used() > 500_000, () -> "" + workspace.used());
            btree.rollback(true);
            assertEquals(0, btree.pageCount());
            assertEquals(0, workspace.used());
        }
        assertEquals(0, disk.size());
    }

    @Test
    void aFullDiskIsAnErrorOfTheTemporaryDatabase() {
        for (int room = 0; room < 60_000; room += 5_000) {
            Workspace workspace = new Workspace(new SmallDisk(room), 20_000);
            try (workspace;
                    Btree btree = Btree.openTemporary(workspace)) {
                btree.beginWrite();
                int root = btree.trees().create(true);
                insert(btree, root, 0, 5, new Random(1));
                btree.beginStatement();
                SqlException error = assertThrows(
                        SqlException.class, () -> insert(btree, root, 0, 2_000, new Random(2)));
                assertEquals(ResultCode.FULL, error.code());
            }
            assertEquals(0, workspace.used());
            assertEquals(0, workspace.fileCount());
        }
    }

    @Test
    void emptyDatabaseHasNoPagesUntilTheFirstWrite() {
        try (Btree btree = Btree.openMemory()) {
            btree.beginRead();
            assertEquals(0, btree.pageCount());
            assertFalse(btree.openTable(1, false).first());
            btree.endRead();
            btree.beginWrite();
            assertEquals(1, btree.pageCount());
            btree.rollback(true);
            assertEquals(0, btree.serialize().length);
        }
    }

    private static void insert(Btree btree, int root, int from, int to, Random random) {
        try (TableCursor cursor = btree.openTable(root, true)) {
            for (int rowid = from; rowid < to; rowid++) {
                byte[] record = record(value(random));
                cursor.insert(rowid, record, record.length, false);
            }
        }
    }
}
