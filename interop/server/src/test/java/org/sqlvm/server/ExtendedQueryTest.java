package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.server.WireClient.Message;

import java.io.IOException;
import java.util.List;

final class ExtendedQueryTest extends ServerTestCase {
    private static final int TEXT = 0;
    private static final int BINARY = 1;

    private void syncs(String... lines) throws IOException {
        assertEquals(List.of(lines), client.sync());
    }

    @Test
    void aQueryWithParametersRuns() throws IOException {
        client.parse("", "SELECT name, price FROM parts WHERE id = $1")
                .bind("", "", TEXT, "2")
                .describe('P', "")
                .execute("", 0);
        syncs("1", "2", "T name:25 price:701", "D nut|0.1", "C SELECT 1", "Z I");
    }

    @Test
    void parametersAreFoundByTheirNumbers() throws IOException {
        client.parse("", "SELECT $2 AS b, $1 AS a, $2 AS c").bind("", "", TEXT, "x", null);
        client.execute("", 0);
        syncs("1", "2", "D null|x|null", "C SELECT 1", "Z I");
        client.parse("", "SELECT $1::int8 + 1 AS a").describe('S', "");
        syncs("1", "t 20", "T a:20", "Z I");
    }

    @Test
    void aStatementIsDescribedBeforeItRuns() throws IOException {
        client.parse("s", "SELECT id, price FROM parts WHERE id > $1", 20).describe('S', "s");
        syncs("1", "t 20", "T id:20 price:701", "Z I");
        client.parse("n", "SELECT count(*) AS n, 'a' AS a FROM parts").describe('S', "n");
        syncs("1", "t ", "T n:20 a:25", "Z I");
        client.parse("", "INSERT INTO orders VALUES ($1, $2)").describe('S', "");
        syncs("1", "t 20 20", "n", "Z I");
    }

    @Test
    void resultsComeInBinary() throws IOException {
        client.parse("", "SELECT id, name, price, data FROM parts ORDER BY id")
                .bind("", "", BINARY)
                .execute("", 0);
        syncs(
                "1",
                "2",
                "D 0000000000000001|bolt|3ff8000000000000|0102",
                "D 0000000000000002|nut|"
                        + new String(
                                java.util.HexFormat.of().parseHex("3fb999999999999a"),
                                java.nio.charset.StandardCharsets.UTF_8)
                        + "|null",
                "C SELECT 2",
                "Z I");
    }

    @Test
    void aPortalDoesNotFetchFromItself() throws IOException {
        client.query("BEGIN; DECLARE d CURSOR FOR SELECT 7");
        client.parse("", "FETCH 1 FROM c").bind("c", "", TEXT).execute("c", 0);
        syncs("1", "2", "E 55000 portal \"c\" cannot be run", "Z E");
        client.query("ROLLBACK; BEGIN; DECLARE d CURSOR FOR SELECT 7");
        client.parse("", "FETCH 1 FROM d").bind("c", "", TEXT).execute("c", 0);
        syncs("1", "2", "D 7", "C FETCH 1", "Z T");
    }

    /** As ADBC writes them, and as asyncpg does: one dimension, no NULLs, int8, two, from 1. */
    @Test
    void parametersMayBeArrays() throws IOException {
        client.parse("s", "SELECT name FROM parts WHERE id = ANY($1)").describe('S', "s");
        syncs("1", "t 1016", "T name:25", "Z I");
        client.bind("", "s", TEXT, "{\"2\", 5, null}").execute("", 0);
        syncs("2", "D nut", "C SELECT 1", "Z I");
        Message array =
                new Message().string("").string("s").int16(1).int16(BINARY).int16(1);
        array.int32(20 + 2 * 12).int32(1).int32(0).int32(20).int32(2).int32(1);
        array.int32(8).int64(1).int32(8).int64(2).int16(0);
        client.add('B', array).execute("", 0);
        syncs("2", "D bolt", "D nut", "C SELECT 2", "Z I");
        client.parse("", "SELECT id FROM parts WHERE name = ANY($1::text[])").describe('S', "");
        syncs("1", "t 1009", "T id:20", "Z I");
    }

