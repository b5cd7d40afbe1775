package com.example;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ten threads move money between a hundred accounts of one file, and look at the sum while others
 * write. Each has a connection of its own; who finds the file locked waits.
 */
public final class Main {
    /** With a write-ahead log, readers and the writer do not wait for each other. */
    private static final String URL =
            "jdbc:sqlvm:bank.db?journal_mode=WAL&synchronous=NORMAL&busy_timeout=30000"
                    + "&transaction_mode=IMMEDIATE";

    private static final int THREADS = 10;
    private static final int TRANSFERS = 100;
    private static final int ACCOUNTS = 100;
    private static final int BALANCE = 1_000;

    private Main() {}

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL)) {
            open(connection);
            List<Future<Integer>> results = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
                for (int i = 0; i < THREADS; i++) {
                    results.add(threads.submit(Main::work));
                }
            }
            System.out.println(made(results) + " transfers of " + THREADS + " threads");
            System.out.println("sum " + sum(connection));
        }
    }

    private static int made(List<Future<Integer>> results)
            throws InterruptedException, ExecutionException {
        int made = 0;
        for (Future<Integer> result : results) {
            made += result.get();
        }
        return made;
    }

    private static void open(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS account");
            statement.execute("CREATE TABLE account("
                    + "id INTEGER PRIMARY KEY, balance INTEGER CHECK (balance >= 0))");
            statement.execute("INSERT INTO account SELECT value, " + BALANCE
                    + " FROM generate_series(1, " + ACCOUNTS + ")");
        }
    }

    /** Makes the transfers of one thread; returns their number. */
    private static int work() throws SQLException {
        int made = 0;
        try (Connection connection = DriverManager.getConnection(URL)) {
            while (made < TRANSFERS) {
                transfer(connection);
                made++;
                if (made % 10 == 0 && sum(connection) != (long) ACCOUNTS * BALANCE) {
                    throw new IllegalStateException("money has come or gone");
                }
            }
        }
        return made;
    }

    /** One transaction: both accounts change, or none does. */
    private static void transfer(Connection connection) throws SQLException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        connection.setAutoCommit(false);
        try (PreparedStatement change = connection.prepareStatement(
                "UPDATE account SET balance = balance + ? WHERE id = ?")) {
            int amount = random.nextInt(1, 5);
            int from = random.nextInt(1, ACCOUNTS + 1);
            change.setInt(1, -amount);
            change.setInt(2, from);
            change.executeUpdate();
            change.setInt(1, amount);
            change.setInt(2, from % ACCOUNTS + 1);
            change.executeUpdate();
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static long sum(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT sum(balance) FROM account")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
