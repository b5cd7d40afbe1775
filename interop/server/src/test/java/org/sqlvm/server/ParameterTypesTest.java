package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.server.WireClient.Message;

import java.io.IOException;
import java.util.List;

/** Parameters whose type the client does not say, as Node's pg and pg8000 send them. */
final class ParameterTypesTest extends ServerTestCase {
    private static final int TEXT = 0;

    @BeforeEach
    void table() throws IOException {
        client.query("CREATE TABLE p(id INTEGER PRIMARY KEY, n INT, r REAL, t TEXT, b BLOB,"
                + " f BOOLEAN, x, d TIMESTAMP)");
        client.query(
                "INSERT INTO p VALUES (1, 5, 2.5, '5', x'0001ff', 1, 5, '2026-01-02 03:04:05')");
    }

    private List<String> run(String sql, String... values) throws IOException {
        client.parse("", sql).bind("", "", TEXT, values).execute("", 0);
        List<String> lines = client.sync();
        return lines.subList(Math.min(2, lines.size()), lines.size() - 1);
    }

    private void finds(String condition, String... values) throws IOException {
        assertEquals(
                List.of("D 1", "C SELECT 1"),
                run("SELECT id FROM p WHERE " + condition, values),
                condition);
    }

    private void findsNothing(String condition, String... values) throws IOException {
        assertEquals(
                List.of("C SELECT 0"),
                run("SELECT id FROM p WHERE " + condition, values),
                condition);
    }

    @Test
    void comparisonsOfExpressions() throws IOException {
        finds("id + 0 = $1", "1");
        finds("$1 = id + 0", "1");
        finds("+n = $1", "5");
        finds("-n = $1", "-5");
        finds("n * 2 BETWEEN $1 AND $2", "9", "11");
        finds("n % 3 IN ($1, $2)", "7", "2");
        finds("(n, r) = ($1, $2)", "5", "2.5");
        finds("(n + 0, r * 2) IN (VALUES ($1, $2), ($3, $4))", "1", "1", "5", "5");
        finds("abs(n - 7) = $1", "2");
        finds("length(t) = $1", "1");
        finds("coalesce(n, 0) = $1", "5");
        finds("coalesce(nullif(n, $2), 7) = $1", "7", "5");
        finds("max(n, $1) = $2", "9", "9");
        finds("CASE WHEN n > $1 THEN n ELSE 0 END = $2", "4", "5");
        finds("CASE n + 0 WHEN $1 THEN 1 ELSE 0 END = 1", "5");
        finds("CAST(t AS INTEGER) = $1", "5");
        finds("(SELECT count(*) FROM p) = $1", "1");
        finds("(SELECT n + 1 FROM p) = $1", "6");
        finds("round(r, $1) = $2", "1", "2.5");
        finds("n + 0 IS NOT DISTINCT FROM $1", "5");
        finds("n + 0 IS $1", "5");
        finds("NOT n + 0 <> $1", "5");
        finds("n + 0 < $1 AND n + 0 > $2", "10", "-10");
        finds("n << 1 = $1", "10");
        finds("n + 0 = $1::int", "5");
        finds("unixepoch(d) > $1", "5");
        finds("(n + 0 = 5) = $1", "true");
        finds("EXISTS (SELECT 1 FROM p AS q WHERE q.n + p.n = $1)", "10");
        assertEquals(
                List.of("D 5", "C SELECT 1"),
                run("SELECT n FROM p GROUP BY n HAVING sum(n) = $1 LIMIT $2", "5", "3"));
    }

    /** Texts stay texts, whatever they look like. */
    @Test
    void textsStayTexts() throws IOException {
        finds("t || '' = $1", "5");
        findsNothing("t || '' = $1", "05");
        finds("upper(t) = $1", "5");
        finds("t = $1", "5");
        findsNothing("t = $1", "5.0");
        finds("substr('abc', $1, $2) = $3", "2", "1", "b");
        finds("t LIKE $1", "5");
        finds("$1 || 'x' = $2", "007", "007x");
        assertEquals(List.of("D 007|text", "C SELECT 1"), run("SELECT $1, typeof($1)", "007"));
        findsNothing("n + 0 = $1", "five");
        assertEquals(
                List.of("D text|007", "C INSERT 0 1"),
                run("INSERT INTO p(t) VALUES ($1) RETURNING typeof(t), t", "007"));
    }

