package org.sqlvm.tpch;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/** The command {@code ./sqlvm tpch}. */
@Command(
        name = "tpch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs queries derived from TPC-H on sqlvm and on other engines, compares all answers"
                    + " with",
            "SQLite's, and reports times. The results are not comparable with published TPC-H"
                    + " results."
        })
public final class Main implements Callable<Integer> {
    private static final List<String> ENGINES =
            List.of("sqlvm", "sqlite", "sqlite-analyzed", "h2", "duckdb1", "duckdb2");

    @Option(names = "--sf", defaultValue = "0.1", description = "scale factor (${DEFAULT-VALUE})")
    private double scale;

    @Option(
            names = "--engines",
            split = ",",
            defaultValue = "sqlvm,sqlite,h2",
            description = "of sqlvm, sqlite, sqlite-analyzed, h2, and duckdb1 and duckdb2, which is"
                    + " DuckDB with one and two threads (${DEFAULT-VALUE})")
    private List<String> engines;

    @Option(
            names = "--queries",
            defaultValue = "all",
            description = "numbers, as 1,3,6 (${DEFAULT-VALUE})")
    private String queries;

    @Option(
            names = "--runs",
            defaultValue = "5",
            description = "of each query, the first cold (${DEFAULT-VALUE})")
    private int runs;

    @Option(
            names = "--warm-up",
            defaultValue = "8",
            description = "seconds that a query is run at least, again and again: what is short"
                    + " is not compiled in a few runs (${DEFAULT-VALUE})")
    private int warmUp;

    @Option(
            names = "--data",
            defaultValue = "tpch-data",
            description = "folder of the databases (${DEFAULT-VALUE})")
    private Path data;

    @Option(
            names = "--results",
            defaultValue = "tpch-results",
            description = "folder of results (${DEFAULT-VALUE})")
    private Path results;

    @Option(
            names = "--timeout",
            defaultValue = "60",
            description = "seconds per query and engine (${DEFAULT-VALUE})")
    private int timeout;

    @Option(names = "--analyze", description = "gather SQLite's statistics, for SQLite and sqlvm")
    private boolean analyze;

    /** Entry point. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return new CommandLine(new Main()).execute(arguments);
    }

    @Command(name = "measure", hidden = true, description = "what a child process does")
    int measure(
            @Parameters String engine,
            @Parameters Path database,
            @Parameters int query,
            @Parameters int count,
            @Parameters int least,
            @Parameters int most,
            @Parameters File output)
            throws IOException {
        Child.run(engine, database, query, count, least, most, output);
        return 0;
    }

    @Override
    public Integer call() throws IOException {
        for (String engine : engines) {
            if (!ENGINES.contains(engine)) {
                throw new IllegalArgumentException("no such engine: " + engine);
            }
        }
        boolean all = queries.equals("all");
        List<Integer> numbers = all
                ? IntStream.rangeClosed(1, Queries.COUNT).boxed().toList()
                : List.of(queries.split(",")).stream()
                        .map(number -> Integer.valueOf(number.strip()))
                        .toList();
        Generator generator = new Generator(data, scale);
        Path sqlite = generator.sqlite(analyze);
        Path h2 = engines.contains("h2") ? generator.h2() : sqlite;
        boolean duck = engines.contains("duckdb1") || engines.contains("duckdb2");
        Path duckdb = duck ? generator.duckdb() : sqlite;
        Path analyzed = engines.contains("sqlite-analyzed") ? generator.sqlite(true) : sqlite;
        Map<String, Path> databases = Map.of(
                "sqlvm", sqlite,
                "sqlite", sqlite,
                "sqlite-analyzed", analyzed,
                "h2", h2,
                "duckdb1", duckdb,
                "duckdb2", duckdb);
        List<Measurement> measurements = measure(numbers, databases);
        Report report = new Report(machine(sqlite), engines, measurements, timeout);
        System.out.print(report.table());
        report.save(results, "tpch-sf" + scale);
        System.out.println("saved in " + results.toAbsolutePath());
        boolean failed = measurements.stream()
                .anyMatch(m -> m.engine().equals("sqlvm")
                        ? !m.ok() && !(all && m.status().equals(Measurement.NOT_SUPPORTED))
                        : m.status().equals(Measurement.WRONG));
        return failed ? 1 : 0;
    }

    /** SQLite whether asked for or not: the others are compared with it. */
    private List<String> withReference() {
        List<String> all = new ArrayList<>(engines);
        if (!all.contains("sqlite")) {
            all.add("sqlite");
        }
        return all;
    }

    private List<Measurement> measure(List<Integer> numbers, Map<String, Path> databases) {
        List<Measurement> measurements = new ArrayList<>();
        try (ProgressBar bar = new ProgressBarBuilder()
                .setTaskName("running")
                .setInitialMax((long) numbers.size() * withReference().size())
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(System.console() == null ? 10_000 : 500)
                .build()) {
            for (int query : numbers) {
                Map<String, Measurement> byEngine = new LinkedHashMap<>();
                for (String engine : withReference()) {
                    bar.setExtraMessage("Q" + query + " " + engine);
                    boolean wanted = engines.contains(engine);
                    byEngine.put(
                            engine,
                            Child.measure(
                                    engine,
                                    databases.get(engine),
                                    query,
                                    wanted ? runs : 1,
                                    wanted ? warmUp : 0,
                                    timeout));
                    bar.step();
                }
                Measurement expected = byEngine.get("sqlite");
                Measurement other = byEngine.getOrDefault("sqlite-analyzed", expected);
                for (String engine : engines) {
                    measurements.add(check(expected.ok() ? expected : other, byEngine.get(engine)));
                }
            }
        }
        return measurements;
    }

    private static Measurement check(Measurement expected, Measurement actual) {
        if (!actual.ok() || actual == expected) {
            return actual.checked(null);
        }
        if (!expected.ok()) {
            return actual.checked("SQLite gave no answer to compare with: " + expected.message());
        }
        List<Integer> sorted =
                Queries.sortColumns(Queries.query(actual.query()), expected.columns());
        Comparison comparison = new Comparison(actual.engine().equals("sqlvm"));
        return actual.checked(comparison.difference(expected.answer(), actual.answer(), sorted));
    }

    private Map<String, Object> machine(Path sqlite) throws IOException {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("benchmark", "derived from TPC-H; not comparable with published TPC-H results");
        facts.put("time", Instant.now().toString());
        facts.put("scaleFactor", scale);
        facts.put("analyzed", analyze);
        facts.put("timeoutSeconds", timeout);
        facts.put("databaseBytes", Files.size(sqlite));
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
        facts.put("tolerance", Comparison.TOLERANCE);
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
