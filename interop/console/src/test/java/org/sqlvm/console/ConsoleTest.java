package org.sqlvm.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import java.nio.file.attribute.PosixFilePermissions;

/** The console from outside: what it answers, and what it refuses without a link. */
@Timeout(120)
final class ConsoleTest {
    @TempDir
    Path folder;

    private Console console;

    @BeforeEach
    void start() throws IOException {
        console = Console.builder(folder.resolve("own.db").toString())
                .stateFolder(folder.resolve("state"))
                .log(line -> {})
                .start();
    }

    @AfterEach
    void close() throws IOException {
        console.close();
    }

    /** @param request its lines, each with its end, without the last one's */
    private String send(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), console.port())) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private String send(String line, String headers, String body) throws IOException {
        return send(line + " HTTP/1.1\r\nHost: localhost:" + console.port()
                + "\r\nConnection: close\r\nContent-Length: " + body.getBytes(UTF_8).length + "\r\n"
                + headers + "\r\n" + body);
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.substring(9, 12));
    }

    private String ticket() {
        String link = console.link();
        return link.substring(link.indexOf('#') + 1);
    }

    /** The header that carries the key of a new ticket. */
    private String key() throws IOException {
        String answer = send("POST /login", "", ticket());
        String key = answer.replaceAll("(?s).*\"key\":\"([^\"]+)\".*", "$1");
        return "Authorization: Bearer " + key + "\r\n";
    }

    @Test
    void linkOpensOnce() throws IOException {
        String ticket = ticket();
        assertEquals(200, status(send("POST /login", "", ticket)));
        assertEquals(401, status(send("POST /login", "", ticket)));
    }

    @Test
    void answersWhoHasTheKey() throws IOException {
        String key = key();
        assertTrue(send("POST /query", key, "SELECT 6 * 7").endsWith("[42]]}\n\r\n0\r\n\r\n"));
        assertTrue(send("GET /facts", key, "").contains("own.db"));
        assertTrue(send("GET /", "", "").contains("<div id=\"app\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /query",
                "GET /facts",
                "GET /state",
                "PUT /state",
                "GET /query",
                "GET /query/1",
                "DELETE /query/1"
            })
    void refusesWhoHasNone(String line) throws IOException {
        assertEquals(401, status(send(line, "", "SELECT 1")));
        assertEquals(401, status(send(line, "Authorization: Bearer x\r\n", "SELECT 1")));
        assertEquals(401, status(send(line, "Cookie: key=x\r\n", "SELECT 1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /login", "POST /query", "GET /", "GET /main.js", "GET /facts"})
    void refusesOtherNamesOfThisMachine(String line) throws IOException {
        // A foreign name that leads here: DNS rebinding.
        String answer = send(line + " HTTP/1.1\r\nHost: evil.example:" + console.port() + "\r\n"
                + "Connection: close\r\n" + key() + "\r\n");
        assertEquals(403, status(answer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://evil.example",
                "Origin: null",
                "Origin: http://localhost:1",
                "Origin: http://127.0.0.1",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void refusesForeignPages(String header) throws IOException {
        assertEquals(403, status(send("POST /login", header + "\r\n", ticket())));
        assertEquals(403, status(send("POST /query", key() + header + "\r\n", "SELECT 1")));
        assertEquals(403, status(send("GET /facts", key() + header + "\r\n", "")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../own.db",
                "/..%2fPages.class",
                "/vendor/../index.html",
                "/vendor/../../Pages.class",
                "/index.html",
                "/%2e%2e/Pages.class",
                "//etc/passwd",
                "/vendor\\..\\main.js",
                "/Main.js",
                "/vendor/"
            })
    void givesNoFilesButItsOwn(String path) throws IOException {
        assertEquals(404, status(send("GET " + path, "", "")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: gzip, chunked",
                "Host: localhost\r\nHost: evil.example",
                "Host : localhost",
                "Content-Length: +5",
                " Folded: x"
            })
    void takesNoRequestInTwoWays(String headers) throws IOException {
        String host = headers.startsWith("Host") ? "" : "Host: localhost\r\n";
        String answer = send("POST /login HTTP/1.1\r\n" + host + headers + "\r\n\r\nGET /facts");
        int status = status(answer);
        assertTrue(status == 400 || status == 501, answer);
        assertEquals(1, answer.split("HTTP/1.1 ", -1).length - 1, answer);
    }

    @Test
    void givesNoKeyToGuesses() throws IOException {
        String ticket = ticket();
        for (String guess : new String[] {
            "", "null", ticket.substring(1), ticket + "x", ticket.toLowerCase(), " " + ticket
        }) {
            assertEquals(401, status(send("POST /login", "", guess)), guess);
        }
        assertEquals(401, status(send("GET /login", "", ticket)));
        assertEquals(200, status(send("POST /login", "", ticket)));
        assertNotEquals(ticket(), ticket());
    }

    @Test
    void allowsNothingButItsOwnCode() throws IOException {
        String page = send("GET /", "", "");
        String policy = page.lines()
                .filter(line -> line.startsWith("Content-Security-Policy: "))
                .findFirst()
                .orElseThrow();
        assertTrue(policy.contains("default-src 'none'; script-src 'self';"), policy);
        assertTrue(policy.contains("require-trusted-types-for 'script'"), policy);
        assertTrue(policy.contains("frame-ancestors 'none'"), policy);
        assertFalse(page.contains("Access-Control-Allow"), page);
        assertFalse(page.contains("Set-Cookie"), page);
        assertTrue(page.contains("X-Content-Type-Options: nosniff\r\n"), page);
        assertFalse(page.contains("NONCE"), page);
        assertNotEquals(page, send("GET /", "", ""));
    }

    @Test
    void filesKeepTheirTags() throws IOException {
        String first = send("GET /main.js", "", "");
        String tag = first.replaceAll("(?s).*ETag: (\\S+).*", "$1");
        assertEquals(200, status(first));
        assertEquals(304, status(send("GET /main.js", "If-None-Match: " + tag + "\r\n", "")));
    }

    @Test
    void keepsItsStateForTheUser() throws IOException {
        String key = key();
        assertTrue(send("GET /state", key, "").endsWith("null"));
        assertEquals(200, status(send("PUT /state", key, "{\"tabs\":[]}")));
        assertTrue(send("GET /state", key, "").endsWith("{\"tabs\":[]}"));
        Path state = folder.resolve("state");
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(state)));
        try (var files = Files.list(state)) {
            Path only = files.toList().getFirst();
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(only)));
        }
    }

    @Test
    void refusesWhatIsTooLong() throws IOException {
        String headers = key() + "Content-Length: 99999999999\r\n";
        String answer = send("PUT /state HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
        assertEquals(413, status(answer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ATTACH 'other.db' AS o",
                "VACUUM INTO 'copy.db'",
                "SELECT * FROM read_csv('/etc/passwd')",
                "PRAGMA temp_store_directory = '/tmp'"
            })
    void opensNoOtherFiles(String sql) throws IOException {
        assertEquals(403, status(send("POST /query", key(), sql)));
    }

    @Test
    void importsWhatIsDropped() throws IOException {
        String key = key();
        String answer =
                send("POST /import", key + "Sqlvm-File: my%20parts.csv\r\n", "a,b\n1,x\n2,y\n");
        assertTrue(answer.endsWith("{\"table\":\"my parts\",\"rows\":2}\n"), answer);
        String sum = send("POST /query", key, "SELECT sum(a), max(b) FROM \"my parts\"");
        assertTrue(sum.contains("[3,\"y\"]"), sum);
        assertEquals(401, status(send("POST /import", "Sqlvm-File: t.csv\r\n", "a\n1\n")));
        String again = send("POST /import", key + "Sqlvm-File: my%20parts.csv\r\n", "a\n1\n");
        assertTrue(again.contains("table \\u0022my parts\\u0022 already exists"), again);
        String damaged = send("POST /import", key + "Sqlvm-File: t.json\r\n", "[{");
        assertEquals(400, status(damaged));
        assertFalse(damaged.contains("sqlvm-console"), damaged);
        assertEquals(400, status(send("POST /import", key + "Sqlvm-File: t.exe\r\n", "x")));
    }

    @Test
    void sharesDatabasesInMemory() throws IOException {
        try (Console memory = Console.builder(":memory:")
                .stateFolder(folder.resolve("state"))
                .log(line -> {})
                .start()) {
            Console file = console;
            console = memory;
            String key = key();
            send("POST /query", key, "CREATE TABLE t(a); INSERT INTO t VALUES (7)");
            String answer = send(
                    "POST /query", key + "Sqlvm-Session: 0123456789abcdef\r\n", "SELECT a FROM t");
            send("DELETE /query", key + "Sqlvm-Session: 0123456789abcdef\r\n", "");
            console = file;
            assertTrue(answer.contains("[7]"), answer);
        }
    }

    @Test
    void changesNothingIfItMayNot() throws IOException {
        try (Console readOnly = Console.builder(folder.resolve("own.db").toString())
                .readOnly(true)
                .stateFolder(folder.resolve("state"))
                .log(line -> {})
                .start()) {
            Console writable = console;
            console = readOnly;
            String answer = send("POST /query", key(), "CREATE TABLE t(a)");
            console = writable;
            assertEquals(403, status(answer));
        }
    }
}
