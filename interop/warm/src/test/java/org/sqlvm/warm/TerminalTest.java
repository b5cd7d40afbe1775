package org.sqlvm.warm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.language.ClientTerminal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The shell at a terminal of a client: keys, signals, and a client that is stopped. */
final class TerminalTest {
    private static final String PROMPT = "sqlvm> ";
    private static final int LONG = 300;
    private static final int SHORT = 5;
    private static final String ENDLESS =
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c;";

    @TempDir
    Path folder;

    private Resident resident;
    private Engine engine;
    private Thread thread;
    private PseudoTerminal terminal;
    private Descriptor client;
    private CompletableFuture<Integer> end;
    private volatile boolean isStopped;
    private volatile boolean hasSuspended;

    @BeforeEach
    void start() throws IOException {
        Path own = Files.createDirectory(folder.resolve("r"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
        engine = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        resident = new Resident(own.resolve("s"), "", Map.of(), Duration.ofHours(1), engine);
        thread = Thread.ofPlatform().start(() -> {
            try {
                resident.run();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        terminal = new PseudoTerminal();
        client = Descriptor.connect(own.resolve("s").toString());
        List<Descriptor> streams =
                List.of(terminal.terminal(), terminal.terminal(), terminal.terminal());
        client.send(
                TestClient.message(
                        "run", "", folder, 7, List.of("TERM=xterm", "SQLVM_HISTORY=h"), ":memory:"),
                streams);
        end = CompletableFuture.supplyAsync(this::answered);
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        isStopped = false;
        client.shutdown();
        end.join();
        client.close();
        resident.retire("the test ends");
        thread.join();
        engine.close(true);
        terminal.close();
    }

    /** Answers as client.c does; returns the exit code. */
    private int answered() {
        try {
            while (true) {
                ByteBuffer letter = ByteBuffer.allocate(1);
                if (client.read(letter) < 0) {
                    return -1;
                }
                switch (letter.get(0)) {
                    case 'R' -> answer('G');
                    case 'W' -> answer('w');
                    case 'Z' -> {
                        hasSuspended = true;
                        isStopped = true;
                    }
                    case 'E' -> {
                        ByteBuffer code = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder());
                        while (code.hasRemaining() && client.read(code) >= 0) {}
                        return code.getInt(0);
                    }
                    default -> {}
                }
            }
        } catch (IOException e) {
            return -1;
        }
    }

    private void answer(char letter) throws IOException {
        while (isStopped) {
            Thread.onSpinWait();
        }
        send(letter);
    }

    private void send(int letter) throws IOException {
        client.send(new byte[] {(byte) letter}, List.of());
    }

    private void assertShows(String text) throws IOException {
        assertTrue(terminal.shows(text, LONG), () -> text + " is not in " + terminal.screen());
    }

    @Test
    void linesAreEditedAndTheModesComeBack() throws IOException {
        byte[] modes = terminal.terminal().terminalMode();
        assertShows(PROMPT);
        terminal.type("SELECT 4\u007f7, 'é';\n");
        assertShows("7|");
        assertShows(PROMPT);
        terminal.type("\u0004");
        assertEquals(0, end.join());
        assertArrayEquals(modes, terminal.terminal().terminalMode());
        assertTrue(Files.exists(folder.resolve("h")));
    }

    @Test
    void interruptsDropLinesAndStopStatements() throws IOException {
        assertShows(PROMPT);
        terminal.type("SELECT no\u0003");
        assertShows(PROMPT);
        terminal.type(ENDLESS + "\n");
        assertShows("Ctrl-C stops it");
        send(ClientTerminal.INTERRUPT);
        assertShows("interrupted");
        assertShows(PROMPT);
        terminal.type(".exit 3\n");
        assertEquals(3, end.join());
    }

    @Test
    void aStoppedClientHasNoKeysTaken() throws IOException {
        assertShows(PROMPT);
        terminal.type("SELECT 6\u001a");
        while (!hasSuspended) {
            Thread.onSpinWait();
        }
        // A line that another process reads.
        terminal.type("key\n");
        assertFalse(terminal.shows("nothing more", SHORT));
        assertTrue(terminal.terminal().awaitReadable(0));
        assertEquals(4, terminal.terminal().read(ByteBuffer.allocate(9)));
        isStopped = false;
        send(ClientTerminal.CONTINUE);
        assertShows(PROMPT);
        terminal.type("1;\n");
        assertShows("61");
        terminal.type(".exit\n");
        assertEquals(0, end.join());
    }

    @Test
    void theTerminalOfALostClientIsLeftAlone() throws IOException, InterruptedException {
        assertShows(PROMPT);
        byte[] raw = terminal.terminal().terminalMode();
        client.shutdown();
        while (resident.anyProgram() != null) {
            Thread.onSpinWait();
        }
        assertArrayEquals(raw, terminal.terminal().terminalMode());
    }
}
