package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.http.HttpDoor;
import org.sqlvm.server.http.RestingSessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Connections of requests by HTTP that are used again, and what must not be left in them. */
@Timeout(120)
final class RestingSessionsTest {
    @TempDir
    Path folder;

    private final List<Database> opened = new CopyOnWriteArrayList<>();

    private SqlvmServer.Builder builder() {
        return SqlvmServer.builder(ServerFixture.file(folder))
                .httpPort(0)
                .log(line -> {})
                .onConnect(opened::add);
    }

    /** The lines of the answer behind the columns' names. */
    private static String ask(SqlvmServer server, String user, String sql) throws IOException {
        String credentials = Base64.getEncoder().encodeToString((user + ":").getBytes(UTF_8));
        String headers = "Accept: text/csv\r\nAuthorization: Basic " + credentials + "\r\n";
        RawHttp.Answer answer = RawHttp.post(server.httpPort(), headers, sql);
        String text = answer.text();
        return answer.status() == 200 ? text.substring(text.indexOf('\n') + 1).strip() : text;
    }

    private static String ask(SqlvmServer server, String sql) throws IOException {
        return ask(server, "me", sql);
    }

    @Test
    void aUserFindsItsConnectionAgain() throws IOException {
        try (SqlvmServer server = builder().start()) {
            for (int i = 0; i < 3; i++) {
                assertEquals("2", ask(server, "SELECT count(*) FROM parts"));
                ask(server, "UPDATE parts SET price = price + 1");
                ask(server, "INSERT INTO parts(id, name) VALUES (1, 'x')");
                ask(server, "SELECT nosuch");
                ask(server, "BEGIN; DELETE FROM parts");
                ask(server, "CREATE TABLE t" + i + "(x); WITH a AS (SELECT 1) SELECT * FROM a");
            }
            assertEquals(1, opened.size());
            ask(server, "you", "SELECT 1");
            ask(server, "me", "SELECT 1");
            assertEquals(2, opened.size());
        }
        opened.forEach(one -> assertThrows(SqlvmException.class, one::isAutocommit));
    }

    @Test
    void nothingIsLeftOfARequest() throws IOException {
        try (SqlvmServer server = builder().fileAccess(true).start()) {
            String[][] pairs = {
                {"BEGIN; DELETE FROM parts", "SELECT count(*) FROM parts", "2"},
                {"SAVEPOINT s; DELETE FROM parts", "SELECT count(*) FROM parts", "2"},
                {"BEGIN; DELETE FROM parts; SELECT nosuch", "SELECT count(*) FROM parts", "2"},
                {
                    "UPDATE parts SET price = 1",
                    "SELECT changes(), total_changes(), last_insert_rowid()",
                    "0,0,0"
                },
                {
                    "INSERT INTO orders VALUES (7, 1)",
                    "SELECT changes(), total_changes(), last_insert_rowid()",
                    "0,0,0"
                },
                {"CREATE TEMP TABLE x(a)", "SELECT count(*) FROM sqlite_temp_schema", "0"},
                {"create table \"temp\".x(a)", "SELECT count(*) FROM sqlite_temp_schema", "0"},
                {
                    "SELECT 1; CREATE /* */ TEMPORARY VIEW parts AS SELECT 9 AS id",
                    "SELECT max(id) FROM parts",
                    "2"
                },
                {"PRAGMA foreign_keys = ON", "SELECT foreign_keys FROM pragma_foreign_keys", "0"},
                {"; /* ; */ PRAGMA case_sensitive_like = ON", "SELECT 'a' LIKE 'A'", "1"},
                {"PRAGMA query_only = ON; SELECT 1", "UPDATE parts SET price = 1", ""},
                {"PRAGMA busy_timeout = 1; DELETE FROM orders", "PRAGMA busy_timeout", "5000"},
                {"ATTACH ':memory:' AS o", "SELECT count(*) FROM pragma_database_list", "1"},
                {"DETACH nosuch", "SELECT 1", "1"},
            };
            for (String[] pair : pairs) {
                ask(server, pair[0]);
                assertEquals(pair[2], ask(server, pair[1]), pair[0]);
            }
        }
    }

    @Test
    void temporaryTablesOfTheProgramAreAsItHasMadeThem() throws IOException {
        SqlvmServer.Builder builder = builder().onConnect(database -> {
            opened.add(database);
            database.execute("CREATE TEMP TABLE own AS SELECT 5 AS x");
        });
        try (SqlvmServer server = builder.start()) {
            ask(server, "SELECT x FROM own");
            assertEquals("0,0", ask(server, "SELECT total_changes(), changes()"));
            assertEquals(1, opened.size());
            ask(server, "UPDATE own SET x = 6");
            assertEquals("5", ask(server, "SELECT x FROM own"));
        }
    }

    @Test
    void aFileThatIsReplacedIsOpenedAgain() throws IOException {
        try (SqlvmServer server = builder().start()) {
            assertEquals("2", ask(server, "SELECT count(*) FROM parts"));
            Path other = folder.resolve("other.db");
            try (Database database = Sqlvm.open(other.toString())) {
                database.execute("CREATE TABLE parts(id)");
            }
            Files.move(other, folder.resolve("shop.db"), StandardCopyOption.REPLACE_EXISTING);
            assertEquals("0", ask(server, "SELECT count(*) FROM parts"));
        }
    }

    @Test
    void fewRestAndNotForLong() throws IOException {
        try (SqlvmServer server = builder().start()) {
            for (int i = 0; i < 12; i++) {
                ask(server, "user" + i, "SELECT 1");
            }
            assertEquals(12, opened.size());
            RestingSessions resting = server.door(HttpDoor.class).orElseThrow().resting();
            assertEquals(8, resting.count());
            // The first ones were closed.
            assertThrows(SqlvmException.class, opened.get(3)::isAutocommit);
            assertEquals(true, opened.get(4).isAutocommit());
            resting.closeOld(System.nanoTime() + Duration.ofSeconds(50).toNanos());
            assertEquals(8, resting.count());
            resting.closeOld(System.nanoTime() + Duration.ofSeconds(61).toNanos());
            assertEquals(0, resting.count());
            opened.forEach(one -> assertThrows(SqlvmException.class, one::isAutocommit));
        }
    }
}
