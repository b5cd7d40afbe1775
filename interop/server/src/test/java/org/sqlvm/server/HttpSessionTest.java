package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Keys, sessions, counters and pages by HTTP. */
@Timeout(120)
final class HttpSessionTest {
    private static final String KEY = "0123456789abcdefghijkl";
    private static final String BEARER = "Authorization: Bearer " + KEY + "\r\n";
    private static final String FIRST = "Sqlvm-Session: first-0123456789\r\n";
    private static final String SECOND = "Sqlvm-Session: second-0123456789\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";

    /** A step of a plan that has counted something. */
    private static final Pattern COUNTED =
            Pattern.compile("\"detail\":\"SCAN c\",\"counts\":\\{\"loops\":[1-9]");

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

    private static String one(SqlvmServer server, String line, String headers) throws IOException {
        Answer answer = send(server, line, headers);
        return answer.status() + " " + answer.text();
    }

    private static String member(String json, String name) {
        return json.replaceAll("(?s).*?\"" + name + "\":\"?([^,\"}]*).*", "$1");
    }

    /** Waits until a session's statement has counted something, and returns its description. */
    private static String running(SqlvmServer server) throws IOException, InterruptedException {
        for (int i = 0; i < 600; i++) {
            String seen = one(server, "GET /query", FIRST);
            if (COUNTED.matcher(seen).find()) {
                return seen;
            }
            Thread.sleep(100);
        }
        throw new AssertionError(one(server, "GET /query", FIRST));
    }

    @Test
    void showsAndCancelsWhatRuns() throws Exception {
        try (SqlvmServer server = builder().start()) {
            String sql = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
                    + " SELECT count(*) FROM c";
            var answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return ask(
                            server,
                            FIRST + JSON,
                            "{\"sql\": \"" + sql + "\", \"counters\": \"steps\"}");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            String seen = running(server);
            assertTrue(seen.startsWith("200 {\"id\":"), seen);
            assertEquals("active", member(seen, "state"));
            assertEquals("false", member(seen, "vectors"));
            assertTrue(seen.contains("\"sql\":\"" + sql + "\""), seen);
            assertTrue(seen.contains("\"detail\":\"SCAN c\""), seen);
            String list = one(server, "GET /query", "");
            assertTrue(list.startsWith("200 {\"sessions\":[\n{\"id\":"), list);
            assertFalse(list.contains("counters"), list);
            String path = "/query/" + member(seen, "id");
            assertEquals(member(seen, "id"), member(one(server, "GET " + path, ""), "id"));
            assertEquals(405, send(server, "PUT " + path, "").status());
            assertEquals(204, send(server, "DELETE " + path, "").status());
            String error = answer.get(60, TimeUnit.SECONDS);
            assertTrue(error.contains("interrupted"), error);
        }
    }

    @Test
    void showsSessionsThatRest() throws IOException {
        try (SqlvmServer server = builder().start()) {
            assertEquals("200 {\"sessions\":[\n]}\n", one(server, "GET /query", ""));
            ask(server, FIRST, "BEGIN IMMEDIATE");
            String list = one(server, "GET /query", "");
            assertEquals("idle in transaction", member(list, "state"));
            assertEquals("write", member(list, "transaction"));
            ask(server, FIRST, "COMMIT");
            String own = one(server, "GET /query", FIRST);
            assertEquals("idle", member(own, "state"));
            assertEquals("none", member(own, "transaction"));
            assertTrue(own.endsWith("\"sql\":\"COMMIT\",\"counters\":null}\n"), own);
            assertEquals(404, send(server, "GET /query", SECOND).status());
            assertEquals(404, send(server, "GET /query/999999", "").status());
            assertEquals(404, send(server, "DELETE /query/999999", "").status());
        }
    }

    @Test
    void hidesStatementsFromOtherUsers() throws Exception {
        String ann = "Authorization: Basic YW5uOmE=\r\n";
        String bob = "Authorization: Basic Ym9iOmI=\r\n";
        try (SqlvmServer server =
                builder().password("ann", "a").password("bob", "b").start()) {
            ask(server, ann + FIRST, "SELECT 'secret'");
            assertEquals(401, send(server, "GET /query", "").status());
            assertTrue(one(server, "GET /query", ann).contains("'secret'"));
            String seen = one(server, "GET /query", bob);
            assertTrue(seen.contains("<insufficient privilege>"), seen);
            assertFalse(seen.contains("secret"), seen);
            assertEquals(404, send(server, "GET /query", bob + FIRST).status());
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
