package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.client.ClientConnection;
import org.sqlvm.client.ClientException;
import org.sqlvm.client.ClientStatement;
import org.sqlvm.columns.ColumnsClient;
import org.sqlvm.columns.ColumnsException;
import org.sqlvm.server.session.RemotePragmas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tests the settings of sessions through every door of a server: PostgreSQL's protocol with its two
 * forms of queries, that of our own clients with its two, HTTP, sessions of the process (as D-Bus
 * has them), and the columns socket.
 */
final class RemoteSettingsTest {
    private static final String REFUSED = "not authorized";

    /**
     * Statements that change how the file is stored or locked, take memory, or access other files.
     */
    private static final List<String> OTHERS_BUSINESS = List.of(
            "PRAGMA locking_mode = EXCLUSIVE",
            "PRAGMA main.locking_mode(exclusive)",
            "/* x */ pragma \"locking_mode\" = 'exclusive'",
            "EXPLAIN PRAGMA locking_mode = exclusive",
            "PRAGMA journal_mode = OFF",
            "PRAGMA journal_mode = WAL",
            "PRAGMA journal_size_limit = 1",
            "PRAGMA synchronous = OFF",
            "PRAGMA temp.synchronous = 0",
            "PRAGMA cache_size = 1",
            "PRAGMA cache_size = -100000000",
            "PRAGMA default_cache_size = 5",
            "PRAGMA cache_spill = 0",
            "PRAGMA mmap_size = 1000000000",
            "PRAGMA temp_store = MEMORY",
            "PRAGMA temp_store_directory = '/'",
            "PRAGMA temp_store_directory",
            "PRAGMA data_store_directory = '/'",
            "PRAGMA hard_heap_limit = 1",
            "PRAGMA soft_heap_limit = 1",
            "PRAGMA threads = 8",
            "PRAGMA wal_autocheckpoint = 0",
            "PRAGMA wal_checkpoint(RESTART)",
            "PRAGMA wal_checkpoint = 'truncate'",
            "PRAGMA max_page_count = 1",
            "PRAGMA page_size = 512",
            "PRAGMA auto_vacuum = FULL",
            "PRAGMA secure_delete = OFF",
            "PRAGMA trusted_schema = ON",
            "PRAGMA ignore_check_constraints = ON",
            "PRAGMA writable_schema = ON",
            "PRAGMA writable_schema = RESET",
            "PRAGMA schema_version = 1",
            "PRAGMA fullfsync = 1",
            "PRAGMA checkpoint_fullfsync = 1",
            "PRAGMA sqlvm_mirror_drop",
            "PRAGMA sqlvm_statements",
            "SELECT sql FROM pragma_sqlvm_statements",
            "CREATE VIEW others AS SELECT sql FROM pragma_sqlvm_statements",
            "ATTACH 'other.db' AS other",
            "ATTACH '' AS other",
            "VACUUM INTO 'copy.db'",
            "COPY parts TO 'parts.csv'",
            "SELECT * FROM read_csv('x.csv')",
            "CREATE TABLE x AS SELECT * FROM read_json('x.json')",
            "CREATE VIRTUAL TABLE temp.c USING csv(filename='x.csv')");

    private static final List<String> OWN_BUSINESS = List.of(
            "PRAGMA foreign_keys = ON",
            "PRAGMA busy_timeout = 10",
            "PRAGMA user_version = 7",
            "PRAGMA application_id = 8",
            "PRAGMA recursive_triggers = ON",
            "PRAGMA nosuch = 1",
            "PRAGMA wal_checkpoint",
            "PRAGMA wal_checkpoint(PASSIVE)",
            "PRAGMA table_info(parts)",
            "PRAGMA integrity_check",
            "PRAGMA query_only = ON",
            "PRAGMA query_only = OFF",
            "SELECT name FROM pragma_table_info('parts')");

    @TempDir
    Path folder;

    private SqlvmServer server;

    /** Runs a statement; an error's message is what it gives. */
    private interface Way extends AutoCloseable {
        String run(String sql) throws IOException;

        @Override
        default void close() throws IOException {}
    }

    private SqlvmServer.Builder builder() {
        return ServerFixture.builder(folder).httpPort(0);
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    private static String outcome(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("E "))
                .map(line -> line.replaceFirst("E \\w{5} ", ""))
                .findFirst()
                .orElse("");
    }

