package org.sqlvm.test.crash;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * A process that writes transactions into full-text tables and an R-tree until it is killed, and
 * says after each commit that it has happened. Triggers of an ordinary table feed them, and another
 * one has its own texts. So all of them must agree with the ordinary table: see {@link CrashRun}.
 */
public final class CrashIndexer {
    /** A transaction deletes the rows of the one that was this many before. */
    static final int KEPT = 8;

    private static final int REHEARSED = 12;
    static final int ROWS_FEW = 20;
    private static final int ROWS_MANY = 400;

    /** About this many transactions run from one command of a table to the next. */
    private static final int COMMAND_INTERVAL = 3;

    private static final String ADD = "INSERT INTO found(rowid, body) VALUES(new.id, new.body);"
            + " INSERT INTO old(docid, body) VALUES(new.id, new.body);"
            + " INSERT INTO boxes VALUES(new.id, new.x, new.x + 1); END";

    private static final String REMOVE =
            "INSERT INTO found(found, rowid, body) VALUES('delete', old.id, old.body);"
                    + " DELETE FROM old WHERE docid = old.id;"
                    + " DELETE FROM boxes WHERE id = old.id; ";

    private static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS done(tx INTEGER PRIMARY KEY, rows)",
            "CREATE TABLE IF NOT EXISTS docs(id INTEGER PRIMARY KEY, tx, body, x)",
            "CREATE INDEX IF NOT EXISTS docs_tx ON docs(tx)",
            "CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(body, content=docs,"
                    + " content_rowid=id, prefix=2)",
            "CREATE VIRTUAL TABLE IF NOT EXISTS own USING fts5(body, x UNINDEXED)",
            "CREATE VIRTUAL TABLE IF NOT EXISTS old USING fts4(body, prefix='2')",
            "CREATE VIRTUAL TABLE IF NOT EXISTS boxes USING rtree(id, low, high)",
            "CREATE TRIGGER IF NOT EXISTS ai AFTER INSERT ON docs BEGIN " + ADD,
            "CREATE TRIGGER IF NOT EXISTS ad AFTER DELETE ON docs BEGIN " + REMOVE + "END",
            "CREATE TRIGGER IF NOT EXISTS au AFTER UPDATE ON docs BEGIN " + REMOVE + ADD);

    private static final List<String> COMMANDS = List.of(
            "INSERT INTO found(found) VALUES('optimize')",
            "INSERT INTO found(found, rank) VALUES('merge', -20)",
            "INSERT INTO found(found) VALUES('rebuild')",
            "INSERT INTO own(own, rank) VALUES('merge', 10)",
            "INSERT INTO own(own) VALUES('optimize')",
            "INSERT INTO old(old) VALUES('merge=10,2')",
            "INSERT INTO old(old) VALUES('optimize')",
            "VACUUM");

    private final TestEngine engine;
    private final PrintStream out;
    private final Random random;

    CrashIndexer(TestEngine engine, PrintStream out, Random random) {
        this.engine = engine;
        this.out = out;
        this.random = random;
    }

    /** Does not return. */
    public static void run(Path file, String mode, long seed, PrintStream out) {
        Random random = new Random(seed);
        SqlvmEngine.Mode kind = CrashKind.anyMode(random);
        try (TestEngine rehearsal = SqlvmEngine.inMemory(kind)) {
            CrashIndexer indexer = new CrashIndexer(rehearsal, out, random);
            TABLES.forEach(indexer::execute);
            for (long tx = 1; tx <= REHEARSED; tx++) {
                indexer.transaction(tx, 1 + random.nextInt(ROWS_FEW));
            }
        }
        new CrashIndexer(SqlvmEngine.onFile(file, kind), out, random).run(mode);
    }

    private void run(String mode) {
        makeTables(mode);
        Object last =
                engine.execute("SELECT ifnull(max(tx), 0) FROM done").rows().getFirst()[0];
        out.println("ready");
        for (long tx = (Long) last + 1; ; tx++) {
            boolean many = random.nextInt(20) == 0;
            transaction(tx, 1 + random.nextInt(many ? ROWS_MANY : ROWS_FEW));
            command();
            out.println(tx);
            out.flush();
        }
    }

    /** Makes the tables that there are not yet: a process may have been killed between two. */
    void makeTables(String mode) {
        execute("PRAGMA journal_mode = " + mode);
        execute("PRAGMA page_size = " + (512 << random.nextInt(5)));
        execute("PRAGMA auto_vacuum = " + random.nextInt(3));
        execute("PRAGMA wal_autocheckpoint = 50");
        TABLES.forEach(this::execute);
        execute("INSERT INTO found(found, rank) VALUES('pgsz', " + (64 << random.nextInt(6)) + ")");
    }

    /** Runs a command of a table, or none. */
    void command() {
        if (random.nextInt(COMMAND_INTERVAL) == 0) {
            execute(COMMANDS.get(random.nextInt(COMMANDS.size())));
        }
    }

    void transaction(long tx, int rows) {
        execute("BEGIN");
        insert(tx, rows);
        if (random.nextInt(3) == 0) {
            execute("SAVEPOINT one");
            insert(tx, 1 + random.nextInt(ROWS_FEW));
            execute("DELETE FROM docs WHERE id % 3 = 0");
            execute("DELETE FROM own WHERE rowid % 3 = 1");
            execute("ROLLBACK TO one");
        }
        // The text of half of the rows before changes, and stays right.
        execute("UPDATE docs SET body = body || ' again', x = x + 1 WHERE tx = " + (tx - 1)
                + " AND id % 2 = 0");
        execute("UPDATE own SET body = body || ' again', x = x + 1 WHERE rowid IN (SELECT id FROM"
                + " docs WHERE tx = " + (tx - 1) + ") AND rowid % 2 = 0");
        execute("DELETE FROM own WHERE rowid IN (SELECT id FROM docs WHERE tx = " + (tx - KEPT)
                + ")");
        execute("DELETE FROM docs WHERE tx = " + (tx - KEPT));
        execute("INSERT INTO done VALUES(" + tx + ", " + rows + ")");
        execute("COMMIT");
    }

    private void insert(long tx, int rows) {
        execute("INSERT INTO docs(tx, body, x) WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x"
                + " + 1 FROM n WHERE x < " + rows + ") SELECT " + tx + ", 'tx" + tx
                + " all word' || (x % 9) || printf(' %.*c', abs(random() % 90), 'y') || ' w' ||"
                + " abs(random() % 500), random() % 100000 FROM n");
        execute("INSERT INTO own(rowid, body, x) SELECT id, body, x FROM docs WHERE id NOT IN"
                + " (SELECT rowid FROM own)");
    }

    void execute(String sql) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed()) {
            throw new AssertionError(
                    sql + ": " + outcome.failure(), outcome.failure().cause());
        }
    }
}
