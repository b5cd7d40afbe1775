package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that transfer money, read, break the protocol, cancel each other, and die in the middle
 * of all of it. What is there when they are gone is what was there before.
 */
final class MixedLoadFuzz {
    /** {@code -Dsqlvm.minutes=N} goes on for longer. */
    private static final Duration TIME = Integer.getInteger("sqlvm.minutes") == null
            ? Duration.ofSeconds(4)
            : Duration.ofMinutes(Integer.getInteger("sqlvm.minutes"));

    private static final long SEED = Long.getLong("sqlvm.seed", 1);
    private static final int ACCOUNTS = 200;
    /** More than what is used at the start may stay, in bytes: caches of compiled statements. */
    private static final long HEAP_GROWTH_MAX = 64 << 20;

    @TempDir
    Path folder;

    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicLong confirmed = new AtomicLong();
    private volatile boolean isOver;

    /** The work of a client, repeated with a new connection each time. */
    private interface Visit {
        void run(Random random) throws SQLException, IOException;
    }

    @Test
    void nothingOfClientsThatDieIsLeft() throws Exception {
        String file = ServerFixture.file(folder);
        try (Database database = Sqlvm.open(file)) {
            database.execute("PRAGMA journal_mode = WAL");
            database.execute("CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INT)");
            database.execute("CREATE TABLE transfers(delta INT)");
            database.execute("INSERT INTO accounts SELECT value, 0 FROM generate_series(1, "
                    + ACCOUNTS + ")");
        }
        try (SqlvmServer server = SqlvmServer.builder(file)
                .port(0)
                .idleTransactionTimeout(Duration.ofSeconds(2))
                .sendTimeout(Duration.ofSeconds(2))
                .log(this::note)
                .start()) {
            Leftovers leftovers = new Leftovers(server);
            String url = "jdbc:postgresql://localhost:" + server.port() + "/shop?user=me";
            run(server, url, Duration.ofSeconds(2));
            long heap = heap();
            run(server, url, TIME);
            leftovers.assertNone(file);
            assertTrue(isSmall(heap), "the heap has grown from " + heap + " bytes to " + heap());
        }
        assertEquals(List.of(), List.copyOf(faults), "seed " + SEED);
        try (Database database = Sqlvm.open(file)) {
            assertEquals("ok", value(database, "PRAGMA integrity_check"));
            assertEquals(0L, value(database, "SELECT sum(balance) FROM accounts"));
            long transfers = (long) value(database, "SELECT count(*) FROM transfers");
            // A client may die between a commit and its answer.
            assertTrue(transfers >= confirmed.get(), transfers + " of " + confirmed);
        }
        assertTrue(confirmed.get() > 0, "no transfer was confirmed");
    }

    private static Object value(Database database, String sql) {
        try (Rows rows = database.query(sql)) {
            rows.next();
            return rows.getObject(0);
        }
    }

    private static long heap() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Returns whether the heap is small again, after the collections that cleaners need. */
    private static boolean isSmall(long before) throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            if (heap() < before + HEAP_GROWTH_MAX) {
                return true;
            }
            Thread.sleep(50);
        }
        return false;
    }

    private void note(String line) {
        if (line.matches("(?s).*(Exception|Error)\\b.*") && !line.contains("is gone")) {
            faults.add(line);
        }
    }

    private void run(SqlvmServer server, String url, Duration time) throws InterruptedException {
        isOver = false;
        BrokenClient broken = new BrokenClient(new Random(SEED));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(start(i, random -> transfer(url, random)));
        }
        threads.add(start(4, random -> read(url, random)));
        threads.add(start(5, random -> read(url, random)));
        threads.add(start(6, random -> cancel(url, random)));
        threads.add(start(7, _ -> broken.round(server)));
        Thread.sleep(time.toMillis());
        isOver = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private Thread start(int number, Visit visit) {
        Random random = new Random(31 * SEED + number);
        return Thread.ofPlatform().name("client-" + number).start(() -> {
            while (!isOver) {
                try {
                    visit.run(random);
                } catch (SQLException e) {
                    // Others hold the lock, a statement was cancelled, or the session was ended.
                    if (e.getSQLState() == null
                            || !e.getSQLState().matches("40.*|55.*|57.*|08.*|25P03")) {
                        faults.add(e.getSQLState() + " " + e);
                    }
                } catch (IOException e) {
                    faults.add(e.toString());
                }
            }
        });
    }

    private void transfer(String url, Random random) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        boolean dies = random.nextInt(3) == 0;
        try {
            connection.setAutoCommit(false);
            int count = 1 + random.nextInt(10);
            for (int i = 0; i < count; i++) {
                int delta = random.nextInt(100);
                change(connection, -delta, random);
                if (dies && i == count - 1) {
                    return;
                }
                change(connection, delta, random);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO transfers VALUES (" + delta + ")");
                }
                connection.commit();
                confirmed.incrementAndGet();
            }
        } finally {
            leave(connection, dies);
        }
    }

    private static void change(Connection connection, int delta, Random random)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE accounts SET balance = balance + ? WHERE id = ?")) {
            statement.setInt(1, delta);
            statement.setInt(2, 1 + random.nextInt(ACCOUNTS));
            assertEquals(1, statement.executeUpdate());
        }
    }

    private static void leave(Connection connection, boolean dies) throws SQLException {
        if (dies) {
            connection.abort(Runnable::run);
        } else {
            connection.close();
        }
    }

    /** Checks that all transfers are whole, and abandons some results before their end. */
    private void read(String url, Random random) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        boolean dies = random.nextBoolean();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT sum(balance) FROM accounts")) {
                rows.next();
                if (rows.getLong(1) != 0) {
                    faults.add("the sum is " + rows.getLong(1));
                }
            }
            connection.setAutoCommit(false);
            statement.setFetchSize(10);
            ResultSet rows =
                    statement.executeQuery("SELECT a.id, b.id FROM accounts a, accounts b");
            for (int left = random.nextInt(1000); left > 0; left--) {
                assertTrue(rows.next());
            }
            if (!dies) {
                rows.close();
                connection.rollback();
            }
        } finally {
            leave(connection, dies);
        }
    }

    /** A request that comes before the statement cancels nothing: then its time is over. */
    private void cancel(String url, Random random) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = '500ms'");
            Thread other = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(random.nextInt(20));
                    statement.cancel();
                } catch (SQLException | InterruptedException e) {
                    faults.add(e.toString());
                }
            });
            try (ResultSet rows = statement.executeQuery(
                    "SELECT count(*) FROM generate_series(1, 100000000), accounts")) {
                faults.add("was not cancelled, and counted " + rows.next());
            } finally {
                join(other);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
