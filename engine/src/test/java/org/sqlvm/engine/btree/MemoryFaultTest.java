package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FaultyDisk;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.PageMemory;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * There is no memory for a page, at each page in turn: what runs is undone, alone or with its
 * transaction, and then everything goes on.
 */
final class MemoryFaultTest {
    private static final String NAME = "/t.db";
    private static final int TRANSACTIONS = 3;
    private static final int STATEMENTS = 4;

    @TempDir
    private Path directory;

    /** A heap that has no room for some pages. */
    private static final class Scarce implements PageMemory {
        int calls;
        int failAt = Integer.MAX_VALUE;
        int failCount;

        @Override
        public byte[] allocate(int bytes) {
            calls++;
            if (calls >= failAt && calls - failAt < failCount) {
                throw new OutOfMemoryError("injected");
            }
            return new byte[bytes];
        }
    }

    /** Transactions of a few statements each, which are made again from the seed alone. */
    private static final class Script {
        final Btree btree;
        final Scarce memory = new Scarce();
        final int root;
        TreeMap<Long, byte[]> committed = new TreeMap<>();
        int errors;

        Script(Btree btree, JournalMode mode) {
            this.btree = btree;
            btree.storage().settings().setNewPageSize(512);
            btree.beginWrite();
            root = btree.trees().create(true);
            MemoryTreeTest.addSchema(btree, 1, "t", root, MemoryTreeTest.TABLE);
            btree.commit();
            if (mode != null) {
                FileWriteTest.setMode(btree, mode);
            }
            btree.storage().settings().setMemory(memory);
        }

        void run() {
            for (int i = 0; i < TRANSACTIONS; i++) {
                transaction(i);
            }
        }

        private void transaction(int number) {
            TreeMap<Long, byte[]> rows = new TreeMap<>(committed);
            try {
                btree.beginWrite();
                for (int i = 0; i < STATEMENTS; i++) {
                    rows = statement(new Random(number * 100L + i), rows);
                }
                btree.commit();
                committed = rows;
            } catch (SqlException e) {
                count(e);
                btree.rollback(false);
            }
        }

        /** One that fails is undone alone, if there is memory for that; else the error goes on. */
        private TreeMap<Long, byte[]> statement(Random random, TreeMap<Long, byte[]> before) {
            TreeMap<Long, byte[]> rows = new TreeMap<>(before);
            btree.beginStatement();
            try {
                change(random, rows);
            } catch (SqlException e) {
                count(e);
                btree.rollbackStatement(false);
                return before;
            }
            btree.releaseStatement();
            return rows;
        }

        private void change(Random random, TreeMap<Long, byte[]> rows) {
            try (TableCursor cursor = btree.openTable(root, true)) {
                for (int i = 0; i < 12; i++) {
                    long key = random.nextInt(150);
                    byte[] record = MemoryTreeTest.record(MemoryTreeTest.value(random));
                    if (random.nextInt(3) == 0) {
                        RowChanges.delete(cursor, rows, key);
                    } else {
                        RowChanges.put(cursor, rows, key, record);
                    }
                }
            }
        }

        private void count(SqlException e) {
            assertEquals(ResultCode.NOMEM, e.code(), e::toString);
            assertEquals("out of memory", e.getMessage());
            errors++;
        }
    }

    private static Script open(String kind) {
        FaultyDisk disk = new FaultyDisk();
        // With the smallest cache pages come and go all the time.
        OpenOptions options = OpenOptions.ofPath(NAME).withMemory(1, 0);
        return switch (kind) {
            case "MEMORY-DATABASE" -> new Script(Btree.openMemory(), null);
            case "TEMPORARY" -> new Script(Btree.openTemporary(new Workspace(disk, 1 << 30)), null);
            default -> {
                Workspace workspace = new Workspace(disk, 0);
                Btree btree = Btree.open(disk, options, Pause.BLOCKING, workspace);
                yield new Script(btree, JournalMode.valueOf(kind));
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, 1",
        "DELETE, 5",
        "TRUNCATE, 1",
        "PERSIST, 2",
        "MEMORY, 1",
        "WAL, 1",
        "WAL, 4",
        "MEMORY-DATABASE, 1",
        "TEMPORARY, 1",
    })
    void thereIsNoRoomForAPage(String kind, int count) throws Exception {
        Script whole = open(kind);
        whole.run();
        assertEquals(0, whole.errors);
        int pages = whole.memory.calls;
        assertTrue(pages > 50, "" + pages);
        for (int call = 1; call <= pages; call++) {
            Script script = open(kind);
            script.memory.failAt = call;
            script.memory.failCount = count;
            script.run();
            assertTrue(script.errors > 0, "" + call);
            script.memory.failAt = Integer.MAX_VALUE;
            check(script, kind + ", page " + call);
            script.run();
            check(script, kind + ", page " + call + ", and went on");
            if (call % 20 == 0) {
                assertEquals("ok", Sqlite3.check(script.btree.serialize(), directory));
            }
            script.btree.close();
        }
    }

    private static void check(Script script, String where) {
        try {
            TreeWorkload.check(script.btree, script.root, script.committed);
        } catch (AssertionError | SqlException e) {
            Map<Long, byte[]> wanted = script.committed;
            throw new AssertionError(where + ": " + wanted.size() + " rows wanted", e);
        }
    }
}