    @Test
    void anArrayThatIsNoneIsRefused() throws IOException {
        Message array =
                new Message().string("").string("").int16(1).int16(BINARY).int16(1);
        array.int32(20)
                .int32(1)
                .int32(0)
                .int32(20)
                .int32(1_000_000_000)
                .int32(1)
                .int16(0);
        client.parse("", "SELECT $1", 1016).add('B', array);
        assertEquals("E 08P01", client.sync().get(1).substring(0, 7));
    }

    @Test
    void aParameterMayNameATable() throws IOException {
        client.parse("", "SELECT relname FROM pg_class WHERE oid = $1::regclass::oid");
        client.bind("", "", TEXT, "public.parts").execute("", 0);
        syncs("1", "2", "D parts", "C SELECT 1", "Z I");
    }

    @Test
    void parametersComeInBinary() throws IOException {
        Message bind = new Message().string("").string("").int16(1).int16(1).int16(9);
        bind.int32(2).int16(-2);
        bind.int32(4).int32(-4);
        bind.int32(8).int64(1L << 40);
        bind.int32(4).int32(Float.floatToIntBits(1.5f));
        bind.int32(8).int64(Double.doubleToLongBits(0.1));
        bind.int32(1).int8(1);
        bind.int32(2).bytes((byte) 0, (byte) 255);
        bind.value("text");
        bind.int32(8).int64(86_400_000_001L);
        client.parse(
                "",
                "SELECT $1, $2, $3, $4, $5, $6, hex($7), $8, $9",
                21,
                23,
                20,
                700,
                701,
                16,
                17,
                25,
                1114);
        client.add('B', bind.int16(0)).execute("", 0);
        syncs(
                "1",
                "2",
                "D -2|-4|1099511627776|1.5|0.1|1|00FF|text|2000-01-02 00:00:00.000001",
                "C SELECT 1",
                "Z I");
    }

    @Test
    void numericsComeInBinary() throws IOException {
        // 12345.67 is the groups 1, 2345 and 6700; -20000 is the group 2 with weight 1.
        Message bind = new Message().string("").string("").int16(1).int16(1).int16(2);
        bind.int32(14).int16(3).int16(1).int16(0).int16(2).int16(1).int16(2345).int16(6700);
        bind.int32(10).int16(1).int16(1).int16(0x4000).int16(0).int16(2);
        client.parse("", "SELECT $1, $2", 1700, 1700).add('B', bind.int16(0)).execute("", 0);
        syncs("1", "2", "D 12345.67|-20000", "C SELECT 1", "Z I");
    }

    @Test
    void badValuesAreRefused() throws IOException {
        client.parse("", "SELECT $1", 20).bind("", "", TEXT, "x").execute("", 0);
        syncs("1", "E 22P02 invalid input syntax for type int8: \"x\"", "Z I");
        client.parse("", "SELECT $1").bind("", "", TEXT);
        syncs(
                "1",
                "E 08P01 bind message supplies 0 parameters, but prepared statement requires 1",
                "Z I");
    }

    @Test
    void aPortalIsReadInParts() throws IOException {
        client.query("BEGIN");
        client.parse("", "SELECT value AS v FROM generate_series(1, 5)").bind("p", "", TEXT);
        client.execute("p", 2);
        syncs("1", "2", "D 1", "D 2", "s", "Z T");
        client.execute("p", 2);
        syncs("D 3", "D 4", "s", "Z T");
        client.execute("p", 2);
        syncs("D 5", "C SELECT 5", "Z T");
        client.execute("p", 2);
        syncs("C SELECT 5", "Z T");
        client.query("COMMIT");
        client.execute("p", 2);
        syncs("E 34000 portal \"p\" does not exist", "Z I");
    }

