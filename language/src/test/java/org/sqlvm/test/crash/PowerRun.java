package org.sqlvm.test.crash;

import org.sqlvm.build.VolatileDisk;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Loses the power while full-text tables and an R-tree are written ({@link CrashIndexer}): before
 * each call that changes a file, and again before calls of the repair. What the disk then has is
 * opened by sqlvm or SQLite. Every acknowledged transaction is there, none is there by halves, the
 * tables agree, and all checks find them sound.
 */
public final class PowerRun {
    private static final String NAME = "t.db";

    /** The power is lost again before one of this many calls of a repair. */
    private static final int AGAIN_INTERVAL = 40;

    /** A repair, and the repair of what that one has left. */
    private static final int REPAIRS = 2;

    /** How a database keeps its transactions. */
    enum Form {
        /** The name of the last journal may be back, which undoes its transaction. */
        DELETE("DELETE", "FULL", 1),
        DELETE_EXTRA("DELETE", "EXTRA", 0),
        TRUNCATE("TRUNCATE", "FULL", 0),
        PERSIST("PERSIST", "FULL", 0),
        WAL("WAL", "FULL", 0),
        WAL_NORMAL("WAL", "NORMAL", Integer.MAX_VALUE);

        private final String mode;
        private final String synchronous;
        private final int mayLose;

        /** @param mayLose how many of the last acknowledged transactions may be missing */
        Form(String mode, String synchronous, int mayLose) {
            this.mode = mode;
            this.synchronous = synchronous;
            this.mayLose = mayLose;
        }
    }

    /**
     * A loss of power.
     *
     * @param where the numbers of the calls that have not happened
     * @param disk the files that were found behind it
     * @param acknowledged the last transaction that must be found
     * @param repair 1 for the first loss, 2 for one in its repair
     */
    private record Loss(String where, VolatileDisk disk, long acknowledged, int repair) {}

    private final PrintStream out;
    private final Random random;
    /** The power is lost before one of this many calls. */
    private final int interval;

    private final Deque<Loss> losses = new ArrayDeque<>();
    private Form form;
    private long acknowledged;
    private int calls;
    private int lossCount;
    private int failures;

    public PowerRun(PrintStream out, long seed, int interval) {
        this.out = out;
        random = new Random(seed);
        this.interval = interval;
    }

    /**
     * @param transactions the number of transactions of each form
     * @return how many losses of power have done damage
     */
    public int run(int transactions) throws IOException {
        for (Form next : Form.values()) {
            form = next;
            lossCount = 0;
            calls = 0;
            acknowledged = 0;
            Path folder = Files.createTempDirectory("sqlvm-power");
            write(folder.resolve(NAME), transactions);
            delete(folder);
            out.printf(
                    "%s, synchronous %s: %d transactions, %d calls, power lost %d times%n",
                    form.mode, form.synchronous, transactions, calls, lossCount);
        }
        return failures;
    }

    private void write(Path file, int transactions) throws IOException {
        VolatileDisk disk = new VolatileDisk();
        WatchedFiles files = new WatchedFiles(disk, () -> beforeChange(disk));
        SqlvmEngine.Mode kind = CrashKind.anyMode(random);
        try (TestEngine engine = SqlvmEngine.onFile(file, files, kind)) {
            CrashIndexer indexer = new CrashIndexer(engine, out, random);
            indexer.execute("PRAGMA synchronous = " + form.synchronous);
            indexer.makeTables(form.mode);
            judgeAll();
            for (long tx = 1; tx <= transactions; tx++) {
                indexer.transaction(tx, 1 + random.nextInt(CrashIndexer.ROWS_FEW));
                acknowledged = Math.max(0, tx - form.mayLose);
                indexer.command();
                judgeAll();
            }
        }
        judgeAll();
    }

    private void beforeChange(VolatileDisk disk) {
        calls++;
        if (random.nextInt(interval) == 0) {
            String where = form + ", call " + calls;
            losses.add(new Loss(where, disk.afterPowerLoss(random), acknowledged, 1));
        }
    }

    private void judgeAll() throws IOException {
        while (!losses.isEmpty()) {
            Loss loss = losses.remove();
            lossCount++;
            Path folder = Files.createTempDirectory("sqlvm-power");
            WatchedFiles.store(loss.disk, folder);
            int before = failures;
            judge(loss, folder.resolve(NAME));
            if (failures == before) {
                delete(folder);
            } else {
                out.println("its files, repaired: " + folder);
            }
        }
    }

    /** Either of the two may find the hot journal. */
    private void judge(Loss loss, Path file) {
        if (random.nextInt(4) == 0) {
            long last = look(Engines.SQLITE.onFile(file), loss, loss.acknowledged);
            look(SqlvmEngine.onFile(file, SqlvmEngine.Mode.INTERPRETED), loss, last);
        } else {
            int[] repairCalls = {0};
            WatchedFiles files = new WatchedFiles(loss.disk, () -> {
                repairCalls[0]++;
                if (loss.repair < REPAIRS && random.nextInt(AGAIN_INTERVAL) == 0) {
                    losses.add(new Loss(
                            loss.where + ", call " + repairCalls[0] + " of its repair",
                            loss.disk.afterPowerLoss(random),
                            loss.acknowledged,
                            loss.repair + 1));
                }
            });
            SqlvmEngine.Mode mode = SqlvmEngine.Mode.INTERPRETED;
            long last = look(SqlvmEngine.onFile(file, files, mode), loss, loss.acknowledged);
            look(Engines.SQLITE.onFile(file), loss, last);
        }
    }

    /** @return the last transaction that is there */
    private long look(TestEngine opened, Loss loss, long expected) {
        try (TestEngine engine = opened) {
            String who = engine.name();
            long last = CrashKind.INDEXES.look(
                    engine, who, expected, expected, what -> fail(loss, what));
            CrashKind.expectNone(
                    engine,
                    "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
                    who + ": integrity_check",
                    what -> fail(loss, what));
            return last;
        }
    }

    private void fail(Loss loss, String what) {
        failures++;
        out.println(loss.where + ": " + what);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
