package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Counting;
import org.sqlvm.api.Database;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.List;
import java.util.stream.IntStream;

/** A statement that takes over the run of a closed one behaves like one with a run of its own. */
final class SpareRunsTest {
    private static final String ENDLESS =
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x > %d)"
                    + " SELECT count(*) FROM c";

    private Context context;
    private Database database;

    @BeforeEach
    void open() {
        context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        database = context.getBindings("sqlvm")
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, b);"
                + " INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')");
    }

    @AfterEach
    void close() {
        database.close();
        context.close();
    }

    private static String point(int id) {
        return "SELECT b FROM t WHERE id = " + id;
    }

    private String read(String sql) {
        try (Rows rows = database.query(sql)) {
            return rows.next() ? rows.getText(0) : null;
        }
    }

    @Test
    void eachTextHasItsOwnValues() {
        List<String> read = IntStream.of(1, 2, 9, 3)
                .mapToObj(id -> String.valueOf(read(point(id))))
                .toList();
        assertEquals(List.of("one", "two", "null", "three"), read);
    }

    @Test
    void twoStatementsOfOneProgramRunAtTheSameTime() {
        read(point(1));
        try (Rows first = database.query("SELECT b FROM t WHERE id >= 1");
                Rows second = database.query("SELECT b FROM t WHERE id >= 2")) {
            assertTrue(first.next());
            assertTrue(second.next());
            assertEquals("one two", first.getText(0) + " " + second.getText(0));
            assertTrue(first.next());
            assertEquals("two two", first.getText(0) + " " + second.getText(0));
        }
    }

    @Test
    void rowsThatAreOverStayOver() {
        Statement statement = database.prepare(point(1));
        Rows rows = statement.query();
        statement.close();
        try (Rows next = database.query(point(2))) {
            assertFalse(rows.next());
            rows.close();
            statement.close();
            assertTrue(next.next());
            assertEquals("two", next.getText(0));
        }
    }

    @Test
    void aClosedStatementRunsAgain() {
        Statement statement = database.prepare("SELECT b FROM t WHERE id = ?");
        assertEquals("one", first(statement.bindLong(1, 1)));
        statement.close();
        try (Statement other = database.prepare("SELECT b FROM t WHERE id = ?")) {
            Rows rows = other.bindLong(1, 2).query();
            assertEquals("three", first(statement.bindLong(1, 3)));
            assertTrue(rows.next());
            assertEquals("two", rows.getText(0));
        }
    }

    private static String first(Statement statement) {
        Rows rows = statement.query();
        assertTrue(rows.next());
        return rows.getText(0);
    }

    @Test
    void aBatchThatIsKeptStaysAsItIs() {
        RowBatch batch;
        try (Rows rows = database.query(point(1))) {
            batch = rows.nextBatch();
        }
        read(point(2));
        String text = new String(batch.array(0, 0), batch.offset(0, 0), batch.length(0, 0), UTF_8);
        assertEquals("one", text);
    }

    @Test
    void aLongValueIsReadAfterAShortOne() {
        database.execute("UPDATE t SET b = printf('%.*c', 100000, 'x') WHERE id = 2");
        assertEquals("one", read(point(1)));
        assertEquals(100_000, read(point(2)).length());
        assertEquals("three", read(point(3)));
    }

    @Test
    void theSchemaChanges() {
        assertEquals("one", read("SELECT * FROM (SELECT b FROM t WHERE id = 1)"));
        database.execute("ALTER TABLE t RENAME COLUMN b TO c; ALTER TABLE t RENAME TO u;"
                + " CREATE TABLE t(id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 'new')");
        assertEquals("new", read("SELECT * FROM (SELECT b FROM t WHERE id = 1)"));
        assertEquals("new", read(point(1)));
    }

    @Test
    void errorsEndOneRunAlone() {
        String sql = "INSERT INTO t VALUES (%d, 'x')";
        for (int i = 0; i < 3; i++) {
            assertThrows(SqlvmException.class, () -> database.execute(sql.formatted(1)));
            assertEquals(1, database.execute(sql.formatted(10 + i)));
        }
        assertEquals("6", read("SELECT count(*) FROM t"));
    }

    @Test
    void settingsEndWithTheirStatement() {
        String sql = "INSERT INTO t(b) VALUES ('x')";
        try (Statement statement = database.prepare(sql)) {
            statement.keepRowids(true).count(Counting.INSTRUCTIONS).execute();
            assertArrayEquals(new long[] {4}, statement.insertedRowids());
        }
        try (Statement statement = database.prepare(sql)) {
            statement.execute();
            assertEquals(0, statement.insertedRowids().length);
            assertNull(statement.counters());
        }
        try (Statement statement = database.prepare(ENDLESS.formatted(0)).timeLimit(20)) {
            assertThrows(SqlvmException.class, () -> statement.query().next());
        }
        assertEquals("1", read(ENDLESS.formatted(5)));
    }

    @Test
    void anInterruptionIsOfItsOwnStatement() {
        Statement closed = database.prepare(point(1));
        closed.query();
        closed.close();
        try (Rows rows = database.query("SELECT b FROM t WHERE id >= 1")) {
            assertTrue(rows.next());
            closed.interrupt();
            assertTrue(rows.next());
            assertTrue(rows.next());
        }
    }

    @Test
    void triggersRunAsBefore() {
        database.execute("CREATE TABLE log(b);"
                + " CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.b); END");
        for (int i = 0; i < 3; i++) {
            database.execute("INSERT INTO t(b) VALUES ('y" + i + "')");
        }
        assertEquals("y0,y1,y2", read("SELECT group_concat(b) FROM log"));
    }
}
