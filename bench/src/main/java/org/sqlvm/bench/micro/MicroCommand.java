package org.sqlvm.bench.micro;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.Launcher;
import org.sqlvm.workload.DataFolder;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The command {@code ./sqlvm micro}: the six programs, in Python and in Java, by sqlvm and by
 * others in turn, each in a process of its own. What a process has measured is kept in a file until
 * the tables are made, so a command that was stopped goes on where it was.
 */
@Command(
        name = "sqlvm micro",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs the six micro-benchmarks in Python and in Java, on sqlvm and on others.")
public final class MicroCommand extends BenchCommand {
    static final List<String> BENCHMARKS =
            List.of("select", "innerjoin", "pythonjoin", "pyfunction", "pyaggregate", "filltable");

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Option(names = "--data", description = "folder of the databases (default: ${DEFAULT-VALUE})")
    private Path data = DataFolder.of("tpch");

    @Option(names = "--scale", description = "TPC-H's scale factor (default: ${DEFAULT-VALUE})")
    private double scaleFactor = 0.1;

    @Option(
            names = "--processes",
            description = "of each engine and benchmark (default: ${DEFAULT-VALUE})")
    private int processes = 1;

    @Option(
            names = "--iterations",
            description = "runs in a process, at most (default: ${DEFAULT-VALUE})")
    private int iterations = 1000;

    @Option(
            names = "--seconds",
            description = "a process begins no run after so long, but runs at least three times"
                    + " (default: ${DEFAULT-VALUE})")
    private long seconds = 12;

    @Option(
            names = "--graalpy-seconds",
            description = "the same for GraalPy, whose compiler takes longer to have all compiled"
                    + " (default: ${DEFAULT-VALUE})")
    private long graalpySeconds = 60;

    @Option(
            names = "--paper",
            description = "the paper's protocol: 5 processes of 50 runs, without bound")
    private boolean paper;

    @Option(
            names = "--benchmarks",
            split = ",",
            description = "some of select, innerjoin, pythonjoin, pyfunction, pyaggregate,"
                    + " filltable (default: all)")
    private List<String> benchmarks = BENCHMARKS;

    @Option(
            names = "--engines",
            split = ",",
            description =
                    "some of graalpy-sqlvm, graalpy-sqlvm-together, cpython-sqlite3, pypy-sqlite3,"
                            + " sqlvm, sqlvm-stock, sqlvm-together, sqlvm-jdbc, sqlite-jdbc, h2,"
                            + " duckdb (default: all)")
    private List<String> engines = List.of();

    @Option(
            names = "--together",
            description = "measure each of sqlvm's programs also in a process where the other"
                    + " five have run first; for how many seconds each of them runs")
    private Long together;

    /** @param out takes the table */
    public MicroCommand(PrintStream out) {
        super(out);
    }

    private record Task(int process, String benchmark, Subject subject, boolean counts) {
        String file() {
            return benchmark + "-" + subject.id() + (counts ? "-count" : "-" + process) + ".json";
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (paper) {
            processes = 5;
            iterations = 50;
            seconds = Integer.MAX_VALUE;
            graalpySeconds = Integer.MAX_VALUE;
        }
        Path home = Path.of(System.getenv("SQLVM_HOME"));
        List<String> missing = new ArrayList<>();
        List<Subject> subjects = Subject.all(Launcher.command(), together != null, missing).stream()
                .filter(subject -> engines.isEmpty() || engines.contains(subject.id()))
                .toList();
        missing.forEach(out::println);
        Path work = workFolder(home);
        Results measured = new Results(subjects, benchmarks, processes, scaleFactor);
        Processes starter = new Processes(
                home,
                data,
                scaleFactor,
                iterations,
                seconds,
                graalpySeconds,
                together == null ? 0 : together);
        measure(starter, work, measured);
        List<String> wrong = measured.wrong();
        wrong.forEach(out::println);
        String tables = new Tables(measured).toString();
        out.print(tables);
        if (results != null) {
            Files.createDirectories(results);
            String name = "micro-sf" + scale();
            Files.writeString(results.resolve(name + ".md"), tables);
            Files.writeString(
                    results.resolve(name + ".json"),
                    JSON.writeValueAsString(measured.page()) + "\n");
            new Plots(measured).save(results, name);
            out.println("saved " + name + ".json, .md and plots in " + results);
            delete(work);
        }
        return wrong.isEmpty() && !measured.hasFailures() ? 0 : 1;
    }

    private String scale() {
        return String.format(
                Locale.ROOT, scaleFactor == Math.rint(scaleFactor) ? "%.0f" : "%s", scaleFactor);
    }

    /**
     * Returns the folder with the measurements of an unfinished command of the same build and
     * options.
     */
    private Path workFolder(Path home) throws IOException {
        Path work = data.resolve("micro-work");
        Path built = home.resolve("lib/sqlvm-language.jar");
        String run = String.join(
                " ",
                scale(),
                "" + iterations,
                "" + seconds,
                "" + graalpySeconds,
                "" + together,
                data.toAbsolutePath().toString(),
                Files.exists(built) ? Files.getLastModifiedTime(built).toString() : "");
        Path stamp = work.resolve("run");
        if (Files.exists(stamp) && Files.readString(stamp).equals(run)) {
            out.println("goes on with what is in " + work);
        } else {
            delete(work);
            Files.createDirectories(work);
            Files.writeString(stamp, run);
        }
        return work;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private void measure(Processes starter, Path work, Results measured)
            throws IOException, InterruptedException {
        List<Task> tasks = tasks(measured.subjects());
        long begun = System.nanoTime();
        for (int i = 0; i < tasks.size(); i++) {
            Task task = tasks.get(i);
            Path file = work.resolve(task.file());
            out.printf(
                    "%s %3d of %d: %s, %s%s",
                    elapsed(begun),
                    i + 1,
                    tasks.size(),
                    task.benchmark,
                    task.subject.title(),
                    task.counts ? ", counted" : "");
            out.flush();
            Measurement measurement;
            if (Files.exists(file)) {
                measurement = JSON.readValue(file.toFile(), Measurement.class);
            } else {
                measurement = task.counts
                        ? starter.count(task.subject, task.benchmark)
                        : starter.measure(task.subject, task.benchmark);
                if (measurement.error() == null) {
                    Path partial = work.resolve(task.file() + ".partial");
                    JSON.writeValue(partial.toFile(), measurement);
                    Files.move(partial, file);
                }
            }
            measured.add(task.benchmark, task.subject, task.counts, measurement);
            out.println(summary(measurement));
        }
    }

    private static String elapsed(long begun) {
        Duration time = Duration.ofNanos(System.nanoTime() - begun);
        return String.format(Locale.ROOT, "%2d:%02d", time.toMinutes(), time.toSecondsPart());
    }

    private static String summary(Measurement measurement) {
        if (measurement.error() != null) {
            return ": " + measurement.error();
        }
        double[] wall = measurement.wall();
        return String.format(
                Locale.ROOT,
                ": %d runs, first %.0f ms, warm %.1f ms",
                wall.length,
                wall[0] / 1e6,
                Statistics.median(Measurement.secondHalf(wall)) / 1e6);
    }

    /**
     * Returns the tasks with engines taking turns, so that disturbances of the machine affect all
     * of them.
     */
    private List<Task> tasks(List<Subject> subjects) {
        List<Task> tasks = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            for (String benchmark : benchmarks) {
                for (Subject subject : subjects) {
                    if (subject.runs(benchmark)) {
                        tasks.add(new Task(process, benchmark, subject, false));
                    }
                }
            }
        }
        subjects.stream()
                .filter(subject -> subject.id().equals(Subject.CPYTHON))
                .forEach(counter -> benchmarks.forEach(
                        benchmark -> tasks.add(new Task(0, benchmark, counter, true))));
        return tasks;
    }
}
