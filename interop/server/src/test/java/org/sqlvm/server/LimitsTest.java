package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tests the limits on what one session can cost the others, and their errors. */
final class LimitsTest {
    @TempDir
    Path folder;

    /** Functions that make one large value of small ones. */
    @Test
    void noValueIsLargerThanAllowed() throws IOException {
        try (SqlvmServer server =
                        ServerFixture.builder(folder).maxValueSize(100_000).start();
                WireClient client = WireClient.logIn(server)) {
            client.query("CREATE TABLE large(a); INSERT INTO large VALUES (zeroblob(90000))");
            for (String value : List.of(
                    "randomblob(900000000)",
                    "zeroblob(100001)",
                    "printf('%1000000000d', 1)",
                    "printf('%.*f', 900000000, 1.5)",
                    "printf('%,900000000d', 1)",
                    "printf('%900000000s', 'x')",
                    "printf('%-900000000s', 'x')",
                    "printf('%.900000000c', 'x')",
                    "hex(a)",
                    "quote(a)",
                    "hex(zeroblob(50001))",
                    "a || a",
                    "replace(hex(zeroblob(10000)), '0', 'abcdefgh')",
                    "concat(a, a, a)",
                    "concat_ws(a, a, a)",
                    "(SELECT group_concat(value) FROM generate_series(1, 100000))",
                    "(SELECT string_agg(a, a) FROM large, generate_series(1, 3))",
                    "(SELECT json_group_array(value) FROM generate_series(1, 100000))",
                    "(SELECT json_group_object(value, 1) FROM generate_series(1, 100000))",
                    "json_array(hex(zeroblob(40000)), hex(zeroblob(40000)))",
                    "json_object('a', hex(zeroblob(40000)), 'b', hex(zeroblob(40000)))",
                    "json_set('[]', '$[0]', hex(zeroblob(40000)), '$[1]', hex(zeroblob(40000)))",
                    "json_quote(replace(hex(zeroblob(10000)), '0', '\"\"\"\"'))",
                    "format('%q', replace(hex(zeroblob(40000)), '0', ''''))")) {
                assertEquals(
                        List.of("E 22001 string or blob too big", "Z I"),
                        client.query("SELECT length(" + value + ") FROM large"),
                        value);
            }
            assertEquals("D 90000", client.query("SELECT length(a) FROM large").get(1));
        }
    }

    /** Work in one call of a function: without the limit it takes hours. */
    @Test
    @Timeout(120)
    void oneCallOfAFunctionEndsInTime() throws IOException {
        try (Database database = Sqlvm.open(ServerFixture.file(folder))) {
            database.execute(
                    "CREATE TABLE h AS" + " SELECT replace(hex(zeroblob(1000000)), '0', 'a') AS a");
        }
        try (SqlvmServer server = ServerFixture.reopen(folder)
                        .statementTimeout(Duration.ofMillis(500))
                        .start();
                WireClient client = WireClient.logIn(server)) {
            for (String value : List.of(
                    "instr(a || a, a || 'b')",
                    "replace(a || a, a || 'b', '')",
                    "a LIKE '%' || substr(a, 1, 49000) || '_b'",
                    "a GLOB '*' || substr(a, 1, 49000) || 'b*'",
                    "trim(a, replace(hex(zeroblob(1000000)), '0', 'b') || 'a')",
                    "unhex(replace(a, 'a', '-'), replace(a, 'a', '+') || '-')",
                    "(a || '!') REGEXP '(a+)+$'")) {
                assertEquals(
                        List.of("E 57014 interrupted", "Z I"),
                        client.query("SELECT " + value + " FROM h"),
                        value);
            }
        }
    }

    /** Java's patterns call themselves for each repetition of a group. */
    @Test
    void aPatternMayBeTooDeep() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient client = WireClient.logIn(server)) {
            assertEquals(
                    List.of("E 2201B regular expression is too complex", "Z I"),
                    client.query("SELECT hex(zeroblob(1000000)) REGEXP '^(0|1)*$'"));
            assertEquals(
                    "E 2201B invalid regular expression: Unclosed group",
                    client.query("SELECT 'a' REGEXP '('").get(0));
            assertEquals(
                    "D 1|0|1|0",
                    client.query("SELECT 'aB' ~* 'Ab', 'aB' ~ 'Ab',"
                                    + " 'aB' !~ 'Ab', 'aB' !~* 'Ab'")
                            .get(1));
        }
    }

    @Test
    void aServerForNothingDoesNotStart() throws IOException {
        Path text = folder.resolve("text.db");
        Files.writeString(
                text, "this is no database, though it is long enough to be one".repeat(99));
        for (String file :
                List.of(folder.toString(), folder + "/nosuch/shop.db", text.toString())) {
            List<String> lines = new ArrayList<>();
            assertThrows(
                    SqlvmException.class,
                    () -> SqlvmServer.builder(file).port(0).log(lines::add).start(),
                    file);
            assertEquals(List.of(), lines);
        }
        assertThrows(
                SqlvmException.class,
                () -> SqlvmServer.builder(folder.resolve("none.db").toString())
                        .port(0)
                        .readOnly(true)
                        .log(line -> {})
                        .start());
        assertFalse(Files.exists(folder.resolve("none.db")));
        SqlvmServer.Builder builder = ServerFixture.builder(folder);
        assertThrows(IllegalArgumentException.class, () -> builder.maxSessions(0));
        assertThrows(IllegalArgumentException.class, () -> builder.maxRows(0));
        assertThrows(IllegalArgumentException.class, () -> builder.maxValueSize(1_000_000_001));
    }

    /** Names, addresses and messages are said by clients. */
    @Test
    void aClientWritesNoLineOfTheLog() throws IOException {
        List<String> lines = java.util.Collections.synchronizedList(new ArrayList<>());
        String forged = "2026-01-01T00:00:00Z sqlvm serve: session 1: user root";
        try (SqlvmServer server = ServerFixture.builder(folder).log(lines::add).start()) {
            for (String user : List.of(
                    "x\n" + forged, "x\r\n" + forged, "x\u2028" + forged, "\u001b[2Jx\u202e\0")) {
                try (WireClient client = new WireClient(server)) {
                    client.startUp("user", user.replace("\0", ""));
                    client.answers();
                }
            }
        }
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("user x\\n2026")), lines.toString());
        String plain = "[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*";
        assertTrue(lines.stream().allMatch(line -> line.matches(plain)), lines.toString());
        assertEquals(
                "a\\nb\\r\\tc\\u001b\\u202e é€😀", LogText.escaped("a\nb\r\tc\u001b\u202e é€😀"));
    }

    @Test
    void anIdleServerCollectsOnce() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient client = WireClient.logIn(server)) {
            IdleMemory memory = new IdleMemory(server);
            assertFalse(memory.look());
            client.query("SELECT length(zeroblob(60000000))");
            assertFalse(memory.look(), "a statement has begun since");
            memory.look();
            assertFalse(memory.look(), "nothing has happened since");
        }
    }
}
