package org.sqlvm.bench.tasks;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.Launcher;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.ResultPage;
import org.sqlvm.bench.VirtualMachine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The command {@code ./sqlvm bench tasks}: ten million objects (id, title, done) into a new file,
 * by each engine's way for many rows, each engine in processes of its own. SQLite reads what the
 * files of its format hold.
 */
@Command(
        name = "sqlvm bench tasks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Writes many objects into a file: sqlvm in Java and Python, sqlite-jdbc,"
                + " DuckDB, H2, and the sqlite3 of CPython and PyPy.")
public final class TasksCommand extends BenchCommand {
    private static final String GRAALPY = "graalpy-sqlvm";

    /** By engine: the interpreter that runs SQLite in Python. */
    private static final Map<String, String> PYTHONS =
            Map.of("cpython-sqlite3", "python3", "pypy-sqlite3", "pypy3");

    /** The caches from which the processes of each engine start. */
    private final Map<String, Path> caches = new HashMap<>();

    @Option(names = "--tasks", description = "how many (default: ${DEFAULT-VALUE})")
    private long tasks = 10_000_000;

    @Option(
            names = "--runs",
            description = "in a process; the last one counts (default: ${DEFAULT-VALUE})")
    private int runs = 3;

    @Option(
            names = "--engines",
            split = ",",
            description = "some of sqlvm, sqlvm-statement, sqlvm-jdbc, sqlite-jdbc, duckdb, h2,"
                    + " graalpy-sqlvm, cpython-sqlite3, pypy-sqlite3 (default: all that are here)")
    private List<String> engines = List.of();

    @Option(
            names = "--aot",
            description =
                    "engines of Java start from a cache, as `sqlvm aot` makes one, that a run with"
                            + " a tenth of the tasks has made; sqlvm then has no compiler for"
                            + " programs")
    private boolean aot;

    @Option(names = "--folder", description = "of the files (default: that of temporary files)")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    /** @param out takes the table */
    public TasksCommand(PrintStream out) {
        super(out);
    }

