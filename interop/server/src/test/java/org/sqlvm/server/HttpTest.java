package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.arrow.ArrowStreamWriter;
import org.sqlvm.server.RawHttp.Answer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;

/** Requests by HTTP, with a client that may send anything. */
@Timeout(120)
final class HttpTest {
    private static final String ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL"
            + " SELECT x + 1 FROM c) SELECT count(*) FROM c";

    private static final String JSON = "Content-Type: application/json\r\n";

    @TempDir
    Path folder;

    private SqlvmServer.Builder builder() {
        return SqlvmServer.builder(ServerFixture.file(folder)).httpPort(0).log(line -> {});
    }

    private static Answer post(SqlvmServer server, String headers, String body) throws IOException {
        return RawHttp.post(server.httpPort(), headers, body);
    }

    private static String ask(SqlvmServer server, String headers, String body) throws IOException {
        Answer answer = post(server, headers, body);
        assertTrue(answer.isWhole());
        return answer.status() + " " + answer.text();
    }

    private static String error(String message, String code, String state, String offset) {
        return "{\"error\":{\"message\":\"" + message + "\",\"code\":" + code + ",\"sqlstate\":"
                + state + ",\"offset\":" + offset + "}}\n";
    }

    private static String refusal(String message) {
        return error(message, "null", "null", "null");
    }

    @Test
    void answersHaveTheFormThatIsAskedFor() throws IOException {
        try (SqlvmServer server = builder().start()) {
            assertEquals(0, server.port());
            String sql = "SELECT *, 2.0 AS r FROM parts; -- that is all";
            assertEquals(
                    "200 {\"columns\":[\"id\",\"name\",\"price\",\"data\",\"note\",\"r\"],\"rows\":[\n"
                        + "[1,\"bolt\",1.5,{\"base64\":\"AQI=\"},\"x\",2.0],\n"
                        + "[2,\"nut\",0.1,null,3,2.0]]}\n",
                    ask(server, "", sql));
            assertEquals(
                    "200 {\"id\":1,\"data\":{\"base64\":\"AQI=\"},\"t\":\"\\\"\\\\\\n\\u0001é\"}\n",
                    ask(
                            server,
                            "Accept: application/x-ndjson\r\n",
                            "SELECT id, data, '\"\\\n\1é' AS t FROM parts WHERE id = 1"));
            assertEquals(
                    "200 id,name,price,data,note,r\n1,bolt,1.5,\\x0102,x,2\n2,nut,0.1,,3,2\n",
                    ask(server, "Accept: text/*\r\n", sql));
            Answer arrow = post(server, "Accept: application/vnd.apache.arrow.stream\r\n", sql);
            assertTrue(
                    arrow.head().contains("Content-Type: application/vnd.apache.arrow.stream\r\n"));
            assertArrayEquals(arrow("SELECT *, 2.0 AS r FROM parts"), arrow.body());
            assertEquals(
                    "200 {\"columns\":[\"1\"],\"rows\":[]}\n", ask(server, "", "SELECT 1 LIMIT 0"));
            assertEquals(
                    406,
                    post(server, "Accept: image/png, text/csv;q=0\r\n", sql).status());
            assertEquals(
                    "1\n1\n",
                    post(server, "Accept: application/json;q=0.5, text/csv;q=0.6\r\n", "SELECT 1")
                            .text());
        }
    }

    /** The module that writes it is none of the server's. */
    @Test
    void parquetNeedsItsModule() throws IOException {
        try (SqlvmServer server = builder().start()) {
            String type = "Accept: application/vnd.apache.parquet";
            assertEquals(
                    "406 "
                            + refusal("no module for files of the format parquet: sqlvm-parquet is"
                                    + " missing"),
                    ask(server, type + "\r\n", "SELECT 1"));
            assertEquals("200 1\n1\n", ask(server, type + ", text/csv;q=0.5\r\n", "SELECT 1"));
        }
    }

