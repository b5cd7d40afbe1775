package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.client.ClientColumn;
import org.sqlvm.client.ClientConnection;
import org.sqlvm.client.ClientException;
import org.sqlvm.client.ClientRows;
import org.sqlvm.client.ClientStatement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A client of our own on the server: values, results, batches, errors. */
final class OwnClientTest {
    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i)"
                    + " FROM n";

    @TempDir
    Path folder;

    private SqlvmServer server;
    private ClientConnection connection;

    @BeforeEach
    void connect() throws IOException {
        server = ServerFixture.start(folder);
        connection = open();
    }

    private ClientConnection open() {
        return ClientConnection.at("localhost", server.port()).open();
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        server.close();
    }

    private List<Object> values(String sql, Object... parameters) {
        List<Object> values = new ArrayList<>();
        try (ClientStatement statement = connection.prepare(sql);
                ClientRows rows = statement.bindAll(parameters).query()) {
            while (rows.next()) {
                for (int i = 0; i < rows.columnCount(); i++) {
                    values.add(rows.getObject(i));
                }
            }
        }
        return values;
    }

    @Test
    void statementsAreDescribed() {
        String sql = "SELECT id AS number, 1 + 1 FROM parts WHERE id = :id OR id = ?; SELECT 2";
        try (ClientStatement statement = connection.prepare(sql)) {
            assertEquals(sql.indexOf(';') + 1, statement.end());
            assertTrue(statement.isQuery());
            assertTrue(statement.isReadOnly());
            assertFalse(statement.changesRows());
            assertEquals(
                    List.of(
                            new ClientColumn("number", "INTEGER", "main", "parts", "id"),
                            new ClientColumn("1 + 1", null, null, null, null)),
                    statement.columns());
            assertEquals(2, statement.parameterCount());
            assertEquals(":id", statement.parameterName(1));
            assertNull(statement.parameterName(2));
            assertEquals(1, statement.parameterNumber(":id"));
        }
        assertNull(connection.prepare(" -- nothing"));
        try (ClientStatement statement = connection.prepare("INSERT INTO orders VALUES (?, ?)")) {
            assertTrue(statement.changesRows());
            assertFalse(statement.isReadOnly());
            assertFalse(statement.isQuery());
        }
    }

    /** Other clients of the server have other types for these, or none. */
    @Test
    void valuesComeAsTheyAre() {
        List<Object> sent = Arrays.asList(
                0L,
                127L,
                -128L,
                128L,
                32768L,
                -32769L,
                1L << 31,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0.0,
                -0.5,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                "",
                "täxt \uD83D\uDE00 \0 end",
                "x".repeat(200),
                "y".repeat(70_000),
                null);
        for (Object value : sent) {
            assertEquals(Arrays.asList(value, value), values("SELECT ?1, ?1", value));
        }
        try (ClientStatement insert =
                connection.prepare("INSERT INTO parts VALUES (?, ?, 0, 0, ?)")) {
            for (int i = 0; i < sent.size(); i++) {
                insert.bindAll(100L + i, "n" + i, sent.get(i)).addBatch();
            }
            assertEquals(sent.size(), insert.executeBatch().length);
        }
        // As a column with values of all classes.
        assertEquals(sent, values("SELECT note FROM parts WHERE id >= 100 ORDER BY id"));
        assertEquals(Arrays.asList(null, "null"), values("SELECT ?1, typeof(?1)", Double.NaN));
        for (int size : new int[] {0, 1, 127, 128, 40_000, 10 << 20}) {
            byte[] bytes = new byte[size];
            new Random(size).nextBytes(bytes);
            assertArrayEquals(bytes, (byte[]) values("SELECT ?", bytes).getFirst());
        }
    }

    @Test
    void textThatIsNoUtf8KeepsItsBytes() {
        try (ClientStatement statement = connection.prepare("SELECT CAST(x'61ff62' AS TEXT)");
                ClientRows rows = statement.query()) {
            assertTrue(rows.next());
            assertEquals(ClientRows.Type.TEXT, rows.type(0));
            assertArrayEquals(new byte[] {'a', -1, 'b'}, rows.getBlob(0));
            assertEquals("a\uFFFDb", rows.getText(0));
        }
    }

    /** As sqlite3_column_* do it, for which the server is asked. */
    @Test
    void conversionsAreThoseOfTheDatabase() {
        List<Object> samples = new ArrayList<>(List.of(
                "12",
                " 12x",
                "-7.9",
                "1e3",
                "1e",
                ".5",
                "+.5e-2z",
                "abc",
                "",
                "-",
                "0x10",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999"));
        samples.addAll(List.of(1.5, 1e20, -1e300, 1e-7, 0.1, 100.0, 123456.789, 1e15, 1e16, 12.0));
        for (Object sample : samples) {
            String sql = "SELECT ?1, CAST(?1 AS INTEGER), CAST(?1 AS REAL), CAST(?1 AS TEXT)";
            try (ClientStatement statement = connection.prepare(sql);
                    ClientRows rows = statement.bindAll(sample).query()) {
                assertTrue(rows.next());
                assertEquals(rows.getLong(1), rows.getLong(0), () -> "long of " + sample);
                assertEquals(rows.getDouble(2), rows.getDouble(0), () -> "real of " + sample);
                assertEquals(rows.getText(3), rows.getText(0), () -> "text of " + sample);
            }
        }
    }

    /** Neither side keeps what is not read: each of them is larger than what is sent ahead. */
    @Test
    void severalLargeResultsAreOpen() {
        String sql = "SELECT value, 'row ' || value, value * 0.5 FROM generate_series(1, 200000)";
        try (ClientStatement first = connection.prepare(sql);
                ClientStatement second = connection.prepare(sql);
                ClientStatement third = connection.prepare("SELECT count(*) FROM parts");
                ClientRows left = first.query();
                ClientRows right = second.query()) {
            for (int i = 1; i <= 200_000; i++) {
                assertTrue(left.next());
                assertEquals(i, left.getLong(0));
                assertEquals(i * 0.5, left.getDouble(2));
                if (i % 3 == 0) {
                    assertTrue(right.next());
                    assertEquals("row " + i / 3, right.getText(1));
                }
                if (i % 50_000 == 0) {
                    try (ClientRows count = third.query()) {
                        assertTrue(count.next());
                        assertEquals(2, count.getLong(0));
                        assertFalse(count.next());
                    }
                }
            }
            assertFalse(left.next());
            assertTrue(right.next());
        }
        assertEquals(List.of(7L), values("SELECT 7"));
    }

    @Test
    void rowsComeInPartsOfTheSizeThatIsAskedFor() {
        try (ClientStatement statement =
                connection.prepare("SELECT value FROM generate_series(1, 1000)").fetchSize(7)) {
            try (ClientRows rows = statement.query()) {
                for (int i = 1; i <= 1000; i++) {
                    assertTrue(rows.next());
                    assertEquals(i, rows.getLong(0));
                }
                assertFalse(rows.next());
            }
        }
    }

    /** Another connection may write as soon as a result is closed. */
    @Test
    void closedResultsHoldNoLocks() {
        assertEquals(List.of("delete"), values("PRAGMA journal_mode"));
        try (ClientConnection other = open();
                ClientStatement statement = connection.prepare(
                        "SELECT value, id FROM generate_series(1, 100000), parts")) {
            other.execute("PRAGMA busy_timeout = 0");
            ClientRows rows = statement.query();
            assertTrue(rows.next());
            ClientException error =
                    assertThrows(ClientException.class, () -> other.execute("DELETE FROM orders"));
            assertEquals(5, error.code() & 0xff);
            rows.close();
            other.execute("DELETE FROM orders");
            assertFalse(rows.next());
        }
    }

    @Test
    void manyRowsAreInsertedByFewMessages() {
        List<Object[]> rows = new ArrayList<>();
        for (long i = 0; i < 100_000; i++) {
            rows.add(new Object[] {i + 10, i % 3 == 0 ? null : i % 7});
        }
        connection.execute("BEGIN");
        long[] counts;
        try (ClientStatement insert = connection.prepare("INSERT INTO orders VALUES (?, ?)")) {
            counts = insert.executeBatch(rows);
        }
        connection.execute("COMMIT");
        assertEquals(100_000, counts.length);
        assertEquals(100_000, Arrays.stream(counts).sum());
        assertEquals(
                List.of(100_000L, 33_334L, 10L, 100_009L),
                values("SELECT count(*), sum(part IS NULL), min(id), max(id) FROM orders"));
        assertEquals(100_000L, connection.totalChanges());
        assertEquals(100_009L, connection.lastInsertRowid());
    }

    @Test
    void batchesTellWhatEachRunHasDone() {
        connection.execute("INSERT INTO orders(part) VALUES (1), (1), (2)");
        try (ClientStatement update =
                connection.prepare("UPDATE orders SET part = ? WHERE part = ?")) {
            update.bindAll(5, 1).addBatch();
            update.bindAll(6, 2).addBatch();
            update.bindAll(7, 3).addBatch();
            assertArrayEquals(new long[] {2, 1, 0}, update.executeBatch());
        }
        try (ClientStatement insert =
                connection.prepare("INSERT INTO parts(name) VALUES (?)").keepRowids(true)) {
            insert.bindAll("a").addBatch();
            insert.bindAll("b").addBatch();
            assertArrayEquals(new long[] {1, 1}, insert.executeBatch());
            assertArrayEquals(new long[] {3, 4}, insert.insertedRowids());
            insert.bindAll("c").addBatch();
            insert.bindAll("b").addBatch();
            insert.bindAll("d").addBatch();
            ClientException error = assertThrows(ClientException.class, insert::executeBatch);
            assertEquals(2067, error.code());
            assertArrayEquals(new long[] {1}, insert.batchCounts());
            assertArrayEquals(new long[] {5}, insert.insertedRowids());
        }
        assertEquals(List.of(5L), values("SELECT count(*) FROM parts"));
    }

    @Test
    void rowsOfABatchAreLookedAt() {
        try (ClientStatement insert = connection.prepare("INSERT INTO orders VALUES (?, ?)")) {
            insert.executeBatch(List.of(new Object[] {7, true}, new Object[] {(byte) 8, 1.5f}));
            assertEquals(
                    List.of(7L, 1L, "integer", 8L, 1.5, "real"),
                    values("SELECT id, part, typeof(part) FROM orders ORDER BY id"));
            for (Object[] row :
                    List.of(new Object[] {9}, new Object[] {9, 9, 9}, new Object[] {9, folder})) {
                assertThrows(
                        ClientException.class, () -> insert.executeBatch(List.<Object[]>of(row)));
            }
            assertThrows(ClientException.class, () -> insert.bind(3, 1));
        }
        assertEquals(List.of(2L), values("SELECT count(*) FROM orders"));
    }

    /** Unlike a transaction of PostgreSQL's clients. */
    @Test
    void anErrorDoesNotEndTheTransaction() {
        connection.execute("BEGIN; INSERT INTO orders(part) VALUES (1)");
        assertFalse(connection.isAutocommit());
        ClientException error = assertThrows(
                ClientException.class,
                () -> connection.execute("INSERT INTO parts(id) VALUES (9)"));
        assertEquals("NOT NULL constraint failed: parts.name", error.getMessage());
        assertEquals(1299, error.code());
        assertEquals("23502", error.sqlState());
        assertFalse(error.isConnectionLost());
        connection.execute("INSERT INTO orders(part) VALUES (2); COMMIT");
        assertTrue(connection.isAutocommit());
        assertEquals(List.of(2L), values("SELECT count(*) FROM orders"));
        connection.execute("BEGIN; DELETE FROM orders");
        assertThrows(
                ClientException.class,
                () -> connection.execute(
                        "INSERT OR ROLLBACK INTO parts(id, name) VALUES (1, 'x')"));
        assertTrue(connection.isAutocommit());
        assertEquals(List.of(2L), values("SELECT count(*) FROM orders"));
    }

    @Test
    void errorsHaveTheirPlace() {
        ClientException error = assertThrows(
                ClientException.class, () -> connection.prepare("SELECT '\uD83D\uDE00', nosuch"));
        assertEquals("no such column: nosuch", error.getMessage());
        assertEquals("SELECT '\uD83D\uDE00', ".length(), error.position());
        assertEquals("42S22", error.sqlState());
        String script = "SELECT 1; SELEC 2";
        error = assertThrows(ClientException.class, () -> connection.execute(script));
        assertEquals(script.indexOf("SELEC 2"), error.position());
        assertEquals("near \"SELEC\": syntax error", error.getMessage());
        // Rows before the error are rows of the result.
        String sql = "SELECT abs(CASE value WHEN 5000 THEN -9223372036854775808 ELSE value END)"
                + " FROM generate_series(1, 10000)";
        try (ClientStatement statement = connection.prepare(sql);
                ClientRows rows = statement.query()) {
            assertTrue(rows.next());
            assertEquals(1, rows.getLong(0));
            assertThrows(ClientException.class, () -> {
                while (rows.next()) {}
            });
            assertFalse(rows.next());
        }
    }

    @Test
    void columnsAreToldAgainWhenTheyHaveChanged() {
        try (ClientStatement statement = connection.prepare("SELECT * FROM orders")) {
            assertEquals(2, statement.columns().size());
            connection.execute("ALTER TABLE orders ADD COLUMN day TEXT DEFAULT 'monday';"
                    + "INSERT INTO orders(part) VALUES (1)");
            try (ClientRows rows = statement.query()) {
                assertTrue(rows.next());
                assertEquals(3, rows.columnCount());
                assertEquals("monday", rows.getText(2));
            }
            assertEquals("day", statement.columns().get(2).name());
        }
    }

    @Test
    void whatRunsCanBeCancelled() throws InterruptedException {
        Thread canceller = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 200 && !Thread.currentThread().isInterrupted(); i++) {
                connection.cancel();
                sleep(10);
            }
        });
        ClientException error = assertThrows(ClientException.class, () -> values(ENDLESS));
        canceller.interrupt();
        canceller.join();
        assertEquals(9, error.code() & 0xff);
        // A cancel that comes too late may end what comes next.
        connection.isValid(Duration.ZERO);
        assertEquals(List.of(1L), values("SELECT 1"));
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void timeLimitsEndStatements() {
        try (ClientStatement statement = connection.prepare(ENDLESS).timeLimit(50)) {
            ClientException error = assertThrows(ClientException.class, statement::query);
            assertEquals(9, error.code() & 0xff);
        }
    }

    @Test
    void sessionsReachNoFiles() {
        for (String sql : List.of(
                "ATTACH 'x.db' AS x",
                "VACUUM INTO 'x.db'",
                "SELECT * FROM read_csv('x.csv')",
                "SELECT 1; ATTACH 'x.db' AS x")) {
            ClientException error =
                    assertThrows(ClientException.class, () -> connection.execute(sql), sql);
            assertEquals(23, error.code(), sql);
        }
    }

    /** The text is not put into other words. */
    @Test
    void thereIsNoPostgres() {
        assertThrows(ClientException.class, () -> connection.prepare("SELECT 1::int8"));
        assertThrows(ClientException.class, () -> connection.prepare("SELECT * FROM pg_class"));
    }

    private Path other() throws IOException {
        return Files.createDirectory(folder.resolve("other"));
    }

    @Test
    void aResultMayBeTooLong() throws IOException {
        try (SqlvmServer limited = ServerFixture.builder(other()).maxRows(100).start();
                ClientConnection own =
                        ClientConnection.at("localhost", limited.port()).open();
                ClientStatement statement =
                        own.prepare("SELECT value FROM generate_series(1, 1000)");
                ClientRows rows = statement.query()) {
            ClientException error = assertThrows(ClientException.class, () -> {
                while (rows.next()) {}
            });
            assertEquals("a result has more than 100 rows", error.getMessage());
        }
    }

    @Test
    void aMessageMayBeTooLong() {
        byte[] bytes = new byte[65 << 20];
        ClientException error =
                assertThrows(ClientException.class, () -> values("SELECT length(?)", bytes));
        assertEquals(18, error.code());
        assertEquals(
                List.of(3L), values("SELECT length(?)", "abc".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theServerEnds() throws IOException {
        try (ClientStatement statement =
                        connection.prepare("SELECT value FROM generate_series(1, 10000000)");
                ClientRows rows = statement.query()) {
            assertTrue(rows.next());
            assertTrue(connection.isValid(Duration.ofSeconds(5)));
            server.close();
            ClientException error = assertThrows(ClientException.class, () -> {
                while (rows.next()) {}
            });
            assertTrue(error.isConnectionLost());
            assertEquals("08006", error.sqlState());
            assertFalse(connection.isValid(Duration.ofSeconds(5)));
            assertTrue(connection.isBroken());
            error = assertThrows(ClientException.class, () -> connection.execute("SELECT 1"));
            assertEquals("08003", error.sqlState());
        }
    }

    @Test
    void onlyAServerOfOursIsTaken() {
        ClientException error = assertThrows(
                ClientException.class, () -> ClientConnection.at("localhost", 1).open());
        assertTrue(error.isConnectionLost());
        assertEquals("08001", error.sqlState());
    }
}
