package org.sqlvm.bench.serve;

import org.sqlvm.bench.Launcher;
import org.sqlvm.bench.PostgresServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a process of its own. */
final class MeasuredServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(120);

    private final Process process;
    private final int port;
    private final int httpPort;
    private final Path socketFolder;
    private final String user;
    /** Null for none. */
    private final Bus bus;

    private MeasuredServer(
            List<String> command,
            Path log,
            int port,
            int httpPort,
            Path socketFolder,
            String user,
            Bus bus)
            throws IOException, InterruptedException {
        this.bus = bus;
        this.port = port;
        this.httpPort = httpPort;
        this.socketFolder = socketFolder;
        this.user = user;
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean isReady = false;
        try {
            await(log);
            isReady = true;
        } finally {
            if (!isReady) {
                close();
            }
        }
    }

    /**
     * sqlvm's, for a file; with all that it listens at.
     *
     * @param bus ends with the server; null for none
     */
    static MeasuredServer sqlvm(Path file, Path folder, int bufferSize, Bus bus)
            throws IOException, InterruptedException {
        int port = freePort();
        int httpPort = freePort();
        List<String> command = new ArrayList<>(List.of(
                Launcher.command(),
                "serve",
                file.toString(),
                "--port",
                "" + port,
                "--socket",
                folder.toString(),
                "--http-port",
                "" + httpPort,
                "--columns-socket",
                folder.resolve("columns").toString(),
                "--buffer-size",
                "" + bufferSize));
        if (bus != null) {
            command.addAll(List.of("--dbus", bus.address()));
        }
        return new MeasuredServer(
                command, folder.resolve("sqlvm.log"), port, httpPort, folder, "sqlvm", bus);
    }

    /** PostgreSQL, with an empty database. */
    static MeasuredServer postgresql(Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        PostgresServer.initialize(data, folder.resolve("initdb.log"));
        int port = freePort();
        return new MeasuredServer(
                PostgresServer.command(data, port, List.of()),
                folder.resolve("postgresql.log"),
                port,
                0,
                data,
                "postgres",
                null);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void await(Path log) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() - begun > START.toNanos()) {
                    throw new IOException("a server does not start:\n" + Files.readString(log), e);
                }
                Thread.sleep(50);
            }
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(""));
    }

    /** Where a way begins. */
    String target(Way way) {
        return switch (way) {
            case PGJDBC_TEXT, POSTGRES_PGJDBC_TEXT -> url("&binaryTransfer=false");
            case PGJDBC_BINARY, POSTGRES_PGJDBC_BINARY -> url("&prepareThreshold=-1");
            case OWN_JDBC -> "jdbc:sqlvm://localhost:" + port + "/";
            case HTTP_ARROW -> "http://localhost:" + httpPort + "/query";
            case PIPE, MEMORY, PIPE_JAVA, MEMORY_JAVA ->
                socketFolder.resolve("columns").toString();
            case BUS_ROWS, BUS_MEMORY -> bus.address();
            case POSTGRES_ADBC -> "postgresql://postgres@localhost:" + port + "/postgres";
            default -> "host=" + socketFolder + " port=" + port + " dbname=postgres user=" + user;
        };
    }

    private String url(String options) {
        return "jdbc:postgresql://localhost:" + port + "/postgres?user=" + user + options;
    }

    /** The bus counts, too: it copies what goes through it. */
    private List<ProcessHandle> all() {
        Stream<ProcessHandle> own =
                Stream.concat(Stream.of(process.toHandle()), process.descendants());
        return (bus == null ? own : Stream.concat(own, Stream.of(bus.process()))).toList();
    }

    /** Returns the processor time of all its processes, in milliseconds. */
    double processorTime() {
        return all().stream()
                .mapToDouble(one ->
                        one.info().totalCpuDuration().orElse(Duration.ZERO).toMillis())
                .sum();
    }

    void resetMemory() throws IOException {
        for (ProcessHandle one : all()) {
            ProcessMemory.reset(one.pid());
        }
    }

    /**
     * Returns the memory of the process that has had most, in kB: those of PostgreSQL share the
     * rest.
     */
    long mostMemory() throws IOException {
        long most = 0;
        for (ProcessHandle one : all()) {
            most = Math.max(most, ProcessMemory.most(one.pid()));
        }
        return most;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try (Bus _ = bus) {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("a server did not end when it was asked to");
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
