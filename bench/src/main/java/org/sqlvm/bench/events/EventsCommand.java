package org.sqlvm.bench.events;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.ResultPage;
import org.sqlvm.bench.VirtualMachine;
import org.sqlvm.taxi.Rides;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The command {@code ./sqlvm bench events}: events of forty members that vary are inserted and
 * asked for, and nine queries run over rides while others are appended. Each engine has a process
 * of its own.
 */
@Command(
        name = "sqlvm bench events",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Inserts JSON events whose members vary, and runs nine queries on them; and"
                + " nine queries over taxi rides while another connection appends more. Compares"
                + " with SQLite and DuckDB.")
public final class EventsCommand extends BenchCommand {
    @Option(names = "--events", description = "how many; 0 for none (default: ${DEFAULT-VALUE})")
    private long events = 200_000;

    @Option(
            names = "--runs",
            description = "loads in a process; the last one counts (default: ${DEFAULT-VALUE})")
    private int runs = 3;

    @Option(
            names = "--stores",
            split = ",",
            description = "of events: some of sqlvm, sqlvm-maps, sqlite-json, sqlite-columns,"
                    + " duckdb-json, duckdb-columns (default: all)")
    private List<String> stores =
            Arrays.stream(EventStore.values()).map(EventStore::id).toList();

    @Option(names = "--rides", description = "how many; 0 for none (default: ${DEFAULT-VALUE})")
    private long rides = 500_000;

    @Option(names = "--appended", description = "rides (default: ${DEFAULT-VALUE})")
    private long appended = 200_000;

    @Option(names = "--batch", description = "rides in a transaction (default: ${DEFAULT-VALUE})")
    private int batch = 2_000;

    @Option(names = "--rate", description = "rides a second (default: ${DEFAULT-VALUE})")
    private long rate = 20_000;

    @Option(
            names = "--rounds",
            description = "of the nine queries before (default: ${DEFAULT-VALUE})")
    private int rounds = 10;

    @Option(
            names = "--engines",
            split = ",",
            description = "of rides: some of sqlvm, sqlite, duckdb (default: all)")
    private List<String> engines = List.of("sqlvm", "sqlite", "duckdb");

    @Option(names = "--folder", description = "of the files (default: that of temporary files)")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    /** @param out takes the table */
    public EventsCommand(PrintStream out) {
        super(out);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Object> facts = facts();
        StringBuilder text = ResultPage.begin("Events", facts);
        out.print(text);
        Map<String, Object> page = new LinkedHashMap<>(facts);
        if (events > 0) {
            Map<String, List<String[]>> measured = new LinkedHashMap<>();
            for (String store : stores) {
                measured.put(
                        store,
                        measureEvents(EventStore.valueOf(
                                store.toUpperCase(Locale.ROOT).replace('-', '_'))));
            }
            String table = eventsTable(measured);
            out.print(table);
            text.append(table);
            page.put("eventsMeasured", measured);
        }
        if (rides > 0) {
            Map<String, List<String[]>> measured = new LinkedHashMap<>();
            for (String engine : engines) {
                measured.put(engine, measureRides(engine));
            }
            String table = ridesTable(measured);
            out.print(table);
            text.append(table);
            page.put("ridesMeasured", measured);
        }
        if (results != null) {
            ResultPage.write(results, "events", text.toString(), page);
        }
        return 0;
    }

