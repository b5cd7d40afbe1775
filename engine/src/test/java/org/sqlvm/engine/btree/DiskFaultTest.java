package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FaultyDisk;
import org.sqlvm.engine.file.FaultyDisk.PowerLoss;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.CheckpointMode;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.Synchronous;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A database survives a faulty disk: a loss of power before each single call, and another one
 * during the repair; calls that fail, once or always; a full disk. Acknowledged transactions are
 * there afterwards, and no transaction is there in part.
 *
 * <p>{@code ./sqlvm crash --power} does it for more workloads than one.
 */
final class DiskFaultTest {
    private static final String NAME = "/t.db";
    private static final int TRANSACTIONS = 4;

    /** VACUUM runs before this transaction. */
    private static final int VACUUM_BEFORE = 2;

    /** How many workloads there are, and how thoroughly each is gone through. */
    private static final int SEEDS = Integer.getInteger("sqlvm.power", 1);

    /**
     * At one of this many calls before which the power fails, it fails again at every call of the
     * repair.
     */
    private static final int TWICE = SEEDS > 1 ? 3 : 10;

    private static final int JUDGED = 10;

    /** With the smallest cache, transactions write to the database before they end. */
    private static final long TINY_CACHE = 1;

    private static final int PAGE_SIZE = 512;

    @TempDir
    Path directory;

    private static Btree open(FaultyDisk disk, Synchronous level) {
        OpenOptions options = OpenOptions.ofPath(NAME).withMemory(TINY_CACHE, 0);
        Btree btree = Btree.open(disk, options, Pause.BLOCKING, new Workspace(disk, 0));
        btree.storage().settings().setNewPageSize(PAGE_SIZE);
        btree.storage().settings().setSynchronous(level);
        return btree;
    }

    /** A run of the workload, and the states that its commits have left, the last one last. */
    private static final class Run {
        final TreeWorkload workload;
        final List<Map<Long, byte[]>> states = new ArrayList<>();
        final JournalMode mode;
        final Synchronous level;
        Btree btree;

        Run(long seed, JournalMode mode, Synchronous level) {
            workload = new TreeWorkload(seed);
            this.mode = mode;
            this.level = level;
        }

        /** Makes the table, in a state that no fault can take away. */
        void begin(FaultyDisk disk) throws IOException {
            btree = open(disk, level);
            // EXTRA is no more than FULL for a log: here it says that its index is on the heap.
            btree.storage()
                    .setExclusiveLocking(mode == JournalMode.WAL && level == Synchronous.EXTRA);
            workload.create(btree);
            FileWriteTest.setMode(btree, mode);
            workload.transaction(btree);
            if (mode == JournalMode.WAL) {
                btree.storage().checkpoint(CheckpointMode.FULL);
                btree.storage().settings().setWalAutoCheckpoint(20);
            }
            states.add(workload.committed());
            disk.open(NAME, org.sqlvm.engine.file.OpenMode.READ_WRITE).sync();
            disk.syncFolder(NAME);
        }

        void transactions(int count) {
            for (int i = 0; i < count; i++) {
                if (i == VACUUM_BEFORE) {
                    workload.vacuum(btree);
                }
                workload.transaction(btree);
                if (states.getLast() != workload.committed()) {
                    states.add(workload.committed());
                }
                if (mode == JournalMode.WAL) {
                    checkpoint(i);
                }
            }
        }

        /** All modes in turn, beside those that come when the log is long. */
        private void checkpoint(int number) {
            CheckpointMode[] modes = CheckpointMode.values();
            btree.storage().checkpoint(modes[(number + workload.root()) % modes.length]);
        }

