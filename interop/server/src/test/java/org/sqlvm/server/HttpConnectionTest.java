package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.RawHttp.Answer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/** Connections of HTTP: several requests on one, and how connections end. */
@Timeout(120)
final class HttpConnectionTest {
    private static final String CLOSES = "Connection: close\r\n";

    /** Takes a moment. */
    private static final String SLOW = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1"
            + " FROM c LIMIT 200000) SELECT count(*) FROM c";

    private static final String ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL"
            + " SELECT x + 1 FROM c) SELECT count(*) FROM c";

    private static final String MANY =
            "SELECT value, hex(zeroblob(20)) FROM generate_series(1, 10000)";

    @TempDir
    Path folder;

    private SqlvmServer.Builder builder() {
        return SqlvmServer.builder(ServerFixture.file(folder)).httpPort(0).log(line -> {});
    }

    private static Socket connect(SqlvmServer server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.httpPort());
    }

    private static String request(String headers, String sql) {
        return "POST /query HTTP/1.1\r\nHost: localhost\r\nAccept: text/csv\r\nContent-Length: "
                + sql.length() + "\r\n" + headers + "\r\n" + sql;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    private static Answer read(Socket socket) throws IOException {
        return RawHttp.read(socket.getInputStream());
    }

    private static Answer ask(Socket socket, String text) throws IOException {
        send(socket, text);
        return read(socket);
    }

    private static void assertEnds(Socket socket) throws IOException {
        assertEquals(-1, socket.getInputStream().read());
    }

    @Test
    void aConnectionTakesSeveralRequests() throws IOException {
        try (SqlvmServer server = builder().start();
                Socket socket = connect(server)) {
            for (int i = 0; i < 3; i++) {
                Answer answer = ask(socket, request("", "SELECT " + i + " AS x"));
                assertEquals("x\n" + i + "\n", answer.text());
                assertFalse(answer.head().contains("Connection:"));
                assertEquals(400, ask(socket, request("", "SELECT nosuch")).status());
                assertEquals(204, ask(socket, request("", "DELETE FROM orders")).status());
                // Old clients send a line more than their request has.
                send(socket, "\r\n");
            }
            String head = "HEAD /query HTTP/1.1\r\nHost: localhost\r\n\r\n";
            send(socket, head + request(CLOSES, "SELECT 7 AS x"));
            String sessions = headOf(socket);
            assertTrue(sessions.startsWith("HTTP/1.1 200 "), sessions);
            Answer last = read(socket);
            assertEquals("x\n7\n", last.text());
            assertTrue(last.head().contains(CLOSES));
            assertEnds(socket);
        }
    }

    /** A head that has no body, whatever it says. */
    private static String headOf(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) socket.getInputStream().read());
        }
        return head.toString();
    }

    @Test
    void requestsMayBeSentBeforeAnAnswer() throws IOException, InterruptedException {
        try (SqlvmServer server = builder().start();
                Socket socket = connect(server)) {
            send(socket, request("", SLOW) + request("", SLOW));
            Thread.sleep(20);
            StringBuilder more = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                more.append(request("", "SELECT " + i + " AS x"));
            }
            // More than is read ahead, in pieces that end anywhere.
            for (int at = 0; at < more.length(); at += 9999) {
                send(socket, more.substring(at, Math.min(more.length(), at + 9999)));
            }
            assertEquals("count(*)\n200000\n", read(socket).text());
            assertEquals("count(*)\n200000\n", read(socket).text());
            for (int i = 0; i < 500; i++) {
                assertEquals("x\n" + i + "\n", read(socket).text());
            }
        }
    }

    @Test
    void anIdleConnectionEnds() throws IOException {
        try (SqlvmServer server = builder().loginTimeout(Duration.ofSeconds(1)).start()) {
            try (Socket socket = connect(server)) {
                assertEquals(200, ask(socket, request("", "SELECT 1")).status());
                assertEnds(socket);
            }
            try (Socket socket = connect(server)) {
                assertEquals(200, ask(socket, request("", "SELECT 1")).status());
                send(socket, "POST /query HTTP/1.1\r\nHost: ");
                assertEnds(socket);
            }
        }
    }

    @Test
    void aClientThatStaysBehindItsLastAnswerIsLeft() throws IOException, InterruptedException {
        try (SqlvmServer server = builder().start();
                Socket socket = connect(server)) {
            assertEquals(400, ask(socket, request(CLOSES, "SELECT nosuch")).status());
            while (server.sessionCount() > 0) {
                Thread.sleep(10);
            }
        }
    }

    @Test
    void aServerThatEndsDoesNotWaitForIdleConnections() throws IOException {
        try (Socket socket = openAndClose()) {
            assertEnds(socket);
        }
    }

    private Socket openAndClose() throws IOException {
        try (SqlvmServer server = builder().closeTimeout(Duration.ofHours(1)).start()) {
            Socket socket = connect(server);
            assertEquals(200, ask(socket, request("", "SELECT 1")).status());
            return socket;
        }
    }

    @Test
    void idleConnectionsMakeRoom() throws IOException {
        try (SqlvmServer server = builder().maxSessions(1).start();
                Socket first = connect(server);
                Socket second = connect(server)) {
            assertEquals(200, ask(first, request("", "SELECT 1")).status());
            Answer answer = ask(second, request("", "SELECT 1"));
            assertEquals(200, answer.status());
            assertTrue(answer.head().contains(CLOSES));
            assertEnds(second);
        }
    }

    @Test
    void theNextRequestFindsRoomWhenAnAnswerHasCome() throws IOException {
        try (SqlvmServer server = builder().maxSessions(1).start()) {
            for (int i = 0; i < 100; i++) {
                String sql = i % 3 == 0 ? "DELETE FROM orders" : "SELECT 1";
                int status = RawHttp.post(server.httpPort(), CLOSES, sql).status();
                assertEquals(200, status);
            }
        }
    }

    @Test
    void clientsThatLeaveAtOnceEndTheirStatements() throws IOException, InterruptedException {
        try (SqlvmServer server = builder().start()) {
            for (int i = 0; i < 20; i++) {
                try (Socket socket = connect(server)) {
                    send(socket, request("", ENDLESS));
                    if (i % 2 == 0) {
                        socket.shutdownOutput();
                    }
                }
            }
            while (server.sessionCount() > 0) {
                Thread.sleep(10);
            }
        }
    }

    @Test
    void aBrokenAnswerHasNoEnd() throws IOException {
        try (SqlvmServer server = builder().maxRows(5000).start()) {
            String[] types = {
                "text/csv", "application/x-ndjson", "application/vnd.apache.arrow.stream"
            };
            for (String type : types) {
                String headers = "Accept: " + type + "\r\n";
                Answer cut =
                        RawHttp.post(server.httpPort(), headers, MANY.replace("10000", "90000"));
                assertFalse(cut.status() == 200 && cut.isWhole(), type);
            }
            // Without chunks the end of the connection would be that of the answer.
            try (Socket socket = connect(server)) {
                String old = request("", MANY).replace("HTTP/1.1", "HTTP/1.0");
                assertThrows(IOException.class, () -> ask(socket, old));
            }
            try (Socket socket = connect(server)) {
                String old = request("", "SELECT 1 AS x").replace("HTTP/1.1", "HTTP/1.0");
                assertEquals("x\n1\n", ask(socket, old).text());
            }
        }
    }

    @Test
    void whatIsUnusualIsReadAsItIsMeant() throws IOException {
        try (SqlvmServer server = builder().start()) {
            int port = server.httpPort();
            String body = "Content-Length: 8\r\n\r\nSELECT 1";
            String post = "POST /query HTTP/1.1\r\nHost: localhost\r\n";
            // Bytes of UTF-8, of which one is a line's end in Unicode.
            assertEquals(
                    200, RawHttp.send(port, post + "X: \u00c3\u0085\r\n" + body).status());
            assertEquals(400, RawHttp.send(port, post + "X: a\rb\r\n" + body).status());
            assertEquals(400, RawHttp.send(port, post + "X: a\0b\r\n" + body).status());
            assertEquals(400, RawHttp.send(port, post + "X : a\r\n" + body).status());
            assertEquals(
                    431,
                    RawHttp.send(port, post + "X: a\r\n".repeat(101) + body).status());
            String whole = "POST http://%s/query HTTP/1.1\r\nHost: localhost\r\n" + body;
            assertEquals(
                    200, RawHttp.send(port, whole.formatted("localhost:80")).status());
            assertEquals(
                    403, RawHttp.send(port, whole.formatted("evil.example")).status());
            assertEquals(
                    204,
                    RawHttp.send(port, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .status());
            String chunked = "Transfer-Encoding: chunked\r\n\r\n";
            assertEquals(
                    400,
                    RawHttp.send(port, post + chunked + "8\nSELECT 1\r\n0\r\n\r\n")
                            .status());
            assertEquals(
                    400,
                    RawHttp.send(
                                    port,
                                    "POST /query HTTP/1.0\r\n" + chunked
                                            + "8\r\nSELECT 1\r\n0\r\n\r\n")
                            .status());
            assertEquals(
                    415,
                    RawHttp.send(port, post + "Content-Encoding: gzip\r\n" + body)
                            .status());
            String type = "Content-Type: text/plain;";
            assertEquals(
                    415,
                    RawHttp.send(port, post + type + "charset=latin1\r\n" + body)
                            .status());
            assertEquals(
                    200,
                    RawHttp.send(port, post + type + " Charset=\"UTF-8\"\r\n" + body)
                            .status());
            assertEquals(
                    200, RawHttp.send(port, post + "Content-Type: ;\r\n" + body).status());
        }
    }
}
