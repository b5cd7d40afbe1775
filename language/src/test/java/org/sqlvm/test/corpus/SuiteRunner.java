package org.sqlvm.test.corpus;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs test files one after the other, says how far it is, and adds up. */
public final class SuiteRunner {
    private static final long PROGRESS_NANOS = 200_000_000;
    private static final int BAR_SIZE = 20;

    private final Engines engine;
    private final PrintStream out;

    /** Shows progress on a terminal; null to keep quiet. */
    private final PrintStream progress;

    /** Records of a file beyond these are left out. */
    private int recordsMax = Integer.MAX_VALUE;

    private boolean stopsAtFirst;
    private int shownMax = 5;
    private long shownAtNanos;

    public SuiteRunner(Engines engine, PrintStream out, PrintStream progress) {
        this.engine = engine;
        this.out = out;
        this.progress = progress;
    }

    public SuiteRunner recordsMax(int count) {
        recordsMax = count;
        return this;
    }

    public SuiteRunner stopsAtFirst(boolean stops) {
        stopsAtFirst = stops;
        return this;
    }

    /** How many failures of each file are printed. */
    public SuiteRunner shownMax(int count) {
        shownMax = count;
        return this;
    }

    /** All test files at or below the paths, in the order of their names. */
    public static List<Path> testFiles(List<Path> paths) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            try (Stream<Path> below = Files.walk(path)) {
                below.filter(p -> p.toString().endsWith(".test") && Files.isRegularFile(p))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }

    public List<FileReport> run(List<Path> files) throws IOException {
        List<FileReport> reports = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            long lineCount = progress == null ? 0 : countLines(file);
            String place = "[" + (i + 1) + "/" + files.size() + "] ";
            long start = System.nanoTime();
            FileReport report;
            try (TestEngine database = FolderEngine.openFor(file, engine)) {
                report = ScriptRunner.run(
                        database, file, (r, line) -> watch(place, r, line, lineCount));
            }
            reports.add(report);
            print(place, report, (System.nanoTime() - start) / 1e9);
            if (stopsAtFirst && report.failed > 0) {
                break;
            }
        }
        printTotals(reports);
        return reports;
    }

    private static long countLines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    private boolean watch(String place, FileReport report, int line, long lineCount) {
        long now = System.nanoTime();
        if (progress != null && now - shownAtNanos > PROGRESS_NANOS) {
            shownAtNanos = now;
            int filled = (int) (BAR_SIZE * line / Math.max(1, lineCount));
            progress.printf(
                    "\r\033[K%s%s%s %s  line %,d of %,d, %,d failed",
                    place,
                    "█".repeat(filled),
                    "░".repeat(BAR_SIZE - filled),
                    report.file.getFileName(),
                    line,
                    lineCount,
                    report.failed);
            progress.flush();
        }
        int count = report.passed + report.failed + report.unsupported + report.failedIncomplete;
        return count < recordsMax && !(stopsAtFirst && report.failed > 0);
    }

    private void print(String place, FileReport report, double seconds) {
        if (progress != null) {
            progress.print("\r\033[K");
            progress.flush();
        }
        out.printf("%s%s  %s  %.1f s%n", place, report.file, report.summary(), seconds);
        for (FileReport.Failure failure :
                report.failures.subList(0, Math.min(shownMax, report.failures.size()))) {
            out.println("  " + failure);
        }
        for (String missing :
                report.missing.subList(0, Math.min(shownMax, report.missing.size()))) {
            out.println("  " + missing);
        }
    }

    private void printTotals(List<FileReport> reports) {
        long passed = reports.stream().mapToLong(r -> r.passed).sum();
        long failed = reports.stream().mapToLong(r -> r.failed).sum();
        long skipped = reports.stream().mapToLong(r -> r.skipped).sum();
        long unsupported = reports.stream().mapToLong(r -> r.unsupported).sum();
        long whole =
                reports.stream().filter(r -> r.isSupported() && r.failed == 0).count();
        long supported = reports.stream().filter(FileReport::isSupported).count();
        out.printf(
                "%s: %d of %d files need only what is supported, %d of these passed; records: %,d"
                        + " passed, %,d failed, %,d skipped, %,d not supported%n",
                engine.name().toLowerCase(java.util.Locale.ROOT),
                supported,
                reports.size(),
                whole,
                passed,
                failed,
                skipped,
                unsupported);
    }
}
