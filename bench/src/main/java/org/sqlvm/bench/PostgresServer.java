package org.sqlvm.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The programs of PostgreSQL, where Debian has them. */
public final class PostgresServer {
    private static final Path FOLDER = Path.of("/usr/lib/postgresql");

    private PostgresServer() {}

    /** Whether there are any. */
    public static boolean isInstalled() {
        return Files.isDirectory(FOLDER);
    }

    /**
     * Makes an empty database, whose only user is postgres, without a password.
     *
     * @param data the folder of its files, which is created
     * @param log the file for the output of initdb
     */
    public static void initialize(Path data, Path log) throws IOException, InterruptedException {
        Files.createDirectory(data);
        if (isRoot()) {
            // The server refuses to run as root.
            run(List.of("chown", "postgres", data.toString(), data.getParent().toString()), log);
        }
        run(
                asPostgres(List.of(
                        program("initdb"), "-D", data.toString(), "-A", "trust", "-U", "postgres")),
                log);
    }

    private static void run(List<String> command, Path log)
            throws IOException, InterruptedException {
        Process ran = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (ran.waitFor() != 0) {
            throw new IOException(command + " ended with " + ran.exitValue() + ", see " + log);
        }
    }

    /** The command of a server; its socket is in the folder of its files. */
    public static List<String> command(Path data, int port, List<String> settings)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                program("postgres"),
                "-D",
                data.toString(),
                "-p",
                "" + port,
                "-k",
                data.toString()));
        for (String setting : settings) {
            command.addAll(List.of("-c", setting));
        }
        return asPostgres(command);
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static List<String> asPostgres(List<String> command) {
        List<String> all = new ArrayList<>();
        if (isRoot()) {
            all.addAll(
                    List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        all.addAll(command);
        return all;
    }

    /** Returns the path of a program of the newest version that is installed. */
    private static String program(String name) throws IOException {
        try (Stream<Path> versions = Files.list(FOLDER)) {
            return versions.map(version -> version.resolve("bin").resolve(name))
                    .filter(Files::isExecutable)
                    .max(Path::compareTo)
                    .orElseThrow(() -> new IOException("no " + name + " in " + FOLDER))
                    .toString();
        }
    }
}
