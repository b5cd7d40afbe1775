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
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Locale;

/** The console from outside: what it answers, and what it refuses without a link. */
@Timeout(120)
final class ConsoleTest {
    private static final String OWN = "Sqlvm-Session: 0123456789abcdef\r\n";

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

    /** All requests of the training but those of statements succeed. */
    @Test
    void trainingIsAnswered() throws IOException {
        Training.run();
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

    /** @param name with percent signs, as the page sends it */
    private byte[] send(String key, String name, byte[] content) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), console.port())) {
            String head = "POST /import HTTP/1.1\r\nHost: localhost:" + console.port()
                    + "\r\nConnection: close\r\nContent-Length: " + content.length + "\r\n" + key
                    + "Sqlvm-File: " + name + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            socket.getOutputStream().write(content);
            return socket.getInputStream().readAllBytes();
        }
    }

    private String drop(String key, String name, byte[] content) throws IOException {
        return new String(send(key, name, content), UTF_8);
    }

    /** The bytes of a database that other statements have made. */
    private byte[] database(String... statements) throws IOException {
        Path file = folder.resolve("other-" + Arrays.hashCode(statements) + ".db");
        try (Database other = Sqlvm.open(file.toString())) {
            for (String statement : statements) {
                other.execute(statement);
            }
        }
        return Files.readAllBytes(file);
    }

    @Test
    void opensDatabasesThatAreDropped() throws IOException {
        String key = key();
        // A session that is there before, and has a transaction open.
        assertEquals(200, status(send("POST /query", key + OWN, "BEGIN; CREATE TABLE own(a)")));
        byte[] shop = database("CREATE TABLE t(a)", "INSERT INTO t VALUES (7), (8)");
        String answer = drop(key, "my%20shop.db", shop);
        assertTrue(answer.endsWith("{\"database\":\"my shop\"}\n"), answer);
        String sum = "SELECT sum(a) FROM \"my shop\".t";
        assertTrue(send("POST /query", key + OWN, sum).contains("[15]"));
        assertTrue(send("POST /query", key, sum).contains("[15]"));
        assertTrue(send("GET /databases", key, "").endsWith("[\"my shop\"]\n"));
        // It would be lost at the end.
        assertEquals(403, status(send("POST /query", key, "INSERT INTO \"my shop\".t VALUES (1)")));
        assertTrue(drop(key, "MY%20SHOP.sqlite", shop).endsWith("{\"database\":\"MY SHOP_2\"}\n"));
        assertTrue(drop(key, "main.db", shop).endsWith("{\"database\":\"main_2\"}\n"));
        assertEquals(200, status(send("POST /query", key + OWN, "COMMIT")));
        assertEquals(200, status(send("DELETE /databases", key + "Sqlvm-File: my%20shop\r\n", "")));
        assertEquals(404, status(send("DELETE /databases", key + "Sqlvm-File: my\r\n", "")));
        String gone = send("POST /query", key + OWN, sum);
        assertTrue(gone.contains("no such table: my shop.t"), gone);
    }

    @Test
    void opensDatabasesWhoseLogHasNotCome() throws IOException {
        byte[] logged = database(
                "PRAGMA journal_mode = wal", "CREATE TABLE t(a)", "INSERT INTO t VALUES (7)");
        assertEquals(2, logged[18]);
        String key = key();
        assertTrue(drop(key, "log.db3", logged).endsWith("{\"database\":\"log\"}\n"));
        assertTrue(send("POST /query", key, "SELECT a FROM log.t").contains("[7]"));
    }

    @Test
    void droppedFilesGoAtTheEnd() throws IOException {
        String key = key();
        drop(key, "a.db", database("CREATE TABLE t(a)"));
        String list = send("POST /query", key, "SELECT file FROM pragma_database_list");
        Path copy = Path.of(list.replaceAll("(?s).*\"(/[^\"]*sqlvm-console[^\"]*)\".*", "$1"));
        assertTrue(Files.exists(copy), list);
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.getParent())));
        drop(key, "b.db", "no database".getBytes(UTF_8));
        drop(key, "c.csv", "a\n1\n".getBytes(UTF_8));
        try (var left = Files.list(copy.getParent())) {
            assertEquals(1, left.count());
        }
        console.close();
        assertFalse(Files.exists(copy.getParent()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..%2f..%2fetc%2fevil.db",
                "%2ftmp%2fevil.db",
                "\"; DROP TABLE t; --.db",
                "it's.db",
                "x%3fmode=rw.db",
                "file:evil.db",
                "a%0d%0ab.csv",
                "..%2f..%2f..%2ftmp%2fevil.csv",
                "\") AS SELECT 1; --.csv",
                "%ff%zz.csv"
            })
    void namesOfFilesAreNothingButNames(String name) throws IOException {
        String key = key();
        send("POST /query", key, "CREATE TABLE t(a)");
        byte[] content = name.endsWith(".db")
                ? database("CREATE TABLE own(a)", "INSERT INTO own VALUES (1)")
                : "a\n1\n".getBytes(UTF_8);
        String answer = drop(key, name, content);
        assertEquals(200, status(answer), answer);
        String tables = send(
                "POST /query",
                key,
                "SELECT count(*) FROM pragma_table_list WHERE schema != 'temp'"
                        + " AND name NOT LIKE 'sqlite%'");
        assertTrue(tables.contains("[2]"), tables);
        assertFalse(Files.exists(Path.of("/tmp/evil.db")));
        assertFalse(Files.exists(Path.of("/tmp/evil.csv")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE VIEW v AS SELECT * FROM read_csv('/etc/passwd')",
                "CREATE VIEW v AS SELECT readfile('/etc/passwd')",
                "INSERT INTO sqlite_schema VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v"
                        + " USING csv(filename = ''/etc/passwd'')')",
                "CREATE VIEW v AS SELECT * FROM pragma_temp_store_directory"
            })
    void droppedDatabasesReachNoFiles(String hostile) throws IOException {
        String key = key();
        byte[] content = database(
                "CREATE TABLE t(a)",
                "INSERT INTO t VALUES (1)",
                "PRAGMA writable_schema = 1",
                hostile);
        drop(key, "evil.db", content);
        String answer = send("POST /query", key + OWN, "SELECT * FROM evil.v");
        assertFalse(answer.contains("root:"), answer);
        assertNotEquals(200, status(answer), answer);
        // All else goes on.
        assertEquals(200, status(send("POST /query", key, "SELECT * FROM evil.t")));
    }

    /** Another program may have made them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE VIEW v AS SELECT * FROM read_csv('/etc/passwd')",
                "CREATE VIEW v AS SELECT readfile('/etc/passwd')"
            })
    void viewsReachNoFiles(String hostile) throws IOException {
        try (Database other = Sqlvm.open(folder.resolve("own.db").toString())) {
            other.execute(hostile);
        }
        String answer = send("POST /query", key(), "SELECT * FROM v");
        assertFalse(answer.contains("root:"), answer);
        assertNotEquals(200, status(answer), answer);
    }

    @Test
    void refusesDamagedDatabases() throws IOException {
        String key = key();
        byte[] whole = database("CREATE TABLE t(a)");
        byte[] damaged = whole.clone();
        Arrays.fill(damaged, 100, damaged.length, (byte) 0xff);
        for (byte[] content : new byte[][] {
            {}, "SQLite format 3".getBytes(UTF_8), "SQLite format 3\0".getBytes(UTF_8), damaged
        }) {
            String answer = drop(key, "bad.db", content);
            assertEquals(400, status(answer), answer);
            assertFalse(answer.contains("sqlvm-console"), answer);
        }
        assertTrue(send("GET /databases", key, "").endsWith("[]\n"));
        assertEquals(200, status(send("POST /query", key, "SELECT 1")));
    }

    @Test
    void opensNoMoreThanSqliteDoes() throws IOException {
        String key = key();
        byte[] content = database("CREATE TABLE t(a)");
        for (int i = 0; i < 10; i++) {
            assertEquals(200, status(drop(key, "d.db", content)));
        }
        assertTrue(drop(key, "d.db", content).contains("10 databases are open"));
        assertEquals(200, status(send("POST /query", key, "SELECT a FROM d_10.t")));
    }

    @Test
    void refusesUploadsThatAreTooLong() throws IOException {
        String key = key();
        for (String name : new String[] {"a.db", "a.csv", "a.exe"}) {
            String answer = send("POST /import HTTP/1.1\r\nHost: localhost\r\n" + key
                    + "Sqlvm-File: " + name + "\r\nContent-Length: 1073741825\r\n\r\nSQLite");
            assertEquals(413, status(answer), answer);
        }
        // A body that is none of the key's bearer.
        String stranger = send("POST /import HTTP/1.1\r\nHost: localhost\r\n"
                + "Sqlvm-File: a.db\r\nContent-Length: 1000000\r\n\r\nSQLite");
        assertEquals(413, status(stranger), stranger);
        assertEquals(401, status(send("POST /import", "Sqlvm-File: a.db\r\n", "SQLite")));
        assertEquals(400, status(send("POST /import", key, "a\n1\n")));
        assertEquals(400, status(drop(key, "a%00.db", database("CREATE TABLE t(a)"))));
        assertEquals(400, status(drop(key, "a".repeat(300) + ".csv", new byte[] {'a'})));
    }

    /** A request that browsers send before another one carries no key. */
    @ParameterizedTest
    @ValueSource(strings = {"/facts", "/state", "/databases", "/import", "/notebook"})
    void tellsNothingToPreflights(String path) throws IOException {
        assertEquals(401, status(send("OPTIONS " + path, "", "")));
    }

    @Test
    void importsAllForms() throws IOException {
        String key = key();
        String sql = "SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y'";
        for (String type : new String[] {
            "csv text/csv",
            "jsonl application/x-ndjson",
            "arrow application/vnd.apache.arrow.stream",
            "arrows application/vnd.apache.arrow.stream",
            "parquet application/vnd.apache.parquet"
        }) {
            String end = type.split(" ")[0];
            byte[] content = download(key, type.split(" ")[1], sql);
            String answer = drop(key, end + "." + end.toUpperCase(Locale.ROOT), content);
            assertTrue(answer.endsWith("{\"table\":\"" + end + "\",\"rows\":2}\n"), answer);
            String sum = send("POST /query", key, "SELECT sum(a), max(b) FROM " + end);
            assertTrue(sum.contains("[3,\"y\"]"), sum);
        }
        drop(key, "j.json", "[{\"a\":1,\"b\":\"x\"},{\"a\":2}]".getBytes(UTF_8));
        assertTrue(send("POST /query", key, "SELECT sum(a), max(b) FROM j").contains("[3,\"x\"]"));
    }

    /** The body of a result, without the sizes of its chunks. */
    private byte[] download(String key, String type, String sql) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + console.port() + "/query"))
                .header("Authorization", key.strip().substring("Authorization: ".length()))
                .header("Accept", type)
                .POST(HttpRequest.BodyPublishers.ofString(sql))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer =
                    client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertEquals(200, answer.statusCode());
            assertEquals(
                    type,
                    answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", ""));
            return answer.body();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void givesParquet() throws IOException {
        String key = key();
        String mixed = "SELECT * FROM (VALUES (1, NULL, 2, x'00'), (2.5, 'a', 3.5, 'b'),"
                + " ('x', NULL, 4, 7))";
        drop(key, "m.parquet", download(key, "application/vnd.apache.parquet", mixed));
        String rows = send("POST /query", key, "SELECT *, typeof(column4) FROM m");
        assertTrue(rows.contains("[\"1\",null,2.0,{\"base64\":\"AA==\"},\"blob\"]"), rows);
        assertTrue(rows.contains("[\"2.5\",\"a\",3.5,{\"base64\":\"Yg==\"},\"blob\"]"), rows);
        assertTrue(rows.contains("[\"x\",null,4.0,{\"base64\":\"Nw==\"},\"blob\"]"), rows);
        String many = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c"
                + " WHERE x < 300000) SELECT x, 'text ' || x AS t FROM c";
        drop(key, "n.parquet", download(key, "application/vnd.apache.parquet", many));
        String sum = send("POST /query", key, "SELECT count(*), sum(x), max(length(t)) FROM n");
        assertTrue(sum.contains("[300000,45000150000,11]"), sum);
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
