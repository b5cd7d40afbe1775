package org.sqlvm.bench.events;

import static org.sqlvm.bench.events.EventsProcess.line;
import static org.sqlvm.bench.events.EventsProcess.median;
import static org.sqlvm.bench.events.EventsProcess.open;

import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.taxi.Rides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A process in which one connection asks the nine queries over rides: alone, and then while another
 * one appends rides, a transaction for each batch. Every answer must be that of whole batches, and
 * of no fewer than the one before.
 *
 * <p>Writes a line for each query (median alone, median while it is written, how often it was asked
 * then), and one more: elapsed and processor time of the writing.
 */
final class RidesProcess {
    /** Those whose last column counts all rides. */
    private static final Set<Integer> COUNTING = Set.of(1, 3, 4, 7, 9);

    private static final String CHECK =
            "select count(*), sum(trip_id) - count(*) * (count(*) + 1) / 2, max(trip_id) from"
                    + " trips";

    private final String driver;
    private final Path file;
    private final long rides;
    private final long appended;
    private final int batch;
    private final long rate;

    /** Rides in the last answer that told. */
    private long seen;
    /** How many answers were not of whole transactions. */
    private int wrong;

    /** @param arguments driver, file, rides, appended, batch, rides a second, rounds, output */
    public static void main(String[] arguments)
            throws IOException, SQLException, InterruptedException, ExecutionException {
        RidesProcess process = new RidesProcess(arguments);
        List<String> lines = process.run(Integer.parseInt(arguments[6]));
        Files.write(Path.of(arguments[7]), lines);
        System.exit(0);
    }

    private RidesProcess(String[] arguments) {
        driver = arguments[0];
        file = Path.of(arguments[1]);
        rides = Long.parseLong(arguments[2]);
        appended = Long.parseLong(arguments[3]);
        batch = Integer.parseInt(arguments[4]);
        rate = Long.parseLong(arguments[5]);
        seen = rides;
    }

    private List<String> run(int rounds)
            throws SQLException, InterruptedException, ExecutionException {
        List<List<Double>> alone = lists();
        List<List<Double>> writing = lists();
        List<String> lines = new ArrayList<>();
        try (Connection reader = open(driver, file);
                Connection writer = open(driver, file);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            if (!driver.equals("duckdb")) {
                try (Statement statement = reader.createStatement()) {
                    statement.execute("PRAGMA journal_mode = wal");
                }
            }
            for (int round = 0; round < rounds; round++) {
                askAll(reader, alone);
            }
            alone.forEach(times -> times.subList(0, times.size() / 2).clear());
            long cpu = MeasuredProcess.processorTime();
            long begun = System.nanoTime();
            Future<?> written = thread.submit(() -> {
                append(writer, begun);
                return null;
            });
            while (!written.isDone()) {
                askAll(reader, writing);
            }
            written.get();
            double elapsedMs = (System.nanoTime() - begun) / 1e6;
            double cpuMs = (MeasuredProcess.processorTime() - cpu) / 1e6;
            askAll(reader, lists());
            if (seen != rides + appended) {
                throw new IllegalStateException("at the end there are " + seen + " rides");
            }
            for (int i = 0; i < Rides.QUERIES; i++) {
                lines.add(line(median(alone.get(i)), median(writing.get(i)))
                        + " "
                        + writing.get(i).size());
            }
            lines.add(line(elapsedMs, cpuMs) + " " + wrong);
        }
        return lines;
    }

    private static List<List<Double>> lists() {
        List<List<Double>> lists = new ArrayList<>();
        for (int i = 0; i < Rides.QUERIES; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    private void askAll(Connection reader, List<List<Double>> times) throws SQLException {
        for (int number = 1; number <= Rides.QUERIES; number++) {
            String sql = Rides.query(number, driver.equals("duckdb"));
            long begun = System.nanoTime();
            long sum = Answers.sumOfLast(reader, sql);
            times.get(number - 1).add((System.nanoTime() - begun) / 1e6);
            if (COUNTING.contains(number)) {
                see(sum);
            }
        }
        List<String> check = Answers.rows(
                reader, driver.equals("duckdb") ? CHECK.replace(" / ", " // ") : CHECK);
        String[] found = check.getFirst().split("\\|");
        long count = (long) Double.parseDouble(found[0]);
        see(count);
        String expected = (double) count + "|0.0|" + (double) count + "|";
        if (!check.equals(List.of(expected))) {
            isWrong("no consistent state: " + check + ", not " + expected);
        }
    }

    /** Checks how many rides an answer is about: whole batches, and no fewer than before. */
    private void see(long count) {
        if (count < seen || count > rides + appended || (count - rides) % batch != 0) {
            isWrong(count + " rides behind " + seen);
        }
        seen = Math.max(seen, count);
    }

    /** Ours must be right; for others it is counted. */
    private void isWrong(String fault) {
        if (driver.equals("sqlvm")) {
            throw new IllegalStateException(fault);
        }
        wrong++;
    }

    private void append(Connection writer, long begun) throws SQLException, InterruptedException {
        RideWriter writes = RideWriter.of(driver, writer);
        var more = Rides.behind(rides, appended);
        for (long done = 0; done < appended; done += batch) {
            List<Object[]> rows = new ArrayList<>(batch);
            for (int i = 0; i < batch; i++) {
                rows.add(more.next());
            }
            writes.append(rows);
            long dueNs = begun + (done + batch) * 1_000_000_000L / rate;
            long waitMs = (dueNs - System.nanoTime()) / 1_000_000;
            if (waitMs > 0) {
                Thread.sleep(waitMs);
            }
        }
    }
}