        /** The transactions, and the end of the connection, which in a log is a checkpoint, too. */
        void whole() {
            transactions(TRANSACTIONS);
            btree.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, FULL, 1",
        "DELETE, EXTRA, 0",
        "TRUNCATE, FULL, 0",
        "PERSIST, FULL, 0",
        "WAL, FULL, 0",
        "WAL, EXTRA, 0",
        "WAL, NORMAL, 100",
    })
    void powerIsLostAtEveryCall(JournalMode mode, Synchronous level, int mayLose) throws Exception {
        int places = 0;
        int repairs = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run whole = new Run(seed, mode, level);
            FaultyDisk disk = new FaultyDisk();
            whole.begin(disk);
            int before = disk.calls();
            whole.whole();
            int after = disk.calls();
            places += after - before;
            for (int call = before + 1; call <= after; call++) {
                repairs += losePower(call, new Run(seed, mode, level), mayLose);
            }
        }
        if (SEEDS > 1) {
            Files.writeString(
                    Path.of(System.getProperty("sqlvm.power.report")),
                    mode + " " + level + ": " + SEEDS + " workloads, power lost at each of "
                            + places + " calls, and at each of " + repairs + " of repairs\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    /** @return the number of calls of the repair before which the power was lost again */
    private int losePower(int call, Run run, int mayLose) throws Exception {
        FaultyDisk disk = new FaultyDisk();
        run.begin(disk);
        disk.losePowerAt(call);
        assertThrows(PowerLoss.class, run::whole, "" + call);
        FaultyDisk found = disk.afterPowerLoss(new Random(call));
        byte[] image = found.content(NAME);
        List<Map<Long, byte[]>> possible = new ArrayList<>(run.states.reversed());
        possible.subList(Math.min(possible.size(), 1 + mayLose), possible.size())
                .clear();
        possible.addFirst(run.workload.wanted());
        if (call % JUDGED == 0) {
            judge(found, call);
        }
        try (Btree btree = open(found, run.level)) {
            TreeWorkload.whichOf(btree, run.workload.root(), possible);
        } catch (AssertionError | SqlException e) {
            Files.write(directory.resolve("failed.db"), image);
            throw new AssertionError(run.mode + " " + run.level + ", power lost at " + call, e);
        }
        return call % TWICE == 0 ? losePowerAgain(disk, call, run, possible) : 0;
    }

    /** The power goes at each call of the repair; the next repair is left in peace. */
    private static int losePowerAgain(
            FaultyDisk disk, int call, Run run, List<Map<Long, byte[]>> possible) {
        for (int again = 1; ; again++) {
            FaultyDisk found = disk.afterPowerLoss(new Random(call));
            found.losePowerAt(again);
            try (Btree btree = open(found, run.level)) {
                TreeWorkload.whichOf(btree, run.workload.root(), possible);
                return again - 1; // Unless the power goes when it is closed.
            } catch (PowerLoss _) {
                FaultyDisk last = found.afterPowerLoss(new Random(again));
                try (Btree btree = open(last, run.level)) {
                    TreeWorkload.whichOf(btree, run.workload.root(), possible);
                } catch (AssertionError | SqlException e) {
                    String where = run.mode + " " + run.level + ", power lost at " + call;
                    throw new AssertionError(where + " and again at " + again, e);
                }
            }
        }
    }

    /** The first transaction of all: before it there are no pages to keep, but a length of 0. */
    @ParameterizedTest
    @EnumSource(names = {"DELETE", "TRUNCATE", "PERSIST"})
    void powerIsLostWhileADatabaseIsMade(JournalMode mode) throws Exception {
        FaultyDisk whole = new FaultyDisk();
        makeDatabase(whole, mode);
        for (int call = 1; call <= whole.calls(); call++) {
            for (long seed = 1; seed <= 5; seed++) {
                FaultyDisk disk = new FaultyDisk();
                disk.losePowerAt(call);
                assertThrows(PowerLoss.class, () -> makeDatabase(disk, mode));
                FaultyDisk found = disk.afterPowerLoss(new Random(seed));
                try (Btree btree = open(found, Synchronous.FULL)) {
                    btree.beginRead();
                    int pages = btree.pageCount();
                    assertTrue(pages == 0 || pages > 100, call + ": " + pages + " pages");
                    btree.endRead();
                    if (pages > 0) {
                        byte[] image = btree.serialize();
                        assertEquals("ok", Sqlite3.check(image, directory), mode + " " + call);
                    }
                }
            }
        }
    }

    private static void makeDatabase(FaultyDisk disk, JournalMode mode) {
        try (Btree btree = open(disk, Synchronous.FULL)) {
            FileWriteTest.setMode(btree, mode);
            btree.beginWrite();
            int root = btree.trees().create(true);
            MemoryTreeTest.addSchema(btree, 1, "t", root, MemoryTreeTest.TABLE);
            try (TableCursor cursor = btree.openTable(root, true)) {
                for (int i = 0; i < 120; i++) {
                    byte[] record = MemoryTreeTest.record(new byte[400]);
                    cursor.insert(i, record, record.length, false);
                }
            }
            btree.commit();
        }
    }

    /** SQLite finds the same files sound. */
    private void judge(FaultyDisk disk, int call) throws Exception {
        Path folder = Files.createDirectory(directory.resolve("judge" + System.nanoTime()));
        Path file = folder.resolve("t.db");
        for (String suffix : List.of("", "-journal", "-wal")) {
            byte[] content = disk.content(NAME + suffix);
            if (content != null) {
                Files.write(folder.resolve("t.db" + suffix), content);
            }
        }
        assertEquals("ok", Sqlite3.run(file, "PRAGMA integrity_check;"), "" + call);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, FULL, 1",
        "DELETE, EXTRA, 1000000",
        "TRUNCATE, FULL, 1",
        "PERSIST, FULL, 3",
        "MEMORY, FULL, 1",
        "WAL, FULL, 1",
        "WAL, EXTRA, 2",
        "WAL, NORMAL, 1000000",
        "DELETE, OFF, 2",
    })
    void callsFail(JournalMode mode, Synchronous level, int count) throws Exception {
        for (long seed = 11; seed <= 10 + SEEDS; seed++) {
            Run whole = new Run(seed, mode, level);
            FaultyDisk disk = new FaultyDisk();
            whole.begin(disk);
            int before = disk.calls();
            whole.transactions(TRANSACTIONS);
            int after = disk.calls();
            for (int call = before + 1; call <= after; call++) {
                FaultyDisk broken = new FaultyDisk();
                Run run = new Run(seed, mode, level);
                run.begin(broken);
                broken.failAt(call, count);
                try {
                    goOnAfterErrors(run, broken);
                } catch (AssertionError | SqlException e) {
                    throw new AssertionError(mode + " " + level + ", failed at " + call, e);
                }
            }
        }
    }

    /** After the first error the disk is repaired, and the database is as if nothing had been. */
    private static void goOnAfterErrors(Run run, FaultyDisk disk) {
        try {
            run.transactions(TRANSACTIONS);
        } catch (SqlException e) {
            assertTrue(TreeWorkload.isDiskError(e), e::toString);
            try {
                run.btree.rollback(false);
            } catch (SqlException again) {
                assertTrue(TreeWorkload.isDiskError(again), again::toString);
            }
            if (run.mode == JournalMode.MEMORY && run.workload.hasFailedInRollback()) {
                return; // With such a journal, as in SQLite, that is the end of the database.
            }
            disk.failAt(Integer.MAX_VALUE, 0);
            disk.setCapacity(Long.MAX_VALUE);
            List<Map<Long, byte[]>> possible =
                    List.of(run.workload.committed(), run.workload.wanted());
            run.workload.settle(
                    TreeWorkload.whichOf(run.btree, run.workload.root(), possible) == 1);
            run.states.add(run.workload.committed());
            run.transactions(3);
        }
        TreeWorkload.check(run.btree, run.workload.root(), run.workload.committed());
        run.btree.close();
    }

    @ParameterizedTest
    @CsvSource({"DELETE, FULL", "PERSIST, FULL", "MEMORY, FULL", "WAL, FULL"})
    void aDiskIsFull(JournalMode mode, Synchronous level) throws Exception {
        for (int room = 0; room < 60_000; room += 2999) {
            FaultyDisk disk = new FaultyDisk();
            Run run = new Run(room, mode, level);
            run.begin(disk);
            disk.setCapacity(disk.used() + room);
            goOnAfterErrors(run, disk);
        }
    }
}
