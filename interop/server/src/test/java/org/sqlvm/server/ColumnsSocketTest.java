package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.arrow.ArrowStreamWriter;
import org.sqlvm.columns.ColumnsClient;
import org.sqlvm.columns.ColumnsException;
import org.sqlvm.columns.ColumnsRequest;
import org.sqlvm.columns.ColumnsResult;
import org.sqlvm.columns.Descriptor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Results in memory files and pipes. */
@Tag("native")
@Timeout(120)
final class ColumnsSocketTest {
    private static final String ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL"
            + " SELECT x + 1 FROM c) SELECT count(*) FROM c";

    private static final String MANY =
            "SELECT value, 'é' || value AS t, value / 3.0 AS r FROM generate_series(1, 100000)";

    @TempDir
    Path folder;

    private SqlvmServer server;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Descriptor.isSupported(), "descriptors are passed on Linux alone");
        server = ServerFixture.builder(folder)
                .columnsSocket(folder.resolve("columns"))
                .start();
    }

    @AfterEach
    void end() throws IOException {
        if (server != null) {
            server.close();
            assertFalse(Files.exists(folder.resolve("columns")));
        }
    }

    private ColumnsClient connect() throws IOException {
        return ColumnsClient.connect(server.columnsSocket());
    }

    /** Returns the bytes of a result; the tests of the module arrow read such bytes. */
    private byte[] arrow(String sql) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Database database = Sqlvm.open(folder.resolve("shop.db").toString());
                Rows rows = database.query(sql)) {
            ArrowStreamWriter.to(Channels.newChannel(bytes)).mixedAsText().write(rows);
        }
        return bytes.toByteArray();
    }

    private static byte[] bytes(ColumnsResult result) {
        return result.segment().toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] read(ColumnsClient client, String sql) throws IOException {
        try (InputStream stream = client.stream(sql)) {
            return stream.readAllBytes();
        }
    }

    private void awaitNoSessions() throws InterruptedException {
        while (server.sessionCount() > 0) {
            Thread.sleep(10);
        }
    }

    private static long descriptorCount() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(path -> name(path).matches("(pipe|socket|/memfd).*"))
                    .count();
        }
    }

    private static String name(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            // It was that of the listing.
            return "";
        }
    }

    @Test
    void resultsAreMemoryFiles() throws IOException {
        ColumnsResult kept;
        try (ColumnsClient client = connect()) {
            for (String sql : List.of("SELECT * FROM parts", MANY, "SELECT 1 LIMIT 0")) {
                try (ColumnsResult result = client.query(sql)) {
                    assertArrayEquals(arrow(sql), bytes(result));
                    assertTrue(result.segment().isReadOnly());
                    assertEquals(
                            sql.equals(MANY) ? 100_000 : sql.length() / 19 * 2, result.rowCount());
                }
            }
            kept = client.query("SELECT ? AS a, ? AS b", 5L, "x");
            try (ColumnsResult named = client.query(
                    "SELECT :a AS a, $b AS b", Map.of("a", 1.5, "b", new byte[] {1}))) {
                assertArrayEquals(arrow("SELECT 1.5 AS a, x'01' AS b"), bytes(named));
            }
        }
        // It is the client's own.
        assertArrayEquals(arrow("SELECT 5 AS a, 'x' AS b"), bytes(kept));
        MemorySegment segment = kept.segment();
        kept.close();
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void resultsComeThroughPipes() throws IOException {
        try (ColumnsClient client = connect()) {
            assertArrayEquals(arrow(MANY), read(client, MANY));
            assertArrayEquals(arrow("SELECT 1 LIMIT 0"), read(client, "SELECT 1 LIMIT 0"));
            try (InputStream stream = client.stream("SELECT 1")) {
                assertThrows(IllegalStateException.class, () -> client.query("SELECT 1"));
                assertEquals(0xff, stream.read());
            }
            // Rows that are not read are not computed.
            try (InputStream stream =
                    client.stream("SELECT a.value FROM generate_series(1, 100000000) AS a")) {
                assertEquals(100, stream.readNBytes(100).length);
            }
            String mixed = "SELECT iif(value < 50000, value, 'x') AS v"
                    + " FROM generate_series(1, 100000)";
            ColumnsException error =
                    assertThrows(ColumnsException.class, () -> read(client, mixed));
            assertEquals("column v, row 49999: TEXT in a column of INTEGER", error.getMessage());
            assertArrayEquals(arrow("SELECT 1"), read(client, "SELECT 1"));
        }
    }

    @Test
    void aSessionHasOneConnection() throws IOException, InterruptedException {
        try (ColumnsClient first = connect();
                ColumnsClient second = connect();
                WireClient reader = WireClient.logIn(server)) {
            assertEquals(0, first.execute("CREATE TEMP TABLE t(a); BEGIN"));
            assertEquals(2, first.execute("INSERT INTO t VALUES (?), (?)", 1L, null));
            assertEquals(2, first.execute("UPDATE parts SET price = ?", 9L));
            assertEquals(
                    "D the socket of columns|<insufficient privilege>",
                    reader.query("SELECT client_addr, query FROM pg_stat_activity"
                                    + " WHERE state = 'idle in transaction'")
                            .get(1));
            try (ColumnsResult own =
                    first.query("SELECT count(*) AS n FROM t, parts" + " WHERE price = 9")) {
                assertArrayEquals(arrow("SELECT 4 AS n"), bytes(own));
            }
            ColumnsException error =
                    assertThrows(ColumnsException.class, () -> second.query("SELECT * FROM t"));
            assertEquals("no such table: t", error.getMessage());
            assertEquals(1, error.code());
            assertEquals(14, error.offset());
            assertEquals("42S02", error.sqlState());
        }
        awaitNoSessions();
        try (ColumnsClient third = connect()) {
            assertEquals(0, third.execute("DELETE FROM parts WHERE price = 9"));
        }
    }

    @Test
    void limitsHoldHereToo() throws IOException, InterruptedException {
        server.close();
        server = ServerFixture.reopen(folder)
                .columnsSocket(folder.resolve("columns"))
                .readOnly(true)
                .maxRows(10)
                .maxSessions(1)
                .start();
        try (ColumnsClient client = connect()) {
            assertEquals(
                    "not authorized",
                    assertThrows(ColumnsException.class, () -> client.execute("ATTACH 'x' AS y"))
                            .getMessage());
            assertEquals(
                    "attempt to write a readonly database",
                    assertThrows(ColumnsException.class, () -> client.execute("DELETE FROM parts"))
                            .getMessage());
            assertEquals(
                    "a result has more than 10 rows",
                    assertThrows(ColumnsException.class, () -> client.query(MANY))
                            .getMessage());
            try (ColumnsClient other = connect()) {
                Thread.sleep(100); // Until the server has ended the connection.
                assertEquals(
                        "sorry, too many clients already",
                        assertThrows(ColumnsException.class, () -> other.query("SELECT 1"))
                                .getMessage());
            }
        }
    }

    @Test
    void aClientThatLeavesLeavesNothing() throws IOException, InterruptedException {
        try (ColumnsClient warm = connect()) {
            read(warm, "SELECT 1");
        }
        awaitNoSessions();
        long before = descriptorCount();
        for (ColumnsRequest.Mode mode : ColumnsRequest.Mode.values()) {
            for (String sql :
                    List.of(ENDLESS, "SELECT value FROM generate_series(1, 1000000000)")) {
                try (Descriptor socket =
                        Descriptor.connect(server.columnsSocket().toString())) {
                    socket.send(
                            new ColumnsRequest(mode, "BEGIN IMMEDIATE", List.of(), List.of())
                                    .encode(),
                            List.of());
                    socket.send(
                            new ColumnsRequest(mode, sql, List.of(), List.of()).encode(),
                            List.of());
                    while (!server.metrics().contains("sqlvm_connections 1\n")) {
                        Thread.sleep(10);
                    }
                    Thread.sleep(300);
                }
                awaitNoSessions();
                try (ColumnsClient other = connect()) {
                    assertEquals(0, other.execute("BEGIN IMMEDIATE"));
                }
                awaitNoSessions();
            }
        }
        assertEquals(before, descriptorCount());
    }

    @Test
    void theServerEndsWhatRuns() throws Exception {
        server.close();
        server = ServerFixture.reopen(folder)
                .columnsSocket(folder.resolve("columns"))
                .closeTimeout(Duration.ofMillis(100))
                .start();
        try (ColumnsClient waiting = connect();
                ColumnsClient running = connect();
                ColumnsClient unread = connect()) {
            waiting.execute("BEGIN");
            InputStream stream = unread.stream("SELECT value FROM generate_series(1, 1000000000)");
            CompletableFuture<Throwable> error = CompletableFuture.supplyAsync(
                    () -> assertThrows(IOException.class, () -> running.query(ENDLESS)));
            while (!server.metrics().contains("sqlvm_statements_total 3\n")) {
                Thread.sleep(10);
            }
            server.close();
            assertEquals("interrupted", error.get(30, TimeUnit.SECONDS).getMessage());
            assertThrows(IOException.class, () -> waiting.execute("SELECT 1"));
            assertThrows(IOException.class, stream::readAllBytes);
            assertEquals(0, server.sessionCount());
        }
    }

    @Test
    void whoKeepsOthersWaitingIsEnded() throws IOException, InterruptedException {
        server.close();
        server = ServerFixture.reopen(folder)
                .columnsSocket(folder.resolve("columns"))
                .idleTransactionTimeout(Duration.ofMillis(100))
                .sendTimeout(Duration.ofMillis(100))
                .start();
        try (ColumnsClient idle = connect();
                ColumnsClient unread = connect()) {
            idle.execute("BEGIN IMMEDIATE");
            InputStream stream = unread.stream("SELECT value FROM generate_series(1, 1000000000)");
            awaitNoSessions();
            assertThrows(IOException.class, () -> idle.execute("COMMIT"));
            assertThrows(IOException.class, stream::readAllBytes);
        }
    }

    @Test
    void requestsMayBeBroken() throws IOException, InterruptedException {
        Random random = new Random(39);
        byte[] good = new ColumnsRequest(
                        ColumnsRequest.Mode.MEMORY,
                        "SELECT ?, :b, ?3",
                        List.of("", "b", ""),
                        List.of(1L, "text", new byte[] {1, 2}))
                .encode();
        for (int i = 0; i < 300; i++) {
            byte[] broken = good.clone();
            for (int j = random.nextInt(4); j >= 0; j--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            try (Descriptor socket = Descriptor.connect(server.columnsSocket().toString())) {
                socket.send(broken, List.of());
                if (random.nextBoolean() && socket.awaitReadable(20)) {
                    List<Descriptor> got = new ArrayList<>();
                    socket.receive(ByteBuffer.allocate(1000), got);
                    Descriptor.closeAll(got);
                }
            }
        }
        awaitNoSessions();
        try (Descriptor socket = Descriptor.connect(server.columnsSocket().toString());
                Descriptor file = Descriptor.memoryFile("unwanted")) {
            // The server closes descriptors that a client has sent with a request.
            socket.send(good, List.of(file));
            ByteBuffer answer = ByteBuffer.allocate(4);
            List<Descriptor> got = new ArrayList<>();
            assertTrue(socket.readFully(answer, got));
            Descriptor.closeAll(got);
        }
        try (ColumnsClient client = connect();
                ColumnsResult result = client.query("SELECT 1")) {
            assertEquals(1, result.rowCount());
        }
    }

    @Test
    void filesThatAreNotSealedAreNotMapped() throws IOException {
        try (Descriptor file = Descriptor.memoryFile("test");
                Arena arena = Arena.ofConfined()) {
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            assertThrows(IOException.class, () -> file.map(arena));
            file.seal();
            MemorySegment mapped = file.map(arena);
            assertEquals(3, mapped.byteSize());
            assertThrows(IOException.class, () -> file.write(ByteBuffer.wrap(new byte[1])));
        }
        assertThrows(IOException.class, () -> Descriptor.connect("x".repeat(108)));
    }

    @Test
    void pythonReadsThem() throws IOException, InterruptedException {
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(Files.isExecutable(python), "no /usr/bin/python3");
        Path module = Path.of(System.getProperty("sqlvm.root"), "interop/server/src/main/python");
        Path script = folder.resolve("client.py");
        Files.writeString(script, """
            import sys
            import sqlvm_columns

            with sqlvm_columns.connect(sys.argv[1]) as client:
                with client.query("SELECT * FROM parts WHERE id > ?", [0]) as result:
                    assert result.rows == 2
                    open(sys.argv[2], "wb").write(result.buffer)
                assert client.execute("UPDATE parts SET note = :n", {"n": b"x"}) == 2
                with client.stream("SELECT value FROM generate_series(1, 100000)") as stream:
                    open(sys.argv[3], "wb").write(stream.read())
                    assert stream.rows == 100000
                with client.stream("SELECT value FROM generate_series(1, 1000000000)") as stream:
                    stream.read(10)
                try:
                    client.query("SELECT nosuch")
                    raise AssertionError
                except sqlvm_columns.Error as error:
                    assert (error.code, error.offset, error.sqlstate) == (1, 7, "42S22"), vars(error)
            """);
        byte[] parts = arrow("SELECT * FROM parts");
        ProcessBuilder builder = new ProcessBuilder(
                        python.toString(),
                        "-B",
                        script.toString(),
                        server.columnsSocket().toString(),
                        folder.resolve("parts").toString(),
                        folder.resolve("series").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        builder.environment().put("PYTHONPATH", module.toString());
        Process process = builder.start();
        assertEquals(0, process.waitFor(), Files.readString(folder.resolve("log"), UTF_8));
        assertArrayEquals(parts, Files.readAllBytes(folder.resolve("parts")));
        assertArrayEquals(
                arrow("SELECT value FROM generate_series(1, 100000)"),
                Files.readAllBytes(folder.resolve("series")));
    }
}
