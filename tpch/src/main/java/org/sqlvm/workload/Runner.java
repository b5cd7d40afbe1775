package org.sqlvm.workload;

import me.tongfei.progressbar.ProgressBar;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs queries of a workload on engines, and compares all answers with those of one of them. */
public final class Runner {
    private final Workload workload;
    private final List<String> engines;
    private final RunOptions options;
    private final Map<String, Path> databases = new LinkedHashMap<>();

    public Runner(Workload workload, List<String> engines, RunOptions options) {
        this.workload = workload;
        this.engines = engines;
        this.options = options;
        for (String engine : withReference()) {
            if (!workload.engines().contains(engine) && !PythonEngine.NAMES.contains(engine)) {
                throw new IllegalArgumentException("no such engine: " + engine);
            }
        }
    }

    /** Makes the databases that are missing, and runs everything. */
    public Report run() throws IOException {
        for (String engine : withReference()) {
            databases.put(
                    engine,
                    PythonEngine.NAMES.contains(engine)
                            ? PythonEngine.database(engine, workload.database("duckdb2"))
                            : workload.database(engine));
        }
        if (options.oneShot()) {
            OneShot.prepare();
        }
        List<Measurement> measurements = measure();
        return new Report(workload, facts(), engines, measurements, options);
    }

    /** The reference whether asked for or not: the others are compared with it. */
    private List<String> withReference() {
        List<String> all = new ArrayList<>(engines);
        if (!all.contains(options.reference())) {
            all.add(options.reference());
        }
        return all;
    }

    private List<Measurement> measure() {
        List<Integer> numbers = options.numbers(workload.queryCount());
        List<Measurement> measurements = new ArrayList<>();
        try (ProgressBar bar =
                Progress.bar("running", (long) numbers.size() * withReference().size())) {
            for (int query : numbers) {
                Map<String, Measurement> byEngine = new LinkedHashMap<>();
                for (String engine : withReference()) {
                    bar.setExtraMessage("Q" + query + " " + engine);
                    byEngine.put(engine, measure(engine, query));
                    bar.step();
                }
                Measurement expected = byEngine.get(options.reference());
                Measurement other = byEngine.getOrDefault("sqlite-analyzed", expected);
                for (String engine : engines) {
                    measurements.add(check(expected.ok() ? expected : other, byEngine.get(engine)));
                }
            }
        }
        return measurements;
    }

    private Measurement measure(String engine, int query) {
        boolean wanted = engines.contains(engine);
        boolean repeats = wanted && !options.oneShot();
        Child.Task task = new Child.Task(
                engine,
                databases.get(engine),
                query,
                workload.written(workload.query(query), engine),
                repeats ? options.runs() : 1,
                repeats ? options.warmUp() : 0,
                options.timeout(),
                repeats && options.neverSeen() ? others(engine, query) : List.of());
        return options.oneShot()
                ? OneShot.measure(task, wanted ? options.runs() : 1)
                : Child.measure(task);
    }

    /** All queries but one, as the engine wants them written. */
    private List<String> others(String engine, int query) {
        return IntStream.rangeClosed(1, workload.queryCount())
                .filter(other -> other != query)
                .mapToObj(other -> workload.written(workload.query(other), engine))
                .toList();
    }

    private Measurement check(Measurement expected, Measurement actual) {
        if (!actual.ok() || actual == expected) {
            return actual.checked(null);
        }
        if (!expected.ok()) {
            return actual.checked("%s gave no answer to compare with: %s"
                    .formatted(options.reference(), expected.message()));
        }
        if (options.oneShot() && actual.rowCount() == 0 && expected.rowCount() == 0) {
            return actual.checked(null); // The shell does not tell the columns.
        }
        int query = actual.query();
        List<Integer> sorted = Comparison.sortColumns(workload.query(query), expected.columns());
        Comparison comparison = new Comparison(
                actual.engine().equals("sqlvm") && expected.engine().startsWith("sqlite"));
        String candidates = workload.candidates(query, actual.answer());
        if (candidates == null) {
            return actual.checked(
                    comparison.difference(expected.answer(), actual.answer(), sorted));
        }
        String reference = options.reference();
        Child.Task task = new Child.Task(
                reference,
                databases.get(reference),
                query,
                workload.written(candidates, reference),
                1,
                0,
                options.timeout(),
                List.of());
        Measurement possible = Child.measure(task);
        return actual.checked(
                possible.ok()
                        ? comparison.difference(
                                expected.answer(), possible.answer(), actual.answer(), sorted)
                        : "%s did not say what the answer may be: %s"
                                .formatted(reference, possible.message()));
    }

    private Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = new LinkedHashMap<>(workload.facts());
        facts.put("time", Instant.now().toString());
        facts.put("timeoutSeconds", options.timeout());
        facts.put("reference", options.reference());
        facts.put("databaseBytes", Files.size(databases.get(options.reference())));
        facts.put("processors", Runtime.getRuntime().availableProcessors());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("cpu", cpu());
        facts.put(
                "jvm",
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
        facts.put("sqlite", version(org.sqlite.JDBC.class));
        facts.put("h2", org.h2.engine.Constants.VERSION);
        facts.put("duckdb", version(org.duckdb.DuckDBDriver.class));
        for (String engine : engines) {
            if (PythonEngine.NAMES.contains(engine)) {
                facts.put(engine, PythonEngine.version(engine));
            }
        }
        facts.put("tolerance", Comparison.TOLERANCE);
        facts.put("tolerancePlainSums", Comparison.TOLERANCE_PLAIN);
        return facts;
    }

    private static String cpu() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        return Files.isReadable(file)
                ? Files.readAllLines(file).stream()
                        .filter(line -> line.startsWith("model name"))
                        .findFirst()
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .orElse("unknown")
                : System.getProperty("os.arch");
    }

    private static String version(Class<?> driver) {
        return Path.of(driver.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .getFileName()
                .toString();
    }
}
