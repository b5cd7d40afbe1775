package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.PagerSettings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random transactions on a table of one database, beside a sorted map: rows of all sizes come, go
 * and change, with nested savepoints, some of which are rolled back, as are some transactions.
 */
final class TreeWorkload {
    private static final int KEY_MAX = 400;

    private final Random random;

    /** The rows as of the last commit. */
    private TreeMap<Long, byte[]> committed = new TreeMap<>();

    /** The rows after the current or the failed commit, if it succeeds. */
    private TreeMap<Long, byte[]> wanted = new TreeMap<>();

    /** As of the change that runs. */
    private TreeMap<Long, byte[]> rows;

    private boolean rollingBack;
    private int root;

    TreeWorkload(long seed) {
        random = new Random(seed);
    }

    int root() {
        return root;
    }

    /** Whether the last error came from a rollback. */
    boolean hasFailedInRollback() {
        return rollingBack;
    }

    TreeMap<Long, byte[]> committed() {
        return committed;
    }

    TreeMap<Long, byte[]> wanted() {
        return wanted;
    }

    /** After an error: whether the transaction that failed has committed all the same. */
    void settle(boolean happened) {
        committed = happened ? wanted : committed;
        wanted = committed;
    }

    /** The table, in a transaction of its own. */
    void create(Btree btree) {
        btree.beginWrite();
        root = btree.trees().create(true);
        MemoryTreeTest.addSchema(btree, 1, "t", root, MemoryTreeTest.TABLE);
        btree.commit();
    }

    /** One transaction; what it throws has left it open. */
    void transaction(Btree btree) {
        wanted = committed;
        btree.beginWrite();
        rows = new TreeMap<>(committed);
        int steps = 1 + random.nextInt(4);
        for (int i = 0; i < steps; i++) {
            change(btree, 1 + random.nextInt(30));
            if (random.nextInt(3) == 0) {
                savepoint(btree, 0);
            }
        }
        if (random.nextInt(6) == 0) {
            rollingBack = true;
            btree.rollback(false);
            rollingBack = false;
        } else {
            wanted = rows;
            btree.commit();
            committed = wanted;
        }
    }

    /**
     * Rewrites the database, with another page size where possible; an exception leaves the
     * transaction open.
     */
    void vacuum(Btree btree) {
        wanted = committed;
        btree.beginWrite();
        btree.lockExclusive();
        PagerSettings form = PagerSettings.ofMemory();
        boolean free = btree.storage().journalMode() != JournalMode.WAL;
        form.setNewPageSize(
                free ? 512L << random.nextInt(3) : btree.header().all().pageSize());
        Workspace workspace = Workspace.inMemory();
        try (Btree copy = Btree.openEphemeral(workspace, form)) {
            int created = copy.trees().create(true);
            MemoryTreeTest.addSchema(copy, 1, "t", created, MemoryTreeTest.TABLE);
            copy.trees().copy(btree, root, created, false, () -> {});
            btree.become(copy);
            root = created;
        }
    }

    private void savepoint(Btree btree, int depth) {
        TreeMap<Long, byte[]> before = new TreeMap<>(rows);
        btree.beginStatement();
        change(btree, 1 + random.nextInt(40));
        if (depth < 3 && random.nextBoolean()) {
            savepoint(btree, depth + 1);
        }
        change(btree, 1 + random.nextInt(10));
        if (random.nextBoolean()) {
            btree.releaseStatement();
        } else {
            btree.rollbackStatement(false);
            rows = before;
        }
    }

    private void change(Btree btree, int count) {
        try (TableCursor cursor = btree.openTable(root, true)) {
            for (int i = 0; i < count; i++) {
                long key = random.nextInt(KEY_MAX);
                if (random.nextInt(3) == 0) {
                    RowChanges.delete(cursor, rows, key);
                } else {
                    RowChanges.put(cursor, rows, key, record(rows.get(key)));
                }
            }
        }
    }

    /** One of another size, or one that differs from an old one in its last byte at most. */
    private byte[] record(byte[] old) {
        if (old == null || random.nextBoolean()) {
            return MemoryTreeTest.record(MemoryTreeTest.value(random));
        }
        byte[] changed = old.clone();
        if (MemoryTreeTest.bodyOf(old, 0) < old.length) {
            changed[old.length - 1] += (byte) random.nextInt(2);
        }
        return changed;
    }

    /** The table has exactly these rows. */
    static void check(Btree btree, int root, Map<Long, byte[]> rows) {
        btree.beginRead();
        try (TableCursor cursor = btree.openTable(root, false)) {
            boolean found = cursor.first();
            for (Map.Entry<Long, byte[]> row : rows.entrySet()) {
                assertEquals(true, found);
                assertEquals(row.getKey(), cursor.rowid());
                assertArrayEquals(row.getValue(), cursor.fullPayload());
                found = cursor.next();
            }
            assertEquals(false, found);
        } finally {
            btree.endRead();
        }
    }

    /** Which of these the table is: its index. */
    static int whichOf(Btree btree, int root, List<Map<Long, byte[]>> states) {
        List<AssertionError> differences = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            try {
                check(btree, root, states.get(i));
                return i;
            } catch (AssertionError e) {
                differences.add(e);
            }
        }
        throw differences.getFirst();
    }

    static boolean isDiskError(SqlException e) {
        int code = ResultCode.primary(e.code());
        return code == ResultCode.IOERR
                || code == ResultCode.FULL
                || code == ResultCode.CANTOPEN
                || code == ResultCode.READONLY;
    }
}