    @Test
    void twoPortalsOfOneStatementDoNotDisturbEachOther() throws IOException {
        client.query("BEGIN");
        client.parse("s", "SELECT value + $1 AS v FROM generate_series(1, 2)", 20);
        client.bind("a", "s", TEXT, "10").bind("b", "s", TEXT, "20");
        client.execute("a", 1).execute("b", 1).execute("a", 0).execute("b", 0);
        syncs(
                "1",
                "2",
                "2",
                "D 11",
                "s",
                "D 21",
                "s",
                "D 12",
                "C SELECT 2",
                "D 22",
                "C SELECT 2",
                "Z T");
    }

    @Test
    void afterAnErrorAllIsSkippedUntilSync() throws IOException {
        client.parse("", "SELECT nosuch").bind("", "", TEXT).execute("", 0);
        client.parse("a", "SELECT 1").add('H');
        syncs("E 42703 no such column: nosuch @8", "Z I");
        client.describe('S', "a");
        syncs("E 26000 prepared statement \"a\" does not exist", "Z I");
    }

    @Test
    void statementsUpToSyncAreOneTransaction() throws IOException {
        client.parse("", "INSERT INTO orders VALUES (1, 1)").bind("", "", TEXT).execute("", 0);
        client.parse("", "INSERT INTO orders VALUES (1, 1)").bind("", "", TEXT).execute("", 0);
        syncs(
                "1",
                "2",
                "C INSERT 0 1",
                "1",
                "2",
                "E 23505 UNIQUE constraint failed: orders.id",
                "Z I");
        assertEquals("D 0", client.query("SELECT count(*) FROM orders").get(1));
    }

    @Test
    void describingAnInsertDoesNotRunIt() throws IOException {
        client.parse("", "INSERT INTO orders VALUES (1, 1) RETURNING id").bind("", "", TEXT);
        client.describe('P', "");
        syncs("1", "2", "T id:20", "Z I");
        assertEquals("D 0", client.query("SELECT count(*) FROM orders").get(1));
    }

    @Test
    void namesAreUsedOnce() throws IOException {
        client.parse("s", "SELECT 1").parse("s", "SELECT 2");
        syncs("1", "E 42P05 prepared statement \"s\" already exists", "Z I");
        client.close('S', "s").close('S', "s").parse("s", "SELECT 2");
        syncs("3", "3", "1", "Z I");
    }

    @Test
    void anEmptyTextIsRun() throws IOException {
        client.parse("", "").bind("", "", TEXT).describe('P', "").execute("", 0);
        syncs("1", "2", "n", "I", "Z I");
    }

    @Test
    void aStatementAfterAChangeOfItsTableIsNotAnother() throws IOException {
        client.parse("s", "SELECT * FROM orders").describe('S', "s");
        client.sync();
        client.query("ALTER TABLE orders ADD COLUMN more");
        client.query("INSERT INTO orders VALUES (1, 2, 3)");
        client.bind("", "s", TEXT).execute("", 0);
        syncs("2", "E 0A000 cached plan must not change result type", "Z I");
    }

    /** The type of a column is that of the rows of each run, if the client asks. */
    @Test
    void eachRunIsDescribedByItsOwnRows() throws IOException {
        client.parse("s", "SELECT value AS a FROM json_each($1)");
        client.bind("", "s", TEXT, "[1]").describe('P', "").execute("", 0);
        syncs("1", "2", "T a:20", "D 1", "C SELECT 1", "Z I");
        client.bind("", "s", TEXT, "[\"x\"]").describe('P', "").execute("", 0);
        syncs("2", "T a:25", "D x", "C SELECT 1", "Z I");
    }

    @Test
    void onlyOneStatementIsPrepared() throws IOException {
        client.parse("", "SELECT 1; SELECT 2");
        syncs("E 42601 cannot insert multiple commands into a prepared statement", "Z I");
    }
}
