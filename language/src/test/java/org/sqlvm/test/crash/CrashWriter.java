package org.sqlvm.test.crash;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Random;

/**
 * A process that writes transactions until it is killed, and says after each commit that it has
 * happened. What a transaction has written can be seen from the rows alone: see {@link CrashRun}.
 */
public final class CrashWriter {
    static final String TABLES = "CREATE TABLE IF NOT EXISTS done(tx INTEGER PRIMARY KEY, rows)";

    /** A transaction deletes the rows of the one that was this many before. */
    static final int KEPT = 15;

    /** About this many transactions run from one VACUUM to the next. */
    private static final int VACUUM_INTERVAL = 8;

    private static final int REHEARSED = 20;
    private static final int ROWS_FEW = 40;
    private static final int ROWS_MANY = 1500;

    private final TestEngine engine;
    private final PrintStream out;
    private final Random random;

    private CrashWriter(TestEngine engine, PrintStream out, Random random) {
        this.engine = engine;
        this.out = out;
        this.random = random;
    }

    /** Does not return. */
    public static void run(Path file, String mode, long seed, PrintStream out) {
        Random random = new Random(seed);
        SqlvmEngine.Mode kind = CrashKind.anyMode(random);
        try (TestEngine rehearsal = SqlvmEngine.inMemory(kind)) {
            new CrashWriter(rehearsal, out, random).rehearse();
        }
        new CrashWriter(SqlvmEngine.onFile(file, kind), out, random).run(mode);
    }

    /** Commits of a warm process, not of one that loads its classes, that meet their end. */
    private void rehearse() {
        makeTables();
        for (long tx = 1; tx <= REHEARSED; tx++) {
            transaction(tx, 1 + random.nextInt(ROWS_FEW));
        }
    }

    private void makeTables() {
        execute(TABLES);
        execute("CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, tx, pad)");
        execute("CREATE INDEX IF NOT EXISTS t_tx ON t(tx, pad)");
    }

    private void run(String mode) {
        execute("PRAGMA journal_mode = " + mode);
        execute("PRAGMA page_size = " + (1024 << random.nextInt(4)));
        execute("PRAGMA auto_vacuum = " + random.nextInt(3));
        execute("PRAGMA wal_autocheckpoint = 50");
        makeTables();
        Object last =
                engine.execute("SELECT ifnull(max(tx), 0) FROM done").rows().getFirst()[0];
        out.println("ready");
        for (long tx = (Long) last + 1; ; tx++) {
            boolean many = random.nextInt(20) == 0;
            transaction(tx, 1 + random.nextInt(many ? ROWS_MANY : ROWS_FEW));
            if (random.nextInt(VACUUM_INTERVAL) == 0) {
                execute("VACUUM");
            }
            out.println(tx);
            out.flush();
        }
    }

    private void transaction(long tx, int rows) {
        execute("BEGIN");
        execute("INSERT INTO t(tx, pad) WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1"
                + " FROM n WHERE x < " + rows + ") SELECT " + tx
                + ", printf('%.*c', abs(random() % 300), 'x') FROM n");
        execute("DELETE FROM t WHERE tx = " + (tx - KEPT));
        execute("INSERT INTO done VALUES(" + tx + ", " + rows + ")");
        execute("COMMIT");
    }

    private void execute(String sql) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed()) {
            throw new AssertionError(sql + ": " + outcome.failure());
        }
    }
}
