package org.sqlvm.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.python.SharedSources;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Programs of clients in one process: each has its own surroundings, and ends alone. */
final class ResidentTest {
    /** Descriptors that others of the process may have opened meanwhile. */
    private static final int OTHERS_MAX = 2;

    private static final String FACTS = "facts";
    private static final String ENDLESS =
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c";

    @TempDir
    Path folder;

    private Path socket;
    private Resident resident;
    private Engine engine;
    private Thread thread;

    @BeforeEach
    void start() throws IOException {
        Path own = Files.createDirectories(folder.resolve("r"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
        socket = own.resolve("s");
        engine = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        resident = new Resident(socket, FACTS, Map.of(), Duration.ofHours(1), engine);
        thread = Thread.ofPlatform().start(() -> {
            try {
                resident.run();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @AfterEach
    void stop() throws InterruptedException {
        resident.retire("the test ends");
        thread.join();
        assertFalse(Files.exists(socket));
        engine.close(true);
    }

    private TestClient client(String... words) throws IOException {
        return new TestClient(socket, "run", FACTS, folder, "", words);
    }

    @Test
    void aProgramHasStreamsFolderAndExitCode() throws IOException {
        try (TestClient client = client("rel.db", "CREATE TABLE t(a)", "SELECT 1, 'é'")) {
            assertEquals(0, client.await());
            assertEquals("1|é\n", client.out());
        }
        assertTrue(Files.exists(folder.resolve("rel.db")));
        try (TestClient client = client("rel.db", "SELECT * FROM nosuch")) {
            assertEquals(1, client.await());
            assertTrue(client.error().contains("no such table: nosuch"), client::error);
        }
        try (TestClient client = new TestClient(
                socket, "run", FACTS, folder, "SELECT 2;\n.shell pwd; echo $HOME\n.exit 3\n")) {
            assertEquals(3, client.await());
            assertEquals("2\n" + folder + "\n" + folder + "\n", client.out());
        }
    }

    @Test
    void folderOfOneIsNotThatOfTheNext() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        String script = ".cd other\n.output here.txt\nSELECT 5;\n";
        try (TestClient client = new TestClient(socket, "run", FACTS, folder, script)) {
            assertEquals(0, client.await());
        }
        assertEquals("5\n", Files.readString(other.resolve("here.txt")));
        try (TestClient client = new TestClient(socket, "run", FACTS, folder, ".shell pwd\n")) {
            assertEquals(0, client.await());
            assertEquals(folder + "\n", client.out());
        }
    }

    @Test
    void namesOfStandardStreamsAreTheClients() throws IOException {
        String script =
                ".output /dev/stderr\nSELECT 1;\n.output /proc/self/fd/1\nSELECT 2;\n.output\n";
        try (TestClient client = new TestClient(socket, "run", FACTS, folder, script)) {
            assertEquals(0, client.await(), client::error);
            assertEquals("2\n", client.out());
            assertEquals("1\n", client.error());
        }
    }

    /** Another open of the file would begin at its start. */
    @Test
    void aCommandReadsTheRestOfAFile() throws IOException {
        try (Descriptor file = Descriptor.memoryFile("in")) {
            file.write(ByteBuffer.wrap("read before\n".getBytes(StandardCharsets.UTF_8)));
            assertEquals(12, new PassedStream(file).position());
            Request request = new Request(
                    "run", FACTS, folder, 0, List.of(), Map.of(), List.of(file, file, file));
            Program program = new Program(engine, request, Map.of(), _ -> {}, null);
            Process command = program.start(new ProcessBuilder("cat"), 0);
            assertEquals(List.of(), command.inputReader().lines().toList());
        }
    }

    @Test
    void whatAProcessCannotGiveIsRefused() throws IOException {
        try (TestClient client =
                new TestClient(socket, "run", "other limits", folder, "", ":memory:", "SELECT 1")) {
            assertEquals(TestClient.REFUSED, client.await());
            assertEquals("", client.out());
        }
    }

    @Test
    void aSignalEndsOneProgramAndItsLocks() throws IOException {
        try (TestClient created = client("l.db", "CREATE TABLE t(a)")) {
            assertEquals(0, created.await());
        }
        try (TestClient other = client("l.db", "SELECT 7");
                TestClient hanging =
                        client("l.db", "BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)", ENDLESS)) {
            assertEquals(0, other.await());
            hanging.signal(Client.INTERRUPT);
            assertEquals(Client.SIGNALLED + Client.INTERRUPT, hanging.await());
            assertEquals("", hanging.out()); // Waits until the program has ended.
        }
        assertUnlocked(0);
    }

    @Test
    void aSignalEndsTheCommandsOfAShell() throws IOException {
        String script = ".print begun\n.shell sleep 1000\nSELECT 1;\n";
        try (TestClient hanging = new TestClient(socket, "run", FACTS, folder, script)) {
            hanging.signal(Client.INTERRUPT);
            assertEquals(Client.SIGNALLED + Client.INTERRUPT, hanging.await());
            assertFalse(hanging.out().contains("1\n"), hanging::out); // Ends with the pipe.
        }
    }

    @Test
    void aClientThatVanishesEndsItsProgram() throws IOException {
        try (TestClient created = client("l.db", "CREATE TABLE t(a)")) {
            assertEquals(0, created.await());
        }
        TestClient hanging = client("l.db", "BEGIN EXCLUSIVE", ENDLESS);
        hanging.close();
        assertEquals("", hanging.out());
        assertUnlocked(0);
    }

    /** Another program writes, and finds the rows of those that committed. */
    private void assertUnlocked(int rows) throws IOException {
        try (TestClient client = client(
                "l.db",
                "INSERT INTO t VALUES (2)",
                "SELECT count(*) - 1 FROM t",
                "PRAGMA integrity_check")) {
            assertEquals(0, client.await(), client::error);
            assertEquals(rows + "\nok\n", client.out());
        }
    }

    @Test
    void eightAtOnce() throws IOException {
        List<TestClient> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clients.add(client(i + ".db", "CREATE TABLE t(a)", "SELECT " + i));
        }
        for (int i = 0; i < 8; i++) {
            try (TestClient client = clients.get(i)) {
                assertEquals(0, client.await(), client::error);
                assertEquals(i + "\n", client.out());
            }
        }
    }

    /** {@code sqlvm.faults} says how many; {@code ./sqlvm faults} has more kinds. */
    @Test
    void nothingIsLeftOfProgramsThatFail() throws IOException, InterruptedException {
        int count = Integer.getInteger("sqlvm.faults", 16);
        fail(0);
        awaitNoProgram();
        long before = descriptors();
        for (int i = 1; i <= count; i++) {
            fail(i);
        }
        awaitNoProgram();
        // Some are closed a little later, and other threads of the process have theirs; each kind
        // of program runs often enough to leave more.
        long after = descriptors();
        for (int i = 0; i < 50 && after > before + OTHERS_MAX; i++) {
            Thread.sleep(100);
            after = descriptors();
        }
        assertTrue(after <= before + OTHERS_MAX, after + " descriptors, before " + before);
        assertUnlocked(0);
    }

    private void fail(int kind) throws IOException {
        if (kind == 0) {
            try (TestClient created = client("l.db", "CREATE TABLE t(a)")) {
                assertEquals(0, created.await());
            }
        }
        switch (kind % 4) {
            case 0 -> {
                try (TestClient client = client("l.db", "SELECT * FROM nosuch")) {
                    assertEquals(1, client.await());
                }
            }
            case 1 -> {
                try (TestClient client = client("l.db", "BEGIN", "DELETE FROM t", ENDLESS)) {
                    client.signal(Client.INTERRUPT);
                    assertEquals(Client.SIGNALLED + Client.INTERRUPT, client.await());
                }
            }
            case 2 -> client(":memory:", ENDLESS).close();
            default -> {
                try (TestClient client = client(":memory:", "SELECT " + kind)) {
                    assertEquals(0, client.await());
                    assertEquals(kind + "\n", client.out());
                }
            }
        }
    }

    /** Waits for the threads of programs, which close what a program has had. */
    private static void awaitNoProgram() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("program")) {
                thread.join();
            }
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc/self/fd"))) {
            return entries.count();
        }
    }

    @Test
    void aProgramHoldsWhatItsContextsReferTo() throws IOException, InterruptedException {
        ContextSizes sizes =
                engine.getInstruments().get(ContextSizes.ID).lookup(ContextSizes.class);
        String table = "CREATE TABLE t AS SELECT randomblob(20000000) AS a";
        try (TestClient holding = client(":memory:", table, ENDLESS)) {
            Program program = anyProgram();
            for (int i = 0; i < 600 && !sizes.holds(program, 16 << 20, () -> false); i++) {
                Thread.sleep(50);
            }
            assertTrue(sizes.holds(program, 16 << 20, () -> false));
            assertFalse(sizes.holds(program, 1 << 30, () -> false));
            holding.signal(Client.INTERRUPT);
            assertEquals(Client.SIGNALLED + Client.INTERRUPT, holding.await());
        }
        // Garbage is not held.
        String garbage = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"
                + " SELECT sum(length(randomblob(1000000 + n))) FROM c";
        try (TestClient wasting = client(":memory:", garbage)) {
            Program program = anyProgram();
            for (int i = 0; i < 10; i++) {
                Thread.sleep(50);
                assertFalse(sizes.holds(program, 64 << 20, () -> false));
            }
            wasting.signal(Client.INTERRUPT);
            assertEquals(Client.SIGNALLED + Client.INTERRUPT, wasting.await());
        }
    }

    private Program anyProgram() {
        Program program;
        do {
            program = resident.anyProgram();
        } while (program == null);
        return program;
    }

    @Test
    void trainingRunsUnlessThereIsAClient() throws IOException {
        Training training = new Training(engine, new SharedSources(engine), Map.of());
        assertEquals("off", training.state());
        training.plan(1);
        assertFalse(training.runNext(() -> false));
        assertEquals("under way, 0 programs ended, 0 failed", training.state());
        AtomicInteger asked = new AtomicInteger();
        assertFalse(training.runNext(() -> asked.getAndIncrement() == 0));
        assertEquals("under way, 0 programs ended, 0 failed", training.state());
        assertTrue(training.runNext(() -> true));
        assertTrue(training.state().endsWith(", 1 programs ended, 0 failed"), training::state);
        resident.train(Duration.ofHours(1), false);
        try (TestClient client = client("t.db", "CREATE TABLE t(a)", "SELECT 4")) {
            assertEquals(0, client.await(), client::error);
            assertEquals("4\n", client.out());
        }
        try (TestClient client = new TestClient(socket, "status", FACTS, folder, "")) {
            assertEquals(0, client.await());
            assertTrue(client.out().contains(" programs ended, 0 failed"), client::out);
        }
    }

    @Test
    void trainingEndsWithItsBudget() throws IOException {
        resident.train(Duration.ofNanos(1), false);
        String state = "";
        while (!state.contains("training       done")) {
            try (TestClient client = new TestClient(socket, "status", FACTS, folder, "")) {
                assertEquals(0, client.await());
                state = client.out();
            }
        }
        assertTrue(state.contains("done, 0 programs ended, 0 failed"), state);
    }

    @Test
    void freeMemoryOfMallocIsGivenBack() {
        assertTrue(NativeMemory.trim());
    }

    @Test
    void statusAndStop() throws IOException {
        try (TestClient client = new TestClient(socket, "status", FACTS, folder, "")) {
            assertEquals(0, client.await());
            assertTrue(client.out().contains("programs       0 running, 0 ended"), client::out);
            assertTrue(client.out().contains("training       off"), client::out);
        }
        try (TestClient hanging = client(":memory:", ENDLESS);
                TestClient stop = new TestClient(socket, "stop", FACTS, folder, "")) {
            assertEquals(0, stop.await());
            Integer code = hanging.await();
            assertTrue(code == null || code == Client.SIGNALLED + 15 || code < 0, () -> "" + code);
        }
        assertFalse(Files.exists(socket));
    }

    @Test
    void programsThatAreBeingTakenWhenTheProcessStopsEnd()
            throws IOException, InterruptedException {
        for (int i = 0; i < 50; i++) {
            List<CompletableFuture<Integer>> ends = new ArrayList<>();
            for (int kind = 0; kind < 6; kind++) {
                String word = kind == 1 ? "stop" : "run";
                ends.add(CompletableFuture.supplyAsync(
                        () -> end(word), task -> Thread.ofPlatform().start(task)));
            }
            assertEquals(0, ends.get(1).join());
            ends.forEach(CompletableFuture::join);
            stop();
            start();
        }
    }

    /** Runs a program without an end, or stops all; returns the exit code, null without one. */
    private Integer end(String kind) {
        try (TestClient client =
                new TestClient(socket, kind, FACTS, folder, "", ":memory:", ENDLESS)) {
            return client.await();
        } catch (IOException e) {
            return null; // The process takes no more programs.
        }
    }

    @Test
    void requestsThatAreNoneAreDropped() throws IOException {
        try (Descriptor socket = Descriptor.connect(this.socket.toString())) {
            socket.send("GET / HTTP/1".getBytes(StandardCharsets.US_ASCII), List.of());
            assertTrue(socket.awaitReadable(-1));
            assertEquals(-1, socket.read(ByteBuffer.allocate(1)));
        }
        try (TestClient client = client(":memory:", "SELECT 1")) {
            assertEquals(0, client.await());
        }
    }

    @Test
    void anotherUserIsRefused() throws IOException {
        int user = Descriptor.ownUser();
        Path own = socket.getParent();
        SocketFolder.check(own, user);
        assertThrows(IOException.class, () -> SocketFolder.check(own, user + 1));
        Path link = Files.createSymbolicLink(folder.resolve("link"), own);
        assertThrows(IOException.class, () -> SocketFolder.check(link, user));
        assertThrows(IOException.class, () -> SocketFolder.check(socket, user));
        try (Descriptor socket = Descriptor.connect(this.socket.toString())) {
            Client client = new Client(socket);
            assertTrue(client.isOf(user));
            assertFalse(client.isOf(user + 1));
        }
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx--x---"));
        assertThrows(IOException.class, () -> SocketFolder.check(own, user));
    }

    /** The folder keeps others out; the process itself does, too. */
    @Test
    void aProcessOfAnotherUserGetsNoAnswer() throws IOException, InterruptedException {
        assumeTrue(Descriptor.ownUser() == 0, "needs root, who can be another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")));
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")));
        for (Path open : List.of(folder, socket.getParent(), socket)) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        String program = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            print(s.recv(1))
            """;
        Process other = new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--clear-groups",
                        "/usr/bin/python3",
                        "-c",
                        program,
                        socket.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("b''\n", said);
        assertEquals(0, other.waitFor());
        try (TestClient client = client(":memory:", "SELECT 1")) {
            assertEquals(0, client.await());
        }
    }

    /** It could halt the process of all programs. */
    @Test
    void aProgramSeesJavaWithoutItsProcess() throws IOException {
        try (Descriptor file = Descriptor.memoryFile("streams")) {
            Request request = new Request(
                    "run", FACTS, folder, 0, List.of(), Map.of(), List.of(file, file, file));
            Program program = new Program(engine, request, Map.of(), _ -> {}, null);
            Context context = program.context(Map.of(), UnaryOperator.identity(), "sqlvm");
            assertTrue(context.asValue(new ArrayList<>()).hasMember("add"));
            assertFalse(context.asValue(Runtime.getRuntime()).hasMember("halt"));
            assertFalse(context.asValue(Runtime.class).hasMember("getRuntime"));
            program.close();
        }
    }

    /** The watch of the heap may find it just before. */
    @Test
    void aProgramThatHasEndedSaysNothingOfMemory() throws IOException {
        try (Descriptor file = Descriptor.memoryFile("streams")) {
            Request request = new Request(
                    "run",
                    FACTS,
                    folder,
                    0,
                    List.of(":memory:", "SELECT 1"),
                    Map.of(),
                    List.of(file, file, file));
            Program program = new Program(engine, request, Map.of(), _ -> {}, null);
            assertEquals(0, program.run());
            Program.leave();
            program.endWithoutMemory();
            assertEquals(0, program.exitCode());
            assertEquals("1\n".length(), new PassedStream(file).position());
            program.close();
        }
    }

    @Test
    void aCallOfExitEndsItsProgramAlone() throws IOException {
        assertNull(Program.current());
        // ExitGuard calls this, when it hears of a call; a program in SQL has no way to make one.
        try (TestClient hanging = client(":memory:", ENDLESS)) {
            resident.exit(anyProgram(), 5);
            assertEquals(5, hanging.await());
            assertEquals("", hanging.out());
        }
    }
}
