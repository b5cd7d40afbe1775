package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Engines;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs generated scripts and queries on SQLite and another engine and prints each difference as a
 * script made small. A database's seed makes it and its queries; the next has the next number.
 */
public final class Fuzz {
    private static final int QUERIES_EACH = 100;
    /** The planner's rules are off in one of this number of databases. */
    private static final int PLAIN_EACH = 8;

    /** One of this number of queries is taken apart. */
    private static final int PARTITIONS_EACH = 25;

    /** One query is compiled in one of this number of databases, which takes about a second. */
    private static final int COMPILED_EACH = 25;

    /** One of this number of queries is of the odd forms. */
    private static final int ODD_EACH = 10;

    /** The first seed of databases that have no other queries. */
    private static final long ODD = 1_000_000_000;

    private static final long STATEMENT_MS = 500;
    private static final long QUERY_SEEDS = 1_000_003;

    private final Engines tested;
    private final FuzzReport report;
    private final AtomicLong nextSeed;
    private final long endSeed;
    private final int queriesMax;
    private final long endMs;

    private Fuzz(
            Engines tested, FuzzReport report, AtomicLong nextSeed, int queriesMax, long endMs) {
        this.tested = tested;
        this.report = report;
        this.nextSeed = nextSeed;
        this.queriesMax = queriesMax;
        this.endSeed = nextSeed.get() + (queriesMax + QUERIES_EACH - 1L) / QUERIES_EACH;
        this.endMs = endMs;
    }

    /**
     * Runs the queries; returns the number of differences.
     *
     * @param tested the engine that is compared with SQLite
     * @param seed the seed of the first database
     * @param endMs the clock time of the end, unless all queries have run before
     */
    public static int run(
            Engines tested, FuzzReport report, long seed, int queries, long endMs, int threads) {
        AtomicLong nextSeed = new AtomicLong(seed);
        Fuzz fuzz = new Fuzz(tested, report, nextSeed, queries, endMs);
        List<Thread> workers = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            workers.add(Thread.ofPlatform().name("fuzz-" + i).start(fuzz::work));
        }
        fuzz.work();
        for (Thread worker : workers) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        report.end(Math.min(nextSeed.get(), fuzz.endSeed));
        return report.differenceCount();
    }

    private void work() {
        try (Deadline deadline = new Deadline(STATEMENT_MS)) {
            long before = cpuNs();
            while (System.currentTimeMillis() < endMs) {
                long seed = nextSeed.getAndIncrement();
                if (seed >= endSeed) {
                    return;
                }
                database(seed, Math.min(QUERIES_EACH, queriesMax), deadline);
                long after = cpuNs();
                report.progress(nextSeed.get(), (after - before) / 1e9);
                before = after;
            }
        }
    }

    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void database(long seed, int queries, Deadline deadline) {
        RandomSchema schema = new RandomSchema(new Dice(seed));
        boolean plain = tested == Engines.INTERPRETED && seed % PLAIN_EACH == 0;
        Engines engines = plain ? Engines.PLAIN : tested;
        try (FuzzDatabase database = new FuzzDatabase(schema.script, engines, deadline)) {
            FuzzDatabase.Verdict built = database.build();
            if (built != null) {
                report.difference();
                String text = "-- seed " + seed + "\n" + schema.script + show(built);
                report.show(built.kind() + "schema", text);
                return;
            }
            for (int i = 0; i < queries; i++) {
                Dice dice = new Dice(seed * QUERY_SEEDS + i);
                boolean odd = seed >= ODD || i % ODD_EACH == ODD_EACH - 1;
                RandomQuery query =
                        odd ? RandomQuery.odd(dice, schema) : new RandomQuery(dice, schema);
                examine(seed, database, query, deadline);
                if (i % PARTITIONS_EACH == 0) {
                    partition(seed, database, new RandomPartition(dice, schema));
                }
                if (i == 0 && tested == Engines.INTERPRETED && seed % COMPILED_EACH == 0) {
                    compiled(seed, database.script, query, deadline);
                }
            }
        }
    }

    private static String show(FuzzDatabase.Verdict verdict) {
        return Comparison.show(verdict.sqlite(), verdict.sqlvm()) + "\n";
    }

    private void examine(long seed, FuzzDatabase database, RandomQuery query, Deadline deadline) {
        FuzzDatabase.Verdict verdict = database.compare(query.text.toString(), query.answer);
        if (verdict.differs()) {
            Piece small = new Shrinker(database.engines, deadline, query.answer, verdict)
                    .shrinkQuery(database, query.text);
            verdict = verdict.excused(database.excuseOfSmall(small, query.answer));
        }
        report.count(verdict);
        if (verdict.differs() && report.difference()) {
            shrink(seed, database, query, verdict, deadline);
        }
    }

    /** Checks that sqlvm's answers agree with each other; other runs compare them with SQLite's. */
    private void partition(long seed, FuzzDatabase database, RandomPartition queries) {
        report.countForms(1, 0);
        String rows = database.disagreement(queries.whole.toString(), queries.parts.toString());
        String counts =
                database.disagreement(queries.counted.toString(), queries.summed.toString());
        String difference = rows != null ? rows : counts;
        if (difference != null) {
            report.difference();
            report.show(
                    "partition " + seed,
                    "-- seed " + seed + ", two forms of one query\n" + database.script + difference
                            + "\n");
        }
    }

    private void compiled(long seed, Script script, RandomQuery query, Deadline deadline) {
        report.countForms(0, 1);
        try (FuzzDatabase database = new FuzzDatabase(script, Engines.COMPILED, deadline)) {
            database.build();
            FuzzDatabase.Verdict verdict = database.compare(query.text.toString(), query.answer);
            if (verdict.differs()) {
                report.difference();
                report.show(
                        "compiled " + seed,
                        "-- seed " + seed + ", compiled\n" + script + query.text + ";\n"
                                + show(verdict));
            }
        }
    }

    private void shrink(
            long seed,
            FuzzDatabase database,
            RandomQuery query,
            FuzzDatabase.Verdict verdict,
            Deadline deadline) {
        Shrinker.Case small = new Shrinker(database.engines, deadline, query.answer, verdict)
                .shrink(new Shrinker.Case(database.script, query.text));
        String engine = database.engines == Engines.PLAIN ? ", no rules" : "";
        String text = "-- seed " + seed + ", " + verdict.kind() + engine + "\n-- " + query.text
                + ";\n" + small.script() + small.query() + ";\n";
        try (FuzzDatabase fresh = new FuzzDatabase(small.script(), database.engines, deadline)) {
            fresh.build();
            text += show(fresh.compare(small.query().toString(), query.answer));
        }
        report.show(form(small.query().toString(), verdict), text);
    }

    /** Returns the parts of a query that differences of one cause mostly have in common. */
    private static String form(String sql, FuzzDatabase.Verdict verdict) {
        List<String> words = List.of(sql.replaceAll("'[^']*'", "L")
                .replaceAll("\\b[a-z_]*[0-9][a-z0-9.]*\\b", "N")
                .replaceAll("rowid|oid|_rowid_|ROWID|NULL", "N")
                .replaceAll("-", "")
                .split("[ (),]+"));
        return verdict.kind() + String.join(" ", words);
    }
}
