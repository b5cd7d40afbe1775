package org.sqlvm.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * An installed sqlvm: made by {@code dist/archive/build}, moved to a folder outside the clone with
 * a blank in its name, and read-only. What runs in it has an empty environment, and if the test is
 * root's, another user.
 */
final class Installed {
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final int SECONDS_MAX = 600;

    /** Whether starts have caches of which each takes half a minute to make. */
    private static final boolean FULL = Boolean.getBoolean("sqlvm.full");

    /** The results of a process that has ended. */
    record Ended(int code, String out, String error) {
        /** The output of a process that must have ended well, without a word on its errors. */
        String good() {
            assertEquals("0 ", code + " " + error, out);
            return out;
        }
    }

    private final Path folder;
    final Path home;
    /** Anyone may write here; what is run runs here. */
    final Path work;

    Installed(Path root) throws IOException, InterruptedException {
        folder = Files.createTempDirectory("sqlvm archive");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        work = Files.createDirectory(folder.resolve("work"));
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxrwxrwx"));
        home = folder.resolve("sqlvm here");
        Path made = root.resolve("dist/archive/target/layout");
        String java = System.getProperty("java.home");
        run(
                        Map.of("JAVA_HOME", java, "PATH", System.getenv("PATH")),
                        "",
                        List.of(
                                root + "/dist/archive/build",
                                "--layout",
                                made.toString(),
                                "--starts",
                                FULL ? "once long python javascript" : "once"))
                .good();
        run(Map.of(), "", List.of("/bin/mv", made.toString(), home.toString())).good();
        run(Map.of(), "", List.of("/bin/chmod", "-R", "a-w", home.toString())).good();
    }

    String command() {
        return home.resolve("bin/sqlvm").toString();
    }

    /** Runs the installed command as any user would, without Java and Maven on the path. */
    Ended sqlvm(String input, String... arguments) throws IOException, InterruptedException {
        return sqlvm(Map.of(), input, arguments);
    }

    Ended sqlvm(Map<String, String> environment, String input, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name")) && Files.isExecutable(SETPRIV)) {
            command.addAll(List.of(
                    SETPRIV.toString(), "--reuid", "65534", "--regid", "65534", "--clear-groups"));
        }
        command.add(command());
        command.addAll(Arrays.asList(arguments));
        return run(environment, input, command);
    }

    Ended run(Map<String, String> environment, String input, List<String> command)
            throws IOException, InterruptedException {
        Path in = Files.createTempFile(folder, "in", null);
        Path out = Files.createTempFile(folder, "out", null);
        Path error = Files.createTempFile(folder, "error", null);
        Files.writeString(in, input);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(error.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        Ended ended = new Ended(process.waitFor(), text(out), text(error));
        for (Path file : List.of(in, out, error)) {
            Files.delete(file);
        }
        return ended;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    void remove() throws IOException, InterruptedException {
        run(Map.of(), "", List.of("/bin/chmod", "-R", "u+w", home.toString()));
        Process process = new ProcessBuilder("/bin/rm", "-rf", folder.toString()).start();
        assertTrue(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS), "rm has not ended");
    }
}
