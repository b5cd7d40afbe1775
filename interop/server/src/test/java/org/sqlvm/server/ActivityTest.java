package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.WireClient.Message;
import org.sqlvm.server.http.MetricsDoor;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** Tests what a server shows of its sessions. */
final class ActivityTest {
    private static final String STATES =
            "SELECT usename, application_name, state, query FROM pg_stat_activity ORDER BY pid";

    @TempDir
    Path folder;

    @Test
    void sessionsSeeEachOther() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient first = new WireClient(server);
                WireClient second = new WireClient(server);
                WireClient third = new WireClient(server)) {
            first.startUp("user", "me", "application_name", "one");
            first.answers();
            second.startUp("user", "me");
            second.answers();
            third.startUp("user", "other");
            third.answers();
            second.query("BEGIN");
            second.query("SELECT 1");
            third.query("BEGIN");
            third.query("SELECT x");
            List<String> rows = first.query(STATES);
            assertEquals(
                    List.of(
                            "D me|one|active|" + STATES,
                            "D me||idle in transaction|SELECT 1",
                            "D other||idle in transaction (aborted)|<insufficient privilege>"),
                    rows.subList(1, 4));
            second.query("ROLLBACK");
            assertEquals(
                    "D t",
                    first.query("SELECT CASE WHEN query_start >= backend_start AND client_addr"
                                    + " LIKE '/127.0.0.1:%' THEN 't' END FROM pg_stat_activity"
                                    + " WHERE pid = " + first.processId)
                            .get(1));
        }
    }

    @Test
    void statementsThatAreBoundAreShown() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient client = WireClient.logIn(server)) {
            String text = "SELECT query FROM pg_stat_activity";
            client.add('P', new Message().string("s").string(text).int16(0))
                    .add(
                            'B',
                            new Message()
                                    .string("")
                                    .string("s")
                                    .int16(0)
                                    .int16(0)
                                    .int16(0))
                    .add('E', new Message().string("").int32(0))
                    .add('S', new Message())
                    .send();
            assertTrue(client.answers().contains("D " + text));
        }
    }

    @Test
    void metricsCount() throws IOException {
        try (SqlvmServer server = ServerFixture.builder(folder).maxSessions(1).start()) {
            try (WireClient client = WireClient.logIn(server);
                    WireClient refused = new WireClient(server)) {
                client.query("SELECT 1");
                client.query("SELECT x");
                refused.startUp("user", "me");
                refused.answers();
                String text = server.metrics();
                for (String line : List.of(
                        "sqlvm_sessions_total 1",
                        "sqlvm_refused_connections_total 1",
                        "sqlvm_statements_total 2",
                        "sqlvm_errors_total 1")) {
                    assertTrue(text.contains("\n" + line + "\n"), text);
                }
                assertTrue(text.endsWith("\n# EOF\n"), text);
                assertTrue(number(text, "sqlvm_sent_bytes_total") > 300, text);
                assertTrue(number(text, "sqlvm_received_bytes_total") > 30, text);
            }
        }
    }

    private SqlvmServer.Builder withMetrics() {
        return ServerFixture.builder(folder).door(MetricsDoor.class, () -> new MetricsDoor(0));
    }

    private static int metricsPort(SqlvmServer server) {
        return server.door(MetricsDoor.class).orElseThrow().port();
    }

    @Test
    void metricsComeByHttp() throws IOException {
        try (SqlvmServer server = withMetrics().start();
                InputStream in = URI.create("http://localhost:" + metricsPort(server) + "/metrics")
                        .toURL()
                        .openStream()) {
            assertEquals(server.metrics(), new String(in.readAllBytes(), UTF_8));
        }
    }

    /** A page that has a name of its own for this machine, and who has no password. */
    @Test
    void metricsAreRefusedAsQueriesAre() throws IOException {
        try (SqlvmServer server = withMetrics().password("me", "x").start()) {
            int endpoint = metricsPort(server);
            String basic = basic("me:x");
            String host = "Host: localhost:" + endpoint + "\r\n";
            assertEquals(200, status(endpoint, host + basic));
            assertEquals(401, status(endpoint, host));
            assertEquals(401, status(endpoint, host + basic("me:y")));
            assertEquals(403, status(endpoint, "Host: evil.com\r\n" + basic));
            assertEquals(403, status(endpoint, "Host: localhost.evil.com:" + endpoint + "\r\n"));
            assertEquals(400, status(endpoint, basic));
            assertEquals(400, status(endpoint, host + "Host: evil.com\r\n" + basic));
            assertEquals(403, status(endpoint, host + basic + "Origin: http://evil.com\r\n"));
            assertEquals(403, status(endpoint, host + basic + "Sec-Fetch-Site: cross-site\r\n"));
            String whole = "GET http://evil.com/metrics HTTP/1.1\r\n" + host + basic + "\r\n";
            assertEquals(403, RawHttp.send(endpoint, whole).status());
        }
    }

    private static String basic(String credentials) {
        byte[] bytes = credentials.getBytes(UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(bytes) + "\r\n";
    }

    private static int status(int endpoint, String headers) throws IOException {
        String request = "GET /metrics HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n";
        return RawHttp.send(endpoint, request).status();
    }

    private static long number(String text, String name) {
        int begin = text.indexOf("\n" + name + " ") + name.length() + 2;
        return Long.parseLong(text.substring(begin, text.indexOf('\n', begin)));
    }
}