    @Test
    void bytesBecomeBlobs() throws IOException {
        String returning = " RETURNING typeof(b), hex(b)";
        for (String value : List.of("$1", "coalesce($1, x'00')")) {
            assertEquals(
                    List.of("D blob|0001FF", "C INSERT 0 1"),
                    run("INSERT INTO p(b) VALUES (" + value + ")" + returning, "\\x0001ff"));
        }
        assertEquals(
                List.of("D blob|0A", "C INSERT 0 1"),
                run("INSERT INTO p(n, b) SELECT $1, $2" + returning, "1", "\\x0a"));
        assertEquals(
                List.of("D blob|", "C UPDATE 1"),
                run("UPDATE p SET b = $1 WHERE id = 1" + returning, "\\x"));
        assertEquals(
                List.of("D text|5C783067", "C UPDATE 1"),
                run("UPDATE p SET b = $1 WHERE id = 1" + returning, "\\x0g"));
        run("UPDATE p SET b = $1 WHERE id = 1", "\\x0001ff");
        finds("b = $1 AND id = 1", "\\x0001ff");
        run(
                "INSERT INTO p VALUES (9, $1, $2, $3, $4, $5, $6, $7)",
                "1",
                "1",
                "\\x00",
                "\\x00",
                "true",
                "\\x00",
                "x");
        assertEquals(
                "D text|blob|text",
                client.query("SELECT typeof(t), typeof(b), typeof(x) FROM p WHERE id = 9")
                        .get(1));
    }

    /** Node sends bytes in binary, without a type. */
    @Test
    void bytesInBinaryBecomeBlobs() throws IOException {
        client.query("CREATE TEMP TABLE own(b BLOB, x)");
        for (String target : List.of("p(b)", "p(x)", "own(b)", "temp.own(x)")) {
            Message bind = new Message().string("").string("").int16(1).int16(1).int16(1);
            bind.int32(3).bytes((byte) 0, (byte) 1, (byte) 0xff).int16(0);
            client.parse(
                    "",
                    "INSERT INTO " + target + " VALUES ($1) RETURNING typeof("
                            + target.replaceAll(".*\\((.)\\)", "$1") + ")");
            client.add('B', bind).execute("", 0);
            assertEquals("D blob", client.sync().get(2), target);
        }
    }

    @Test
    void truthBecomesANumber() throws IOException {
        String returning = " RETURNING typeof(f), f";
        String[][] values = {{"true", "t"}, {"f", "f"}, {"1", "t"}, {"no", "f"}};
        for (String[] each : values) {
            List<String> lines = run("INSERT INTO p(f) VALUES ($1)" + returning, each[0]);
            assertEquals("D integer|" + each[1], lines.getFirst());
        }
        assertEquals(
                "D text",
                run("INSERT INTO p(f) VALUES ($1) RETURNING typeof(f)", "maybe").get(0));
        finds("f = $1 AND id = 1", "true");
        findsNothing("f = $1 AND id = 1", "false");
        finds("f IS $1 AND id = 1", "true");
    }

    @Test
    void clientsThatAskAreTold() throws IOException {
        String[][] statements = {
            {
                "t 20 701 25 17 16 25 1114",
                "INSERT INTO p(n, r, t, b, f, x, d)" + " VALUES ($1, $2, $3, $4, $5, $6, $7)"
            },
            {"t 20", "SELECT 1 WHERE 2 + 2 = $1"},
            {"t 20 20", "SELECT id FROM p LIMIT $1 OFFSET $2"},
            {"t 25", "SELECT $1"},
            {"t 701", "SELECT r + $1 FROM p"},
            {"t 16 20", "UPDATE p SET f = $1, x = 5 WHERE id = $2"},
            {"t 20", "INSERT INTO p(id, n) VALUES (1, 2) ON CONFLICT(id) DO UPDATE SET n = $1"},
        };
        for (String[] each : statements) {
            client.parse("", each[1]).describe('S', "");
            assertEquals(each[0], client.sync().get(1), each[1]);
        }
    }
}
