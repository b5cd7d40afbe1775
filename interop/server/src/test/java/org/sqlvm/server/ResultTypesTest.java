package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** Types of columns hold for all rows, wherever the one is that differs. */
final class ResultTypesTest extends ServerTestCase {
    private static final int TEXT = 0;
    private static final int BINARY = 1;

    private String type(String query) throws IOException {
        List<String> lines = client.query(query);
        String simple = lines.getFirst();
        client.parse("", query).bind("", "", TEXT).describe('P', "").execute("", 0);
        assertEquals(simple, client.sync().get(2), query);
        return simple.substring(simple.lastIndexOf(':') + 1);
    }

    @Test
    void aTypeHoldsAllValues() throws IOException {
        String[][] columns = {
            {"20", "VALUES (1), (2)"},
            {"701", "VALUES (1), (2.5)"},
            {"701", "VALUES (1.5), (2)"},
            // No real is that integer.
            {"25", "VALUES (1.5), (9007199254740993)"},
            {"25", "VALUES (1), ('none')"},
            {"25", "VALUES (NULL), ('none'), (1)"},
            {"25", "VALUES (1), (x'00')"},
            {"25", "VALUES ('a'), (x'00')"},
            {"17", "VALUES (x'01'), (x'00')"},
            {"25", "VALUES (NULL)"},
            {"25", "SELECT coalesce(nullif(value, 2), 'none') FROM generate_series(1, 3)"},
            {"25", "SELECT iif(value = 99999, 'x', value) FROM generate_series(1, 100000)"},
            {"701", "SELECT iif(value = 99999, 0.5, value) FROM generate_series(1, 100000)"},
            {"20", "SELECT value FROM generate_series(1, 100000)"},
        };
        for (String[] each : columns) {
            assertEquals(each[0], type(each[1]), each[1]);
        }
    }

    /** Rows that have been kept until their types were known are those of the query. */
    @Test
    void allRowsCome() throws IOException {
        List<String> lines = client.query("SELECT value, hex(zeroblob(200)) || value,"
                + " CAST('b' || value AS BLOB), iif(value = 60000, 'x', value / 2.0),"
                + " nullif(value % 3, 0) FROM generate_series(1, 60000)");
        assertEquals(60_003, lines.size());
        assertTrue(lines.getFirst().endsWith(":25 nullif:20"), lines.getFirst());
        String zeros = "0".repeat(400);
        for (int i = 1; i <= 60_000; i++) {
            String half = i == 60_000 ? "x" : i / 2 + (i % 2 == 0 ? "" : ".5");
            StringBuilder blob = new StringBuilder("\\x62");
            String.valueOf(i).chars().forEach(each -> blob.append(Integer.toHexString(each)));
            assertEquals(
                    "D " + i + "|" + zeros + i + "|" + blob + "|" + half + "|"
                            + (i % 3 == 0 ? "null" : i % 3),
                    lines.get(i));
        }
    }

    @Test
    void declaredTypesCountIfAllValuesAgree() throws IOException {
        client.query("CREATE TABLE t(b BOOLEAN, d DATE, s TIMESTAMP, z TIMESTAMP WITH TIME ZONE,"
                + " t TIME, u UUID, n NUMERIC(5, 2), i INTEGER)");
        client.query("INSERT INTO t VALUES (1, '2026-02-03', '2026-02-03T04:05:06.5', '2026-02-03"
            + " 04:05:06', '04:05:06', '00000000-0000-0000-0000-00000000000a', 1, 1), (NULL, NULL,"
            + " NULL, '2026-02-03 04:05:06+02:00', NULL, NULL, 2.5, 2)");
        assertEquals(
                List.of(
                        "T b:16 d:1082 s:1114 z:1184 t:1083 u:2950 n:701 i:20",
                        "D t|2026-02-03|2026-02-03 04:05:06.5|2026-02-03 04:05:06+00|04:05:06"
                                + "|00000000-0000-0000-0000-00000000000a|1|1",
                        "D null|null|null|2026-02-03 04:05:06+02:00|null|null|2.5|2"),
                client.query("SELECT * FROM t").subList(0, 3));
        client.parse("", "SELECT d, s, z, t FROM t LIMIT 1")
                .bind("", "", BINARY)
                .execute("", 0);
        List<String> lines = client.sync();
        assertTrue(lines.get(2).startsWith("D "), lines.toString());
        client.query("INSERT INTO t VALUES (2, '2026-02-30', 'now', 5, '25:00:00', 'x', 'x', 'x')");
        assertEquals(
                "T b:20 d:25 s:25 z:25 t:25 u:25 n:25 i:25",
                client.query("SELECT * FROM t").get(0));
    }

