package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A server that is killed under its clients: what it has confirmed is in the file, no transaction
 * is there in part, and SQLite finds the file sound.
 */
@Tag("native")
final class ServerCrash {
    /** {@code -Dsqlvm.rounds=N} kills more servers. */
    private static final int ROUNDS = Integer.getInteger("sqlvm.rounds", 4);

    private static final int CLIENTS = 6;

    /** Matches the log line of a server that is ready. */
    private static final Pattern PORT = Pattern.compile("listens at .*, port (\\d+)");

    @TempDir
    Path folder;

    private final Random random = new Random(Long.getLong("sqlvm.seed", 1));
    /** By client: the number of its last transfer that the server has confirmed. */
    private final ConcurrentHashMap<Integer, Integer> confirmed = new ConcurrentHashMap<>();

    private final ConcurrentHashMap<Integer, String> faults = new ConcurrentHashMap<>();

    @Test
    void whatWasConfirmedIsThere() throws Exception {
        Path file = folder.resolve("bank.db");
        try (Connection sqlite = sqlite(file);
                Statement statement = sqlite.createStatement()) {
            statement.execute("CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INT)");
            statement.execute("CREATE TABLE transfers(client INT, number INT, note TEXT)");
            statement.execute("CREATE INDEX by_note ON transfers(note)");
            statement.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                    + " WHERE i < 1000) INSERT INTO accounts SELECT i, 0 FROM n");
        }
        for (int round = 0; round < ROUNDS; round++) {
            setMode(file, round % 2 == 0 ? "WAL" : "DELETE");
            kill(file);
            check(file);
        }
        assertEquals(List.of(), List.copyOf(faults.values()));
    }

    private static Connection sqlite(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private static void setMode(Path file, String mode) throws SQLException {
        try (Connection sqlite = sqlite(file);
                Statement statement = sqlite.createStatement()) {
            statement.execute("PRAGMA journal_mode = " + mode);
        }
    }

    private void kill(Path file) throws IOException, InterruptedException {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        file.toString(),
                        "--port",
                        "0")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader log = server.errorReader()) {
            String url = "jdbc:postgresql://localhost:" + port(log) + "/bank?user=me";
            List<Thread> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(number -> Thread.ofPlatform().start(() -> transfer(url, number)))
                    .toList();
            int before = transfers();
            while (transfers() < before + CLIENTS && faults.isEmpty()) {
                Thread.sleep(1);
            }
            Thread.sleep(random.nextInt(300));
            server.destroyForcibly();
            for (Thread client : clients) {
                client.join();
            }
        }
        server.waitFor();
    }

    private int transfers() {
        return confirmed.values().stream().mapToInt(i -> i).sum();
    }

    private static String port(BufferedReader log) throws IOException {
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            Matcher ready = PORT.matcher(line);
            if (ready.find()) {
                return ready.group(1);
            }
        }
        throw new IOException("the server did not start");
    }

    /** From one account to another, until the server is gone. */
    private void transfer(String url, int client) {
        Random own = new Random(client);
        int number = confirmed.getOrDefault(client, 0);
        try (Connection connection = DriverManager.getConnection(url)) {
            connection.setAutoCommit(false);
            try (PreparedStatement change = connection.prepareStatement(
                            "UPDATE accounts SET balance = balance + ? WHERE id = ?");
                    PreparedStatement note =
                            connection.prepareStatement("INSERT INTO transfers VALUES (?, ?, ?)")) {
                while (true) {
                    number++;
                    int delta = own.nextInt(100);
                    for (int sign = -1; sign <= 1; sign += 2) {
                        change.setInt(1, sign * delta);
                        change.setInt(2, 1 + own.nextInt(1000));
                        change.executeUpdate();
                    }
                    note.setInt(1, client);
                    note.setInt(2, number);
                    note.setString(3, "note ".repeat(own.nextInt(300)) + number);
                    note.executeUpdate();
                    connection.commit();
                    confirmed.put(client, number);
                }
            }
        } catch (SQLException e) {
            // The connection is broken: 08006, or 08003 where it is known to be.
            if (e.getSQLState() == null || !e.getSQLState().startsWith("08")) {
                faults.put(client, e.toString());
            }
        }
    }

    private void check(Path file) throws SQLException {
        try (Connection sqlite = sqlite(file);
                Statement statement = sqlite.createStatement()) {
            assertEquals("ok", value(statement, "PRAGMA integrity_check"));
            assertEquals(0, value(statement, "SELECT sum(balance) FROM accounts"));
            for (int client = 0; client < CLIENTS; client++) {
                String own = " FROM transfers WHERE client = " + client;
                int last = (int) value(statement, "SELECT coalesce(max(number), 0)" + own);
                assertEquals(last, value(statement, "SELECT count(*)" + own), "a transfer is gone");
                // The last one may be there although the server could not say so.
                int told = confirmed.getOrDefault(client, 0);
                assertTrue(last == told || last == told + 1, "last " + last + ", told of " + told);
                confirmed.put(client, last);
            }
        }
    }

    private static Object value(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getObject(1);
        }
    }
}