    private Way simple() throws IOException {
        WireClient client = WireClient.logIn(server);
        return new Way() {
            @Override
            public String run(String sql) throws IOException {
                return outcome(client.query(sql));
            }

            @Override
            public void close() throws IOException {
                client.close();
            }
        };
    }

    private Way extended() throws IOException {
        WireClient client = WireClient.logIn(server);
        return new Way() {
            @Override
            public String run(String sql) throws IOException {
                client.parse("", sql).bind("", "", 0).execute("", 0);
                return outcome(client.sync());
            }

            @Override
            public void close() throws IOException {
                client.close();
            }
        };
    }

    private Way own(boolean asScript) {
        ClientConnection client =
                ClientConnection.at("localhost", server.port()).open();
        return new Way() {
            @Override
            public String run(String sql) {
                try {
                    if (asScript) {
                        client.execute("SELECT 1;" + sql);
                    } else {
                        try (ClientStatement statement = client.prepare(sql)) {
                            statement.execute();
                        }
                    }
                    return "";
                } catch (ClientException e) {
                    return e.getMessage();
                }
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    private Way http() {
        return sql -> {
            RawHttp.Answer answer = RawHttp.post(server.httpPort(), "", sql);
            return answer.status() < 300
                    ? ""
                    : answer.text().replaceFirst(".*\"message\":\"(.*?)\",\"code\".*\n", "$1");
        };
    }

    private Way inProcess(boolean prepares) {
        LocalSession session = server.session("me", "here");
        return new Way() {
            @Override
            public String run(String sql) {
                try {
                    if (prepares) {
                        session.prepare(sql).close();
                    } else {
                        session.run(
                                sql, List.of(), Channels.newChannel(new ByteArrayOutputStream()));
                    }
                    return "";
                } catch (SqlvmException e) {
                    return e.getMessage();
                }
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private Way columns() throws IOException {
        ColumnsClient client = ColumnsClient.connect(folder.resolve("columns"));
        return new Way() {
            @Override
            public String run(String sql) throws IOException {
                try {
                    client.execute(sql);
                    return "";
                } catch (ColumnsException e) {
                    return e.getMessage();
                }
            }

            @Override
            public void close() throws IOException {
                client.close();
            }
        };
    }

    private Map<String, Way> ways() throws IOException {
        Map<String, Way> ways = new TreeMap<>();
        ways.put("simple", simple());
        ways.put("extended", extended());
        ways.put("own", own(false));
        ways.put("own script", own(true));
        ways.put("http", http());
        ways.put("in process", inProcess(false));
        ways.put("in process, prepared", inProcess(true));
        return ways;
    }

    private void eachWay(Map<String, Way> ways) throws IOException {
        for (Map.Entry<String, Way> each : ways.entrySet()) {
            try (Way way = each.getValue()) {
                for (String sql : OTHERS_BUSINESS) {
                    String message = way.run(sql);
                    assertTrue(
                            message.startsWith(REFUSED) || message.contains("not authorized"),
                            each.getKey() + ": " + sql + ": " + message);
                }
                for (String sql : OWN_BUSINESS) {
                    assertEquals("", way.run(sql), each.getKey() + ": " + sql);
                }
            }
        }
    }

    @Test
    void whatConcernsOthersIsRefused() throws IOException {
        server = builder().start();
        eachWay(ways());
    }

    /** It allows other files, and nothing else. */
    @Test
    void soItIsWithAccessToFiles() throws IOException {
        server = builder().fileAccess(true).start();
        for (Map.Entry<String, Way> each : ways().entrySet()) {
            try (Way way = each.getValue()) {
                assertEquals(REFUSED, way.run("PRAGMA locking_mode = EXCLUSIVE"), each.getKey());
                assertEquals(REFUSED, way.run("PRAGMA writable_schema = ON"), each.getKey());
            }
        }
    }

    @Test
    @Tag("native")
    void soItIsAtTheSocketOfColumns() throws IOException {
        server = builder().columnsSocket(folder.resolve("columns")).start();
        eachWay(new TreeMap<>(Map.of("columns", columns())));
    }

    /** Each PRAGMA of the engine, whatever will be added to it, with a value that changes it. */
    @Test
    void everyPragmaIsRefusedThatIsNotListed() throws IOException {
        server = builder().start();
        List<String> names = new ArrayList<>();
        try (Database database = Sqlvm.open(folder.resolve("shop.db").toString());
                Rows rows = database.query("PRAGMA pragma_list")) {
            while (rows.next()) {
                names.add(rows.getText(0));
            }
        }
        assertTrue(names.size() > 50, names.toString());
        try (Way way = own(false)) {
            for (String name : names) {
                RemotePragmas.Right right = RemotePragmas.all().get(name);
                boolean isAsked = way.run("PRAGMA " + name).equals(REFUSED);
                assertEquals(right == null, isAsked, name);
                if (right != RemotePragmas.Right.SET) {
                    assertEquals(REFUSED, way.run("PRAGMA " + name + " = 0"), name);
                    assertEquals(REFUSED, way.run("PRAGMA main." + name + "(1)"), name);
                }
            }
        }
        assertTrue(names.containsAll(RemotePragmas.all().keySet()));
    }

    /** A transaction is undone whatever the session has tried before. */
    @Test
    void aRollbackBringsBackWhatWasThere() throws IOException {
        server = builder().start();
        try (WireClient client = WireClient.logIn(server)) {
            client.query("PRAGMA journal_mode = OFF");
            client.query("PRAGMA cache_size = 1");
            client.query("BEGIN");
            client.query("INSERT INTO orders SELECT value, value FROM generate_series(1, 20000)");
            client.query("ROLLBACK");
            assertEquals("D 0", client.query("SELECT count(*) FROM orders").get(1));
        }
        RawHttp.post(
                server.httpPort(),
                "",
                "PRAGMA journal_mode = OFF; PRAGMA cache_size = 1; BEGIN; INSERT INTO orders"
                        + " SELECT value, value FROM generate_series(1, 20000); ROLLBACK");
        RawHttp.Answer count = RawHttp.post(server.httpPort(), "", "SELECT count(*) FROM orders");
        assertEquals("{\"columns\":[\"count(*)\"],\"rows\":[\n[0]]}\n", count.text());
    }

    @Test
    void nobodyKeepsTheFileLocked() throws IOException {
        server = builder().start();
        try (WireClient first = WireClient.logIn(server)) {
            first.query("PRAGMA locking_mode = EXCLUSIVE");
            first.query("INSERT INTO orders VALUES (1, 1)");
            try (WireClient second = WireClient.logIn(server)) {
                assertEquals(
                        "C INSERT 0 1",
                        second.query("INSERT INTO orders VALUES (2, 2)").get(0));
            }
        }
    }

    /** A session that the program has made read only stays so. */
    @Test
    void queryOnlyStaysOn() throws IOException {
        server = builder()
                .onConnect(database -> database.execute("PRAGMA query_only = 1"))
                .start();
        for (Map.Entry<String, Way> each : ways().entrySet()) {
            try (Way way = each.getValue()) {
                assertEquals("", way.run("PRAGMA query_only = yes"), each.getKey());
                assertEquals(REFUSED, way.run("PRAGMA query_only = 0"), each.getKey());
                assertEquals(REFUSED, way.run("PRAGMA query_only(off)"), each.getKey());
            }
        }
        try (Way way = simple()) {
            assertNotEquals("", way.run("DELETE FROM parts"));
        }
    }

    /** Checks that the reads of a TEMP view or trigger are authorized when it is used. */
    @Test
    void temporaryObjectsReadNoFiles() throws IOException {
        server = builder().start();
        Path file = folder.resolve("secret.csv");
        java.nio.file.Files.writeString(file, "a\nsecret\n", UTF_8);
        String read = "SELECT * FROM read_csv('" + file + "')";
        try (WireClient client = WireClient.logIn(server)) {
            client.query("CREATE TEMP TABLE taken(a)");
            client.query("CREATE TEMP VIEW spy AS " + read);
            client.query("CREATE TEMP TRIGGER t AFTER INSERT ON parts BEGIN" + " INSERT INTO taken "
                    + read + "; END");
            client.query("INSERT INTO parts(name) VALUES ('x')");
            for (String sql : List.of("SELECT * FROM spy", "SELECT * FROM taken")) {
                List<String> lines = client.query(sql);
                assertTrue(
                        lines.stream().noneMatch(line -> line.contains("secret")),
                        lines.toString());
            }
        }
    }
}
