package org.sqlvm.bench.nearest;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.Launcher;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.ResultPage;
import org.sqlvm.bench.VirtualMachine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The command {@code ./sqlvm bench nearest}: the ten nearest of many embeddings, by sqlvm with all
 * cores and with one thread, by sqlite-vec in Python if it is there, and by SQLite with a function
 * in Java. All must find the same rows.
 */
@Command(
        name = "sqlvm bench nearest",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Finds the nearest of many embeddings: sqlvm, sqlite-vec, and SQLite with a"
                + " function in Java.")
public final class NearestCommand extends BenchCommand {
    static final List<String> DISTANCES = List.of("l2", "cosine");

    static final String QUERY =
            "SELECT id, vec_distance_%s(v, ?) AS distance FROM items ORDER BY distance LIMIT 10";

    @Option(names = "--rows", description = "how many (default: ${DEFAULT-VALUE})")
    private int rows = 1_000_000;

    @Option(names = "--size", description = "elements of each (default: ${DEFAULT-VALUE})")
    private int size = 384;

    @Option(names = "--runs", description = "by each distance (default: ${DEFAULT-VALUE})")
    private int runs = 5;

    @Option(
            names = "--python",
            description = "CPython with sqlite-vec, and apsw or a sqlite3 that loads extensions;"
                    + " without it, sqlite-vec is left out (default: ${DEFAULT-VALUE})")
    private String python = "python3";

    @Option(names = "--folder", description = "of the file (default: that of temporary files)")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    /** The ids that the first engine has found, by distance. */
    private final Map<String, String> answers = new HashMap<>();

    /** @param out takes the table */
    public NearestCommand(PrintStream out) {
        super(out);
    }

    /** A query: its first run, and the best one. */
    private record Measured(
            String engine,
            String distance,
            double firstMs,
            double bestMs,
            double bestProcessorMs) {}

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        Path file = folder.resolve("embeddings-" + rows + "x" + size + ".db");
        if (!Files.exists(file)) {
            Path draft = folder.resolve(file.getFileName() + ".draft");
            Files.deleteIfExists(draft);
            Embeddings.write(draft, rows, size);
            Files.move(draft, file);
        }
        List<Measured> measured = new ArrayList<>();
        measured.addAll(measure("sqlvm", output -> java("sqlvm", 0, file, output)));
        measured.addAll(measure("sqlvm, one thread", output -> java("sqlvm", 1, file, output)));
        if (hasSqliteVec()) {
            measured.addAll(measure("sqlite-vec", output -> python("scalar", file, output)));
            measured.addAll(measure("sqlite-vec, vec0", output -> python("vec0", file, output)));
        } else {
            out.println("sqlite-vec is not installed for " + python);
        }
        measured.addAll(measure("sqlite-jdbc", output -> java("sqlite", 0, file, output)));
        String table = table(measured);
        publish("nearest", table, measured);
        return 0;
    }

    @Override
    protected Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = super.facts();
        facts.put("rows", rows);
        facts.put("elements", size);
        return facts;
    }

    private String table(List<Measured> measured) throws IOException {
        StringBuilder text = ResultPage.begin("Nearest neighbours", facts());
        text.append("\n| distance | engine | first run (ms) | best run (ms) | processor (ms) |\n")
                .append("|---|---|---:|---:|---:|\n");
        for (Measured one : measured) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.0f | %.0f | %.0f |%n",
                    one.distance,
                    one.engine,
                    one.firstMs,
                    one.bestMs,
                    one.bestProcessorMs));
        }
        return text.toString();
    }

    /** Makes the command of a process that writes its times to a file. */
    private interface Commander {
        List<String> command(Path output) throws IOException;
    }

    private List<Measured> measure(String engine, Commander commander)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "times", ".txt");
        try {
            MeasuredProcess.run(engine, commander.command(output));
            Map<String, Measured> found = new LinkedHashMap<>();
            for (String line : Files.readAllLines(output)) {
                String[] figures = line.split(" ", 4);
                String distance = figures[0];
                double ms = Double.parseDouble(figures[1]);
                double cpu = Double.parseDouble(figures[2]);
                check(engine, distance, figures[3]);
                found.merge(
                        distance,
                        new Measured(engine, distance, ms, ms, cpu),
                        (before, now) -> now.bestMs < before.bestMs
                                ? new Measured(engine, distance, before.firstMs, ms, cpu)
                                : before);
            }
            return new ArrayList<>(found.values());
        } finally {
            Files.delete(output);
        }
    }

    /** @param threads 0 for as many as there are processors */
    private List<String> java(String engine, int threads, Path file, Path output)
            throws IOException {
        List<String> command = (engine.equals("sqlvm")
                        ? VirtualMachine.OPTIMIZING
                        : VirtualMachine.PLAIN)
                .command();
        if (threads > 0) {
            command.add("-Dpolyglot.sqlvm.Threads=" + threads);
        }
        command.addAll(List.of(
                NearestProcess.class.getName(),
                engine,
                file.toString(),
                "" + runs,
                output.toString(),
                "" + size));
        return command;
    }

    private List<String> python(String way, Path file, Path output) {
        return List.of(
                python,
                Launcher.script("nearest.py"),
                way,
                file.toString(),
                "" + runs,
                output.toString(),
                HexFormat.of().formatHex(Embeddings.wanted(size)));
    }

    private boolean hasSqliteVec() throws InterruptedException {
        return MeasuredProcess.succeeds(python, Launcher.script("nearest.py"), "test");
    }

    private void check(String engine, String distance, String answer) {
        String expected = answers.computeIfAbsent(distance, _ -> answer);
        if (!expected.equals(answer)) {
            throw new IllegalStateException(
                    engine + " finds " + answer + " by " + distance + ", not " + expected);
        }
    }
}
