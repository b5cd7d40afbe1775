package org.sqlvm.test.queries;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** The findings of a fuzzing run so far; its threads share it. */
public final class FuzzReport {
    private static final long PROGRESS_MS = 10_000;
    private static final int ERRORS_SHOWN = 12;
    /** Further differences that look the same are counted, not shown. */
    private static final int ALIKE_MAX = 1;

    private final PrintStream out;
    private final PrintStream progress;
    private final int shownMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<FuzzDatabase.Reason, Integer> excused =
            new EnumMap<>(FuzzDatabase.Reason.class);

    /** Messages that both engines gave. */
    private final Map<String, Integer> errors = new HashMap<>();

    private final Map<String, Integer> alike = new HashMap<>();
    private final long begin = System.currentTimeMillis();
    private long nextProgress = begin + PROGRESS_MS;
    private double cpuSeconds;
    private int shownCount;
    private int queryCount;
    private int errorCount;
    private int differenceCount;
    private int partitionCount;
    private int compiledCount;

    /**
     * @param progress null to keep quiet
     * @param shownMax the most differences that are made small and shown; more are only counted
     */
    public FuzzReport(PrintStream out, PrintStream progress, int shownMax) {
        this.out = out;
        this.progress = progress;
        this.shownMax = shownMax;
    }

    int differenceCount() {
        return differenceCount;
    }

    /** A query has run: null for one whose form, or whose compiled form, is what was looked at. */
    void count(FuzzDatabase.Verdict verdict) {
        lock.lock();
        try {
            queryCount++;
            if (verdict.kind() != null && verdict.excuse() != null) {
                excused.merge(verdict.excuse(), 1, Integer::sum);
            } else if (verdict.kind() == null && verdict.sqlite().failed()) {
                errorCount++;
                String message = verdict.sqlite().failure().message();
                errors.merge(message.replaceAll("\\b[a-z]+[0-9]+\\b", "…"), 1, Integer::sum);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Some queries have been taken apart or compiled. */
    void countForms(int partitions, int compiled) {
        lock.lock();
        try {
            partitionCount += partitions;
            compiledCount += compiled;
        } finally {
            lock.unlock();
        }
    }

    /** A difference has been found; false if there are enough of them to show no more. */
    boolean difference() {
        lock.lock();
        try {
            differenceCount++;
            return shownCount < shownMax;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Shows a difference.
     *
     * @param form the part that differences of one cause have in common
     */
    void show(String form, String text) {
        lock.lock();
        try {
            if (alike.merge(form, 1, Integer::sum) <= ALIKE_MAX) {
                shownCount++;
                out.println(text);
                out.flush();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A database is done, which took so much of a processor. */
    void progress(long nextSeed, double seconds) {
        lock.lock();
        try {
            cpuSeconds += seconds;
            if (progress != null && System.currentTimeMillis() > nextProgress) {
                nextProgress = System.currentTimeMillis() + PROGRESS_MS;
                progress.println(summary(nextSeed));
            }
        } finally {
            lock.unlock();
        }
    }

    void end(long nextSeed) {
        out.println(summary(nextSeed));
        errors.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(ERRORS_SHOWN)
                .forEach(entry -> out.printf("%,9d %s%n", entry.getValue(), entry.getKey()));
    }

    private String summary(long nextSeed) {
        double seconds = (System.currentTimeMillis() - begin) / 1000.0;
        String excuses = excused.entrySet().stream()
                .map(entry -> String.format(", %,d %s", entry.getValue(), entry.getKey().words))
                .collect(Collectors.joining());
        return String.format(
                "%,d queries, %,d in several forms, %d compiled, in %.0f s (%.0f/s; %.0f/s of CPU),"
                        + " %,d differ (%d forms), %,d errors alike%s; next seed %d",
                queryCount,
                partitionCount,
                compiledCount,
                seconds,
                queryCount / seconds,
                queryCount / cpuSeconds,
                differenceCount,
                alike.size(),
                errorCount,
                excuses,
                nextSeed);
    }
}
