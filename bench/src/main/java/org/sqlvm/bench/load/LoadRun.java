package org.sqlvm.bench.load;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** All clients of one server for some seconds, and what they have seen. */
final class LoadRun {
    private final LoadServer server;
    private final int scale;
    private final int percentWrites;
    /** By client. */
    private final int[] acknowledged;

    LoadRun(LoadServer server, int scale, int percentWrites, int clients) {
        this.server = server;
        this.scale = scale;
        this.percentWrites = percentWrites;
        this.acknowledged = new int[clients];
    }

    /**
     * The figures of one run. Times are in milliseconds, the server's processor time in
     * microseconds for each transaction.
     */
    record Figures(
            String server,
            int percentWrites,
            int clients,
            double readsPerSecond,
            double transfersPerSecond,
            Times reads,
            Times transfers,
            double processorUs,
            int retries) {}

    /** The median, two quantiles, and the longest time; NaN without any. */
    record Times(double median, double p99, double p999, double longest) {
        static Times of(int[] microseconds) {
            int[] sorted = microseconds.clone();
            Arrays.sort(sorted);
            return new Times(at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999), at(sorted, 1));
        }

        private static double at(int[] sorted, double quantile) {
            return sorted.length == 0
                    ? Double.NaN
                    : sorted[(int) Math.min(sorted.length - 1L, (long) (quantile * sorted.length))]
                            / 1000.0;
        }
    }

    /** Runs the clients, and checks that all confirmed transfers are there. */
    Figures measure(double seconds) throws IOException, InterruptedException, SQLException {
        long processor = server.processorTime();
        List<LoadClient> clients = clients();
        List<Thread> threads = start(clients);
        long begun = System.nanoTime();
        Thread.sleep((long) (seconds * 1000));
        // Processes of sessions end with their clients.
        double ran = (System.nanoTime() - begun) / 1e9;
        processor = server.processorTime() - processor;
        stop(clients, threads);
        for (LoadClient client : clients) {
            if (client.failure() != null) {
                throw new IOException(server.kind().id + ": a client failed", client.failure());
            }
        }
        check();
        int[] reads = all(clients, LoadClient::reads);
        int[] transfers = all(clients, LoadClient::writes);
        return new Figures(
                server.kind().id,
                percentWrites,
                clients.size(),
                reads.length / ran,
                transfers.length / ran,
                Times.of(reads),
                Times.of(transfers),
                processor / 1e3 / (reads.length + transfers.length),
                clients.stream().mapToInt(LoadClient::retries).sum());
    }

    /**
     * Runs the clients and kills the server under them, starts it again, and looks whether all that
     * they were told is there.
     *
     * @return how many transfers were confirmed before
     */
    int kill(double seconds) throws IOException, InterruptedException, SQLException {
        int before = Arrays.stream(acknowledged).sum();
        List<LoadClient> clients = clients();
        List<Thread> threads = start(clients);
        Thread.sleep((long) (seconds * 1000));
        server.kill();
        stop(clients, threads);
        server.start();
        check();
        int confirmed = Arrays.stream(acknowledged).sum() - before;
        // The last transfer of a client may be there without its knowledge.
        try (Connection connection = server.connect()) {
            LoadTables.count(connection, acknowledged);
        }
        return confirmed;
    }

    private void check() throws IOException, SQLException {
        try (Connection connection = server.connect()) {
            String fault = LoadTables.fault(connection, acknowledged);
            if (fault != null) {
                throw new IOException(server.kind().id + ": " + fault);
            }
        }
    }

    private List<LoadClient> clients() {
        List<LoadClient> clients = new ArrayList<>();
        for (int i = 0; i < acknowledged.length; i++) {
            clients.add(new LoadClient(server, i, scale, percentWrites, acknowledged[i]));
        }
        return clients;
    }

    private static List<Thread> start(List<LoadClient> clients) {
        return clients.stream()
                .map(client -> Thread.ofPlatform().daemon().start(client))
                .toList();
    }

    private void stop(List<LoadClient> clients, List<Thread> threads) throws InterruptedException {
        clients.forEach(LoadClient::stop);
        for (int i = 0; i < threads.size(); i++) {
            threads.get(i).join();
            acknowledged[i] = clients.get(i).acknowledged();
        }
    }

    private static int[] all(
            List<LoadClient> clients, Function<LoadClient, LoadClient.Latencies> which) {
        return clients.stream()
                .flatMapToInt(client -> Arrays.stream(which.apply(client).all()))
                .toArray();
    }
}