    @Override
    protected Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = super.facts();
        if (events > 0) {
            facts.put("events", events);
        }
        if (rides > 0) {
            facts.put("rides", rides);
            facts.put(
                    "appended",
                    appended + ", " + batch + " in a transaction, " + rate + " a second");
        }
        return facts;
    }

    // ------------------------------------------------------------------ events

    private List<String[]> measureEvents(EventStore store)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile(folder, "events", ".db");
        try {
            List<String[]> lines = run(
                    store.driver(),
                    EventsProcess.class,
                    store.name(),
                    file.toString(),
                    "" + events,
                    "" + runs);
            out.printf(
                    Locale.ROOT,
                    "%s: %.0f events/s%n",
                    store.id(),
                    events * 1e3 / Double.parseDouble(lines.getFirst()[0]));
            return lines;
        } finally {
            MeasuredProcess.deleteAll(file);
        }
    }

    private String eventsTable(Map<String, List<String[]>> measured) {
        StringBuilder text = new StringBuilder("\n## Events whose members vary\n\n| |");
        measured.keySet().forEach(store -> text.append(' ').append(store).append(" |"));
        text.append("\n|---|").append("---:|".repeat(measured.size()));
        text.append("\n| thousand events/s |");
        measured.values().forEach(lines -> text.append(cell(events / number(lines.getFirst()[0]))));
        text.append("\n| processor time of an event (µs) |");
        measured.values()
                .forEach(lines -> text.append(cell(1e3 * number(lines.getFirst()[1]) / events)));
        for (int query = 1; query <= EventQueries.ALL.size(); query++) {
            int line = query;
            text.append("\n| query ").append(query).append(", first run (ms) |");
            measured.values().forEach(lines -> text.append(cell(number(lines.get(line)[0]))));
            text.append("\n| query ").append(query).append(", later (ms) |");
            measured.values().forEach(lines -> text.append(cell(number(lines.get(line)[1]))));
            long answers = measured.values().stream()
                    .map(lines -> lines.get(line)[2])
                    .distinct()
                    .count();
            if (answers > 1) {
                throw new IllegalStateException("query " + query + " has " + answers + " answers");
            }
        }
        return text.append('\n').toString();
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }

    private static String cell(double value) {
        return " " + ResultPage.number(value) + " |";
    }

    // ------------------------------------------------------------------ rides

    private List<String[]> measureRides(String engine) throws IOException, InterruptedException {
        Path source = Rides.database(folder, rides, engine.equals("duckdb"));
        Path file = Files.createTempFile(folder, "rides", ".db");
        try {
            Files.copy(source, file, StandardCopyOption.REPLACE_EXISTING);
            List<String[]> lines = run(
                    engine,
                    RidesProcess.class,
                    engine,
                    file.toString(),
                    "" + rides,
                    "" + appended,
                    "" + batch,
                    "" + rate,
                    "" + rounds);
            String wrong = lines.getLast()[2];
            out.printf("%s: answers that are not of whole transactions: %s%n", engine, wrong);
            return lines;
        } finally {
            MeasuredProcess.deleteAll(file);
        }
    }

    private String ridesTable(Map<String, List<String[]>> measured) {
        StringBuilder text = new StringBuilder("\n## Queries while rides are appended\n\n| |");
        measured.keySet()
                .forEach(engine -> text.append(' ')
                        .append(engine)
                        .append(" alone (ms) | while others write (ms) | times |"));
        text.append("\n|---|").append("---:|---:|---:|".repeat(measured.size()));
        for (int query = 0; query < Rides.QUERIES; query++) {
            text.append("\n| query ").append(query + 1).append(" |");
            for (List<String[]> lines : measured.values()) {
                String[] line = lines.get(query);
                text.append(cell(number(line[0]))).append(cell(number(line[1])));
                text.append(' ').append(line[2]).append(" |");
            }
        }
        text.append("\n| rides appended a second; processor seconds |");
        for (List<String[]> lines : measured.values()) {
            String[] line = lines.getLast();
            text.append(cell(appended * 1e3 / number(line[0])));
            text.append(cell(number(line[1]) / 1e3)).append(" |");
        }
        text.append("\n| answers that are not of whole transactions |");
        for (List<String[]> lines : measured.values()) {
            text.append(' ').append(lines.getLast()[2]).append(" | | |");
        }
        return text.append('\n').toString();
    }

    /** Runs a process; the words of the lines that it writes. */
    private List<String[]> run(String driver, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "times", ".txt");
        try {
            VirtualMachine machine =
                    driver.equals("sqlvm") ? VirtualMachine.OPTIMIZING : VirtualMachine.PLAIN;
            List<String> command = new ArrayList<>(machine.command());
            command.add(main.getName());
            command.addAll(List.of(arguments));
            command.add(output.toString());
            MeasuredProcess.run(driver, command);
            return Files.readAllLines(output).stream()
                    .map(line -> line.split(" "))
                    .toList();
        } finally {
            Files.delete(output);
        }
    }
}
