package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.RawHttp.Answer;
import org.sqlvm.server.page.HttpPage;
import org.sqlvm.server.page.HttpPages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Keys, sessions, counters and pages by HTTP. */
@Timeout(120)
final class HttpSessionTest {
    private static final String KEY = "0123456789abcdefghijkl";
    private static final String BEARER = "Authorization: Bearer " + KEY + "\r\n";
    private static final String FIRST = "Sqlvm-Session: first-0123456789\r\n";
    private static final String SECOND = "Sqlvm-Session: second-0123456789\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";

    @TempDir
    Path folder;

    private SqlvmServer.Builder builder() {
        return SqlvmServer.builder(ServerFixture.file(folder)).httpPort(0).log(line -> {});
    }

    private static String ask(SqlvmServer server, String headers, String body) throws IOException {
        Answer answer = RawHttp.post(server.httpPort(), headers, body);
        assertTrue(answer.isWhole());
        return answer.status() + " " + answer.text();
    }

    private static Answer send(SqlvmServer server, String line, String headers) throws IOException {
        return RawHttp.send(
                server.httpPort(),
                line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
    }

    @Test
    void keepsTemporaryTables() throws IOException {
        try (SqlvmServer server = builder().start()) {
            assertEquals(
                    "200 {\"changes\":0,\"transaction\":false}\n",
                    ask(server, FIRST, "CREATE TEMP TABLE own(a)"));
            assertEquals(
                    "200 {\"changes\":2,\"transaction\":true}\n",
                    ask(server, FIRST, "BEGIN; INSERT INTO own VALUES (1), (2)"));
            assertEquals(
                    "200 {\"columns\":[\"count(*)\"],\"rows\":[\n[2]],\"transaction\":true}\n",
                    ask(server, FIRST, "SELECT count(*) FROM own"));
            assertTrue(ask(server, SECOND, "SELECT * FROM own").startsWith("400 "));
            assertTrue(ask(server, "", "SELECT * FROM own").startsWith("400 "));
        }
    }

    @Test
    void endsWhatTheClientEnds() throws IOException {
        try (SqlvmServer server = builder().start()) {
            ask(server, FIRST, "BEGIN; CREATE TABLE undone(a)");
            assertEquals(204, send(server, "DELETE /query", FIRST).status());
            assertTrue(ask(server, SECOND, "SELECT * FROM undone").startsWith("400 "));
            assertEquals(
                    "200 {\"changes\":0,\"transaction\":false}\n",
                    ask(server, SECOND, "CREATE TABLE undone(a)"));
        }
    }

    @Test
    void refusesNamesThatCouldBeGuessed() throws IOException {
        try (SqlvmServer server = builder().start()) {
            assertTrue(ask(server, "Sqlvm-Session: short\r\n", "SELECT 1").startsWith("400 "));
        }
    }

    @Test
    void sessionsAreOfTheirUser() throws IOException {
        String ann = "Authorization: Basic YW5uOmE=\r\n";
        String bob = "Authorization: Basic Ym9iOmI=\r\n";
        try (SqlvmServer server =
                builder().password("ann", "a").password("bob", "b").start()) {
            ask(server, ann + FIRST, "CREATE TEMP TABLE own(a)");
            assertTrue(ask(server, bob + FIRST, "SELECT * FROM own").startsWith("400 "));
            assertTrue(ask(server, ann + FIRST, "SELECT * FROM own").startsWith("200 "));
        }
    }

    @Test
    void needsItsKey() throws IOException {
        try (SqlvmServer server = builder().httpKey(KEY).start()) {
            assertTrue(ask(server, "", "SELECT 1").startsWith("401 "));
            assertTrue(ask(server, "Authorization: Bearer " + KEY + "x\r\n", "SELECT 1")
                    .startsWith("401 "));
            assertTrue(ask(server, "Authorization: Basic YW5uOmE=\r\n", "SELECT 1")
                    .startsWith("401 "));
            assertTrue(ask(server, BEARER, "SELECT 1").startsWith("200 "));
        }
    }

    @Test
    void refusesShortKeys() {
        SqlvmServer.Builder builder = builder();
        assertThrows(IllegalArgumentException.class, () -> builder.httpKey("secret"));
    }

    @Test
    void countsSteps() throws IOException {
        try (SqlvmServer server = builder().start()) {
            ask(server, "", "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)");
            String steps =
                    ask(server, JSON, "{\"sql\": \"SELECT a FROM t\", \"counters\": \"steps\"}");
            assertTrue(steps.contains("\"counters\":{\"timeNs\":"), steps);
            assertTrue(steps.contains("\"detail\":\"SCAN t\""), steps);
            assertTrue(ask(server, JSON, "{\"sql\": \"SELECT 1\", \"counters\": 7}")
                    .startsWith("400 "));
        }
    }

    @Test
    void answersPagesWithoutTheKey() throws IOException {
        HttpPages pages = request -> switch (request.path()) {
            case "/hello" ->
                new HttpPage(
                        200,
                        "text/plain",
                        ("hello " + request.isKnown()).getBytes(UTF_8),
                        Map.of("Cache-Control", "no-cache"));
            default -> null;
        };
        try (SqlvmServer server = builder().httpKey(KEY).httpPages(pages).start()) {
            Answer open = send(server, "GET /hello?x", "");
            assertEquals("200 hello false", open.status() + " " + open.text());
            assertEquals("hello true", send(server, "GET /hello", BEARER).text());
            assertEquals(404, send(server, "GET /nosuch", "").status());
            assertEquals(
                    403,
                    send(server, "GET /hello", "Origin: https://evil.example\r\n")
                            .status());
            assertEquals("", send(server, "HEAD /hello", "").text());
            assertTrue(ask(server, "", "SELECT 1").startsWith("401 "));
        }
    }
}
