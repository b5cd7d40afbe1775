package org.sqlvm.bench.mixed;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Eight connections to one file, each with a thread that inserts five rows in a transaction. A unit
 * of work is a transaction of each. A transaction that finds the file locked for longer than the
 * driver waits begins again.
 */
final class Pool implements Work {
    private static final int THREADS = 8;
    private static final int ROWS = 5;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final List<Connection> connections = new ArrayList<>();

    Pool(Part.Place place) throws SQLException {
        Path file = place.folder().resolve("pool-" + System.nanoTime() + ".db");
        for (int i = 0; i < THREADS; i++) {
            connections.add(DriverManager.getConnection(place.subject().file(file)));
        }
        try (Statement statement = connections.getFirst().createStatement()) {
            statement.execute("create table log(thread int, number int, text varchar(40))");
        }
        for (Connection connection : connections) {
            connection.setAutoCommit(false);
        }
    }

    @Override
    public long run(int number) throws SQLException {
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            results.add(threads.submit(() -> transaction(connections.get(thread), thread, number)));
        }
        long sum = 0;
        try {
            for (Future<Long> result : results) {
                sum += result.get();
            }
            return sum;
        } catch (ExecutionException e) {
            throw new SQLException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException(e);
        }
    }

    private static long transaction(Connection connection, int thread, int number)
            throws SQLException {
        while (true) {
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into log values(?, ?, ?)")) {
                long sum = 0;
                for (int i = 0; i < ROWS; i++) {
                    insert.setInt(1, thread);
                    insert.setInt(2, number);
                    insert.setString(3, "line " + i);
                    sum += insert.executeUpdate();
                }
                connection.commit();
                return sum;
            } catch (SQLException e) {
                connection.rollback();
                if (!String.valueOf(e.getMessage()).contains("locked")) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        threads.shutdown();
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