    /** Who asks before there are values is told what the tables hold. */
    @Test
    void aDescribedStatementHoldsToo() throws IOException {
        client.query("CREATE TABLE loose(a INTEGER, b INTEGER);"
                + " INSERT INTO loose VALUES (1, 1), ('x', 2.5)");
        client.parse("s", "SELECT a, b, b + $1 AS c FROM loose WHERE b >= $1").describe('S', "s");
        assertEquals("T a:25 b:701 c:701", client.sync().get(2));
        client.bind("", "s", BINARY, "1").execute("", 0);
        assertEquals("C SELECT 2", client.sync().get(3));
    }

    /** If a value comes later, the client is told to ask again, and then gets every row. */
    @Test
    void aClientMayAskAgain() throws IOException {
        client.query("CREATE TABLE late(a INTEGER); INSERT INTO late VALUES (1)");
        String query = "SELECT a FROM late ORDER BY rowid";
        for (int format : new int[] {TEXT, BINARY}) {
            client.query("DELETE FROM late WHERE a = 'x'");
            String name = "s" + format;
            String own = query + " LIMIT 10" + format;
            client.parse(name, own).describe('S', name);
            assertEquals("T a:20", client.sync().get(2));
            client.query("INSERT INTO late VALUES ('x')");
            client.bind("", name, format).execute("", 0);
            List<String> lines = client.sync();
            assertEquals(
                    "E 0A000 cached plan must not change result type", lines.get(2), "" + lines);
            client.parse("again", own).describe('S', "again");
            assertEquals("T a:25", client.sync().get(2));
            client.bind("", "again", format).execute("", 0).close('S', "again");
            assertEquals(List.of("2", "D 1", "D x", "C SELECT 2", "3", "Z I"), client.sync());
        }
    }

    /** A statement that changes something is not run twice: its changes are undone. */
    @Test
    void changesWithAValueOfAnotherTypeAreUndone() throws IOException {
        client.query("CREATE TABLE typed(a INTEGER)");
        client.parse("s", "INSERT INTO typed VALUES ($1) RETURNING a", 25).describe('S', "s");
        assertEquals("T a:20", client.sync().get(2));
        client.bind("", "s", TEXT, "x").execute("", 0);
        assertEquals(
                "E 22P03 column a has a value of TEXT, which is no int8",
                client.sync().get(1));
        assertEquals("D 0", client.query("SELECT count(*) FROM typed").get(1));
        // A client that asks for the columns of the portal is told of its own rows.
        client.bind("", "s", TEXT, "x").describe('P', "").execute("", 0);
        assertEquals(List.of("2", "T a:25", "D x", "C INSERT 0 1", "Z I"), client.sync());
    }

    /** Each FETCH tells of its own rows. */
    @Test
    void cursorsDoNotComputeWhatNobodyFetches() throws IOException {
        client.query("BEGIN; DECLARE c CURSOR FOR"
                + " SELECT iif(value = 5, 'x', value) AS v FROM generate_series(1, 1000000000000)");
        assertEquals(
                List.of("T v:20", "D 1", "D 2", "D 3"),
                client.query("FETCH 3 FROM c").subList(0, 4));
        assertEquals(
                List.of("T v:25", "D 4", "D x"), client.query("FETCH 2 FROM c").subList(0, 3));
        assertEquals(List.of("T v:20", "D 6"), client.query("FETCH 1 FROM c").subList(0, 2));
        client.describe('P', "c");
        assertEquals("T v:20", client.sync().get(0));
        client.query("ROLLBACK");
    }

    /** Columns that the schema guarantees are sent while they are computed. */
    @Test
    void guaranteedColumnsAreNotKept() throws IOException {
        client.query("CREATE TABLE strict(i INT, r REAL, t TEXT, b BLOB, a ANY) STRICT");
        client.query("INSERT INTO strict SELECT value, value, value, x'00', value"
                + " FROM generate_series(1, 40000)");
        List<String> lines = client.query("SELECT i, r, t, b, rowid FROM strict");
        assertEquals("T i:20 r:701 t:25 b:17 rowid:20", lines.getFirst());
        assertEquals(40_003, lines.size());
        client.query("UPDATE strict SET a = 'x' WHERE i = 39999");
        assertEquals("T a:25", client.query("SELECT a FROM strict").getFirst());
    }
}
