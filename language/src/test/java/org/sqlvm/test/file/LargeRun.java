package org.sqlvm.test.file;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A database of some gigabytes, larger than the heap and across the page of the lock bytes at 1
 * GiB, is written, read back, and checked by SQLite.
 */
public final class LargeRun {
    private static final int ROWS_PER_TRANSACTION = 100_000;
    /** A row with its entries in two indexes. */
    private static final int BYTES_PER_ROW = 1100;

    private static final String DIGEST =
            "SELECT count(*), sum(id), sum(k), sum(length(body)) FROM big";
    private static final String BY_INDEX =
            "SELECT count(*), sum(k), min(k), max(k) FROM big WHERE k BETWEEN 1000 AND 90000";

    private final PrintStream out;

    public LargeRun(PrintStream out) {
        this.out = out;
    }

    /** @return whether SQLite finds the file sound and both engines read the same from it */
    public boolean run(int gigabytes) throws IOException {
        Path folder = Files.createTempDirectory("sqlvm-large");
        Path file = folder.resolve("large.db");
        try {
            int transactions =
                    (int) (((long) gigabytes << 30) / BYTES_PER_ROW / ROWS_PER_TRANSACTION + 1);
            List<String> written;
            try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
                write(sqlvm, transactions);
                written = read(sqlvm);
            }
            out.printf(
                    "%d bytes, heap at most %d%n",
                    Files.size(file), Runtime.getRuntime().maxMemory());
            timed("read again", () -> {
                try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
                    assertEqual(written, read(sqlvm));
                }
            });
            timed("read and checked by SQLite", () -> {
                try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
                    assertEqual(written, read(sqlite));
                    Object[] answer = only(sqlite, "PRAGMA integrity_check");
                    assertEqual(List.of("'ok'"), List.of(ValueText.row(answer)));
                }
            });
            return true;
        } finally {
            for (String name : List.of("large.db", "large.db-journal", "large.db-wal")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.deleteIfExists(folder.resolve("large.db-shm"));
            Files.delete(folder);
        }
    }

    /** Prints how long something takes. */
    private void timed(String what, Runnable work) {
        long begun = System.nanoTime();
        work.run();
        out.printf("%s: %.1f s%n", what, (System.nanoTime() - begun) / 1e9);
    }

    private void write(TestEngine sqlvm, int transactions) {
        run(sqlvm, "CREATE TABLE big(id INTEGER PRIMARY KEY, k INTEGER, body TEXT)");
        run(sqlvm, "CREATE INDEX big_k ON big(k)");
        run(sqlvm, "CREATE UNIQUE INDEX big_body ON big(substr(body, 1, 12), id)");
        for (int i = 0; i < transactions; i++) {
            String sql = "INSERT INTO big(k, body) WITH RECURSIVE n(n) AS (VALUES(1) UNION ALL"
                    + " SELECT n + 1 FROM n WHERE n < " + ROWS_PER_TRANSACTION + ") SELECT (n + "
                    + i + ") * 7919 % 1000003, hex(randomblob(500)) FROM n";
            timed("transaction " + (i + 1) + " of " + transactions, () -> run(sqlvm, sql));
        }
        run(sqlvm, "DELETE FROM big WHERE id % 10 = 3");
        run(sqlvm, "UPDATE big SET k = k + 1 WHERE id % 11 = 3");
    }

    private static void run(TestEngine engine, String sql) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed()) {
            throw new IllegalStateException(sql + ": " + outcome.failure());
        }
    }

    private static List<String> read(TestEngine engine) {
        return List.of(ValueText.row(only(engine, DIGEST)), ValueText.row(only(engine, BY_INDEX)));
    }

    private static Object[] only(TestEngine engine, String sql) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed()) {
            throw new IllegalStateException(sql + ": " + outcome.failure());
        }
        return outcome.rows().getFirst();
    }

    private static void assertEqual(List<String> expected, List<String> actual) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(
                    Arrays.toString(actual.toArray()) + ", expected " + expected);
        }
    }
}
