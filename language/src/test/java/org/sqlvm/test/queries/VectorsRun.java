package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * As many random queries on vectors as one likes, compared with SQLite: see {@link VectorFuzz}. A
 * seed makes tables, of few rows, and 100 queries, with changes between them; vectors have 1 to 7
 * rows, now and then more, partitions have 13, and a quarter of the databases has no memory for
 * intermediate rows.
 */
public final class VectorsRun {
    private static final int QUERIES = 100;

    /** Rows are changed before one query out of this many. */
    private static final int CHANGE_EVERY = 4;

    private static final int WINDOWS_EVERY = 7;
    private static final int PARTITION_ROWS = 13;
    private static final int PROGRESS_MS = 10_000;
    private static final int VECTOR_ROWS_MAX = 7;
    private static final List<Integer> THREADS = List.of(1, 2, 4);

    private final PrintStream out;
    private final int failuresMax;
    private final AtomicLong nextSeed = new AtomicLong();
    private final AtomicLong compared = new AtomicLong();
    private final AtomicLong onVectors = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final long begin = System.currentTimeMillis();
    private final AtomicLong nextProgress = new AtomicLong(begin + PROGRESS_MS);

    public VectorsRun(PrintStream out, int failuresMax) {
        this.out = out;
        this.failuresMax = failuresMax;
    }

    /**
     * Compares.
     *
     * @param endMs time at which no other seed is begun
     * @return whether there was no difference
     */
    public boolean run(long firstSeed, int queries, long endMs, int threadCount) {
        nextSeed.set(firstSeed);
        Thread[] threads = new Thread[threadCount];
        for (int i = 0; i < threadCount; i++) {
            threads[i] = Thread.ofPlatform().start(() -> {
                while (compared.get() < queries
                        && System.currentTimeMillis() < endMs
                        && failures.get() < failuresMax) {
                    runSeed(nextSeed.getAndIncrement());
                    showProgress(queries);
                }
            });
        }
        for (Thread thread : threads) {
            join(thread);
        }
        out.printf(
                "%,d queries, %,d of them on vectors, %d differences, %d s; next seed: %d%n",
                compared.get(),
                onVectors.get(),
                failures.get(),
                (System.currentTimeMillis() - begin) / 1000,
                nextSeed.get());
        return failures.get() == 0;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void showProgress(int queries) {
        long now = System.currentTimeMillis();
        long due = nextProgress.get();
        if (now > due && nextProgress.compareAndSet(due, now + PROGRESS_MS)) {
            out.printf(
                    "%,d of %,d queries, %d s, %d differences%n",
                    compared.get(), queries, (now - begin) / 1000, failures.get());
        }
    }

    private void runSeed(long seed) {
        int kind = Math.floorMod(seed, 5);
        int vectorRows = Math.floorMod(seed, 16) == 0 ? 64 : 1 + (int) (seed % VECTOR_ROWS_MAX);
        boolean spilling = Math.floorMod(seed / 5, 4) == 3;
        int threads = THREADS.get(Math.floorMod(seed / 3, THREADS.size()));
        RandomAggregation random = new RandomAggregation(seed, kind < 2 ? 1 : kind);
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine vectors =
                        SqlvmEngine.onVectors(spilling, vectorRows, PARTITION_ROWS, threads)) {
            for (String statement : random.tables()) {
                sqlite.execute(statement);
                vectors.execute(statement);
            }
            if (seed % 2 != 0) {
                random.indexes().forEach(vectors::execute);
            }
            for (int i = 0; i < QUERIES; i++) {
                if (i % CHANGE_EVERY == 0) {
                    String change = random.change();
                    sqlite.execute(change);
                    vectors.execute(change);
                }
                boolean joinedRows = kind >= 2 && i % 3 == 0;
                String sql = kind == 0
                        ? random.rows()
                        : joinedRows ? random.joinedRows() : random.query();
                if (i % WINDOWS_EVERY == 0) {
                    sql = random.windows();
                }
                VectorComparison found = VectorComparison.of(sql, sqlite, vectors);
                if (found.onVectors()) {
                    onVectors.incrementAndGet();
                }
                if (found.difference() != null) {
                    failures.incrementAndGet();
                    out.printf(
                            "seed %d, vectors of %d rows, %d threads%s:%n%s%n",
                            seed,
                            vectorRows,
                            threads,
                            spilling ? ", spilling" : "",
                            found.difference());
                }
                compared.incrementAndGet();
            }
        }
    }
}
