package org.sqlvm.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code sqlvm warm start} of the client in C, whose launcher only says that it was started. */
@Timeout(60)
final class StartTest {
    private static final long LOOK_MS = 20;

    private static final long HELD_MS = 500;

    private static final long WAIT_SECONDS = 20;

    /** As in client.c. */
    private static final int STARTS_MAX = 3;

    @TempDir
    Path folder;

    private Path client;
    private Path runtime;

    @BeforeEach
    void compile() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")));
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")));
        client = Files.createDirectories(folder.resolve("libexec")).resolve("client");
        Path source = Path.of("src/main/c/client.c").toAbsolutePath();
        Process compiler = new ProcessBuilder("cc", "-o", client.toString(), source.toString())
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        runtime = Files.createDirectory(folder.resolve("r"));
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwx------"));
    }

    /** @param after the commands of the launcher behind the note that it was started */
    private void launcher(String after) throws IOException {
        Path script = Files.createDirectories(folder.resolve("bin")).resolve("sqlvm");
        Files.writeString(
                script,
                "#!/bin/sh\necho \"$1 $SQLVM_WARM_SOCKET\" >> '" + started() + "'\n" + after
                        + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private Path started() {
        return folder.resolve("started");
    }

    private List<String> starts() throws IOException {
        return Files.exists(started()) ? Files.readAllLines(started()) : List.of();
    }

    /** The client does not wait for the last of the processes that it has started. */
    private void awaitStarts() throws IOException, InterruptedException {
        while (starts().size() < STARTS_MAX) {
            Thread.sleep(LOOK_MS);
        }
    }

    private Process warmStart() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(client.toString(), "warm", "start")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
        return builder.start();
    }

    @Test
    void oneThatEndsBeforeItListensIsStartedFewTimes() throws IOException, InterruptedException {
        launcher("exit 1");
        assertEquals(1, warmStart().waitFor());
        String said = Files.readString(folder.resolve("out"));
        assertTrue(said.contains("has not started"), said);
        awaitStarts();
        assertEquals(STARTS_MAX, starts().size(), said);
    }

    @Test
    void oneThatWasStoppedIsWaitedFor() throws IOException, InterruptedException {
        launcher("exit 1");
        assertEquals(1, warmStart().waitFor());
        awaitStarts();
        Path lock;
        try (Stream<Path> files = Files.list(runtime.resolve("sqlvm"))) {
            lock = files.filter(file -> file.toString().endsWith(".lock"))
                    .findFirst()
                    .orElseThrow();
        }
        // The one that was stopped: it has the lock, and its socket is gone.
        Path held = folder.resolve("held");
        Process old = new ProcessBuilder(
                        "flock", lock.toString(), "sh", "-c", "touch " + held + "; exec sleep 100")
                .start();
        while (!Files.exists(held)) {
            Thread.sleep(LOOK_MS);
        }
        Files.deleteIfExists(started());
        launcher("exec sleep 5");
        Process start = warmStart();
        assertFalse(start.waitFor(HELD_MS, TimeUnit.MILLISECONDS), "waits for the lock");
        assertEquals(List.of(), starts());
        old.descendants().forEach(ProcessHandle::destroyForcibly);
        old.destroyForcibly().waitFor();
        while (starts().isEmpty()) {
            Thread.sleep(LOOK_MS);
        }
        String[] words = starts().getFirst().split(" ", 2);
        assertEquals("warm-engine", words[0]);
        try (Descriptor door = Descriptor.listen(words[1])) {
            assertEquals(0, start.waitFor(), () -> "a process listens at " + door);
        }
        assertEquals(1, starts().size());
    }

    /** Returns the name of the socket that the client at {@code home} would have listened at. */
    private String socketName() throws IOException, InterruptedException {
        Files.deleteIfExists(started());
        assertEquals(1, warmStart().waitFor());
        awaitStarts();
        return starts().getFirst().split(" ", 2)[1];
    }

    @Test
    void versionsBesideEachOtherHaveProcessesOfTheirOwn() throws IOException, InterruptedException {
        launcher("exit 1");
        Path jar = Files.createDirectory(folder.resolve("lib")).resolve("sqlvm.jar");
        Files.writeString(jar, "one");
        String first = socketName();
        assertEquals(first, socketName());
        Files.writeString(jar, "another");
        String second = socketName();
        assertNotEquals(first, second);
        Files.writeString(folder.resolve("lib/more.jar"), "more");
        assertNotEquals(second, socketName());
        Files.writeString(folder.resolve("lib/note.txt"), "no jar");
        String third = socketName();
        Path there = folder.resolve("there");
        for (String name : List.of("libexec", "bin", "lib")) {
            assertEquals(
                    0,
                    new ProcessBuilder(
                                    "cp",
                                    "-Rp",
                                    folder.resolve(name).toString(),
                                    Files.createDirectories(there).toString())
                            .start()
                            .waitFor());
        }
        client = there.resolve("libexec/client");
        assertNotEquals(third, socketName());
    }

    /**
     * Runs a command of Bash with the client as {@code $0}, while a resident process would take it.
     */
    private Process script(String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command, client.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SQLVM_"));
        builder.environment().remove("VIRTUAL_ENV");
        builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
        builder.environment().put("SQLVM_WARM", "1");
        return builder.start();
    }

    @Test
    void whatNeedsAProcessOfItsOwnStartsOneAndSaysNothing()
            throws IOException, InterruptedException {
        launcher("exit 1");
        String socket = socketName();
        launcher("exit 7");
        try (Descriptor door = Descriptor.listen(socket)) {
            for (String command : List.of(
                    "SQLVM_JAVA_OPTIONS=-Xss4m exec $0 :memory: 'SELECT 1'",
                    "exec $0 -stored-functions :memory: 'SELECT 1'",
                    "exec $0 -interactive :memory: 'SELECT 1'",
                    "VIRTUAL_ENV=/environment exec $0 python -c 'import numpy'",
                    "SQLVM_PYTHON_LINK=/environment/bin/python exec $0 python -c 'import numpy'",
                    "exec $0 python -m pip list",
                    "exec $0 :memory: 'SELECT 1' <&-",
                    "exec $0 :memory: 'SELECT 1' >&-",
                    "exec $0 :memory: 'SELECT 1' 2>&-",
                    "exec $0 python <(echo 'print(1)')",
                    "exec $0 :memory: '.import /dev/stdin t' 'SELECT * FROM t'",
                    "exec $0 :memory: \"SELECT * FROM read_csv('/proc/self/fd/0')\"",
                    "exec $0 :memory: $'SELECT \\xff'",
                    "exec $0 :memory: $'SELECT \\xe2\\x82'",
                    "exec $0 :memory: $'SELECT \\xc0\\x80'",
                    "exec $0 :memory: $'SELECT \\xed\\xa0\\x80'",
                    "exec $0 :memory: $'SELECT \\xf4\\x90\\x80\\x80'",
                    "ODD=$'\\xff' exec $0 :memory: 'SELECT 1'",
                    "mkdir -p $'f\\xff' && cd $'f\\xff' && exec $0 :memory: 'SELECT 1'")) {
                Files.deleteIfExists(started());
                Process process = script("cd " + folder + " && " + command);
                boolean isEnded = process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
                assertTrue(isEnded, () -> command + " waits for " + door);
                assertEquals(7, process.exitValue(), command);
                assertEquals(1, starts().size(), command);
                assertEquals("", Files.readString(folder.resolve("out")), command);
            }
        }
    }

    /** Returns the request for a command, which is refused and then has a process of its own. */
    private Request refused(Descriptor door, String command)
            throws IOException, InterruptedException {
        Files.deleteIfExists(started());
        Process process = script(command);
        Request request;
        try (Descriptor socket = door.accept()) {
            List<Descriptor> received = new ArrayList<>();
            request = Request.receive(socket, received);
            for (Descriptor descriptor : received) {
                descriptor.close();
            }
            new Client(socket).refuse();
        }
        assertEquals(7, process.waitFor(), command);
        assertEquals(1, starts().size(), command);
        assertEquals("", Files.readString(folder.resolve("out")), command);
        return request;
    }

    @Test
    void otherLimitsAreOtherFacts() throws IOException, InterruptedException {
        launcher("exit 1");
        String socket = socketName();
        launcher("exit 7");
        String plain =
                "exec $0 :memory: $'SELECT \"gr\\xc3\\xb6\\xc3\\x9fe \\xf0\\x9f\\x98\\x80\"'";
        try (Descriptor door = Descriptor.listen(socket)) {
            Request first = refused(door, plain);
            assertEquals("SELECT \"größe 😀\"", first.arguments().getLast());
            assertEquals(first.facts(), refused(door, plain).facts());
            for (String change : List.of(
                    "ulimit -n 200",
                    "ulimit -s 4096",
                    "ulimit -c 0; ulimit -f 1000",
                    "umask 077",
                    "export TZ=Asia/Tokyo",
                    "export SQLITE_TMPDIR=/elsewhere",
                    "export HOME=/elsewhere",
                    "export JAVA_TOOL_OPTIONS=-Xss4m",
                    "export LD_LIBRARY_PATH=/extensions",
                    "renice -n 3 $$ >/dev/null 2>&1")) {
                Request changed = refused(door, change + "; " + plain);
                assertNotEquals(first.facts(), changed.facts(), change);
            }
        }
    }

    @Test
    void theFolderOfAnotherUserIsRefused() throws IOException, InterruptedException {
        assumeTrue(Descriptor.ownUser() == 0, "needs root, who can be another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")));
        launcher("exit 1");
        Path open = Files.createDirectory(folder.resolve("o"));
        for (Path parent = open; parent != null && isOurs(parent); parent = parent.getParent()) {
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        Files.setPosixFilePermissions(
                client.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectory(
                open.resolve("sqlvm"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ProcessBuilder builder = new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--clear-groups",
                        client.toString(),
                        "warm",
                        "start")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("XDG_RUNTIME_DIR", open.toString());
        assertEquals(1, builder.start().waitFor());
        String said = Files.readString(folder.resolve("out"));
        assertTrue(said.contains("is not a folder of yours alone"), said);
        assertEquals(List.of(), starts());
    }

    private boolean isOurs(Path path) {
        return path.startsWith(folder);
    }
}
