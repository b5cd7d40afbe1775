package org.sqlvm.test;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs generated scripts and queries on SQLite and another engine and prints each difference as a
 * script made small. A database's seed makes it and its queries; the next has the next number.
 */
final class Fuzz {
    private static final int QUERIES_EACH = 100;
    private static final long STATEMENT_MS = 500;
    private static final long PROGRESS_MS = 10_000;
    /** Of differences that look the same, more are counted, not shown. */
    private static final int ALIKE_MAX = 1;

    private static final int ERRORS_SHOWN = 12;

    private static final long QUERY_SEEDS = 1_000_003;

    private final Engines tested;
    private final PrintStream out;
    private final PrintStream progress;
    private final Map<FuzzDatabase.Reason, Integer> excused =
            new EnumMap<>(FuzzDatabase.Reason.class);

    /** Messages that both engines gave. */
    private final Map<String, Integer> errors = new HashMap<>();

    private final Map<String, Integer> alike = new HashMap<>();
    private final long begin = System.currentTimeMillis();
    private long nextProgress = begin + PROGRESS_MS;
    private int shownMax = 20;
    private int shownCount;
    private int queryCount;
    private int errorCount;
    private int differenceCount;

    /**
     * @param tested what is compared with SQLite
     * @param progress null to keep quiet
     */
    Fuzz(Engines tested, PrintStream out, PrintStream progress) {
        this.tested = tested;
        this.out = out;
        this.progress = progress;
    }

    /** So many differences are made small and shown; more are only counted. */
    Fuzz shownMax(int count) {
        shownMax = count;
        return this;
    }

    /**
     * Gives the number of differences.
     *
     * @param seed of the first database
     * @param endMs of the clock, or earlier if all queries have run
     */
    int run(long seed, int queriesMax, long endMs) {
        long next = seed;
        try (Deadline deadline = new Deadline(STATEMENT_MS)) {
            while (queryCount < queriesMax && System.currentTimeMillis() < endMs) {
                database(next, Math.min(QUERIES_EACH, queriesMax - queryCount), deadline);
                next++;
            }
        }
        out.println(summary(next));
        errors.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(ERRORS_SHOWN)
                .forEach(entry -> out.printf("%,9d %s%n", entry.getValue(), entry.getKey()));
        return differenceCount;
    }

    private String summary(long nextSeed) {
        double seconds = (System.currentTimeMillis() - begin) / 1000.0;
        String excuses = excused.entrySet().stream()
                .map(entry -> String.format(", %,d %s", entry.getValue(), entry.getKey().words))
                .collect(Collectors.joining());
        return String.format(
                "%,d queries in %.0f s (%.0f/s), %,d differ (%d forms), %,d errors alike%s;"
                        + " next seed %d",
                queryCount,
                seconds,
                queryCount / seconds,
                differenceCount,
                alike.size(),
                errorCount,
                excuses,
                nextSeed);
    }

    private void database(long seed, int queries, Deadline deadline) {
        RandomSchema schema = new RandomSchema(new Dice(seed));
        try (FuzzDatabase database = new FuzzDatabase(schema.script, tested, deadline)) {
            FuzzDatabase.Verdict built = database.build();
            if (built != null) {
                differenceCount++;
                out.println("-- seed " + seed + "\n" + schema.script
                        + Comparison.show(built.sqlite(), built.sqlvm()) + "\n");
                return;
            }
            for (int i = 0; i < queries; i++) {
                Dice dice = new Dice(seed * QUERY_SEEDS + i);
                RandomQuery query = new RandomQuery(dice, schema);
                queryCount++;
                examine(seed, database, query, deadline);
                showProgress(seed);
            }
        }
    }

    private void showProgress(long seed) {
        if (progress != null && System.currentTimeMillis() > nextProgress) {
            nextProgress = System.currentTimeMillis() + PROGRESS_MS;
            progress.println(summary(seed));
        }
    }

    private void examine(long seed, FuzzDatabase database, RandomQuery query, Deadline deadline) {
        FuzzDatabase.Verdict verdict = database.compare(query.text.toString(), query.answer);
        if (verdict.kind() == null) {
            if (verdict.sqlite().failed()) {
                errorCount++;
                String message = verdict.sqlite().failure().message();
                errors.merge(message.replaceAll("\\b[a-z]+[0-9]+\\b", "…"), 1, Integer::sum);
            }
        } else if (verdict.excuse() != null) {
            excused.merge(verdict.excuse(), 1, Integer::sum);
        } else {
            differenceCount++;
            report(seed, database, query, verdict, deadline);
        }
    }

    private void report(
            long seed,
            FuzzDatabase database,
            RandomQuery query,
            FuzzDatabase.Verdict verdict,
            Deadline deadline) {
        if (shownCount >= shownMax) {
            return;
        }
        Shrinker.Case small = new Shrinker(tested, deadline, query.answer, verdict)
                .shrink(new Shrinker.Case(database.script, query.text));
        if (alike.merge(form(small.query().toString(), verdict), 1, Integer::sum) > ALIKE_MAX) {
            return;
        }
        shownCount++;
        out.println("-- seed " + seed + ", " + verdict.kind());
        out.print(small.script());
        out.println(small.query() + ";");
        try (FuzzDatabase fresh = new FuzzDatabase(small.script(), tested, deadline)) {
            fresh.build();
            FuzzDatabase.Verdict again = fresh.compare(small.query().toString(), query.answer);
            out.println(Comparison.show(again.sqlite(), again.sqlvm()));
        }
        out.println();
        out.flush();
    }

    /** What differences of one cause mostly have in common. */
    private static String form(String sql, FuzzDatabase.Verdict verdict) {
        List<String> words = List.of(sql.replaceAll("'[^']*'", "L")
                .replaceAll("\\b[a-z_]*[0-9][a-z0-9.]*\\b", "N")
                .replaceAll("rowid|oid|_rowid_|ROWID|NULL", "N")
                .replaceAll("-", "")
                .split("[ (),]+"));
        return verdict.kind() + String.join(" ", words);
    }
}