    private byte[] arrow(String sql) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Database database = Sqlvm.open(folder.resolve("shop.db").toString());
                Rows rows = database.query(sql)) {
            ArrowStreamWriter.to(Channels.newChannel(bytes)).mixedAsText().write(rows);
        }
        return bytes.toByteArray();
    }

    @Test
    void statementsComeInRequests() throws IOException {
        try (SqlvmServer server = builder().start()) {
            assertEquals("200 {\"changes\":2}\n", ask(server, "", "UPDATE parts SET price = 7"));
            assertEquals("204 ", ask(server, "Accept: text/csv\r\n", "UPDATE parts SET price = 8"));
            assertEquals("200 {\"changes\":0}\n", ask(server, "", " ; -- nothing"));
            assertEquals(
                    "200 {\"columns\":[\"n\"],\"rows\":[\n[3]]}\n",
                    ask(
                            server,
                            "",
                            "CREATE TABLE u(x); INSERT INTO u VALUES (1), (2), (3); SELECT x FROM"
                                    + " u; SELECT count(*) AS n FROM u;"));
            // An open transaction ends with the request.
            assertEquals("200 {\"changes\":3}\n", ask(server, "", "BEGIN; DELETE FROM u"));
            assertEquals(
                    "3",
                    ask(server, "Accept: text/csv\r\n", "SELECT count(*) FROM u")
                            .lines()
                            .toList()
                            .getLast());
        }
    }

    @Test
    void parametersComeInJson() throws IOException {
        try (SqlvmServer server = builder().start()) {
            assertEquals(
                    "200 {\"columns\":[\"a\"],\"rows\":[\n"
                            + "[\"integer real text blob null integer\"]]}\n",
                    ask(
                            server,
                            JSON,
                            "{\"sql\": \"SELECT concat_ws(' ', typeof(?1), typeof(?), typeof(?),"
                                    + " typeof(?), typeof(?), typeof(?)) AS a\", \"parameters\":"
                                    + " [1, 1.5, \"1\", {\"base64\": \"AQI=\"}, null, true]}"));
            assertEquals(
                    "200 {\"columns\":[\"a\"],\"rows\":[\n[42]]}\n",
                    ask(
                            server,
                            JSON,
                            "{\"sql\":\"SELECT :x + $y + @x AS"
                                    + " a\",\"parameters\":{\"x\":1,\"y\":40}}"));
            assertEquals(
                    "400 " + error("parameter :x has no value", "null", "\"42P02\"", "null"),
                    ask(server, JSON, "{\"sql\":\"SELECT :x\",\"parameters\":{\"y\":1}}"));
            assertEquals(
                    "400 "
                            + error(
                                    "there are 2 values for 1 parameters",
                                    "null",
                                    "\"42P02\"",
                                    "null"),
                    ask(server, JSON, "{\"sql\":\"SELECT ?\",\"parameters\":[1,2]}"));
            assertEquals(
                    "400 "
                            + error(
                                    "only a single statement can have parameters",
                                    "null",
                                    "\"42601\"",
                                    "null"),
                    ask(server, JSON, "{\"sql\":\"SELECT ?; SELECT 1\",\"parameters\":[1]}"));
            for (String wrong : new String[] {
                "",
                "[]",
                "{\"sql\":1}",
                "{\"sql\":\"SELECT 1\"",
                "{\"sql\":\"SELECT 1\",\"x\":1}",
                "{\"sql\":\"SELECT ?\",\"parameters\":1}",
                "{\"sql\":\"SELECT ?\",\"parameters\":[[1]]}",
                "{\"sql\":\"SELECT ?\",\"parameters\":[{}]}",
                "{\"sql\":\"SELECT ?\",\"parameters\":[{\"base64\":\"?\"}]}"
            }) {
                assertEquals(400, post(server, JSON, wrong).status(), wrong);
            }
            assertEquals(
                    415, post(server, "Content-Type: text/html\r\n", "SELECT 1").status());
        }
    }

    @Test
    void errorsSayWhatIsWrong() throws IOException {
        try (SqlvmServer server =
                builder().maxRows(5000).statementTimeout(Duration.ofSeconds(1)).start()) {
            assertEquals(
                    "400 " + error("no such column: nosuch", "1", "\"42S22\"", "7"),
                    ask(server, "", "SELECT nosuch FROM parts"));
            assertEquals(
                    "409 "
                            + error(
                                    "UNIQUE constraint failed: parts.id",
                                    "1555",
                                    "\"23505\"",
                                    "null"),
                    ask(server, "", "INSERT INTO parts(id, name) VALUES (1, 'x')"));
            assertEquals(
                    "403 " + error("not authorized", "23", "\"28000\"", "null"),
                    ask(server, "", "ATTACH 'x' AS y"));
            assertEquals(504, post(server, "", ENDLESS).status());
            // The head has been sent before the error.
            String many = "SELECT value, hex(zeroblob(20)) FROM generate_series(1, 10000)";
            Answer json = post(server, "", many);
            assertEquals(200, json.status());
            assertTrue(json.text()
                    .endsWith("],\"error\":{\"message\":\"a result has more than 5000 rows\","
                            + "\"code\":null,\"sqlstate\":\"54000\",\"offset\":null}}\n"));
            assertFalse(post(server, "Accept: text/csv\r\n", many).isWhole());
            Answer bytes = RawHttp.send(
                    server.httpPort(),
                    "POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
                            + "SELECT '\u00ff'");
            assertEquals(refusal("the request is not in UTF-8"), bytes.text());
        }
    }

    @Test
    void whatIsNoRequestIsRefused() throws IOException {
        try (SqlvmServer server = builder().start()) {
            int port = server.httpPort();
            String host = "Host: localhost\r\n";
            assertEquals(400, RawHttp.send(port, "what\r\n\r\n").status());
            assertEquals(400, RawHttp.send(port, "POST /query HTTP/1.1\r\n\r\n").status());
            assertEquals(
                    404,
                    RawHttp.send(port, "POST / HTTP/1.1\r\n" + host + "\r\n").status());
            Answer put = RawHttp.send(port, "PUT /query HTTP/1.1\r\n" + host + "\r\n");
            assertEquals(405, put.status());
            assertTrue(put.head().contains("Allow: GET, POST, DELETE, OPTIONS\r\n"));
            String post = "POST /query HTTP/1.1\r\n" + host;
            String[] wrong = {
                post + host + "\r\n",
                post + "bad header\r\n\r\n",
                post + " folded: 1\r\n\r\n",
                post + "Content-Length: -1\r\n\r\n",
                post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx",
                post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                post + "Transfer-Encoding: chunked\r\n\r\nno\r\n\r\n",
                post + "Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n"
            };
            for (String request : wrong) {
                assertEquals(400, RawHttp.send(port, request).status(), request);
            }
            assertEquals(
                    501,
                    RawHttp.send(port, post + "Transfer-Encoding: gzip\r\n\r\n").status());
            assertEquals(
                    413,
                    RawHttp.send(port, post + "Content-Length: 99999999999\r\n\r\n")
                            .status());
            assertEquals(417, RawHttp.send(port, post + "Expect: tea\r\n\r\n").status());
            assertEquals(
                    431,
                    RawHttp.send(port, post + "X: " + "x".repeat(40_000) + "\r\n\r\n")
                            .status());
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                String chunks = post + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "7;a=b\r\nSELECT \r\n2\r\n42\r\n0\r\nTrailer: x\r\n\r\n";
                socket.getOutputStream().write(chunks.getBytes(UTF_8));
                assertEquals(100, RawHttp.read(socket.getInputStream()).status());
                assertTrue(RawHttp.read(socket.getInputStream()).text().contains("[42]"));
            }
            // A client that knows no chunks.
            Answer old =
                    RawHttp.send(port, "POST /query HTTP/1.0\r\nContent-Length: 8\r\n\r\nSELECT 1");
            assertEquals("{\"columns\":[\"1\"],\"rows\":[\n[1]]}\n", old.text());
        }
    }

    @Test
    void pagesOfOtherSitesAreRefused() throws IOException {
        try (SqlvmServer server = builder().httpOrigin("https://shop.example").start()) {
            int port = server.httpPort();
            String foreign = "403 " + refusal("pages of other sites may not ask this server");
            assertEquals(foreign, ask(server, "Origin: http://evil.example\r\n", "SELECT 1"));
            assertEquals(foreign, ask(server, "Origin: null\r\n", "SELECT 1"));
            assertEquals(foreign, ask(server, "Sec-Fetch-Site: cross-site\r\n", "SELECT 1"));
            assertEquals(
                    403,
                    RawHttp.send(
                                    port,
                                    "POST /query HTTP/1.1\r\nHost: evil.example:" + port
                                            + "\r\nContent-Length: 8\r\n\r\nSELECT 1")
                            .status());
            for (String name : new String[] {"127.0.0.1", "[::1]:80", "LOCALHOST:1"}) {
                String head = "POST /query HTTP/1.1\r\nContent-Length: 8\r\nHost: " + name;
                assertEquals(200, RawHttp.send(port, head + "\r\n\r\nSELECT 1").status(), name);
            }
            String own = "Origin: http://localhost:" + port + "\r\n";
            assertEquals(200, post(server, own, "SELECT 1").status());
            Answer allowed = post(server, "Origin: https://shop.example\r\n", "SELECT 1");
            assertEquals(200, allowed.status());
            String grant = "Access-Control-Allow-Origin: https://shop.example\r\n";
            assertTrue(allowed.head().contains(grant));
            assertTrue(RawHttp.send(
                            port,
                            "OPTIONS /query HTTP/1.1\r\nHost: localhost\r\nOrigin:"
                                    + " https://shop.example\r\n\r\n")
                    .head()
                    .contains(grant));
        }
    }

    @Test
    void usersHavePasswords() throws IOException {
        try (SqlvmServer server = builder().password("me", "se:cret").start()) {
            Answer asked = post(server, "", "SELECT 1");
            assertEquals(401, asked.status());
            assertTrue(asked.head().contains("WWW-Authenticate: Basic realm=\"sqlvm\""));
            assertEquals(200, post(server, basic("me:se:cret"), "SELECT 1").status());
            assertEquals(401, post(server, basic("me:secret"), "SELECT 1").status());
            assertEquals(401, post(server, basic("you:se:cret"), "SELECT 1").status());
            assertEquals(400, post(server, basic("me"), "SELECT 1").status());
            assertEquals(
                    400, post(server, "Authorization: Basic ?\r\n", "SELECT 1").status());
            assertEquals(
                    400, post(server, "Authorization: Bearer x\r\n", "SELECT 1").status());
        }
        SqlvmServer.Builder open = SqlvmServer.builder(folder.resolve("shop.db").toString())
                .httpPort(0)
                .host(InetAddress.getByName("0.0.0.0"));
        assertThrows(IllegalStateException.class, open::start);
        assertThrows(IllegalStateException.class, open.password("x")::start);
    }

    private static String basic(String credentials) {
        String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
        return "Authorization: Basic " + encoded + "\r\n";
    }

    @Test
    void aClientThatLeavesEndsItsStatement() throws IOException, InterruptedException {
        try (SqlvmServer server = builder().maxSessions(1).port(0).start()) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
                sendEndless(server, socket, "User-Agent: test\r\n");
                assertEquals(
                        "503 "
                                + error(
                                        "sorry, too many clients already",
                                        "null",
                                        "\"53300\"",
                                        "null"),
                        ask(server, "", "SELECT 1"));
            }
            while (server.sessionCount() > 0) {
                Thread.sleep(10);
            }
            assertEquals(200, post(server, "", "SELECT 1").status());
        }
    }

    @Test
    void requestsAreSessions() throws IOException, InterruptedException {
        SqlvmServer server =
                builder().port(0).closeTimeout(Duration.ofMillis(100)).start();
        try (server;
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
            sendEndless(server, socket, basic("me:"));
            try (WireClient client = WireClient.logIn(server)) {
                String row = client.query("SELECT state, query FROM pg_stat_activity WHERE pid = 1")
                        .get(1);
                assertEquals("D active|" + ENDLESS, row);
            }
            Thread end = Thread.startVirtualThread(() -> assertDoesNotThrow(server::close));
            assertEquals(504, RawHttp.read(socket.getInputStream()).status());
            end.join();
        }
    }

    /** Sends a request, and waits until it runs. */
    private static void sendEndless(SqlvmServer server, Socket socket, String headers)
            throws IOException, InterruptedException {
        String head = "POST /query HTTP/1.1\r\nHost: localhost\r\n" + headers;
        socket.getOutputStream()
                .write((head + "Content-Length: " + ENDLESS.length() + "\r\n\r\n" + ENDLESS)
                        .getBytes(UTF_8));
        while (!server.metrics().contains("sqlvm_statements_total 1\n")) {
            Thread.sleep(10);
        }
    }
}
