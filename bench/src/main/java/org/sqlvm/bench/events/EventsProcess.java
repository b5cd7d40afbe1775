package org.sqlvm.bench.events;

import org.sqlvm.bench.MeasuredProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A process in which one engine takes events, some times, each time into a new file; then it is
 * asked. Writes a line for the last load (elapsed and processor time in milliseconds), and one for
 * each query: the first run, the median of the later ones, and what tells answers apart.
 */
final class EventsProcess {
    private static final int QUERY_RUNS = 7;

    private EventsProcess() {}

    /** @param arguments store, file, events, runs, output */
    public static void main(String[] arguments) throws IOException, SQLException {
        EventStore store = EventStore.valueOf(arguments[0]);
        Path file = Path.of(arguments[1]);
        long count = Long.parseLong(arguments[2]);
        int runs = Integer.parseInt(arguments[3]);
        List<String> lines = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            MeasuredProcess.deleteAll(file);
            try (Connection connection = open(store.driver(), file)) {
                long cpu = MeasuredProcess.processorTime();
                long begun = System.nanoTime();
                store.load(connection, Event.first(count));
                long ended = System.nanoTime();
                if (run == runs) {
                    lines.add(line(
                            (ended - begun) / 1e6, (MeasuredProcess.processorTime() - cpu) / 1e6));
                    for (String query : EventQueries.ALL) {
                        lines.add(ask(connection, store.written(query)));
                    }
                }
            }
        }
        Files.write(Path.of(arguments[4]), lines);
        System.exit(0);
    }

    static Connection open(String driver, Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:" + driver + ":" + file);
    }

    static String line(double first, double second) {
        return String.format(Locale.ROOT, "%.2f %.2f", first, second);
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        List<Double> times = new ArrayList<>();
        List<String> rows = List.of();
        for (int i = 0; i < QUERY_RUNS; i++) {
            long begun = System.nanoTime();
            rows = Answers.rows(connection, sql);
            times.add((System.nanoTime() - begun) / 1e6);
        }
        return line(times.getFirst(), median(times.subList(1, times.size())))
                + " "
                + rows.size()
                + "/"
                + rows.hashCode();
    }

    static double median(List<Double> times) {
        List<Double> sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }
}
