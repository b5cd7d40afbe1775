package org.sqlvm.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Cells in other languages: who may run them, and what becomes of their processes. */
@Timeout(120)
final class NotebooksTest {
    /** Stands in for {@code sqlvm run}: answers each line, and says which options it was given. */
    private static final String KERNEL = """
        echo $$ >> '%s'
        while read -r line; do
            case $line in
                *slow*) sleep 1000 ;;
                *die*) echo 'there is no Python here'; exit 1 ;;
                *) printf 'noise\001sqlvm {"output":"%%s","ended":true}\n' "$*" ;;
            esac
        done
        """;

    private static final String NAME = "Sqlvm-Notebook: 0123456789abcdef\r\n";
    private static final String CELL = "{\"info\":\"python\",\"text\":\"1\"}";

    @TempDir
    Path folder;

    private Path pids;
    private Console console;

    @BeforeEach
    void start() throws IOException {
        Path kernel = folder.resolve("kernel");
        pids = folder.resolve("pids");
        Files.writeString(kernel, KERNEL.formatted(pids));
        Files.createFile(pids);
        console = builder().languages(List.of("sh", kernel.toString())).start();
    }

    private Console.Builder builder() {
        return Console.builder(folder.resolve("own.db").toString())
                .stateFolder(folder.resolve("state"))
                .log(line -> {});
    }

    @AfterEach
    void close() throws IOException {
        console.close();
    }

    private String send(String line, String headers, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), console.port())) {
            String request = line + " HTTP/1.1\r\nHost: localhost:" + console.port()
                    + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n" + headers
                    + "\r\n" + body;
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.substring(9, 12));
    }

    private String key() throws IOException {
        String link = console.link();
        String answer = send("POST /login", "", link.substring(link.indexOf('#') + 1));
        return "Authorization: Bearer " + answer.replaceAll("(?s).*\"key\":\"([^\"]+)\".*", "$1")
                + "\r\n";
    }

    private boolean anyKernelLives() throws IOException {
        return Files.readAllLines(pids).stream()
                .anyMatch(pid -> ProcessHandle.of(Long.parseLong(pid.strip()))
                        .filter(ProcessHandle::isAlive)
                        .isPresent());
    }

    @Test
    void runsCells() throws IOException {
        String key = key();
        assertTrue(send("GET /facts", key, "").contains("\"languages\":true"));
        String answer = send("POST /notebook", key + NAME, CELL);
        String file = folder.resolve("own.db").toString();
        assertTrue(
                answer.endsWith(
                        "{\"output\":\"--kernel --database " + file + "\",\"ended\":true}\n"),
                answer);
        send("POST /notebook", key + NAME, CELL);
        assertEquals(1, Files.readAllLines(pids).size());
        assertTrue(anyKernelLives());
        assertEquals(200, status(send("DELETE /notebook", key + NAME, "")));
        assertFalse(anyKernelLives());
        assertEquals(404, status(send("GET /notebook", key + NAME, "")));
    }

    @Test
    void tellsWhyAProcessHasEnded() throws IOException {
        String key = key();
        String answer = send("POST /notebook", key + NAME, "{\"text\":\"die\"}");
        assertTrue(answer.contains("there is no Python here"), answer);
        // The next cell has another one.
        assertEquals(200, status(send("POST /notebook", key + NAME, CELL)));
        assertEquals(2, Files.readAllLines(pids).size());
    }

    @Test
    void interruptsCells() throws Exception {
        String key = key();
        Thread slow = Thread.startVirtualThread(() -> {
            try {
                send("POST /notebook", key + NAME, "{\"text\":\"slow\"}");
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        while (!anyKernelLives()) {
            Thread.sleep(20);
        }
        Thread.sleep(200);
        assertEquals(409, status(send("POST /notebook", key + NAME, CELL)));
        assertEquals(200, status(send("PUT /notebook", key + NAME, "")));
        slow.join();
        assertFalse(anyKernelLives());
    }

    @Test
    void processesEndWithTheConsole() throws IOException {
        send("POST /notebook", key() + NAME, CELL);
        assertTrue(anyKernelLives());
        console.close();
        assertFalse(anyKernelLives());
    }

    @Test
    void readOnlyConsolesHaveReadOnlyKernels() throws IOException {
        console.close();
        console = builder()
                .readOnly(true)
                .languages(List.of("sh", folder.resolve("kernel").toString()))
                .start();
        String answer = send("POST /notebook", key() + NAME, CELL);
        assertTrue(answer.contains("own.db --read-only\""), answer);
    }

    @Test
    void languagesAreOffUnlessTheUserSaysSo() throws IOException {
        console.close();
        console = builder().start();
        String key = key();
        assertTrue(send("GET /facts", key, "").contains("\"languages\":false"));
        for (String method : new String[] {"POST", "GET", "PUT", "DELETE"}) {
            assertEquals(403, status(send(method + " /notebook", key + NAME, CELL)), method);
        }
        assertEquals(List.of(), Files.readAllLines(pids));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "PUT", "DELETE", "OPTIONS"})
    void refusesWhoHasNoKey(String method) throws IOException {
        String line = method + " /notebook";
        assertEquals(401, status(send(line, NAME, CELL)));
        assertEquals(401, status(send(line, NAME + "Authorization: Bearer x\r\n", CELL)));
        assertEquals(List.of(), Files.readAllLines(pids));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://evil.example",
                "Origin: null",
                "Sec-Fetch-Site: cross-site",
                "Host: evil.example"
            })
    void refusesForeignPages(String header) throws IOException {
        int status = status(send("POST /notebook", key() + NAME + header + "\r\n", CELL));
        assertTrue(status == 403 || status == 400, header);
        assertEquals(List.of(), Files.readAllLines(pids));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "short",
                "0123456789abcdef;",
                "../../../../etc/passwd",
                "a b c d e f g h i j"
            })
    void namesOfNotebooksAreRandom(String name) throws IOException {
        String header = "Sqlvm-Notebook: " + name + "\r\n";
        assertEquals(400, status(send("POST /notebook", key() + header, CELL)));
        assertEquals(400, status(send("POST /notebook", key(), CELL)));
        assertEquals(List.of(), Files.readAllLines(pids));
    }

    @Test
    void aCellIsOneLine() throws IOException {
        String key = key();
        for (String cell : new String[] {"", " ", CELL + "\n" + CELL, CELL + "\r" + CELL}) {
            assertEquals(400, status(send("POST /notebook", key + NAME, cell)));
        }
        String large = "{\"text\":\"" + "x".repeat(1 << 20) + "\"}";
        assertEquals(413, status(send("POST /notebook", key + NAME, large)));
        assertEquals(List.of(), Files.readAllLines(pids));
    }

    @Test
    void thereAreNotManyProcesses() throws IOException {
        String key = key();
        for (int i = 0; i < 4; i++) {
            String name = "Sqlvm-Notebook: 0123456789abcde" + i + "\r\n";
            assertEquals(200, status(send("POST /notebook", key + name, CELL)));
        }
        assertEquals(503, status(send("POST /notebook", key + NAME, CELL)));
        send("DELETE /notebook", key + "Sqlvm-Notebook: 0123456789abcde0\r\n", "");
        assertEquals(200, status(send("POST /notebook", key + NAME, CELL)));
    }
}
