package org.sqlvm.dbus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.FileDescriptor;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.arrow.ArrowStreamWriter;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.dbus.BusDatabase.Fetched;
import org.sqlvm.dbus.BusDatabase.Streamed;
import org.sqlvm.server.SqlvmServer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A service on a bus of its own, with clients in Java and gdbus. */
@Timeout(120)
final class BusServiceTest {
    private static final Path DAEMON = Path.of("/usr/bin/dbus-daemon");
    private static final Path GDBUS = Path.of("/usr/bin/gdbus");

    @TempDir
    Path folder;

    private Process daemon;
    private SqlvmServer server;
    private BusService service;

    private String address() {
        return "unix:path=" + folder.resolve("bus");
    }

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Descriptor.isSupported(), "descriptors are passed on Linux alone");
        assumeTrue(Files.isExecutable(DAEMON), "no " + DAEMON);
        Path config = folder.resolve("bus.conf");
        Files.writeString(config, """
            <busconfig>
              <type>custom</type>
              <listen>%s</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """.formatted(address()));
        daemon = new ProcessBuilder(DAEMON.toString(), "--config-file=" + config, "--nofork")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        while (!Files.exists(folder.resolve("bus"))) {
            assertTrue(daemon.isAlive(), () -> log());
            Thread.sleep(10);
        }
        server = SqlvmServer.builder(folder.resolve("shop.db").toString())
                .withoutPort()
                .maxSessions(2)
                .log(line -> {})
                .start();
        service = (BusService) new BusExtension().start(server, address());
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @AfterEach
    void end() throws Exception {
        if (service != null) {
            service.close();
            assertEquals(0, server.sessionCount());
            server.close();
        }
        if (daemon != null) {
            daemon.destroy();
            daemon.waitFor();
        }
    }

    private DBusConnection connect() throws DBusException {
        return BusClients.connect(address());
    }

    private static BusDatabase database(DBusConnection connection) throws DBusException {
        return BusClients.database(connection);
    }

    private static Variant<?> text(String text) {
        return new Variant<>(text, "s");
    }

    @Test
    void rowsComeInMessages() throws Exception {
        try (DBusConnection connection = connect()) {
            BusDatabase database = database(connection);
            database.execute("CREATE TABLE t(i, r, s, b, n)", List.of());
            assertEquals(
                    1,
                    database.execute(
                            "INSERT INTO t VALUES (?, ?, ?, ?, ?)",
                            List.of(
                                    new Variant<>(5L, "x"),
                                    new Variant<>(0.5, "d"),
                                    text("é"),
                                    new Variant<>(new byte[] {1, 2}, "ay"),
                                    new Variant<>(new DBusPath("/"), "o"))));
            UInt32 statement = database.prepare("SELECT *, typeof(n) AS t FROM t WHERE i = ?");
            database.bind(statement, List.of(new Variant<>((byte) 5, "y")));
            Fetched<List<String>, List<List<Variant<?>>>, Boolean> fetched =
                    database.fetch(statement, new UInt32(0));
            assertEquals(List.of("i", "r", "s", "b", "n", "t"), fetched.columns);
            assertFalse(fetched.hasMore);
            List<Variant<?>> row = fetched.rows.getFirst();
            assertEquals(5L, row.get(0).getValue());
            assertEquals(0.5, row.get(1).getValue());
            assertEquals("é", row.get(2).getValue());
            assertEquals(List.of((byte) 1, (byte) 2), row.get(3).getValue());
            assertEquals("/", ((DBusPath) row.get(4).getValue()).getPath());
            assertEquals("null", row.get(5).getValue());
            UInt32 many = database.prepare("SELECT value FROM generate_series(1, 5000)");
            int count = 0;
            boolean hasMore = true;
            while (hasMore) {
                var part = database.fetch(many, new UInt32(2000));
                count += part.rows.size();
                hasMore = part.hasMore;
            }
            assertEquals(5000, count);
            database.finish(many);
            SqliteError gone =
                    assertThrows(SqliteError.class, () -> database.fetch(many, new UInt32(0)));
            assertEquals("no statement 2 (21)", gone.getMessage());
        }
    }

    @Test
    void resultsComeAsMemoryFiles() throws Exception {
        try (DBusConnection connection = connect()) {
            BusDatabase database = database(connection);
            String sql = "SELECT value, 'é' || value AS t FROM generate_series(1, ?)";
            Streamed<FileDescriptor, Long> streamed =
                    database.stream(sql, List.of(new Variant<>(50_000L, "x")));
            assertEquals(50_000, streamed.count);
            try (Descriptor file = Descriptor.of(streamed.file.getIntFileDescriptor());
                    Arena arena = Arena.ofConfined()) {
                assertArrayEquals(
                        arrow(sql.replace("?", "50000")),
                        file.map(arena).toArray(ValueLayout.JAVA_BYTE));
            }
            long before = memoryFiles();
            for (int i = 0; i < 20; i++) {
                Descriptor.of(database.stream("SELECT 1", List.of()).file.getIntFileDescriptor())
                        .close();
                assertThrows(SqliteError.class, () -> database.stream("SELECT x", List.of()));
            }
            assertEquals(before, memoryFiles());
        }
    }

    private static long memoryFiles() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(path -> {
                        try {
                            return Files.readSymbolicLink(path).toString().contains("memfd:sqlvm");
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .count();
        }
    }

    private byte[] arrow(String sql) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Database database = Sqlvm.open(folder.resolve("shop.db").toString());
                Rows rows = database.query(sql)) {
            ArrowStreamWriter.to(Channels.newChannel(bytes)).mixedAsText().write(rows);
        }
        return bytes.toByteArray();
    }

    @Test
    void errorsAndLimits() throws Exception {
        try (DBusConnection connection = connect()) {
            BusDatabase database = database(connection);
            assertEquals(
                    "no such column: x (1)",
                    assertThrows(SqliteError.class, () -> database.prepare("SELECT x"))
                            .getMessage());
            assertEquals(
                    "not authorized (23)",
                    assertThrows(
                                    SqliteError.class,
                                    () -> database.execute("ATTACH 'x' AS y", List.of()))
                            .getMessage());
            for (String sql : List.of(
                    "PRAGMA locking_mode = EXCLUSIVE",
                    "PRAGMA journal_mode = OFF",
                    "PRAGMA synchronous = OFF",
                    "SELECT * FROM pragma_sqlvm_statements")) {
                for (Executable way : List.<Executable>of(
                        () -> database.prepare(sql),
                        () -> database.execute(sql, List.of()),
                        () -> database.stream(sql, List.of()))) {
                    assertEquals(
                            "not authorized (23)",
                            assertThrows(SqliteError.class, way, sql).getMessage());
                }
            }
            assertThrows(SqliteError.class, () -> database.prepare("SELECT 1; SELECT 2"));
            UInt32 one = database.prepare("SELECT ?");
            assertThrows(SqliteError.class, () -> database.bind(one, List.of()));
        }
    }

    /** A message that is too large for the bus would end the service's connection. */
    @Test
    void messagesAreNotTooLargeForTheBus() throws Exception {
        try (DBusConnection connection = connect()) {
            BusDatabase database = database(connection);
            for (String value : List.of("zeroblob(100000000)", "hex(zeroblob(50000000))")) {
                UInt32 large = database.prepare("SELECT " + value);
                assertEquals(
                        "string or blob too big (18)",
                        assertThrows(SqliteError.class, () -> database.fetch(large, new UInt32(0)))
                                .getMessage());
                database.finish(large);
            }
            UInt32 some =
                    database.prepare("SELECT hex(zeroblob(1000000)) FROM generate_series(1, 30)");
            int count = 0;
            boolean hasMore = true;
            while (hasMore) {
                var part = database.fetch(some, new UInt32(0));
                assertTrue(part.rows.size() < 30);
                count += part.rows.size();
                hasMore = part.hasMore;
            }
            assertEquals(30, count);
        }
    }

    @Test
    void commitsAreSignals() throws Exception {
        BlockingQueue<List<String>> told = new LinkedBlockingQueue<>();
        try (DBusConnection listener = connect();
                DBusConnection connection = connect()) {
            listener.addSigHandler(
                    BusDatabase.Committed.class, signal -> told.add(signal.tables()));
            BusDatabase database = database(connection);
            database.execute("CREATE TABLE a(x); CREATE TABLE b(x)", List.of());
            database.execute("BEGIN; INSERT INTO b VALUES (1)", List.of());
            database.execute("INSERT INTO a VALUES (1)", List.of());
            database.execute("COMMIT", List.of());
            assertEquals(List.of("a", "b"), told.poll(30, TimeUnit.SECONDS));
            database.execute("BEGIN; INSERT INTO b VALUES (1); ROLLBACK", List.of());
            database.execute("INSERT INTO a VALUES (2)", List.of());
            assertEquals(List.of("a"), told.poll(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aClientThatLeavesEndsItsSession() throws Exception {
        try (DBusConnection connection = connect()) {
            BusDatabase database = database(connection);
            database.execute("CREATE TABLE t(x)", List.of());
            database.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)", List.of());
            assertEquals(1, server.sessionCount());
        }
        while (server.sessionCount() > 0) {
            Thread.sleep(10);
        }
        try (DBusConnection connection = connect()) {
            assertEquals(
                    0, database(connection).execute("BEGIN IMMEDIATE; DELETE FROM t", List.of()));
        }
    }

    @Test
    void gdbusKnowsIt() throws Exception {
        assumeTrue(Files.isExecutable(GDBUS), "no " + GDBUS);
        String introspected =
                gdbus("introspect", "--dest", BusService.NAME, "--object-path", BusService.PATH);
        for (String line : List.of(
                "Prepare(in  s", "out u", "Stream(in  s", "out h", "Committed(as", "out aav")) {
            assertTrue(introspected.contains(line), introspected);
        }
        String method = BusService.NAME + ".";
        assertEquals(
                "(int64 2,)",
                gdbus(
                                "call",
                                "--dest",
                                BusService.NAME,
                                "--object-path",
                                BusService.PATH,
                                "--method",
                                method + "Execute",
                                "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)",
                                "[]")
                        .strip());
        assertTrue(gdbus(
                        "call",
                        "--dest",
                        BusService.NAME,
                        "--object-path",
                        BusService.PATH,
                        "--method",
                        method + "Prepare",
                        "SELECT nosuch")
                .contains("org.sqlvm.dbus.SqliteError: no such column: nosuch (1)"));
    }

    private String gdbus(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                        Stream.of(GDBUS.toString(), arguments[0], "--address", address()),
                        Stream.of(arguments).skip(1))
                .toList());
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return text;
    }
}
