package org.sqlvm.bench.load;

import org.sqlvm.bench.Launcher;
import org.sqlvm.bench.PostgresServer;
import org.sqlvm.bench.VirtualMachine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a process of its own, which can be killed and started again on the same files. */
final class LoadServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(120);
    private static final Duration END = Duration.ofSeconds(30);

    /** The servers that can be measured. */
    enum Kind {
        SQLVM("sqlvm"),
        /** Commits survive the process, and are on the disk with the next checkpoint. */
        SQLVM_NORMAL("sqlvm, synchronous = NORMAL"),
        POSTGRESQL("postgresql"),
        /** Commits are on the disk some 200 ms later. */
        POSTGRESQL_OFF("postgresql, synchronous_commit = off"),
        /** Commits are on the disk half a second later: its default. */
        H2("h2");

        final String id;

        Kind(String id) {
            this.id = id;
        }

        /** As an argument. */
        String option() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        private boolean isSqlvm() {
            return this == SQLVM || this == SQLVM_NORMAL;
        }

        private boolean isPostgresql() {
            return this == POSTGRESQL || this == POSTGRESQL_OFF;
        }

        /** Whether a commit that a client knows of must be there after the server is killed. */
        boolean survivesKills() {
            return isSqlvm() || this == POSTGRESQL;
        }

        boolean isInstalled() {
            return !isPostgresql() || PostgresServer.isInstalled();
        }
    }

    private final Kind kind;
    private final Path folder;
    private final int port;
    private Process process;

    /**
     * Starts a server with an empty database.
     *
     * @param folder an empty one, of the database's files
     */
    LoadServer(Kind kind, Path folder) throws IOException, InterruptedException {
        this.kind = kind;
        this.folder = folder;
        this.port = freePort();
        if (kind.isPostgresql()) {
            PostgresServer.initialize(folder.resolve("data"), folder.resolve("initdb.log"));
        }
        if (kind.isSqlvm()) {
            makeDatabase();
        }
        start();
    }

    /** Sessions of the server may not set a journal mode. */
    private void makeDatabase() throws IOException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlvm:" + folder.resolve("load.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Kind kind() {
        return kind;
    }

    Connection connect() throws SQLException {
        if (kind == Kind.H2) {
            return DriverManager.getConnection(
                    "jdbc:h2:tcp://localhost:" + port + "/" + folder.resolve("load"), "sa", "");
        }
        Connection connection = DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres");
        if (kind == Kind.SQLVM_NORMAL) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA synchronous = NORMAL");
            }
        }
        return connection;
    }

    /** Starts the process on the files of the last one, and waits until it accepts clients. */
    void start() throws IOException, InterruptedException {
        process = new ProcessBuilder(command())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("server.log").toFile()))
                .start();
        long begun = System.nanoTime();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() - begun > START.toNanos()) {
                    throw new IOException(
                            kind.id + " does not start, see " + folder.resolve("server.log"), e);
                }
                Thread.sleep(50);
            }
        }
    }

    private List<String> command() throws IOException {
        if (kind.isSqlvm()) {
            return List.of(
                    Launcher.command(),
                    "serve",
                    "load.db",
                    "--port",
                    "" + port,
                    "--max-sessions",
                    "2000");
        }
        if (kind == Kind.H2) {
            List<String> command = new ArrayList<>(VirtualMachine.PLAIN.command());
            command.addAll(
                    List.of("org.h2.tools.Server", "-tcp", "-tcpPort", "" + port, "-ifNotExists"));
            return command;
        }
        return PostgresServer.command(
                folder.resolve("data"),
                port,
                List.of(
                        "max_connections=1000",
                        "synchronous_commit=" + (kind == Kind.POSTGRESQL ? "on" : "off")));
    }

    /** Returns the processor time of the process and those that it has started, in nanoseconds. */
    long processorTime() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(one ->
                        one.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    /** Ends the process as SIGKILL does, with those that it has started. */
    void kill() throws InterruptedException {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
        for (ProcessHandle one : all) {
            one.onExit().join();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                kill();
                throw new IOException(kind.id + " did not end when it was asked to");
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
