package org.sqlvm.bench.files;

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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The command {@code ./sqlvm bench files}: rides as CSV, gzip and Parquet, read in place and loaded
 * by sqlvm, DuckDB and chDB, each in processes of its own, and imported by sqlite3. All answers
 * must agree.
 */
@Command(
        name = "sqlvm bench files",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Reads rides from files of CSV, gzip and Parquet: sqlvm, DuckDB, chDB, and"
                + " sqlite3's .import.")
public final class FilesCommand extends BenchCommand {
    private static final String SQLITE = "sqlite3";
    private static final String CHDB = "chdb";

    @Option(names = "--rides", description = "how many (default: ${DEFAULT-VALUE})")
    private long rides = 1_000_000;

    @Option(
            names = "--files",
            split = ",",
            description = "some of csv, gzip, parquet (default: all)")
    private List<FileForm> forms = List.of(FileForm.values());

    @Option(names = "--runs", description = "of each query and load (default: ${DEFAULT-VALUE})")
    private int runs = 5;

    @Option(
            names = "--python",
            description = "CPython with chDB; without it, chDB is left out (default:"
                    + " ${DEFAULT-VALUE})")
    private String python = "python3";

    @Option(names = "--folder", description = "of the files (default: that of temporary files)")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    /** The answer of the first engine, by query. */
    private final Map<Integer, String> answers = new HashMap<>();

    /** @param out takes the table */
    public FilesCommand(PrintStream out) {
        super(out);
    }

    /** A query or, with the number -1, a load: its first run, and the best one. */
    private record Measured(
            String engine,
            String form,
            int query,
            double firstMs,
            double bestMs,
            double bestProcessorMs) {}

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        List<Measured> measured = new ArrayList<>();
        List<String> engines = new ArrayList<>(List.of("sqlvm", "duckdb"));
        if (hasChdb()) {
            engines.add(CHDB);
        } else {
            out.println("chDB is not installed for " + python);
        }
        for (FileForm form : forms) {
            Path file = form.file(folder, rides);
            if (!Files.exists(file)) {
                form.write(file, rides);
            }
            for (String engine : engines) {
                measured.addAll(measure(engine, form, file, false));
                measured.addAll(measure(engine, form, file, true));
            }
            if (form != FileForm.PARQUET) {
                Measured imported = imported(form, file);
                if (imported != null) {
                    measured.add(imported);
                }
            }
        }
        String table = table(measured);
        publish("files", table, measured);
        return 0;
    }

    @Override
    protected Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = super.facts();
        facts.put("rides", rides);
        for (FileForm form : forms) {
            facts.put(form.id() + " (MB)", Files.size(form.file(folder, rides)) / 1_000_000);
        }
        return facts;
    }

    private String table(List<Measured> measured) throws IOException {
        StringBuilder text = ResultPage.begin("Rides in files", facts());
        text.append("\n"
                        + "| file | what | engine | first run (ms) | best run (ms) | processor"
                        + " (ms) |\n")
                .append("|---|---|---|---:|---:|---:|\n");
        for (Measured one : measured) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %.0f | %.0f | %.0f |%n",
                    one.form,
                    one.query < 0 ? "load" : "query " + (one.query + 1),
                    one.engine,
                    one.firstMs,
                    one.bestMs,
                    one.bestProcessorMs));
        }
        return text.toString();
    }

    private List<Measured> measure(String engine, FileForm form, Path file, boolean load)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "times", ".txt");
        Path database = folder.resolve("rides-loaded.db");
        try {
            String target = load ? database.toString() : "-";
            List<String> command = engine.equals(CHDB)
                    ? chdb(form, file, target, output)
                    : java(engine, form.call(file), target, output);
            MeasuredProcess.run(engine, command);
            Map<Integer, Measured> found = new LinkedHashMap<>();
            for (String line : Files.readAllLines(output)) {
                String[] figures = line.split(" ", 4);
                int query = Integer.parseInt(figures[0]);
                double ms = Double.parseDouble(figures[1]);
                double cpu = Double.parseDouble(figures[2]);
                check(engine, form, query, figures[3]);
                found.merge(
                        query,
                        new Measured(engine, form.id(), query, ms, ms, cpu),
                        (before, now) -> now.bestMs < before.bestMs
                                ? new Measured(engine, form.id(), query, before.firstMs, ms, cpu)
                                : before);
            }
            return new ArrayList<>(found.values());
        } finally {
            MeasuredProcess.deleteAll(database);
            Files.delete(output);
        }
    }

    private List<String> java(String engine, String call, String target, Path output)
            throws IOException {
        List<String> command = (engine.equals("sqlvm")
                        ? VirtualMachine.OPTIMIZING
                        : VirtualMachine.PLAIN)
                .command();
        command.addAll(List.of(
                FilesProcess.class.getName(), engine, call, target, "" + runs, output.toString()));
        return command;
    }

    private List<String> chdb(FileForm form, Path file, String target, Path output) {
        List<String> command = new ArrayList<>(
                List.of(python, Launcher.script("files.py"), output.toString(), "" + runs, target));
        String call = form.clickHouseCall(file);
        if (target.equals("-")) {
            for (String query : FilesProcess.QUERIES) {
                command.add(String.format(Locale.ROOT, query, call));
            }
        } else {
            command.add("CREATE TABLE trips ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM "
                    + call);
            command.add(FilesProcess.LOADED);
        }
        return command;
    }

    private boolean hasChdb() throws InterruptedException {
        return MeasuredProcess.succeeds(python, "-c", "import chdb");
    }

    private void check(String engine, FileForm form, int query, String answer) {
        String expected = answers.computeIfAbsent(query, _ -> answer);
        if (!expected.equals(answer)) {
            throw new IllegalStateException(engine + " answers " + answer + " to query " + query
                    + " of " + form.id() + ", not " + expected);
        }
    }

    /** The whole process of sqlite3; null if there is none. */
    private Measured imported(FileForm form, Path file)
            throws IOException, InterruptedException, SQLException {
        Path database = folder.resolve("rides-imported.db");
        try {
            MeasuredProcess.deleteAll(database);
            String source = form == FileForm.GZIP ? "\"|gzip -dc " + file + "\"" : file.toString();
            String schema = "CREATE TABLE trips(trip_id INTEGER, cab_type TEXT, vendor_id TEXT,"
                    + " pickup_datetime TEXT, passenger_count INTEGER, trip_distance REAL,"
                    + " total_amount REAL, store_and_fwd_flag TEXT, pickup_puma INTEGER,"
                    + " dropoff_puma INTEGER, pickup_ntaname TEXT)";
            long begun = System.nanoTime();
            Process process;
            try {
                process = new ProcessBuilder(
                                SQLITE,
                                database.toString(),
                                schema,
                                ".import --csv --skip 1 " + source + " trips")
                        .inheritIO()
                        .start();
            } catch (IOException _) {
                return null;
            }
            if (process.waitFor() != 0) {
                throw new IOException(SQLITE + " ended with " + process.exitValue());
            }
            double ms = (System.nanoTime() - begun) / 1e6;
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                    Statement statement = connection.createStatement()) {
                check(SQLITE, form, -1, FilesProcess.answer(statement, FilesProcess.LOADED));
            }
            return new Measured(SQLITE + " .import", form.id(), -1, ms, ms, Double.NaN);
        } finally {
            MeasuredProcess.deleteAll(database);
        }
    }
}