    /**
     * The measurement of one engine.
     *
     * @param runsMs each run's time
     * @param cpuMs each run's processor time
     * @param processMs the time from the start of the process to its end, for all runs
     */
    private record Measured(
            String engine,
            boolean journal,
            List<Double> runsMs,
            List<Double> cpuMs,
            double processMs) {
        double rowsPerSecond(long tasks) {
            return tasks * 1e3 / runsMs.getLast();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        try {
            measureAll();
        } finally {
            for (Path cache : caches.values()) {
                Files.deleteIfExists(cache);
            }
        }
        return 0;
    }

    private void measureAll() throws IOException, InterruptedException, SQLException {
        List<String> chosen = chosen();
        List<Measured> measured = new ArrayList<>();
        for (boolean journal : new boolean[] {true, false}) {
            for (String engine : chosen) {
                if (journal || !(engine.equals("duckdb") || engine.equals("h2"))) {
                    Measured one = measure(engine, journal);
                    out.printf(
                            Locale.ROOT,
                            "%s, journal %s: %.2f M rows/s%n",
                            engine,
                            journal ? "on" : "off",
                            one.rowsPerSecond(tasks) / 1e6);
                    measured.add(one);
                }
            }
        }
        String table = table(measured);
        publish("tasks", table, measured);
    }

    private List<String> chosen() {
        List<String> all = new ArrayList<>();
        for (TaskWriter writer : TaskWriter.values()) {
            all.add(writer.id());
        }
        all.add(GRAALPY);
        all.addAll(new TreeSet<>(PYTHONS.keySet()));
        check("engine", engines, all);
        if (!engines.isEmpty()) {
            return engines;
        }
        PYTHONS.forEach((engine, program) -> {
            if (!isInstalled(program)) {
                out.println(engine + " is not measured: there is no " + program);
                all.remove(engine);
            }
        });
        return all;
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Override
    protected Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = super.facts();
        facts.put("tasks", tasks);
        facts.put("AOT caches", aot);
        return facts;
    }

    private String table(List<Measured> measured) throws IOException {
        StringBuilder text = ResultPage.begin("Objects into a file", facts());
        text.append("\n| engine | journal | M rows/s | ns per row | processor ns per row |")
                .append(" first run (ms) | whole process (ms) |\n")
                .append("|---|---|---:|---:|---:|---:|---:|\n");
        for (Measured one : measured) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %.0f | %.0f | %.0f | %.0f |%n",
                    one.engine,
                    one.journal ? "on" : "off",
                    one.rowsPerSecond(tasks) / 1e6,
                    one.runsMs.getLast() * 1e6 / tasks,
                    one.cpuMs.getLast() * 1e6 / tasks,
                    one.runsMs.getFirst(),
                    one.processMs));
        }
        return text.toString();
    }

    private Measured measure(String engine, boolean journal)
            throws IOException, InterruptedException, SQLException {
        Path file = Files.createTempFile(folder, "tasks", ".db");
        Path output = Files.createTempFile(folder, "times", ".txt");
        try {
            List<String> command =
                    isOfPython(engine) ? python(engine) : java(engine, flags(engine, file, output));
            command.addAll(List.of(
                    file.toString(), "" + tasks, "" + runs, "" + journal, output.toString()));
            long begun = System.nanoTime();
            MeasuredProcess.run(engine, command);
            double processMs = (System.nanoTime() - begun) / 1e6;
            List<Double> runsMs = new ArrayList<>();
            List<Double> cpuMs = new ArrayList<>();
            for (String line : Files.readAllLines(output)) {
                String[] figures = line.split(" ");
                runsMs.add(Double.parseDouble(figures[0]));
                cpuMs.add(Double.parseDouble(figures[1]));
            }
            if (!engine.equals("duckdb") && !engine.equals("h2")) {
                check(engine, file);
            }
            return new Measured(engine, journal, runsMs, cpuMs, processMs);
        } finally {
            MeasuredProcess.deleteAll(file);
            Files.delete(output);
        }
    }

    private static boolean isOfPython(String engine) {
        return engine.equals(GRAALPY) || PYTHONS.containsKey(engine);
    }

    private List<String> java(String engine, List<String> flags) throws IOException {
        VirtualMachine machine = !engine.startsWith("sqlvm")
                ? VirtualMachine.PLAIN
                : aot ? VirtualMachine.STOCK : VirtualMachine.OPTIMIZING;
        String writer = engine.toUpperCase(Locale.ROOT).replace('-', '_');
        List<String> command = machine.command();
        command.addAll(1, flags);
        command.addAll(List.of(TasksProcess.class.getName(), writer));
        return command;
    }

    /** Those for a start from a cache, which is made for the first process; or none. */
    private List<String> flags(String engine, Path file, Path output)
            throws IOException, InterruptedException {
        if (!aot) {
            return List.of();
        }
        if (!caches.containsKey(engine)) {
            Path cache = Files.createTempFile(folder, "tasks", ".aot");
            caches.put(engine, cache);
            train(engine, cache, file, output);
        }
        return List.of("-XX:AOTCache=" + caches.get(engine), "-Xlog:aot*=off", "-Xlog:cds*=off");
    }

    private void train(String engine, Path cache, Path file, Path output)
            throws IOException, InterruptedException {
        List<String> training = java(engine, List.of("-XX:AOTCacheOutput=" + cache));
        training.addAll(List.of(file.toString(), "" + tasks / 10, "1", "true", output.toString()));
        int code = new ProcessBuilder(training)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0 || Files.size(cache) == 0) {
            throw new IOException("no cache could be made for " + engine);
        }
    }

    private static List<String> python(String engine) {
        List<String> command = new ArrayList<>(
                engine.equals(GRAALPY)
                        ? List.of(Launcher.command(), "python")
                        : List.of(PYTHONS.get(engine)));
        command.add(Launcher.script("tasks.py"));
        return command;
    }

    private void check(String engine, Path file) throws SQLException {
        String sql = "SELECT count(*), sum(id), sum(length(title)), sum(done) FROM tasks";
        long length = 0;
        for (long number = 1; number <= tasks; number++) {
            length += 5 + Long.toString(number).length();
        }
        String expected =
                tasks + " " + tasks * (tasks + 1) / 2 + " " + length + " " + tasks / 2 + " ok";
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            StringBuilder found = new StringBuilder();
            try (ResultSet result = statement.executeQuery(sql)) {
                for (int i = 1; i <= 4; i++) {
                    found.append(result.getLong(i)).append(' ');
                }
            }
            try (ResultSet result = statement.executeQuery("PRAGMA quick_check")) {
                found.append(result.getString(1));
            }
            if (!expected.contentEquals(found)) {
                throw new IllegalStateException(
                        engine + " has written " + found + ", not " + expected);
            }
        }
    }
}
